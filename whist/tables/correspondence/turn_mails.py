"""Mails to those for whom others wait in correspondence, to act or to vote: one for all their tables, and not too
many."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import formats, timezone, translation

from accounts.models import Mail, User
from accounts.outbox import OutboxFull, put_mail
from whist.log_filters import describe
from whist.refusals import NotFound, found
from whist.tables.correspondence.vote_mails import Question, leave_untold, questions_to
from whist.tables.match.deadlines import after_rests, rests_of
from whist.tables.match.locks import lock_tables_of
from whist.tables.models import (
    CorrespondenceSettings,
    Match,
    MatchQuerySet,
    MatchSeat,
    Participant,
    Vacation,
    day_of,
    midnight,
)
from whist.tables.texts.labels import game_label

log = logging.getLogger(__name__)

PAUSE = timedelta(hours=6)
"""The least time between two mails to one person."""

BATCH = 100
"""How many waiting matches, and seats whose holders are asked for a vote, one call looks at."""

MOST_TABLES = 30
"""How many tables one mail lists, of each kind."""

KIND = "turns"
"""The kind of these mails in the outbox."""

SALT = "whist.tables.correspondence.turn_mails"


def send_turn_mails(now: datetime) -> None:
    """Write to everybody whose turn, or a vote that others ask of them, has waited unseen for long enough.  May run
    twice, or twice at once."""
    for user_id in _waited_for(now):
        try:
            write_to(User.objects.get(pk=user_id), now)
        except OutboxFull:
            log.warning("the outbox is full; mails about turns wait")
            return
        except Exception as error:
            log.error("user %s could not be written to: %s", user_id, describe(error))


def _waited_for(now: datetime) -> dict[int, None]:
    """The users who are perhaps to be written to, each once, those of turns first."""
    turns = Match.objects.filter(mail_at__lte=now, seconds_left=None, waits_for__isnull=False).order_by("mail_at")
    seats = MatchSeat.objects.filter(mail_at__lte=now, user__isnull=False).order_by("mail_at")
    users = [*turns.values_list("waits_for", flat=True)[:BATCH], *seats.values_list("user", flat=True)[:BATCH]]
    return dict.fromkeys(user_id for user_id in users if user_id is not None)


@transaction.atomic
def write_to(user: User, now: datetime) -> None:
    """Write one mail about all tables that wait for the user, unless they want none, have looked, or had one lately."""
    turns = Match.objects.filter(waits_for=user, mail_at__lte=now, seconds_left=None)
    seats = MatchSeat.objects.filter(user=user, mail_at__lte=now)
    waiting, questions = wanted(user)
    if not (
        waiting.filter(mail_at__lte=now).filter(~has_looked(user, now)).exists()
        or any(question.is_due(now) for question in questions)
    ):
        lock_tables_of([user])
        _note_known(turns, user, now)
        leave_untold(seats)
        return
    CorrespondenceSettings.objects.get_or_create(user=user)
    rested = Q(mailed_at=None) | Q(mailed_at__lte=now - PAUSE)
    # The process that writes this row puts the mail; another one waits here and then finds that it is too early.
    is_first = CorrespondenceSettings.objects.filter(rested, user=user).update(mailed_at=now)
    lock_tables_of([user])
    if not is_first:
        last = CorrespondenceSettings.objects.values_list("mailed_at", flat=True).get(user=user)
        later = after_rests((last or now) + PAUSE, rests_of(user.pk, now))
        turns.update(mail_at=later)
        seats.update(mail_at=later)
        return
    put_mail(mail_about(user, list(waiting.select_related("table").order_by("due_at")), questions), now, can_wait=True)
    _note_known(Match.objects.filter(waits_for=user, seconds_left=None), user, now)
    told = [question.match.pk for question in questions]  # votes since they were read have a mail of their own
    MatchSeat.objects.of(user).filter(match__in=told).update(mail_at=None)


def _note_known(turns: MatchQuerySet, user: User, now: datetime) -> None:
    """Note that the user is told of these turns, or need not be, until a vacation is over that has put them off."""
    rests = rests_of(user.pk, now)
    if rests:
        back_at = after_rests(rests[0].ends_at, rests)
        turns.filter(due_at__gt=back_at).update(mail_at=back_at)
        turns = turns.exclude(due_at__gt=back_at)
    turns.update(mail_at=None)


def _since_vacation(user: User, now: datetime) -> datetime | None:
    """From when on a look is one since the user's last vacation began, be it over or not: on its first day it may have
    been before they entered it."""
    days = Vacation.objects.filter(user=user, from_day__lte=day_of(now)).order_by("-from_day")
    from_day = days.values_list("from_day", flat=True).first()
    return None if from_day is None else midnight(from_day + timedelta(days=1))


def wanted(user: User) -> tuple[MatchQuerySet, list[Question]]:
    """The matches that wait for the user to act, and the votes that others ask for, where they want mails about it."""
    waiting = Match.objects.running().filter(waits_for=user, seconds_left=None)
    if not user.email or not user.is_active or not wants_mails(user):
        return waiting.none(), []
    unwanted = Participant.objects.filter(table=OuterRef("table"), user=OuterRef("waits_for"), wants_mail=False)
    return waiting.filter(~Exists(unwanted)), questions_to(user)


def has_looked(user: User, now: datetime) -> Exists:
    """Whether the user, who is to act, has been at the table since their turn began, and since their last vacation
    did."""
    since = _since_vacation(user, now)
    holder = Participant.objects.filter(table=OuterRef("table"), user=OuterRef("waits_for"))
    seen = holder.filter(seen_at__gte=OuterRef("turn_at"))
    return Exists(seen if since is None else seen.filter(seen_at__gte=since))


def mail_about(user: User, matches: list[Match], questions: list[Question]) -> Mail:
    language = user.language or settings.LANGUAGE_CODE
    with translation.override(language):
        context = {
            "name": user.shown_name,
            "count": len(matches),
            "turns": [turn_of(match) for match in matches[:MOST_TABLES]],
            "vote_count": len(questions),
            "votes": [vote_of(question) for question in questions[:MOST_TABLES]],
            "settings_url": site_address(reverse("tables:mails_off", args=[token_for(user)])),
            "vacation_url": site_address(reverse("tables:vacation")),
        }
    return Mail(to=user.email or "", kind=KIND, language=language, context=context)


def turn_of(match: Match) -> dict[str, Any]:
    """What the mail says of one table; no card, since mail is read by many machines."""
    return {
        "game": str(game_label(match.table.game_slug)),
        "since": in_words(match.turn_at),
        "until": in_words(match.due_at),
        "url": address_of(match),
    }


def vote_of(question: Question) -> dict[str, Any]:
    """What the mail says of the votes of others; no name, as in what is said of turns."""
    return {
        "game": str(game_label(question.match.table.game_slug)),
        "sentence": question.sentence,
        "is_paused": question.match.is_paused,
        "url": address_of(question.match),
    }


def address_of(match: Match) -> str:
    return site_address(reverse("tables:table", args=[match.table_id]))


def in_words(at: datetime | None) -> str:
    if at is None:
        return ""
    local = timezone.localtime(at, timezone.get_default_timezone())
    return f"{formats.date_format(local, 'DATETIME_FORMAT')} ({local.tzname()})"


def site_address(path: str) -> str:
    return f"{settings.SITE_URL.rstrip('/')}{path}"


# -- not to be written to --------------------------------------------------------------------------------------------


def token_for(user: User) -> str:
    """A token that lets the reader of a mail switch such mails off, and do nothing else."""
    return signing.dumps(user.pk, salt=SALT)


def user_of(token: str) -> User:
    """The user whose mails a link is about; raises NotFound."""
    try:
        return found(User.objects.filter(is_active=True), pk=signing.loads(token, salt=SALT))
    except signing.BadSignature as error:
        raise NotFound from error


def wants_mails(user: User) -> bool:
    return not CorrespondenceSettings.objects.filter(user=user, wants_mails=False).exists()


def want_mails(user: User, is_wanted: bool) -> None:
    """Switch mails about turns and votes on or off, at all tables."""
    CorrespondenceSettings.objects.update_or_create(user=user, defaults={"wants_mails": is_wanted})


def want_mails_of(table_id: int, user: User, is_wanted: bool) -> bool:
    """Switch mails about turns and votes at one table; False for somebody who is no participant."""
    return bool(Participant.objects.filter(table=table_id, user=user).update(wants_mail=is_wanted))
