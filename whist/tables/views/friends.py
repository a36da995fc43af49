"""Pages of friends' tables: the list of them, opening one, its chairs.  A GET changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import segno
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import in_words, seconds_of
from accounts.limits import TooOften, demand
from accounts.models import User
from accounts.people.guests import ensure_guest, is_member
from accounts.responses import see_other
from whist.engine.errors import BadOption
from whist.tables.live.lobby_frames import listing_for
from whist.tables.lobby import open_tables, seating
from whist.tables.match import moves
from whist.tables.match.access import may_watch
from whist.tables.match.deadlines import CORRESPONDENCE
from whist.tables.models import Match, Table
from whist.tables.presence import breaks
from whist.tables.presenters import lobby
from whist.tables.texts import refusals
from whist.tables.texts.refusals import Refusal
from whist.tables.texts.sentences import MALFORMED, STALE
from whist.tables.views.forms import CutForm, OpenTableForm, SeatForm, UndoForm, VoteForm
from whist.tables.views.table import NEW_MATCHES, Request, player, refuse, table_parts, to_table, viewed_table
from whist.tables.views.waiting import waiting_page

SEE_OTHER = 303


@never_cache
@require_safe
def tables_page(request: HttpRequest) -> HttpResponse:
    template = "tables/lobby_partial.html" if "fragment" in request.GET else "tables/lobby.html"
    return render(request, template, {"listing": listing_for(request.user)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "tables/open.html", lobby.open_table_page(OpenTableForm(request.GET or None)))
    form = OpenTableForm(request.POST)
    if not form.is_valid():
        return render(request, "tables/open.html", lobby.open_table_page(form), status=400)
    chosen, user, now = form.cleaned_data, ensure_guest(request), timezone.now()
    try:
        demand(NEW_MATCHES, str(user.pk), now)
        table = seating.open_table(user, chosen["game"], chosen["seats"], chosen["options"], house=form.house, now=now)
    except TooOften as error:
        form.add_error(None, in_words(seconds_of(error)))
        return render(request, "tables/open.html", lobby.open_table_page(form), status=429)
    except refusals.TooManyTables as refusal:
        form.add_error(None, str(refusal.sentence))
        return render(request, "tables/open.html", lobby.open_table_page(form), status=409)
    return to_table(table.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: Request, code: str) -> HttpResponse:
    """What the link to a table opens: who comes by it may look on, or sit down on the ``seat`` that he names."""
    table = get_object_or_404(Table, invitation=code, kind=Table.Kind.FRIENDS)
    if request.method == "POST":
        seating.add_participant(table, ensure_guest(request), timezone.now())
        return sit(request, table.pk) if "seat" in request.POST else to_table(table.pk)
    if may_watch(table, request.user):
        return to_table(table.pk)
    context = lobby.waiting_context(open_tables.waiting_table_at(table, request.user)) | {
        "is_participant": False,
        "code": code,
    }
    return render(request, "tables/gathering.html", context)


@require_safe
def invitation_code(request: HttpRequest, code: str) -> HttpResponse:
    """The link as a square that a telephone's camera reads."""
    table = get_object_or_404(Table, invitation=code, kind=Table.Kind.FRIENDS)
    url = request.build_absolute_uri(reverse("tables:invitation", args=[table.invitation]))
    drawing = BytesIO()
    segno.make(url, error="m").save(drawing, kind="svg", scale=4, xmldecl=False)
    headers = {"Cache-Control": "private, max-age=3600"}
    return HttpResponse(drawing.getvalue(), content_type="image/svg+xml", headers=headers)


# -- what people do there --------------------------------------------------------------------------------------------


def do(request: Request, table_id: int, act: Callable[[User], object], *, makes_guest: bool = False) -> HttpResponse:
    """Run it for who asks, and show the table; a refusal is said with the table as it is."""
    friends_table_or_404(table_id)
    user = ensure_guest(request) if makes_guest else player(request)
    try:
        act(user)
    except (Table.DoesNotExist, Match.DoesNotExist) as error:
        raise Http404 from error
    except moves.StaleVersion:
        return refused(request, table_id, 409, STALE)
    except Refusal as refusal:
        return refused(request, table_id, 409, refusal.sentence)
    except BadOption:
        return refused(request, table_id, 422, lobby.BAD_OPTIONS)
    return shown(request, table_id) if request.htmx else to_table(table_id)


def shown(request: Request, table_id: int) -> HttpResponse:
    """The table as it is now, in the parts that scripts put in place."""
    table = friends_table_or_404(table_id)
    if table.is_waiting:
        return waiting_page(request, table, template="tables/chairs_partial.html")
    return table_parts(request, viewed_table(request, table_id))


def friends_table_or_404(table_id: int) -> Table:
    """Tables of other kinds know nothing of all this."""
    try:
        return open_tables.friends_table(table_id)
    except Table.DoesNotExist as error:
        raise Http404 from error


