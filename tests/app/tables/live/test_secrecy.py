"""No byte sent to a seat tells of a card it may not know (docs/rules.md §5)."""

import re
from itertools import islice
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.people.preferences import Preferences
from tests.support.chance import Chance
from tests.support.matches import let_site_act, move, open_match, reread
from whist.engine.cards import PACK
from whist.engine.errors import IllegalAction
from whist.engine.game import DEAL, OVER, Deal
from whist.tables.announcing.versions import NOTHING_SHOWN
from whist.tables.live.frames import Asked, Viewer, draw
from whist.tables.match.state_cache import cache_state, forget_states, state_of
from whist.tables.models import Match
from whist.tables.texts.sentences import card_name

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

CODE = re.compile(r"[2-9TJQKA][CDHS]")
# Random letters, and the drawing commands of pictures, often spell a card.
RANDOM = re.compile(
    r'Expires: [^\r]*|name="csrfmiddlewaretoken" value="[^"]*"|X-CSRFToken[^}]*}|sessionid=[^;]*| d="[^"]*"'
)

WORLDS = 2
"""So many other deals are tried in a position."""

SHORT = re.compile("(10|[2-9JQKA])([♣♦♥♠])")
NAMES = {card_name(card): card for card in PACK}
NAME = re.compile("|".join(map(re.escape, NAMES)), re.IGNORECASE)


def cards_in(text: str) -> set[str]:
    """Every card that the text names, by its code, as it is printed small, or in words."""
    plain = RANDOM.sub("", text)
    small = {rank.replace("10", "T") + "CDHS"["♣♦♥♠".index(symbol)] for rank, symbol in SHORT.findall(plain)}
    return set(CODE.findall(plain)) | small | {NAMES[name.lower()] for name in NAME.findall(plain)}


def may_know(state, seat: int | None) -> set[str]:
    """What the seat holds or held in this round, and what everybody has seen; without a seat that alone."""
    public = {card for trick in state.tricks for card in trick.cards} | set(state.trick)
    public |= {state.turn_up} if state.turn_up else set()
    public |= set(state.last_trick.cards) if state.last_trick else set()
    if state.game.has_stock:
        public |= set(state.stock.opened)
        # A blind draw is known to its taker only.
        public |= {draw.card for draw in state.draws if draw.is_open or draw.seat == seat}
    if seat is None:
        return public
    one_card = state.options.get("one_card") if len(state.dealt[seat]) == 1 else None
    if one_card == "forehead":
        return public.union(*(hand for other, hand in enumerate(state.dealt) if other != seat))
    if one_card == "hidden" and state.phase == "bid":
        return public
    return public | set(state.dealt[seat])


PAGES = ("", "felt/", "sheet/")


def sent_to(browser: Client, user: User, match: Match, *paths: str) -> dict[str, str]:
    """What the seat's browser can get hold of now, headers included: these of its pages (without any, all of them), and
    what is pushed.  Where many positions are looked at, the pages take turns.  None of it tells what the cards follow
    from."""
    pages = {path: browser.get(f"/tables/{match.table_id}/{path}") for path in paths or PAGES}
    texts = {path: f"{answer.serialize_headers().decode()}{answer.content.decode()}" for path, answer in pages.items()}
    wish = (Viewer(user.pk, "en", Preferences.of(user)), None)
    _moment, frames = draw(match.table_id, [Asked(wish, NOTHING_SHOWN)])
    sent = {**texts, "socket": frames[wish].drawing.whole}
    chance = Chance(match)
    assert state_of(match).phase == OVER or not any(map(chance.found_in, sent.values()))
    return sent


def test_the_scan_finds_cards():
    assert cards_in('<button value="play:9H">') == {"9H"}
    assert cards_in("Lungo plays the queen of Hearts") == {"QH"}
    assert cards_in('<b class="heart">10♥</b>, Lungo draws A♠') == {"TH", "AS"}
    assert cards_in('<input type="hidden" name="csrfmiddlewaretoken" value="x9Hx"><path d="M9H4"/>') == set()


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 6, "schedule": "quick"},
        {"seats": 3, "schedule": "1-8-1", "one_card": "forehead"},
        {"game": "romanian52", "seats": 3, "one_card": "hidden"},
    ],
    ids=lambda options: "-".join(map(str, options.values())),
)
def test_no_byte_of_a_whole_match_names_a_foreign_card(ana, browser, options):
    match = open_match(ana, level="easy", **options)
    rng = Random(5)
    seen_rounds, turns = set(), 0
    while match.rounds_dealt < 7:
        match = let_site_act(match)
        state = state_of(match)
        seen_rounds.add(match.rounds_dealt)
        turns += 1
        for source, text in sent_to(browser, ana, match, PAGES[turns % 3]).items():
            assert cards_in(text) <= may_know(state, 0), (source, state.phase)
        if state.phase == OVER:
            break
        move(match, ana, DEAL if state.phase == DEAL else rng.choice(state.legal_actions()))
        match = reread(match)
    assert len(seen_rounds) >= 6


