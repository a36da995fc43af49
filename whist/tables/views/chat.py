"""Pages of the chat: what is said at a table, and what one can do about a person there.

Everything is a plain page with plain forms; on the table page scripts ask for the same and get the changed parts.
"""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.middleware import HtmxDetails

from accounts.limits import TooOften
from accounts.models import User
from accounts.responses import see_other
from whist.tables.chat import remarks
from whist.tables.chat.text_filter import Unspeakable
from whist.tables.match.access import may_watch
from whist.tables.match.selectors import BIGGEST_ID, friends_table
from whist.tables.models import Avoidance, Table
from whist.tables.presence.last_seen import touch_last_seen
from whist.tables.presenters.chat import chat_of, person_of
from whist.tables.texts.refusals import Refusal
from whist.tables.views.chat_forms import PersonForm, RemarkForm, ReportForm

page_or_form = require_http_methods(["GET", "HEAD", "POST"])

#: What the buttons on a person's page do.
MANNERS = {"mute": remarks.mute, "unmute": remarks.unmute, "block": remarks.block, "unblock": remarks.unblock}


class Request(HttpRequest):
    htmx: HtmxDetails


def speaker(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def visited_table(request: HttpRequest, table_id: int) -> Table:
    """A table the visitor may look at."""
    try:
        table = friends_table(table_id)
    except Table.DoesNotExist as error:
        raise Http404 from error
    if not may_watch(table, request.user):
        raise PermissionDenied
    touch_last_seen(request, table, timezone.now())
    return table


@never_cache
@page_or_form
def chat_page(request: Request, table_id: int) -> HttpResponse:
    visited_table(request, table_id)
    if request.method == "POST":
        return say(request, table_id)
    return answer(request, table_id, 200)


def say(request: Request, table_id: int) -> HttpResponse:
    form, user, now = RemarkForm(request.POST), speaker(request), timezone.now()
    if not form.is_valid():
        return answer(request, table_id, 400, _("This cannot be sent. Please use the buttons of the chat."))
    text, preset = form.cleaned_data["text"], form.cleaned_data["preset"]
    try:
        if preset:
            remarks.say_preset(table_id, user, preset, now)
        else:
            remarks.say(table_id, user, text, now)
    except (Refusal, TooOften) as error:
        return answer(request, table_id, status_of(error), sentence_of(error), text=text)
    return answer(request, table_id, 200) if request.htmx else see_other(back_from_chat(request, table_id))


def answer(
    request: Request, table_id: int, status: int, notice: str = "", *, text: str = "", news: str = ""
) -> HttpResponse:
    """The chat as it is now, for scripts its lines; ``notice`` says why nothing was said, ``text`` is kept for it."""
    template = "tables/chat_parts.html" if request.htmx else "tables/chat_page.html"
    context = {"chat": chat_of(table_id, request.user), "notice": notice, "text": text, "news": news or notice}
    return render(request, template, context, status=status)


def back_from_chat(request: HttpRequest, table_id: int) -> str:
    place = "tables:table" if request.POST.get("back") == "table" else "tables:chat"
    return reverse(place, args=[table_id])


def status_of(error: Exception) -> int:
    if isinstance(error, TooOften):
        return 429
    if isinstance(error, Unspeakable):
        return 422
    return 403 if isinstance(error, remarks.OnlyPhrases | remarks.Silenced) else 409


def sentence_of(error: Exception) -> str:
    if isinstance(error, remarks.Silenced):
        return str(error.sentence) % {"until": date_format(timezone.localtime(error.until), "DATETIME_FORMAT")}
    if isinstance(error, Refusal):
        return str(error.sentence)
    return _("You are writing very fast. Please wait a few seconds.")


# -- about a person --------------------------------------------------------------------------------------------------


def other_at(table: Table, user_id: int) -> User:
    """Somebody of the table's company; of anybody else nothing is said, not even that he exists."""
    return get_object_or_404(User, pk=min(user_id, BIGGEST_ID), participants__table=table)


def about_person(
    request: Request, template: str, table: Table, other: User, *, status: int = 200, **context: object
) -> HttpResponse:
    context |= {"person": person_of(speaker(request), other), "table_id": table.pk}
    return render(request, template, context, status=status)


@never_cache
@page_or_form
def person_page(request: Request, table_id: int, user_id: int) -> HttpResponse:
    """What one can do about somebody: not read him, block him, report him."""
    me, table = speaker(request), visited_table(request, table_id)
    other = other_at(table, user_id)
    if request.method != "POST":
        part = "#person" if request.htmx else ""
        return about_person(request, f"tables/person.html{part}", table, other)
    act = MANNERS.get(request.POST.get("do", ""))
    if act is None or me == other:
        return about_person(request, "tables/person.html", table, other, status=400)
    act(me, other)
    if request.htmx:
        return answer(request, table.pk, 200, news=person_of(me, other).state)
    messages.success(request, person_of(me, other).state)
    return see_other(reverse("tables:chat", args=[table.pk]))


@never_cache
@require_safe
def block_page(request: Request, table_id: int, user_id: int) -> HttpResponse:
    """Asks once more; its form goes to the person's page."""
    table = visited_table(request, table_id)
    return about_person(request, "tables/block.html", table, other_at(table, user_id))


@never_cache
@page_or_form
def report_page(request: Request, table_id: int, user_id: int) -> HttpResponse:
    me, table = speaker(request), visited_table(request, table_id)
    other = other_at(table, user_id)
    form = ReportForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return about_person(request, "tables/report.html", table, other, status=400 if form.errors else 200, form=form)
    reason, details = form.cleaned_data["reason"], form.cleaned_data["details"]
    try:
        remarks.report(me, other, table, reason, timezone.now(), details)
    except (remarks.NotOneself, TooOften) as error:
        form.add_error(None, sentence_of(error))
        return about_person(request, "tables/report.html", table, other, status=status_of(error), form=form)
    messages.success(request, _("Thank you. A person of this site will read it, with what was said here last."))
    return see_other(reverse("tables:person", args=[table.pk, other.pk]))


@never_cache
@page_or_form
def avoided_page(request: HttpRequest) -> HttpResponse:
    """Everybody one has muted or blocked, each with the way back."""
    me = speaker(request)
    if request.method != "POST":
        avoided = Avoidance.objects.filter(user=me).select_related("other").order_by("other__name")[:500]
        return render(request, "tables/avoided.html", {"people": [person_of(me, each.other) for each in avoided]})
    form = PersonForm(request.POST)
    if form.is_valid():
        remarks.unblock(me, User(pk=form.cleaned_data["user"]))
    return see_other("tables:avoided")
