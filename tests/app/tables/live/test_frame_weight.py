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

SEATS = {"romanian": 6, "romanian52": 6, "whist": 4, "german": 2}
TYPICAL = {"romanian": (150, 350), "romanian52": (150, 350), "whist": (200, 430), "german": (510, 570)}
"""Bytes of a frame at the median: for anybody at the table, and for the one to act, who is sent the hand anew.  At four
and two seats every other and every single frame changes the own hand."""

LIMITS = {"romanian": (300, 1999), "romanian52": (310, 2586), "whist": (330, 1198), "german": (620, 1433)}
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


@pytest.mark.parametrize("slug", SEATS)
def test_most_frames_bring_little(slug: str):
    played = list(states(slug, SEATS[slug], 1))
    sizes = [(size, state.to_act == seat) for seat in range(SEATS[slug]) for size, state in sized(played, seat)]
    for_anybody, to_act = TYPICAL[slug]
    assert statistics.median(size for size, _is_to_act in sizes) <= for_anybody
    assert statistics.median(size for size, is_to_act in sizes if is_to_act) <= to_act


def sized(played: list[State], seat: int) -> Iterator[tuple[int, State]]:
    return zip(compressed(frames(played, seat)), played, strict=True)
