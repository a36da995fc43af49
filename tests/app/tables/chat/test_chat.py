"""What is said at a friends' table, by whom, and who reads it."""

import html
from datetime import timedelta

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.utils import timezone, translation

from accounts.limits import TooOften
from accounts.models import User
from tests.support.browsers import browser_of
from tests.support.friends import dealt, full_table
from tests.support.matches import reread
from tests.support.races import at_once
from tests.support.talk import SECOND, note, post, say, table_of, words
from whist.tables.chat import presets, remarks
from whist.tables.chat.text_filter import NoAddresses, NothingSaid, TooLong, readable, words_to_say
from whist.tables.lobby import seating
from whist.tables.match import moves
from whist.tables.match.state_cache import state_of
from whist.tables.models import Match, Remark, Silence, Table
from whist.tables.presenters.chat import chat_of
from whist.tables.texts import refusals

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table_with_guest(ana, bogdan, guest):
    return table_of(ana, bogdan, guest)


def revision(table):
    return Table.objects.get(pk=table.pk).revision


# -- saying something ------------------------------------------------------------------------------------------------


def test_what_one_says_everybody_at_the_table_reads(table_with_guest, ana, bogdan):
    before = revision(table_with_guest)
    say(table_with_guest, ana, "Hello Bogdan")
    assert words(table_with_guest, bogdan) == words(table_with_guest, ana) == ["Hello Bogdan"]
    assert revision(table_with_guest) == before + 1


def test_plain_form_leads_back_to_the_chat_or_to_the_table(table_with_guest, ana):
    browser = browser_of(ana)
    answer = post(browser, table_with_guest, text="Good evening")
    assert (answer.status_code, answer["Location"]) == (303, f"/tables/{table_with_guest.pk}/chat/")
    assert "Good evening" in browser.get(f"/tables/{table_with_guest.pk}/chat/").content.decode()
    assert (
        post(browser, table_with_guest, text="And again", back="table")["Location"] == f"/tables/{table_with_guest.pk}/"
    )


def test_script_gets_the_lines_alone(table_with_guest, ana):
    answer = post(browser_of(ana), table_with_guest, script=True, text="Good evening")
    assert answer.status_code == 200
    page = answer.content.decode()
    assert 'hx-target="#chat-lines"' in page
    assert "<form" not in page
    assert "Good evening" in page


def test_html_that_somebody_writes_is_text(table_with_guest, ana, bogdan):
    say(table_with_guest, ana, '<script>alert("x")</script> & <b>bold</b>')
    page = browser_of(bogdan).get(f"/tables/{table_with_guest.pk}/chat/").content.decode()
    assert "<script>alert" not in page
    assert "<b>bold" not in page
    assert "&lt;script&gt;" in page


def test_name_that_looks_like_html_is_text(table_with_guest, ana, bogdan):
    User.objects.filter(pk=ana.pk).update(name='"><img src=x>')
    say(table_with_guest, ana, "Hello")
    assert "<img src=x" not in browser_of(bogdan).get(f"/tables/{table_with_guest.pk}/chat/").content.decode()


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u200d", "\u2800\u3164", "\u202e\n", "\u0301\u0301"])
def test_saying_nothing_is_refused_with_a_sentence(table_with_guest, ana, text):
    answer = post(browser_of(ana), table_with_guest, text=text)
    assert answer.status_code == 422
    assert note(answer) == str(NothingSaid.sentence)
    assert not Remark.objects.exists()


def test_two_hundred_characters_are_enough_and_a_longer_text_is_kept_in_the_field(table_with_guest, ana):
    say(table_with_guest, ana, "x" * 200)
    answer = post(browser_of(ana), table_with_guest, text="y" * 201)
    assert answer.status_code == 422
    assert note(answer) == str(TooLong.sentence)
    assert f'value="{"y" * 201}"' in answer.content.decode()


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org/x",
        "HTTP://EXAMPLE.ORG",
        "see www.example.org please",
        "example.com",
        "play at casino.ro!",
        "my.site.co.uk",
        "whist.example/room",
        "write to ana@example.org",
        "ana @ example.org",
        "ana@mail.casa",
        "mailto:ana",
        "javascript:alert(1)",
        "10.0.0.1",
        "\uff45\uff58\uff41\uff4d\uff50\uff4c\uff45\uff0e\uff43\uff4f\uff4d",
        "example\u3002com",
        "exam\u200bple.c\u00adom",
        "example .com",
        "t.me/whist",
        "xn--whst-0qa",
        "ftp://files",
    ],
)
def test_addresses_are_refused_with_a_sentence(table_with_guest, ana, text):
    with pytest.raises(NoAddresses):
        remarks.say(table_with_guest.pk, ana, text, timezone.now())


