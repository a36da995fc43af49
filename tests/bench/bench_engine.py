"""How fast the engine and the bots' kernel are, on one core: ``python -m tests.bench.bench_engine`` prints a table.

The first lines say it in short, for six seats; the rest is detail.  Replaying counts whole records through the
command, start of the interpreter included.  A decision is one choice by a player: asking for the legal actions,
picking one at random, applying it.  The kernel's decisions are cards only, taken at random or by the policy that
moves all seats of a simulated round.  OpenSpiel's `oh_hell` plays deals of about the same size; nothing here counts
dealing as a decision, and all pay for it.
"""

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.engine.play import Setting, play_match
from whist.bots.kernel import FREE_RULE, Board, cards_in, masks_of
from whist.bots.simulation import play_out
from whist.engine import GAMES
from whist.engine.deck import FairDeck
from whist.engine.game import OVER, split_actions

try:
    import pyspiel
except ImportError:
    pyspiel = None

RECORDS = 200
SECONDS = 2.0
CLASSIC = Setting(GAMES["romanian"], 6, {})
#: Cards in hand of the rounds that the kernel plays, and the index of their trump.
HAND, HEARTS = 8, 2

Row = tuple[str, float, str]


def in_short() -> Iterator[Row]:
    records = [play_match(CLASSIC, seed).record for seed in range(RECORDS)]
    for record in records:
        del record["fair"]
    yield timed_command("classic six-seat records", records)
    yield from deciding(6)
    yield from simulating(6)


def checking_deals() -> Iterator[Row]:
    records = [play_match(CLASSIC, seed).record for seed in range(RECORDS)]
    yield timed_command("the same with the check of fair deals", records)


def timed_command(name: str, records: list[Any]) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records.jsonl"
        path.write_text("\n".join(map(json.dumps, records)))
        before = children_seconds()
        subprocess.run([sys.executable, "-m", "whist.engine.replay", path], check=True, stdout=subprocess.DEVNULL)
        seconds = children_seconds() - before
    return f"replay: {name}", len(records) / seconds, "records/s"


def children_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def per_second(play: Callable[[random.Random], int]) -> float:
    """How much of what ``play`` counts is done in a second of this core."""
    chance, done, start = random.Random(1), 0, time.process_time()
    while time.process_time() - start < SECONDS:
        done += play(chance)
    return done / (time.process_time() - start)


def applying() -> Iterator[Row]:
    played = play_match(CLASSIC, 1)
    start = played.states[0]

    def fold(_: random.Random) -> int:
        state = start
        for deal, actions in played.rounds:
            state = state.apply(deal).fold(actions)
        return sum(len(split_actions(actions)) for _, actions in played.rounds)

    yield "state: apply stored actions of a classic match", per_second(fold), "actions/s"
    middle = played.states[len(played.states) // 4]

    def observe(_: random.Random) -> int:
        for seat in range(6):
            middle.observe(seat)
        return 6

    yield "state: observe, eight cards in six hands", per_second(observe), "observations/s"


def deciding(seats: int) -> Iterator[Row]:
    setting = Setting(GAMES["romanian"], seats, {"schedule": "8-8-8", "void": "free"})
    yield f"state: random rounds, {seats} seats", per_second(random_matches(setting)), "decisions/s"
    if pyspiel:
        yield f"oh_hell: random rounds, {seats} seats", per_second(oh_hell(seats)), "decisions/s"


def random_matches(setting: Setting) -> Callable[[random.Random], int]:
    game, seats = setting.game, setting.seats
    cards = game.pack(seats)

    def play(chance: random.Random) -> int:
        deck = FairDeck(chance.randbytes(32), chance.randbytes(16))
        state, decisions = game.new_match(seats, 0, setting.options), 0
        while state.phase != OVER:
            state = state.apply(state.deal(deck.pack(state.round_number, cards)))
            while state.to_act is not None:
                state = state.apply(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def oh_hell(seats: int) -> Callable[[random.Random], int]:
    game = pyspiel.load_game(
        "oh_hell", {"players": seats, "num_suits": 4, "num_cards_per_suit": 2 * seats, "num_tricks_fixed": 7}
    )

    def play(chance: random.Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def simulating(seats: int) -> Iterator[Row]:
    yield f"kernel: cards at random, {seats} seats", per_second(kernel_rounds(seats, play_at_random)), "decisions/s"
    yield f"kernel: cards by policy, {seats} seats", per_second(kernel_rounds(seats, play_by_policy)), "decisions/s"


def kernel_rounds(seats: int, play: Callable[[Board, random.Random], None]) -> Callable[[random.Random], int]:
    cards = list(GAMES["romanian"].pack(seats))

    def play_round(chance: random.Random) -> int:
        chance.shuffle(cards)
        hands = [masks_of(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(seats)]
        play(Board(hands, masks_of(cards), [1] * seats, 0, HEARTS, FREE_RULE), chance)
        return HAND * seats

    return play_round


def play_at_random(board: Board, chance: random.Random) -> None:
    while board.left:
        suit, bit = chance.choice(cards_in(board.legal()))
        board.play(suit, bit)


def play_by_policy(board: Board, _: random.Random) -> None:
    play_out(board)


def shuffling() -> Iterator[Row]:
    deck, cards = FairDeck(bytes(32), bytes(16)), GAMES["romanian"].pack(6)

    def shuffle(chance: random.Random) -> int:
        deck.pack(chance.randrange(1000), cards)
        return 1

    yield "deck: shuffle 48 cards", per_second(shuffle), "packs/s"


def main() -> None:
    print_rows(in_short())
    print()
    for part in (checking_deals(), applying(), deciding(4), simulating(4), shuffling()):
        print_rows(part)


def print_rows(rows: Iterator[Row]) -> None:
    for name, figure, unit in rows:
        print(f"{name:60}{figure:12,.0f} {unit}", flush=True)


if __name__ == "__main__":
    main()
