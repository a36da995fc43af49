"""Deadlines have one home, and so has the question who holds a seat now."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from whist.tables.match import deadlines

READERS = {"filter", "exclude", "get"}


def sources() -> Iterator[Path]:
    for folder in ("whist", "leagues", "accounts"):
        yield from (path for path in (settings.BASE_DIR / folder).rglob("*.py") if "migrations" not in path.parts)


def written_columns(tree: ast.AST) -> Iterator[str]:
    """Names that are given a value: by a keyword of a call, except to look for rows, a key of a dictionary, an
    attribute or a subscript."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) if name in READERS:
                continue
            case ast.Call(keywords=keywords):
                yield from (keyword.arg for keyword in keywords if keyword.arg)
            case ast.Dict(keys=keys):
                yield from (key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.Subscript(slice=ast.Constant(value=str(name)), ctx=ast.Store()):
                yield name


def test_only_one_module_says_when_a_match_is_due():
    """Mails of the outbox are due, too; they are another matter."""
    home = Path(deadlines.__file__)
    writers = {
        path.relative_to(settings.BASE_DIR).as_posix()
        for path in sources()
        if path.is_relative_to(settings.BASE_DIR / "whist") or path.is_relative_to(settings.BASE_DIR / "leagues")
        if "due_at" in written_columns(ast.parse(path.read_text()))
    }
    assert writers == {home.relative_to(settings.BASE_DIR).as_posix()}


def test_only_models_know_how_an_open_seat_is_stored():
    spelled_out = [
        path.name
        for path in sources()
        if "models" not in path.parts and re.search(r"to_action(=None|__isnull)", path.read_text())
    ]
    assert spelled_out == []
