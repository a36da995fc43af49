"""The felt: bar, opponents, trick, the viewer's strip and hand, as templates print them for every game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from whist.engine.game import DEAL, OVER, PICK, PLAY, Observation
from whist.engine.tricks import Trick, winning_index
from whist.tables.presenters.cards import COLOURS, CardFace, card_face
from whist.tables.presenters.correspondence import prepared_line
from whist.tables.presenters.games.bidding import BidPanel
from whist.tables.presenters.games.board import Board
from whist.tables.presenters.games.families import family_of
from whist.tables.presenters.games.family import Family, seats_around
from whist.tables.presenters.games.stock import StockView
from whist.tables.presenters.hand import Hand, hand_of
from whist.tables.presenters.result import ClosedMatch, MatchResult, RoundResult, closed_match, match_result
from whist.tables.texts import sentences

if TYPE_CHECKING:
    from accounts.people.preferences import Preferences
    from whist.tables.match.selectors import Player, TableView
    from whist.tables.presenters.panel import TablePanel


CLOSED = "closed"


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
    """A player at the table.

    ``count``, ``standing``, ``small`` and ``team`` are those of the `Plate`, ``description`` all of it in one sentence.
    ``held`` are the player's cards that lie open, ``known`` those the viewer knows of beside ``backs`` others; the
    backs come as a text to be gone through.
    """

    seat: int
    name: str
    is_named: bool
    initial: str
    picture: str
    is_bot: bool
    is_away: bool
    is_dealer: bool
    count: str
    standing: str
    small: str
    team: str
    description: str
    card: TrickCard | None
    held: tuple[CardFace, ...]
    known: tuple[CardFace, ...]
    backs: str


@dataclass(frozen=True, slots=True)
class StripButton:
    """The one button in the viewer's line.  ``act`` is back, resume, pause, undo, return, last, or empty; ``value`` the
    version that may be undone, or the seat that the viewer may return to."""

    act: str
    value: int | None = None


@dataclass(frozen=True, slots=True)
class LastTrick:
    """Names, cards and who won, in the order played; ``tail`` is what followed it."""

    cards: tuple[tuple[str, CardFace, bool], ...]
    line: str
    tail: str


@dataclass(frozen=True, slots=True)
class Felt:
    """Everything inside ``#felt``.  ``seat`` and ``to_act`` are empty strings where there is none; ``layout`` is
    `RING` or `DUEL`.

    ``phase`` is one of the engine's, or `CLOSED`; then ``closed`` is there, and nobody is to act.

    The last three belong to some families only (`Family.features`).
    """

    layout: str
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
    hand: Hand
    last_trick: LastTrick | None
    round_result: RoundResult | None
    match_result: MatchResult | None
    commitment: str
    closed: ClosedMatch | None = None
    prepared_line: str = ""
    prepared_url: str = ""
    bidding: BidPanel | None = None
    board: Board | None = None
    stock: StockView | None = None


def felt_of(view: TableView, preferences: Preferences, *, notice: str = "") -> Felt:
    felt = _felt(view, shown(view), preferences, notice=notice)
    if view.match.closed_at is None:
        return felt
    return replace(
        felt, phase=CLOSED, to_act="", is_my_turn=False, hand=Hand(), bidding=None, closed=closed_match(view.match)
    )


def strip_button(felt: Felt, panel: TablePanel | None) -> StripButton:
    """What is of use now, before all others what gives a seat back."""
    if panel is not None:
        if panel.is_played_for:
            return StripButton("back")
        if panel.may_agree:
            return StripButton(panel.may_agree)
        if panel.may_undo:
            return StripButton("undo", felt.version)
        if panel.lost_seat is not None:
            return StripButton("return", panel.lost_seat)
    return StripButton("last" if felt.last_trick else "")


def shown(view: TableView) -> Observation:
    """What the viewer knows, as it is shown: while the match is paused it is nobody's turn, and nothing can be done."""
    seen = view.observation
    return replace(seen, to_act=None, legal_actions=()) if view.match.is_paused else seen


def _felt(view: TableView, seen: Observation, preferences: Preferences, *, notice: str) -> Felt:
    family = family_of(seen)
    is_alike = is_seen_alike(seen, family)
    public = partial(_public, view, seen, family)
    me, *others = (_shared_seat(view, seen, family, seat, is_alike=is_alike) for seat in seats_around(seen))
    return Felt(
        layout=family.layout,
        match_id=view.match.pk,
        version=view.match.version,
        phase=seen.phase,
        seat="" if view.seat is None else view.seat,
        to_act="" if seen.to_act is None else seen.to_act,
        seats=seen.seats,
        opponents=tuple(others),
        me=me,
        is_my_turn=seen.is_own_turn,
        turn_line=_turn_line(view, seen, family),
        my_line=_own_line(seen, family, view.players[me.seat]),
        sum_line=family.sum_line(seen, view.players),
        reason=family.reason(seen),
        notice=notice,
        hand=hand_of(seen, family, preferences),
        round_result=family.round_result(seen, view.players) if seen.phase == DEAL and seen.finished else None,
        match_result=_match_result(view, family) if seen.phase == OVER else None,
        prepared_line=prepared_line(view),
        **family.features(seen, view.players),
        **(view.once("felt", public) if is_alike else public()),
    )


