"""Six people in six browsers play a match; one never acts, one goes and returns, one is replaced by a spectator.

``make soak`` has whole matches, a classic one too, in browsers from the first card to the last.
"""

import pytest

from tests.e2e.conftest import Problems, Visitors
from tests.e2e.console import CommandLine
from tests.e2e.evening import FASTER_CLOCK, Evening, play_a_match
from tests.e2e.reckoning import Reckoning


@pytest.mark.long
def test_quick_match_of_six_people_comes_to_its_right_end(
    new_page: Visitors, command_line: CommandLine, problems: Problems
):
    problems.expect(FASTER_CLOCK)
    evening = Evening(command_line, new_page)
    play_a_match(evening, middle_after=1, rest=Evening.play_on_with_pages_closed, schedule="quick", pace="instant")
    Reckoning(evening).check()
