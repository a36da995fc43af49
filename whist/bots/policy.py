"""How a sensible player plays a card: by what is still needed, and by what may still be out.

The same rules move the easy bot and the players of every simulated round, so they look at nothing but the
seat's own hand, the cards not yet seen and the table.  Cards are (suit, bit) as in `kernel`.
"""

from __future__ import annotations

from whist.bots.kernel import (
    BELOW_TWO,
    COUNT,
    FREE_RULE,
    HIGHEST,
    LOWEST,
    NO_TRUMP,
    OVERTRUMP_RULE,
    Bits,
    Board,
    Mask,
    Masks,
)


def choose_card(board: Board) -> Bits:
    """The card the seat to act plays."""
    seat = board.to_act
    hand = board.hands[seat]
    need = board.needs[seat]
    held = hand[board.led] if board.turn else 0
    if held and held == LOWEST[held]:
        return board.led, held
    wants = need > 0 and not _can_wait(board, hand, need)
    if not board.turn:
        return _lead_to_win(board, hand, need) if wants else _lead_to_lose(board, hand)
    if held:
        return board.led, _follow_to_win(board, held) if wants else _follow_to_lose(board, held)
    trump = board.trump
    trumps = hand[trump] if trump != NO_TRUMP else 0
    if trumps and (wants or board.void != FREE_RULE):
        bit = _ruff(board, trumps, wants)
        if bit or board.void != FREE_RULE:
            return trump, bit or LOWEST[trumps]
    return _discard_to_win(board, hand) if wants else _discard_to_lose(board, hand)


def _can_wait(board: Board, hand: Masks, need: int) -> bool:
    """Whether trumps that nobody can beat will take all that is needed later.

    Where a void seat must trump, it would spend them before the time, so that this holds for the last two
    tricks only.
    """
    left, trump = board.left, board.trump
    if trump == NO_TRUMP or need >= left or (left > 2 and board.void != FREE_RULE):
        return False
    held = hand[trump]
    out = board.live[trump] ^ held
    return held > out and COUNT[held >> out.bit_length()] >= need


def _follow_to_win(board: Board, held: Mask) -> Mask:
    """The lowest card that takes the trick, or that nobody later can beat in its suit; else the lowest."""
    if board.top_suit != board.led:
        return LOWEST[held]
    over = held & -board.top
    if not over:
        return LOWEST[held]
    if board.turn == board.last_turn:
        return LOWEST[over]
    beaten = (board.live[board.led] ^ held).bit_length()
    return LOWEST[over >> beaten << beaten] or HIGHEST[over]


def _follow_to_lose(board: Board, held: Mask) -> Mask:
    if board.top_suit != board.led:
        return HIGHEST[held]
    under = held & (board.top - 1)
    if under:
        return HIGHEST[under]
    return HIGHEST[held] if board.turn == board.last_turn else LOWEST[held]


def _ruff(board: Board, trumps: Mask, wants: bool) -> Mask:
    """A trump on a suit the seat cannot follow; 0 if none helps."""
    over = trumps & -board.top if board.top_suit == board.trump else trumps
    if wants:
        return LOWEST[over]
    under = trumps ^ over
    if under and board.void != OVERTRUMP_RULE:
        return HIGHEST[under]
    legal = over or trumps
    return HIGHEST[legal] if board.turn == board.last_turn or not over else LOWEST[legal]


def _discard_to_win(board: Board, hand: Masks) -> Bits:
    """The card least likely to take a trick later."""
    live, trump = board.live, board.trump
    best: Bits = (0, 0)
    least = 1 << 30
    for suit, held in enumerate(hand):
        if held:
            bit = LOWEST[held]
            worth = COUNT[(live[suit] ^ held) & (bit - 1)] * 4
            if suit == trump:
                worth += 20
            if worth < least:
                least = worth
                best = suit, bit
    return best


def _discard_to_lose(board: Board, hand: Masks) -> Bits:
    """The card most likely to take a trick later."""
    live = board.live
    best: Bits = (0, 0)
    most = -100
    for suit, held in enumerate(hand):
        if held:
            bit = HIGHEST[held]
            danger = COUNT[(live[suit] ^ held) & (bit - 1)] * 4 - COUNT[held]
            if danger > most:
                most = danger
                best = suit, bit
    return best


def _lead_to_win(board: Board, hand: Masks, need: int) -> Bits:
    """A card nobody can beat, trumps first; else one that forces the way for another."""
    live, trump, must_win = board.live, board.trump, need >= board.left
    if trump != NO_TRUMP and hand[trump]:
        held = hand[trump]
        out = live[trump] ^ held
        if must_win or (out and held > out):
            return trump, HIGHEST[held]
    best: Bits = (0, 0)
    most = -100
    for suit, held in enumerate(hand):
        if held:
            out = live[suit] ^ held
            if held > out:
                worth, bit = 50 + COUNT[out], HIGHEST[held]
            elif must_win:
                bit = HIGHEST[held]
                worth = -COUNT[out & -bit]
            else:
                bit = LOWEST[held]
                worth = -COUNT[out & -HIGHEST[held]] - COUNT[held] - (10 if suit == trump else 0)
            if worth > most:
                most = worth
                best = suit, bit
    return best


def _lead_to_lose(board: Board, hand: Masks) -> Bits:
    """The card that most cards out can beat, higher ones first while two still can."""
    live, trump = board.live, board.trump
    best: Bits = (0, 0)
    most = -100
    for suit, held in enumerate(hand):
        if held:
            out = live[suit] ^ held
            bit = HIGHEST[held & BELOW_TWO[out]] or LOWEST[held]
            above = COUNT[out & -bit]
            safety = above * 2 - COUNT[held]
            if above and suit == trump:
                safety += 15
            if safety > most:
                most = safety
                best = suit, bit
    return best
