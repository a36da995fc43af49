"""Public pages: players, and finished matches."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from leagues.forms import ProfileForm
from leagues.results import match_page, ranking
from leagues.statistics import profiles
from whist.refusals import NotFound
from whist.tables.match.selectors import finished_match, held_seats
from whist.tables.views.answering import checked
from whist.tables.views.table import Request, record_file


@never_cache
@require_safe
def profile(request: HttpRequest, user_id: int) -> HttpResponse:
    before = checked(ProfileForm(request.GET), NotFound)["before"]
    page = profiles.profile_of(profiles.shown_player(user_id, request.user), before)
    return render(request, "leagues/profile.html", {"profile": page, "before": before})


@never_cache
@require_safe
def friends_ranking(request: HttpRequest, week: date | None = None) -> HttpResponse:
    """The ranking of this week, or of an earlier one, named by its Monday."""
    this_week = ranking.monday_of(timezone.now())
    week = week or this_week
    if week.weekday() or week > this_week:
        raise NotFound
    context = {
        "week": week,
        "ends": week + ranking.WEEK,
        "is_this_week": week == this_week,
        "standings": ranking.standings(week),
        "earlier": ranking.weeks_before(week),
    }
    return render(request, "leagues/ranking.html", context)


@never_cache
@require_safe
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    page = match_page.page_of(finished_match(match_id), request.user, timezone.now())
    return render(request, "leagues/match.html", page)


@require_safe
def record(request: HttpRequest, match_id: int) -> HttpResponse:
    return record_file(finished_match(match_id))


@never_cache
@require_safe
def gain(request: Request, match_id: int) -> HttpResponse:
    """What the match brought the viewer, for scripts; browsers get the whole page."""
    shown, viewer = finished_match(match_id), request.user
    if not request.htmx:
        return redirect("leagues:match", match_id)
    if not isinstance(viewer, User) or not held_seats(match_id).spans(viewer.pk):
        raise NotFound
    return render(
        request, "leagues/gain.html", {"gain": match_page.gain_of(shown, viewer, timezone.now()), "match": shown}
    )
