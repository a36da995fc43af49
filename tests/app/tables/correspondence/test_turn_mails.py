"""Mails to whoever is to act in matches that take days."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone, translation

from accounts.mail_sender import message_of
from accounts.models import Mail, User
from accounts.outbox import MOST_WAITING
from tests.support.asking import receivers
from tests.support.friends import act, dealt, full_table, on_turn
from tests.support.matches import reread
from tests.support.plans import plan_of
from tests.support.races import at_once
from tests.support.slow import slow_match, until_turn_of
from whist.jobs import JOBS
from whist.tables.account_hooks.hooks import TablesHooks
from whist.tables.correspondence import turn_mails, vacations
from whist.tables.correspondence.turn_mails import PAUSE, send_turn_mails
from whist.tables.match.deadlines import MAIL_AFTER
from whist.tables.models import CorrespondenceSettings, Match, Participant
from whist.tables.models import day_of as day
from whist.tables.presence import breaks

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)


def after(match):
    """Ten minutes after the turn began."""
    return reread(match).turn_at + MAIL_AFTER


def test_turn_that_nobody_has_looked_at_for_ten_minutes_is_told_by_mail(match, users):
    send_turn_mails(after(match) - SECOND)
    assert receivers() == []
    send_turn_mails(after(match))
    assert receivers() == [on_turn(match, users).email]
    mail = Mail.objects.get()
    (turn,) = mail.context["turns"]
    assert mail.kind == "turns"
    assert turn["game"] == "Romanian whist"
    assert turn["url"].endswith(f"/tables/{match.table_id}/")
    assert turn["url"].startswith("http")


def test_nothing_is_sent_twice(match):
    for _ in range(3):
        send_turn_mails(after(match))
    assert Mail.objects.count() == 1
    send_turn_mails(after(match) + 2 * PAUSE)
    assert Mail.objects.count() == 1


def test_player_who_has_looked_gets_no_mail(match, users):
    Participant.objects.filter(user=on_turn(match, users)).update(seen_at=reread(match).turn_at + 5 * SECOND)
    send_turn_mails(after(match))
    assert receivers() == []


def test_player_who_has_moved_gets_no_mail_and_the_next_one_does(match, users):
    moved = after(match) - SECOND
    match = act(match, users, moved)
    send_turn_mails(after(match) - SECOND)
    assert receivers() == []
    send_turn_mails(after(match))
    assert receivers() == [on_turn(match, users).email]


def test_one_mail_lists_all_tables_that_wait(users):
    ana = users[0]
    now = timezone.now()
    matches = [until_turn_of(0, slow_match(users), users, now) for _ in range(3)]
    send_turn_mails(now + MAIL_AFTER + 5 * SECOND)
    assert receivers() == [ana.email]
    urls = [turn["url"] for turn in Mail.objects.get().context["turns"]]
    assert {int(re.findall(r"/tables/(\d+)/", url)[0]) for url in urls} == {match.table_id for match in matches}


def test_no_second_mail_within_six_hours_but_then_it_comes(match, users):
    first = after(match)
    send_turn_mails(first)
    again = slow_match(users)
    user = on_turn(match, users)
    moment = first + SECOND
    while on_turn(again, users) != user:
        again = act(again, users, moment)
    Mail.objects.all().delete()
    for hours in range(6):
        send_turn_mails(first + timedelta(hours=hours) + 11 * MAIL_AFTER / 10)
        assert user.email not in receivers()
    send_turn_mails(first + PAUSE)
    assert receivers().count(user.email) == 1
    assert len(Mail.objects.get(to=user.email).context["turns"]) == 2


def test_table_whose_mails_one_does_not_want_is_left_out(match, users):
    user = on_turn(match, users)
    turn_mails.want_mails_of(match.table_id, user, False)
    send_turn_mails(after(match))
    assert receivers() == []


def test_no_mails_at_all_for_who_wants_none_or_has_no_address(match, users):
    turn_mails.want_mails(on_turn(match, users), False)
    send_turn_mails(after(match))
    guests = [User.objects.create_guest() for _ in range(3)]
    guests_match = slow_match(guests)
    send_turn_mails(after(guests_match))
    assert receivers() == []
    assert reread(guests_match).mail_at is None


def test_nobody_is_written_to_on_vacation_but_afterwards(users):
    now = timezone.now()
    for user in users:
        vacations.take_vacation(user, day(now), day(now) + timedelta(days=2), now)
    match = slow_match(users)
    send_turn_mails(now + timedelta(hours=20))
    assert receivers() == []
    send_turn_mails(now + timedelta(days=3, hours=1))
    assert receivers() == [on_turn(match, users).email]


def test_paused_match_is_told_of_when_it_goes_on(match, users):
    now = timezone.now()
    for user in users:
        breaks.cast_vote(match.table_id, user, "pause", now)
    send_turn_mails(after(match))
    assert receivers() == []
    for user in users:
        breaks.cast_vote(match.table_id, user, "resume", now + timedelta(hours=5))
    send_turn_mails(now + timedelta(hours=6))
    assert receivers() == [on_turn(match, users).email]


def test_quick_tables_send_no_mail(users):
    match = dealt(full_table(users, 3, clock="slow"))
    assert reread(match).mail_at is None
    assert reread(match).waits_for is None
    send_turn_mails(timezone.now() + timedelta(days=1))
    assert receivers() == []


def test_full_outbox_keeps_the_mail_for_later(match, users):
    now = timezone.now()
    waiting = [Mail(to="x@example.org", kind="code", created_at=now, due_at=now) for _ in range(MOST_WAITING)]
    Mail.objects.bulk_create(waiting)
    send_turn_mails(after(match))
    Mail.objects.all().delete()
    assert CorrespondenceSettings.objects.filter(mailed_at__isnull=False).count() == 0
    send_turn_mails(after(match) + SECOND)
    assert receivers() == [on_turn(match, users).email]


def test_what_fails_for_one_holds_up_no_other(users, monkeypatch):
    matches = [slow_match(users) for _ in range(2)]
    now = timezone.now()
    matches[0] = act(matches[0], users, now)
    broken = on_turn(matches[0], users)
    write_to = turn_mails.write_to

    def fail_once(user, now):
        if user == broken:
            raise RuntimeError
        write_to(user, now)

    monkeypatch.setattr(turn_mails, "write_to", fail_once)
    send_turn_mails(now + MAIL_AFTER + 5 * SECOND)
    assert receivers() == [on_turn(matches[1], users).email]


def test_eight_at_once_send_one_mail(match):
    moment = after(match)
    answers = at_once(*[lambda: send_turn_mails(moment)] * 8)
    assert answers == [None] * 8
    assert Mail.objects.count() == 1


def test_job_is_known_and_reads_few_rows(match, django_assert_max_num_queries):
    assert JOBS["send turn mails"].every == 60
    early = after(match) - SECOND
    with django_assert_max_num_queries(2):  # turns, and votes of others
        send_turn_mails(early)


def test_job_finds_its_matches_by_an_index(match):
    waiting = Match.objects.filter(mail_at__lte=timezone.now(), seconds_left=None).order_by("mail_at")
    assert "match_mail" in plan_of(waiting)


# -- what they look like, and how to end them ------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de", "ro"])
def test_mail_is_written_in_the_language_of_its_reader_and_names_no_card(match, users, language):
    User.objects.update(language=language)
    send_turn_mails(after(match))
    mail = Mail.objects.get()
    assert mail.language == language
    with translation.override(language):
        subject, plain, html = (
            render_to_string(f"accounts/mails/turns{end}", mail.context) for end in (".subject.txt", ".txt", ".html")
        )
    word = {"en": "your turn", "de": "dran", "ro": "rândul tău"}[language]
    assert all(word in text for text in (subject, plain, html))
    assert "\n" not in subject.strip()
    for address in (mail.context["settings_url"], mail.context["turns"][0]["url"]):
        assert address in plain
        assert address in html
    assert not re.search(r"[♣♦♥♠]", plain + html)


@pytest.mark.parametrize(("language", "name"), [("de", "Spieler"), ("ro", "Jucător")])
def test_player_without_a_chosen_name_is_greeted_in_their_language(language, name):
    users = [User.objects.create_user(f"player{n}@example.org", language=language) for n in range(3)]
    match = slow_match(users)
    send_turn_mails(after(match))
    number = on_turn(match, users).name.removeprefix("Guest ")
    greeting = message_of(Mail.objects.get()).body.splitlines()[0]
    assert greeting.endswith(f" {name} {number},")


def off_page(match):
    send_turn_mails(after(match))
    return re.findall(r"(/mails/turns/\S+)", Mail.objects.get().context["settings_url"])[0]


def test_link_in_the_mail_leads_to_a_button_and_changes_nothing_by_itself(match, users):
    page, user = off_page(match), on_turn(match, users)
    stranger = Client()
    assert "<button" in stranger.get(page).content.decode()
    assert turn_mails.wants_mails(user)
    assert stranger.post(page, {"off": ""}).status_code == 200
    assert not turn_mails.wants_mails(user)
    stranger.post(page, {"on": ""})
    assert turn_mails.wants_mails(user)


def test_forged_link_leads_nowhere(match):
    page = off_page(match)
    assert Client().get(page[:-3] + "x/").status_code == 404
    assert Client().post("/mails/turns/x/", {"off": ""}).status_code == 404


def test_page_of_turns_lists_tables_and_switches_mails(match, users, client):
    user = on_turn(match, users)
    client.force_login(user)
    page = client.get("/account/turns/").content.decode()
    assert page.count(f'href="/tables/{match.table_id}/"') == 2
    answer = client.post(f"/tables/{match.table_id}/mail/", {"wants": "off", "list": "1"})
    assert (answer.status_code, answer.url) == (303, "/account/turns/")
    assert not Participant.objects.get(user=user).wants_mail
    answer = client.post(f"/tables/{match.table_id}/mail/", {"wants": "on"})
    assert (answer.status_code, answer.url) == (303, f"/tables/{match.table_id}/")
    client.post("/account/turns/", {"wants": "off"})
    assert not turn_mails.wants_mails(user)


@pytest.mark.parametrize("wants", ["", "maybe"])
def test_switch_is_on_or_off(match, users, client, wants):
    client.force_login(users[0])
    assert client.post(f"/tables/{match.table_id}/mail/", {"wants": wants}).status_code == 400
    assert client.post("/account/turns/", {"wants": wants}).status_code == 400


def test_mails_are_the_business_of_who_belongs_to_the_table(match, client):
    assert client.post(f"/tables/{match.table_id}/mail/", {"wants": "off"}).status_code == 403
    client.force_login(User.objects.create_user("dan@example.org", name="Dan"))
    assert client.post(f"/tables/{match.table_id}/mail/", {"wants": "off"}).status_code == 403


def test_stranger_or_guest_is_asked_to_sign_in(client):
    assert client.get("/account/turns/").status_code == 303
    client.force_login(User.objects.create_guest())
    assert client.get("/account/turns/").status_code == 303


def test_mail_templates_are_all_there():
    folder = settings.BASE_DIR / "templates" / "accounts" / "mails"
    assert {file.name for file in folder.glob("turns*")} == {"turns.subject.txt", "turns.txt", "turns.html"}


# -- accounts --------------------------------------------------------------------------------------------------------


def test_export_and_deletion_know_of_vacations_and_mails(users):
    ana, now = users[0], timezone.now()
    vacations.take_vacation(ana, day(now), day(now), now)
    turn_mails.want_mails(ana, False)
    today = day(now).isoformat()
    exported = TablesHooks().export(ana)["correspondence"]
    assert exported == {"mails_about_turns": False, "vacations": [{"from": today, "to": today}]}
    TablesHooks().delete(ana)
    assert TablesHooks().export(ana)["correspondence"] == {"mails_about_turns": True, "vacations": []}


def test_turn_of_a_guest_goes_with_them_to_their_account(match, users):
    account = User.objects.create_user("dan@example.org", name="Dan")
    TablesHooks().merge(on_turn(match, users), account)
    assert reread(match).waits_for == account
