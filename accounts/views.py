"""Pages about oneself."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.answers import safe_address
from accounts.forms import PreferencesForm
from accounts.guests import ensure_guest
from accounts.preferences import Preferences


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Preferences; what somebody without an account chooses is kept with the guest he becomes by choosing."""
    back = safe_address(request, request.GET.get("next", ""))
    if request.method != "POST":
        form = PreferencesForm(preferences=Preferences.of(request.user))
        return render(request, "accounts/settings.html", {"form": form, "back": back})
    form = PreferencesForm(request.POST, preferences=Preferences.of(request.user))
    if not form.is_valid():
        return render(request, "accounts/settings.html", {"form": form, "back": back}, status=400)
    user = ensure_guest(request)
    user.preferences = {**user.preferences, **form.preferences().as_json()}
    user.save(update_fields=["preferences"])
    messages.success(request, _("Your settings are saved."))
    return redirect(back or "accounts:settings")
