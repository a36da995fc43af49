"""CPU time bots take for a decision, on one core: ``python -m tests.bench.bench_bots`` prints a table."""

import random
import sys
import time
from statistics import fmean

from whist.bots import LEVELS, choose
from whist.engine import GAMES
from whist.engine.game import BID, DEAL, OVER, State

#: Decisions of each kind that are timed; bids and forced actions are a kind of their own.
DECISIONS = 25
#: Hand sizes shown, where a game deals them.
SIZES = (1, 2, 4, 6, 8, 10, 12, 17)

Kind = tuple[str, int, str]


def main() -> None:
    print(f"{'game':12}{'seats':>6}{'cards':>6}  {'level':8}{'':6}{'mean ms':>9}{'p95 ms':>9}{'max ms':>9}")
    for game in GAMES.values():
        for seats in game.seat_counts if game.has_bids else ():
            for (level, size, phase), spent in sorted(measure(game.slug, seats).items(), key=lambda row: row[0]):
                spent.sort()
                figures = (fmean(spent), spent[int(len(spent) * 0.95)], spent[-1])
                print(f"{game.slug:12}{seats:6}{size:6}  {level:8}{phase:6}", *(f"{1000 * x:8.3f}" for x in figures))
            sys.stdout.flush()


def measure(slug: str, seats: int) -> dict[Kind, list[float]]:
    """Seconds by level, hand size and phase, in whole matches until the longest hands have been seen often."""
    spent: dict[Kind, list[float]] = {}
    rng = random.Random(f"{slug}{seats}")
    while min((len(times) for times in spent.values()), default=0) < DECISIONS:
        play_timed(GAMES[slug].new_match(seats, rng.randrange(seats)), spent, rng)
    return spent


def play_timed(state: State, spent: dict[Kind, list[float]], rng: random.Random) -> None:
    """Play a match in which every level times its answer to every position it meets."""
    while state.phase != OVER:
        if state.phase == DEAL:
            pack = list(state.game.pack(state.seats))
            rng.shuffle(pack)
            state = state.apply(state.deal(pack))
            continue
        seen = state.observe(state.to_act)
        cards = seen.size if seen.phase == BID else len(seen.hand)
        seed = rng.getrandbits(64)
        for level in LEVELS:
            if cards in SIZES:
                begin = time.process_time()
                choose(seen, level, seed)
                spent.setdefault((level, cards, seen.phase), []).append(time.process_time() - begin)
        state = state.apply(choose(seen, "easy", seed))


if __name__ == "__main__":
    main()
