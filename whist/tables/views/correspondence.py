"""Pages of correspondence: premoves, mails about turns, vacations."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access import UserRequest, for_members
from accounts.people.preferences import Preferences
from accounts.responses import HttpResponseSeeOther
from whist.tables.correspondence import premoves, turn_mails, vacations
from whist.tables.match.deadlines import can_prepare
from whist.tables.match.premoves import decode
from whist.tables.match.selectors import correspondence_tables, waiting_matches
from whist.tables.models import Vacation, day_of
from whist.tables.presence import breaks
from whist.tables.presenters import correspondence
from whist.tables.texts.refusals import NoSuchCards
from whist.tables.views.answering import answered_on, checked
from whist.tables.views.forms import PreparedForm, SwitchForm, VacationForm
from whist.tables.views.table import player, to_table, viewed_table

# -- premoves --------------------------------------------------------------------------------------------------------


def prepared_page(request: HttpRequest, table_id: int, *, status: int = 200, notice: str = "") -> HttpResponse:
    view = viewed_table(request, table_id)
    seen = view.observation
    is_possible = can_prepare(view.match, seen)
    preferences = Preferences.of(request.user)
    context = {
        "table_id": table_id,
        "error": notice,
        "offer": premoves.offer_for(view.match, seen),
        "fields": correspondence.condition_fields(seen, view.prepared, preferences) if is_possible else (),
        "lines": correspondence.prepared_words(decode(view.prepared, seen)) if is_possible else (),
    }
    return render(request, "tables/correspondence/prepared.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@answered_on(prepared_page)
def prepared(request: HttpRequest, table_id: int) -> HttpResponse:
    """Choose premoves for one's next turn; no card at all takes earlier ones back."""
    if request.method != "POST":
        return prepared_page(request, table_id)
    form = PreparedForm(request.POST)
    offer = checked(form, NoSuchCards)["offer"]
    premoves.prepare_cards(table_id, player(request), form.cards(), timezone.now(), offer)
    return to_table(table_id)


# -- mails about turns -----------------------------------------------------------------------------------------------


@require_POST
def set_mail(request: HttpRequest, table_id: int) -> HttpResponse:
    """Switch mails about turns at this table on or off."""
    form = SwitchForm(request.POST)
    user = player(request)
    if not form.is_valid():
        raise BadRequest
    if not turn_mails.want_mails_of(table_id, user, form.is_on):
        raise PermissionDenied
    return HttpResponseSeeOther(
        reverse("tables:turns") if "list" in request.POST else reverse("tables:table", args=[table_id])
    )


@never_cache
@for_members
@require_http_methods(["GET", "HEAD", "POST"])
def turns(request: UserRequest) -> HttpResponse:
    """Which tables wait for the user, and whether mails tell them so."""
    if request.method == "POST":
        form = SwitchForm(request.POST)
        if not form.is_valid():
            raise BadRequest
        turn_mails.want_mails(request.user, form.is_on)
        return HttpResponseSeeOther(reverse("tables:turns"))
    context = {
        "turns": correspondence.waiting_turns(waiting_matches(request.user)),
        "tables": correspondence.correspondence_tables(correspondence_tables(request.user)),
        "wants_mails": turn_mails.wants_mails(request.user),
    }
    return render(request, "tables/correspondence/turns.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mails_off(request: HttpRequest, token: str) -> HttpResponse:
    """Where the link of a mail leads: a button that ends such mails, also for people who are not signed in here."""
    user = turn_mails.user_of(token)
    if request.method == "POST":
        turn_mails.want_mails(user, "on" in request.POST)
    return render(request, "tables/correspondence/mails_off.html", {"wants_mails": turn_mails.wants_mails(user)})


# -- vacations -------------------------------------------------------------------------------------------------------


def vacation_page(
    request: UserRequest, form: VacationForm | None = None, *, status: int = 200, notice: str = ""
) -> HttpResponse:
    """The page with the form that was sent, if there is one; ``notice`` is said in it."""
    form, now = form or VacationForm(request.POST or None), timezone.now()
    if notice:
        form.add_error(None, notice)
    context = {
        "form": form,
        "today": day_of(now),
        "vacations": Vacation.objects.filter(user=request.user).upcoming(now),
        "left": vacations.days_left(request.user, day_of(now).year).items(),
        "most": vacations.DAYS_A_YEAR,
    }
    return render(request, "tables/correspondence/vacation.html", context, status=status)


@never_cache
@for_members
@require_http_methods(["GET", "HEAD", "POST"])
@answered_on(vacation_page)
def vacation(request: UserRequest) -> HttpResponse:
    if request.method != "POST":
        return vacation_page(request)
    form = VacationForm(request.POST)
    if not form.is_valid():
        return vacation_page(request, form, status=400)
    days, now = form.cleaned_data, timezone.now()
    vacations.take_vacation(request.user, days["from_day"], days["to_day"], now)
    if days["from_day"] == day_of(now):
        breaks.come_back_everywhere(request.user, now)
    messages.success(request, _("Your vacation is entered."))
    return HttpResponseSeeOther(reverse("tables:vacation"))


def vacation_stays(request: UserRequest, vacation_id: int, *, status: int, notice: str) -> HttpResponse:
    messages.error(request, notice)
    return HttpResponseSeeOther(reverse("tables:vacation"))


@for_members
@require_POST
@answered_on(vacation_stays)
def end_vacation(request: UserRequest, vacation_id: int) -> HttpResponse:
    vacations.end_vacation(vacation_id, request.user, timezone.now())
    messages.success(request, _("The vacation is ended."))
    return HttpResponseSeeOther(reverse("tables:vacation"))
