"""Pages of friends' tables: the list of them, opening one, its table seats.  A GET changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import segno
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import demand
from accounts.models import User
from accounts.people.guests import ensure_guest, is_member
from accounts.responses import see_other
from whist.refusals import found
from whist.tables.live.lobby_frames import listing_for
from whist.tables.lobby import open_tables, seating
from whist.tables.match import moves
from whist.tables.match.access import may_watch
from whist.tables.match.deadlines import CORRESPONDENCE
from whist.tables.match.selectors import table_at
from whist.tables.models import Table
from whist.tables.presence import breaks
from whist.tables.presenters import lobby
from whist.tables.texts.refusals import NoWordToCut
from whist.tables.views.answering import answered_on, checked
from whist.tables.views.forms import CutForm, OpenTableForm, SeatForm, UndoForm, VoteForm
from whist.tables.views.table import NEW_MATCHES, Request, player, refuse, table_parts, to_table, viewed_table
from whist.tables.views.waiting import waiting_page

SEE_OTHER = 303


@never_cache
@require_safe
def tables_page(request: HttpRequest) -> HttpResponse:
    template = "tables/lobby_partial.html" if "fragment" in request.GET else "tables/lobby.html"
    return render(request, template, {"listing": listing_for(request.user)})


def open_page(
    request: HttpRequest, form: OpenTableForm | None = None, *, status: int = 200, notice: str = ""
) -> HttpResponse:
    """The page with the form that was sent, or what the address says of it; ``notice`` is said in it."""
    form = form or OpenTableForm(request.POST or request.GET or None)
    if notice:
        form.add_error(None, notice)
    return render(request, "tables/open.html", lobby.open_table_page(form), status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@answered_on(open_page)
def open_table(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return open_page(request)
    form = OpenTableForm(request.POST)
    if not form.is_valid():
        return open_page(request, form, status=400)
    chosen, user, now = form.cleaned_data, ensure_guest(request), timezone.now()
    demand(NEW_MATCHES, str(user.pk), now)
    table = seating.open_table(user, chosen["game"], chosen["seats"], chosen["options"], choices=form.choices, now=now)
    return to_table(table.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: Request, code: str) -> HttpResponse:
    """What the link to a table opens: people who come by it may watch, or sit down in the ``seat`` that they name."""
    table = found(Table.objects.on_terms(seats_people=True), invitation=code)
    if request.method == "POST":
        seating.add_participant(table, ensure_guest(request), timezone.now())
        return sit(request, table_id=table.pk) if "seat" in request.POST else to_table(table.pk)
    if may_watch(table, request.user):
        return to_table(table.pk)
    context = lobby.waiting_context(open_tables.waiting_table_at(table, request.user)) | {
        "is_participant": False,
        "code": code,
    }
    return render(request, "tables/waiting.html", context)


@require_safe
def invitation_code(request: HttpRequest, code: str) -> HttpResponse:
    """The link as a square that a telephone's camera reads."""
    table = found(Table.objects.on_terms(seats_people=True), invitation=code)
    url = request.build_absolute_uri(reverse("tables:invitation", args=[table.invitation]))
    drawing = BytesIO()
    segno.make(url, error="m").save(drawing, kind="svg", scale=4, xmldecl=False)
    headers = {"Cache-Control": "private, max-age=3600"}
    return HttpResponse(drawing.getvalue(), content_type="image/svg+xml", headers=headers)


# -- what people do there --------------------------------------------------------------------------------------------


def do(
    request: Request, table_id: int, act: Callable[[User], object], *, makes_guest: bool = False, **terms: bool
) -> HttpResponse:
    """Run it for the user, and show the table; only at tables with these terms, if not at those that seat people."""
    table_at(table_id, **(terms or {"seats_people": True}))
    act(ensure_guest(request) if makes_guest else player(request))
    return shown(request, table_id) if request.htmx else to_table(table_id)


def shown(request: Request, table_id: int) -> HttpResponse:
    """The table as it is now, in the parts that scripts put in place."""
    table = table_at(table_id, is_shared=True)
    if table.is_waiting:
        return waiting_page(request, table, template="tables/seats_partial.html")
    return table_parts(request, viewed_table(request, table_id))


def refused(request: Request, table_id: int, *, status: int, notice: str) -> HttpResponse:
    """The table as it is now, as far as the user may see it, with the sentence."""
    table = _table_open_to(request.user, table_id, is_shared=True)
    if table.is_waiting or not may_watch(table, request.user):
        return waiting_page(request, table, status=status, notice=notice)
    return refuse(request, table_id, status=status, notice=notice)


