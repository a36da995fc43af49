"""The Jinja2 environment of the table: the page itself and all that sockets send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from jinja2 import Environment, StrictUndefined
from jinja2.ext import Extension

from whist.templating.layout import without_layout


class WithoutLayout(Extension):
    """Drops the white space of a template's layout before it is compiled; comments stand for its lines."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        begin, end = self.environment.comment_start_string, self.environment.comment_end_string
        return without_layout(source, lambda gap: begin + "\n" * gap.count("\n") + end)


def url(name: str, *args: object) -> str:
    return reverse(name, args=args)


def language_name(code: str) -> str:
    """The name of the language in that language."""
    return str(translation.get_language_info(code)["name_local"])


#: The last three are set for a request; here for what is drawn without one.
GLOBALS: Mapping[str, Any] = {
    "url": url,
    "static": static,
    "languages": [code for code, _name in settings.LANGUAGES],
    "current_language": translation.get_language,
    "language_name": language_name,
    "csrf_input": "",
    "csrf_token": "",
    "messages": (),
}


PLACE = "whist.templating"
"""Where a request keeps its token."""


def csrf_input(token: object) -> SafeString:
    return format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token)


def one_csrf_token(request: HttpRequest) -> dict[str, object]:
    """A context processor: one token for all forms of a page.  Django masks its own anew in each form, and such
    tokens cannot be compressed."""
    token = request.META.setdefault(PLACE, SimpleLazyObject(lambda: get_token(request)))
    return {"csrf_token": token, "csrf_input": SimpleLazyObject(lambda: csrf_input(token))}


def environment(**options: Any) -> Environment:
    """The environment; a name that is missing in the context of a template is an error."""
    options |= {"undefined": StrictUndefined, "extensions": ["jinja2.ext.i18n", WithoutLayout], "autoescape": True}
    made = Environment(**options)  # noqa: S701
    made.policies["ext.i18n.trimmed"] = True
    made.globals |= GLOBALS
    made.filters["capfirst"] = capfirst
    translate = (translation.gettext, translation.ngettext)
    in_context = {"pgettext": translation.pgettext, "npgettext": translation.npgettext}
    made.install_gettext_callables(*translate, newstyle=True, **in_context)  # type: ignore[attr-defined]
    return made
