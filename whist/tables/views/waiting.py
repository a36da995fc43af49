"""The page of a friends' table between matches."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from whist.tables.lobby import open_tables
from whist.tables.match.access import may_watch
from whist.tables.match.deadlines import CORRESPONDENCE
from whist.tables.models import Table
from whist.tables.presence.last_seen import touch_last_seen
from whist.tables.presenters import lobby
from whist.tables.presenters.chat import chat_of


def waiting_page(
    request: HttpRequest, table: Table, *, status: int = 200, notice: str = "", template: str = "tables/waiting.html"
) -> HttpResponse:
    """The seats of a table, for participants and for others who may join."""
    touch_last_seen(request, table, timezone.now())
    waiting_table = open_tables.waiting_table_at(table, request.user)
    is_participant = may_watch(table, request.user)
    url = request.build_absolute_uri(reverse("tables:invitation", args=[table.invitation])) if is_participant else ""
    context = lobby.waiting_context(waiting_table, notice=notice, invitation_url=url)
    context |= {"is_participant": is_participant, "is_correspondence": table.clock in CORRESPONDENCE}
    if is_participant and isinstance(request.user, User):
        context["chat"] = chat_of(table.pk, request.user)
        context["blocked"] = open_tables.blocked_at(table, request.user)
    return render(request, template, context, status=status)
