"""What the staff sees of chats and does about them."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.utils import timezone

from accounts.models import User
from tests.support.browsers import browser_of
from tests.support.talk import say
from whist.tables.chat import moderation, remarks
from whist.tables.models import Report, Silence

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]


@pytest.fixture
def report(users, table):
    ana, bogdan, _carmen = users
    say(table, bogdan, "You <b>fool</b>")
    remarks.say_preset(table.pk, ana, "sorry", timezone.now())
    return moderation.report(ana, bogdan, table, "insults", timezone.now(), details="He shouts")


@pytest.fixture
def staff():
    return User.objects.create_superuser("elena@example.org", name="Elena")


@pytest.fixture
def browser_of_staff(staff):
    return browser_of(staff)


def reports(admin, query=""):
    return admin.get(f"/admin/tables/report/{query}").content.decode()


def test_report_shows_what_was_said_as_text_and_leads_to_the_player(browser_of_staff, report, users):
    page = browser_of_staff.get(f"/admin/tables/report/{report.pk}/change/").content.decode()
    assert "Bogdan: You &lt;b&gt;fool&lt;/b&gt;" in page
    assert "Ana: Sorry" in page
    assert f"/admin/accounts/user/{users[1].pk}/change/" in page
    assert f"/admin/tables/silence/add/?user={users[1].pk}" in page


def test_open_reports_are_listed_first_and_handled_ones_on_request(browser_of_staff, report):
    assert f"/report/{report.pk}/change/" in reports(browser_of_staff)
    moderation.handle_reports(Report.objects.all(), report.reporter, timezone.now())
    assert f"/report/{report.pk}/change/" not in reports(browser_of_staff)
    assert f"/report/{report.pk}/change/" in reports(browser_of_staff, "?handled=yes")
    assert f"/report/{report.pk}/change/" in reports(browser_of_staff, "?handled=all")


def test_report_is_marked_as_handled_once_and_the_log_tells_by_whom(browser_of_staff, staff, report):
    action = {"action": "mark_handled", "_selected_action": [report.pk]}
    assert browser_of_staff.post("/admin/tables/report/", action).status_code == 302
    assert browser_of_staff.post("/admin/tables/report/?handled=all", action).status_code == 302
    report.refresh_from_db()
    assert report.handled_by == staff
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (staff, str(report.pk))


def test_note_of_the_staff_is_all_that_can_be_changed(browser_of_staff, report):
    changed = {"note": "warned", "details": "changed", "reason": "other"}
    assert browser_of_staff.post(f"/admin/tables/report/{report.pk}/change/", changed).status_code == 302
    report.refresh_from_db()
    assert (report.note, report.details, report.reason) == ("warned", "He shouts", "insults")
    assert LogEntry.objects.count() == 1
    assert browser_of_staff.post(f"/admin/tables/report/{report.pk}/delete/", {"post": "yes"}).status_code == 403
    assert browser_of_staff.get("/admin/tables/report/add/").status_code == 403


def test_staff_silences_a_player_and_lets_them_speak_again(browser_of_staff, report, users, table):
    bogdan = users[1]
    tomorrow = timezone.localtime() + timedelta(days=1)
    form = {"user": bogdan.pk, "until_0": f"{tomorrow:%Y-%m-%d}", "until_1": "12:00:00", "reason": "insults"}
    assert browser_of_staff.get(f"/admin/tables/silence/add/?user={bogdan.pk}").status_code == 200
    assert browser_of_staff.post("/admin/tables/silence/add/", form).status_code == 302
    with pytest.raises(remarks.Silenced):
        remarks.say_preset(table.pk, bogdan, "hello", timezone.now())
    silence = Silence.objects.get()
    assert browser_of_staff.get("/admin/tables/silence/").status_code == 200
    assert browser_of_staff.post(f"/admin/tables/silence/{silence.pk}/delete/", {"post": "yes"}).status_code == 302
    remarks.say_preset(table.pk, bogdan, "hello", timezone.now())
    assert LogEntry.objects.count() == 2


def test_remarks_are_read_and_searched_and_never_changed(browser_of_staff, report, table):
    page = browser_of_staff.get("/admin/tables/remark/?q=Bogdan").content.decode()
    assert "You &lt;b&gt;fool" in page
    assert "Sorry" not in page
    remark = table.remarks.first()
    assert browser_of_staff.get("/admin/tables/remark/add/").status_code == 403
    assert browser_of_staff.post(f"/admin/tables/remark/{remark.pk}/change/", {}).status_code == 403
    assert browser_of_staff.post(f"/admin/tables/remark/{remark.pk}/delete/", {"post": "yes"}).status_code == 403


@pytest.mark.parametrize(
    "lookup", ["match__secret__gte", "table__matches__salt__contains", "match__actions__startswith"]
)
def test_nobody_searches_remarks_by_what_is_secret_of_a_match(browser_of_staff, report, lookup):
    assert browser_of_staff.get(f"/admin/tables/remark/?{lookup}=a").status_code in (302, 400)


def test_others_see_none_of_it(users, report):
    browser = browser_of(users[0])
    for name in ("report", "remark", "silence"):
        assert browser.get(f"/admin/tables/{name}/").status_code == 302
