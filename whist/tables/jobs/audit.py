"""Proofs over what is stored: that the site kept its promises (docs/audit.md).

An audit gets a match with everything stored of it, replayed once for all audits, and names what is wrong.  Those of
other applications stand in `whist.audits` beside these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import groupby

from whist import audits
from whist.audits import Fault, MatchAudit, SiteAudit
from whist.engine.errors import BadOption, IllegalAction
from whist.engine.game import DEAL, OVER, PLAY, Deal, State, digits, split_actions
from whist.engine.record import ACTORS
from whist.engine.replay import replay_record
from whist.tables.match.records import record_of_match
from whist.tables.models import Heartbeat, Match, MatchSeat, Round

LATE = timedelta(seconds=60)
"""How long after its time a deadline may still wait."""

MOST_LATE = 1_000
"""How many late matches are named."""

ATTEMPTS = 5
"""How often a match that is being played meanwhile is read again."""


@dataclass(frozen=True, slots=True)
class Replay:
    """The stored rounds played again as far as the rules go; by round: what was dealt, the ``seats`` of its actions,
    what was ``made`` and the phase it ends in."""

    state: State | None
    deals: list[Deal]
    seats: list[list[int]]
    made: list[str]
    phases: list[str]
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Audited:
    """A match with its rounds and match seats in order."""

    match: Match
    rounds: Sequence[Round]
    match_seats: Sequence[MatchSeat]
    played: Sequence[tuple[str, str]] = field(init=False)
    replay: Replay = field(init=False)

    def __post_init__(self) -> None:
        played = [(round_.actions, round_.actors) for round_ in self.rounds]
        if self.match.rounds_dealt > len(played):
            played.append((self.match.actions, self.match.actors))
        object.__setattr__(self, "played", played)
        object.__setattr__(self, "replay", replayed(self.match, [actions for actions, _actors in played]))


def replayed(match: Match, rounds: Iterable[str]) -> Replay:
    replay = Replay(None, [], [], [], [])
    try:
        table = match.table
        state = table.game.new_match(table.seats, match.deck.first_dealer(table.seats), match.options)
        for actions in rounds:
            replay.deals.append(state.deal(match.deck.pack(state.round_number, table.game.pack(table.seats))))
            state = _replay_round(state.apply(replay.deals[-1]), actions, replay)
    except (IllegalAction, BadOption, ValueError) as error:
        place = (
            f"round {len(replay.seats) - 1}, action {len(replay.seats[-1]) - 1}" if replay.seats else "before the deal"
        )
        return replace(replay, refusal=f"{place}: {type(error).__name__}")
    return replace(replay, state=state)


def _replay_round(state: State, actions: str, replay: Replay) -> State:
    acted: list[int] = []
    replay.seats.append(acted)
    for code in split_actions(actions):
        kind = PLAY if len(code) == 2 else state.phase
        acted.append(-1 if state.to_act is None else state.to_act)
        state = state.apply(f"{kind}:{code if kind == PLAY else int(code, 36)}")
    replay.made.append(digits(state.round_made))
    replay.phases.append(state.phase)
    return state


# -- I3: every acknowledged action exists once -----------------------------------------------------------------------


def find_lost_actions(audited: Audited) -> Iterator[str]:
    """Prove that rounds, letters and versions agree with each other."""
    match, rounds = audited.match, audited.rounds
    numbers = [round_.number for round_ in rounds]
    if numbers != list(range(len(numbers))):
        yield f"its rounds are numbered {numbers}"
    over = (match.rounds_dealt,) if match.finished_at else (match.rounds_dealt, max(match.rounds_dealt - 1, 0))
    if len(rounds) not in over:
        yield f"{match.rounds_dealt} rounds are dealt and {len(rounds)} are stored"
    if rounds and len(rounds) == match.rounds_dealt and audited.played[-1] != (match.actions, match.actors):
        yield "the last round is not the one on the table"
    for number, (actions, actors) in enumerate(audited.played):
        if len(split_actions(actions)) != len(actors):
            yield f"round {number}: {len(actors)} letters for {len(split_actions(actions))} actions"
        if not ACTORS.issuperset(actors):
            yield f"round {number}: letters {''.join(sorted(set(actors) - ACTORS))!r} say nothing"
    own = sum(actors.count("p") for _actions, actors in audited.played)
    if match.version < max(own, min(match.rounds_dealt, 1)):
        yield f"version {match.version} after {own} moves of players"


def find_wrong_holders(audited: Audited) -> Iterator[str]:
    """Prove that seats change hands without a gap, and that the holder of a seat acted: a bot in its own, a player in
    theirs."""
    by_seat = {
        seat: list(spans) for seat, spans in groupby(audited.match_seats, key=lambda match_seat: match_seat.seat)
    }
    if list(by_seat) != list(range(audited.match.table.seats)):
        yield f"seats {list(by_seat)} are held"
        return
    for seat, spans in by_seat.items():
        ends = [span.to_action for span in spans]
        if [span.from_action for span in spans] != [0, *ends[:-1]] or ends[-1] is not None or None in ends[:-1]:
            yield f"seat {seat} changes hands with a gap"
            return
        if any((span.user_id is None) == (not span.level) for span in spans):
            yield f"seat {seat} is held by nobody, or twice"
    holding = [spans[-1].user_id for spans in by_seat.values() if spans[-1].user_id is not None]
    if len(holding) != len(set(holding)):
        yield "somebody holds two seats"
    yield from _wrong_letters(audited, by_seat)


def _wrong_letters(audited: Audited, by_seat: dict[int, list[MatchSeat]]) -> Iterator[str]:
    before = 0
    for number, ((_actions, actors), seats) in enumerate(zip(audited.played, audited.replay.seats, strict=False)):
        for place, (seat, actor) in enumerate(zip(seats, actors, strict=False)):
            holder = next((t for t in by_seat.get(seat, ()) if _has_held(t, before + place)), None)
            if holder is None or (holder.user_id is None) != (actor == "b"):
                yield f"round {number}, action {place}: {actor!r} does not fit who held seat {seat}"
                return
        before += len(actors)


def _has_held(match_seat: MatchSeat, action: int) -> bool:
    return match_seat.from_action <= action and (match_seat.to_action is None or action < match_seat.to_action)


# -- I5 and I8: the record gives what is stored, and its deals are those that were promised --------------------------


def find_other_results(audited: Audited) -> Iterator[str]:
    """Prove that every action keeps to the rules; rounds and matches end where they are said to, with those tricks."""
    replay, match = audited.replay, audited.match
    if replay.refusal:
        yield replay.refusal
    for round_, made, phase in zip(audited.rounds, replay.made, replay.phases, strict=False):
        if round_.made != made:
            yield f"round {round_.number}: made {round_.made}, replayed {made}"
        if phase not in (DEAL, OVER):
            yield f"round {round_.number} is stored and not over"
    if replay.state is not None and (replay.state.phase == OVER) != (match.finished_at is not None):
        yield "over by the rules and not finished" if match.finished_at is None else "finished before its end"


def find_broken_promises(audited: Audited) -> Iterator[str]:
    """Prove a match the way everybody can check it: from its record alone."""
    if audited.match.finished_at is None:
        return
    replay = audited.replay
    rounds = [(deal, *played) for deal, played in zip(replay.deals, audited.played, strict=False)]
    answer = replay_record(record_of_match(audited.match, rounds if replay.state else None))
    if not (answer["ok"] and answer.get("fair") and answer["finished"]):
        reasons = [f"{name} {answer[name]}" for name in ("error", "detail", "unfair") if name in answer]
        yield "; ".join(reasons) or "its record is not that of a finished match"


#: What `whist.tables` proves of a match.
MATCH_AUDITS: list[tuple[str, MatchAudit]] = [
    ("I3", find_lost_actions),
    ("I3", find_wrong_holders),
    ("I5", find_other_results),
    ("I8", find_broken_promises),
]


# -- I7: no deadline waits while anybody could serve it --------------------------------------------------------------


def find_late_deadlines(now: datetime) -> Iterator[Fault]:
    """Find what was due a minute before the last sign of life of any process."""
    last = Heartbeat.objects.filter(at__lte=now).order_by("-at").values_list("at", flat=True).first()
    if last is None:
        return
    late = Match.objects.due(last - LATE).filter(finished_at=None).values_list("pk", "due_at")
    for match_id, due_at in late[:MOST_LATE]:
        yield Fault(
            match_id, "I7", f"due {(last - (due_at or last)).total_seconds():.0f} s before the last sign of life"
        )


def find_stopped_matches(_now: datetime) -> Iterator[Fault]:
    """Find matches by the clock in which nothing will ever be due, though nobody paused them."""
    running = Match.objects.stopped().on_terms(has_clock=True)
    for match_id in running.values_list("pk", flat=True)[:MOST_LATE]:
        yield Fault(match_id, "I7", "nothing is due, and it is not paused")


#: What `whist.tables` proves of the site as a whole.
SITE_AUDITS: list[SiteAudit] = [find_late_deadlines, find_stopped_matches]


# -- all of them -----------------------------------------------------------------------------------------------------


def audit_matches(match_ids: Sequence[int]) -> list[Fault]:
    """Everything that is wrong with these matches.

    What seems wrong with one that is being played may have been read between two of its moves, and is read again.
    """
    faults: list[Fault] = []
    for audited in read_matches(match_ids):
        found, attempt = faults_of(audited), 1
        while found and attempt < ATTEMPTS and (again := _changed(audited)):
            audited, attempt = again, attempt + 1  # noqa: PLW2901 - the same match, newer
            found = faults_of(audited)
        faults += found
    return faults


def read_matches(match_ids: Sequence[int]) -> Iterator[Audited]:
    matches = Match.objects.filter(pk__in=match_ids).select_related("table").order_by("pk")
    for match in matches.prefetch_related("rounds", "match_seats"):
        rounds = sorted(match.rounds.all(), key=lambda round_: round_.number)
        match_seats = sorted(match.match_seats.all(), key=lambda match_seat: (match_seat.seat, match_seat.from_action))
        yield Audited(match, rounds, match_seats)


def _changed(audited: Audited) -> Audited | None:
    """The match as it is now, if that is not how it was."""
    before = audited.match
    now = next(read_matches([before.pk]), None)
    if now is None:
        return None
    is_same = (now.match.version, now.match.finished_at) == (before.version, before.finished_at)
    return None if is_same and _spans(now) == _spans(audited) and len(now.rounds) == len(audited.rounds) else now


def _spans(audited: Audited) -> list[tuple[int, int, int | None]]:
    return [(match_seat.seat, match_seat.from_action, match_seat.to_action) for match_seat in audited.match_seats]


def faults_of(audited: Audited) -> list[Fault]:
    """The faults of a match; an audit that fails itself is a fault too, and holds up no other."""
    faults = []
    for invariant, audit in audits.MATCH_AUDITS:
        try:
            faults += [Fault(audited.match.pk, invariant, text) for text in audit(audited)]
        except Exception as error:
            faults.append(Fault(audited.match.pk, invariant, f"cannot be audited: {type(error).__name__}"))
    return faults
