"""What a move costs on a socket, counted in bytes over whole matches."""

import statistics
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from accounts.people.preferences import Preferences
from tests.bench.instant import compressed
from tests.support.felts import moments, step
from tests.support.positions import seen
from whist.engine import GAMES
from whist.engine.game import OVER, State
from whist.tables.drawing.parts import NOTHING_DRAWN, Drawing
from whist.tables.drawing.table import table_elements
from whist.tables.presenters import moment

pytestmark = pytest.mark.once

MATCHES = {"romanian": 1, "romanian52": 1, "whist": 2, "german": 6}
"""One hand of German whist says less than a match of many rounds."""

SEATS = [
    ("romanian", 6),
    ("romanian", 4),
    ("romanian", 3),
    ("romanian52", 6),
    ("romanian52", 3),
    ("whist", 4),
    ("german", 2),
]
FOR_OTHERS, TO_ACT = 150, 400
"""Bytes of a frame at the median of whole matches: for those who are not to act, and for the one who is, who is sent
the whole hand."""

LIMITS = {"romanian": (205, 1100), "romanian52": (195, 1200), "whist": (190, 1215), "german": (320, 950)}
"""Bytes of a frame at the most, on average and the heaviest, at a table of the fewest seats."""


def states(slug: str, seats: int, seed: int) -> Iterator[State]:
    rng, state = Random(seed), GAMES[slug].new_match(seats, seed % seats, {})
    yield state
    while state.phase != OVER:
        state = step(state, rng)
        yield state


def frames(states: Iterable[State], seat: int = 0) -> Iterator[str]:
    """What a seat of a match is sent: of every state the parts that are another than before."""
    shown = NOTHING_DRAWN
    sheet: object = None
    for version, state in enumerate(states):
        view = seen(state, seat, version=version)
        now = len(view.observation.finished), state.phase
        drawing = Drawing(table_elements(moment(view, Preferences()), with_sheet=now != sheet))
        said, shown = drawing.after(shown)
        yield said
        sheet = now


@pytest.mark.parametrize("slug", LIMITS)
def test_frames_of_a_match_stay_small(slug: str):
    sizes = [size for seed in range(2) for size in compressed(frames(moments(slug, seed)))]
    mean, most = LIMITS[slug]
    assert statistics.mean(sizes) <= mean
    assert max(sizes) <= most


@pytest.mark.parametrize(("slug", "seats"), SEATS)
def test_most_frames_bring_little(slug: str, seats: int):
    sizes: dict[bool, list[int]] = {True: [], False: []}
    for seed in range(MATCHES[slug]):
        played = list(states(slug, seats, seed))
        for seat in range(seats):
            for size, state in sized(played, seat):
                sizes[state.to_act == seat].append(size)
    assert statistics.median(sizes[False]) <= FOR_OTHERS
    assert statistics.median(sizes[True]) <= TO_ACT


def sized(played: list[State], seat: int) -> Iterator[tuple[int, State]]:
    return zip(compressed(frames(played, seat)), played, strict=True)
