from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import NameRule, User
from accounts.names import take_name_away


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ["name", "email", "is_guest", "is_staff", "is_active", "created_at"]
    list_filter = ["is_guest", "is_staff", "is_active", "language"]
    search_fields = ["name", "email"]
    ordering = ["-created_at"]
    # A name is chosen by its owner, or taken away: then its owner has a number and may choose anew.
    readonly_fields = ["name", "named_at", "created_at", "last_login"]
    filter_horizontal = ["groups", "user_permissions"]
    actions = ["take_names_away"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Accounts are made by signing in."""
        return False

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