def _table_open_to(user: object, table_id: int, **terms: bool) -> Table:
    """The table, if it has these terms, and is public or the user is a participant."""
    table = table_at(table_id, **terms)
    if not table.is_public and not may_watch(table, user):
        raise PermissionDenied
    return table


@require_POST
@answered_on(refused)
def sit(request: Request, table_id: int) -> HttpResponse:
    seat = checked(SeatForm(request.POST))["seat"]

    def act(user: User) -> None:
        _table_open_to(user, table_id, seats_people=True)
        seating.sit_down(table_id, user, seat, timezone.now())

    return do(request, table_id, act, makes_guest=True)


@require_POST
@answered_on(refused)
def spectate(request: Request, table_id: int) -> HttpResponse:
    def act(user: User) -> None:
        seating.add_participant(_table_open_to(user, table_id, seats_people=True), user, timezone.now())

    return do(request, table_id, act, makes_guest=True)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@answered_on(refused)
def leave(request: Request, table_id: int) -> HttpResponse:
    """Stand up; during a match that hands the seat to a bot, so it is asked about first.

    ``between`` says that the question was asked while nobody played: in a match dealt since then it is another one.
    """
    if request.method != "POST":
        return leave_page(request, table_id)
    is_between = "between" in request.POST
    if is_between and open_tables.open_match_at(table_at(table_id, seats_people=True)):
        return leave_page(request, table_id, status=409)
    leave_seat = seating.give_seat_back if is_between else seating.stand_up
    answer = do(request, table_id, lambda user: leave_seat(table_id, user, timezone.now()))
    return see_other("tables:lobby") if answer.status_code == SEE_OTHER else answer


def leave_page(request: HttpRequest, table_id: int, status: int = 200) -> HttpResponse:
    """Ask about leaving; users without a seat are shown the table, as far as they may see it."""
    table = _table_open_to(request.user, table_id, seats_people=True)
    if not open_tables.has_seat(table, request.user):
        return to_table(table_id)
    is_playing = open_tables.open_match_at(table) is not None
    context = {"table": table, "is_playing": is_playing, "is_correspondence": table.clock in CORRESPONDENCE}
    context["may_rest"] = is_member(request.user)  # guests have no vacations
    return render(request, "tables/leave.html", context, status=status)


@require_POST
@answered_on(refused)
def stand(request: Request, table_id: int) -> HttpResponse:
    """Stand up between matches; the user stays a participant."""
    return do(request, table_id, lambda user: seating.give_seat_back(table_id, user, timezone.now()))


@require_POST
@answered_on(refused)
def set_bot(request: Request, table_id: int) -> HttpResponse:
    chosen = checked(SeatForm(request.POST))
    return do(request, table_id, lambda user: seating.set_bot(table_id, user, chosen["seat"], chosen["level"]))


@require_POST
@answered_on(refused)
def fill(request: Request, table_id: int) -> HttpResponse:
    return do(request, table_id, lambda user: seating.fill_with_bots(table_id, user))


@require_POST
@answered_on(refused)
def start(request: Request, table_id: int) -> HttpResponse:
    return do(request, table_id, lambda user: seating.deal_match(table_id, user, timezone.now()))


@require_POST
@answered_on(refused)
def gather(request: Request, table_id: int) -> HttpResponse:
    return do(request, table_id, lambda user: seating.gather(table_id, user))


@require_POST
@answered_on(refused)
def vote(request: Request, table_id: int) -> HttpResponse:
    wanted = checked(VoteForm(request.POST))["wish"]
    return do(request, table_id, lambda user: breaks.cast_vote(table_id, user, wanted, timezone.now()), can_pause=True)


@require_POST
@answered_on(refused)
def take_break(request: Request, table_id: int) -> HttpResponse:
    return do(request, table_id, lambda user: breaks.take_break(table_id, user, timezone.now()), can_pause=True)


@require_POST
@answered_on(refused)
def come_back(request: Request, table_id: int) -> HttpResponse:
    return do(request, table_id, lambda user: breaks.come_back(table_id, user, timezone.now()), is_shared=True)


@require_POST
@answered_on(refused)
def undo(request: Request, table_id: int) -> HttpResponse:
    version = checked(UndoForm(request.POST))["version"]
    return do(request, table_id, lambda user: moves.undo_bid(table_id, user, version, timezone.now()))


@require_POST
@answered_on(refused)
def cut(request: Request, table_id: int) -> HttpResponse:
    word = checked(CutForm(request.POST), NoWordToCut)["word"]
    return do(request, table_id, lambda user: moves.cut_deck(table_id, user, word, timezone.now()), can_cut=True)
