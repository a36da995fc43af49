"""Measures how strong bots are: the same deals again with the seats swapped, so that the cards cancel out.

Two levels sit in alternating seats for a whole match; then the same packs are dealt with their seats
exchanged.  A sample is one round of such a pair of matches: the mean points of the one level's seats less
those of the other's.  In games that go on to a number of points a match is cut to one deal, a board, and tricks are
counted instead.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from multiprocessing import get_context
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import NamedTuple, cast

from whist.bots.levels import choose
from whist.engine import GAMES
from whist.engine.game import DEAL, OVER, Options, ScoredRound, State
from whist.engine.german_scores import HAND_SIZE, PHASE_TWO, GermanHand
from whist.engine.partnership import PARTNERSHIP, SideScore
from whist.engine.scores import RoundScore
from whist.engine.trick_state import TrickState

#: Standard errors on either side of a 95 % interval.
INTERVAL = 1.96


class Setting(NamedTuple):
    """One match to be played twice between two levels."""

    game: str
    seats: int
    options: Options
    levels: tuple[str, str]
    seed: int


class SeatRound(NamedTuple):
    """How one seat fared in one round: its points, or tricks where nobody bids (``is_exact`` is None)."""

    level: str
    size: int
    score: int
    is_exact: bool | None


class Tally(NamedTuple):
    """What a pair of matches, or several, gave: differences by round, and CPU seconds by level."""

    levels: tuple[str, str]
    differences: list[float]
    rounds: list[SeatRound]
    seconds: dict[str, list[float]]


class Estimate(NamedTuple):
    mean: float
    margin: float

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.margin:.2f}"


def estimate_of(values: Sequence[float]) -> Estimate:
    """Mean and the half-width of its 95 % interval.

    >>> str(estimate_of([1.0, 3.0, 2.0, 2.0]))
    '+2.00 ± 0.80'
    """
    spread = stdev(values) if len(values) > 1 else float("inf")
    return Estimate(fmean(values), INTERVAL * spread / len(values) ** 0.5)


def play_pair(setting: Setting) -> Tally:
    """Play the match of a setting twice, seats swapped."""
    seconds: dict[str, list[float]] = defaultdict(list)
    halves = [_play_match(setting, swap, seconds) for swap in (0, 1)]
    differences = [
        fmean((_difference(first, setting), _difference(second, setting)))
        for first, second in zip(*halves, strict=True)
    ]
    rounds = [seat for half in halves for seats in half for seat in seats]
    return Tally(setting.levels, differences, rounds, dict(seconds))


def _difference(seats: Sequence[SeatRound], setting: Setting) -> float:
    one, other = (fmean(seat.score for seat in seats if seat.level == level) for level in setting.levels)
    return one - other


def _play_match(setting: Setting, swap: int, seconds: dict[str, list[float]]) -> list[list[SeatRound]]:
    game = GAMES[setting.game]
    rng = Random(f"{setting.seed}/packs")  # noqa: S311 - no site deals from here
    seeds = Random(f"{setting.seed}/{swap}")  # noqa: S311
    seated = [setting.levels[(seat + swap) % 2] for seat in range(setting.seats)]
    state = game.new_match(setting.seats, rng.randrange(setting.seats), setting.options)
    while not _is_played(state):
        if state.to_act is None:
            pack = list(game.pack(setting.seats))
            rng.shuffle(pack)
            state = state.apply(state.deal(pack))
        else:
            seen, level = state.observe(state.to_act), seated[state.to_act]
            begin = process_time()
            action = choose(seen, level, seeds.getrandbits(64))
            seconds[level].append(process_time() - begin)
            state = state.apply(action)
    return [
        [_fared(done, seat, seated[seat], setting.options) for seat in range(setting.seats)]
        for done in cast(TrickState, state).finished
    ]


def _is_played(state: State) -> bool:
    if state.game.has_schedule:
        return state.phase == OVER
    return state.phase in (DEAL, OVER) and state.round_number > 0


def _fared(done: ScoredRound, seat: int, level: str, options: Options) -> SeatRound:
    match done:
        case RoundScore():
            return SeatRound(level, done.size, done.score[seat], done.made[seat] == done.bids[seat])
        case SideScore():
            return SeatRound(level, HAND_SIZE, done.made[PARTNERSHIP.side_of(seat)], None)
        case GermanHand():
            counted = done.made[1:] if options.get("count") == PHASE_TWO and not options.get("race") else done.made
            return SeatRound(level, HAND_SIZE, sum(phase[seat] for phase in counted), None)
    return SeatRound(level, HAND_SIZE, done.score[seat], None)  # a game that counts no bids and no tricks of its own


def settings_for(
    levels: Sequence[str], game: str, seats: int, options: Options, matches: int, seed: int
) -> Iterator[Setting]:
    """Every two of the levels, ``matches`` pairs of matches each; all pairs get the same deals."""
    for pair in combinations(levels, 2):
        for number in range(matches):
            yield Setting(game, seats, options, (pair[0], pair[1]), seed * 100_000 + number)


def run(settings: Iterable[Setting], processes: int) -> list[Tally]:
    """Play all of them, and add up those between the same two levels."""
    sums: dict[tuple[str, str], Tally] = {}
    with get_context("spawn").Pool(processes) as pool:
        for tally in pool.imap(play_pair, settings):
            total = sums.setdefault(tally.levels, Tally(tally.levels, [], [], defaultdict(list)))
            total.differences.extend(tally.differences)
            total.rounds.extend(tally.rounds)
            for level, seconds in tally.seconds.items():
                total.seconds[level].extend(seconds)
    return list(sums.values())


def report(tallies: Sequence[Tally]) -> str:
    """The tables of `docs/bots.md`, in Markdown."""
    has_bids = any(seat.is_exact is not None for tally in tallies for seat in tally.rounds)
    if not has_bids:
        return "\n\n".join((_tricks_table(tallies), _cpu_table(tallies)))
    return "\n\n".join((_points_table(tallies), _hits_table(tallies), _cpu_table(tallies)))


def _tricks_table(tallies: Sequence[Tally]) -> str:
    lines = ["| match | tricks per board, own less other's | boards |", "|---|---|---|"]
    for tally in tallies:
        one, other = tally.levels
        lines.append(f"| {one} − {other} | {estimate_of(tally.differences)} | {len(tally.differences)} |")
    return "\n".join(lines)


def _points_table(tallies: Sequence[Tally]) -> str:
    lines = ["| match | points per round | rounds | exact bids |", "|---|---|---|---|"]
    for tally in tallies:
        one, other = tally.levels
        exact = " : ".join(
            f"{_exact(seat for seat in tally.rounds if seat.level == level):.1%}" for level in tally.levels
        )
        lines.append(f"| {one} − {other} | {estimate_of(tally.differences)} | {len(tally.differences)} | {exact} |")
    return "\n".join(lines)


def _exact(rounds: Iterable[SeatRound]) -> float:
    return fmean(bool(seat.is_exact) for seat in rounds)


def _hits_table(tallies: Sequence[Tally]) -> str:
    sizes = sorted({seat.size for tally in tallies for seat in tally.rounds})
    lines = [
        f"| exact bids, cards: | {' | '.join(map(str, sizes))} |",
        "|---" * (len(sizes) + 1) + "|",
    ]
    for tally in tallies:
        for level, against in (tally.levels, tally.levels[::-1]):
            shares = [
                f"{_exact(seat for seat in tally.rounds if (seat.level, seat.size) == (level, size)):.0%}"
                for size in sizes
            ]
            lines.append(f"| {level} against {against} | {' | '.join(shares)} |")
    return "\n".join(lines)


def _cpu_table(tallies: Sequence[Tally]) -> str:
    seconds: dict[str, list[float]] = defaultdict(list)
    for tally in tallies:
        for level, spent in tally.seconds.items():
            seconds[level] += spent
    lines = ["| CPU per decision, ms | mean | p95 | max | decisions |", "|---|---|---|---|---|"]
    for level, spent in seconds.items():
        spent.sort()
        figures = (fmean(spent), spent[int(len(spent) * 0.95)], spent[-1])
        lines.append(f"| {level} | {' | '.join(f'{1000 * x:.2f}' for x in figures)} | {len(spent)} |")
    return "\n".join(lines)
