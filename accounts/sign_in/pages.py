"""One form to sign in and to sign up: an address, then the code that was sent there."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.client_address import visitor_of
from accounts.forms import AddressForm, CodeForm
from accounts.hashes import keyed_hash
from accounts.limits import HOUR, Limit, demand
from accounts.models import LoginCode, User
from accounts.people.guests import is_member
from accounts.responses import safe_address, see_other
from accounts.sign_in.codes import TOKEN, WrongCode, ask_code, redeem_code
from accounts.sign_in.entry import WAITING, account_of, enter

CODES_PER_VISITOR = Limit("codes for a visitor", 20, HOUR)
GUESSES_PER_VISITOR = Limit("guesses of a visitor", 60, HOUR)
#: For how long, in seconds, a browser is remembered that only asked for a code.
STRANGERS_STAY = 3600

FRONT = "site:front"
SIGN_IN = LoginCode.Purpose.SIGN_IN


@never_cache
@sensitive_post_parameters("email")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Send a code to an address; nobody learns here whether it has an account."""
    wanted = safe_address(request, request.POST.get("next", request.GET.get("next", "")))
    if is_member(request.user):
        return see_other(wanted or FRONT)
    form = AddressForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        context = {"form": form, "wanted": wanted}
        return render(request, "accounts/sign_in.html", context, status=400 if form.is_bound else 200)
    code = send_code(request, form.cleaned_data["email"])
    request.session[WAITING] = {"code": code.pk, "next": wanted}
    return see_other("accounts:sign_in_code")


def send_code(request: HttpRequest, email: str) -> LoginCode:
    """Send a code with the same work for everybody, up to the mail that may be thrown away; raises TooOften and
    OutboxFull."""
    now = timezone.now()
    demand(CODES_PER_VISITOR, visitor_of(request), now)
    user = User.objects.filter(email=email).first()
    bind_to_browser(request)
    code = ask_code(email, SIGN_IN, request.session, now, user=user, language=get_language() or "en")
    if not isinstance(request.user, User):
        request.session.set_expiry(STRANGERS_STAY)
    return code


def bind_to_browser(request: HttpRequest) -> None:
    """Make the code good in all sessions of this browser. A stranger who clicks twice gets two, of which the browser
    keeps the second; both follow from the cookie that the page with the form had set."""
    if browser := request.META.get("CSRF_COOKIE"):
        request.session.setdefault(TOKEN, keyed_hash("browser of a code", browser))


def waiting_for(request: HttpRequest) -> dict[str, str] | None:
    """The address this browser asked a code for last, and where to go afterwards.

    The session knows the code only: what an account leaves in other browsers must not tell its address.
    """
    waiting = request.session.get(WAITING, {})
    code = LoginCode.objects.filter(pk=waiting.get("code")).first()
    return {"email": code.email, "next": waiting["next"]} if code else None


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """Take the code; only a browser that asked for one is here."""
    waiting = waiting_for(request)
    if waiting is None or is_member(request.user):
        return see_other("accounts:sign_in")
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            return redeem(request, form.cleaned_data["code"], **waiting)
        except WrongCode as refusal:
            form.add_error("code", str(refusal))
    return render(request, "accounts/code.html", {"form": form, **waiting}, status=422 if form.is_bound else 200)


def redeem(request: HttpRequest, code: str, email: str, next: str) -> HttpResponse:  # noqa: A002 - as in the address
    """Sign in to the account, and send on to where the visitor wanted to go; raises WrongCode and TooOften."""
    now = timezone.now()
    demand(GUESSES_PER_VISITOR, visitor_of(request), now)
    redeem_code(code, email, SIGN_IN, request.session, now)
    guest = request.user if isinstance(request.user, User) else None
    account, is_new = account_of(email, guest, now)
    enter(request, account)
    if not is_new:
        messages.success(request, _("Welcome back, %(name)s.") % {"name": account.shown_name})
        return see_other(next or FRONT)
    messages.success(request, _("Your account is ready. From now on you find everything here on any device."))
    return see_other(reverse("accounts:name") + (f"?{urlencode({'next': next})}" if next else ""))
