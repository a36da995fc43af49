"""What it costs to draw a table of six for its sockets, and how many bytes they are sent.

    python -m tests.bench.bench_drawing

In one thread, without a database and without sockets: twenty tables of friends at which random moves are made, each
drawn for its six players as the hub draws it.  Measured, not asserted.
"""

from __future__ import annotations

import os
import statistics
import time
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whist.settings")
django.setup()

from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from accounts.people.preferences import Preferences  # noqa: E402
from tests.bench.instant import compressed  # noqa: E402
from tests.support.felts import step  # noqa: E402
from whist.engine import GAMES  # noqa: E402
from whist.engine.game import OVER  # noqa: E402
from whist.tables.announcing.versions import NOTHING_SHOWN  # noqa: E402
from whist.tables.drawing.parts import NOTHING_DRAWN, Drawing  # noqa: E402
from whist.tables.live.frames import Asked, SheetState, Viewer, draw_known  # noqa: E402
from whist.tables.match.known_tables import remember  # noqa: E402
from whist.tables.match.selectors import MatchSeats  # noqa: E402
from whist.tables.match.state_cache import cache_state  # noqa: E402
from whist.tables.models import Match, MatchSeat, Table  # noqa: E402
from whist.tables.models.kinds import Kind  # noqa: E402

TABLES, SEATS, SECONDS, WARM = 20, 6, 5.0, 600


class BenchTable:
    """A table with six people, what their sockets show, and the match on it."""

    def __init__(self, number: int, users: list[User]) -> None:
        self.row = Table(
            pk=number, kind=Kind.SOLO, game_slug="romanian", seats=SEATS, level="normal", pace="normal", host=users[0]
        )
        self.seats = MatchSeats.among(
            MatchSeat(match_id=number, seat=seat, user=user) for seat, user in enumerate(users)
        )
        self.state, self.version = GAMES["romanian"].new_match(SEATS, number % SEATS, {}), 0
        self.viewers = [Viewer(user.pk, "en", Preferences()) for user in users]
        self.shown: dict[Viewer, Drawing] = dict.fromkeys(self.viewers, NOTHING_DRAWN)
        self.sheets: dict[Viewer, SheetState | None] = dict.fromkeys(self.viewers)

    def move(self, rng: Random) -> tuple[float, list[str]]:
        """Seconds of the processor for the drawing after a move, and what each socket is sent."""
        self.state = step(self.state, rng) if self.state.phase != OVER else GAMES["romanian"].new_match(SEATS, 0, {})
        self.version += 1
        match = Match(
            pk=self.row.pk,
            table=self.row,
            number=1,
            secret=bytes(32),
            salt=bytes(16),
            version=self.version,
            rounds_dealt=self.state.round_number + 1,
            changed_at=timezone.now(),
        )
        cache_state(match, self.state)
        known, begun = remember(match, self.seats), time.process_time()
        asked = [Asked((viewer, self.sheets[viewer]), NOTHING_SHOWN) for viewer in self.viewers]
        _version, frames = draw_known(known, asked)
        sent = []
        for each in asked:
            frame, (viewer, _sheet) = frames[each.key], each.key
            assert frame is not None
            said, self.shown[viewer] = frame.drawing.after(self.shown[viewer])
            self.sheets[viewer] = frame.sheet
            sent.append(said)
        return time.process_time() - begun, sent


def main() -> None:
    rng, users = Random(1), [User(pk=number + 1, name=f"Player {number}") for number in range(SEATS)]
    tables = [BenchTable(number + 1, users) for number in range(TABLES)]
    for number in range(WARM):
        tables[number % TABLES].move(rng)
    times, frames, end = [], [], time.monotonic() + SECONDS
    while time.monotonic() < end:
        for table in tables:
            seconds, sent = table.move(rng)
            times.append(seconds)
            if table is tables[0]:
                frames.append(sent[0])
    print(f"a table of six, drawn for its sockets: {statistics.mean(times) * 1000:.2f} ms of the processor")
    print(f"bytes of a push, compressed: {statistics.median(compressed(frames)):.0f} at the median")


if __name__ == "__main__":
    main()
