"""Forms say what is wrong in the site's own words: Django's are about fields and values, and formal in German."""

from __future__ import annotations

import pytest
from django import forms
from django.utils import timezone

from accounts.forms import AddressForm, CodeForm, NameForm, NewAddressForm, PreferencesForm
from accounts.models import User
from accounts.people.preferences import Preferences
from tests.support.browsers import browser_of
from tests.support.friends import full_table, people
from whist.tables.lobby import seating
from whist.tables.views.chat_forms import ReportForm
from whist.tables.views.forms import CutForm, OpenTableForm, PaceForm, SoloForm, VacationForm

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SIMPLE = (AddressForm, CodeForm, CutForm, OpenTableForm, PaceForm, ReportForm, SoloForm, VacationForm)
DJANGOS = ("This field ", "Ensure ", "Select a valid ", "Enter a ", "Null characters ")


def forms_with(text: str) -> list[forms.Form]:
    """Every form whose errors are shown, with this in all of its fields."""
    user = User(name="Ana", email="ana@example.org")
    empty: list[forms.Form] = [
        *(form() for form in SIMPLE),
        NewAddressForm(user=user),
        NameForm(user=user, now=timezone.now()),
        PreferencesForm(preferences=Preferences(), language="en"),
    ]
    data = {name: text for form in empty for name in form.fields}
    return [
        *(form(data) for form in SIMPLE),
        NewAddressForm(data, user=user),
        NameForm(data, user=user, now=timezone.now()),
        PreferencesForm(data, preferences=Preferences(), language="en"),
    ]


@pytest.mark.parametrize("text", ["", "   ", "x" * 1000, "a\0b", "x", "-1", "x@" + "y" * 300 + ".org"])
def test_no_form_speaks_in_the_words_of_the_framework(text):
    sentences = [str(said) for form in forms_with(text) for errors in form.errors.values() for said in errors]
    assert sentences
    assert [sentence for sentence in sentences if sentence.startswith(DJANGOS)] == []
    assert not any("%(" in sentence for sentence in sentences)


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("", "Please type a word first."),
        ("   ", "Please type a word first."),
        ("x" * 41, "That is too long: at most 40 characters, please."),
        ("a\0b", "Please use letters, digits and signs only."),
    ],
)
def test_word_that_cannot_cut_the_cards_is_refused_with_a_sentence(word, sentence):
    users = people(2)
    table = full_table(users, 3)
    seating.deal_match(table.pk, users[0], timezone.now())
    browser = browser_of(users[1])
    answer = browser.post(f"/tables/{table.pk}/cut/", {"word": word})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
