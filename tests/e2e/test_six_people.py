"""Six people in six browsers play a match; one never acts, one goes and returns, one is replaced by who looked on."""

from tests.e2e.conftest import Problems, Visitors
from tests.e2e.evening import Evening, play_a_match
from tests.e2e.reckoning import Reckoning
from tests.live.servers import Server

A_MINUTE_EARLIER = """
from datetime import timedelta
from django.db.models import F
from whist.tables.models import Match
Match.objects.filter(pk=%d).update(started_at=F("started_at") - timedelta(minutes=1))
"""


def begin_a_minute_earlier(evening: Evening) -> None:
    """A match shorter than a minute counts for nothing."""
    evening.server.manage("shell", "--no-imports", "-c", A_MINUTE_EARLIER % evening.shown.match)


def test_quick_match_of_six_people_comes_to_its_right_end(
    new_page: Visitors, embedded_server: Server, problems: Problems
):
    problems.expect("status of 409")  # on a busy machine the clock may be faster than a click
    evening = Evening(embedded_server, new_page)
    evening.meanwhile.append(lambda: begin_a_minute_earlier(evening))
    play_a_match(evening, schedule="quick", pace="instant")
    Reckoning(evening).check()
