"""Two players, a stock that is played for in phase one, and the hands that came of it in phase two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whist.engine.cards import Card
from whist.engine.game import DEAL, OVER, PICK
from whist.engine.german import GermanHand, GermanObservation, GermanRules, SeenDraw
from whist.engine.german_scores import HAND_SIZE, PHASE_TWO
from whist.tables.presenters.games.board import Board, BoardRow, board_row
from whist.tables.presenters.games.family import DUEL, Family, Held, Mark, Plate, deals_next, seats_around
from whist.tables.presenters.games.stock import stock_view
from whist.tables.presenters.log import short_card
from whist.tables.presenters.result import PlaceLine, RoundLine, RoundResult, detail, winner_line
from whist.tables.presenters.sheet import Cell, Row, Sheet, column_names, named_columns
from whist.tables.texts import sentences
from whist.tables.texts.sentences import signed

if TYPE_CHECKING:
    from whist.tables.match.selectors import Player


class German(Family[GermanObservation]):
    is_seen_alike = False
    layout = DUEL

    def round_line(self, seen: GermanObservation) -> str:
        return _("Hand %(number)d") % {"number": seen.round_number + 1}

    def size_line(self, seen: GermanObservation) -> str:
        phase = _("Phase two") if _is_phase_two(seen) else _("Phase one")
        return detail(phase, _aim(seen.rules))

    def no_trump_line(self) -> str:
        return _("No trump: the stock stays hidden")

    # -- seats -----------------------------------------------------------------------------------------------

    def plate(self, seen: GermanObservation, seat: int) -> Plate:
        series = _series(seen, seat)
        words = [_("tricks %(tricks)s") % {"tricks": _tricks(seen, seat)}, series]
        if seen.foreign.get(seat):
            cards = ", ".join(map(sentences.card_name, seen.foreign[seat]))
            words.append(_("holds %(cards)s") % {"cards": cards})
        return Plate(_tricks(seen, seat), "", tuple(filter(None, words)))

    def own_line(self, seen: GermanObservation, seat: int) -> str:
        return detail(_("Tricks %(score)s") % {"score": _tricks(seen, seat)}, _series(seen, seat))

    def turn_line(self, seen: GermanObservation, name: str) -> str:
        return _("%(name)s takes a card") % {"name": name} if seen.phase == PICK else super().turn_line(seen, name)

    def held(self, seen: GermanObservation, seat: int) -> Held:
        known = tuple(seen.foreign.get(seat, ()))
        return Held(small=known, backs=seen.cards_left[seat] - len(known))

    # -- the table and the hand ------------------------------------------------------------------------------

    def features(self, seen: GermanObservation, players: Sequence[Player]) -> dict[str, Any]:
        if seen.phase == OVER:
            return {}
        return {"stock": stock_view(seen), "board": _board(seen, players)}

    def sum_line(self, seen: GermanObservation, players: Sequence[Player]) -> str:
        """What the finished trick brought, while it lies on the table."""
        if seen.trick or not _is_drawn(seen):
            return ""
        names = [player.name for player in players]
        return capfirst(", ".join(_short_draw(draw, names, seen.seat) for draw in seen.draws[-2:]))

    def reason(self, seen: GermanObservation) -> str:
        if seen.phase == PICK and seen.is_own_turn:
            return _("Take one of the open cards")
        return super().reason(seen)

    def drawn(self, seen: GermanObservation) -> tuple[Card, ...]:
        return tuple(draw.card for draw in seen.draws if draw.seat == seen.seat and draw.card)

    def marks(self, seen: GermanObservation) -> Mapping[Card, Mark]:
        if seen.seat is None:
            return {}
        marks = {card: Mark("known", _("your opponent has seen it")) for card in seen.known[seen.seat]}
        drawn = self.drawn(seen)
        if drawn and _is_drawn(seen) and not _has_played(seen):
            marks[drawn[-1]] = Mark("known drawn" if drawn[-1] in marks else "drawn", _("just drawn"))
        return marks

    # -- ends of hands and matches ---------------------------------------------------------------------------

    def round_title(self, seen: GermanObservation) -> str:
        done = seen.finished[-1]
        if done.winner is None:
            return _("13 : 13, nobody wins the hand")
        if seen.seat is None:
            return _("Hand %(number)d is over") % {"number": len(seen.finished)}
        points = {"points": signed(done.points)}
        return (_("Hand won: %(points)s") if done.winner == seen.seat else _("Hand lost: %(points)s")) % points

    def round_result(self, seen: GermanObservation, players: Sequence[Player]) -> RoundResult:
        done = seen.finished[-1]
        lines = tuple(
            RoundLine(
                name=players[seat].name,
                is_me=seat == seen.seat,
                mark=_both_phases(done, seat),
                standing="ok" if seat == done.winner else "",
                score=signed(done.score[seat]),
                total=str(_standing_of(seen, done, seat)),
                is_named=players[seat].is_named,
            )
            for seat in seats_around(seen)
        )
        total = _("Total") if seen.rules.to_points else _("Hands won")
        headings = (_("Player"), _("Tricks in both phases"), _("Points of the hand"), total)
        return RoundResult(headings, lines, _("Next hand"), deals_next(seen, players))

    def winner_line(self, seen: GermanObservation, players: Sequence[Player]) -> str:
        assert seen.match_winner is not None
        return winner_line(seen.match_winner, seen.seat, players)

    def places(self, seen: GermanObservation, players: Sequence[Player]) -> tuple[PlaceLine, ...]:
        assert seen.ranking is not None
        return tuple(
            PlaceLine(
                place=number,
                name=players[seat].name,
                is_me=seat == seen.seat,
                is_bot=players[seat].is_bot,
                score=str(_result(seen, seat)),
                detail=_how(seen, seat),
                is_named=players[seat].is_named,
            )
            for number, seat in enumerate(seen.ranking.order, 1)
        )

    def sheet(self, seen: GermanObservation, players: Sequence[Player]) -> Sheet:
        seats = seats_around(seen)
        rows = [
            Row(number, None, False, tuple(_cell(seen, done, seat) for seat in seats))
            for number, done in enumerate(seen.finished, 1)
        ]
        if seen.phase not in (DEAL, OVER):
            rows.append(Row(len(rows) + 1, None, True, (Cell("…", "", _("in play")),) * 2))
        counted = seen.scores if _counts_points(seen.rules) else seen.wins
        legend = (
            _("Each cell holds the points so far and, small, the tricks of both phases.")
            if _counts_points(seen.rules)
            else _("Each cell holds the hands won so far and, small, the tricks of both phases.")
        )
        return Sheet(
            names=column_names(players, seats, seen.seat),
            rows=tuple(rows),
            totals=tuple(str(counted[seat]) for seat in seats),
            caption=_("Score of the series, hand by hand"),
            legend=legend,
            is_named=named_columns(players, seats, seen.seat),
        )

    # -- log and ear -----------------------------------------------------------------------------------------

    def log_tail(self, seen: GermanObservation, names: Sequence[str], number: int) -> str:
        return ", ".join(_short_draw(draw, names) for draw in seen.draws[2 * number - 2 : 2 * number])

    def opening(self, seen: GermanObservation, names: Sequence[str]) -> str:
        first = _("hand %(number)d: %(name)s deals, %(trump)s") % {
            "number": seen.round_number + 1,
            "name": names[seen.dealer],
            "trump": sentences.trump_phrase(seen.trump),
        }
        return ", ".join(filter(None, (first, _prizes(seen))))

    def after_trick(self, seen: GermanObservation, names: Sequence[str]) -> str:
        if not _is_drawn(seen):
            return _prizes(seen)
        return ", ".join(filter(None, (*(_draw(draw, names) for draw in seen.draws[-2:]), _prizes(seen))))

    def round_over(self, seen: GermanObservation, names: Sequence[str]) -> str:
        done = seen.finished[-1]
        words = {"number": len(seen.finished), "tricks": _tricks_against(seen, done)}
        if done.winner is None:
            return _("hand %(number)d is over: tricks %(tricks)s, nobody wins it") % words
        words |= {"name": names[done.winner], "points": sentences.points(done.points)}
        return _("hand %(number)d is over: tricks %(tricks)s, %(name)s wins it with %(points)s") % words

    def match_over(self, seen: GermanObservation, names: Sequence[str]) -> str:
        assert seen.match_winner is not None
        return _("the match is over: %(name)s wins, %(score)s") % {
            "name": names[seen.match_winner],
            "score": " : ".join(str(_result(seen, seat)) for seat in seats_around(seen)),
        }


# -- where the hand stands -------------------------------------------------------------------------------------------


def _is_phase_two(seen: GermanObservation) -> bool:
    return len(seen.tricks) >= HAND_SIZE


def _is_drawn(seen: GermanObservation) -> bool:
    """Whether cards were drawn for the last trick, and have been."""
    return bool(seen.tricks) and len(seen.draws) == 2 * len(seen.tricks)


def _has_played(seen: GermanObservation) -> bool:
    return ((seen.seat or 0) - seen.leader) % seen.seats < len(seen.trick)


def _tricks(seen: GermanObservation, seat: int) -> str:
    """The tricks of phase one, and of phase two once it has begun: "7 + 2"."""
    first, second = seen.phase_made[0][seat], seen.phase_made[1][seat]
    return f"{first} + {second}" if _is_phase_two(seen) else str(first)


def _board(seen: GermanObservation, players: Sequence[Player]) -> Board:
    own, other = seats_around(seen)

    def row(title: str, numbers: Sequence[int]) -> BoardRow:
        return board_row(title, (numbers[own], numbers[other]))

    rows = [row(_("Phase one"), seen.phase_made[0])]
    if _is_phase_two(seen):
        rows.append(row(_("Phase two"), seen.phase_made[1]))
    if seen.rules.to_points:
        rows.append(row(_("Points"), seen.scores))
    elif seen.rules.best_of > 1:
        rows.append(row(_("Hands won"), seen.wins))
    first, second = column_names(players, (own, other), seen.seat)
    return Board(_("Tricks of both phases"), (first, second), tuple(rows))


# -- the series ------------------------------------------------------------------------------------------------------


def _aim(rules: GermanRules) -> str:
    if rules.race:
        return _("race to %(n)d tricks") % {"n": rules.race}
    if rules.to_points:
        return _("to %(points)s") % {"points": sentences.points(rules.to_points)}
    return _("best of %(n)d") % {"n": rules.best_of} if rules.best_of > 1 else ""


def _counts_points(rules: GermanRules) -> bool:
    """Whether points are what the score sheet adds up: also where only one hand is won, which has no series."""
    return bool(rules.to_points) or rules.best_of == 1


def _hands_won(number: int) -> str:
    return ngettext("%(n)d hand won", "%(n)d hands won", number) % {"n": number}


def _series(seen: GermanObservation, seat: int) -> str:
    if seen.rules.to_points:
        return sentences.points(seen.scores[seat])
    return _hands_won(seen.wins[seat]) if seen.rules.best_of > 1 else ""


def _standing_of(seen: GermanObservation, done: GermanHand, seat: int) -> int:
    return done.total[seat] if _counts_points(seen.rules) else done.wins[seat]


def _cell(seen: GermanObservation, done: GermanHand, seat: int) -> Cell:
    total = _standing_of(seen, done, seat)
    spoken = _("tricks %(tricks)s, total %(total)d") % {"tricks": _both_phases(done, seat), "total": total}
    return Cell(str(total), _both_phases(done, seat), spoken)


def _both_phases(done: GermanHand, seat: int) -> str:
    return f"{done.made[0][seat]} + {done.made[1][seat]}"


def _counted(done: GermanHand, rules: GermanRules, seat: int) -> int:
    """The tricks that decide the hand."""
    first, second = done.made[0][seat], done.made[1][seat]
    return second if rules.count == PHASE_TWO and not rules.race else first + second


def _tricks_against(seen: GermanObservation, done: GermanHand) -> str:
    return " : ".join(str(_counted(done, seen.rules, seat)) for seat in seats_around(seen))


def _result(seen: GermanObservation, seat: int) -> int:
    """What decided the match: points, hands won, or the tricks of the only hand that was won."""
    if seen.rules.to_points:
        return seen.scores[seat]
    return seen.wins[seat] if seen.rules.best_of > 1 else _counted(seen.finished[-1], seen.rules, seat)


def _how(seen: GermanObservation, seat: int) -> str:
    done = seen.finished[-1]
    if seen.rules.to_points:
        return _hands_won(seen.wins[seat])
    if seen.rules.best_of > 1:
        return sentences.points(seen.scores[seat])
    if seat != done.winner:
        return _both_phases(done, seat)
    return detail(_both_phases(done, seat), sentences.points(done.points) if done.points else _("phase two decided"))


# -- cards that are drawn --------------------------------------------------------------------------------------------


def _short_draw(draw: SeenDraw, names: Sequence[str], me: int | None = None) -> str:
    """ "Ana takes 9♥", or "you take 9♥" where it is said to ``me``."""
    words = {"name": names[draw.seat], "card": short_card(draw.card) if draw.card else ""}
    if draw.seat == me:
        return (_("you take %(card)s") if draw.is_open else _("you draw %(card)s")) % words
    if draw.is_open:
        return _("%(name)s takes %(card)s") % words
    return (_("%(name)s draws %(card)s") if draw.card else _("%(name)s draws a card")) % words


def _draw(draw: SeenDraw, names: Sequence[str]) -> str:
    """The same for the ear."""
    words = {"name": names[draw.seat], "card": sentences.card_name(draw.card) if draw.card else ""}
    if draw.is_open:
        return _("%(name)s takes the %(card)s") % words
    return (_("%(name)s draws the %(card)s") if draw.card else _("%(name)s draws a card")) % words


def _prizes(seen: GermanObservation) -> str:
    """What can be won next, for the ear."""
    cards = list(map(sentences.card_name, seen.prizes))
    if len(cards) == 1:
        return _("the prize is the %(card)s") % {"card": cards[0]}
    return _("open cards: %(cards)s") % {"cards": ", ".join(cards)} if cards else ""
