from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import NameRule, User
from accounts.names.choosing import take_name_away

SHOWN = ["name", "named_at", "email", "is_guest", "language", "picture", "created_at", "last_login", "deleted_at"]
POWERS = ["is_staff", "is_superuser", "groups", "user_permissions"]


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ["name", "email", "is_guest", "is_staff", "is_active", "created_at"]
    list_filter = ["is_guest", "is_staff", "is_active", "language"]
    search_fields = ["name", "email"]
    ordering = ["-created_at"]
    # The staff decides who may enter, and how far; the rest belongs to the player.  A name is chosen by
    # its owner, or taken away: then its owner has a number and may choose anew.  An address changes by two codes.
    fields = [*SHOWN, "is_active", *POWERS]
    filter_horizontal = ["groups", "user_permissions"]
    actions = ["take_names_away"]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """Nobody may give themselves permissions that they do not have."""
        return SHOWN if getattr(request.user, "is_superuser", False) else [*SHOWN, *POWERS]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Accounts are made by signing in."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Their owners delete them, which leaves matches and books (`accounts.privacy.deletion`)."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """A form opened before its account was deleted brings nothing back."""
        return (obj is None or obj.deleted_at is None) and super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Write only what was changed: meanwhile the player may have won, or chosen, something."""
        obj.save(update_fields=[name for name in form.changed_data if name.startswith("is_")])

    @admin.action(description=_("Take the name away: a number instead"), permissions=["change"])
    def take_names_away(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset.filter(is_guest=False, deleted_at=None):
            take_name_away(user)


@admin.register(NameRule)
class NameRuleAdmin(admin.ModelAdmin):
    list_display = ["word", "kind"]
    list_filter = ["kind"]
    search_fields = ["word"]
    ordering = ["word"]
