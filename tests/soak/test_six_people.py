"""An evening of six people, as in the browser test, on a deployed site: while Redis goes away and comes back in the
middle of the match, and without any worker; a quick match and a whole classic one: ``make soak``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser

from tests.e2e.conftest import Problems, Visitors, browser, problems  # noqa: F401  the fixtures
from tests.e2e.console import CommandLine
from tests.e2e.evening import FASTER_CLOCK, Evening, play_a_match
from tests.e2e.reckoning import Reckoning
from tests.live.conftest import migrated, own_deployed_server, own_redis, server_with_redis  # noqa: F401  the fixtures
from tests.soak.test_kill_whole_matches import SEED
from tests.support.servers import OwnRedis, Server, wait_for_worker

SCHEDULES = ["quick", "8-1-8"]
MOVES_WITHOUT_REDIS = 40

EveningAt = Callable[[Server], Evening]


@pytest.fixture
def evening_at(browser: Browser, problems: Problems) -> Iterator[EveningAt]:  # noqa: F811
    problems.expect(FASTER_CLOCK)
    with ExitStack() as leaving:

        def come(server: Server) -> Evening:
            print(f"SOAK_SEED={SEED} repeats how they play, not what they are dealt")
            visitors = Visitors(browser, server.base_url, problems)
            leaving.callback(visitors.leave)
            return Evening(leaving.enter_context(CommandLine(server)), visitors, seed=SEED)

        yield come


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_match_of_six_people_survives_the_loss_of_redis(
    evening_at: EveningAt,
    server_with_redis: Server,  # noqa: F811
    own_redis: OwnRedis,  # noqa: F811
    schedule: str,
):
    with ThreadPoolExecutor(1) as supervisor:

        def lose_redis_for_a_while(evening: Evening) -> None:
            own_redis.kill()
            evening.play_on(MOVES_WITHOUT_REDIS)
            own_redis.start()
            worker.append(supervisor.submit(wait_for_worker, server_with_redis))

        worker: list = []
        evening = evening_at(server_with_redis)
        play_a_match(evening, middle=lose_redis_for_a_while, schedule=schedule, pace="fast")
        worker[0].result()
    Reckoning(evening).check()


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_match_of_six_people_needs_no_worker(
    evening_at: EveningAt,
    own_deployed_server: Server,  # noqa: F811
    schedule: str,
):
    own_deployed_server.kill("worker", "beat")
    evening = evening_at(own_deployed_server)
    play_a_match(evening, schedule=schedule, pace="fast")
    Reckoning(evening).check()
