"""Whoever changes several tables at once holds them in one order, so that no two such changes wait for each other."""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.privacy.deletion import delete_account
from accounts.privacy.merging import merge_guest
from tests.support.friends import dealt, open_table
from tests.support.races import PATIENCE, at_once, beside, stop_at
from whist.tables.chat import moderation, remarks
from whist.tables.correspondence import vacations
from whist.tables.correspondence.turn_mails import send_turn_mails
from whist.tables.lobby import seating
from whist.tables.models import Match, Participant, Table, day_of

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = range(4)
DAY = timedelta(days=1)


@pytest.fixture(params=TIMES)
def friends(request):
    return [User.objects.create_user(f"{name.lower()}@example.org", name=name) for name in ("Ana", "Bogdan", "Carmen")]


def two_tables(ana: User, bogdan: User, carmen: User) -> list[Match]:
    """All three at both; the first two came in opposite order."""
    now = timezone.now()
    first, second = (open_table(user, seats=3, clock="day") for user in (ana, bogdan))
    seating.sit_down(second.pk, ana, 1, now)
    seating.sit_down(first.pk, bogdan, 1, now)
    for table in (first, second):
        seating.sit_down(table.pk, carmen, 2, now)
    return [dealt(Table.objects.get(pk=table.pk)) for table in (first, second)]


def wait_for(user: User, matches: list[Match]) -> None:
    now = timezone.now()
    of_these = Match.objects.filter(pk__in=[match.pk for match in matches])
    of_these.update(waits_for=user, turn_at=now, mail_at=now)


def test_two_who_share_two_tables_delete_their_accounts(friends):
    ana, bogdan, carmen = friends
    matches = two_tables(*friends)
    now = timezone.now()
    assert at_once(lambda: delete_account(ana, now), lambda: delete_account(bogdan, now)) == [None, None]
    for match in matches:
        assert [match_seat.user for match_seat in match.match_seats.filter(to_action=None).order_by("seat")].count(
            None
        ) == 2
        assert match.match_seats.filter(to_action=None, user=carmen).exists()


def test_one_goes_on_vacation_while_others_go_for_good(friends):
    ana, bogdan, carmen = friends
    wait_for(bogdan, two_tables(*friends))
    now, today = timezone.now(), day_of(timezone.now())
    answers = at_once(
        lambda: delete_account(ana, now),
        lambda: vacations.take_vacation(bogdan, today, today, now),
        lambda: delete_account(carmen, now),
    )
    assert not [answer for answer in answers if isinstance(answer, Exception)]


def test_one_is_written_to_while_others_go_for_good(friends):
    ana, bogdan, carmen = friends
    wait_for(bogdan, two_tables(*friends))
    now = timezone.now()
    jobs = [lambda: delete_account(ana, now), lambda: send_turn_mails(now), lambda: delete_account(carmen, now)]
    assert at_once(*jobs) == [None] * 3


def test_one_deletes_their_account_while_they_are_written_to_and_go_on_vacation(friends):
    ana, *_others = friends
    wait_for(ana, two_tables(*friends))
    now, today = timezone.now(), day_of(timezone.now())
    answers = at_once(
        lambda: vacations.take_vacation(ana, today, today, now),
        lambda: send_turn_mails(now),
        lambda: delete_account(ana, now),
    )
    assert answers[1:] == [None, None]


def test_guest_moves_to_their_account_while_another_goes_for_good(friends):
    _ana, bogdan, carmen = friends
    guest = User.objects.create_guest()
    wait_for(guest, two_tables(guest, bogdan, carmen))
    account = User.objects.create_user("dan@example.org", name="Dan")
    User.objects.filter(pk=guest.pk).update(merging_into=account)
    now = timezone.now()
    jobs = [lambda: merge_guest(guest.pk), lambda: delete_account(bogdan, now), lambda: delete_account(carmen, now)]
    assert at_once(*jobs) == [True, None, None]


def test_two_who_avoid_each_other_and_were_complained_about_go_for_good(friends):
    ana, bogdan, carmen = friends
    now = timezone.now()
    for host in (ana, bogdan):
        table = open_table(host)
        for user in friends:
            Participant.objects.update_or_create(table=table, user=user, defaults={"seen_at": now})
            remarks.say_preset(table.pk, user, "hello", now)
        for reported in (ana, bogdan):
            moderation.report(carmen, reported, table, "insult", now)
    moderation.block(ana, bogdan)
    moderation.block(bogdan, ana)
    assert at_once(lambda: delete_account(ana, now), lambda: delete_account(bogdan, now)) == [None, None]


HELD_UP = 1.0
"""Seconds in which a deletion that waits for nobody would be done, or would have locked what it needs."""


def test_first_vacation_of_who_deletes_their_account_meanwhile_is_waited_for(ana, bogdan, carmen):
    """Of such a person there is no row yet that both could lock."""
    wait_for(ana, two_tables(ana, bogdan, carmen))
    now, today = timezone.now(), day_of(timezone.now())
    with stop_at(vacations, "move_deadlines") as stop, beside() as begin:
        vacation = begin(lambda: vacations.take_vacation(ana, today, today, now))
        stop.wait_for_them()
        deletion = begin(lambda: delete_account(ana, now))
        with suppress(TimeoutError):
            deletion.result(HELD_UP)
        stop.let_go()
        assert vacation.exception(PATIENCE) is None
        assert deletion.exception(PATIENCE) is None
    assert not ana.vacations.exists()
