"""The felt: bar, opponents, trick, bid panel, the viewer's strip and hand, as templates print them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from whist.engine.game import BID, DEAL, OVER, PLAY
from whist.engine.romanian import RomanianObservation
from whist.engine.tricks import Trick, winning_index
from whist.tables import sentences
from whist.tables.presenters.cards import CardFace, card_face
from whist.tables.presenters.hand import HandCard, hand_rows
from whist.tables.presenters.result import MatchResult, RoundResult, match_result, round_result, round_title
from whist.tables.presenters.seen import seen_by
from whist.tables.sentences import plain

if TYPE_CHECKING:
    from accounts.preferences import Preferences
    from whist.tables.selectors import Player, TableView


@dataclass(frozen=True, slots=True)
class TrickCard:
    """A card on the table; ``tag`` says in a word what is special about it, ``mark`` is the class that shows it.

    ``key`` is its trick and seat: stable while it lies there, and no element's id names a card.
    """

    key: str
    face: CardFace
    mark: str
    tag: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table.  ``place`` counts clockwise from the viewer, who is 0.

    ``count`` is what his plate shows ("1/2", or the bid alone before the play); ``standing`` is ok, missed or empty.
    ``held`` are cards of his that the viewer may see although they are not played.
    """

    seat: int
    place: int
    name: str
    initial: str
    is_bot: bool
    is_dealer: bool
    is_to_act: bool
    count: str
    standing: str
    score: str
    description: str
    card: TrickCard | None
    held: tuple[CardFace, ...]


@dataclass(frozen=True, slots=True)
class BidKey:
    bid: int
    is_forbidden: bool


@dataclass(frozen=True, slots=True)
class BidPanel:
    """The keys of the viewer who is to bid; ``forbidden`` spells out the sum that the struck-out key would make."""

    line: str
    keys: tuple[BidKey, ...]
    forbidden: str


@dataclass(frozen=True, slots=True)
class LastTrick:
    cards: tuple[tuple[str, CardFace, bool], ...]
    line: str


@dataclass(frozen=True, slots=True)
class Felt:
    """Everything inside ``#felt``.  ``seat`` and ``to_act`` are empty strings where there is none."""

    match_id: int
    version: int
    phase: str
    seat: int | str
    to_act: int | str
    action_url: str
    seats: int
    round_line: str
    size_line: str
    is_dealt: bool
    trump: CardFace | None
    trump_suit: str
    trump_line: str
    opponents: tuple[Seat, ...]
    me: Seat
    is_my_turn: bool
    turn_line: str
    my_line: str
    sum_line: str
    reason: str
    notice: str
    bidding: BidPanel | None
    rows: tuple[tuple[HandCard, ...], ...]
    hand_size: int
    last_trick: LastTrick | None
    round_result: RoundResult | None
    match_result: MatchResult | None
    commitment: str


def felt_of(view: TableView, preferences: Preferences, *, notice: str = "") -> Felt:
    seen = seen_by(view)
    viewpoint = view.seat or 0
    around = [_seat(view, (viewpoint + place) % seen.seats, place) for place in range(seen.seats)]
    is_my_turn = view.seat is not None and seen.to_act == view.seat
    rows = hand_rows(seen, preferences)
    return Felt(
        match_id=view.match.pk,
        version=view.match.version,
        phase=seen.phase,
        seat="" if view.seat is None else view.seat,
        to_act="" if seen.to_act is None else seen.to_act,
        action_url=reverse("tables:play", args=[view.table.pk]),
        seats=seen.seats,
        round_line=round_line(seen),
        size_line=sentences.cards_count(seen.size),
        is_dealt=seen.phase != DEAL or bool(seen.finished),
        trump=card_face(seen.turn_up) if seen.turn_up else None,
        trump_suit=(seen.trump or "").lower(),
        trump_line=_trump_line(seen),
        opponents=tuple(around[1:]),
        me=around[0],
        is_my_turn=is_my_turn,
        turn_line=_turn_line(seen, view.players),
        my_line=_my_line(seen, viewpoint),
        sum_line=_sum_line(seen),
        reason=sentences.reason_line(seen),
        notice=notice,
        bidding=_bid_panel(seen) if is_my_turn and seen.phase == BID else None,
        rows=rows,
        hand_size=sum(map(len, rows)),
        last_trick=_last_trick(seen, view.players),
        round_result=round_result(seen, view.players, viewpoint) if seen.phase == DEAL else None,
        match_result=match_result(view) if seen.phase == OVER else None,
        commitment=view.match.commitment,
    )


# -- the bar -------------------------------------------------------------------------------------------------------


def round_line(seen: RomanianObservation) -> str:
    return _("Round %(number)d/%(rounds)d") % {"number": seen.round_number + 1, "rounds": len(seen.sizes)}


def _trump_line(seen: RomanianObservation) -> str:
    if not seen.turn_up:
        return _("No card left to turn: no trump")
    return _("Trump: %(suit)s, turned card %(card)s") % {
        "suit": sentences.suit_name(seen.turn_up[1]),
        "card": sentences.card_name(seen.turn_up),
    }


def _sum_line(seen: RomanianObservation) -> str:
    """Also while the bids are still coming in, but not over the panel, which says it itself."""
    if seen.phase not in (BID, PLAY) or (seen.phase == BID and seen.to_act == seen.seat):
        return ""
    return str(capfirst(sentences.bids_line(seen.bids, seen.size)))


# -- seats ---------------------------------------------------------------------------------------------------------