@pytest.mark.parametrize(
    "text",
    [
        "Well played. Thanks!",
        "gata...acum",
        "3.5 puncte, 2:1",
        "bravo.Foarte bine",
        "ce mână... și totuși",
        "1/8 und 8/1",
        "8-1-8 or 1-8-1?",
        "@Bogdan your turn",
        "7.30 pm",
        "z.B. so",
        "👨\u200d👩\u200d👧 ❤️",
        "Ce faci, mă?",
        "Größe, Übung, ștrudel",
    ],
)
def test_ordinary_words_are_not_taken_for_addresses(text):
    assert words_to_say(text)


def test_what_cannot_be_seen_is_taken_out():
    assert readable("a\u202eb\x07c\u200bd\ufeffe") == "abcde"
    assert readable(" two\n\n lines\t here \u2028 ") == "two lines here"
    assert readable("e" + "\u0301" * 40) == "é" + "\u0301" * 2
    assert readable("s\u0326i") == "\u0219i"


def test_words_of_a_strange_form_are_refused_politely(table_with_guest, ana):
    for fields in ({"preset": "no_such"}, {"text": "a\x00b"}):
        answer = post(browser_of(ana), table_with_guest, **fields)
        assert answer.status_code == 400
        assert note(answer)


# -- how often -------------------------------------------------------------------------------------------------------


def test_five_remarks_in_ten_seconds_and_no_more(table_with_guest, ana):
    now = timezone.now()
    for number in range(5):
        remarks.say(table_with_guest.pk, ana, f"number {number}", now + number * SECOND)
    with pytest.raises(TooOften):
        remarks.say_preset(table_with_guest.pk, ana, "hello", now + 9 * SECOND)
    remarks.say_preset(table_with_guest.pk, ana, "hello", now + 11 * SECOND)
    assert Remark.objects.count() == 6


def test_writing_too_fast_gives_a_sentence_and_keeps_the_text(table_with_guest, ana):
    browser = browser_of(ana)
    with time_machine.travel(timezone.now(), tick=False):  # ten seconds are little on a busy machine
        answers = [post(browser, table_with_guest, text=f"number {number}") for number in range(6)]
    assert [answer.status_code for answer in answers] == [303] * 5 + [429]
    assert note(answers[-1])
    assert 'value="number 5"' in answers[-1].content.decode()


def test_limit_holds_for_eight_at_once(table_with_guest, ana):
    now = timezone.now()
    answers = at_once(
        *(lambda n=number: remarks.say(table_with_guest.pk, ana, f"number {n}", now) for number in range(8))
    )
    assert sum(isinstance(answer, TooOften) for answer in answers) == 3, answers
    assert Remark.objects.count() == 5


def test_double_click_says_it_once(table_with_guest, ana):
    now = timezone.now()
    answers = at_once(*[lambda: remarks.say_preset(table_with_guest.pk, ana, "hello", now)] * 4)
    assert len({answer.pk for answer in answers}) == 1, answers
    remarks.say_preset(table_with_guest.pk, ana, "hello", now + 4 * SECOND)
    assert Remark.objects.count() == 2


def test_newest_two_hundred_remarks_are_kept(table_with_guest, ana):
    now = timezone.now()
    Remark.objects.bulk_create(
        Remark(table=table_with_guest, user=ana, text=f"old {number}", at=now - timedelta(hours=1))
        for number in range(200)
    )
    say(table_with_guest, ana, "the newest")
    assert Remark.objects.filter(table=table_with_guest).count() == 200
    assert not Remark.objects.filter(text="old 0").exists()
    assert words(table_with_guest, ana)[-1] == "the newest"


# -- who may ---------------------------------------------------------------------------------------------------------


