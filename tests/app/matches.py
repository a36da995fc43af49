"""Matches to test with: opened, played on by their person and the site, or set to a position."""

from datetime import datetime
from random import Random

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from whist.engine import GAMES
from whist.engine.game import DEAL, OVER
from whist.tables import selectors, services
from whist.tables.course import PLAYER, Course, is_rest_forced
from whist.tables.models import Match
from whist.tables.states import remember_state, state_of


def open_match(
    user: User,
    *,
    game: str = "romanian",
    seats: int = 4,
    level: str = "easy",
    pace: str = "normal",
    **options: object,
) -> Match:
    return services.start_solo(user, GAMES[game], seats, options, level=level, pace=pace, now=timezone.now())


def reread(match: Match) -> Match:
    return Match.objects.select_related("table").get(pk=match.pk)


def let_site_act(match: Match) -> Match:
    """Whatever the site has to do until a person must decide, as if its time had come."""
    while (match := reread(match)).due_at is not None:
        assert services.advance_match(match.pk, match.due_at)
    return match


def move(match: Match, user: User, action: str, now: datetime | None = None) -> selectors.TableView:
    return services.play_action(match.table_id, user, action, match.version, now or timezone.now())


def play_to_end(match: Match, user: User, seed: int = 1) -> Match:
    """The person plays at random, everybody else as usual."""
    rng = Random(seed)
    while True:
        match = let_site_act(match)
        state = state_of(match)
        if state.phase == OVER:
            return match
        move(match, user, DEAL if state.phase == DEAL else rng.choice(state.legal_actions()))


def play_out(match: Match, user: User, seed: int = 1) -> Match:
    """The same for who wants a finished match and nothing of its moves: each round is written at once, and the version
    raised as if it had been written move by move."""
    rng = Random(seed)
    while (match := reread(match)).finished_at is None:
        course = Course(match, selectors.open_tenures(match.pk))
        if course.state.phase == DEAL:
            course.deal()
        while course.state.to_act is not None:
            if is_rest_forced(course.state):
                course.finish_forced_round()
            elif course.is_bots_turn:
                course.take_bot_turn()
            else:
                course.take(rng.choice(course.state.legal_actions()), PLAYER)
        assert course.commit(timezone.now())
        Match.objects.filter(pk=match.pk).update(version=F("version") + len(course.actors))
        remember_state(reread(match), course.state, course.done)
    return match
