"""Mails about turns and votes that have waited for a mail server that was away: what is still news leaves."""

from datetime import timedelta

import pytest
from django.core import mail as outbox

from accounts.mail_sender import send_due
from accounts.models import Mail
from accounts.outbox import put_mail
from tests.support.friends import act, on_turn
from tests.support.matches import reread
from whist.tables.correspondence.turn_mails import send_turn_mails
from whist.tables.match.deadlines import MAIL_AFTER
from whist.tables.models import Participant
from whist.tables.presence import breaks

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]


def refuse(match, settings):
    """The mail cannot be sent; when it is tried again."""
    now = reread(match).turn_at + MAIL_AFTER
    settings.MAILERS = {"default": {"BACKEND": "tests.app.accounts.test_outbox.Broken"}}
    send_turn_mails(now)
    send_due(now)
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
    assert set(Mail.objects.values_list("attempts", flat=True)) == {1}
    return now + timedelta(hours=1)


@pytest.fixture
def refused(match, settings):
    return refuse(match, settings)


def test_mail_about_a_turn_leaves_when_the_mail_server_is_back(refused):
    send_due(refused)
    assert len(outbox.outbox) == 1


def test_mail_about_a_turn_that_has_been_played_does_not_leave(match, users, refused):
    act(match, users, refused)
    send_due(refused)
    assert outbox.outbox == []
    assert not Mail.objects.exists()


def test_nor_does_one_to_who_has_looked_meanwhile(match, users, refused):
    Participant.objects.filter(user=on_turn(match, users)).update(seen_at=refused)
    send_due(refused)
    assert outbox.outbox == []


def test_of_several_that_wait_the_newest_leaves(match, users, refused):
    """It says what the others said; and the player is told once in six hours at most."""
    put_mail(copy_of(Mail.objects.get()), refused)
    send_due(refused)
    assert len(outbox.outbox) == 1
    assert not Mail.objects.exists()


def copy_of(mail):
    return Mail(to=mail.to, kind=mail.kind, language=mail.language, context=mail.context)


def test_mail_about_a_vote_does_not_leave_to_a_player_who_has_looked_meanwhile(match, users, settings):
    other = next(user for user in users if user != on_turn(match, users))
    act(match, users, reread(match).turn_at)
    breaks.cast_vote(match.table_id, other, "pause", reread(match).turn_at)
    refused = refuse(match, settings)
    Participant.objects.update(seen_at=refused)
    send_due(refused)
    assert outbox.outbox == []


def test_mail_that_says_what_others_ask_leaves_as_long_as_they_do(match, users, settings):
    other = next(user for user in users if user != on_turn(match, users))
    breaks.cast_vote(match.table_id, other, "pause", reread(match).turn_at)
    refused = refuse(match, settings)
    receiver = on_turn(match, users).email
    act(match, users, refused)
    send_due(refused)
    assert [receiver] in [message.to for message in outbox.outbox]
