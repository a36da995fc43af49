"""A match between reading and writing it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from copy import copy
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction

from accounts.models import User
from whist import bots
from whist.engine.game import DEAL, OVER, PLAY, Action, State, digits, encode_action, split_actions
from whist.tables.announcing.announcements import announce, announce_lobby
from whist.tables.announcing.signals import match_finished
from whist.tables.match import premoves
from whist.tables.match.bot_pool import choose_action
from whist.tables.match.deadlines import Rest, bank_left, plans_of, players_turn, rests_of, sites_turn
from whist.tables.match.eligibility import OWN_LETTERS, credits_of
from whist.tables.match.known_tables import forget_table, remember
from whist.tables.match.seats import SeatChanges
from whist.tables.match.selectors import MatchSeats, Shared, held_seats
from whist.tables.match.state_cache import cache_state, deal_round, load_state, rebuild
from whist.tables.match.time_controls import TIME_CONTROLS, TimeControl
from whist.tables.models import Match, MatchSeat, Round

# Who did an action (the letters stand in the record): a player, at their turn or beforehand, a bot in its own seat, the
# site because nothing else was allowed, because the clock ran out, or because the player is away.
PLAYER, PREPARED, BOT, FORCED, CLOCK, ABSENT = "p", "q", "b", "f", "c", "a"

ABSENT_LEVEL = "normal"
"""The level of the bot that plays for a player who is late or away."""

# Seconds for looking: at the commitment before the first card, at a finished trick, at the result of a round.
TRICK_PAUSE = {"slow": 2.5, "normal": 1.5, "fast": 0.7, "instant": 0.0}
ROUND_PAUSE = {"slow": 10.0, "normal": 6.0, "fast": 3.0, "instant": 0.0}


class MatchUpdate:
    """A match with actions applied to its state that are not stored yet; `commit` writes them all at once."""

    def __init__(self, match: Match, match_seats: MatchSeats, *, read_at: float | None = None) -> None:
        self.match, self.match_seats, self.seats = match, match_seats, SeatChanges(match_seats)
        # Of what is only known to be so, nothing may be another by now; of what was just read, the seating matters.
        self.is_known = read_at is not None
        self.read_at = time.monotonic() if read_at is None else read_at
        self.shared: Shared | None = None  # by whoever looks at what was written
        self.is_outdated = False  # whether something that is no move has changed since, and is not known
        cached = load_state(match)
        self.state: State = cached.state
        self.done = cached.done
        self.rounds_dealt, self.actions, self.actors = match.rounds_dealt, match.actions, match.actors
        self.finished: list[Round] = []
        # A new holder of the seat that is to act raises the version, one of another seat does not; so whatever is more
        # than one action of that seat must find the holders as they were.  As must what is done for an absent player.
        self._next, self._needs_same_seating = self.state.to_act, False

    @property
    def pace(self) -> str:
        """The pace of bots: at once among themselves, unless a player may come back to them."""
        if not self.has_people:
            return "instant"
        pace = self.match.table.pace
        return "normal" if pace == "instant" and self._is_everybody_played_for else pace

    @property
    def has_people(self) -> bool:
        return any(match_seat.user_id is not None for match_seat in self.match_seats.values())

    @property
    def holder(self) -> MatchSeat | None:
        """The match seat that is to act."""
        return None if self.state.to_act is None else self.match_seats[self.state.to_act]

    @property
    def is_bots_turn(self) -> bool:
        return self.holder is not None and self.holder.user_id is None

    @property
    def is_played_for(self) -> bool:
        """Whether it is the turn of a player who is away or timed out."""
        return self.holder is not None and self.holder.user_id is not None and self._is_absent(self.holder)

    @property
    def _is_everybody_played_for(self) -> bool:
        return all(
            self._is_absent(match_seat) for match_seat in self.match_seats.values() if match_seat.user_id is not None
        )

    def _is_absent(self, match_seat: MatchSeat) -> bool:
        return self.clock is not None and (match_seat.is_away or self.seats.is_timed_out(match_seat.seat))

    @property
    def clock(self) -> TimeControl | None:
        return TIME_CONTROLS.get(self.match.table.clock)

    @property
    def is_correspondence(self) -> bool:
        """Whether a turn takes days."""
        return self.clock is not None and self.clock.is_correspondence

    @property
    def waits_for_player(self) -> bool:
        """Whether a player has something to decide, and time of their own to do so."""
        return self.clock is not None and self.state.to_act is not None and not self._is_sites_turn

    def deal(self) -> None:
        self.state = deal_round(self.match, self.state)
        self.rounds_dealt, self.actions, self.actors = self.rounds_dealt + 1, "", ""

    def take(self, action: Action, actor: str) -> None:
        """Apply an action of the seat that is to act; raises IllegalAction."""
        if self.state.to_act is not None:
            self._count_expiries(self.state.to_act, actor)
            self._add_increment(self.state.to_act, actor)
            self._needs_same_seating |= self.state.to_act != self._next
            self._next = None
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
        for seat in self.match_seats:
            self.seats.set(seat, bank=None)
        self.done += (credits_of(seen.game, self.actions, self.actors, leader, seen.trump, seen.seats),)

    def take_back(self) -> None:
        """Undo the last action of the round on the table, as if it had not been made."""
        earlier = copy(self.match)
        earlier.actions = "".join(split_actions(self.actions)[:-1])
        self.actions, self.actors = earlier.actions, self.actors[:-1]
        self.state = rebuild(earlier).state
        assert self.state.to_act is not None
        self.seats.set(self.state.to_act, bid_taken_back_in=self.rounds_dealt)
        self._needs_same_seating = True

    def _count_expiries(self, seat: int, actor: str) -> None:
        if actor == CLOCK:
            self.seats.set(seat, expiries=self.seats.get(seat, "expiries") + 1)
        elif actor in (PLAYER, PREPARED):
            self.seats.set(seat, expiries=0)

    def stop_clock(self, now: datetime) -> None:
        """At a chess clock: take what the player to act has thought from the bank of the seat."""
        seat = self.state.to_act
        if seat is None or self.match.turn_at is None or self.clock is None or not self.clock.has_bank:
            return
        left = bank_left(self.match, self.clock.left_in(self.seats.get(seat, "bank")), now)
        self.seats.set(seat, bank=self.clock.left_in(left))

    def _add_increment(self, seat: int, actor: str) -> None:
        if self.clock is not None and self.clock.has_bank and self.state.phase == PLAY and actor in OWN_LETTERS:
            self.seats.set(seat, bank=self.clock.left_in(self.seats.get(seat, "bank")) + self.clock.increment)

    def take_bot_turn(self) -> None:
        assert self.holder is not None
        self._take_as(self.holder.level, BOT)

    def play_for_absent(self) -> None:
        """Act for a player who is late or away, with a bot's judgement (docs/rules.md §8.2 and §8.3)."""
        assert self.holder is not None
        self._needs_same_seating = True
        self._take_as(ABSENT_LEVEL, ABSENT if self.holder.is_away else CLOCK)

    def _take_as(self, level: str, actor: str) -> None:
        seat = self.state.to_act
        assert seat is not None
        self.take(choose_action(self.state.observe(seat), level, self._seed()), actor)

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
        """Deal, and let bots act, until a person has something to decide, or nobody is there any more."""
        while self.state.phase != OVER and self.pace == "instant":
            if self.state.phase == DEAL:
                self.deal()
            elif is_rest_forced(self.state):
                self.finish_forced_round()
            elif self.is_bots_turn:
                self.take_bot_turn()
            elif self.plays_itself:
                self.take(self.state.legal_actions()[0], FORCED)
            elif self.prepared_card:
                self.take(self.prepared_card, PREPARED)
            elif self.is_played_for:
                self.play_for_absent()
            else:
                return

    def finish_round(self) -> None:
        """Deal if need be, and let bots act to the end of the round."""
        if self.state.phase == DEAL:
            self.deal()
        while self.state.to_act is not None:
            self.take_bot_turn()

    def timing(self, now: datetime, rests: Sequence[Rest] = ()) -> dict[str, Any]:
        """The columns that say when the site acts next: for a bot, for a forced rest, to deal, or because a clock has
        run out; never while a person decides at a table without a clock.

        In correspondence also whose turn it is; ``rests`` are the vacations of the player to act.
        """
        if self.state.phase == OVER:
            return sites_turn(now, None)
        if self.state.phase == DEAL:
            return sites_turn(now, ROUND_PAUSE[self.pace] if self.rounds_dealt else self.match.table.terms.start_pause)
        pause = TRICK_PAUSE[self.pace] if self.state.has_finished_trick else 0.0
        if self._is_sites_turn:
            return sites_turn(now, pause + bots.delay(self._seed(), self.pace))
        if self.clock is None or self.holder is None:
            return sites_turn(now, None)
        seconds = self.clock.seconds_for(self.state.phase, self.seats.get(self.holder.seat, "bank"))
        return players_turn(self.match, self.holder, now, pause, seconds, rests)

    @property
    def _is_sites_turn(self) -> bool:
        return (
            self.is_bots_turn
            or is_rest_forced(self.state)
            or self.plays_itself
            or self.prepared_card is not None
            or self.is_played_for
        )

    @property
    def prepared_card(self) -> Action | None:
        """The premove of the player to act."""
        if self.holder is None or not self.holder.prepared:
            return None
        return premoves.action_for(self.holder.prepared, self.state.observe(self.holder.seat))

    @property
    def plays_itself(self) -> bool:
        """A forced card of somebody who wants forced cards played for them."""
        user = self.match_seats[self.state.to_act].user if self.state.to_act is not None else None
        is_forced = self.state.phase == PLAY and len(self.state.legal_actions()) == 1
        return is_forced and user is not None and self._wants_forced_cards_played(user)

    def _wants_forced_cards_played(self, user: User) -> bool:
        """Asked again where it is only known to be so: whoever has switched it off meanwhile has their whole time."""
        if self.is_known and user.preferences.get("autoplay"):
            user = User.objects.only("preferences").get(pk=user.pk)
        return bool(user.preferences.get("autoplay"))

    def rests(self, now: datetime) -> list[Rest]:
        """The vacations of the player to act, where they count."""
        holder = self.holder
        if not self.is_correspondence or holder is None or holder.user_id is None:
            return []
        return rests_of(holder.user_id, now)

    def _heed_player(self, now: datetime) -> None:
        """Heed the premoves of the player to act up to now, and their vacations.

        Read after the match was written: a player who prepares a card at the same time touches that row first, so they
        either wait and then find that it is their turn, or are found here (`whist.tables.correspondence.premoves`).
        """
        assert self.holder is not None
        cards, rests = plans_of(self.match.pk, self.holder.seat, now)
        if cards != self.holder.prepared or rests:
            self.holder.prepared = cards
            self.match.change(**self.timing(now, rests))

    def commit(self, now: datetime) -> bool:
        """Write; False when another write came first, which leaves everything as that one made it."""
        is_over, has_dealt = self.state.phase == OVER, self.rounds_dealt != self.match.rounds_dealt
        if self._is_one_write(now) and self._write(now):
            transaction.on_commit(lambda: self._after_commit(is_over, has_dealt), robust=True)
            return True
        with transaction.atomic():
            if not self._write(now) and not (not self.is_known and self._heed_newcomers() and self._write(now)):
                return False
            Round.objects.bulk_create(self.finished)
            if self.is_correspondence and self.waits_for_player:
                self._heed_player(now)
            # Robust: the move is acknowledged whether or not anybody could be told of it.
            transaction.on_commit(lambda: self._after_commit(is_over, has_dealt), robust=True)
        return True

    def _is_one_write(self, now: datetime) -> bool:
        """Whether all there is to write is the row of the match, which is a transaction by itself."""
        is_heeded = self.is_correspondence and self.waits_for_player
        return not self.finished and not is_heeded and not self.seats.are_changed(now)

    def _write(self, now: datetime) -> bool:
        is_written = self.match.write(
            same=("seating", "due_at", "turn_at", "turn_seconds") if self.is_known else ("seating",),
            rounds_dealt=self.rounds_dealt,
            actions=self.actions,
            actors=self.actors,
            changed_at=now,
            finished_at=now if self.state.phase == OVER else None,
            **self.timing(now),
        )
        if is_written:
            self.is_outdated = self.is_known and is_written != self.match.table.revision + 1
            self.seats.write(self.match, now)
        return bool(is_written)

    def _heed_newcomers(self) -> bool:
        """Read the holders again: one who took a seat, left it or came back to it meanwhile raised no version.  What
        was done here counts too, unless it was done for them; but whose turn it is now, and for how long, is asked
        again.
        """
        match = Match.objects.filter(pk=self.match.pk, version=self.match.version).first()
        if match is None or match.seating == self.match.seating or self._needs_same_seating:
            return False
        self.match.seating = match.seating
        self.match_seats = held_seats(match.pk)
        self.seats.see(self.match_seats)
        return True

    def _after_commit(self, is_over: bool, has_dealt: bool) -> None:
        cached = cache_state(self.match, self.state, self.done)
        if self.is_outdated:
            forget_table(self.match.table_id)
        else:
            self.shared = remember(self.match, self.match_seats, cached, read_at=self.read_at).shared
        announce(self.match)
        if self.match.table.terms.seats_people and (is_over or has_dealt):
            announce_lobby()
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
