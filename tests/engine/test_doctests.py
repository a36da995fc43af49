"""The examples in the documentation of the engine."""

import doctest
import importlib
import pkgutil

import pytest

import whist.engine

MODULES = [
    "whist.engine",
    *(f"whist.engine.{module.name}" for module in pkgutil.iter_modules(whist.engine.__path__)),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_engine_has_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    examples = [t for name in MODULES for t in finder.find(importlib.import_module(name)) if t.examples]
    assert len(examples) >= 10


def test_engine_imports_nothing_but_the_standard_library() -> None:
    program = (
        "import sys\n"
        f"for name in {MODULES!r}: __import__(name)\n"
        "own = {name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)\n"
        "print(sorted(name for name in own if not name.startswith('_')))"
    )
    import subprocess
    import sys

    run = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "['whist']"
