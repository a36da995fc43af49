"""How a sensible player plays a card: by what is still needed, and by what may still be out.

The same rules move the easy bot and the players of every simulated round, so they look at nothing but the
seat's own hand, the cards not yet seen and the table.  Cards are (suit, bit) as in `kernel`.
"""

from __future__ import annotations

from whist.bots.kernel import FREE_RULE, NO_TRUMP, OVERTRUMP_RULE, Bits, Board, Mask, Masks, highest


def choose_card(board: Board) -> Bits:
    """The card the seat to act plays."""
    seat = (board.leader + board.turn) % board.seats
    hand = board.hands[seat]
    need = board.needs[seat]
    wants = need > 0 and not _can_wait(board, hand, need)
    if not board.turn:
        return _lead_to_win(board, hand, need) if wants else _lead_to_lose(board, hand)
    held = hand[board.led]
    if held:
        if not held & (held - 1):
            return board.led, held
        return board.led, _follow(board, held, wants)
    trumps = hand[board.trump] if board.trump != NO_TRUMP else 0
    if trumps and (wants or board.void != FREE_RULE):
        card = _ruff(board, trumps, wants)
        if card or board.void != FREE_RULE:
            return board.trump, card or trumps & -trumps
    return _discard_to_win(board, hand) if wants else _discard_to_lose(board, hand)


def _can_wait(board: Board, hand: Masks, need: int) -> bool:
    """Whether trumps that nobody can beat will take all that is needed later.

    Where a void seat must trump, it would spend them before the time, so that this holds for the last two
    tricks only.
    """
    trump = board.trump
    if trump == NO_TRUMP or need >= board.left or (board.left > 2 and board.void != FREE_RULE):
        return False
    out = board.live[trump] & ~hand[trump]
    return (hand[trump] >> out.bit_length()).bit_count() >= need


def _is_last(board: Board) -> bool:
    return board.turn == board.seats - 1


def _follow(board: Board, held: Mask, wants: bool) -> Mask:
    lowest = held & -held
    if board.top_suit != board.led:
        return lowest if wants else highest(held)
    over = held & -board.top
    if wants:
        return _cheapest_win(board, held, over) or lowest
    under = held ^ over
    if under:
        return highest(under)
    return highest(held) if _is_last(board) else lowest


def _cheapest_win(board: Board, held: Mask, over: Mask) -> Mask:
    """The lowest card that takes the trick, or that nobody later can beat in its suit; 0 if none is."""
    if not over or _is_last(board):
        return over & -over
    out = board.live[board.led] & ~held
    sure = over >> out.bit_length() << out.bit_length()
    return sure & -sure or highest(over)


def _ruff(board: Board, trumps: Mask, wants: bool) -> Mask:
    """A trump on a suit the seat cannot follow; 0 if none helps."""
    over = trumps & -board.top if board.top_suit == board.trump else trumps
    if wants:
        return over & -over
    under = trumps ^ over
    if under and board.void != OVERTRUMP_RULE:
        return highest(under)
    legal = over or trumps
    return highest(legal) if _is_last(board) or not over else legal & -legal


def _discard_to_win(board: Board, hand: Masks) -> Bits:
    """The card least likely to take a trick later."""
    best: Bits = (0, 0)
    least = 1 << 30
    for suit in range(4):
        held = hand[suit]
        if held:
            bit = held & -held
            out = board.live[suit] & ~held
            worth = (out & (bit - 1)).bit_count() * 4 + (20 if suit == board.trump else 0)
            if worth < least:
                least = worth
                best = suit, bit
    return best


def _discard_to_lose(board: Board, hand: Masks) -> Bits:
    """The card most likely to take a trick later."""
    best: Bits = (0, 0)
    most = -100
    for suit in range(4):
        held = hand[suit]
        if held:
            bit = highest(held)
            out = board.live[suit] & ~held
            danger = (out & (bit - 1)).bit_count() * 4 - held.bit_count() + 4
            if danger > most:
                most = danger
                best = suit, bit
    return best


def _lead_to_win(board: Board, hand: Masks, need: int) -> Bits:
    """A card nobody can beat, trumps first; else one that forces the way for another."""
    trump = board.trump
    if trump != NO_TRUMP and hand[trump]:
        held = hand[trump]
        out = board.live[trump] & ~held
        if held > out and (out or need >= board.left):
            return trump, highest(held)
        if need >= board.left:
            return trump, highest(held)
    best: Bits = (0, 0)
    most = -100
    for suit in range(4):
        held = hand[suit]
        if held:
            out = board.live[suit] & ~held
            if held > out:
                worth, bit = 50 + out.bit_count(), highest(held)
            elif need >= board.left:
                bit = highest(held)
                worth = -(out & -bit).bit_count()
            else:
                bit = held & -held
                worth = -(out & -highest(held)).bit_count() - held.bit_count() - (10 if suit == trump else 0)
            if worth > most:
                most = worth
                best = suit, bit
    return best


def _lead_to_lose(board: Board, hand: Masks) -> Bits:
    """The card that most cards out can beat, higher ones first while two still can."""
    best: Bits = (0, 0)
    most = -100
    for suit in range(4):
        held = hand[suit]
        if held:
            out = board.live[suit] & ~held
            bit = _highest_below_two(held, out)
            above = (out & -bit).bit_count()
            safety = above * 2 - held.bit_count() + (15 if above and suit == board.trump else 0)
            if safety > most:
                most = safety
                best = suit, bit
    return best


def _highest_below_two(held: Mask, out: Mask) -> Mask:
    """The highest card that two others can beat; the lowest if none is."""
    second = out ^ highest(out)
    ducking = held & ((1 << second.bit_length()) - 1)
    return highest(ducking) or held & -held
