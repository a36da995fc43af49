"""The page of a friends' table between matches."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from whist.tables import gatherings
from whist.tables.models import Table
from whist.tables.presenters import lobby
from whist.tables.presenters.chat import chat_of
from whist.tables.seeing import may_look
from whist.tables.turns import SLOW
from whist.tables.visits import note_visit


def chairs_page(
    request: HttpRequest, table: Table, *, status: int = 200, notice: str = "", template: str = "tables/gathering.html"
) -> HttpResponse:
    """The chairs of a table, for its company and for who stands at the door."""
    note_visit(request, table, timezone.now())
    gathering = gatherings.gathering_at(table, request.user)
    is_company = may_look(table, request.user)
    url = request.build_absolute_uri(reverse("tables:invitation", args=[table.invitation])) if is_company else ""
    context = lobby.gathering_page(gathering, notice=notice, invitation_url=url)
    context |= {"is_company": is_company, "is_slow": table.clock in SLOW}
    if is_company and isinstance(request.user, User):
        context["chat"] = chat_of(table.pk, request.user)
        context["blocked"] = gatherings.blocked_at(table, request.user)
    return render(request, template, context, status=status)
