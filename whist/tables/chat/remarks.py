"""Saying something at a table.

Speakers are participants of the table.  Own words are for people with an account among friends; everybody else has
the phrases and emoji of `whist.tables.chat.presets`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.limits import Limit, demand
from accounts.models import User
from whist.refusals import Refusal
from whist.tables.chat.conversation import may_write, plays_in, round_in_play
from whist.tables.chat.moderation import REPORTS_KEPT_FOR
from whist.tables.chat.text_filter import words_to_say
from whist.tables.match.locks import bump_revision
from whist.tables.models import Remark, Report, Silence, Table
from whist.tables.texts import refusals
from whist.tables.texts.refusals import WRITING_FAST

REMARKS = Limit("remarks", 5, timedelta(seconds=10), sentence=WRITING_FAST)
KEPT = 200
"""How many of the newest remarks of a table are kept."""

KEPT_FOR = timedelta(days=30)
"""How long after a table was closed its remarks are kept."""

SAME_WORDS = timedelta(seconds=3)
"""How soon the same words again are a second click."""

BATCH = 500


class OnlyPhrases(Refusal):
    status = 403
    sentence = _("Here you can send the phrases and emoji. To write words of your own among friends, sign in.")


class Silenced(Refusal):
    status = 403

    def __init__(self, until: datetime) -> None:
        day = date_format(timezone.localtime(until), "DATETIME_FORMAT")
        super().__init__(gettext("You may not write in any chat until %(until)s.") % {"until": day})
        self.until = until


class NoRemark(Refusal):
    """A form that the chat does not send."""

    status = 400
    sentence = _("This cannot be sent. Please use the buttons of the chat.")


# -- saying something ------------------------------------------------------------------------------------------------


def say(table_id: int, user: User, text: str, now: datetime) -> Remark:
    """Say own words.  Raises PermissionDenied, TableClosed, Silenced, OnlyPhrases, Unspeakable, TooOften."""
    table = _table_of_speaker(table_id, user, now)
    if not may_write(table, user):
        raise OnlyPhrases
    words = words_to_say(text)
    demand(REMARKS, str(user.pk), now)
    return _say(table, user, now, text=words)


def say_preset(table_id: int, user: User, code: str, now: datetime) -> Remark:
    """Say a phrase or an emoji, by its code in `presets.CODES`.  Raises as `say`."""
    table = _table_of_speaker(table_id, user, now)
    demand(REMARKS, str(user.pk), now)
    return _say(table, user, now, preset=code)


def _table_of_speaker(table_id: int, user: User, now: datetime) -> Table:
    table = Table.objects.filter(pk=table_id, participants__user=user).first()
    if table is None:
        raise PermissionDenied
    if table.closed_at is not None:
        raise refusals.TableClosed
    until = user.silences.aggregate(until=Max("until"))["until"]
    if until is not None and until > now:
        raise Silenced(until)
    return table


@transaction.atomic
def _say(table: Table, user: User, now: datetime, **words: str) -> Remark:
    bump_revision(table.pk)  # first, so that remarks at the same time wait
    again = table.remarks.filter(user=user, at__gt=now - SAME_WORDS).order_by("-pk").first()
    if again is not None and all(getattr(again, name) == value for name, value in words.items()):
        return again
    remark = Remark.objects.create(table=table, user=user, at=now, **words, **_round_watched(table, user))
    _forget_oldest(table)
    return remark


def _round_watched(table: Table, user: User) -> dict[str, Any]:
    """The round that a spectator speaks in, whom its players do not hear before it is over: even a well-meant word
    could help one."""
    playing = round_in_play(table.pk)
    if playing is None or plays_in(playing[0], user):
        return {}
    return {"match_id": playing[0], "round": playing[1]}


def _forget_oldest(table: Table) -> None:
    oldest = table.remarks.order_by("-pk").values_list("pk", flat=True)[KEPT : KEPT + 1].first()
    if oldest is not None:
        table.remarks.filter(pk__lte=oldest).delete()


def tidy(now: datetime) -> None:
    """Delete what was said at tables closed long ago, reports handled long ago, silences long over."""
    old = Remark.objects.filter(table__closed_at__lte=now - KEPT_FOR).values_list("pk", flat=True)[:BATCH]
    Remark.objects.filter(pk__in=list(old)).delete()
    Report.objects.filter(handled_at__lte=now - REPORTS_KEPT_FOR).delete()
    Silence.objects.filter(until__lte=now - REPORTS_KEPT_FOR).delete()
