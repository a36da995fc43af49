"""The fair deck (docs/rules.md §6): known answers, and that every order is as likely as any other."""

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.play import IS_SOAK
from whist.engine import GAMES
from whist.engine.cards import PACK, pack_from
from whist.engine.deck import FairDeck, Stream, commitment
from whist.engine.schedules import is_quick

VECTORS = [
    case["record"]
    for line in (Path(__file__).parent / "cases/records/fair.jsonl").read_text().splitlines()
    for case in [json.loads(line)]
    if case["record"]["game"] in GAMES
]

SHUFFLES = 200_000 if IS_SOAK else 3_000


def deck_of(fair: dict[str, Any]) -> FairDeck:
    return FairDeck(bytes.fromhex(fair["secret"]), bytes.fromhex(fair["salt"]), fair["cuts"])


@pytest.mark.parametrize("record", VECTORS)
def test_known_secrets_give_known_deals(record: dict[str, Any]) -> None:
    fair, game, seats = record["fair"], GAMES[record["game"]], record["seats"]
    deck = deck_of(fair)
    assert commitment(bytes.fromhex(fair["secret"]), bytes.fromhex(fair["salt"])) == fair["commitment"]
    assert deck.first_dealer(seats) == record["first_dealer"]
    assert game.drawn_options(record["options"], deck) == record["options"]
    for number, dealt in enumerate(record["rounds"]):
        pack = deck.pack(number, game.pack(seats))
        left = (record["first_dealer"] + number + 1) % seats
        size = len(dealt["hands"][0]) // 2
        for i, card in enumerate(pack[: size * seats]):
            assert dealt["hands"][(left + i) % seats][i // seats * 2 :][:2] == card
        last_of_hand = pack[-1] if game.plays_turn_up else None
        assert dealt["turn"] == (pack[size * seats] if size * seats < len(pack) else last_of_hand)


def test_a_stream_is_what_the_rules_say() -> None:
    secret, salt, cuts = bytes(range(32)), bytes(range(16)), ["hop", "șah"]
    key = hmac.new(secret, salt + b"\x1f" + "hop\x1fșah".encode(), hashlib.sha256).digest()
    blocks = [hmac.new(key, b"round:7\x1f" + str(i).encode(), hashlib.sha256).digest() for i in range(2)]
    words = [int.from_bytes(block[i : i + 4], "big") for block in blocks for i in range(0, 32, 4)]
    stream = FairDeck(secret, salt, cuts).stream("round:7")
    assert [stream.draw(1 << 32) for _ in words] == words


def test_words_beyond_the_last_whole_multiple_are_skipped() -> None:
    n = 3 * 2**30
    raw, stream = Stream(b"key", "label"), Stream(b"key", "label")
    accepted = [word for word in (raw.draw(1 << 32) for _ in range(400)) if word < n]
    assert [stream.draw(n) for _ in accepted] == accepted


def test_each_use_has_a_stream_of_its_own() -> None:
    deck = FairDeck(b"s" * 32, b"t" * 16)
    others = [FairDeck(b"s" * 32, b"t" * 16, ["cut"]), FairDeck(b"s" * 32, b"u" * 16)]
    packs = {deck.pack(0, PACK), deck.pack(1, PACK), *(other.pack(0, PACK) for other in others)}
    assert len(packs) == 4
    assert deck.pack(0, PACK) == deck.pack(0, PACK)


def chi_squared(observed: Counter[Any], cells: int) -> float:
    expected = observed.total() / cells
    return sum((count - expected) ** 2 for count in observed.values()) / expected + expected * (cells - len(observed))


def is_plausible(statistic: float, freedom: int) -> bool:
    """Between the 0.001 and 0.999 quantiles of χ², by the Wilson–Hilferty approximation."""
    spread = 2 / (9 * freedom)
    return abs((statistic / freedom) ** (1 / 3) - (1 - spread)) < 3.09 * spread**0.5


def test_plausibility_tells_fair_dice_from_loaded_ones() -> None:
    assert is_plausible(chi_squared(Counter({1: 98, 2: 107, 3: 95, 4: 101, 5: 110, 6: 89}), 6), 5)
    assert not is_plausible(chi_squared(Counter({1: 150, 2: 107, 3: 95, 4: 70, 5: 89, 6: 89}), 6), 5)
    assert not is_plausible(chi_squared(Counter(dict.fromkeys(range(6), 100)), 6), 5)


@pytest.mark.parametrize("lowest", ["9", "7", "5", "3", "2"])
def test_every_card_is_equally_likely_in_every_place(lowest: str) -> None:
    cards = pack_from(lowest)
    n = len(cards)
    deck = FairDeck(b"secret for the statistics of " + lowest.encode() * 3, b"salt" * 4)
    places = Counter(place for number in range(SHUFFLES) for place in enumerate(deck.pack(number, cards)))
    # One shuffle fills each place once and places each card once, which takes (n-1)/n off the variance.
    assert is_plausible(chi_squared(places, n * n) * (n - 1) / n, (n - 1) ** 2)


def test_every_first_dealer_and_quick_schedule_is_equally_likely() -> None:
    decks = [FairDeck(number.to_bytes(32, "big"), b"salt" * 4) for number in range(SHUFFLES)]
    assert is_plausible(chi_squared(Counter(deck.first_dealer(6) for deck in decks), 6), 5)
    sizes = Counter(deck.sizes() for deck in decks)
    assert all(map(is_quick, sizes))
    assert is_plausible(chi_squared(sizes, 6), 5)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 99), st.lists(st.text("aăîșț", max_size=5)))
def test_a_shuffled_pack_holds_every_card_once(secret: bytes, number: int, cuts: list[str]) -> None:
    assert sorted(FairDeck(secret, b"salt" * 4, cuts).pack(number, PACK)) == sorted(PACK)
