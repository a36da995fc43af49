"""Pages come in the language that the browser asks for. English has no catalogue: its texts stand in the sources."""

import pytest
from django.utils import translation
from django.utils.translation import gettext, ngettext

WORDS = {"en": "Skip to the content", "de": "Zum Inhalt springen", "ro": "Sari la conținut"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("en", "en"),
        ("de", "de"),
        ("ro", "ro"),
        ("en-GB,de;q=0.9", "en"),
        ("en-US,en;q=0.9,ro;q=0.8", "en"),
        ("de-AT,en;q=0.9", "de"),
        ("fr,ro;q=0.5,en;q=0.1", "ro"),
        ("fr", "en"),
        ("", "en"),
    ],
)
def test_page_comes_in_the_language_that_is_asked_for(client, asked: str, language: str):
    answer = client.get("/", headers={"accept-language": asked})
    page = answer.content.decode()
    assert answer["Content-Language"] == language
    assert f'<html lang="{language}">' in page
    assert [code for code, words in WORDS.items() if words in page] == [language]


@pytest.mark.django_db
def test_english_can_be_chosen_in_a_browser_that_asks_for_another(client):
    german = {"accept-language": "de"}
    client.post("/i18n/setlang/", {"language": "en", "next": "/"}, headers=german)
    answer = client.get("/", headers=german)
    assert answer["Content-Language"] == "en"
    assert WORDS["en"] in answer.content.decode()


def test_english_counts_and_names_by_the_words_of_the_sources():
    with translation.override("en"):
        assert [ngettext("{n} table", "{n} tables", n) for n in (0, 1, 2)] == ["{n} tables", "{n} table", "{n} tables"]
        assert gettext("Romanian whist") == "Romanian whist"
