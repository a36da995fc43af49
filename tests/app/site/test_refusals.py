"""What cannot be done has a sentence and a status, and one place makes an answer of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import translation

from accounts.limits import Limit, TooOften
from whist.engine.errors import BadOption, ForbiddenBid, MustFollowSuit, NotYourTurn
from whist.refusals import NotFound, NotNow, Refusal
from whist.tables.chat import moderation, remarks, text_filter
from whist.tables.texts import refusals
from whist.tables.views.answering import answered_on, checked

CHRISTMAS_EVE = datetime(2026, 12, 24, 12, tzinfo=UTC)
STATUSES = {400, 403, 409, 422, 429, 503}
#: Raised with a sentence, by what was asked; or answered on a page that has one.
WITHOUT_SENTENCE = {
    "AddressTaken",
    "AgainstTheRules",
    "NameRefused",
    "NameTaken",
    "NoSuchPace",
    "NoWordToCut",
    "NotNow",
    "OutboxFull",
    "Silenced",
    "TooEarly",
    "TooOften",
    "Unspeakable",
}


def below(kind: type[Refusal]) -> Iterator[type[Refusal]]:
    for subclass in kind.__subclasses__():
        yield subclass
        yield from below(subclass)


def said_on_a_page(request: HttpRequest, *, status: int, notice: str, **places: object) -> HttpResponse:
    return HttpResponse(f"{notice} {places}", status=status)


def answer_to(error: Exception) -> HttpResponse:
    @answered_on(said_on_a_page)
    def view(request: HttpRequest, table_id: int) -> HttpResponse:
        raise error

    return view(RequestFactory().post("/"), table_id=7)


def test_every_refusal_has_a_status_of_the_contract_and_a_sentence():
    known = set(below(Refusal))
    assert {refusals.NotSeated, remarks.OnlyPhrases, text_filter.TooLong, TooOften} <= known
    assert {kind.__name__ for kind in known if kind.status not in STATUSES} == set()
    assert {kind.__name__ for kind in known if not kind.sentence} == WITHOUT_SENTENCE


@pytest.mark.parametrize(
    ("error", "status", "sentence"),
    [
        (refusals.StaleVersion(), 409, "The table has moved on in the meantime. This is how it stands now."),
        (refusals.MatchClosed(), 409, "This match has ended without a result. Nothing can be played in it any more."),
        (refusals.Malformed(), 400, "That was no move. Please use the buttons on the table."),
        (refusals.PlayedSince(), 409, "You have played since this page was opened."),
        (refusals.NotPreparable(), 422, "This cannot be prepared."),
        (moderation.NotOneself(), 409, "This is about other people, not about yourself."),
        (
            remarks.Silenced(datetime(2026, 12, 24, 12, tzinfo=UTC)),
            403,
            "You may not write in any chat until Dec. 24, 2026",
        ),
        (text_filter.TooLong(), 422, "That is too long"),
        (NotYourTurn(), 409, "It is not your turn."),
        (MustFollowSuit("QD", "H"), 422, "Queen of diamonds may not be played: follow hearts."),
        (ForbiddenBid(2, 5, 7), 422, "2 is forbidden: 5 + 2 = 7"),
        (BadOption("seats"), 422, "This game is not offered with these options."),
        (TooOften(Limit("moves", 1, timedelta(hours=1)), timedelta(minutes=2)), 429, "Please try again in 2 minutes."),
        (TooOften(remarks.REMARKS, timedelta(seconds=9)), 429, "You are writing very fast."),
    ],
)
def test_refusal_is_answered_on_the_page_with_its_sentence_and_status(error, status, sentence):
    answer = answer_to(error)
    assert answer.status_code == status
    assert answer.content.decode().startswith(sentence)
    assert answer.content.decode().endswith("{'table_id': 7}")


def test_sentence_is_in_the_language_of_who_asks():
    with translation.override("de"):
        answer = answer_to(refusals.NotSeated())
    assert "sitzt" in answer.content.decode()


@pytest.mark.parametrize("error", [NotFound(), ValueError("a mistake of ours"), PermissionError()])
def test_nothing_else_is_answered_so(error):
    with pytest.raises(type(error)):
        answer_to(error)


class WordForm(forms.Form):
    word = forms.CharField(error_messages={"required": "Please type a word first."})


def test_form_that_is_wrong_says_why_unless_the_refusal_does():
    assert checked(WordForm({"word": "lavender"})) == {"word": "lavender"}
    with pytest.raises(refusals.NoWordToCut, match="Please type a word first"):
        checked(WordForm({}), refusals.NoWordToCut)
    with pytest.raises(refusals.Malformed, match="That was no move"):
        checked(WordForm({}))
    with pytest.raises(NotFound):
        checked(WordForm({}), NotFound)


def test_what_passes_by_itself_says_when():
    assert TooOften(Limit("moves", 1, timedelta(hours=1)), timedelta(seconds=0.2)).seconds == 1
    assert all(isinstance(kind.seconds, int) for kind in below(NotNow) if kind is not TooOften)


# -- nowhere by hand ---------------------------------------------------------------------------------------------------

BY_HAND = re.compile(
    r"\bexcept\b.*\b(?:DoesNotExist|Refusal|StaleVersion|MatchClosed)\b|get_object_or_404|min\(.*BIGGEST_ID"
)
THE_ONE_PLACE = "answering.py"


def test_no_page_makes_such_an_answer_by_hand():
    root = Path(settings.BASE_DIR)
    sources = (path for part in ("whist", "accounts", "leagues") for path in sorted((root / part).rglob("*.py")))
    found = [
        f"{path.relative_to(root)}: {line.strip()}"
        for path in sources
        if path.name != THE_ONE_PLACE and not {"engine", "bots", "management"} & set(path.parts)
        for line in path.read_text().splitlines()
        if BY_HAND.search(line)
    ]
    assert found == []
