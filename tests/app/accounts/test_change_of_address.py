"""Changing one's e-mail address: both codes, silence about other accounts, a notice, and no other session left."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection

from accounts import outbox
from accounts.limits import TooOften
from accounts.models import LoginCode, Mail, Session, User
from accounts.sessions.store import SessionStore
from accounts.sign_in.addresses import CHANGES_ASKED, AddressTaken, Pending, ask_to_change, change_address
from accounts.sign_in.codes import letters_of
from tests.support.browsers import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

OLD, NEW = "ana@example.org", "ana.new@example.org"
Purpose = LoginCode.Purpose
TOKEN = re.compile(r'(csrfmiddlewaretoken" value=|X-CSRFToken": )"[^"]*"')


def ask(browser, email=NEW):
    return browser.post("/account/address/", {"email": email}, follow=True)


def code(purpose, email):
    return letters_of(LoginCode.objects.filter(purpose=purpose, email=email).latest("pk"))


def send(browser, old="", new=""):
    return browser.post("/account/address/codes/", {"old": old, "new": new}, follow=True)


def send_right_ones(browser, new=NEW):
    return send(browser, code(Purpose.OLD_ADDRESS, OLD), code(Purpose.NEW_ADDRESS, new))


def test_both_codes_change_the_address(browser, ana):
    assert ask(browser, " Ana.New@Example.org ").redirect_chain == [("/account/address/codes/", 303)]
    answer = send_right_ones(browser)
    assert answer.redirect_chain == [("/account/", 303)]
    assert "Your address is changed." in answer.content.decode()
    ana.refresh_from_db()
    assert ana.email == NEW


def test_each_address_gets_its_own_code_and_the_old_one_a_notice(browser, ana):
    ask(browser)
    assert sorted(Mail.objects.values_list("to", "kind")) == [(NEW, "code"), (OLD, "code")]
    assert code(Purpose.OLD_ADDRESS, OLD) != code(Purpose.NEW_ADDRESS, NEW)
    send_right_ones(browser)
    notice = Mail.objects.get(kind="address_changed")
    assert (notice.to, notice.is_void, notice.context) == (OLD, False, {})


@pytest.mark.parametrize(("old", "new"), [("right", "wrong"), ("wrong", "right"), ("wrong", "wrong"), ("right", "")])
def test_one_code_is_not_enough(browser, ana, old, new):
    ask(browser)
    typed = {"right": {}, "wrong": dict.fromkeys(("old", "new"), "ABCD-EFGH"), "": dict.fromkeys(("old", "new"), "")}
    codes = {"old": code(Purpose.OLD_ADDRESS, OLD), "new": code(Purpose.NEW_ADDRESS, NEW)}
    answer = send(browser, typed[old].get("old", codes["old"]), typed[new].get("new", codes["new"]))
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    ana.refresh_from_db()
    assert ana.email == OLD


def test_code_that_was_right_need_not_be_typed_again(browser, ana):
    ask(browser)
    answer = send(browser, code(Purpose.OLD_ADDRESS, OLD), "ABCD-EFGH").content.decode()
    assert f"The code for {OLD} was right." in answer
    assert 'name="old"' not in answer
    send(browser, new=code(Purpose.NEW_ADDRESS, NEW))
    ana.refresh_from_db()
    assert ana.email == NEW


def test_wrong_address_is_corrected_without_proving_the_old_one_twice(browser, ana):
    ask(browser, "typo@example.org")
    send(browser, code(Purpose.OLD_ADDRESS, OLD), "ABCD-EFGH")
    ask(browser)
    assert LoginCode.objects.filter(purpose=Purpose.OLD_ADDRESS).count() == 1
    send(browser, new=code(Purpose.NEW_ADDRESS, NEW))
    ana.refresh_from_db()
    assert ana.email == NEW


def test_proof_of_one_new_address_is_none_of_another(browser, ana):
    ask(browser)
    send(browser, "", code(Purpose.NEW_ADDRESS, NEW))
    ask(browser, "carmen@example.org")
    assert 'name="new"' in browser.get("/account/address/codes/").content.decode()
    assert send(browser, code(Purpose.OLD_ADDRESS, OLD), "ABCD-EFGH").status_code == 422


def test_codes_swapped_do_not_count(browser):
    ask(browser)
    assert send(browser, code(Purpose.NEW_ADDRESS, NEW), code(Purpose.OLD_ADDRESS, OLD)).status_code == 422


def test_code_for_signing_in_changes_no_address(browser, ana, clock):
    ask(browser)
    LoginCode.objects.update(purpose=Purpose.SIGN_IN)
    assert send(browser, code(Purpose.SIGN_IN, OLD), code(Purpose.SIGN_IN, NEW)).status_code == 422


def test_codes_work_in_no_other_browser(browser, ana):
    ask(browser)
    other = browser_of(ana)
    assert other.get("/account/address/codes/").status_code == 303
    ask(other)
    assert send_right_ones_of(browser, other).status_code == 422


def send_right_ones_of(asked, other):
    """The codes that one browser asked for, typed into another."""
    token = asked.session["code_token"]
    mine = LoginCode.objects.filter(token=token)
    old, new = (letters_of(mine.get(purpose=purpose)) for purpose in (Purpose.OLD_ADDRESS, Purpose.NEW_ADDRESS))
    return send(other, old, new)


def test_codes_are_good_for_ten_minutes(browser, clock):
    ask(browser)
    clock.shift(timedelta(minutes=10, seconds=1))
    assert send_right_ones(browser).redirect_chain == [("/account/address/", 303)]


def test_five_wrong_tries_end_a_code(browser, ana):
    ask(browser)
    for _ in range(5):
        assert send(browser, "ABCD-EFGH", "ABCD-EFGH").status_code == 422
    assert send_right_ones(browser).status_code == 422
    ana.refresh_from_db()
    assert ana.email == OLD


def test_other_browsers_are_signed_out_and_this_one_has_a_new_key(browser, ana):
    other = browser_of(ana)
    before = browser.cookies["sessionid"].value
    ask(browser)
    send_right_ones(browser)
    assert browser.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 303
    assert Session.objects.get().pk == browser.cookies["sessionid"].value != before


def test_codes_sent_to_the_old_address_open_the_account_no_more(browser, ana, clock):
    ask(browser)
    clock.shift(timedelta(minutes=2))
    stranger = LoginCode.objects.create(
        email=OLD,
        purpose=Purpose.SIGN_IN,
        token="another browser",
        nonce=bytes(16),
        user=ana,
        created_at=ana.created_at,
        expires_at=ana.created_at + timedelta(minutes=10),
    )
    send_right_ones(browser)
    stranger.refresh_from_db()
    assert stranger.used_at is not None


def test_asking_tells_nothing_about_the_new_address(browser, bogdan):
    """Known, unknown and banned get the same answer, the same mail and the same right to fail."""
    User.objects.create_user("dan@example.org", name="Dan", is_active=False)
    answers = []
    for number, email in enumerate(("bogdan@example.org", "carmen@example.org", "dan@example.org")):
        asked = ask(browser, email)
        wrong = send(browser, "ABCD-EFGH", "ABCD-EFGH")
        answers.append([TOKEN.sub("", page.content.decode()).replace(email, "…") for page in (asked, wrong)])
        assert Mail.objects.filter(to=email, kind="code", is_void=False).count() == 1, number
    assert answers[0] == answers[1] == answers[2]


def test_taken_address_is_told_only_to_who_reads_its_mail(browser, ana, bogdan):
    ask(browser, bogdan.email)
    answer = send_right_ones(browser, bogdan.email)
    assert answer.status_code == 409
    assert "has an account already" in answer.content.decode()
    ana.refresh_from_db()
    assert ana.email == OLD
    assert not Mail.objects.filter(kind="address_changed").exists()


@pytest.mark.django_db(transaction=True)
def test_of_eight_who_take_one_address_at_once_one_gets_it():
    members = [User.objects.create_user(f"dan{number}@example.org", name=f"Dan {number}") for number in range(8)]
    start = Barrier(len(members))

    def change(user: User) -> bool:
        session = SessionStore()
        session["change_of_address"] = {}
        start.wait()
        try:
            pending = Pending(LoginCode(email=NEW), has_old=True, has_new=True)
            change_address(user, pending, session, user.created_at, "en")
        except AddressTaken:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(len(members)) as pool:
        assert sum(pool.map(change, members)) == 1
    assert User.objects.filter(email=NEW).count() == 1
    assert Mail.objects.filter(kind="address_changed").count() == 1


@pytest.mark.parametrize("email", ["", "ana", "ana@", "a b@example.org", OLD, OLD.upper(), "x" * 260 + "@example.org"])
def test_what_is_no_new_address_is_refused_with_a_sentence(browser, email):
    answer = ask(browser, email)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Mail.objects.exists()


def test_asking_is_limited(browser, ana, clock):
    session = browser.session
    for _ in range(CHANGES_ASKED.count):
        ask_to_change(ana, NEW, session, ana.created_at, "en")
    with pytest.raises(TooOften):
        ask_to_change(ana, NEW, session, ana.created_at, "en")
    assert Mail.objects.filter(is_void=False).count() == 2


def test_full_outbox_is_said_and_changes_nothing(browser, monkeypatch):
    monkeypatch.setattr(outbox, "MOST_WAITING", 1)
    answer = ask(browser)
    assert answer.status_code == 503
    assert "We cannot send mail right now" in answer.content.decode()
    assert not LoginCode.objects.exists()
