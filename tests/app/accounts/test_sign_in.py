"""A code from the mailbox lets its browser in, once, and tells nobody anything."""

import logging
import re
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import pytest
from django.contrib.auth import SESSION_KEY
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from accounts.models import LoginCode, Mail, Session, User
from accounts.outbox import MOST_WAITING
from accounts.sessions.store import SessionStore
from accounts.sign_in.codes import WrongCode, as_typed, redeem_code
from tests.support.experience import give_xp, xp_of
from tests.support.mailbox import ask, codes_to, mails_to, sign_in, type_code
from tests.support.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

ANA, BOGDAN = "ana@example.org", "bogdan@example.org"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
SOLO = {"game": "romanian", "seats": 4, "level": "easy"}


@pytest.fixture
def other_browser():
    return Client()


def user_of(browser: Client) -> str | None:
    return browser.session.get(SESSION_KEY)


def test_owner_of_an_account_signs_in(client, ana):
    answer = sign_in(client, ANA)
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert user_of(client) == str(ana.pk)


def test_same_form_makes_an_account_for_a_new_address(client):
    answer = sign_in(client, ANA)
    assert (answer.status_code, answer["Location"]) == (303, "/account/name/")
    assert user_of(client) == str(User.objects.get(email=ANA, is_guest=False).pk)


def test_guest_becomes_a_member_with_everything_they_have(client):
    client.post("/tables/solo/", SOLO)
    guest = User.objects.get()
    User.objects.update(preferences={"deck": "four"})
    give_xp(guest, 70)
    sign_in(client, ANA)
    member = User.objects.get()
    assert (member.pk, member.email, member.is_guest) == (guest.pk, ANA, False)
    assert (xp_of(member), member.preferences) == (70, {"deck": "four"})
    assert client.get(f"/tables/{member.match_seats.get().match.table_id}/").status_code == 200


def test_address_is_the_same_in_capitals_and_with_blanks(client, ana):
    ask(client, "  Ana@Example.ORG ")
    type_code(client, codes_to(ANA)[-1])
    assert user_of(client) == str(ana.pk)


@pytest.mark.parametrize("change", [str.lower, lambda code: code.replace("-", ""), lambda code: f" {code} "])
def test_code_may_be_typed_as_one_likes(client, ana, change):
    ask(client, ANA)
    assert type_code(client, change(codes_to(ANA)[-1])).status_code == 303


def test_wrong_code_lets_nobody_in(client, ana):
    ask(client, ANA)
    answer = type_code(client, "2222-2222")
    assert answer.status_code == 422
    assert "This code is not the right one" in answer.content.decode()
    assert user_of(client) is None


@pytest.mark.parametrize("typed", ["", "ș ț 你好", "A" * 41, "\x00", "----"])
def test_nonsense_instead_of_a_code_is_refused(client, ana, typed):
    ask(client, ANA)
    assert type_code(client, typed).status_code == 422


@pytest.mark.parametrize("typed", ["", "ana", "ana@", "ana@example.org, dan@example.org", "a@b.c\nBcc: x@y.org"])
def test_what_is_no_address_gets_no_mail(client, typed):
    assert ask(client, typed).status_code == 400
    assert not Mail.objects.exists()


def test_code_works_in_the_browser_that_asked_only(client, other_browser, ana):
    ask(client, ANA)
    (code,) = codes_to(ANA)
    assert type_code(other_browser, code)["Location"] == "/sign-in/"
    ask(other_browser, ANA)  # within the minute: no mail comes
    assert type_code(other_browser, code).status_code == 422
    assert type_code(client, code).status_code == 303


def test_code_works_for_its_own_address_only(client, clock, ana):
    ask(client, ANA)
    (code,) = codes_to(ANA)
    ask(client, BOGDAN)
    assert type_code(client, code).status_code == 422


def test_code_is_good_once(client, ana):
    ask(client, ANA)
    (code,) = codes_to(ANA)
    session = SessionStore(client.session.session_key)
    session.load()
    type_code(client, code)
    with pytest.raises(WrongCode):
        redeem_code(code, ANA, LoginCode.Purpose.SIGN_IN, session, datetime.now(UTC))


def test_code_is_good_for_ten_minutes(client, clock, ana):
    ask(client, ANA)
    (code,) = codes_to(ANA)
    clock.shift(timedelta(minutes=10))
    assert type_code(client, code).status_code == 422


def test_code_bears_five_tries(client, ana):
    ask(client, ANA)
    (code,) = codes_to(ANA)
    for _try in range(5):
        type_code(client, "2222-2222")
    assert type_code(client, code).status_code == 422


