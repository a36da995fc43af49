"""The front page, and the button on it that starts a match against bots at once."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import demand
from accounts.models import User
from accounts.people.guests import ensure_guest
from accounts.people.preferences import Preferences
from leagues.results.experience import points_of
from whist.site.front_page import page_context
from whist.tables.match import moves, selectors
from whist.tables.views.answering import answered_on
from whist.tables.views.forms import SoloForm
from whist.tables.views.table import NEW_MATCHES, to_table


@never_cache
@require_safe
def front(request: HttpRequest) -> HttpResponse:
    return front_page(request)


def front_page(
    request: HttpRequest, form: SoloForm | None = None, *, status: int = 200, notice: str = ""
) -> HttpResponse:
    """The front page, with the form that was sent, if there is one, and the ``notice`` in it."""
    form, user = form or SoloForm(request.POST or None), request.user
    if notice:
        form.add_error(None, notice)
    running = selectors.running_matches(user)[:5] if isinstance(user, User) else ()
    xp = points_of(user) if isinstance(user, User) else 0
    context = page_context(running, form, pace=Preferences.of(user).pace, xp=xp)
    return render(request, "front.html", context, status=status)


@require_POST
@answered_on(front_page)
def start_solo(request: HttpRequest) -> HttpResponse:
    form = SoloForm(request.POST)
    if not form.is_valid():
        return front_page(request, form, status=400)
    chosen, user, now = form.cleaned_data, ensure_guest(request), timezone.now()
    demand(NEW_MATCHES, str(user.pk), now)
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
