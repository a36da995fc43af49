"""After a deletion nothing tells who it was: not the database, not its file, not the logs.  Matches stay."""

import logging
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import outbox
from accounts.confusables import skeleton
from accounts.hooks import HOOKS, AccountHooks
from accounts.models import HeldName, LoginCode, Mail, Session, User
from accounts.privacy.deletion import delete_account
from accounts.sessions.store import SessionStore
from accounts.sign_in.codes import ask_code, letters_of
from tests.support.browsers import browser_of
from tests.support.friends import dealt, full_table, people
from tests.support.matches import let_site_act, open_match, play_out, reread
from whist.engine.replay import replay_record
from whist.tables.match.records import record_of_match
from whist.tables.models import Match

pytestmark = pytest.mark.django_db

NAME, ADDRESS = "Zoë Quetzal", "zoe.quetzal@example.org"
TRACES = re.compile("quetzal", re.IGNORECASE)
Purpose = LoginCode.Purpose


@pytest.fixture
def zoe():
    return User.objects.create_user(
        ADDRESS, name=NAME, named_at=timezone.now(), language="en", picture="owl", preferences={"deck": "four"}
    )


@pytest.fixture
def superuser():
    return User.objects.create_superuser("carmen@example.org", name="Carmen")


@pytest.fixture
def browser_of_zoe(zoe):
    return browser_of(zoe)


def delete_by_the_page(browser):
    """A while after the last code was asked for, since each address gets one a minute."""
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        browser.post("/account/delete/")
        code = letters_of(LoginCode.objects.get(purpose=Purpose.DELETION))
        return browser.post("/account/delete/code/", {"code": code.lower()}, follow=True)


def everything_stored() -> str:
    """Every field of every row, and what is packed up in sessions."""
    rows = [list(model._base_manager.values_list()) for model in apps.get_models()]
    sessions = [SessionStore().decode(session.session_data) for session in Session.objects.all()]
    return repr(rows) + repr(sessions)


def test_page_says_what_goes_and_what_stays(browser_of_zoe, zoe):
    page = browser_of_zoe.get("/account/delete/").content.decode()
    assert "What goes" in page
    assert "What stays" in page
    assert "matches against bots that are not finished: they end without a result" in page
    assert "tables with friends: a bot plays on there" in page
    zoe.refresh_from_db()
    assert zoe.deleted_at is None


def test_matches_against_bots_end_and_friends_play_on_with_a_bot(zoe):
    """As the page says."""
    alone, together = open_match(zoe), dealt(full_table([*people(1), zoe], 3))
    delete_account(zoe, timezone.now())
    assert reread(alone).closed_at is not None
    assert not reread(together).has_ended
    assert together.match_seats.get(seat=1, to_action=None).user is None


def test_member_types_a_code_sent_to_the_address(browser_of_zoe, zoe):
    answer = browser_of_zoe.post("/account/delete/", follow=True)
    assert answer.redirect_chain == [("/account/delete/code/", 303)]
    mail = Mail.objects.get()
    assert (mail.to, mail.kind, mail.code.purpose) == (ADDRESS, "code", Purpose.DELETION)
    zoe.refresh_from_db()
    assert zoe.deleted_at is None


@pytest.mark.parametrize("typed", ["", "ABCD-EFGH", "x" * 100])
def test_wrong_code_deletes_nothing(browser_of_zoe, zoe, typed):
    browser_of_zoe.post("/account/delete/")
    answer = browser_of_zoe.post("/account/delete/code/", {"code": typed})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    zoe.refresh_from_db()
    assert zoe.email == ADDRESS


def test_code_for_something_else_deletes_nothing(browser_of_zoe, zoe):
    session = browser_of_zoe.session
    code = ask_code(ADDRESS, Purpose.SIGN_IN, session, timezone.now(), user=zoe, language="en")
    session.save()
    assert browser_of_zoe.post("/account/delete/code/", {"code": letters_of(code)}).status_code == 422


def test_code_of_another_browser_deletes_nothing(browser_of_zoe, zoe):
    other = browser_of(zoe)
    browser_of_zoe.post("/account/delete/")
    code = letters_of(LoginCode.objects.get())
    assert other.post("/account/delete/code/", {"code": code}).status_code == 422