def test_another_code_leaves_the_earlier_one_good_and_using_one_spends_both(client, clock, ana):
    ask(client, ANA)
    clock.shift(timedelta(seconds=61))
    ask(client, ANA)
    earlier, _later = codes_to(ANA)
    assert type_code(client, earlier).status_code == 303
    assert not LoginCode.objects.filter(used_at=None).exists()


def test_second_request_within_a_minute_sends_nothing_and_looks_the_same(client, clock, ana):
    answers = [ask(client, ANA) for _time in range(3)]
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(303, "/sign-in/code/")}
    assert len(mails_to(ANA)) == 1


def test_eleventh_code_of_a_day_is_not_sent(client, clock, ana):
    for _time in range(12):
        ask(client, ANA)
        clock.shift(timedelta(minutes=5))
    assert len(mails_to(ANA)) <= 10
    assert Mail.objects.count() == 0
    assert LoginCode.objects.filter(used_at=None).count() == 10


def test_fifty_guesses_a_day_at_one_address_whoever_guesses(clock, ana):
    compared = 0
    for number in range(14):
        browser = Client(REMOTE_ADDR=f"192.0.2.{number}")
        ask(browser, ANA)
        for _try in range(5):
            type_code(browser, "2222-2222")
        clock.shift(timedelta(minutes=2))
        compared = sum(LoginCode.objects.values_list("tries", flat=True))
    assert compared == 50


def test_closed_account_stays_closed(client, ana):
    User.objects.update(is_active=False)
    ask(client, ANA)
    assert mails_to(ANA) == []
    assert User.objects.count() == 1


def test_account_closed_while_its_code_was_on_the_way_stays_closed(client, ana):
    ask(client, ANA)
    (code,) = codes_to(ANA)
    User.objects.update(is_active=False)
    assert type_code(client, code).status_code == 422
    assert user_of(client) is None


# --- where one goes ------------------------------------------------------------------------------------------


def test_one_comes_back_to_where_one_wanted_to_go(client, ana):
    page = client.get("/sign-in/?next=/rules/").content.decode()
    assert '<input type="hidden" name="next" value="/rules/">' in page
    assert sign_in(client, ANA, next="/rules/")["Location"] == "/rules/"


@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "\\\\evil"])
def test_nobody_is_sent_to_another_site(client, ana, address):
    page = client.get("/sign-in/", {"next": address}).content.decode()
    assert '<input type="hidden" name="next" value="">' in page
    assert sign_in(client, ANA, next=address)["Location"] == "/"


def test_new_member_chooses_a_name_before_going_on(client):
    assert sign_in(client, ANA, next="/rules/")["Location"] == "/account/name/?next=%2Frules%2F"


def test_code_page_is_for_those_who_asked(client):
    assert client.get("/sign-in/code/")["Location"] == "/sign-in/"


def test_member_has_nothing_to_do_there(client, ana):
    client.force_login(ana)
    assert client.get("/sign-in/")["Location"] == "/"
    assert ask(client, BOGDAN)["Location"] == "/"
    assert not Mail.objects.exists()


def test_looking_at_the_pages_changes_nothing(client):
    ask(client, ANA)
    before = [list(model.objects.values()) for model in (User, LoginCode, Mail, Session)]
    for address in ("/sign-in/", "/sign-in/code/", "/sign-in/?next=/rules/"):
        client.get(address)
    assert before == [list(model.objects.values()) for model in (User, LoginCode, Mail, Session)]


def test_forms_from_elsewhere_are_refused():
    strict = Client(enforce_csrf_checks=True)
    assert ask(strict, ANA).status_code == 403
    assert type_code(strict, "2222-2222").status_code == 403


# --- sessions ------------------------------------------------------------------------------------------------


def test_session_key_changes_when_a_guest_begins_and_when_they_sign_in(client):
    ask(client, ANA)
    keys = [client.session.session_key]
    client.post("/tables/solo/", SOLO)
    keys.append(client.session.session_key)
    type_code(client, codes_to(ANA)[-1])
    keys.append(client.session.session_key)
    assert len(set(keys)) == 3
    assert list(Session.objects.values_list("session_key", flat=True)) == keys[2:]


def test_key_planted_in_a_browser_opens_nothing(client, other_browser, ana):
    ask(client, ANA)
    other_browser.cookies["sessionid"] = client.session.session_key  # the attacker knows it
    type_code(client, codes_to(ANA)[-1])
    assert user_of(other_browser) is None
    assert other_browser.get("/admin/").status_code == 302


