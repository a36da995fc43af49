"""Pages of the tables.  A GET changes nothing; every POST answers with the table as it is afterwards."""

from __future__ import annotations

import json

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.middleware import HtmxDetails

from accounts.limits import MINUTE, Limit, demand
from accounts.models import User
from accounts.people.preferences import Preferences
from accounts.responses import see_other
from whist.engine.game import DEAL, OVER
from whist.refusals import NotFound
from whist.tables import presenters
from whist.tables.drawing.parts import Drawing, as_partials
from whist.tables.drawing.table import page_parts, table_drawing, table_elements
from whist.tables.live.hub import shows_live
from whist.tables.match import moves, resignation, selectors
from whist.tables.match.deadlines import is_correspondence
from whist.tables.match.records import record_of_match
from whist.tables.match.selectors import TableView
from whist.tables.models import Match
from whist.tables.presence.last_seen import Visit, is_worth_noting, touch_last_seen, visit_at
from whist.tables.presenters.chat import chat_of, talk_at
from whist.tables.texts.refusals import NoSuchPace
from whist.tables.views.answering import answered_on, checked
from whist.tables.views.forms import CloseForm, EmptySheetForm, PaceForm, chosen_move
from whist.tables.views.waiting import waiting_page
from whist.templating.jinja import one_csrf_token

NEW_MATCHES = Limit("new matches of a player", 3, MINUTE)


def to_table(table_id: int) -> HttpResponse:
    """Redirect to the table after a POST."""
    return see_other(reverse("tables:table", args=[table_id]))


class Request(HttpRequest):
    htmx: HtmxDetails


def player(request: HttpRequest) -> User:
    """The user; strangers sit at no table."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def viewed_table(request: HttpRequest, table_id: int, visit: Visit | None = None) -> TableView:
    """The table as the user may see it; ``visit`` is what is known of it already."""
    view, now = selectors.table_view(table_id, player(request)), timezone.now()
    seat = None if view.seat is None else view.match_seats[view.seat]
    if visit is None or is_worth_noting(visit, view.match, seat, now):
        touch_last_seen(request, view.table, now)
    return view


@never_cache
@require_safe
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """The match on the table; or its seats, between matches and for users who are no participants yet."""
    visit = visit_at(table_id, request.user)
    if visit is not None and sees_waiting_table(visit):
        return waiting_page(request, visit.table)
    return table_page(request, viewed_table(request, table_id, visit))


def sees_waiting_table(visit: Visit) -> bool:
    """Whether the user is shown the seats; raises PermissionDenied for a stranger at a private table."""
    if not visit.is_participant and not visit.table.is_public:
        raise PermissionDenied
    return visit.table.is_waiting or not visit.is_participant


@never_cache
@require_safe
def felt(request: HttpRequest, table_id: int) -> HttpResponse:
    """The parts that scripts fetch when they cannot be sure to have the newest table.

    A waiting table is another page than a match: a page that shows the wrong one of the two (it says ``?chairs`` when
    it shows the first) is told to load itself anew.
    """
    visit = visit_at(table_id, request.user)
    is_waiting_shown = visit is not None and sees_waiting_table(visit)
    if visit is not None and is_waiting_shown != ("chairs" in request.GET):
        return HttpResponse(headers={"HX-Refresh": "true"})
    if visit is not None and is_waiting_shown:
        return waiting_page(request, visit.table, template="tables/seats_partial.html")
    return table_parts(request, viewed_table(request, table_id, visit), with_talk=True)


def table_page(request: HttpRequest, view: TableView, *, status: int = 200, notice: str = "") -> HttpResponse:
    context = presenters.present(view, Preferences.of(request.user), now=timezone.now(), notice=notice)
    context["is_menu_open"] = "menu" in request.GET  # without scripts, and while others act
    context["parts"] = page_parts(context, one_csrf_token(request)["csrf_input"])
    if context["panel"]:
        context["chat"] = chat_of(view.table.pk, request.user)
    return render(request, "tables/table.html", context, status=status)


def table_parts(
    request: HttpRequest,
    view: TableView,
    *,
    status: int = 200,
    notice: str = "",
    with_sheet: bool = True,
    with_talk: bool = False,
) -> HttpResponse:
    """The parts that scripts put in place.  Without the sheet where it cannot have changed since the page that asks; an
    answer to what somebody does leaves the chat to the pushes."""
    with_sheet |= view.observation.phase in (DEAL, OVER)
    preferences, now = Preferences.of(request.user), timezone.now()
    if not notice and not with_talk:
        drawing = table_drawing(view, preferences, now, with_sheet=with_sheet)
        return HttpResponse(as_partials(drawing.whole), status=status)
    moment = presenters.moment(view, preferences, now=now, notice=notice)
    if with_talk and moment["panel"]:
        moment["chat"] = talk_at(view.table.pk, request.user)
    return HttpResponse(as_partials(Drawing(table_elements(moment, with_sheet=with_sheet)).whole), status=status)


def refuse(request: Request, table_id: int, *, status: int, notice: str) -> HttpResponse:
    """The current table with a sentence that says what was wrong."""
    view = viewed_table(request, table_id)
    answer = table_parts if request.htmx else table_page
    return answer(request, view, status=status, notice=notice)


@never_cache
@require_POST
@answered_on(refuse)
def play(request: Request, table_id: int) -> HttpResponse:
    action, version = chosen_move(request.POST)
    view = moves.play_action(table_id, player(request), action, version, timezone.now())
    return played(request, view) if request.htmx else to_table(table_id)


def played(request: Request, view: TableView) -> HttpResponse:
    if is_correspondence(view.match):  # elsewhere the player's socket tells that they are there
        touch_last_seen(request, view.table, timezone.now())
    if shows_live(view.table.pk, player(request).pk):
        return HttpResponse()  # their own socket has it sooner, and as what changed
    return table_parts(request, view, with_sheet=view.has_new_round)


@require_POST
def again(request: HttpRequest, table_id: int) -> HttpResponse:
    user, now = player(request), timezone.now()
    demand(NEW_MATCHES, str(user.pk), now)
    moves.play_again(table_id, user, now)
    return to_table(table_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@answered_on(refuse)
def close(request: Request, table_id: int) -> HttpResponse:
    """Give up one's own match, after a question."""
    if request.method != "POST":
        return close_page(request, viewed_table(request, table_id))
    chosen = checked(CloseForm(request.POST))
    resignation.resign(table_id, chosen["match"], player(request), timezone.now())
    return to_table(table_id)


