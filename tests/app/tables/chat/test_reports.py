"""Reports to the staff, and what becomes of chats when accounts are deleted, merged or exported, and with time."""

import json
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from accounts.limits import TooOften
from accounts.models import User
from tests.support.browsers import browser_of
from tests.support.races import at_once
from tests.support.talk import say, table_of, words
from whist.jobs import JOBS
from whist.tables.account_hooks.hooks import TablesHooks
from whist.tables.chat import moderation, remarks
from whist.tables.lobby import seating
from whist.tables.models import Avoidance, Remark, Report, Silence, Table

pytestmark = pytest.mark.django_db(transaction=True)

DAY = timedelta(days=1)


def report(table, reporter, reported, now=None):
    return moderation.report(reporter, reported, table, "insults", now or timezone.now())


def test_report_keeps_the_last_thirty_remarks_with_who_said_them(users, table):
    ana, bogdan, carmen = users
    say(table, bogdan, *(f"number {number}" for number in range(35)))
    remarks.say_preset(table.pk, carmen, "sorry", timezone.now() + DAY)
    made = report(table, ana, bogdan)
    assert len(made.remarks) == 30
    assert made.remarks[0]["text"] == "number 6"
    assert (made.remarks[-1]["user"], made.remarks[-1]["preset"]) == (carmen.pk, "sorry")
    Remark.objects.all().delete()
    assert len(Report.objects.get().remarks) == 30


def test_report_is_made_on_its_page(users, table):
    ana, bogdan, _carmen = users
    browser = browser_of(ana)
    path = f"/tables/{table.pk}/people/{bogdan.pk}/report/"
    assert "Report Bogdan" in browser.get(path).content.decode()
    for fields in ({}, {"reason": "no_such"}, {"reason": "insults", "details": "x" * 501}):
        answer = browser.post(path, fields)
        assert answer.status_code == 400
        assert 'role="alert"' in answer.content.decode()
    assert browser.post(path, {"reason": "insults", "details": "He shouts <b>"}).status_code == 303
    assert Report.objects.get().details == "He shouts <b>"


def test_second_report_of_the_same_is_the_first(users, table):
    ana, bogdan, _carmen = users
    answers = at_once(*[lambda: report(table, ana, bogdan)] * 8)
    assert len({answer.pk for answer in answers}) == 1, answers
    assert Report.objects.count() == 1
    moderation.handle_reports(Report.objects.all(), ana, timezone.now())
    report(table, ana, bogdan)
    assert Report.objects.count() == 2


def test_only_participants_report_each_other_and_nobody_themselves(users, table):
    ana, bogdan, _carmen = users
    dan = User.objects.create_user("dan@example.org", name="Dan")
    for reporter, reported in ((dan, bogdan), (ana, dan)):
        with pytest.raises(PermissionDenied):
            report(table, reporter, reported)
    with pytest.raises(moderation.NotOneself):
        report(table, ana, ana)
    page = browser_of(ana).post(f"/tables/{table.pk}/people/{ana.pk}/report/", {"reason": "other"})
    assert page.status_code == 409


def test_reports_are_limited(users, monkeypatch):
    monkeypatch.setattr(seating, "MOST_WAITING", 100)
    ana, bogdan, _carmen = users
    now = timezone.now()
    tables = [
        table_of(ana, bogdan, seats=4, clock=clock, level=level, pace=pace)
        for clock in ("fast", "normal", "slow", "day")
        for level in ("easy", "normal")
        for pace in ("normal", "fast", "instant")
    ][:21]
    for table in tables[:20]:
        report(table, ana, bogdan, now)
    with pytest.raises(TooOften):
        report(tables[20], ana, bogdan, now)
    answer = browser_of(ana).post(f"/tables/{tables[20].pk}/people/{bogdan.pk}/report/", {"reason": "spam"})
    assert answer.status_code == 429


# -- with time -------------------------------------------------------------------------------------------------------


def test_remarks_of_a_closed_table_are_deleted_after_thirty_days(users, table):
    now = timezone.now()
    other = table_of(users[1])
    say(table, users[0], "old words")
    say(other, users[1], "words at an open table")
    Table.objects.filter(pk=table.pk).update(closed_at=now)
    remarks.tidy(now + 29 * DAY)
    assert Remark.objects.count() == 2
    remarks.tidy(now + 30 * DAY)
    remarks.tidy(now + 30 * DAY)
    assert [remark.text for remark in Remark.objects.all()] == ["words at an open table"]


