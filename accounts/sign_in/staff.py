"""The admin, entered like the rest of the site: with a code from the mailbox, and not otherwise."""

from typing import Any

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache

from accounts.people.guests import is_member
from accounts.responses import safe_address, see_other

PASSWORD_PAGES = {"password_change", "password_change_done"}


class StaffSite(AdminSite):
    def get_urls(self) -> list[URLResolver | URLPattern]:
        return [entry for entry in super().get_urls() if getattr(entry, "name", None) not in PASSWORD_PAGES]

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return staff_entrance(request, self.has_permission(request))


@never_cache
def staff_entrance(request: HttpRequest, has_permission: bool) -> HttpResponse:
    """Tell users who may not enter so; ask anybody else to sign in, and bring them back."""
    wanted = safe_address(request, request.GET.get("next", "")) or reverse("admin:index")
    if has_permission:
        return see_other(wanted)
    if is_member(request.user):
        raise PermissionDenied
    return see_other(f"{reverse('accounts:sign_in')}?{urlencode({'next': wanted})}")
