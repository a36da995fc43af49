"""Spectators of a friends' table, and players who have left it, are sent nothing but what everybody may know."""

import re
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.app.tables.live.test_secrecy import WORLDS, cards_in, may_know, other_worlds, sent_to, without_chance
from tests.support.friends import dealt, full_table, people
from tests.support.matches import reread
from whist.engine.game import DEAL, OVER
from whist.tables.lobby import seating
from whist.tables.match import moves
from whist.tables.match.state_cache import cache_state, forget_states, state_of
from whist.tables.models import Match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

PAGES = ("", "felt/", "sheet/", "chat/")
# With it goes the length of the page: one digit less of seconds is a byte less.
CLOCK = re.compile(r'data-(now|due)="[^"]*"|(?<=id="clock" class="clock">)[^<]*|Content-Length: \d+')
POSITIONS = 8
"""So many positions are enough of a game."""
LEAVES_AFTER = 2
"""Actions of the first round after which the player in the second seat leaves."""

GAMES = pytest.mark.parametrize(
    "options",
    [
        {"seats": 3},
        {"seats": 3, "options": {"schedule": "1-8-1", "one_card": "forehead"}},
        {"game": "romanian52", "seats": 3, "options": {"one_card": "hidden"}},
        {"game": "whist", "seats": 4},
        {"game": "german", "seats": 2, "options": {"open_stock": 2}},
    ],
    ids=lambda options: "-".join(map(str, (options.get("game", "romanian"), *options.get("options", {}).values()))),
)


class Watcher:
    """Somebody without a seat, and everything their browser can get hold of."""

    def __init__(self, user: User) -> None:
        self.user, self.browser = user, Client()
        self.browser.force_login(user)

    def sent(self, match: Match, number: int) -> dict[str, str]:
        """The pages take turns."""
        return sent_to(self.browser, self.user, match, PAGES[number % len(PAGES)])

    def sent_without_time(self, match: Match, number: int) -> dict[str, str]:
        return {source: CLOCK.sub("", text) for source, text in without_chance(self.sent(match, number)).items()}


def step(match: Match, users: list[User], rng: Random) -> Match:
    """The next action: of the player to act, of the site for a bot, or the next deal."""
    state, now = state_of(match), timezone.now()
    if state.to_act == 1 and seating.TableSeat.objects.get(table=match.table_id, seat=1).user_id is None:
        assert moves.advance_match(match.pk, match.due_at)
    elif state.phase == DEAL:
        moves.play_action(match.table_id, users[0], DEAL, match.version, now)
    else:
        user, action = users[state.to_act or 0], rng.choice(state.legal_actions())
        moves.play_action(match.table_id, user, action, match.version, now)
    return reread(match)


def watched_match(seats: int, rng: Random, rounds: int, **options: object) -> Iterator[tuple[Match, list[Watcher]]]:
    """Position after position of a match with a spectator; in the first round a player leaves and then watches too."""
    *users, spectator = people(seats + 1)
    table = full_table(users, seats, **options)
    seating.add_participant(table, spectator, timezone.now())
    watchers = [Watcher(spectator)]
    match = dealt(table)
    while match.rounds_dealt <= rounds and state_of(match).phase != OVER:
        if len(match.actors) >= LEAVES_AFTER and len(watchers) == 1:
            seating.stand_up(table.pk, users[1], timezone.now())
            match = reread(match)
            watchers.append(Watcher(users[1]))
        yield match, watchers
        match = step(match, users, rng)


def is_left_out(match: Match, rng: Random) -> bool:
    """Of a long round not every position is looked at."""
    return max(map(len, state_of(match).dealt)) > 3 and rng.random() < 0.5


def test_the_clock_is_found_and_nothing_else():
    felt = '<p data-due="17" data-now="16" data-match="3"><span id="clock" class="clock">8 s</span>9 s</p>'
    assert CLOCK.sub("", felt) == '<p   data-match="3"><span id="clock" class="clock"></span>9 s</p>'


@GAMES
def test_no_byte_names_a_card_that_is_not_public_while_its_round_lasts(options):
    looked = 0
    rng = Random(9)
    for match, watchers in watched_match(rng=rng, rounds=3, **options):
        state = state_of(match)
        if state.phase in (DEAL, OVER) or is_left_out(match, rng):
            continue
        for watcher in watchers:
            for source, text in watcher.sent(match, looked).items():
                assert cards_in(text) <= may_know(state, None), (source, state.phase, watcher.user.name)
        looked += 1
        if looked == POSITIONS:
            break
    assert looked == POSITIONS


@GAMES
def test_hands_change_no_byte_sent_to_who_does_not_play(options):
    rng, compared = Random(4), 0
    for match, watchers in watched_match(rng=rng, rounds=1, **options):
        if state_of(match).phase in (DEAL, OVER) or is_left_out(match, rng):
            continue
        number = compared // WORLDS
        before = [watcher.sent_without_time(match, number) for watcher in watchers]
        for world in islice(other_worlds(match, None, rng), WORLDS):
            cache_state(match, world)
            assert [watcher.sent_without_time(match, number) for watcher in watchers] == before
            compared += 1
        forget_states()
        if compared >= POSITIONS * WORLDS:
            break
    assert compared >= 6