def test_only_participants_of_the_table_speak(table_with_guest):
    dan = User.objects.create_user("dan@example.org", name="Dan")
    with pytest.raises(PermissionDenied):
        remarks.say(table_with_guest.pk, dan, "Hello", timezone.now())
    assert post(browser_of(dan), table_with_guest, text="Hello").status_code == 403


def test_chat_is_read_by_participants_only(table_with_guest, bogdan, client):
    dan = User.objects.create_user("dan@example.org", name="Dan")
    assert browser_of(bogdan).get(f"/tables/{table_with_guest.pk}/chat/").status_code == 200
    assert browser_of(dan).get(f"/tables/{table_with_guest.pk}/chat/").status_code == 403
    assert client.get(f"/tables/{table_with_guest.pk}/chat/").status_code == 403


def test_guest_has_phrases_and_emoji(table_with_guest, guest):
    browser = browser_of(guest)
    page = browser.get(f"/tables/{table_with_guest.pk}/chat/").content.decode()
    assert "chat-text" not in page
    assert 'value="well_played"' in page
    refused = post(browser, table_with_guest, text="Hello")
    assert refused.status_code == 403
    assert note(refused) == str(remarks.OnlyPhrases.sentence)
    assert post(browser, table_with_guest, preset="well_played").status_code == 303
    assert post(browser, table_with_guest, preset="applause").status_code == 303


def test_strangers_in_a_room_have_phrases_only(table_with_guest, ana):
    Table.objects.filter(pk=table_with_guest.pk).update(kind=Table.Kind.ROOM)
    with pytest.raises(remarks.OnlyPhrases):
        remarks.say(table_with_guest.pk, ana, "Hello", timezone.now())
    remarks.say_preset(table_with_guest.pk, ana, "hello", timezone.now())


def test_nothing_is_said_at_a_closed_table(table_with_guest, ana):
    Table.objects.filter(pk=table_with_guest.pk).update(closed_at=timezone.now())
    with pytest.raises(refusals.TableClosed):
        remarks.say(table_with_guest.pk, ana, "Hello", timezone.now())
    assert post(browser_of(ana), table_with_guest, text="Hello").status_code == 409


def test_unknown_table_has_no_chat(ana):
    browser = browser_of(ana)
    for number in (987_654, 10**30):
        assert browser.get(f"/tables/{number}/chat/").status_code == 404
        assert browser.post(f"/tables/{number}/chat/", {"text": "x"}).status_code == 404


def test_player_who_is_silenced_reads_until_when(table_with_guest, ana):
    now = timezone.now()
    Silence.objects.create(user=ana, until=now + timedelta(days=1), reason="insults")
    Silence.objects.create(user=ana, until=now - timedelta(days=1), reason="insults")
    answer = post(browser_of(ana), table_with_guest, preset="hello")
    assert answer.status_code == 403
    assert "until" in note(answer)
    assert "insults" not in answer.content.decode()
    remarks.say(table_with_guest.pk, ana, "Hello again", now + timedelta(days=1, seconds=1))


# -- phrases ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "phrase", "laughing"),
    [("en", "Well played", "laughing with tears"), ("de", "Gut gespielt", "lacht Tränen"), ("ro", "Bine jucat", None)],
)
def test_phrase_is_read_by_each_in_their_own_language(table_with_guest, ana, bogdan, language, phrase, laughing):
    remarks.say_preset(table_with_guest.pk, ana, "well_played", timezone.now())
    remarks.say_preset(table_with_guest.pk, ana, "laugh", timezone.now() + 4 * SECOND)
    browser = browser_of(bogdan)
    page = browser.get(f"/tables/{table_with_guest.pk}/chat/", headers={"accept-language": language}).content.decode()
    lines = page[page.index('id="chat-lines"') : page.index("</ol>")]
    assert phrase in lines
    assert laughing is None or f'aria-label="{laughing}"' in lines


def test_every_preset_has_words_in_every_language():
    assert (len(presets.PRESETS), len(presets.EMOJI)) == (24, 12)
    for language in ("de", "ro"):
        with translation.override(language):
            translated = {code: str(words) for code, words in presets.PRESETS.items()}
        with translation.override("en"):
            assert all(str(words) != translated[code] for code, words in presets.PRESETS.items())
        assert len(set(translated.values())) == 24


