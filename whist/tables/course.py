"""What happens to a match between reading and writing it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from whist import bots
from whist.engine.game import DEAL, OVER, PLAY, Action, State, digits, encode_action
from whist.tables.eligibility import doings_of
from whist.tables.live import announce
from whist.tables.models import Match, Round, Tenure
from whist.tables.signals import match_finished
from whist.tables.states import deal_round, recall, remember_state
from whist.tables.thinking import choose_action

# Who did an action (the letters stand in the record).
PLAYER, BOT, FORCED = "p", "b", "f"

# Seconds for looking: at the commitment before the first card, at a finished trick, at the result of a round.
START_PAUSE = 2.5
TRICK_PAUSE = {"slow": 2.5, "normal": 1.5, "fast": 0.7, "instant": 0.0}
ROUND_PAUSE = {"slow": 10.0, "normal": 6.0, "fast": 3.0, "instant": 0.0}


class Course:
    """A match with actions applied to its state that are not stored yet; `commit` writes them all at once."""

    def __init__(self, match: Match, tenures: Mapping[int, Tenure]) -> None:
        self.match, self.tenures = match, tenures
        memory = recall(match)
        self.state: State = memory.state
        self.done = memory.done
        self.rounds_dealt, self.actions, self.actors = match.rounds_dealt, match.actions, match.actors
        self.finished: list[Round] = []

    @property
    def pace(self) -> str:
        return self.match.table.pace

    @property
    def is_bots_turn(self) -> bool:
        return self.state.to_act is not None and self.tenures[self.state.to_act].user_id is None

    def deal(self) -> None:
        self.state = deal_round(self.match, self.state)
        self.rounds_dealt, self.actions, self.actors = self.rounds_dealt + 1, "", ""

    def take(self, action: Action, actor: str) -> None:
        """Apply an action of the seat that is to act; raises IllegalAction."""
        action = self.state.resolve(action)
        self.state = self.state.apply(action)
        self.actions += encode_action(action)
        self.actors += actor
        if self.state.phase in (DEAL, OVER):
            self._finish_round()

    def _finish_round(self) -> None:
        seen = self.state.observe(None)
        leader = (seen.dealer + 1) % seen.seats
        self.finished.append(
            Round(
                match=self.match,
                number=self.rounds_dealt - 1,
                actions=self.actions,
                actors=self.actors,
                made=digits(self.state.round_made),
            )
        )
        self.done += (doings_of(seen.game, self.actions, self.actors, leader, seen.trump, seen.seats),)

    def take_bot_turn(self) -> None:
        seat = self.state.to_act
        assert seat is not None
        self.take(choose_action(self.state.observe(seat), self.tenures[seat].level, self._seed()), BOT)

    def _seed(self) -> int:
        assert self.state.to_act is not None
        return bots.seed_for(
            settings.SECRET_KEY.encode(),
            self.match.pk,
            self.rounds_dealt,
            self.state.to_act,
            len(self.actors),
        )

    def finish_forced_round(self) -> None:
        """Play what is left of the round where nobody has a choice any more."""
        while self.state.to_act is not None:
            self.take(self.state.legal_actions()[0], BOT if self.is_bots_turn else FORCED)

    def run_to_next_decision(self) -> None:
        """Deal, and let bots act, until a person has something to decide."""
        while self.state.phase != OVER:
            if self.state.phase == DEAL:
                self.deal()
            elif is_rest_forced(self.state):
                self.finish_forced_round()
            elif self.is_bots_turn:
                self.take_bot_turn()
            elif self.plays_itself:
                self.take(self.state.legal_actions()[0], FORCED)
            else:
                return

    def due_at(self, now: datetime) -> datetime | None:
        """When the site acts next: for a bot, for a forced rest, or to deal; None while a person decides."""
        wait = self._wait()
        return None if wait is None else now + timedelta(seconds=wait)

    def _wait(self) -> float | None:
        if self.state.phase == OVER:
            return None
        if self.state.phase == DEAL:
            return ROUND_PAUSE[self.pace] if self.rounds_dealt else START_PAUSE
        pause = TRICK_PAUSE[self.pace] if self.state.has_finished_trick else 0.0
        if self.is_bots_turn or is_rest_forced(self.state) or self.plays_itself:
            return pause + bots.delay(self._seed(), self.pace)
        return None

    @property
    def plays_itself(self) -> bool:
        """A forced card of somebody who wants forced cards played for him."""
        user = self.tenures[self.state.to_act].user if self.state.to_act is not None else None
        is_forced = self.state.phase == PLAY and len(self.state.legal_actions()) == 1
        return is_forced and user is not None and bool(user.preferences.get("autoplay"))

    def commit(self, now: datetime) -> bool:
        """Write; False when another write came first, which leaves everything as that one made it."""
        is_over = self.state.phase == OVER
        with transaction.atomic():
            is_written = self.match.write(
                rounds_dealt=self.rounds_dealt,
                actions=self.actions,
                actors=self.actors,
                due_at=self.due_at(now),
                changed_at=now,
                finished_at=now if is_over else None,
            )
            if not is_written:
                return False
            Round.objects.bulk_create(self.finished)
            # Robust: the move is acknowledged whether or not anybody could be told of it.
            transaction.on_commit(lambda: self._after_commit(is_over), robust=True)
        return True

    def _after_commit(self, is_over: bool) -> None:
        remember_state(self.match, self.state, self.done)
        announce(self.match.pk, self.match.version)
        if is_over:
            match_finished.send_robust(Match, match_id=self.match.pk)


def is_rest_forced(state: State) -> bool:
    """Whether every card still to be played in this round is the only one allowed."""
    while state.phase == PLAY:
        legal = state.legal_actions()
        if len(legal) > 1:
            return False
        state = state.apply(legal[0])
    return state.phase in (DEAL, OVER) and state.to_act is None
