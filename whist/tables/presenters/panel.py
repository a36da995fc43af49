"""What a friends' table shows besides its game: the clock, who is away, pauses, the host's and everybody's choices."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whist.engine.game import DEAL, OVER
from whist.tables.match.seats import is_played_for
from whist.tables.match.time_controls import GRACE, TIME_CONTROLS
from whist.tables.match.undo import can_undo
from whist.tables.models import Match
from whist.tables.texts.sentences import votes_line

if TYPE_CHECKING:
    from whist.tables.match.selectors import TableView


@dataclass(frozen=True, slots=True)
class TablePanel:
    """``due`` and ``now`` are milliseconds since the epoch, ``due`` empty while no clock runs; ``left`` is the same in
    words.  ``state`` is a sentence about the whole table, such as that it is paused.  ``free_seats``, with their shown
    numbers and the names of their bots, may be taken by the viewer, a spectator; ``lost_seat`` is the one of them that
    was their own.  Once the match is over, the table seats say who sits at the table, whoever played;
    ``free_table_seats``, with their numbers, are for a viewer without one.  ``may_agree`` is the vote of others that
    the viewer can share."""

    revision: int
    due: int | str
    now: int
    left: str
    state: str
    is_seated: bool
    is_host: bool
    is_over: bool
    is_closed: bool
    is_paused: bool
    is_played_for: bool
    may_deal: bool
    may_undo: bool
    may_cut: bool
    may_leave: bool
    may_pause: bool
    may_rest: bool
    has_voted: bool
    may_agree: str
    votes: str
    cuts: str
    allows_undo: bool
    is_correspondence: bool
    free_seats: tuple[tuple[int, int, str], ...]
    free_table_seats: tuple[tuple[int, int], ...]
    lost_seat: int | None


def panel_of(view: TableView, now: datetime) -> TablePanel | None:
    """None for a table at which people do not meet."""
    table, match, seen = view.table, view.match, view.observation
    terms = table.terms
    if not terms.is_shared:
        return None
    own = view.match_seats.get(view.seat) if view.seat is not None else None
    is_over, is_start = seen.phase == OVER, seen.phase == DEAL and not match.rounds_dealt
    due = deadline(view)
    is_seated, free_table_seats = _table_seats_for(view) if is_over else (own is not None, ())
    is_host = is_seated and view.viewer_id == table.host_id
    is_correspondence = table.clock in TIME_CONTROLS and TIME_CONTROLS[table.clock].is_correspondence
    has_voted, votes = own is not None and bool(own.vote), "" if is_over else _votes(view)
    return TablePanel(
        revision=table.revision,
        due=milliseconds(due) if due else "",
        now=milliseconds(now),
        left=time_left(due - now) if due else "",
        state=_state(view),
        is_seated=is_seated,
        is_host=is_host,
        is_over=is_over,
        is_closed=table.closed_at is not None,
        is_paused=match.is_paused,
        is_played_for=own is not None and not is_over and is_played_for(own),
        may_deal=(is_host or not terms.host_deals) and is_seated and not match.is_paused,
        may_undo=can_undo(match, seen, own) and not match.is_paused,
        may_cut=terms.can_cut and is_start and own is not None and not own.has_cut and not match.is_paused,
        may_leave=terms.seats_people and is_seated,
        may_pause=terms.can_pause and own is not None and not is_over,
        may_rest=terms.can_pause and own is not None and not own.has_rested and not is_over and not is_correspondence,
        has_voted=has_voted,
        may_agree=_may_agree(match) if own is not None and not has_voted and (votes or match.is_paused) else "",
        votes=votes,
        cuts=ngettext("cut by %(n)d player", "cut by %(n)d players", len(match.cuts)) % {"n": len(match.cuts)}
        if match.cuts
        else "",
        allows_undo=table.allows_undo,
        free_seats=_free_seats(view) if terms.seats_people and own is None and not is_over else (),
        free_table_seats=free_table_seats,
        lost_seat=None if is_over else view.lost_seat,
        is_correspondence=is_correspondence,
    )


def _table_seats_for(view: TableView) -> tuple[bool, tuple[tuple[int, int], ...]]:
    """Whether the viewer has a table seat, and otherwise the free ones; after a match, when people come and go."""
    if view.table.closed_at is not None:
        return False, ()
    people = dict(view.table.table_seats.exclude(user=None).values_list("seat", "user_id"))
    if view.viewer_id in people.values():
        return True, ()
    return False, tuple((seat, seat + 1) for seat in range(view.table.seats) if seat not in people)


def _may_agree(match: Match) -> str:
    return "resume" if match.is_paused else "pause"


def _free_seats(view: TableView) -> tuple[tuple[int, int, str], ...]:
    """Seats of bots that a spectator may take: seat, shown number, name of the bot.  The one that they have lost has a
    button of its own."""
    bots = (player for player in view.players if player.is_bot and player.seat != view.lost_seat)
    return tuple((player.seat, player.seat + 1, player.name) for player in bots)


def deadline(view: TableView) -> datetime | None:
    """Until when the player to act may think, as it is shown; None while nobody, or a bot, is to act."""
    seen, due = view.observation, view.match.due_at
    if due is None or seen.to_act is None or view.table.clock not in TIME_CONTROLS:
        return None
    player = view.players[seen.to_act]
    if player.is_bot or player.is_away:
        return None
    return due - timedelta(seconds=GRACE)


def milliseconds(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def time_left(left: timedelta) -> str:
    """As a clock shows it: seconds, from a minute and a half on minutes and seconds; then minutes, hours, days."""
    seconds = max(0, round(left.total_seconds()))
    if seconds < 90:
        return _("%(n)d s") % {"n": seconds}
    if seconds < 600:
        return f"{seconds // 60}:{seconds % 60:02}"
    if seconds < 90 * 60:
        return _("%(n)d min") % {"n": round(seconds / 60)}
    if seconds < 36 * 3600:
        return _("%(n)d h") % {"n": round(seconds / 3600)}
    return ngettext("%(n)d day", "%(n)d days", round(seconds / 86400)) % {"n": round(seconds / 86400)}


def _state(view: TableView) -> str:
    if view.match.is_paused:
        return _("The match is paused.")
    if view.lost_seat is not None:
        return _("A bot has your seat now.")
    if view.seat is not None and view.players[view.seat].is_away:
        return _("A bot plays for you.")
    away = [player.name for player in view.players if player.is_away and player.seat != view.seat]
    if away:
        return ngettext("A bot plays for %(names)s.", "Bots play for %(names)s.", len(away)) % {
            "names": ", ".join(away)
        }
    return _("You look on.") if view.seat is None else ""


def _votes(view: TableView) -> str:
    """How many have voted to pause, or to go on."""
    people = [player for player in view.players if not player.is_bot and not player.is_away]
    wanting = sum(bool(view.match_seats[player.seat].vote) for player in people)
    if not wanting:
        return ""
    return votes_line(wanting, len(people), is_paused=view.match.is_paused)
