"""Whole random matches of the games without bids, seen from every seat: the page as a contract, and its weight."""

import re

import pytest
from django.utils import translation

from tests.support.felts import felt_of, html_of, moments, page_html, some_moments
from tests.support.pages import TablePage
from tests.support.positions import NAMES
from whist.engine.game import BID, DEAL, OVER, PICK, PLAY
from whist.tables.presenters import announcement

pytestmark = pytest.mark.once

MATCHES = [
    ("whist", {}),
    ("whist", {"target": 5}),
    ("german", {}),
    ("german", {"best_of": 3, "open_stock": 3}),
    ("german", {"to_points": 5, "open_stock": 2, "count": "phase2"}),
    ("german", {"best_of": 3, "race": 7, "tie": "phase2"}),
    ("german", {"trump": "none"}),
]
LANGUAGES = ["en", "de", "ro"]


def name_of(match):
    slug, options = match
    return "-".join([slug, *(f"{name}={value}" for name, value in options.items())])


@pytest.mark.parametrize("match", MATCHES, ids=name_of)
def test_the_buttons_are_exactly_the_legal_actions_at_every_moment(match):
    slug, options = match
    for number, state in enumerate(moments(slug, 3, **options)):
        for seat in {state.to_act, number % state.seats} - {None}:
            page, legal = TablePage(html_of(state, seat)), state.observe(seat).legal_actions
            expected = ["deal"] if state.phase == DEAL else sorted(legal)
            assert sorted(page.offered) == expected
            assert page.felt["data-phase"] == state.phase
            assert page.felt["data-seat"] == str(seat)
            assert page.felt["data-to-act"] == ("" if state.to_act is None else str(state.to_act))


@pytest.mark.parametrize("match", MATCHES, ids=name_of)
def test_ids_are_unique_and_name_no_card(match):
    slug, options = match
    for state in some_moments(slug, 4, **options):
        ids = re.findall(r'\bid="([^"]*)"', page_html(state))
        assert len(ids) == len(set(ids))
        assert not [each for each in ids if re.search("[2-9TJQKA][CDHS]", each)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("match", MATCHES, ids=name_of)
def test_no_felt_weighs_more_than_seven_kilobytes(match, language):
    slug, options = match
    with translation.override(language):
        for state in some_moments(slug, 5, LANGUAGES.index(language), **options):
            for seat in (0, None):
                assert len(html_of(state, seat).encode()) <= 7168


@pytest.mark.parametrize("match", MATCHES, ids=name_of)
def test_what_is_said_is_new_every_time_and_not_too_long(match):
    slug, options = match
    for seat in range(2):
        before = ""
        for state in moments(slug, 6, **options):
            said = announcement(state.observe(seat), NAMES[: state.seats])
            assert said != before
            assert len(said) <= 240
            before = said


@pytest.mark.parametrize("match", MATCHES, ids=name_of)
def test_a_match_comes_by_all_its_phases(match):
    slug, options = match
    expected = {DEAL, PLAY, OVER} | ({PICK} if "open_stock" in options else set())
    seen = [felt_of(state).phase for state in moments(slug, 7, **options)]
    assert set(seen) == expected
    assert BID not in seen