def refused(request: Request, table_id: int, status: int, notice: object) -> HttpResponse:
    table = friends_table_or_404(table_id)
    if not table.is_public and not may_watch(table, request.user):
        raise PermissionDenied
    if table.is_waiting or not may_watch(table, request.user):
        return waiting_page(request, table, status=status, notice=str(notice))
    return refuse(request, table_id, status, notice)


def _table_open_to(user: object, table_id: int) -> Table:
    """The table, if it is public or the user belongs to its company."""
    table = friends_table_or_404(table_id)
    if not table.is_public and not may_watch(table, user):
        raise PermissionDenied
    return table


@require_POST
def sit(request: Request, table_id: int) -> HttpResponse:
    form = SeatForm(request.POST)
    if not form.is_valid():
        return refused(request, table_id, 400, MALFORMED)

    def act(user: User) -> None:
        _table_open_to(user, table_id)
        seating.sit_down(table_id, user, form.cleaned_data["seat"], timezone.now())

    return do(request, table_id, act, makes_guest=True)


@require_POST
def spectate(request: Request, table_id: int) -> HttpResponse:
    def act(user: User) -> None:
        seating.add_participant(_table_open_to(user, table_id), user, timezone.now())

    return do(request, table_id, act, makes_guest=True)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: Request, table_id: int) -> HttpResponse:
    """Standing up during a match hands the seat to a bot, so it is asked about first.

    ``between`` says that the question was asked while nobody played: in a match dealt since then it is another one.
    """
    if request.method != "POST":
        return leave_page(request, table_id)
    is_between = "between" in request.POST
    if is_between and open_tables.open_match_at(friends_table_or_404(table_id)):
        return leave_page(request, table_id, status=409)
    leave_chair = seating.give_seat_back if is_between else seating.stand_up
    answer = do(request, table_id, lambda user: leave_chair(table_id, user, timezone.now()))
    return see_other("tables:lobby") if answer.status_code == SEE_OTHER else answer


def leave_page(request: HttpRequest, table_id: int, status: int = 200) -> HttpResponse:
    """Who has no chair leaves nothing: he is shown the table, as far as he may see it."""
    table = _table_open_to(request.user, table_id)
    if not open_tables.has_seat(table, request.user):
        return to_table(table_id)
    is_playing = open_tables.open_match_at(table) is not None
    context = {"table": table, "is_playing": is_playing, "is_correspondence": table.clock in CORRESPONDENCE}
    context["may_rest"] = is_member(request.user)  # guests have no vacations
    return render(request, "tables/leave.html", context, status=status)


@require_POST
def stand(request: Request, table_id: int) -> HttpResponse:
    """Between matches; one stays with the company."""
    return do(request, table_id, lambda user: seating.give_seat_back(table_id, user, timezone.now()))


@require_POST
def set_bot(request: Request, table_id: int) -> HttpResponse:
    form = SeatForm(request.POST)
    if not form.is_valid():
        return refused(request, table_id, 400, MALFORMED)
    chosen = form.cleaned_data
    return do(request, table_id, lambda user: seating.set_bot(table_id, user, chosen["seat"], chosen["level"]))


@require_POST
def fill(request: Request, table_id: int) -> HttpResponse:
    return do(request, table_id, lambda user: seating.fill_with_bots(table_id, user))


@require_POST
def start(request: Request, table_id: int) -> HttpResponse:
    return do(request, table_id, lambda user: seating.deal_match(table_id, user, timezone.now()))


@require_POST
def gather(request: Request, table_id: int) -> HttpResponse:
    return do(request, table_id, lambda user: seating.gather(table_id, user))


@require_POST
def wish(request: Request, table_id: int) -> HttpResponse:
    form = VoteForm(request.POST)
    if not form.is_valid():
        return refused(request, table_id, 400, MALFORMED)
    return do(
        request, table_id, lambda user: breaks.cast_vote(table_id, user, form.cleaned_data["wish"], timezone.now())
    )


@require_POST
def take_break(request: Request, table_id: int) -> HttpResponse:
    return do(request, table_id, lambda user: breaks.take_break(table_id, user, timezone.now()))


@require_POST
def come_back(request: Request, table_id: int) -> HttpResponse:
    return do(request, table_id, lambda user: breaks.come_back(table_id, user, timezone.now()))


@require_POST
def undo(request: Request, table_id: int) -> HttpResponse:
    form = UndoForm(request.POST)
    if not form.is_valid():
        return refused(request, table_id, 400, MALFORMED)
    version = form.cleaned_data["version"]
    return do(request, table_id, lambda user: moves.undo_bid(table_id, user, version, timezone.now()))


@require_POST
def cut(request: Request, table_id: int) -> HttpResponse:
    form = CutForm(request.POST)
    if not form.is_valid():
        return refused(request, table_id, 422, form.errors["word"][0])
    word = form.cleaned_data["word"]
    return do(request, table_id, lambda user: moves.cut_deck(table_id, user, word, timezone.now()))
