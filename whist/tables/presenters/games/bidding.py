"""Games in which everybody says before the play how many tricks they will make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from whist.engine.game import BID, OVER, PLAY, Game, Options
from whist.engine.romanian import RomanianObservation
from whist.engine.schedules import QUICK, SCHEDULES
from whist.engine.scores import RoundScore
from whist.tables.presenters.games.family import Family, Held, Plate, seats_around
from whist.tables.presenters.log import LogLine
from whist.tables.presenters.result import PlaceLine, RoundLine, RoundResult, ahead, detail, winner_line
from whist.tables.presenters.sheet import EMPTY, Cell, Row, Sheet, column_names, named_columns
from whist.tables.texts import labels, sentences
from whist.tables.texts.sentences import plain, signed
from whist.translations import said_once

if TYPE_CHECKING:
    from whist.tables.match.selectors import Player


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


#: What breaks a tie in points, said of the player who stands above.
CRITERIA: dict[str, Callable[[], str]] = {
    "missed": lambda: pgettext("stands above because of", "fewer missed bids"),
    "peak": lambda: pgettext("stands above because of", "fewer missed bids in the largest rounds"),
    "diff": lambda: pgettext("stands above because of", "fewer tricks off the bids in all"),
    "worst": lambda: pgettext("stands above because of", "a smaller worst miss"),
    "last_unequal": lambda: pgettext("stands above because of", "ahead in the last round in which they differed"),
    "seat": lambda: pgettext("stands above because of", "the lower seat"),
}


class Bidding(Family[RomanianObservation]):
    def round_line(self, seen: RomanianObservation) -> str:
        return _("Round %(number)d/%(rounds)d") % {"number": seen.round_number + 1, "rounds": len(seen.sizes)}

    def size_line(self, seen: RomanianObservation) -> str:
        return sentences.cards_count(seen.size)

    def no_trump_line(self) -> str:
        return _("No card left to turn: no trump")

    # -- seats -----------------------------------------------------------------------------------------------

    def plate(self, seen: RomanianObservation, seat: int) -> Plate:
        bid, made, standing = seen.bids[seat], seen.made[seat], _standing(seen, seat)
        words = [] if bid is None else [_("bid %(bid)d") % {"bid": bid}]
        if seen.phase != BID:
            words.append(_("made %(made)d") % {"made": made})
        if standing == "missed":
            words.append(_("missed"))
        words.append(sentences.points(seen.scores[seat]))
        count = "" if bid is None else str(bid) if seen.phase == BID else f"{made}/{bid}"
        return Plate(count, plain(seen.scores[seat]), tuple(words), standing)

    def own_line(self, seen: RomanianObservation, seat: int) -> str:
        return _own_line(seen.phase, seen.bids[seat], seen.made[seat], seen.scores[seat])

    def turn_line(self, seen: RomanianObservation, name: str) -> str:
        return _bids(name) if seen.phase == BID else super().turn_line(seen, name)

    def held(self, seen: RomanianObservation, seat: int) -> Held:
        return Held(large=tuple(seen.foreign.get(seat, ())))

    # -- the table -------------------------------------------------------------------------------------------

    def sum_line(self, seen: RomanianObservation, players: Sequence[Player]) -> str:
        """Also while the bids are still coming in, but not over the panel, which says it itself."""
        if seen.phase not in (BID, PLAY) or (seen.phase == BID and seen.is_own_turn):
            return ""
        return str(capfirst(sentences.bids_line(seen.bids, seen.size)))

    def features(self, seen: RomanianObservation, players: Sequence[Player]) -> dict[str, Any]:
        return {"bidding": _bid_panel(seen) if seen.phase == BID and seen.is_own_turn else None}

    # -- ends of rounds and matches --------------------------------------------------------------------------

    def round_title(self, seen: RomanianObservation) -> str:
        done = seen.finished[-1]
        if seen.seat is None:
            return _("Round %(number)d is over") % {"number": len(seen.finished)}
        points = {"points": signed(done.score[seen.seat])}
        if done.bids[seen.seat] == done.made[seen.seat]:
            return _("Bid made: %(points)s") % points
        return _("Bid missed: %(points)s") % points

    def round_result(self, seen: RomanianObservation, players: Sequence[Player]) -> RoundResult:
        done = seen.finished[-1]
        lines = tuple(
            RoundLine(
                name=players[seat].name,
                is_me=seat == seen.seat,
                mark=f"{done.made[seat]}/{done.bids[seat]}",
                standing="ok" if done.bids[seat] == done.made[seat] else "missed",
                score=signed(done.score[seat]),
                total=plain(done.total[seat]),
                is_named=players[seat].is_named,
            )
            for seat in seats_around(seen)
        )
        headings = (_("Player"), _("Made and bid"), _("Round"), _("Total"))
        next_line = sentences.cards_count(seen.sizes[len(seen.finished)])
        return RoundResult(headings, lines, _("Next round"), next_line)

    def winner_line(self, seen: RomanianObservation, players: Sequence[Player]) -> str:
        assert seen.ranking is not None
        return winner_line(seen.ranking.order[0], seen.seat, players)

    def places(self, seen: RomanianObservation, players: Sequence[Player]) -> tuple[PlaceLine, ...]:
        assert seen.ranking is not None
        return tuple(
            PlaceLine(
                place=number + 1,
                name=players[seat].name,
                is_me=seat == seen.seat,
                is_bot=players[seat].is_bot,
                score=plain(seen.scores[seat]),
                detail=detail(_bids_made(seen, seat), _decided(seen, number)),
                is_named=players[seat].is_named,
            )
            for number, seat in enumerate(seen.ranking.order)
        )

    def sheet(self, seen: RomanianObservation, players: Sequence[Player]) -> Sheet:
        """Columns in the order of the seats, beginning with the viewer as at the table."""
        seats = seats_around(seen)
        names = column_names(players, seats, seen.seat)
        rows = tuple(_row(seen, seats, number) for number in range(len(seen.sizes)))
        totals = tuple(plain(seen.scores[seat]) for seat in seats)
        return Sheet(names, rows, totals, _caption(), _legend(), named_columns(players, seats, seen.seat))

    def current_row(self, seen: RomanianObservation, players: Sequence[Player]) -> Row | None:
        return _row(seen, seats_around(seen), len(seen.finished)) if seen.phase in (BID, PLAY) else None

    # -- log and ear -----------------------------------------------------------------------------------------

    def log_head(self, seen: RomanianObservation, names: Sequence[str]) -> tuple[LogLine, ...]:
        text = ", ".join(f"{names[seat]} {seen.bids[seat]}" for seat in _bidders(seen))
        return (LogLine(_("Bids"), text),)

    def opening(self, seen: RomanianObservation, names: Sequence[str]) -> str:
        number = {"number": seen.round_number + 1}
        if seen.phase == PLAY:
            sums = {"sum": sentences.bids_line(seen.bids, seen.size)}
            return _("round %(number)d: all have bid, %(sum)s") % {**number, **sums}
        if bidders := _bidders(seen):
            last = {"name": names[bidders[-1]], "bid": seen.bids[bidders[-1]]}
            return _("round %(number)d: %(name)s bids %(bid)d") % (number | last)
        cards, trump = sentences.cards_count(seen.size), sentences.trump_phrase(seen.trump)
        return _("round %(number)d: %(cards)s, %(trump)s") % {**number, "cards": cards, "trump": trump}

    def round_over(self, seen: RomanianObservation, names: Sequence[str]) -> str:
        done = seen.finished[-1]
        results = ", ".join(
            _("%(name)s %(points)s") % {"name": name, "points": sentences.points(score)}
            for name, score in zip(names, done.score, strict=True)
        )
        return _("round %(number)d is over: %(results)s") % {"number": len(seen.finished), "results": results}

    def match_over(self, seen: RomanianObservation, names: Sequence[str]) -> str:
        assert seen.ranking is not None
        winner = seen.ranking.order[0]
        points = sentences.points(seen.scores[winner])
        return _("the match is over: %(name)s wins with %(points)s") % {"name": names[winner], "points": points}


@said_once
def _own_line(phase: str, bid: int | None, made: int, score: int) -> str:
    if bid is None or phase == OVER:
        return sentences.points(score)
    if phase == BID:
        return _("Bid %(bid)d") % {"bid": bid} + " · " + sentences.points(score)
    return _("Bid %(bid)d · made %(made)d") % {"bid": bid, "made": made}


@said_once
def _bids(name: str) -> str:
    return _("%(name)s bids") % {"name": name}


def _bidders(seen: RomanianObservation) -> list[int]:
    """The seats that have bid in this round, in their order."""
    order = [(seen.dealer + 1 + place) % seen.seats for place in range(seen.seats)]
    return [seat for seat in order if seen.bids[seat] is not None]


def _standing(seen: RomanianObservation, seat: int) -> str:
    """ "missed" as soon as the bid cannot be made any more, "ok" while it stands exactly (for good after the round)."""
    bid, made = seen.bids[seat], seen.made[seat]
    if bid is None or seen.phase == BID:
        return ""
    if made > bid or made + max(seen.cards_left) < bid:
        return "missed"
    return "ok" if made == bid else ""


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


# -- places --------------------------------------------------------------------------------------------------------


def _bids_made(seen: RomanianObservation, seat: int) -> str:
    made = sum(done.bids[seat] == done.made[seat] for done in seen.finished)
    return _("%(made)s of %(rounds)s bids made") % {"made": made, "rounds": len(seen.finished)}


def _decided(seen: RomanianObservation, number: int) -> str:
    """Why this place is above the next: how far ahead in points, or the criterion that broke the tie."""
    assert seen.ranking is not None
    order, decided = seen.ranking
    if number == len(decided):
        return ""
    lead = seen.scores[order[number]] - seen.scores[order[number + 1]]
    return ahead(lead) if lead else CRITERIA[decided[number]]()


# -- the traditional sheet: for each round the running total and the bid ---------------------------------------------


def _caption() -> str:
    return _("Score sheet: for each round the running total and the bid")


def _legend() -> str:
    return _("Each cell holds the running total and, small, the bid; a missed bid is struck out.")


def _row(seen: RomanianObservation, seats: Sequence[int], number: int) -> Row:
    is_current = number == len(seen.finished) and seen.phase in (BID, PLAY)
    if number < len(seen.finished):
        cells = tuple(_finished_cell(seen.finished[number], seat) for seat in seats)
    elif is_current:
        cells = tuple(_open_cell(seen.bids[seat]) for seat in seats)
    else:
        cells = (EMPTY,) * len(seats)
    return Row(number + 1, seen.sizes[number], is_current, cells)


def _finished_cell(done: RoundScore, seat: int) -> Cell:
    bid, made, total = done.bids[seat], done.made[seat], done.total[seat]
    words = {"bid": bid, "made": made, "total": total}
    spoken = (
        _("bid %(bid)d, made, total %(total)d") % words
        if bid == made
        else _("bid %(bid)d, made %(made)d, missed, total %(total)d") % words
    )
    return Cell(plain(total), str(bid), spoken, bid != made)


def _open_cell(bid: int | None) -> Cell:
    if bid is None:
        return Cell("…", "", _("no bid yet"))
    return Cell("…", str(bid), _("bid %(bid)d") % {"bid": bid})


def empty_sheet(game: Game, seats: int, options: Options) -> dict[str, Any]:
    """The page of the sheet for pen and paper; sizes that are drawn by lot are left to be written in."""
    values = {option.name: option.choices[0].value for option in game.options} | dict(options)
    schedule = values["schedule"]
    sizes = (8, 0, 0, 0, 0, 0) if schedule == QUICK else SCHEDULES[schedule](seats)
    rows = tuple(Row(number, size, False, (EMPTY,) * seats) for number, size in enumerate(sizes, 1))
    blank = ("",) * seats
    title = f"{labels.game_label(game.slug)}, {labels.choice_label('schedule', schedule)}"
    return {"sheet": Sheet(blank, rows, blank, _caption(), _legend()), "title": title, "table_id": None}
