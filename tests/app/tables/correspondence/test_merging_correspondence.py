"""A guest in a match that takes days turns out to have an account: from then on the account is waited for."""

from datetime import timedelta

import pytest

from accounts.models import Mail, User
from accounts.privacy.merging import begin_merge
from tests.support.browsers import browser_of
from tests.support.matches import reread
from tests.support.slow import slow_match, until_turn_of
from whist.tables.correspondence import vacations
from whist.tables.correspondence.turn_mails import send_turn_mails
from whist.tables.match.deadlines import MAIL_AFTER, time_of
from whist.tables.match.selectors import held_seats
from whist.tables.match.update import PLAYER, MatchUpdate
from whist.tables.models import day_of, midnight

pytestmark = pytest.mark.django_db(transaction=True)

DAY = timedelta(days=1)


@pytest.fixture
def users_with_guest(ana, guest, bogdan):
    return [ana, guest, bogdan]


@pytest.fixture
def account():
    return User.objects.create_user("dan@example.org", name="Dan")


def test_turn_has_the_time_that_the_vacation_of_the_account_gives(users_with_guest, account, now):
    match = until_turn_of(1, slow_match(users_with_guest), users_with_guest)
    vacations.take_vacation(account, day_of(now), day_of(now) + 5 * DAY, now)
    begin_merge(users_with_guest[1], account, now)
    match = reread(match)
    back_at = midnight(day_of(now) + 6 * DAY)
    assert match.waits_for == account
    assert match.due_at == back_at + timedelta(seconds=time_of(match))
    assert match.mail_at == back_at


def test_account_on_vacation_gets_no_mail_about_it(users_with_guest, account, now):
    until_turn_of(1, slow_match(users_with_guest), users_with_guest)
    vacations.take_vacation(account, day_of(now), day_of(now) + 5 * DAY, now)
    begin_merge(users_with_guest[1], account, now)
    send_turn_mails(now + 2 * MAIL_AFTER)
    assert not Mail.objects.filter(to=account.email).exists()


def test_account_without_a_vacation_has_the_time_that_was_left(users_with_guest, account, now):
    match = until_turn_of(1, slow_match(users_with_guest), users_with_guest)
    begin_merge(users_with_guest[1], account, now + DAY / 2)
    assert reread(match).due_at == match.due_at


@pytest.mark.parametrize("before", [0, 1], ids=["of the one before", "of the guest"])
def test_move_that_was_read_before_the_merge_leaves_nobody_waited_for_who_is_gone(
    users_with_guest, account, now, before
):
    match = until_turn_of(before, slow_match(users_with_guest), users_with_guest)
    update = MatchUpdate(match, held_seats(match.pk))
    begin_merge(users_with_guest[1], account, now)
    update.take(update.state.legal_actions()[0], PLAYER)
    assert update.commit(now)
    match = reread(match)
    assert match.waits_for == [account, users_with_guest[2]][before]
    if before == 0:
        send_turn_mails(now + 2 * MAIL_AFTER)
        assert list(Mail.objects.values_list("to", flat=True)) == [account.email]
        browser = browser_of(account)
        assert f"/tables/{match.table_id}/" in browser.get("/account/turns/").content.decode()
