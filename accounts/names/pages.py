"""The pages for choosing how others see one: name and picture."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms import NameForm, PictureForm
from accounts.models import User
from accounts.people.guests import ensure_guest
from accounts.responses import safe_address


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def name_page(request: HttpRequest) -> HttpResponse:
    """For members; the first name leads on to where they were going, a later one back to this page."""
    user, now = request.user, timezone.now()
    if not isinstance(user, User) or user.is_guest:
        return redirect_to_login(request.get_full_path())
    back = safe_address(request, request.GET.get("next", ""))
    was_named, form = user.is_named, NameForm(request.POST or None, user=user, now=now)
    if request.method == "POST" and form.choose():
        messages.success(request, _("From now on you are called %(name)s.") % {"name": user.name})
        return redirect(back or ("accounts:name" if was_named else "site:front"))
    status = 422 if request.method == "POST" else 200
    return render(request, "accounts/name_page.html", {"form": form, "back": back}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def picture_page(request: HttpRequest) -> HttpResponse:
    """For everybody; choosing a picture makes a stranger a guest."""
    back = safe_address(request, request.GET.get("next", ""))
    chosen = request.user.picture if isinstance(request.user, User) else ""
    form = PictureForm(request.POST or None, initial={"picture": chosen})
    if request.method == "POST" and form.is_valid():
        user = ensure_guest(request)
        user.picture = form.cleaned_data["picture"]
        user.save(update_fields=["picture"])
        messages.success(request, _("Your picture is saved."))
        return redirect(back or "accounts:picture")
    status = 400 if request.method == "POST" else 200
    return render(request, "accounts/picture_page.html", {"form": form, "back": back}, status=status)
