"""The help pages: complete in every language, and right wherever the engine can say what is right."""

import html
import json
import re
from collections import Counter
from itertools import pairwise

import pytest
from django.utils import translation

from tests.support.help_pages import RULES, Page, body, every_language
from whist.engine import GAMES
from whist.engine.cards import parse_cards
from whist.engine.deck import FairDeck, commitment
from whist.engine.errors import BadOption
from whist.engine.game import Deal, FinishedRound
from whist.engine.record import Fair, record_of
from whist.engine.romanian import forbidden_bid
from whist.engine.scores import bid_score
from whist.site.help_pages import LANGUAGES, PAGES
from whist.tables.texts import sentences

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SEATS = (3, 4, 5, 6)
DEALER, SIZE = 3, 3  # of the worked rounds

every_page = pytest.mark.parametrize("slug", PAGES)
every_rules_page = pytest.mark.parametrize("slug", RULES)
has_schedules = {slug: GAMES[slug].options[0].name == "schedule" for slug in RULES}
every_scheduled_page = pytest.mark.parametrize("slug", [slug for slug in RULES if has_schedules[slug]])
every_page_with_bids = pytest.mark.parametrize("slug", [slug for slug in RULES if GAMES[slug].has_bids])


@every_page
@every_language
def test_page_begins_with_a_box_of_facts(read, slug, language):
    page = read(slug, language)
    assert len(page.all("h1")) == 1
    article = page.source[page.source.index("<article") :]
    assert f'lang="{language}"' in article[: article.index(">")]
    box = re.search(r'<dl class="rules-facts">(.*?)</dl>', article, re.DOTALL)
    facts = re.findall(r"<dt>\w.*?</dt>\s*<dd>\w.*?</dd>", box[1])
    assert len(facts) >= 4
    assert box.start() < article.index("<h2")


@every_page
@every_language
def test_contents_name_every_section_in_order(read, slug, language):
    page = read(slug, language)
    links = [attrs["href"][1:] for attrs in page.all("a") if attrs["href"].startswith("#") and attrs["href"] != "#main"]
    assert links == page.sections
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))


@every_page
def test_no_language_lacks_a_sentence(read, slug):
    """Section by section, the three texts have the same paragraphs, items, terms, headings, links and cards."""
    outlines = [outline(read(slug, language)) for language in LANGUAGES]
    assert outlines[0] == outlines[1] == outlines[2]


def outline(page: Page) -> dict[str, Counter[str]]:
    parts: dict[str, Counter[str]] = {}
    section = ""
    for tag, attrs in page.tags:
        section = attrs["id"] if tag == "section" else section
        if tag in {"p", "li", "dt", "dd", "h2", "h3", "tr", "pre", "strong", "em"} or "data-card" in attrs:
            parts.setdefault(section, Counter())[attrs.get("data-card", tag)] += 1
    return parts


@every_page
@every_language
def test_headings_skip_no_level(read, slug, language):
    levels = [int(tag[1]) for tag, _ in read(slug, language).tags if re.fullmatch(r"h[1-6]", tag)]
    assert all(after <= before + 1 for before, after in pairwise(levels))


@every_page
@every_language
def test_tables_have_captions_and_scopes_and_scroll_by_keyboard(read, slug, language):
    page = read(slug, language)
    assert len(page.all("caption")) == len(page.all("table"))
    assert all(attrs.get("scope") in {"row", "col"} for attrs in page.all("th"))
    boxes = [attrs for attrs in page.all("div") if attrs.get("class") == "rules-scroll"]
    assert [attrs["aria-labelledby"] for attrs in boxes] == list(page.tables)
    assert all(attrs["tabindex"] == "0" for attrs in boxes)


@every_page
@every_language
def test_page_has_no_style_or_script_of_its_own(read, slug, language):
    page = read(slug, language, "?fragment")
    assert not page.all("script")
    assert not page.all("style")
    assert not [attrs for _, attrs in page.tags if "style" in attrs]


