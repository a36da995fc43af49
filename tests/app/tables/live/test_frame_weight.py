"""What a move costs on a socket, counted in bytes over whole matches."""

import statistics
from collections.abc import Iterator

import pytest
from django.template.loader import render_to_string

from accounts.people.preferences import Preferences
from tests.bench.instant import compressed
from tests.support.felts import moments
from tests.support.positions import seen
from whist.tables.announcing.versions import TableVersion
from whist.tables.live.frames import Frame
from whist.tables.presenters import present

pytestmark = pytest.mark.once

LIMITS = {"romanian": (425, 1999), "romanian52": (460, 2586), "whist": (459, 1198), "german": (1021, 1433)}
"""Bytes of a frame at the most, on average and the heaviest."""


def frames(slug: str, seed: int) -> Iterator[str]:
    """What the first seat of a match is sent: of every state the parts that were not sent before."""
    sent: dict[str, str] = {}
    sheet: object = None
    for version, state in enumerate(moments(slug, seed)):
        view = seen(state, version=version)
        now = len(view.observation.finished), state.phase
        context = present(view, Preferences()) | {"with_sheet": now != sheet}
        frame = Frame.of(TableVersion(12, version, 0), render_to_string("tables/partials.html", context), (0, 0, "", 0))
        yield "".join(part for place, part in frame.parts if sent.get(place) != part)
        sent, sheet = sent | dict(frame.parts), now


@pytest.mark.parametrize("slug", LIMITS)
def test_frames_of_a_match_stay_small(slug: str):
    sizes = [size for seed in range(2) for size in compressed(frames(slug, seed))]
    mean, most = LIMITS[slug]
    assert statistics.mean(sizes) <= mean
    assert max(sizes) <= most
