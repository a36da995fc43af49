"""What is wrong with a field, in the site's own words: Django speaks of fields and values, and formally in German."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

WRONG = ("required", "invalid", "invalid_choice", "min_value", "max_value", "max_length", "null_characters_not_allowed")
"""What Django tells apart, with a sentence for each."""


def said(sentence: str | _StrPromise, **others: str | _StrPromise) -> dict[str, str | _StrPromise]:
    """The sentences of a field: one for whatever may be wrong with it, and ``others`` for what needs its own."""
    return dict.fromkeys(WRONG, sentence) | others