def test_account_becomes_a_number(browser_of_zoe, zoe):
    answer = delete_by_the_page(browser_of_zoe)
    assert "Your account is deleted." in answer.content.decode()
    zoe.refresh_from_db()
    assert re.fullmatch(r"Deleted \d{5}", zoe.name)
    assert zoe.name_key == skeleton(zoe.name)
    assert zoe.deleted_at is not None
    assert (zoe.email, zoe.named_at, zoe.language, zoe.picture, zoe.preferences) == (None, None, "", "", {})
    assert not zoe.is_active


def test_every_browser_is_a_stranger_afterwards(browser_of_zoe, zoe):
    other = browser_of(zoe)
    delete_by_the_page(browser_of_zoe)
    assert [each.get("/account/").status_code for each in (browser_of_zoe, other)] == [303, 303]
    assert not Session.objects.filter(user=zoe).exists()


def test_guest_confirms_on_the_page_itself():
    guest, browser = User.objects.create_guest(), Client()
    browser.force_login(guest)
    assert browser.post("/account/delete/").status_code == 422
    assert browser.post("/account/delete/", {"sure": "on"}).status_code == 303
    guest.refresh_from_db()
    assert guest.deleted_at is not None
    assert guest.name.startswith("Deleted ")


def test_full_outbox_is_said(browser_of_zoe, monkeypatch):
    monkeypatch.setattr(outbox, "MOST_WAITING", 0)
    assert browser_of_zoe.post("/account/delete/").status_code == 503


def leave_traces(zoe: User, admin: User, browser: Client) -> Match:
    """Everything that may hold the name or the address of somebody; the finished match comes back."""
    finished = play_out(open_match(zoe, seats=6, schedule="quick", level="easy", pace="instant"), zoe)
    let_site_act(open_match(zoe))
    browser.post("/account/address/", {"email": "other." + ADDRESS})
    session, now = Client().session, timezone.now()
    for purpose in (Purpose.SIGN_IN, Purpose.NEW_ADDRESS):
        ask_code(ADDRESS, purpose, session, now, user=zoe, language="en")
    outbox.put_mail(Mail(to=ADDRESS, kind="weekly", language="ro", context={"name": NAME}), now)
    HeldName.objects.create(key_hash="0" * 32, user=zoe, until=now)
    about = {"content_type": ContentType.objects.get_for_model(User), "object_id": str(zoe.pk), "object_repr": NAME}
    LogEntry.objects.create(user=admin, action_flag=2, change_message=f"name was {NAME}", **about)
    browser.get("/account/sessions/")
    for other in browsers_that_heard_of_it():
        assert other.get("/").status_code == 200
    return finished


def browsers_that_heard_of_it() -> list[Client]:
    """A stranger and a guest who asked for a code to the address, and a member who wants to change to it."""
    stranger, guest, member = Client(), Client(), Client()
    guest.force_login(User.objects.create_guest())
    member.force_login(User.objects.create_user("bogdan@example.org", name="Bogdan"))
    for browser in (stranger, guest):
        browser.post("/sign-in/", {"email": ADDRESS})
        assert ADDRESS in browser.get("/sign-in/code/").content.decode()
    member.post("/account/address/", {"email": ADDRESS})
    assert ADDRESS in member.get("/account/address/codes/").content.decode()
    return [stranger, guest, member]


def test_no_field_of_any_row_nor_any_log_tells_who_it_was(zoe, superuser, browser_of_zoe, caplog):
    caplog.set_level(logging.DEBUG)
    leave_traces(zoe, superuser, browser_of_zoe)
    assert TRACES.search(everything_stored())
    delete_by_the_page(browser_of_zoe)
    zoe.refresh_from_db()
    assert zoe.deleted_at is not None
    assert TRACES.findall(everything_stored()) == []
    assert TRACES.findall(caplog.text) == []


@pytest.mark.django_db(transaction=True)
def test_no_byte_of_the_database_tells_who_it_was(zoe, superuser, browser_of_zoe):
    leave_traces(zoe, superuser, browser_of_zoe)
    assert TRACES.search(dump())
    delete_by_the_page(browser_of_zoe)
    assert TRACES.findall(dump()) == []


