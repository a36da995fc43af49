"""Two sides of two partners, who count their tricks and points together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from whist.engine.cards import Card
from whist.engine.game import DEAL, OVER
from whist.engine.partnership import PartnershipObservation, SideScore
from whist.tables.presenters.games.board import Board, board_row
from whist.tables.presenters.games.family import Family, Mark, Plate, deals_next
from whist.tables.presenters.result import PlaceLine, RoundLine, RoundResult, ahead, detail
from whist.tables.presenters.sheet import Cell, Row, Sheet
from whist.tables.texts import sentences
from whist.tables.texts.sentences import signed

if TYPE_CHECKING:
    from whist.tables.match.selectors import Player


class Partnership(Family[PartnershipObservation]):
    is_seen_alike = False

    def round_line(self, seen: PartnershipObservation) -> str:
        return _("Deal %(number)d") % {"number": seen.round_number + 1}

    def size_line(self, seen: PartnershipObservation) -> str:
        return _("to %(points)s") % {"points": sentences.points(seen.target)}

    def no_trump_line(self) -> str:
        return _("No trump")

    # -- seats -----------------------------------------------------------------------------------------------

    def plate(self, seen: PartnershipObservation, seat: int) -> Plate:
        is_ours = seen.game.side_of(seat) == _own_side(seen)
        role = _role(seen, seat, is_ours)
        words = [role] if role else []
        if seat == seen.dealer and seen.foreign.get(seat):
            words.append(_("turned card %(card)s") % {"card": sentences.card_name(seen.foreign[seat][0])})
        return Plate("", capfirst(role), tuple(words), team="us" if is_ours else "them")

    def own_line(self, seen: PartnershipObservation, seat: int) -> str:
        if seen.phase in (DEAL, OVER):
            return _("Points %(score)s") % {"score": _against(seen, seen.side_points)}
        return _("Tricks %(score)s") % {"score": _against(seen, seen.side_made)}

    # -- the table and the hand ------------------------------------------------------------------------------

    def features(self, seen: PartnershipObservation, players: Sequence[Player]) -> dict[str, Any]:
        if seen.phase == OVER:
            return {}
        rows = (
            board_row(_("Points"), _by_side(seen, seen.side_points)),
            board_row(_("Tricks"), _by_side(seen, seen.side_made)),
        )
        return {"board": Board(_("Points of the match and tricks of this deal"), _columns(seen, players), rows)}

    def marks(self, seen: PartnershipObservation) -> Mapping[Card, Mark]:
        if seen.seat != seen.dealer or seen.turn_up is None:
            return {}
        return {seen.turn_up: Mark("known", _("the turned card, which all have seen"))}

    # -- ends of deals and matches ---------------------------------------------------------------------------

    def round_title(self, seen: PartnershipObservation) -> str:
        done = seen.finished[-1]
        winner = _winner(done)
        points = {"points": signed(done.score[winner])}
        if seen.seat is None:
            return _("Deal %(number)d is over") % {"number": len(seen.finished)}
        return (
            _("Deal won: %(points)s") if winner == _own_side(seen) else _("Deal lost: %(points)s for them")
        ) % points

    def round_result(self, seen: PartnershipObservation, players: Sequence[Player]) -> RoundResult:
        done = seen.finished[-1]
        lines = tuple(
            RoundLine(
                name=_side_name(seen, side, players),
                is_me=seen.seat is not None and side == _own_side(seen),
                mark=str(done.made[side]),
                standing="ok" if side == _winner(done) else "",
                score=signed(done.score[side]),
                total=str(done.total[side]),
            )
            for side in _sides(seen)
        )
        headings = (_("Side"), _("Tricks"), _("Points of the deal"), _("Total"))
        return RoundResult(headings, lines, _("Next deal"), deals_next(seen, players))

    def winner_line(self, seen: PartnershipObservation, players: Sequence[Player]) -> str:
        assert seen.ranking is not None
        winner = seen.game.side_of(seen.ranking.order[0])
        if seen.seat is not None and winner == _own_side(seen):
            return _("You win!")
        return _("%(names)s win") % {"names": _side_name(seen, winner, players)}

    def places(self, seen: PartnershipObservation, players: Sequence[Player]) -> tuple[PlaceLine, ...]:
        assert seen.ranking is not None
        assert seen.leaderboard is not None
        winner = seen.game.side_of(seen.ranking.order[0])
        lead = seen.side_points[winner] - seen.side_points[1 - winner]
        leads = {winner: ahead(lead), 1 - winner: ""}
        return tuple(
            PlaceLine(
                place=number,
                name=_side_name(seen, side, players),
                is_me=seen.seat is not None and side == _own_side(seen),
                is_bot=False,
                score=str(seen.side_points[side]),
                detail=detail(_leaderboard(seen.leaderboard[side]), leads[side]),
            )
            for number, side in enumerate((winner, 1 - winner), 1)
        )

    def sheet(self, seen: PartnershipObservation, players: Sequence[Player]) -> Sheet:
        rows = [
            Row(number, None, False, tuple(_cell(done, side) for side in _sides(seen)))
            for number, done in enumerate(seen.finished, 1)
        ]
        if seen.phase not in (DEAL, OVER):
            rows.append(Row(len(rows) + 1, None, True, (Cell("…", "", _("in play")),) * 2))
        return Sheet(
            names=_columns(seen, players),
            rows=tuple(rows),
            totals=tuple(map(str, _by_side(seen, seen.side_points))),
            caption=_("Score of the match: for each deal the points so far and the tricks"),
            legend=_("Each cell holds the points so far and, small, the tricks of the deal; six tricks count nothing."),
        )

    # -- for the ear -----------------------------------------------------------------------------------------

    def opening(self, seen: PartnershipObservation, names: Sequence[str]) -> str:
        assert seen.turn_up is not None
        return _("deal %(number)d: %(name)s turns the %(card)s, %(trump)s") % {
            "number": seen.round_number + 1,
            "name": names[seen.dealer],
            "card": sentences.card_name(seen.turn_up),
            "trump": sentences.trump_phrase(seen.trump),
        }

    def round_over(self, seen: PartnershipObservation, names: Sequence[str]) -> str:
        done = seen.finished[-1]
        return _("deal %(number)d is over: tricks %(tricks)s, points %(points)s") % {
            "number": len(seen.finished),
            "tricks": _against(seen, done.made),
            "points": _against(seen, done.total),
        }

    def match_over(self, seen: PartnershipObservation, names: Sequence[str]) -> str:
        assert seen.ranking is not None
        first, second = (names[seat] for seat in seen.ranking.order[:2])
        return _("the match is over: %(first)s and %(second)s win, points %(points)s") % {
            "first": first,
            "second": second,
            "points": _against(seen, seen.side_points),
        }


# -- sides: the viewer's own comes first; a spectator sees side 0 first ------------------------------------------------


def _own_side(seen: PartnershipObservation) -> int:
    return seen.game.side_of(seen.seat or 0)


def _sides(seen: PartnershipObservation) -> tuple[int, int]:
    own = _own_side(seen)
    return own, 1 - own


def _by_side(seen: PartnershipObservation, numbers: Sequence[int]) -> tuple[int, int]:
    own, other = _sides(seen)
    return numbers[own], numbers[other]


def _against(seen: PartnershipObservation, numbers: Sequence[int]) -> str:
    """ "4 : 5", the viewer's side first."""
    return "{} : {}".format(*_by_side(seen, numbers))


