"""Partnership whist and German whist from the front page to the result, by nothing but forms."""

import re
from random import Random

import pytest

from tests.support.matches import let_site_act, reread
from tests.support.pages import TablePage, see
from whist.engine.replay import replay_record
from whist.site.front_page import page_context
from whist.tables.match.state_cache import state_of
from whist.tables.models import Match, Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

HTMX = {"HX-Request": "true"}
PARTNERS = {"game": "whist", "seats": 4}
TWO = {"game": "german", "seats": 2}
OPTION_SETS = [
    PARTNERS,
    PARTNERS | {"target": "5"},
    TWO,
    TWO | {"best_of": "3"},
    TWO | {"to_points": "5", "tie": "phase2"},
    TWO | {"to_points": "10", "race": "7", "open_stock": "2"},
    TWO | {"count": "phase2", "open_stock": "3"},
    TWO | {"trump": "none"},
]


def name_of(form):
    return "-".join(str(value) for value in form.values())


def start(visitor, form, **more):
    answer = visitor.post("/tables/solo/", form | {"level": "easy", "pace": "instant"} | more)
    assert answer.status_code == 303, answer.content.decode()[-2000:]
    return Match.objects.select_related("table").get()


def send(visitor, match, action, version, **headers):
    return visitor.post(f"/tables/{match.table_id}/play/", {"action": action, "version": version}, headers=headers)


def play_until(visitor, match, wanted, rng, **headers):
    """By its buttons, at random, to the wanted page or the end."""
    while True:
        page = see(visitor, match.table_id)
        if wanted(page) or page.phase == "over":
            return page
        if not page.offered:
            match = let_site_act(match)
            continue
        answer = send(visitor, match, rng.choice(page.offered), page.version, **headers)
        assert answer.status_code == (200 if headers else 303)


@pytest.mark.parametrize("form", OPTION_SETS, ids=name_of)
def test_a_whole_match_by_nothing_but_its_buttons(visitor, form):
    match = start(visitor, form)
    seed = len(form)
    page = play_until(visitor, match, lambda page: False, Random(seed), **(HTMX if seed % 2 else {}))
    assert 'class="rank"' in page.html
    assert 'form="again"' in page.html
    sheet = visitor.get(f"/tables/{match.table_id}/sheet/")
    assert sheet.status_code == 200
    assert len(re.findall(r'<tr id="r\d+">', sheet.content.decode())) == reread(match).rounds_dealt
    answer = replay_record(visitor.get(f"/tables/{match.table_id}/record/").json())
    assert (answer["ok"], answer["finished"], answer["fair"]) == (True, True, True)


@pytest.mark.parametrize("game", ["whist", "german"])
def test_two_clicks_lead_from_the_front_page_to_the_first_card(visitor, game):
    html = visitor.get("/").content.decode()
    forms = [re.findall(r'name="(\w+)" value="([^"]*)"', form) for form in html.split("<form")]
    form = next(dict(form) for form in forms if ("game", game) in form)
    assert visitor.post("/tables/solo/", form).status_code == 303
    match = Match.objects.select_related("table").get()
    assert send(visitor, match, "deal", match.version).status_code == 303
    assert len(state_of(reread(match)).hands[0]) == 13


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"open_stock": "2", "trump": "none"},
            "Without trump the stock stays hidden, so none of its cards can lie open.",
        ),
        (
            {"best_of": "3", "to_points": "10"},
            "Either a number of hands or a match to points: please choose one of them.",
        ),
    ],
)
def test_options_that_exclude_each_other_are_refused_with_a_reason(visitor, options, sentence):
    answer = visitor.post("/tables/solo/", TWO | options)
    assert answer.status_code == 400
    html = answer.content.decode()
    assert f'<p class="error" role="alert">{sentence}</p>' in html
    for name, value in options.items():
        field = html.split(f'id="german-{name}"')[1].split("</select>")[0]
        assert f'value="{value}" selected' in field, "the form comes back as it was sent"
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    "form", [TWO | {"race": "8"}, TWO | {"seats": 4}, PARTNERS | {"seats": 2}, PARTNERS | {"target": "9"}]
)
def test_what_these_games_do_not_offer_is_refused(visitor, form):
    assert visitor.post("/tables/solo/", form).status_code == 400
    assert not Table.objects.exists()


def test_the_form_says_what_cannot_be_chosen_together():
    german = next(game for game in page_context([])["games"] if game.slug == "german")
    fields = {field.name: field for field in german.fields}
    assert fields["open_stock"].excludes == "trump"
    assert fields["trump"].note == "not together with: Open cards of the stock"
    assert fields["best_of"].excludes == "to_points"
    assert fields["race"].note == ""


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_a_pick_that_cannot_be_made_is_refused_with_the_table_as_it_is(visitor, headers):
    match = start(visitor, TWO | {"open_stock": "2"})
    page = play_until(visitor, match, lambda page: page.phase == "pick", Random(1))
    assert page.offered == ["pick:0", "pick:1"]
    for action, status in (("pick:2", 422), ("play:2C", 422), ("bid:0", 422), ("pick:x", 400)):
        answer = send(visitor, match, action, page.version, **headers)
        assert answer.status_code == status
        refused = TablePage(answer.content.decode())
        assert refused.offered == page.offered
        assert 'role="alert"' in refused.html
    assert (
        "There is no open card to take at that place."
        in send(visitor, match, "pick:2", page.version, **headers).content.decode()
    )
    assert send(visitor, match, "pick:1", page.version, **headers).status_code == (200 if headers else 303)


def test_a_pick_made_twice_counts_once(visitor):
    match = start(visitor, TWO | {"open_stock": "3"})
    page = play_until(visitor, match, lambda page: page.phase == "pick", Random(2))
    pick = page.offered[0]  # late in a hand the first place may be empty
    assert pick.startswith("pick:")
    assert send(visitor, match, pick, page.version).status_code == 303
    assert send(visitor, match, pick, page.version).status_code == 409


def test_a_pick_before_the_trick_is_won_is_refused(visitor):
    match = start(visitor, TWO | {"open_stock": "2"})
    page = play_until(visitor, match, lambda page: page.phase == "play" and page.is_my_turn, Random(3))
    assert send(visitor, match, "pick:0", page.version).status_code == 422


@pytest.mark.parametrize("form", [PARTNERS, TWO, TWO | {"open_stock": "2"}], ids=name_of)
def test_the_help_lists_the_digits_that_do_something(visitor, form):
    html = visitor.get(f"/tables/{start(visitor, form).table_id}/keys/").content.decode()
    assert "<dd>bid</dd>" not in html
    assert ("<dd>take an open card</dd>" in html) is ("open_stock" in form)
