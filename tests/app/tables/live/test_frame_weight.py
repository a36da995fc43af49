"""What a move costs on a socket, counted in bytes over whole matches."""

import statistics
from collections.abc import Iterator

import pytest

from accounts.people.preferences import Preferences
from tests.bench.instant import compressed
from tests.support.felts import moments
from tests.support.positions import seen
from whist.tables.drawing.parts import Element, news, together
from whist.tables.drawing.table import table_elements
from whist.tables.presenters import moment

pytestmark = pytest.mark.once

LIMITS = {"romanian": (425, 1999), "romanian52": (460, 2586), "whist": (459, 1198), "german": (1021, 1433)}
"""Bytes of a frame at the most, on average and the heaviest."""


def frames(slug: str, seed: int) -> Iterator[str]:
    """What the first seat of a match is sent: of every state the parts that were not sent before."""
    shown: dict[str, Element] = {}
    sheet: object = None
    for version, state in enumerate(moments(slug, seed)):
        view = seen(state, version=version)
        now = len(view.observation.finished), state.phase
        elements = table_elements(moment(view, Preferences()), with_sheet=now != sheet)
        yield news(elements, shown)
        shown, sheet = together(shown, elements), now


@pytest.mark.parametrize("slug", LIMITS)
def test_frames_of_a_match_stay_small(slug: str):
    sizes = [size for seed in range(2) for size in compressed(frames(slug, seed))]
    mean, most = LIMITS[slug]
    assert statistics.mean(sizes) <= mean
    assert max(sizes) <= most
