"""The structure of a help page: sections, tables and passages, which find their words in `prose`."""

import re
from collections.abc import Sequence
from itertools import zip_longest

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from whist.site.help_prose import Passage

register = template.Library()

CARDS = re.compile(r"[2-9TJQKA][CDHS](?: [2-9TJQKA][CDHS])*")


def passage_of(context: Context, name: str) -> Passage:
    passage: Passage = context["prose"][name]
    return passage


@register.simple_block_tag(takes_context=True)
def section(context: Context, content: str, name: str) -> SafeString:
    """`{% section "scoring" %}…{% endsection %}`: its title and its own text, then what stands in between."""
    return render_to_string("rules/section.html", {"passage": passage_of(context, name), "content": content})


@register.simple_tag(takes_context=True)
def prose(context: Context, name: str) -> SafeString:
    """A passage that comes after a table or a figure."""
    return mark_safe(passage_of(context, name).html)  # noqa: S308 - our own text


@register.simple_tag(takes_context=True)
def word(context: Context, name: str, number: int | str = "…") -> SafeString:
    """A few words, such as stand in a table's cell; the number comes where they have three dots."""
    return mark_safe(passage_of(context, name).wording.replace("…", str(number)))  # noqa: S308 - our own text


@register.simple_block_tag(takes_context=True)
def table(context: Context, content: str, name: str, kinds: str = "") -> SafeString:
    """A row a line, its cells parted by bars; a cell of cards in the notation of the record shows them.

    `kinds` says of the columns, from the left, what is more than text: "row", "number", or both ("row+number").
    """
    passage = passage_of(context, name)
    columns = list(zip_longest(passage.heads, kinds.split(), fillvalue="text"))
    rows = [row_of(line.split(" | "), [kind for _, kind in columns]) for line in content.strip().splitlines()]
    return render_to_string("rules/table.html", {"passage": passage, "columns": columns, "rows": rows})


def row_of(cells: Sequence[str], kinds: Sequence[str]) -> list[tuple[str, str]]:
    texts = [cell.strip() for cell in cells]
    return [(text, "cards" if CARDS.fullmatch(text) else kind) for text, kind in zip(texts, kinds, strict=True)]
