"""Everything that changes a table.

People, bots and forced cards enter through one `MatchUpdate` into the same `State.apply`.  Nothing is locked while a
bot thinks: the guarded write at the end decides which of two came first.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from accounts.models import User
from whist import bots
from whist.engine import Game
from whist.engine.deck import FairDeck
from whist.engine.errors import BadOption, IllegalAction, MatchOver, NotYourTurn
from whist.engine.game import DEAL, OVER, Action
from whist.refusals import Refusal
from whist.tables.announcing.announcements import announce
from whist.tables.match.deadlines import (
    PUT_OFF,
    begun_in_pause,
    due_time,
    is_correspondence,
    put_off,
    sites_turn,
    without_pause,
)
from whist.tables.match.downtime import is_site_up
from whist.tables.match.known_tables import forget_table, recall
from whist.tables.match.locks import bump_revision, close_empty_table, lock_table
from whist.tables.match.seats import actions_before, note_cut
from whist.tables.match.selectors import (
    MatchSeats,
    TableView,
    held_seat,
    held_seats,
    latest_match,
    latest_match_and_seats,
    running_matches,
    seat_of,
    table_view,
    view_of,
)
from whist.tables.match.undo import can_undo
from whist.tables.match.update import FORCED, PLAYER, PREPARED, MatchUpdate, is_rest_forced
from whist.tables.match.votes import heed_votes
from whist.tables.models import Match, MatchSeat, Table
from whist.tables.texts import refusals


@transaction.atomic
def start_solo(
    user: User, game: Game, seats: int, options: Mapping[str, Any], *, level: str, pace: str, now: datetime
) -> Match:
    """Open a table for one person and bots, with its first match; raises BadOption."""
    if level not in bots.LEVELS or pace not in bots.PACES:
        raise BadOption(f"{level}, {pace}")
    chosen = {"game_slug": game.slug, "seats": seats, "options": dict(options), "level": level, "pace": pace}
    untouched = running_matches(user).filter(
        rounds_dealt=0, **{f"table__{name}": value for name, value in chosen.items()}
    )
    if match := untouched.first():
        return match  # a second click on the same button
    table = Table(kind=Table.Kind.SOLO, host=user, created_at=now, **chosen)
    match = new_match(table, 1, now)
    table.save()
    return seat_players(match, [user])


def check_options(game: Game, seats: int, options: Mapping[str, Any]) -> None:
    """Raise BadOption where no match with these options can be begun."""
    deck = FairDeck(bytes(32), bytes(16))
    game.new_match(seats, deck.first_dealer(seats), game.drawn_options(options, deck))


def new_match(table: Table, number: int, now: datetime) -> Match:
    """A match with fresh chance, not saved.  Nothing is dealt before its commitment could be seen."""
    secret, salt = secrets.token_bytes(32), secrets.token_bytes(16)
    deck = FairDeck(secret, salt)
    options = table.game.drawn_options(table.options, deck)
    table.game.new_match(table.seats, deck.first_dealer(table.seats), options)
    return Match(
        table=table,
        number=number,
        options=options,
        secret=secret,
        salt=salt,
        started_at=now,
        changed_at=now,
        **sites_turn(now, table.terms.start_pause),
    )


def seat_players(match: Match, users: list[User]) -> Match:
    """Save the match with the users in the first seats and bots in the others."""
    match.table_id = match.table.pk
    match.save()
    free = match.table.seats - len(users)
    holders: list[User | None] = [*users, *[None] * free]
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=seat, user=user, level="" if user else match.table.level)
        for seat, user in enumerate(holders)
    )
    return match


def play_again(table_id: int, user: User, now: datetime) -> Match:
    """The next match at a solo table whose last one is over; while it is not, that one.

    Friends have `lobby.seating.deal_match`, which seats all of them.
    """
    match = latest_match(table_id)
    if not match.table.terms.can_play_again or seat_of(user, held_seats(match.pk)) is None:
        raise PermissionDenied
    if not match.has_ended:
        return match
    try:
        with transaction.atomic():
            return seat_players(new_match(match.table, match.number + 1, now), [user])
    except IntegrityError:
        return latest_match(table_id)  # a second click came first


def play_action(table_id: int, user: User, action: Action, version: int, now: datetime) -> TableView:
    """Make one move of a person; ``action`` may be ``deal`` between rounds.

    Raises NotFound, PermissionDenied, NotSeated, StaleVersion, MatchClosed, MatchPaused, or the IllegalAction
    that says why the rules refuse.
    """
    known = recall(table_id)
    if known is not None and not is_correspondence(known.match):
        with suppress(Refusal, IllegalAction, PermissionDenied):  # nobody is refused for what may be so no longer
            match, match_seats = known.to_change()
            return _play(match, match_seats, user, action, version, now, read_at=known.read_at)
        forget_table(table_id)
    match, match_seats = latest_match_and_seats(table_id)
    return _play(match, match_seats, user, action, version, now)


def _play(
    match: Match,
    match_seats: MatchSeats,
    user: User,
    action: Action,
    version: int,
    now: datetime,
    *,
    read_at: float | None = None,
) -> TableView:
    """The same at a match that was read, or is known since ``read_at``."""
    seat = held_seat(user, match, match_seats)
    if match.closed_at is not None:
        raise refusals.MatchClosed
    if version != match.version:
        raise refusals.StaleVersion
    if match.is_paused:
        raise refusals.MatchPaused
    if match_seats[seat].is_away:
        if read_at is not None:  # who is back is noted where nobody else can have the seat by now
            raise refusals.StaleVersion
        note_return(match_seats[seat])
    update, rounds_dealt = MatchUpdate(match, match_seats, read_at=read_at), match.rounds_dealt
    update.stop_clock(now)
    _take(update, seat, action)
    if update.pace == "instant":
        update.run_to_next_decision()
    if not update.commit(now):
        raise refusals.StaleVersion
    has_new_round = bool(update.finished) or update.rounds_dealt > rounds_dealt
    if update.is_outdated:
        return replace(table_view(match.table_id, user), has_new_round=has_new_round)
    view = view_of(match, update.match_seats, seat, shared=update.shared)
    return replace(view, has_new_round=has_new_round)


def _take(update: MatchUpdate, seat: int, action: Action) -> None:
    if action == DEAL:
        if not _may_deal(update, seat):
            raise NotYourTurn
        if update.state.phase != DEAL:
            raise MatchOver if update.state.phase == OVER else NotYourTurn
        update.deal()
        return
    if update.state.to_act not in (None, seat):
        raise NotYourTurn
    update.take(action, PLAYER)


def _may_deal(update: MatchUpdate, seat: int) -> bool:
    """Whether the next round may be dealt now: friends look at the last one until the host deals, or the site."""
    table = update.match.table
    return not table.terms.host_deals or update.match_seats[seat].user_id == table.host_id


def note_return(match_seat: MatchSeat) -> None:
    """Note that the player who acts is there again."""
    match_seat.is_away, match_seat.back_at = False, None
    seat = MatchSeat.objects.at(match_seat.match_id, match_seat.seat).filter(user=match_seat.user_id)
    seat.update(is_away=False, back_at=None)


def undo_bid(table_id: int, user: User, version: int, now: datetime) -> None:
    """Take back the last action, a bid of this player, as if it had never been made; where the host allowed it.

    Raises PermissionDenied, NotSeated, StaleVersion, NothingToUndo, MatchPaused.
    """
    match = latest_match(table_id)
    match_seats = held_seats(match.pk)
    seat = held_seat(user, match, match_seats)
    if version != match.version:
        raise refusals.StaleVersion
    if match.is_paused:
        raise refusals.MatchPaused
    update = MatchUpdate(match, match_seats)
    is_own = match_seats[seat].from_action < actions_before(match)
    if not is_own or not can_undo(match, update.state.observe(seat), match_seats[seat]):
        raise refusals.NothingToUndo
    update.take_back()
    if not update.commit(now):
        raise refusals.StaleVersion


@transaction.atomic
def cut_deck(table_id: int, user: User, word: str, now: datetime) -> None:
    """Mix a word of the player's into the chance of the match, once, before its first deal (docs/rules.md §6.3).

    Raises PermissionDenied, NotSeated, CutsClosed, CutAlready, MatchPaused, and StaleVersion for a cut at the same
    time as the deal.
    """
    lock_table(table_id)  # so that a player who cuts twice at once, or changes seats meanwhile, has one cut
    match = latest_match(table_id)
    match_seats = held_seats(match.pk)
    seat = held_seat(user, match, match_seats)
    if match.rounds_dealt or not match.table.terms.can_cut:
        raise refusals.CutsClosed
    if match_seats[seat].has_cut:
        raise refusals.CutAlready
    if match.is_paused:
        raise refusals.MatchPaused
    cuts = [*match.cuts, word]
    deck = FairDeck(bytes(match.secret), bytes(match.salt), cuts)
    if not match.write(cuts=cuts, options=match.table.game.drawn_options(match.table.options, deck)):
        raise refusals.StaleVersion
    note_cut(match, seat, user)
    transaction.on_commit(lambda: announce(match), robust=True)


def advance_match(match_id: int, now: datetime) -> bool:
    """Do what the site has to do in a match now; False when there is nothing, or somebody else just did it."""
    match = Match.objects.select_related("table").get(pk=match_id)
    if match.due_at is None or match.due_at > now:
        return False
    update = MatchUpdate(match, held_seats(match.pk))
    if update.waits_for_player and (later := _more_time(update, now)):
        put_off(match, later)
        return False
    update.stop_clock(now)
    if not update.has_people:
        update.finish_round()
    elif update.pace == "instant":
        _let_time_pass(update)
        update.run_to_next_decision()
    elif update.state.phase == DEAL:
        update.deal()
    elif is_rest_forced(update.state):
        update.finish_forced_round()
    elif update.is_bots_turn:
        update.take_bot_turn()
    else:
        _let_time_pass(update)
    return _commit_for_table(update, now)


def _commit_for_table(update: MatchUpdate, now: datetime) -> bool:
    """Commit, and see to votes and the table: a player who is timed out need not agree any more to what the others
    want.  A table that all have left is closed when bots have finished its match: until then a spectator may take a
    seat."""
    match = update.match
    is_last_of_bots = update.state.phase == OVER and not update.has_people
    if not is_last_of_bots and not update.seats.times_out:
        return update.commit(now)
    with transaction.atomic():
        bump_revision(match.table_id)
        is_written = update.commit(now)
        if is_written and not match.has_ended:
            heed_votes(match, now)
        elif is_written and is_last_of_bots:
            close_empty_table(match.table_id, now)
    return is_written


def _more_time(update: MatchUpdate, now: datetime) -> datetime | None:
    """Until when a player's clock does not count as run out yet: while nobody could act, and for their vacation."""
    if not is_site_up(now):
        return now + PUT_OFF
    match, rests = update.match, update.rests(now)
    if not rests or match.turn_at is None:
        return None
    due_at = due_time(match, match.turn_at, rests)
    return due_at if due_at > now else None