@pytest.mark.django_db(transaction=True)
def test_looking_at_the_database_takes_it_from_nobody(zoe):
    open_match(zoe)
    dump()
    call_command("audit", "--jobs=2", stdout=StringIO())
    with ThreadPoolExecutor() as pool:
        pool.submit(lambda: [User.objects.create_user("new@example.org"), connection.close()]).result()
    assert User.objects.filter(email="new@example.org").exists()


def dump() -> str:
    """The file itself on SQLite, what ``pg_dump`` says on PostgreSQL.

    Another process reads the file: a process that closes it gives up SQLite's locks on it, and the next one to leave
    the database deletes the journal under our connection (https://sqlite.org/howtocorrupt.html, 2.2).
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        read = subprocess.run(["cat", connection.settings_dict["NAME"]], capture_output=True, check=True)
        return read.stdout.decode("latin-1")
    command = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_dump"))), None) or shutil.which("pg_dump")
    if command is None:
        pytest.skip("no pg_dump on this machine")
    database = connection.get_connection_params()
    places = [f"--host={database['host']}", f"--port={database['port']}", f"--username={database['user']}"]
    done = subprocess.run([command, *places, database["dbname"]], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_browsers_that_waited_for_a_code_are_asked_for_an_address_again(zoe, browser_of_zoe):
    others = browsers_that_heard_of_it()
    delete_by_the_page(browser_of_zoe)
    asked = ["/sign-in/code/", "/sign-in/code/", "/account/address/codes/"]
    answers = [other.get(page) for other, page in zip(others, asked, strict=True)]
    assert [answer["Location"] for answer in answers] == ["/sign-in/", "/sign-in/", "/account/address/"]


def test_finished_matches_and_their_records_stay(zoe, superuser, browser_of_zoe):
    match = leave_traces(zoe, superuser, browser_of_zoe)
    before = record_of_match(match)
    delete_by_the_page(browser_of_zoe)
    assert record_of_match(reread(match)) == before
    assert replay_record(before)["finished"]
    assert match.match_seats.get(seat=0).user_id == zoe.pk


def test_nothing_happens_any_more_in_a_match_left_behind(zoe):
    match = open_match(zoe)
    assert match.due_at is not None
    delete_account(zoe, timezone.now())
    assert reread(match).due_at is None


def test_address_and_name_are_free_again(zoe, browser_of_zoe):
    delete_by_the_page(browser_of_zoe)
    again = User.objects.create_user(ADDRESS, name=NAME)
    assert again.pk != zoe.pk


def test_deleting_twice_is_deleting_once(zoe):
    delete_account(zoe, timezone.now())
    name = User.objects.get(pk=zoe.pk).name
    delete_account(User.objects.get(pk=zoe.pk), timezone.now())
    assert User.objects.get(pk=zoe.pk).name == name


def test_guest_who_waits_to_be_merged_goes_with_the_account(zoe):
    guest = User.objects.create_guest()
    guest.merging_into = zoe
    guest.save()
    delete_account(zoe, timezone.now())
    guest.refresh_from_db()
    assert guest.deleted_at is not None
    assert guest.merging_into is None


def test_staff_has_no_rights_left(superuser):
    delete_account(superuser, timezone.now())
    superuser.refresh_from_db()
    assert (superuser.is_staff, superuser.is_superuser) == (False, False)


def test_what_goes_wrong_above_leaves_everything_as_it_was(zoe, monkeypatch):
    class Failing(AccountHooks):
        def delete(self, user: User) -> None:
            raise RuntimeError("on purpose")

    monkeypatch.setattr("accounts.privacy.deletion.HOOKS", [*HOOKS, Failing()])
    with pytest.raises(RuntimeError, match="on purpose"):
        delete_account(zoe, timezone.now())
    zoe.refresh_from_db()
    assert (zoe.email, zoe.is_active, zoe.deleted_at) == (ADDRESS, True, None)


def test_names_of_deleted_accounts_never_clash(monkeypatch):
    draws = iter([0, 0, 0, 7])
    monkeypatch.setattr("accounts.privacy.deletion.secrets.randbelow", lambda limit: next(draws))
    ana, bogdan = (User.objects.create_user(f"{name}@example.org", name=name) for name in ("Ana", "Bogdan"))
    for user in (ana, bogdan):
        delete_account(user, timezone.now())
    assert set(User.objects.values_list("name", flat=True)) == {"Deleted 10000", "Deleted 10007"}
