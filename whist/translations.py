"""The texts of the site in its languages, compiled with Babel, so that neither playing nor deploying needs gettext."""

import secrets
from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.checks import Error, register
from django.utils.translation import get_language

REMEMBERED = 4096

_language: ContextVar[str] = ContextVar("language", default="")
"""That of the drawing at work, since Django takes longer to say it than a macro to be remembered."""


def in_one_language[**P, T](draw: Callable[P, T]) -> Callable[P, T]:
    """Have the language asked for once in all that is drawn."""

    @wraps(draw)
    def call(*values: P.args, **named: P.kwargs) -> T:
        before = _language.set(get_language())
        try:
            return draw(*values, **named)
        finally:
            _language.reset(before)

    return call


def spoken_language() -> str:
    return _language.get() or get_language()


def said_once[**P, T](say: Callable[P, T]) -> Callable[P, T]:
    """Remember in each language what a function says, which depends on its hashable arguments and nothing else."""

    @lru_cache(REMEMBERED)
    def remembered(_language: str, *values: Any) -> T:
        return say(*values)  # type: ignore[call-arg]

    @wraps(say)
    def recall(*values: P.args, **_none: P.kwargs) -> T:
        return remembered(spoken_language(), *values)

    return recall


def stale_sources() -> list[Path]:
    """The .po files whose .mo file is missing or older than they are."""
    sources = [source for folder in settings.LOCALE_PATHS for source in Path(folder).glob("*/LC_MESSAGES/*.po")]
    return [source for source in sorted(sources) if _is_stale(source)]


def _is_stale(source: Path) -> bool:
    compiled = source.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime


def compile_file(source: Path) -> None:
    """Write beside and rename, so that a server starting at the same time never reads half a file."""
    draft = source.with_suffix(f".{secrets.token_hex(4)}.tmp")
    with source.open("rb") as po, draft.open("wb") as mo:
        write_mo(mo, read_po(po))
    draft.replace(source.with_suffix(".mo"))


@register()
def texts_are_compiled(**options: Any) -> list[Error]:
    """A check that texts are compiled: without them a deployed site would silently be English in every language."""
    if settings.EMBEDDED or not (stale := stale_sources()):
        return []
    names = ", ".join(source.parent.parent.name for source in stale)
    return [Error(f"Texts not compiled: {names}.", hint="Run manage.py compile_messages.", id="whist.E001")]