def test_handled_reports_are_deleted_after_half_a_year_and_open_ones_stay(users, table):
    ana, bogdan, carmen = users
    now = timezone.now()
    handled = report(table, ana, bogdan)
    moderation.handle_reports(Report.objects.filter(pk=handled.pk), carmen, now)
    waiting = report(table, ana, carmen)
    remarks.tidy(now + 179 * DAY)
    assert Report.objects.count() == 2
    remarks.tidy(now + 180 * DAY)
    assert list(Report.objects.all()) == [waiting]


def test_tidying_is_one_of_the_jobs_of_the_site(users):
    JOBS["tidy chats"].run()


# -- with accounts ---------------------------------------------------------------------------------------------------


def test_export_holds_what_one_said_and_whom_one_avoids(users, table):
    ana, bogdan, carmen = users
    say(table, ana, "my words")
    say(table, bogdan, "his words")
    moderation.block(ana, bogdan)
    moderation.mute(carmen, ana)
    report(table, ana, bogdan)
    exported = json.dumps(TablesHooks().export(ana)["chat"], cls=DjangoJSONEncoder)
    assert "my words" in exported
    assert "his words" not in exported
    assert "Bogdan" in exported
    assert "Carmen" not in exported


def test_deleted_account_leaves_no_word_behind(users, table):
    ana, bogdan, carmen = users
    say(table, ana, "hello")
    say(table, bogdan, "secret of Bogdan")
    moderation.block(ana, bogdan)
    moderation.mute(bogdan, ana)
    report(table, ana, carmen)
    made = moderation.report(bogdan, carmen, table, "other", timezone.now(), details="Bogdan's own words")
    TablesHooks().delete(bogdan)
    assert words(table, ana) == ["hello"]
    assert not Avoidance.objects.exists()
    stored = json.dumps(list(Report.objects.values()), cls=DjangoJSONEncoder)
    assert "secret of Bogdan" not in stored
    assert "own words" not in stored
    assert "hello" in stored
    assert Report.objects.filter(pk=made.pk).exists()


def test_open_report_about_a_deleted_account_keeps_its_words_until_it_is_handled(users, table):
    ana, bogdan, carmen = users
    say(table, bogdan, "an insult")
    report(table, ana, bogdan)
    TablesHooks().delete(bogdan)
    User.objects.filter(pk=bogdan.pk).update(deleted_at=timezone.now())
    assert Report.objects.get().remarks[0]["text"] == "an insult"
    moderation.handle_reports(Report.objects.all(), carmen, timezone.now())
    assert Report.objects.get().remarks[0]["text"] == ""


def test_guest_takes_their_chat_along_into_their_account(users, table):
    ana, bogdan, carmen = users
    guest = User.objects.create_guest()
    table_too = table_of(guest, ana, bogdan, carmen)
    remarks.say_preset(table_too.pk, guest, "hello", timezone.now())
    Silence.objects.create(user=guest, until=timezone.now() + DAY, reason="noise")
    moderation.block(guest, carmen)
    moderation.mute(ana, carmen)
    moderation.mute(bogdan, guest)
    moderation.mute(guest, ana)
    report(table_too, bogdan, guest)
    TablesHooks().merge(guest, ana)
    TablesHooks().merge(guest, ana)
    assert Remark.objects.get(preset="hello").user == ana
    assert Silence.objects.get().user == ana
    kept = sorted(Avoidance.objects.values_list("user__name", "other__name", "kind"))
    assert kept == [("Ana", "Carmen", "blocked"), ("Bogdan", "Ana", "muted")]
    moved = Report.objects.get()
    assert moved.reported == ana
    assert moved.remarks[0]["user"] == ana.pk


def test_report_that_both_made_stays_with_the_guest(users, table):
    ana, bogdan, _carmen = users
    guest = User.objects.create_guest()
    table = table_of(ana, bogdan, guest)
    for reporter, reported in ((ana, bogdan), (guest, bogdan), (guest, ana)):
        report(table, reporter, reported)
    TablesHooks().merge(guest, ana)
    assert sorted(Report.objects.values_list("reporter__is_guest", flat=True)) == [False, True, True]
