"""bin/test counts what tests have proven, whatever becomes of the run, and names what went wrong."""

from __future__ import annotations

import re
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytestmark = pytest.mark.once

PROGRAM = Path(__file__).resolve().parents[3] / "bin/test"
OF_EVERY_KIND = """
import threading
import pytest

@pytest.fixture
def broken():
    yield
    raise ValueError

def test_passes(): pass
def test_hangs(): threading.Event().wait()
def test_passes_after_that(): pass
def test_fails(): raise ValueError
def test_is_skipped(): pytest.skip()
def test_passes_and_leaves_a_mess(broken): pass
"""
FATAL = """
import os, signal, threading, time
from pathlib import Path

def test_passes(): pass
def test_kills_the_run():
    while "::test_kills_the_run" not in Path(os.environ["WHIST_TALLY"]).read_text():
        time.sleep(0.01)  # what this process has told is not noted yet
    os.kill(os.getppid(), signal.SIGKILL)
    threading.Event().wait()
"""


@pytest.fixture
def runner(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    loader = SourceFileLoader("whist_test_runner", str(PROGRAM))
    spec = spec_from_loader(loader.name, loader)
    assert spec
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, loader.name, module)  # where its dataclass looks
    loader.exec_module(module)
    return module


def run(runner: ModuleType, folder: Path, tests: str, seconds: int = 60) -> Any:
    """The part of these tests, run; each may take so long."""
    path = folder / "test_something.py"
    path.write_text(tests)
    options = ["-p", "xdist", "-o", f"faulthandler_timeout={seconds}", *runner.ALONE]
    part = runner.Part("some", [str(path)], options, prepare=lambda: {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})
    runner.run(part, [], True)
    return part


def test_a_test_that_hangs_has_failed_is_named_with_its_stack_and_takes_no_other_along(runner, tmp_path, capsys):
    part = run(runner, tmp_path, OF_EVERY_KIND, seconds=1)
    said = capsys.readouterr().out
    assert (part.passed, part.failed, part.skipped, part.ok) == (3, 3, 1, False)
    assert "in test_hangs" in said
    assert "::test_hangs" in said


def test_a_run_that_crashes_is_told_with_what_it_was_at_and_what_had_passed_counts(runner, tmp_path, capsys):
    part = run(runner, tmp_path, FATAL)
    assert (part.passed, part.failed) == (1, 1)
    assert re.fullmatch(r"CRASHED by signal 9 during \S*::test_kills_the_run", part.remark)
    runner.report([part])
    assert capsys.readouterr().out.endswith("\n1 passed, 1 failed, 0 skipped\n")


def test_a_run_without_tests_is_no_success(runner, tmp_path):
    part = run(runner, tmp_path, "")
    assert (part.passed, part.failed, part.remark) == (0, 1, "NO TEST FOUND")