def _columns(seen: PartnershipObservation, players: Sequence[Player]) -> tuple[str, str]:
    if seen.seat is None:
        return _side_name(seen, 0, players), _side_name(seen, 1, players)
    return pgettext("side of the viewer", "We"), pgettext("the other side", "They")


def _side_name(seen: PartnershipObservation, side: int, players: Sequence[Player]) -> str:
    """Both partners; the viewer as "You", and first."""
    own = [_("You")] if seen.seat in seen.game.sides[side] else []
    others = [players[seat].name for seat in seen.game.sides[side] if seat != seen.seat]
    first, second = own + others
    return _("%(first)s and %(second)s") % {"first": first, "second": second}


def _role(seen: PartnershipObservation, seat: int, is_ours: bool) -> str:
    if seen.seat is None or seat == seen.seat:
        return ""
    return pgettext("of the viewer", "partner") if is_ours else pgettext("of the viewer", "opponent")


# -- numbers -----------------------------------------------------------------------------------------------------------


def _winner(done: SideScore) -> int:
    """The side with more tricks; of thirteen one side has always more."""
    return done.made.index(max(done.made))


def _cell(done: SideScore, side: int) -> Cell:
    tricks, total = done.made[side], done.total[side]
    taken = ngettext("%(n)d trick", "%(n)d tricks", tricks) % {"n": tricks}
    spoken = _("%(tricks)s, total %(total)d") % {"tricks": taken, "total": total}
    return Cell(str(total), str(tricks), spoken)


def _leaderboard(result: int) -> str:
    return _("%(points)s for the leaderboard") % {"points": sentences.points(result)}