def test_what_a_session_holds_beside_the_user_survives(client, ana):
    session = client.session
    session["shown"] = "once"
    session.save()
    client.cookies["sessionid"] = session.session_key
    client.cookies["django_language"] = "ro"
    sign_in(client, ANA)
    assert client.session["shown"] == "once"
    page = client.get("/").content.decode()
    assert '<html lang="ro">' in page
    assert "Ana" in page  # the greeting


def test_browser_of_a_stranger_is_remembered_shortly_and_that_of_a_player_long(client, ana):
    ask(client, ANA)
    assert client.session.get_expiry_age() == 3600
    client.post("/tables/solo/", SOLO)
    assert client.session.get_expiry_age() > 300 * 24 * 3600


def test_session_of_a_member_knows_its_user(client, ana):
    sign_in(client, ANA)
    assert Session.objects.get().user == ana


# --- nobody learns anything ----------------------------------------------------------------------------------


def everything_seen(address: str) -> tuple[list[object], list[list[str]]]:
    """What a browser gets on the whole way with a wrong code, and the statements each step took."""
    browser, seen, statements = Client(), [], []
    for method, path, form in (
        ("get", "/sign-in/", {}),
        ("post", "/sign-in/", {"email": address}),
        ("get", "/sign-in/code/", {}),
        ("post", "/sign-in/code/", {"code": "2222-2222"}),
        ("post", "/sign-in/", {"email": address}),
    ):
        with CaptureQueriesContext(connection) as queries:
            answer = getattr(browser, method)(path, form)
        body = re.sub(r'(csrfmiddlewaretoken" value=|X-CSRFToken": )"\w+"', "", answer.content.decode())
        headers = {name: value for name, value in answer.headers.items() if name != "Content-Length"}
        seen.append((answer.status_code, headers, body.replace(address, "ADDRESS")))
        statements.append([" ".join(query["sql"].split()[:3]) for query in queries])
    return seen, statements


def test_known_unknown_closed_and_limited_addresses_look_and_cost_the_same(clock, ana):
    User.objects.create_user(BOGDAN, name="Bogdan", is_active=False)
    ask(Client(), "dan@example.org")  # limited: asked for a moment ago
    ana_sees, ana_costs = everything_seen(ANA)
    for address in (BOGDAN, "carmen@example.org", "dan@example.org"):
        sees, costs = everything_seen(address)
        assert sees == ana_sees
        assert costs == ana_costs


def test_full_outbox_is_told_to_everybody_alike(client, ana):
    waiting = Mail(to="x@example.org", kind="code", language="en", created_at=NOON, due_at=NOON)
    Mail.objects.bulk_create([waiting, *(Mail(**vars_of(waiting)) for _ in range(MOST_WAITING - 1))])
    answers = [ask(client, address) for address in (ANA, "nobody@example.org")]
    assert [answer.status_code for answer in answers] == [503, 503]
    assert "No mail can leave right now" in answers[0].content.decode()
    assert answers[0]["Retry-After"] == "60"
    assert not LoginCode.objects.exists()
    Mail.objects.all().delete()
    assert ask(client, ANA).status_code == 303  # what could not be done did not count
    assert len(codes_to(ANA)) == 1


def vars_of(mail: Mail) -> dict[str, object]:
    return {name: value for name, value in vars(mail).items() if name not in ("_state", "id")}


def test_no_log_record_of_the_whole_way_holds_a_code_or_an_address(client, clock, ana, caplog):
    caplog.set_level(logging.DEBUG)
    ask(client, ANA)
    with override_settings(MAILERS={"default": {"BACKEND": "tests.app.accounts.test_outbox.Broken"}}):
        assert mails_to(ANA) == []
    clock.shift(timedelta(seconds=61))
    ask(client, ANA)
    codes = codes_to(ANA)
    type_code(client, "2222-2222")
    type_code(client, codes[-1])
    assert user_of(client) == str(ana.pk)
    said = (caplog.text + "".join(str(vars(record)) for record in caplog.records)).upper()
    assert len(codes) == 2
    assert "OSERROR" in said
    for secret in (*codes, *map(as_typed, codes), ANA.upper()):
        assert secret not in said


# --- at the same moment --------------------------------------------------------------------------------------


def test_same_code_typed_eight_times_at_once_is_taken_once(client, ana):
    ask(client, ANA)
    (code,) = codes_to(ANA)

    def redeem() -> LoginCode:
        session = SessionStore(client.session.session_key)
        return redeem_code(code, ANA, LoginCode.Purpose.SIGN_IN, session, datetime.now(UTC))

    results = at_once(*[redeem] * 8)
    assert [type(result) for result in results].count(LoginCode) == 1
    assert [type(result) for result in results].count(WrongCode) == 7


