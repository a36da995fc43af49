"""Messages of form fields in the site's own words: Django speaks of fields and values, and formally in German."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

WRONG = ("required", "invalid", "invalid_choice", "min_value", "max_value", "max_length", "null_characters_not_allowed")
"""Django's codes of errors, with a sentence for each."""


def said(sentence: str | _StrPromise, **others: str | _StrPromise) -> dict[str, str | _StrPromise]:
    """The messages of a field: one for every error, and ``others`` for those that need their own."""
    return dict.fromkeys(WRONG, sentence) | others
