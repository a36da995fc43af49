"""The pages of one's own account: overview, sessions, export and deletion."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import UserRequest, for_members, for_users
from accounts.forms import CodeForm
from accounts.limits import demand
from accounts.models import LoginCode
from accounts.privacy.deletion import delete_account
from accounts.privacy.export import EXPORTS_PER_USER, export_account
from accounts.responses import see_other
from accounts.sessions.store import end_other_sessions, end_session, sessions_of
from accounts.sign_in.codes import WrongCode, ask_code, redeem_code

READ_AND_SEND = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@require_safe
@for_users
def account_page(request: UserRequest) -> HttpResponse:
    sessions = sessions_of(request.user, request.session.session_key, timezone.now())
    return render(request, "accounts/account.html", {"sessions": len(sessions)})


@never_cache
@READ_AND_SEND
@for_users
def sessions_page(request: UserRequest) -> HttpResponse:
    """List the user's sessions, and end some: ``end`` is the reference of one, ``others`` or ``all``."""
    user, key, end = request.user, request.session.session_key, request.POST.get("end", "")
    if request.method != "POST":
        listed = sessions_of(user, key, timezone.now())
        return render(request, "accounts/sessions.html", {"sessions": listed})
    if end == "all":
        return sign_out_everywhere(request)
    is_ended = end_other_sessions(user, key) if end == "others" else end_session(user, end)
    messages.success(request, _("Signed out there.") if is_ended else _("There was nothing to sign out."))
    return see_other("accounts:sessions")


def sign_out_everywhere(request: UserRequest) -> HttpResponse:
    """End all sessions of a member. Guests would have no way back, so they are asked first on the page to sign out."""
    if not request.user.is_guest:
        end_other_sessions(request.user, request.session.session_key)
    return sign_out(request)


@never_cache
@READ_AND_SEND
@for_users
def sign_out(request: UserRequest) -> HttpResponse:
    """Guests confirm by ``sure`` that they have read what they lose."""
    if request.method != "POST":
        return render(request, "accounts/sign_out.html")
    if request.user.is_guest and not request.POST.get("sure"):
        return see_other("accounts:sign_out")
    logout(request)
    messages.success(request, _("You are signed out."))
    return see_other("site:front")


@never_cache
@READ_AND_SEND
@for_users
def export_page(request: UserRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "accounts/export.html")
    now = timezone.now()
    demand(EXPORTS_PER_USER, str(request.user.pk), now)
    name = f"whist-account-{now:%Y-%m-%d}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(export_account(request.user, now), content_type="application/json", headers=headers)


@never_cache
@READ_AND_SEND
@for_users
def delete_page(request: UserRequest) -> HttpResponse:
    """Members are sent a code; guests have nothing but this browser, and confirm here."""
    if request.method != "POST":
        return render(request, "accounts/delete.html")
    if not request.user.is_guest:
        return ask_for_deletion(request)
    if not request.POST.get("sure"):
        error = _("Tick the box first if you are sure.")
        return render(request, "accounts/delete.html", {"error": error}, status=422)
    return delete_and_sign_out(request)


def ask_for_deletion(request: UserRequest) -> HttpResponse:
    user, language = request.user, get_language() or ""
    assert user.email is not None
    ask_code(user.email, LoginCode.Purpose.DELETION, request.session, timezone.now(), user=user, language=language)
    return see_other("accounts:delete_code")


@never_cache
@READ_AND_SEND
@for_members
def delete_code_page(request: UserRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "accounts/delete_code.html")
    form = CodeForm(request.POST)
    typed = form.cleaned_data["code"] if form.is_valid() else ""
    try:
        redeem_code(typed, request.user.email or "", LoginCode.Purpose.DELETION, request.session, timezone.now())
    except WrongCode as refusal:
        return render(request, "accounts/delete_code.html", {"is_wrong": True}, status=refusal.status)
    return delete_and_sign_out(request)


def delete_and_sign_out(request: UserRequest) -> HttpResponse:
    delete_account(request.user, timezone.now())
    logout(request)
    messages.success(request, _("Your account is deleted."))
    return see_other("site:front")