def _public(view: TableView, seen: Observation, family: Family[Any]) -> dict[str, Any]:
    """What stands on the felt for all who see the same players."""
    table_id = view.table.pk
    return {
        "action_url": _address("tables:play", table_id),
        "round_line": family.round_line(seen),
        "size_line": family.size_line(seen),
        "is_dealt": seen.phase != DEAL or bool(seen.finished),
        "trump": card_face(seen.turn_up) if seen.turn_up else None,
        "trump_suit": COLOURS[seen.trump] if seen.trump else "",
        "trump_line": _trump_line(seen, family),
        "last_trick": _last_trick(seen, family, view.players),
        "commitment": view.match.commitment,
        "prepared_url": _address("tables:prepared", table_id),
    }


@lru_cache(4096)
def _address(name: str, table_id: int) -> str:
    return reverse(name, args=[table_id])


def _trump_line(seen: Observation, family: Family[Any]) -> str:
    if not seen.turn_up:
        return family.no_trump_line()
    return _("Trump: %(suit)s, turned card %(card)s") % {
        "suit": sentences.suit_name(seen.turn_up[1]),
        "card": sentences.card_name(seen.turn_up),
    }


def _turn_line(view: TableView, seen: Observation, family: Family[Any]) -> str:
    if view.match.is_paused:
        return pgettext("a match of friends", "Paused")
    if seen.to_act is None:
        return family.round_title(seen) if seen.finished else _("The cards are being dealt")
    if seen.is_own_turn:
        return _("Your turn")
    return family.turn_line(seen, view.players[seen.to_act].name)


def _own_line(seen: Observation, family: Family[Any], player: Player) -> str:
    """The line under whose turn it is; spectators are told whose line it is."""
    line = family.own_line(seen, player.seat)
    return line if seen.seat is not None else f"{player.name}: {line}"


def _match_result(view: TableView, family: Family[Any]) -> MatchResult:
    seen, players = view.observation, view.players
    return match_result(view.match, family.winner_line(seen, players), family.places(seen, players))


# -- seats ---------------------------------------------------------------------------------------------------------


def is_seen_alike(seen: Observation, family: Family[Any]) -> bool:
    """Whether all who are shown this moment are shown the same players and the same log."""
    return family.is_seen_alike and not seen.foreign


def _shared_seat(view: TableView, seen: Observation, family: Family[Any], seat: int, *, is_alike: bool) -> Seat:
    find = partial(_seat, view, seen, family, seat)
    return view.once(("seat", seat), find) if is_alike else find()


def _seat(view: TableView, seen: Observation, family: Family[Any], seat: int) -> Seat:
    player = view.players[seat]
    plate, held = family.plate(seen, seat), family.held(seen, seat)
    return Seat(
        seat=seat,
        name=player.name,
        is_named=player.is_named,
        initial=initial(player),
        picture=player.picture,
        is_bot=player.is_bot,
        is_away=player.is_away,
        is_dealer=seat == seen.dealer,
        count=plate.count,
        standing=plate.standing,
        small=plate.small,
        team=plate.team,
        description=", ".join([*_who(seen, player), *plate.words]),
        card=_trick_card(seen, seat),
        held=tuple(map(card_face, held.large)),
        known=tuple(map(card_face, held.small)),
        backs="|" * held.backs,
    )


def initial(player: Player) -> str:
    """The letter on the avatar of a player without a picture."""
    return next(filter(str.isalpha, player.name), "?").upper()


def _who(seen: Observation, player: Player) -> list[str]:
    """The name, and what the plate shows of the player by marks."""
    parts = [player.name]
    if player.is_named:
        parts.append(_("name confirmed"))
    if player.is_bot:
        parts.append(_("bot"))
    if player.is_away:
        parts.append(_("away, a bot plays"))
    if player.seat == seen.dealer:
        parts.append(_("dealer"))
    return parts


# -- the trick -----------------------------------------------------------------------------------------------------


def shown_trick(seen: Observation) -> Trick | None:
    """The finished trick that stays on the table until the next card: only one of this round."""
    if seen.trick or seen.phase not in (PLAY, PICK, DEAL) or not sum(seen.made):
        return None
    return seen.last_trick


def _trick_card(seen: Observation, seat: int) -> TrickCard | None:
    finished = shown_trick(seen)
    key = f"{sum(seen.made) - bool(finished)}-{seat}"
    if finished:
        mark = "wins" if seat == finished.winner else ""
        tag = pgettext("on the winning card of a finished trick", "takes") if mark else ""
        return TrickCard(key, card_face(finished.card_of(seat)), mark, tag)
    index = (seat - seen.leader) % seen.seats
    if index >= len(seen.trick):
        return None
    if index == winning_index(seen.trick, seen.trump) and len(seen.trick) > 1:
        return TrickCard(key, card_face(seen.trick[index]), "wins", pgettext("on the highest card so far", "takes"))
    if index == 0:
        return TrickCard(key, card_face(seen.trick[0]), "", pgettext("on the first card of a trick", "leads"))
    return TrickCard(key, card_face(seen.trick[index]), "", "")


def _last_trick(seen: Observation, family: Family[Any], players: Sequence[Player]) -> LastTrick | None:
    trick = seen.last_trick
    if trick is None or seen.phase == OVER:
        return None
    seats = [(trick.leader + i) % seen.seats for i in range(seen.seats)]
    cards = tuple(
        (players[seat].name, card_face(card), seat == trick.winner)
        for seat, card in zip(seats, trick.cards, strict=True)
    )
    names = [player.name for player in players]
    # Of an earlier round only the cards are known while the new one has no trick.
    tail = family.log_tail(seen, names, sum(seen.made)) if sum(seen.made) else ""
    return LastTrick(cards, _("%(name)s took this trick") % {"name": names[trick.winner]}, tail)
