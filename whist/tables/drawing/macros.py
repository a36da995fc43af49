"""Macros of Jinja2 templates as functions, whose results are remembered: six people see the same plate."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from django.conf import settings
from django.template import engines
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from whist.translations import REMEMBERED, spoken_language


def macro(template: str, name: str, *, is_remembered: bool = True) -> Callable[..., SafeString]:
    """The macro.  What is remembered must be handed hashable values, on which alone it depends besides the language."""

    def recall(*values: object) -> SafeString:
        return _remembered(spoken_language(), template, name, *values)

    def draw(*values: object) -> SafeString:
        return SafeString(getattr(_module(template), name)(*values))

    return recall if is_remembered else draw


def included(template: str, context: dict[str, Any]) -> str:
    """A whole template, drawn anew every time."""
    return render_to_string(template, context)


@lru_cache(REMEMBERED)
def _remembered(_language: str, template: str, name: str, *values: object) -> SafeString:
    return SafeString(getattr(_module(template), name)(*values))


@cache
def _module(template: str) -> Any:
    return engines["jinja2"].env.get_template(template).module  # type: ignore[attr-defined]


if settings.DEBUG:  # whoever writes templates wants to see them
    _remembered = _remembered.__wrapped__  # type: ignore[assignment]
    _module = _module.__wrapped__  # type: ignore[assignment]
