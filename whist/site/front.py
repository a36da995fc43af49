"""The front page, and the button on it that starts a match against bots at once."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import in_words, seconds_of
from accounts.limits import TooOften, demand
from accounts.models import User
from accounts.people.guests import ensure_guest
from accounts.people.preferences import Preferences
from whist.site import front_page as page
from whist.tables.match import moves, selectors
from whist.tables.views.forms import SoloForm
from whist.tables.views.table import NEW_MATCHES, to_table


@never_cache
@require_safe
def front(request: HttpRequest) -> HttpResponse:
    return front_page(request, SoloForm())


def front_page(request: HttpRequest, form: SoloForm, *, status: int = 400) -> HttpResponse:
    """``status`` is the answer's when the form has errors."""
    user = request.user
    running = selectors.running_matches(user)[:5] if isinstance(user, User) else ()
    xp = user.xp if isinstance(user, User) else 0
    context = page.front_page(running, form, pace=Preferences.of(user).pace, xp=xp)
    return render(request, "front.html", context, status=status if form.errors else 200)


@require_POST
def start_solo(request: HttpRequest) -> HttpResponse:
    form = SoloForm(request.POST)
    if not form.is_valid():
        return front_page(request, form)
    chosen, user, now = form.cleaned_data, ensure_guest(request), timezone.now()
    try:
        demand(NEW_MATCHES, str(user.pk), now)
    except TooOften as error:
        form.add_error(None, in_words(seconds_of(error)))
        return front_page(request, form, status=429)
    match = moves.start_solo(
        user,
        chosen["game"],
        chosen["seats"],
        chosen["options"],
        level=chosen["level"],
        pace=chosen["pace"] or Preferences.of(user).pace,
        now=now,
    )
    return to_table(match.table_id)
