"""Settlements that failed; and results, which are shown on the pages of their match and of their player.

A result has a key of two columns, with which the admin can list and open nothing by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.admin import UserAdmin
from accounts.models import User
from leagues.models import Result, Settlement
from leagues.results.experience import points_of
from leagues.results.settlement import settle_or_postpone
from whist.tables.admin import MatchAdmin, ReadOnlyAdmin
from whist.tables.models import Match

SHOWN = 50
"""How many results of one player are shown."""


@admin.register(Settlement)
class SettlementAdmin(ReadOnlyAdmin):
    list_display = ("match_id", "attempts", "next_at", "error")
    ordering = ("next_at",)
    actions = ("try_again",)

    def has_retry_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("leagues.change_settlement")

    @admin.action(description=gettext_lazy("Try again now"), permissions=["retry"])
    def try_again(self, request: HttpRequest, chosen: QuerySet[Settlement]) -> None:
        now = timezone.now()
        settled = sum(settle_or_postpone(failed.match_id, now) for failed in list(chosen))
        self.message_user(request, ngettext("%(n)d match settled", "%(n)d matches settled", settled) % {"n": settled})
        if Settlement.objects.filter(pk__in=[failed.pk for failed in chosen]).exists():
            self.message_user(request, _("Some failed again; their errors are below."), messages.WARNING)


def results_table(results: Iterable[Result], *, is_of_match: bool = False) -> str:
    shown = list(results)
    context = {"results": shown[:SHOWN], "is_cut": len(shown) > SHOWN, "is_of_match": is_of_match}
    return render_to_string("admin/leagues/results.html", context)


def with_results(request: HttpRequest, fields: Any) -> list[Any]:
    """The fields of a page, with the results for staff who may see them."""
    return [*fields, "results"] if request.user.has_perm("leagues.view_result") else list(fields)


admin.site.unregister(Match)
admin.site.unregister(User)


@admin.register(Match)
class SettledMatchAdmin(MatchAdmin):
    def get_fields(self, request: HttpRequest, obj: Match | None = None) -> list[Any]:
        return with_results(request, super().get_fields(request, obj))

    def get_readonly_fields(self, request: HttpRequest, obj: Match | None = None) -> list[Any]:
        return [*super().get_readonly_fields(request, obj), "results"]

    @admin.display(description=gettext_lazy("results"))
    def results(self, match: Match) -> str:
        of_match = Result.objects.filter(match=match).select_related("user")
        return results_table(of_match.order_by("place", "seat"), is_of_match=True)


@admin.register(User)
class PlayerAdmin(UserAdmin):
    def get_fields(self, request: HttpRequest, obj: User | None = None) -> list[Any]:
        fields = with_results(request, super().get_fields(request, obj))
        fields.insert(fields.index("language"), "xp")
        return fields

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        return [*super().get_readonly_fields(request, obj), "xp", "results"]

    @admin.display(description=gettext_lazy("experience points"))
    def xp(self, user: User) -> int:
        return points_of(user)

    @admin.display(description=gettext_lazy("results"))
    def results(self, user: User) -> str:
        return results_table(Result.objects.filter(user=user).order_by("-finished_at")[: SHOWN + 1])
