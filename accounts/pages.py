"""The pages about one's own settings, which need no account."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import PreferencesForm
from accounts.people.guests import ensure_guest
from accounts.people.languages import choose_language, speak
from accounts.people.preferences import Preferences
from accounts.responses import safe_address


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Preferences; a stranger who chooses some becomes a guest, who keeps them."""
    sent = request.POST if request.method == "POST" else None
    back = safe_address(request, request.GET.get("next", ""))
    form = PreferencesForm(sent, preferences=Preferences.of(request.user), language=get_language() or "")
    if sent is not None and form.is_valid():
        return save_settings(request, form, back or "accounts:settings")
    context = {"form": form, "back": back}
    return render(request, "accounts/settings.html", context, status=400 if form.errors else 200)


def save_settings(request: HttpRequest, form: PreferencesForm, back: str) -> HttpResponse:
    user = ensure_guest(request)
    user.preferences = {**user.preferences, **form.preferences().as_json()}
    user.save(update_fields=["preferences"])
    answer = redirect(back)
    if language := form.cleaned_data["language"]:
        choose_language(request, answer, language)
        speak(request, language)
    messages.success(request, _("Your settings are saved."))
    return answer


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """As Django's view; the account remembers the language too."""
    answer = i18n.set_language(request)
    if chosen := answer.cookies.get(settings.LANGUAGE_COOKIE_NAME):
        choose_language(request, answer, chosen.value)
    return answer
