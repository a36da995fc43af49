"""Choosing a name: what it may look like, whose it is, how often it changes, and what guests and bots are called."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier

import pytest
from django.core.exceptions import ValidationError
from django.db import connections
from django.utils import translation

from accounts.confusables import skeleton
from accounts.models import HeldName, NameRule, User
from accounts.names.choosing import (
    BETWEEN_CHANGES,
    HELD_FOR,
    NameRefused,
    NameTaken,
    TooEarly,
    check_name,
    choose_name,
    proposals,
    take_name_away,
)
from accounts.names.rules import words_of
from whist.bots.names import BOT_NAMES

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
LATER = NOW + BETWEEN_CHANGES

FOR_THE_SITE = """
Admin, ADMIN, Adm1n, Admín, a.d.m.i.n, admin 7, Admin Ana, Ana Moderator, Whist, Suport, Guest 48213, guest48213, Guest,
Guest IOO, Gast 1, Oaspete 77777, Musafir12, Player 10000, Spieler 3, Jucător 48213, Jucator, Gelöscht, Deleted 123,
Șters, Bot, Bot 3, B0t, You, Tu, Du, Wir
"""

INSULTS = """
Fuck you, f u c k, Fuuuck, F.u.c.k, MotherFucker, Hitler, H1tler 88, HitIer, Arschloch, 4rschloch, Arsch, Hurensohn,
Wichser 2, Pula, puIa, Pu1a mea, pulă, Pizda mă-tii, P1zdă, Muie, Mu1e 69, Curva, Nazi, N4zi, Sieg Heil, Kanake,
Scheiße, Țuțu fut
"""

ORDINARY = """
Ana, Bogdan, Carmen, Dan, Ștefan cel Mic, Ion Creangă, Puia, Puiu, Ion Pulaski, Maria Curelaru, Vlad Curtea, Futaki,
Mihai Muierescu, Cucu, Coajă, Pompiliu, Pomohaci, Cornel Popa, Sorin Cacaveală, Țiganu, Jidovu, Dracea, Prostean,
Horia Analiză, Lavinia Şerban, Ioana D., A. P., Jean-Luc, D'Artagnan, O’Brien, Toni Gavrilă, Rapi Stefan, Hans Lutz,
Jürgen Strauß, Fickenscher, Wanda Schwanzer, Arschinger, Nazim, Nazir, Hurekova, Nuttelmann, Muschinski, Penner,
Dick Francis, Hancock, Cockburn, Scunthorpe, Essex, Sussex, Analise, Shitov, Cassandra, Dickens, Titus, Cummings,
Kuntz, Gaye, Assunta, Bassett, Matsushita, Therapist Tom, Boti, Botond, Botezatu, Gastone, Gästrich, Guesthouse,
Spielerin, Teamur, Adminson, Modesta, Staffan, Rooth, Alleman, Duval, Meta, Euler, Oana Tu, Banks, Hosta, Oaspetea,
Łukasz, Işıl Yıldız, Nguyễn Văn, Ayşe, Zoë, 2Pac, Ana_M, Ana.M, Ana 2, Radu 77, Latteria, Mochar, Espressina
"""


def names_in(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


@pytest.fixture
def ana_since_last_year(db):
    return User.objects.create_user("ana@example.org", name="Ana", named_at=NOW - timedelta(days=400))


@pytest.fixture
def newcomer(db):
    return User.objects.create_user("newcomer@example.org")


def refusal(name: str, user: User) -> str:
    with pytest.raises(NameRefused) as refused:
        choose_name(user, name, NOW)
    return str(refused.value)


# -- what a name may look like -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names_in(ORDINARY))
def test_ordinary_names_are_welcome(newcomer, name):
    choose_name(newcomer, name, NOW)
    assert User.objects.get(pk=newcomer.pk).shown_name == name.replace("’", "'")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("A", "at least 2 characters"),
        ("A" * 21, "at most 20 characters"),
        ("Ana Maria Ioana Elena", "at most 20 characters"),
        ("1234", "at least two letters"),
        ("A1", "at least two letters"),
        ("-Ana", "stand between letters"),
        ("Ana_", "stand between letters"),
        ("Ana--Maria", "stand between letters"),
        ("Ana ✓", "“✓” cannot be part of a name"),
        ("Ana✔", "“✔” cannot be part of a name"),
        ("Ana☑️", "“☑” cannot be part of a name"),
        ("Ana<b>", "“<” cannot be part of a name"),
        ("ana@example.org", "“@” cannot be part of a name"),
        ("Аna", "cannot be part of a name"),
        ("Ελένη", "cannot be part of a name"),
        ("Ａｎａ", "cannot be part of a name"),
        ("Ana🂡", "cannot be part of a name"),
        ("A\u200bna", "nobody can see"),
        ("\u202eanA", "nobody can see"),
        ("A\u0336na", "nobody can see"),
        ("Ana\x00x", "nobody can see"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(newcomer, name, sentence):
    assert sentence in refusal(name, newcomer)


def test_blanks_and_accents_are_tidied_up(newcomer):
    choose_name(newcomer, "  Ana   S\u0326erban ", NOW)
    assert newcomer.name == "Ana Șerban"


@pytest.mark.parametrize("name", names_in(FOR_THE_SITE))
def test_nobody_speaks_for_the_site_or_looks_like_a_guest(newcomer, name):
    assert "reserved" in refusal(name, newcomer) or "cannot be used" in refusal(name, newcomer)


@pytest.mark.parametrize("name", [*BOT_NAMES, "espresso", "E.spresso", "Lungo 2", "1ungo", "M0cha"])
def test_nobody_is_called_like_a_bot(newcomer, name):
    assert "reserved" in refusal(name, newcomer)


@pytest.mark.parametrize("name", names_in(INSULTS))
def test_insults_are_refused_in_three_languages(newcomer, name):
    assert "cannot be used" in refusal(name, newcomer)


def test_words_of_a_name_leave_out_numbers_and_join_single_letters():
    assert list(words_of("Ștefan-Ilie 2 d a n 88")) == ["stefan", "ilie", "2dan", "dan", "88"]


# -- whose it is -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ana", "ANA", "Aná", "A na", "Ana."])
def test_a_name_that_looks_like_somebodys_is_taken(ana_since_last_year, newcomer, name):
    with pytest.raises(NameTaken):
        choose_name(newcomer, name, NOW)
    assert not User.objects.get(pk=newcomer.pk).is_named


def test_one_may_change_the_spelling_of_ones_own_name(ana_since_last_year):
    choose_name(ana_since_last_year, "Aná", NOW)
    assert User.objects.get(pk=ana_since_last_year.pk).name == "Aná"
    assert not HeldName.objects.exists()


def test_a_name_given_up_waits_for_its_last_owner(ana_since_last_year, newcomer):
    choose_name(ana_since_last_year, "Anita", NOW)
    with pytest.raises(NameTaken):
        choose_name(newcomer, "Ana", NOW + HELD_FOR - timedelta(seconds=1))
    choose_name(ana_since_last_year, "Ana", LATER)
    assert User.objects.get(pk=ana_since_last_year.pk).name == "Ana"
    with pytest.raises(NameTaken):
        choose_name(newcomer, "Anita", LATER)


def test_a_name_given_up_long_ago_is_free(ana_since_last_year, newcomer):
    choose_name(ana_since_last_year, "Anita", NOW)
    choose_name(newcomer, "Ana", NOW + HELD_FOR)
    assert newcomer.shown_name == "Ana"


def test_a_held_name_is_stored_as_a_keyed_hash(ana_since_last_year):
    choose_name(ana_since_last_year, "Bogdana", NOW)
    held = HeldName.objects.get()
    assert held.user == ana_since_last_year
    assert re.fullmatch(r"[0-9a-f]{32}", held.key_hash)


def test_proposals_are_free_and_look_like_the_wanted_name(ana_since_last_year, newcomer):
    User.objects.create_user("dan@example.org", name="Ana of Hearts")
    names = proposals("Ana", newcomer, NOW)
    assert len(names) == 3
    for name in names:
        assert name.startswith("Ana")
        check_name(name, newcomer, NOW)


def test_proposals_for_the_longest_name_fit_too(newcomer):
    assert all(len(name) <= 20 for name in proposals("Ana-Maria Constantina", newcomer, NOW))


@pytest.mark.django_db(transaction=True)
def test_of_eight_who_want_one_name_at_once_one_gets_it():
    spellings = ["Ileana", "ileana", "1leana", "lleana", "ILEANA", "Ile.ana", "Ile-ana", "Íleana"]
    people = [User.objects.create_user(f"person{number}@example.org") for number in range(8)]
    start = Barrier(8)

    def claim(user: User, name: str) -> bool:
        try:
            start.wait()
            choose_name(user, name, NOW)
        except NameTaken:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(8) as threads:
        got = list(threads.map(claim, people, spellings))
    owners = User.objects.filter(name_key=skeleton("Ileana"))
    assert got.count(True) == 1
    assert list(owners) == [people[got.index(True)]]
    assert User.objects.exclude(named_at=None).count() == 1


# -- how often it changes ----------------------------------------------------------------------------------------------


def test_the_first_name_is_free_and_the_next_one_waits_thirty_days(newcomer):
    choose_name(newcomer, "Anita", NOW)
    with pytest.raises(TooEarly, match=r"again on Dec\. 30, 2026"):
        choose_name(newcomer, "Anca", LATER - timedelta(seconds=1))
    choose_name(newcomer, "Anca", LATER)
    assert User.objects.get(pk=newcomer.pk).name == "Anca"


def test_the_same_name_again_is_no_change(newcomer):
    choose_name(newcomer, "Anita", NOW)
    choose_name(newcomer, "Anita", NOW)
    assert newcomer.named_at == NOW


@pytest.mark.django_db(transaction=True)
def test_of_two_choices_of_one_member_at_once_one_succeeds(newcomer):
    start = Barrier(2)

    def choose(name: str) -> bool:
        user = User.objects.get(pk=newcomer.pk)
        try:
            start.wait()
            choose_name(user, name, NOW)
        except TooEarly:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(2) as threads:
        succeeded = list(threads.map(choose, ["Anita", "Anca"]))
    assert sorted(succeeded) == [False, True]
    assert User.objects.get(pk=newcomer.pk).name == ["Anita", "Anca"][succeeded.index(True)]


def test_user_who_lost_a_name_to_the_admin_may_choose_anew(ana_since_last_year):
    take_name_away(ana_since_last_year)
    assert re.fullmatch(r"Player \d+", ana_since_last_year.shown_name)
    choose_name(ana_since_last_year, "Anita", NOW)
    assert ana_since_last_year.is_named


# -- guests, members without a name, bots ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "guest", "member"),
    [("en", "Guest", "Player"), ("de", "Gast", "Spieler"), ("ro", "Oaspete", "Jucător")],
)
def test_a_number_is_stored_once_and_shown_in_every_language(newcomer, language, guest, member):
    visitor = User.objects.create_guest()
    assert visitor.name.startswith("Guest ")
    with translation.override(language):
        assert re.fullmatch(rf"{guest} \d{{5}}", visitor.shown_name)
        assert re.fullmatch(rf"{member} \d{{5}}", newcomer.shown_name)


def test_guests_made_in_another_language_are_stored_alike(db):
    with translation.override("ro"):
        assert User.objects.create_guest().name.startswith("Guest ")


def test_a_guest_who_becomes_a_member_keeps_the_number_until_choosing_a_name(db):
    guest = User.objects.create_guest()
    guest.is_guest, guest.email = False, "guest@example.org"
    guest.save()
    assert guest.shown_name == guest.name.replace("Guest", "Player")
    assert not guest.is_named


def test_a_member_made_with_a_name_has_chosen_it(db):
    assert User.objects.create_user("dan@example.org", name="Dan").is_named
    assert not User.objects.create_user("other@example.org").is_named


def test_an_address_gives_no_name(newcomer):
    assert "newcomer" not in newcomer.name.lower()


# -- rules in the admin ------------------------------------------------------------------------------------------------


def test_a_rule_added_in_the_admin_counts_at_once(admin, newcomer):
    answer = admin.post("/admin/accounts/namerule/add/", {"kind": "blocked", "word": "Brînză"})
    assert answer.status_code == 302
    assert NameRule.objects.get(word="Brînză").key == skeleton("brinza")
    assert "cannot be used" in refusal("Marebrinza", newcomer)


def test_a_rule_stands_once_whatever_its_spelling(admin):
    page = admin.post("/admin/accounts/namerule/add/", {"kind": "reserved", "word": "GUEST"})
    assert "There is such a rule already." in page.content.decode()


@pytest.mark.parametrize("word", ["...", "!", "|", "¡!"])
def test_a_word_without_letters_blocks_nobody(admin, newcomer, word):
    assert admin.post("/admin/accounts/namerule/add/", {"kind": "blocked", "word": word}).status_code == 200
    with pytest.raises(ValidationError):
        NameRule(kind="blocked", word=word).full_clean()
    choose_name(newcomer, "Mihai Popa", NOW)


def test_the_admin_takes_names_away_and_gives_none(admin, ana_since_last_year):
    assert admin.get("/admin/accounts/user/add/").status_code == 403
    assert 'name="name"' not in admin.get(f"/admin/accounts/user/{ana_since_last_year.pk}/change/").content.decode()
    admin.post("/admin/accounts/user/", {"action": "take_names_away", "_selected_action": [ana_since_last_year.pk]})
    assert not User.objects.get(pk=ana_since_last_year.pk).is_named