@pytest.mark.parametrize(
    "options",
    [
        {"game": "whist"},
        {"game": "german", "seats": 2},
        {"game": "german", "seats": 2, "open_stock": 3, "best_of": 3},
        {"game": "german", "seats": 2, "trump": "none"},
    ],
    ids=lambda options: "-".join(map(str, options.values())),
)
def test_no_byte_names_a_card_of_the_stock_or_a_blind_draw_to_who_may_not_know_it(ana, browser, options):
    match = open_match(ana, level="easy", **options)
    rng = Random(6)
    turns = looked = 0
    while match.rounds_dealt < 4:
        match = let_site_act(match)
        state = state_of(match)
        turns += 1
        if turns % 3 or state.phase == OVER:  # three hands of two have eighty turns, a trick of theirs has one or two
            for source, text in sent_to(browser, ana, match, PAGES[looked % 3]).items():
                assert cards_in(text) <= may_know(state, 0), (source, state.phase)
            looked += 1
        if state.phase == OVER:
            break
        move(match, ana, DEAL if state.phase == DEAL else rng.choice(state.legal_actions()))
        match = reread(match)
    assert looked >= 10


def test_public_pages_tell_nothing_of_a_match_that_runs_or_was_closed(ana, browser):
    match = open_match(ana, seats=6, level="easy")
    while match.rounds_dealt < 2:
        match = let_site_act(match)
        state = state_of(match)
        move(match, ana, DEAL if state.phase == DEAL else state.legal_actions()[0])
        match = reread(match)
    hidden = bytes(match.secret).hex(), bytes(match.salt).hex()
    for is_closed in (False, True):
        Match.objects.filter(pk=match.pk).update(closed_at=timezone.now() if is_closed else None)
        for visitor in (browser, Client()):
            for path in ("", "record/", "gain/"):
                assert visitor.get(f"/matches/{match.pk}/{path}").status_code == 404
            profile = visitor.get(f"/players/{ana.pk}/")
            assert profile.status_code == 200
            assert cards_in(profile.content.decode()) == set()
            assert f"/matches/{match.pk}/" not in profile.content.decode()
        assert browser.get(f"/tables/{match.table_id}/record/").status_code == 403
        for text in sent_to(browser, ana, match).values():
            assert not any(secret in text for secret in hidden)


def test_a_closed_match_shows_nobody_more_than_they_knew(ana, browser):
    match = let_site_act(open_match(ana, seats=4, level="easy"))
    known = may_know(state_of(match), 0)
    Match.objects.filter(pk=match.pk).update(closed_at=timezone.now(), due_at=None)
    for text in sent_to(browser, ana, match).values():
        assert cards_in(text) <= known


def without_chance(sent: dict[str, str]) -> dict[str, str]:
    return {source: RANDOM.sub("", text) for source, text in sent.items()}


def swapped(deal: Deal, one: str, other: str) -> Deal:
    exchange = {one: other, other: one}
    hands = tuple(tuple(exchange.get(card, card) for card in hand) for hand in deal.hands)
    return Deal(hands, deal.turn_up, tuple(exchange.get(card, card) for card in deal.stock))


def other_worlds(match: Match, seat: int | None, rng: Random):
    """The state of the first round with two cards changed round that the seat cannot know, the same history legal."""
    state = state_of(match)
    start = state.game.new_match(state.seats, state.first_dealer, match.options)
    deal = start.deal(match.deck.pack(0, state.game.pack(state.seats)))
    unknown = sorted(set(state.game.pack(state.seats)) - may_know(state, seat))
    if len(unknown) < 2:
        return
    for _ in range(5):
        one, other = rng.sample(unknown, 2)
        try:
            yield start.apply(swapped(deal, one, other)).fold(match.actions)
        except IllegalAction:
            continue


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 3},
        {"seats": 6},
        {"game": "whist"},
        {"game": "german", "seats": 2, "best_of": 3},
        {"game": "german", "seats": 2, "best_of": 3, "open_stock": 2},
        {"game": "german", "seats": 2, "best_of": 3, "trump": "none"},
    ],
    ids=lambda options: "-".join(map(str, options.values())),
)
def test_cards_a_seat_cannot_know_change_no_byte_sent_to_it(ana, browser, options):
    match = open_match(ana, level="easy", **options)
    rng = Random(len(options))
    compared = turns = 0
    while (match := let_site_act(match)).rounds_dealt < 2:
        state = state_of(match)
        turns += 1
        if state.phase != DEAL and (state.seats > 2 or turns % 3):  # a hand of two has twenty-six turns and more
            page = PAGES[compared % 3]
            before = without_chance(sent_to(browser, ana, match, page))
            for world in islice(other_worlds(match, 0, rng), WORLDS):
                cache_state(match, world)
                assert without_chance(sent_to(browser, ana, match, page)) == before
                compared += 1
            forget_states()
        move(match, ana, DEAL if state.phase == DEAL else rng.choice(state.legal_actions()))
        match = reread(match)
    assert compared >= 10
