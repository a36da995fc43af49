"""Looking at tables.  A match is a record: nobody edits it, and its secret and cards are not shown here."""

from django.contrib import admin
from django.http import HttpRequest

from whist.tables.models import Match, Table


class ReadOnlyAdmin(admin.ModelAdmin):
    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """A search by secret or by cards would tell of them."""
        is_secret = lookup.split("__", maxsplit=1)[0] in {"secret", "salt", "actions"}
        return not is_secret and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object | None = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    list_display = ("id", "kind", "game_slug", "seats", "level", "pace", "host", "created_at")
    list_filter = ("kind", "game_slug", "seats")
    list_select_related = ("host",)


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    list_display = (
        "id",
        "table",
        "number",
        "rounds_dealt",
        "version",
        "started_at",
        "due_at",
        "finished_at",
        "closed_at",
    )
    list_filter = ("table__game_slug",)
    list_select_related = ("table",)
    fields = (
        "table",
        "number",
        "options",
        "commitment",
        "rounds_dealt",
        "version",
        "started_at",
        "finished_at",
        "closed_at",
    )
    readonly_fields = ("commitment",)
