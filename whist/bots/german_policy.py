"""How a sensible player plays German whist: by what the trick and its prize are worth, and what winning costs.

The same rules move the easy bot and both seats of every simulated hand, so they look at nothing but the seat's own
hand, the cards still in play, the table and the open cards of the stock. Values are hundredths of a trick.
"""

from __future__ import annotations

from whist.bots.german_duel import FULL_HAND, LEAD, TRICK, Duel
from whist.bots.kernel import HIGHEST, NO_TRUMP, Bits, Masks

#: The worth of a card drawn unseen, and the chance that a lead nobody can beat in its suit is not trumped.
UNSEEN = 39
UNTRUMPED = 0.92
#: How much more a trick counts where the first with so many wins.
RACING = 200
#: Winning a race counts more than how far the other is behind.
RACE_WON = 300


def choose_card(duel: Duel) -> Bits:
    """The card the seat to act plays."""
    if duel.led is not None:
        return _reply(duel, duel.hands[1 - duel.leader], duel.led)
    return _lead(duel, duel.hands[duel.leader]) if duel.stock else lead_at_the_end(duel)


def play_out(duel: Duel) -> int:
    """Play on, changing the hand; returns what seat 0 got or may expect, in hundredths.

    That is tricks where all or those of phase two count, points where seats race.
    """
    if duel.race:
        return _race(duel)
    if duel.led is not None:
        duel.play(*choose_card(duel))
        if duel.stock:
            duel.draw(duel.best_pick())
    while duel.stock:
        duel.play(*_lead(duel, duel.hands[duel.leader]))
        assert duel.led
        duel.play(*_reply(duel, duel.hands[1 - duel.leader], duel.led))
        duel.draw(duel.best_pick())
    return duel.prospect() + (TRICK * duel.made[0] if duel.counts else 0)


def _race(duel: Duel) -> int:
    while not duel.is_over:
        if duel.play(*choose_card(duel)) is not None and duel.stock and not duel.is_over:
            duel.draw(duel.best_pick())
    ahead = duel.made[0] - duel.made[1]
    return TRICK * ahead + (RACE_WON if ahead > 0 else -RACE_WON)


def gain(duel: Duel) -> int:
    """What taking the trick is worth: itself, the better card, the lead."""
    value = LEAD + (TRICK if duel.counts else 0)
    if duel.race:
        value += RACING
    if duel.most_open:
        prizes = [duel.worth(suit, bit) for suit, bit in duel.stock[: duel.most_open]]
        # The card that one seat takes the other does not get.
        value += 2 * (max(prizes) - UNSEEN)
    return value


def _lead(duel: Duel, hand: Masks) -> Bits:
    """The lead of most value: the chance that it wins, less what the card would be worth later."""
    win = gain(duel)
    height = len(duel.stock)
    elsewhere = height / (height + FULL_HAND)
    best, most = (0, 0), -1e9
    for suit in range(4):
        held = hand[suit]
        if not held:
            continue
        live, by_place = duel.live[suit], duel.worths[suit]
        foreign = live & ~held
        safe = 1.0 if suit == duel.trump or duel.trump == NO_TRUMP else UNTRUMPED
        for bit in {held & -held, HIGHEST[held]}:
            width = bit.bit_length()
            chance = safe * elsewhere ** (foreign >> width).bit_count()
            value = chance * win - by_place[(live >> width).bit_count()]
            if value > most:
                best, most = (suit, bit), value
    return best


def _reply(duel: Duel, hand: Masks, led: Bits) -> Bits:
    """Win as cheaply as can be where that pays, else give the card that is worth least."""
    suit, bit = led
    held = hand[suit]
    if held:
        over = held & -bit
        winner = over & -over
        lowest = held & -held
        if not winner or winner == lowest:
            return suit, lowest
        pays = not duel.stock or gain(duel) > duel.worth(suit, winner) - duel.worth(suit, lowest)
        return suit, winner if pays else lowest
    trumps = hand[duel.trump] if duel.trump != NO_TRUMP else 0
    given = cheapest(duel, hand)
    if not trumps:
        return given
    trump = duel.trump, trumps & -trumps
    pays = not duel.stock or gain(duel) > duel.worth(*trump) - duel.worth(*given)
    return trump if pays else given


def cheapest(duel: Duel, hand: Masks) -> Bits:
    """The card worth least."""
    best, least = (0, 0), 1 << 30
    for suit in range(4):
        held = hand[suit]
        if held:
            bit = held & -held
            value = duel.worth(suit, bit)
            if value < least:
                best, least = (suit, bit), value
    return best


def lead_at_the_end(duel: Duel) -> Bits:
    """In phase two: the trumps while they draw some, then what cannot be beaten, then the longest suit."""
    hand = duel.hands[duel.leader]
    best, most = (0, 0), -1
    for suit in range(4):
        held = hand[suit]
        if not held:
            continue
        foreign = duel.live[suit] & ~held
        if held > foreign:
            bit, value = HIGHEST[held], 100 + 50 * (suit == duel.trump and foreign > 0)
        else:
            bit, value = held & -held, held.bit_count() - (20 if suit == duel.trump else 0) + 30
        if value > most:
            best, most = (suit, bit), value
    return best