def test_preset_that_was_retired_still_reads(table_with_guest, ana):
    Remark.objects.create(table=table_with_guest, user=ana, preset="long_gone", at=timezone.now())
    assert words(table_with_guest, ana) == ["long_gone"]


# -- spectators ------------------------------------------------------------------------------------------------------


@pytest.fixture
def playing(ana, bogdan):
    """Ana plays with bots, Bogdan is a spectator."""
    table = full_table([ana], 3)
    seating.add_participant(table, bogdan, timezone.now())
    return dealt(table)


def finish_round(match, user):
    match = reread(match)
    while not match.rounds.exists():
        state = state_of(match)
        if match.due_at is not None:
            moves.advance_match(match.pk, match.due_at)
        else:
            moves.play_action(match.table_id, user, state.legal_actions()[0], match.version, timezone.now())
        match = reread(match)
    return match


def test_players_read_what_a_spectator_says_when_the_round_is_over(playing, ana, bogdan):
    table = playing.table
    say(table, bogdan, "She has no hearts left")
    say(table, ana, "Nice bid")
    assert words(table, bogdan) == ["She has no hearts left", "Nice bid"]
    assert words(table, ana) == ["Nice bid"]
    finish_round(playing, ana)
    assert words(table, ana) == ["She has no hearts left", "Nice bid"]


def test_what_a_spectator_says_between_rounds_players_read_at_once(playing, ana, bogdan):
    finish_round(playing, ana)
    say(playing.table, bogdan, "Well done")
    assert words(playing.table, ana) == ["Well done"]


def test_spectators_are_heard_when_the_match_is_over(playing, ana, bogdan):
    say(playing.table, bogdan, "Well done")
    Match.objects.filter(pk=playing.pk).update(finished_at=timezone.now(), due_at=None)
    assert words(playing.table, ana) == ["Well done"]


def test_player_who_left_is_a_spectator_for_those_who_play_on(ana, bogdan):
    table = full_table([ana, bogdan], 3)
    dealt(table)
    seating.stand_up(table.pk, bogdan, timezone.now())
    say(table, bogdan, "I had the ace")
    assert words(table, ana) == []


# -- the page --------------------------------------------------------------------------------------------------------


def test_page_that_asks_because_no_push_reaches_it_gets_the_chat_too(playing, ana, bogdan):
    say(playing.table, ana, "Anybody there?")
    answer = browser_of(bogdan).get(f"/tables/{playing.table_id}/felt/")
    assert "Anybody there?" in answer.content.decode()


def test_chat_tells_who_is_oneself_when_and_on_which_day(table_with_guest, ana, bogdan):
    noon = timezone.localtime().replace(hour=12, minute=4, second=0)
    say(table_with_guest, ana, "first", now=noon - timedelta(days=1))
    say(table_with_guest, bogdan, "second", now=noon)
    with translation.override("de"):
        first, second = chat_of(table_with_guest.pk, bogdan).lines
    assert (first.is_own, second.is_own) == (False, True)
    assert (first.time, second.time) == ("12:04", "12:04")
    assert first.day != second.day != ""
    assert chat_of(table_with_guest.pk, bogdan).spoken == "Ana says: first"


def test_reading_the_chat_changes_nothing(table_with_guest, ana):
    before = revision(table_with_guest)
    browser_of(ana).get(f"/tables/{table_with_guest.pk}/chat/")
    assert revision(table_with_guest) == before
    assert not Remark.objects.exists()


def test_reading_the_chat_takes_few_statements(table_with_guest, ana, bogdan, django_assert_max_num_queries):
    say(table_with_guest, bogdan, *(f"number {number}" for number in range(30)))
    with django_assert_max_num_queries(2):
        chat_of(table_with_guest.pk, ana)


def test_page_says_what_it_is_for_in_three_languages(table_with_guest, ana):
    for language, send in (("en", "Send"), ("de", "Senden"), ("ro", "Trimite")):
        page = browser_of(ana).get(f"/tables/{table_with_guest.pk}/chat/", headers={"accept-language": language})
        assert f">{send}</button>" in html.unescape(page.content.decode())
