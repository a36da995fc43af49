"""Pages of the chat: what is said at a table, and what one can do about a person there.

Everything is a plain page with plain forms; on the table page scripts ask for the same and get the changed parts.
"""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.responses import see_other
from whist.refusals import found
from whist.tables.chat import moderation, remarks
from whist.tables.match.access import may_watch
from whist.tables.match.selectors import table_at
from whist.tables.models import Avoidance, Table
from whist.tables.presence.last_seen import touch_last_seen
from whist.tables.presenters.chat import chat_of, person_of
from whist.tables.views.answering import answered_on, checked
from whist.tables.views.chat_forms import PersonForm, RemarkForm, ReportForm
from whist.tables.views.table import Request, player

page_or_form = require_http_methods(["GET", "HEAD", "POST"])

#: What the buttons on a person's page do.
MANNERS = {
    "mute": moderation.mute,
    "unmute": moderation.unmute,
    "block": moderation.block,
    "unblock": moderation.unblock,
}


def watched_table(request: HttpRequest, table_id: int) -> Table:
    """A table that the user may watch."""
    table = table_at(table_id, is_shared=True)
    if not may_watch(table, request.user):
        raise PermissionDenied
    touch_last_seen(request, table, timezone.now())
    return table


def chat_now(request: Request, table_id: int, *, status: int = 200, notice: str = "", news: str = "") -> HttpResponse:
    """The chat as it is, for scripts its lines; ``notice`` says why nothing was said, and the words are kept for it."""
    template = "tables/chat_parts.html" if request.htmx else "tables/chat_page.html"
    text = "" if status in (200, remarks.NoRemark.status) else request.POST.get("text", "")
    context = {"chat": chat_of(table_id, request.user), "notice": notice, "text": text, "news": news or notice}
    return render(request, template, context, status=status)


@never_cache
@page_or_form
@answered_on(chat_now)
def chat_page(request: Request, table_id: int) -> HttpResponse:
    watched_table(request, table_id)
    if request.method != "POST":
        return chat_now(request, table_id)
    say(table_id, player(request), **checked(RemarkForm(request.POST), remarks.NoRemark))
    return chat_now(request, table_id) if request.htmx else see_other(back_from_chat(request, table_id))


def say(table_id: int, user: User, *, text: str, preset: str) -> None:
    if preset:
        remarks.say_preset(table_id, user, preset, timezone.now())
    else:
        remarks.say(table_id, user, text, timezone.now())


def back_from_chat(request: HttpRequest, table_id: int) -> str:
    place = "tables:table" if request.POST.get("back") == "table" else "tables:chat"
    return reverse(place, args=[table_id])


# -- about a person --------------------------------------------------------------------------------------------------


def other_at(table: Table, user_id: int) -> User:
    """Another participant of the table; of anybody else nothing is said, not even that they exist."""
    return found(User.objects.filter(participants__table=table), pk=user_id)


def about_person(
    request: Request, template: str, table: Table, other: User, *, status: int = 200, **context: object
) -> HttpResponse:
    context |= {"person": person_of(player(request), other), "table_id": table.pk}
    return render(request, template, context, status=status)


@never_cache
@page_or_form
def person_page(request: Request, table_id: int, user_id: int) -> HttpResponse:
    """What one can do about somebody: mute, block, report them."""
    me, table = player(request), watched_table(request, table_id)
    other = other_at(table, user_id)
    if request.method != "POST":
        part = "#person" if request.htmx else ""
        return about_person(request, f"tables/person.html{part}", table, other)
    act = MANNERS.get(request.POST.get("do", ""))
    if act is None or me == other:
        return about_person(request, "tables/person.html", table, other, status=400)
    act(me, other)
    if request.htmx:
        return chat_now(request, table.pk, news=person_of(me, other).state)
    messages.success(request, person_of(me, other).state)
    return see_other(reverse("tables:chat", args=[table.pk]))


@never_cache
@require_safe
def block_page(request: Request, table_id: int, user_id: int) -> HttpResponse:
    """Ask once more; the form goes to the person's page."""
    table = watched_table(request, table_id)
    return about_person(request, "tables/block.html", table, other_at(table, user_id))


def report_now(request: Request, table_id: int, user_id: int, *, status: int = 200, notice: str = "") -> HttpResponse:
    """The page with the form that was sent, if there is one; ``notice`` is said in it."""
    player(request)  # a stranger does not even learn whether the table exists
    table, form = watched_table(request, table_id), ReportForm(request.POST if request.method == "POST" else None)
    if notice:
        form.add_error(None, notice)
    return about_person(request, "tables/report.html", table, other_at(table, user_id), status=status, form=form)


@never_cache
@page_or_form
@answered_on(report_now)
def report_page(request: Request, table_id: int, user_id: int) -> HttpResponse:
    if request.method != "POST":
        return report_now(request, table_id, user_id)
    form = ReportForm(request.POST)
    if not form.is_valid():
        return report_now(request, table_id, user_id, status=400)
    me, table = player(request), watched_table(request, table_id)
    other = other_at(table, user_id)
    moderation.report(me, other, table, form.cleaned_data["reason"], timezone.now(), form.cleaned_data["details"])
    messages.success(request, _("Thank you. A person of this site will read it, with what was said here last."))
    return see_other(reverse("tables:person", args=[table.pk, other.pk]))


@never_cache
@page_or_form
def avoided_page(request: HttpRequest) -> HttpResponse:
    """Everybody one has muted or blocked, each with the way back."""
    me = player(request)
    if request.method != "POST":
        avoided = Avoidance.objects.filter(user=me).select_related("other").order_by("other__name")[:500]
        return render(request, "tables/avoided.html", {"people": [person_of(me, each.other) for each in avoided]})
    form = PersonForm(request.POST)
    if form.is_valid():
        moderation.unblock(me, User(pk=form.cleaned_data["user"]))
    return see_other("tables:avoided")
