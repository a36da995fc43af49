"""The packages of the tables: how large they may be, and what those that write know of those that show."""

import ast
from pathlib import Path

import pytest
from django.conf import settings

SHOWING = ("django.template", "django.shortcuts", "django.views", "jinja2", "channels")
WRITERS = ("match", "lobby", "presence", "correspondence", "chat", "texts", "models")
MOST_MODULES = 20

pytestmark = pytest.mark.once


def imported(path: Path) -> set[str]:
    """The dotted names that a module imports, also those inside its functions."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def modules(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*.py") if "migrations" not in path.parts]


@pytest.mark.parametrize("package", WRITERS)
def test_who_writes_knows_neither_templates_nor_sockets(package: str):
    found = modules(settings.BASE_DIR / "whist/tables" / package)
    assert found
    for path in found:
        assert not [name for name in imported(path) if name.startswith(SHOWING)], path


def test_no_package_has_more_modules_than_one_can_overlook():
    for app in ("whist", "accounts", "economy", "leagues"):
        for folder in {path.parent for path in modules(settings.BASE_DIR / app)}:
            if folder.parts[-2:] != ("whist", "bots"):
                own = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
                assert len(own) <= MOST_MODULES, folder
