"""A form without its proof that it came from here: refused, with a page that says what to do."""

import pytest
from django.test import Client

from tests.support.browsers import browser_of
from tests.support.friends import open_table, people
from whist.tables.models import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

SENTENCES = {
    "en": "load the page anew and send the form again",
    "de": "lade die Seite neu und schick das Formular noch einmal",
    "ro": "reîncarcă pagina și trimite formularul din nou",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_form_from_an_old_page_is_refused_with_a_page_that_says_what_to_do(language):
    browser = Client(enforce_csrf_checks=True)
    browser.get("/tables/open/")
    form = {"csrfmiddlewaretoken": "a" * 64, "game": "romanian"}
    answer = browser.post("/tables/open/", form, headers={"accept-language": language})
    assert answer.status_code == 403
    page = answer.content.decode()
    assert SENTENCES[language] in page
    assert f'<html lang="{language}">' in page
    assert '<header class="top">' in page


def test_browser_without_cookies_reads_the_same_and_nothing_is_changed():
    (ana,) = people(1)
    table = open_table(ana)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ana)
    answer = browser.post(f"/tables/{table.pk}/stand/")
    assert answer.status_code == 403
    assert "allow cookies for this site" in answer.content.decode()
    assert Table.objects.get(pk=table.pk).closed_at is None


def test_page_that_belongs_to_somebody_else_says_so():
    ana, bogdan = people(2)
    browser = browser_of(bogdan)
    answer = browser.get(f"/tables/{open_table(ana, is_public=False).pk}/")
    assert answer.status_code == 403
    assert "This is not yours to see" in answer.content.decode()