@pytest.mark.parametrize("slug", PAGES)
def test_romanian_letters_have_commas_below(read, slug):
    assert not re.search("[şţŞŢ]", read(slug, "ro").source)


@every_rules_page
@every_language
def test_glossary_explains_a_dozen_words(read, slug, language):
    source = read(slug, language).source
    glossary = source[source.index('id="glossary"') :]
    assert glossary[: glossary.index("</section>")].count("<dt>") >= 12


@every_page
@every_language
def test_dialog_at_the_table_gets_the_same_text_without_the_site_around_it(client, read, slug, language):
    whole, fragment = read(slug, language), read(slug, language, "?fragment")
    assert not fragment.all("html")
    assert not fragment.all("h1")
    assert fragment.sections == whole.sections
    url, headers = f"/rules/{slug}/", {"accept-language": language, "hx-request": "true"}
    assert client.get(url, headers=headers).content.decode() == fragment.source
    assert b"<html" in client.get(url, headers=headers | {"hx-boosted": "true"}).content


def test_unknown_page_is_not_found(client):
    assert client.get("/rules/bridge/").status_code == 404


def test_index_leads_to_every_page(client):
    index = Page(client.get("/rules/").content.decode())
    assert {f"/rules/{slug}/" for slug in PAGES} <= {attrs["href"] for attrs in index.all("a")}


@every_rules_page
def test_button_starts_the_game_that_the_page_explains(client, slug):
    page = Page(client.get(f"/rules/{slug}/").content.decode())
    form = next(attrs for attrs in page.all("form") if attrs.get("class") == "rules-play")
    fields = {attrs["name"]: attrs["value"] for attrs in page.all("input") if attrs["name"] in {"game", "seats"}}
    assert fields["game"] == slug
    answer = client.post(form["action"], fields)
    assert answer.status_code == 303
    assert answer["Location"].startswith("/tables/")


@every_rules_page
@every_language
def test_cards_carry_a_name_for_screen_readers(read, slug, language):
    page = read(slug, language)
    with translation.override(language):
        for attrs in page.all("span"):
            if card := attrs.get("data-card"):
                assert html.escape(sentences.card_name(card)) in page.source
                assert sentences.rank_letter(card) in page.source


# -- what the engine knows ---------------------------------------------------------------------------------------------


@every_scheduled_page
@every_language
def test_round_counts_are_those_of_the_schedules(read, slug, language):
    names = [choice.value for choice in GAMES[slug].options[0].choices]
    for name, row in zip(names, body(read(slug, language), "rounds-table"), strict=True):
        assert row[0].replace("×", "x") == name or name == "quick"
        assert row[1:] == [rounds(slug, name, seats) for seats in SEATS]


def rounds(slug: str, schedule: str, seats: int) -> str:
    game = GAMES[slug]
    options = game.drawn_options({"schedule": schedule}, FairDeck(bytes(32), bytes(16)))
    try:
        return str(game.new_match(seats, 0, options).observe(None).rounds)
    except BadOption:
        return "–"


@every_language
def test_short_pack_is_the_one_that_is_dealt(read, language):
    for row in body(read("romanian", language), "deck-table"):
        pack = GAMES["romanian"].pack(int(row[0]))
        assert row[1] == str(len(pack))
        assert re.search(r"\d+", row[2])[0] == pack[0][0]


@every_language
def test_largest_hands_of_the_full_pack(read, language):
    for row in body(read("romanian52", language), "deck-table"):
        seats, largest, left = map(int, row)
        sizes = GAMES["romanian52"].new_match(seats, 0).observe(None).sizes
        assert (largest, left) == (max(sizes), 52 - seats * max(sizes))


@every_page_with_bids
@every_language
def test_forbidden_bids_follow_from_the_sum(read, slug, language):
    for size, others, forbidden in body(read(slug, language), "forbidden-table"):
        bids = [int(bid) for bid in others.split(" + ")]
        expected = forbidden_bid(bids, int(size), len(bids) + 1)
        assert (int(forbidden) if forbidden.isdigit() else None) == expected


