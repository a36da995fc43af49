"""The pages for changing an e-mail address: enter the new one, then type both codes."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.access import UserRequest, for_members
from accounts.account_pages import READ_AND_SEND
from accounts.forms import CodesForm, NewAddressForm
from accounts.responses import see_other
from accounts.sign_in.addresses import AddressTaken, Pending, ask_to_change, change_address, pending_change, try_codes


@never_cache
@READ_AND_SEND
@for_members
def address_page(request: UserRequest) -> HttpResponse:
    sent = request.POST if request.method == "POST" else None
    form = NewAddressForm(sent, user=request.user)
    if sent is None or not form.is_valid():
        return render(request, "accounts/address.html", {"form": form}, status=422 if form.errors else 200)
    language = get_language() or ""
    ask_to_change(request.user, form.cleaned_data["email"], request.session, timezone.now(), language)
    return see_other("accounts:address_codes")


@never_cache
@READ_AND_SEND
@for_members
def address_codes_page(request: UserRequest) -> HttpResponse:
    now = timezone.now()
    pending = pending_change(request.session, now)
    if pending is None:
        return see_other("accounts:address")
    if request.method != "POST":
        return codes_form(request, pending, [])
    form = CodesForm(request.POST)
    typed = form.cleaned_data if form.is_valid() else {"old": "", "new": ""}
    if wrong := try_codes(request.user, pending, typed["old"], typed["new"], request.session, now):
        return codes_form(request, pending, wrong)
    return finish_change(request, pending)


def codes_form(request: UserRequest, pending: Pending, wrong: list[str]) -> HttpResponse:
    context = {"pending": pending, "wrong": dict.fromkeys(wrong, True)}
    return render(request, "accounts/address_codes.html", context, status=422 if wrong else 200)


def finish_change(request: UserRequest, pending: Pending) -> HttpResponse:
    try:
        change_address(request.user, pending, request.session, timezone.now(), get_language() or "")
    except AddressTaken as refusal:
        return render(request, "accounts/address_taken.html", {"pending": pending}, status=refusal.status)
    messages.success(request, _("Your address is changed. All other browsers are signed out."))
    return see_other("accounts:account")