def close_page(request: HttpRequest, view: TableView) -> HttpResponse:
    if not view.table.terms.can_be_given_up:
        raise PermissionDenied
    if view.match.has_ended:
        return to_table(view.table.pk)
    return render(request, "tables/close.html", presenters.close_page(view))


@require_POST
@answered_on(refuse)
def set_pace(request: Request, table_id: int) -> HttpResponse:
    chosen = checked(PaceForm(request.POST), NoSuchPace)
    moves.set_pace(table_id, player(request), chosen["pace"])
    return to_table(table_id)


@never_cache
@require_safe
def sheet(request: HttpRequest, table_id: int) -> HttpResponse:
    view = viewed_table(request, table_id)
    return render(request, "tables/sheet_page.html", presenters.sheet_page(view))


@require_safe
def keys(request: HttpRequest, table_id: int) -> HttpResponse:
    """What keys do here, which a table's page fetches when it is asked for."""
    return render(request, "tables/keys.html", presenters.keys(viewed_table(request, table_id)))


@require_safe
def empty_sheet(request: HttpRequest) -> HttpResponse:
    chosen = checked(EmptySheetForm(request.GET), NotFound)
    context = presenters.empty_sheet(chosen["game"], chosen["seats"], chosen["options"])
    return render(request, "tables/sheet_page.html", context)


@never_cache
@require_safe
def record(request: HttpRequest, table_id: int) -> HttpResponse:
    """The finished match as a file that the replay command checks."""
    match = viewed_table(request, table_id).match
    if match.finished_at is None:
        raise PermissionDenied
    return record_file(match)


def record_file(match: Match) -> HttpResponse:
    name = f"whist-{match.pk}.json"
    return HttpResponse(
        json.dumps(record_of_match(match), indent=1) + "\n",
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
