"""The one way from what cannot be done to its answer: a page as it is now, with the sentence and the status."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse

from whist.engine.errors import BadOption, IllegalAction
from whist.refusals import Refusal
from whist.tables.texts.refusals import AgainstTheRules, Malformed

View = Callable[..., HttpResponse]


def answered_on(page: Callable[..., HttpResponse]) -> Callable[[View], View]:
    """Say what the view refuses, or the rules of the game do, on a page.

    The page is called like the view, with the ``status`` of the answer and the sentence as ``notice``.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, **places: Any) -> HttpResponse:
            try:
                return view(request, **places)
            except (IllegalAction, BadOption) as error:
                refusal: Refusal = AgainstTheRules(error)
            except Refusal as error:
                refusal = error
            return page(request, status=refusal.status, notice=str(refusal), **places)

        return answer

    return decorate


def checked(form: forms.Form, or_else: type[Exception] = Malformed) -> dict[str, Any]:
    """What is in the form.  Raises the refusal, where it has no sentence with the first one of the form."""
    if form.is_valid():
        return form.cleaned_data
    if issubclass(or_else, Refusal) and not or_else.sentence:
        raise or_else(str(next(iter(form.errors.values()))[0]))
    raise or_else
