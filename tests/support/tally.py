"""A plugin that notes for bin/test which tests begin and how each one ends, as soon as that is known.

Whatever becomes of the run, what it has proven is counted, and what it was at is named.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest


class Tally:
    def __init__(self, path: Path) -> None:
        self.notes = path.open("a", buffering=1)

    def note(self, what: str, name: str) -> None:
        self.notes.write(f"{what} {name}\n")

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.note("begun", nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Of what comes before and after a test, only what went wrong there counts."""
        if hasattr(report, "wasxfail"):
            self.note("failed", report.nodeid)
        elif report.when == "call" or not report.passed:
            self.note(report.outcome, report.nodeid)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.note("ended", nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.note("failed", report.nodeid)


def pytest_configure(config: pytest.Config) -> None:
    """Not in the processes among which the tests are shared out: they tell the one that bin/test has started."""
    path = os.environ.get("WHIST_TALLY")
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Tally(Path(path)), "tally")