@every_page_with_bids
@every_language
def test_scores_of_the_examples(read, slug, language):
    for bid, made, points in body(read(slug, language), "score-table"):
        assert number(points) == bid_score(int(bid), int(made))


def number(text: str) -> int:
    return int(text.replace("−", "-"))


@every_page_with_bids
@every_language
def test_worked_round_can_be_played_as_it_is_told(read, slug, language):
    page = read(slug, language)
    players = body(page, "worked-hands")
    turn = next(attrs["data-card"] for attrs in page.all("span") if "data-card" in attrs)
    state = dealt(slug, [parse_cards(player[1]) for player in players], turn)
    before = state.scores
    for player in players:
        state = state.apply(f"bid:{player[2]}")
    for _, leads, *played, takes in body(page, "worked-tricks"):
        assert state.to_act == "ABCD".index(leads)
        for _ in players:
            state = state.apply(f"play:{played[state.to_act]}")
        assert state.last_trick.winner == "ABCD".index(takes)
    assert list(state.round_made) == [int(player[3]) for player in players]
    gained = [after - earlier for after, earlier in zip(state.scores, before, strict=True)]
    assert gained == [number(player[4]) for player in players]


def dealt(slug, hands, turn):
    """The first round of `SIZE` cards in which D deals, bids open."""
    game, seats = GAMES[slug], len(hands)
    position = game.new_match(seats, 0).observe(None).sizes.index(SIZE)
    skipped = [FinishedRound("0" * seats, (0,) * seats)] * position
    return game.resume(seats, (DEALER - position) % seats, {}, skipped).apply(Deal(tuple(hands), turn))


# -- fair deals --------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("slug", "options"), [*((slug, {}) for slug in RULES), ("german", {"trump": "none"})])
@every_language
@pytest.mark.parametrize("cuts", [(), ("ana", "țiglă")])
def test_lines_of_the_fair_page_check_a_match(read, slug, options, language, cuts, folder, capsys):
    record = record_with_one_deal(slug, cuts, options)
    (folder / "record.json").write_text(json.dumps(record))
    for lines in python_of(read("fair", language)):
        exec(compile(lines, "page", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    dealt = [*record["rounds"][0]["hands"], *(["stock"] if GAMES[slug].has_stock else [])]
    assert len(printed) == 1 + len(dealt) + 1  # the commitment, what was dealt, the turned card
    assert all(line.endswith(" True") for line in printed)


@pytest.mark.parametrize("changed", ["secret", "salt", "commitment"])
def test_lines_of_the_fair_page_find_a_fraud(read, changed, folder, capsys):
    record = record_with_one_deal("romanian52", ())
    record["fair"][changed] = record["fair"][changed][:-2] + "99"
    (folder / "record.json").write_text(json.dumps(record))
    exec(compile(python_of(read("fair", "en"))[0], "page", "exec"), {})
    assert capsys.readouterr().out.endswith(" False\n")


def python_of(page: Page) -> list[str]:
    blocks = re.findall(r"<pre tabindex=\"0\"><code>(.*?)</code></pre>", page.source, re.DOTALL)
    return [html.unescape(block) for block in blocks if "import" in block]


def record_with_one_deal(slug, cuts, options=None):
    game, secret, salt = GAMES[slug], bytes(range(32)), bytes(range(16))
    seats = 4 if 4 in game.seat_counts else game.seat_counts[0]
    deck = FairDeck(secret, salt, cuts)
    state = game.new_match(seats, deck.first_dealer(seats), options)
    deal = state.deal(deck.pack(0, game.pack(seats)))
    fair = Fair(secret, salt, cuts, commitment(secret, salt))
    return record_of(game, seats, options or {}, state.first_dealer, [(deal, "", "")], fair)
