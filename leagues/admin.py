from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from leagues.models import Settlement
from leagues.settlement import settle_or_postpone
from whist.tables.admin import ReadOnlyAdmin


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