def _let_time_pass(update: MatchUpdate) -> None:
    """Act for a player whose time has run out: with their forced card, their premove, or a bot's judgement."""
    if update.plays_itself:
        update.take(update.state.legal_actions()[0], FORCED)
    elif update.prepared_card:
        update.take(update.prepared_card, PREPARED)
    elif update.holder is not None and update.holder.user_id is not None and update.clock is not None:
        update.play_for_absent()


def set_pace(table_id: int, user: User, pace: str) -> None:
    """Set how fast bots play at the table from their next turn on; among friends the host decides.

    Raises BadOption, PermissionDenied, NotSeated, NotTheHost.
    """
    if pace not in bots.PACES:
        raise BadOption(pace)
    match = latest_match(table_id)
    is_host = match.table.host_id == user.pk  # perhaps only since the match is over, in which they had no seat
    if not is_host:
        held_seat(user, match, held_seats(match.pk))
        raise refusals.NotTheHost
    with transaction.atomic():
        Table.objects.filter(pk=table_id).update(pace=pace)
        bump_revision(table_id)


def restart_clock(
    match: Match, now: datetime, *, seat: int, has_new_holder: bool = False, keeps_time: bool = False
) -> None:
    """Give the player to act their time from now on: ``seat`` has another holder, or one who is back, or gone.

    A player who takes the seat that they gave up at this very turn ``keeps_time``, and has no more of it than the bot
    would have thought: else they could leave and return as often as they like, and nobody would ever act.  In a pause,
    to which all have agreed, it is the time that is left when the match goes on.

    Not a move: forms stay good.  A move at the same time has a newer version, and its own deadline.  Only where the
    seat itself is to act and has changed hands, what its former holder is just doing comes too late.
    """
    update = MatchUpdate(match, held_seats(match.pk))
    update.seats.set(seat, expiries=0)
    is_to_act = update.state.to_act == seat
    is_new_turn = is_to_act and (match.is_paused or not keeps_time)
    if is_new_turn:
        update.stop_clock(now)
    timing = update.timing(now, update.rests(now)) if is_new_turn or not update.has_people else {}
    if not update.has_people:
        timing = without_pause(timing)  # bots wait for nobody who paused the match and left
    elif match.is_paused and timing:
        timing = begun_in_pause(timing, now)
    update.seats.write(match, now)
    if is_to_act and has_new_holder:
        if match.write(**timing):
            transaction.on_commit(lambda: announce(match), robust=True)
    elif timing:
        match.change(**timing)