def _seat(view: TableView, seat: int, place: int) -> Seat:
    seen = seen_by(view)
    player = view.players[seat]
    return Seat(
        seat=seat,
        place=place,
        name=player.name,
        initial=initial(player),
        is_bot=player.is_bot,
        is_dealer=seat == seen.dealer,
        is_to_act=seat == seen.to_act,
        count=_count(seen, seat),
        standing=_standing(seen, seat),
        score=plain(seen.scores[seat]),
        description=_description(seen, player),
        card=_trick_card(seen, seat),
        held=tuple(card_face(card) for card in seen.foreign.get(seat, ())),
    )


def initial(player: Player) -> str:
    """The letter on the avatar: of the last word that begins with one, since names of bots and guests begin alike."""
    return next((word[0].upper() for word in reversed(player.name.split()) if word[0].isalpha()), "?")


def _count(seen: RomanianObservation, seat: int) -> str:
    bid = seen.bids[seat]
    if bid is None:
        return ""
    return str(bid) if seen.phase == BID else f"{seen.made[seat]}/{bid}"


def _standing(seen: RomanianObservation, seat: int) -> str:
    """ "missed" as soon as the bid cannot be made any more, "ok" while it stands exactly (for good after the round)."""
    bid, made = seen.bids[seat], seen.made[seat]
    if bid is None or seen.phase == BID:
        return ""
    if made > bid or made + max(seen.cards_left) < bid:
        return "missed"
    return "ok" if made == bid else ""


def _description(seen: RomanianObservation, player: Player) -> str:
    """One sentence with everything that the plate shows by marks and numbers."""
    seat = player.seat
    parts = [player.name]
    if player.is_bot:
        parts.append(_("bot"))
    if seat == seen.dealer:
        parts.append(_("dealer"))
    if seat == seen.to_act:
        parts.append(_("to act"))
    bid = seen.bids[seat]
    if bid is not None:
        parts.append(_("bid %(bid)d") % {"bid": bid})
    if seen.phase != BID:
        parts.append(_("made %(made)d") % {"made": seen.made[seat]})
    if _standing(seen, seat) == "missed":
        parts.append(_("missed"))
    return ", ".join([*parts, sentences.points(seen.scores[seat])])


# -- the trick -----------------------------------------------------------------------------------------------------


def shown_trick(seen: RomanianObservation) -> Trick | None:
    """The finished trick that stays on the table until the next card: only one of this round."""
    if seen.trick or seen.phase not in (PLAY, DEAL) or not sum(seen.made):
        return None
    return seen.last_trick


def _trick_card(seen: RomanianObservation, seat: int) -> TrickCard | None:
    finished = shown_trick(seen)
    key = f"{sum(seen.made) - bool(finished)}-{seat}"
    if finished:
        mark = "w" if seat == finished.winner else ""
        tag = pgettext("on the winning card of a finished trick", "takes") if mark else ""
        return TrickCard(key, card_face(finished.card_of(seat)), mark, tag)
    index = (seat - seen.leader) % seen.seats
    if index >= len(seen.trick):
        return None
    if index == winning_index(seen.trick, seen.trump) and len(seen.trick) > 1:
        return TrickCard(key, card_face(seen.trick[index]), "w", pgettext("on the highest card so far", "takes"))
    if index == 0:
        return TrickCard(key, card_face(seen.trick[0]), "l", pgettext("on the first card of a trick", "leads"))
    return TrickCard(key, card_face(seen.trick[index]), "", "")


def _last_trick(seen: RomanianObservation, players: Sequence[Player]) -> LastTrick | None:
    trick = seen.last_trick
    if trick is None or seen.phase == OVER:
        return None
    seats = [(trick.leader + i) % seen.seats for i in range(seen.seats)]
    cards = tuple(
        (players[seat].name, card_face(card), seat == trick.winner)
        for seat, card in zip(seats, trick.cards, strict=True)
    )
    winner = players[trick.winner].name
    return LastTrick(cards, _("%(name)s took this trick") % {"name": winner})


# -- the viewer ----------------------------------------------------------------------------------------------------


def _turn_line(seen: RomanianObservation, players: Sequence[Player]) -> str:
    if seen.to_act is None:
        return round_title(seen) if seen.finished else _("The cards are being dealt")
    if seen.to_act == seen.seat:
        return _("Your turn")
    name = {"name": players[seen.to_act].name}
    return (_("%(name)s bids") if seen.phase == BID else _("%(name)s plays")) % name


def _my_line(seen: RomanianObservation, seat: int) -> str:
    bid = seen.bids[seat]
    if bid is None or seen.phase == OVER:
        return sentences.points(seen.scores[seat])
    if seen.phase == BID:
        return _("Bid %(bid)d") % {"bid": bid} + " · " + sentences.points(seen.scores[seat])
    return _("Bid %(bid)d · made %(made)d") % {"bid": bid, "made": seen.made[seat]}


def _bid_panel(seen: RomanianObservation) -> BidPanel:
    allowed = set(seen.legal_actions)
    keys = tuple(BidKey(bid, f"bid:{bid}" not in allowed) for bid in range(seen.size + 1))
    others = sum(bid for bid in seen.bids if bid is not None)
    is_last = sum(bid is None for bid in seen.bids) == 1
    so_far = capfirst(sentences.bids_line(seen.bids, seen.size))
    if is_last:
        line = so_far + " · " + _("you bid last")
    else:
        waiting = sum(bid is None for bid in seen.bids) - 1
        after = ngettext("%(n)d bids after you", "%(n)d bid after you", waiting) % {"n": waiting}
        line = f"{so_far} · {after}"
    forbidden = ""
    if seen.forbidden_bid is not None:
        forbidden = sentences.forbidden_bid(seen.forbidden_bid, others, seen.size)
    return BidPanel(line, keys, forbidden)
