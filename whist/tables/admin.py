"""The staff's view of tables.  A match is a record: nobody edits it, and its secret and cards are not shown here.

About chats the staff reads reports with what was said, and may silence people.  Django logs every change.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from whist.tables.chat import moderation
from whist.tables.models import Match, Remark, Report, Silence, Table
from whist.tables.presenters.chat import reported_lines, words_of


class ReadOnlyAdmin(admin.ModelAdmin):
    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuse a search by secret or by cards, which would tell of them."""
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


class HandledFilter(admin.SimpleListFilter):
    """Open reports come first, since they are what one comes for."""

    title = pgettext_lazy("reports", "handled")
    parameter_name = "handled"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("no", pgettext("reports", "open")),
            ("yes", pgettext("reports", "handled")),
            ("all", pgettext("reports", "all")),
        ]

    def choices(self, changelist: Any) -> Any:
        for value, title in self.lookup_choices:
            is_selected = (self.value() or "no") == str(value)
            link = changelist.get_query_string({self.parameter_name: value})
            yield {"selected": is_selected, "query_string": link, "display": title}

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        if self.value() == "all":
            return queryset
        return queryset.filter(handled_at__isnull=self.value() != "yes")


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "reported", "reason", "reporter", "table", "handled_at", "handled_by")
    list_filter = (HandledFilter, "reason")
    list_select_related = ("reported", "reporter", "table", "handled_by")
    ordering = ("-created_at",)
    search_fields = ("reported__name", "reporter__name")
    actions = ("mark_handled",)
    fields = (
        "reported",
        "reason",
        "details",
        "said_before",
        "reporter",
        "table",
        "created_at",
        "handled_at",
        "handled_by",
        "note",
    )
    readonly_fields = fields[:-1]

    def has_change_permission(self, request: HttpRequest, obj: object | None = None) -> bool:
        """Let the staff change the note, and nothing else (``readonly_fields``)."""
        return admin.ModelAdmin.has_change_permission(self, request, obj)

    @admin.display(description=_("what was said before"))
    def said_before(self, report: Report) -> str:
        speakers = {said["user"] for said in report.remarks}
        names = dict(User.objects.filter(pk__in=speakers).values_list("pk", "name"))
        return "\n".join(reported_lines(report.remarks, names)) or gettext("Nothing was said.")

    @admin.action(description=_("Mark as handled"), permissions=["change"])
    def mark_handled(self, request: HttpRequest, reports: Any) -> None:
        assert isinstance(request.user, User)
        handled = moderation.handle_reports(reports, request.user, timezone.now())
        for report in handled:
            self.log_change(request, report, gettext("Marked as handled."))
        done = ngettext("%(n)d report marked as handled.", "%(n)d reports marked as handled.", len(handled))
        self.message_user(request, done % {"n": len(handled)}, messages.SUCCESS)


@admin.register(Silence)
class SilenceAdmin(admin.ModelAdmin):
    list_display = ("user", "until", "reason")
    list_select_related = ("user",)
    ordering = ("-until",)
    search_fields = ("user__name",)
    autocomplete_fields = ("user",)


@admin.register(Remark)
class RemarkAdmin(ReadOnlyAdmin):
    list_display = ("at", "table", "user", "words")
    list_select_related = ("table", "user")
    list_display_links = None
    ordering = ("-pk",)
    search_fields = ("user__name", "=table__id")
    fields = ("at", "table", "user", "words")
    show_full_result_count = False

    @admin.display(description=_("words"))
    def words(self, remark: Remark) -> str:
        return words_of(remark.text, remark.preset)