def test_eight_requests_at_once_send_one_mail(ana):
    answers = at_once(*[lambda: ask(Client(), ANA).status_code] * 8)
    assert answers == [303] * 8
    assert len(mails_to(ANA)) == 1


def test_two_browsers_with_one_new_address_get_one_account(clock):
    browsers = [Client(), Client()]
    for browser in browsers:
        browser.post("/tables/solo/", SOLO)
        ask(browser, ANA)
        clock.shift(timedelta(seconds=61))
    codes = codes_to(ANA)
    answers = at_once(*[lambda i=i: type_code(browsers[i], codes[i]).status_code for i in (0, 1)])
    assert answers == [303, 303]
    account = User.objects.get(email=ANA)
    assert [user_of(browser) for browser in browsers] == [str(account.pk)] * 2
    assert account.match_seats.count() == 2  # both guests' matches


def test_strangers_with_one_new_address_leave_no_guests_behind(clock):
    browsers = [Client(), Client()]
    for browser in browsers:
        ask(browser, ANA)
        clock.shift(timedelta(seconds=61))
    codes = codes_to(ANA)
    answers = at_once(*[lambda i=i: type_code(browsers[i], codes[i]).status_code for i in (0, 1)])
    assert answers == [303, 303]
    assert User.objects.count() == 1


PLACES_WITHOUT_A_SLASH = ["foo", "accounts", "?a=b", "#main", "set_language", "site:front", "rules/"]


@pytest.mark.parametrize("address", PLACES_WITHOUT_A_SLASH)
def test_place_to_go_to_that_is_none_costs_no_code(client, ana, address):
    assert sign_in(client, ANA, next=address)["Location"] == "/"
    assert client.get("/sign-in/", {"next": address})["Location"] == "/"


@pytest.mark.parametrize("address", PLACES_WITHOUT_A_SLASH)
@pytest.mark.parametrize(
    ("page", "sent", "after"),
    [
        ("/settings/", {"deck": "four"}, "/settings/"),
        ("/account/picture/", {"picture": "owl"}, "/account/picture/"),
        ("/account/name/", {"name": "Bogdan"}, "/"),
    ],
)
def test_place_to_go_back_to_that_is_none_is_forgotten(client, address, page, sent, after):
    client.force_login(User.objects.create_user(BOGDAN))
    assert client.post(f"{page}?{urlencode({'next': address})}", sent)["Location"] == after


SPELLINGS = ["ana@Example.org", "ana@ｅxample.org", "ana@example。org", "ana@exam\u00adple.org", "ana@ⓔⓧⓐⓜⓟⓛⓔ.org"]


def test_all_spellings_of_a_domain_are_one_mailbox_with_one_limit(client, clock):
    for spelling in SPELLINGS:
        assert ask(client, spelling).status_code == 303
    assert len(codes_to(ANA)) == 1
    assert Mail.objects.exclude(to=ANA).count() == 0


@pytest.mark.parametrize(
    ("typed", "shown"), [("a@MÜNCHEN.de", "a@münchen.de"), ("a@xn--mnchen-3ya.de", "a@münchen.de")]
)
def test_domain_with_letters_of_its_language_is_kept_as_people_write_it(client, typed, shown):
    ask(client, typed)
    assert shown in client.get("/sign-in/code/").content.decode()


@pytest.mark.parametrize(
    "address",
    [
        '"\x1b[2J"@example.org',
        '"\x0b"@example.org',
        '"a,b"@example.org',
        "ı@example.org",
        "a@.example.org",
        "a@" + "ß" * 60 + ".org",
    ],
)
def test_what_a_mail_server_or_a_terminal_would_misread_is_no_address(client, address):
    answer = ask(client, address)
    assert answer.status_code == 400
    assert "This is no e-mail address." in answer.content.decode()
    assert not LoginCode.objects.exists()


def test_second_click_that_overtakes_the_first_answer_leaves_the_code_good(ana):
    """The browser drops the answer to the first click, with the session in it, and keeps that to the second."""
    browser = Client(enforce_csrf_checks=True)
    browser.get("/sign-in/")
    form = {"email": ANA, "csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    assert browser.post("/sign-in/", form).status_code == 303
    del browser.cookies["sessionid"]
    assert browser.post("/sign-in/", form).status_code == 303
    (code,) = codes_to(ANA)
    typed = form | {"code": code}
    assert browser.post("/sign-in/code/", typed)["Location"] == "/"
    assert user_of(browser) == str(ana.pk)
