"""CPU time bots take where nobody bids, on one core: ``python -m tests.bench.bench_bots_boards`` prints a table.

A decision is a choice between at least two actions; the position is one that easy bots came to.
"""

import random
import time
from collections.abc import Iterator
from statistics import fmean

from whist.bots import LEVELS, choose
from whist.engine import GAMES
from whist.engine.game import DEAL, OVER, Observation, State

#: Deals played with each setting.
DEALS = 10
SETTINGS = (
    ("whist", 4, {}),
    ("german", 2, {}),
    ("german", 2, {"trump": "none"}),
    ("german", 2, {"open_stock": 3}),
    ("german", 2, {"race": 9}),
)
#: Cards in hand, or in the stock, that are put into one row.
STEP = 4

Row = tuple[str, str]


def main() -> None:
    print(f"{'game':28}{'level':8}{'position':26}{'mean ms':>9}{'p95 ms':>9}{'max ms':>9}")
    for slug, seats, options in SETTINGS:
        name = " ".join([slug, *(f"{key}={value}" for key, value in options.items())])
        for (level, kind), spent in sorted(measure(slug, seats, options).items()):
            spent.sort()
            figures = (fmean(spent), spent[int(len(spent) * 0.95)], spent[-1])
            print(f"{name:28}{level:8}{kind:26}", *(f"{1000 * x:8.3f}" for x in figures), flush=True)


def measure(slug: str, seats: int, options: dict[str, object]) -> dict[Row, list[float]]:
    """Seconds by level and kind of position."""
    spent: dict[Row, list[float]] = {}
    rng = random.Random(slug)
    for number in range(DEALS):
        for seen in positions(GAMES[slug].new_match(seats, number % seats, options), rng):
            seed = rng.getrandbits(64)
            for level in LEVELS:
                begin = time.process_time()
                choose(seen, level, seed)
                spent.setdefault((level, kind_of(seen)), []).append(time.process_time() - begin)
    return spent


def kind_of(seen: Observation) -> str:
    height = getattr(seen, "stock_height", 0)
    what, count = ("stock of", height) if height else ("cards in hand", len(seen.hand))
    low = (count - 1) // STEP * STEP + 1
    return f"{what} {low:2} to {low + STEP - 1:2}"


def positions(state: State, rng: random.Random) -> Iterator[Observation]:
    """The decisions of one deal."""
    pack = list(state.game.pack(state.seats))
    rng.shuffle(pack)
    state = state.apply(state.deal(pack))
    while state.phase not in (DEAL, OVER):
        seen = state.observe(state.to_act)
        if len(seen.legal_actions) > 1:
            yield seen
        state = state.apply(choose(seen, "easy", rng.getrandbits(64)))


if __name__ == "__main__":
    main()
