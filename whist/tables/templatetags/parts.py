"""Parts of pages that the table and its sockets show as well, and which are written in Jinja2 therefore."""

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString, mark_safe

from whist.templating.jinja import csrf_input

register = template.Library()


@register.simple_tag(takes_context=True)
def part(context: template.Context, name: str, **more: Any) -> SafeString:
    """`{% part "tables/chat.html" back="table" %}`: with all that the page knows, and more."""
    page: Any = context.flatten()
    if token := page.get("csrf_token"):
        more["csrf_input"] = SimpleLazyObject(lambda: csrf_input(token))
    return mark_safe(render_to_string(name, page | more))  # noqa: S308 - a template escapes
