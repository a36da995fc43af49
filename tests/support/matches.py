"""Matches to test with: opened, played on by their person and the site, or set to a position."""

from datetime import datetime
from random import Random

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from whist.engine import GAMES
from whist.engine.game import DEAL, OVER
from whist.tables.match import moves, selectors
from whist.tables.match.state_cache import cache_state, state_of
from whist.tables.match.update import PLAYER, MatchUpdate, is_rest_forced
from whist.tables.models import Match


def open_match(
    user: User,
    *,
    game: str = "romanian",
    seats: int = 4,
    level: str = "easy",
    pace: str = "normal",
    **options: object,
) -> Match:
    return moves.start_solo(user, GAMES[game], seats, options, level=level, pace=pace, now=timezone.now())


def reread(match: Match) -> Match:
    return Match.objects.select_related("table").get(pk=match.pk)


def let_site_act(match: Match) -> Match:
    """Let the site do what it has to until a person must decide, as if its time had come."""
    while (match := reread(match)).due_at is not None:
        assert moves.advance_match(match.pk, match.due_at)
    return match


def move(match: Match, user: User, action: str, now: datetime | None = None) -> selectors.TableView:
    return moves.play_action(match.table_id, user, action, match.version, now or timezone.now())


def play_to_end(match: Match, user: User, seed: int = 1) -> Match:
    """Play the match to its end: the person at random, everybody else as usual."""
    rng = Random(seed)
    while True:
        match = let_site_act(match)
        state = state_of(match)
        if state.phase == OVER:
            return match
        move(match, user, DEAL if state.phase == DEAL else rng.choice(state.legal_actions()))


def play_out(match: Match, user: User, seed: int = 1) -> Match:
    """The same for tests that need a finished match and none of its moves: each round is written at once, and the
    version raised as if it had been written move by move."""
    rng = Random(seed)
    while (match := reread(match)).finished_at is None:
        update = MatchUpdate(match, selectors.held_seats(match.pk))
        if update.state.phase == DEAL:
            update.deal()
        while update.state.to_act is not None:
            if is_rest_forced(update.state):
                update.finish_forced_round()
            elif update.is_bots_turn:
                update.take_bot_turn()
            else:
                update.take(rng.choice(update.state.legal_actions()), PLAYER)
        assert update.commit(timezone.now())
        Match.objects.filter(pk=match.pk).update(version=F("version") + len(update.actors))
        cache_state(reread(match), update.state, update.done)
    return match
