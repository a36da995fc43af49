"""The audit finds what is wrong, names it, and finds nothing where nothing is."""

import json
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from leagues.models import Result
from leagues.results.settlement import settle_match
from tests.support.friends import act, dealt, expire, full_table, people
from tests.support.matches import open_match, play_out, reread
from tests.support.slow import let_site_play, slow_match, until_play
from whist import audits
from whist.audits import Fault
from whist.tables.jobs import audit as auditing
from whist.tables.lobby import seating
from whist.tables.management.commands.audit import Progress
from whist.tables.models import Heartbeat, Match, MatchSeat, Round
from whist.tables.presence import breaks

pytestmark = pytest.mark.django_db(transaction=True)

QUICK = {"seats": 6, "schedule": "quick", "pace": "instant"}


@pytest.fixture
def match(ana):
    """Finished: six rounds."""
    return play_out(open_match(ana, **QUICK), ana)


def audit(*arguments, **options):
    """What the command says, line by line, and its exit status."""
    said, status = StringIO(), 0
    try:
        call_command("audit", *arguments, stdout=said, **options)
    except SystemExit as end:
        status = end.code
    return said.getvalue().splitlines(), status


def test_sound_database_passes(match, ana):
    running = open_match(ana, **QUICK)
    lines, status = audit()
    assert status == 0
    assert len(lines) == 1
    assert lines[0].startswith("2 matches audited in ")
    assert lines[0].endswith(" 0 faults")
    assert reread(running).finished_at is None


@pytest.mark.parametrize(
    "options",
    [
        {"game": "romanian", "seats": 4, "schedule": "1-8-1", "one_card": "forehead"},
        {"game": "romanian52", "seats": 6},
        {"game": "whist", "seats": 4, "target": 5},
        {"game": "german", "seats": 2, "open_stock": 2},
    ],
)
def test_every_game_passes(ana, options):
    play_out(open_match(ana, pace="instant", **options), ana)
    assert audit()[1] == 0


def test_friends_match_with_everything_that_may_happen_passes():
    users = people(4)
    now = timezone.now()
    match = until_play(slow_match(users[:3], allows_undo=True), users, now)
    from whist.tables.correspondence.premoves import prepare_cards

    prepare_cards(match.table_id, users[1], {"D": "9D"}, now)
    match = let_site_play(act(match, users, now, "play:QD"))
    match = expire(match)
    seating.stand_up(match.table_id, users[1], now)
    seating.sit_down(match.table_id, users[3], 1, now)
    at_once = dealt(full_table(users[:3]))
    breaks.take_break(at_once.table_id, users[0], now)
    for _ in range(12):
        match, at_once = expire(match), expire(at_once)
    assert {"p", "q"} <= set(_letters(match))
    assert "c" in _letters(at_once)
    assert audit()[1] == 0
    assert auditing.audit_matches([match.pk, at_once.pk]) == []


def _letters(match: Match) -> str:
    """Who has acted, move by move."""
    return match.actors + "".join(match.rounds.values_list("actors", flat=True))


def test_bid_taken_back_while_a_seat_changes_hands_passes():
    from whist.tables.match import moves
    from whist.tables.match.state_cache import state_of

    users = people(5)
    table = full_table(users[:3], 3, allows_undo=True)
    match = dealt(table)
    for newcomer in users[3:]:
        bidder = state_of(match).to_act
        match = act(match, users, timezone.now(), "bid:1")
        leaver = (bidder + 2) % 3
        user = MatchSeat.objects.get(match=match, seat=leaver, to_action=None).user
        seating.stand_up(table.pk, user, timezone.now())
        moves.undo_bid(table.pk, users[bidder], reread(match).version, timezone.now())
        seating.sit_down(table.pk, newcomer, leaver, timezone.now())
        users[leaver] = newcomer
        match = act(reread(match), users, timezone.now(), "bid:0")
    assert auditing.audit_matches([match.pk]) == []


# -- each kind of fault ----------------------------------------------------------------------------------------------


def change_round(match, number, **changes):
    Round.objects.filter(match=match, number=number).update(**changes)


def change_match(match, **changes):
    Match.objects.filter(pk=match.pk).update(**changes)


def lose_round(match):
    Round.objects.filter(match=match, number=2).delete()


def lose_last_round(match):
    Round.objects.filter(match=match, number=5).delete()


def lose_letter(match):
    change_round(match, 1, actors=Round.objects.get(match=match, number=1).actors[:-1])


def lose_action(match):
    change_round(match, 1, actions=Round.objects.get(match=match, number=1).actions[:-2])


def double_action(match):
    played = Round.objects.get(match=match, number=1)
    change_round(match, 1, actions=played.actions + played.actions[-2:], actors=played.actors + "b")


def swap_cards(match):
    """The first two of a trick are of two seats, and neither holds the other's."""
    text = Round.objects.get(match=match, number=0).actions
    change_round(match, 0, actions=text[:6] + text[8:10] + text[6:8] + text[10:])


def unknown_letter(match):
    change_round(match, 0, actors="z" + Round.objects.get(match=match, number=0).actors[1:])


def letter_of_a_bot(match):
    change_round(match, 3, actors="b" * 54)


def other_version(match):
    change_match(match, version=1)


def other_table_round(match):
    change_match(match, actors="b" * len(match.actors))


def other_tricks(match):
    made = Round.objects.get(match=match, number=4).made
    change_round(match, 4, made=made[::-1] if made != made[::-1] else "9" + made[1:])


def other_secret(match):
    change_match(match, secret=bytes(32))


def other_salt(match):
    change_match(match, salt=bytes(16))


def other_cuts(match):
    change_match(match, cuts=["later"])


def other_options(match):
    sizes = next(sizes for sizes in ([8, 7, 6, 5, 4, 3], [8, 7, 6, 5, 4, 2]) if sizes != match.options["sizes"])
    change_match(match, options={"schedule": "quick", "sizes": sizes})


def unfinished(match):
    change_match(match, finished_at=None)


def seat_without_beginning(match):
    MatchSeat.objects.filter(match=match, seat=2).update(from_action=3)


def seat_without_end(match):
    MatchSeat.objects.filter(match=match, seat=2).update(to_action=20)


def seat_of_nobody(match):
    MatchSeat.objects.filter(match=match, seat=2).delete()


def seat_of_a_player_without_name(match):
    MatchSeat.objects.filter(match=match, seat=0).update(user=None, level="easy")


@pytest.mark.once
@pytest.mark.parametrize(
    ("corrupt", "invariant", "words"),
    [
        (lose_round, "I3", "its rounds are numbered [0, 1, 3, 4, 5]"),
        (lose_last_round, "I3", "6 rounds are dealt and 5 are stored"),
        (lose_letter, "I3", "round 1: "),
        (lose_action, "I5", "round 1 is stored and not over"),
        (double_action, "I5", "round 1, action"),
        (swap_cards, "I5", "round 0, action"),
        (unknown_letter, "I3", "round 0: letters 'z' say nothing"),
        (letter_of_a_bot, "I3", "round 3"),
        (other_version, "I3", "version 1 after"),
        (other_table_round, "I3", "the last round is not the one on the table"),
        (other_tricks, "I5", "round 4: made"),
        (other_secret, "I8", ""),
        (other_salt, "I8", ""),
        (other_cuts, "I8", ""),
        (other_options, "I8", ""),
        (unfinished, "I5", "over by the rules and not finished"),
        (seat_without_beginning, "I3", "seat 2 changes hands with a gap"),
        (seat_without_end, "I3", "seat 2 changes hands with a gap"),
        (seat_of_nobody, "I3", "seats [0, 1, 3, 4, 5] are held"),
        (seat_of_a_player_without_name, "I3", "does not fit who held seat 0"),
    ],
)
def test_whatever_is_corrupted_is_named(match, ana, corrupt, invariant, words):
    sound = play_out(open_match(ana, **QUICK), ana)
    corrupt(match)
    lines, status = audit()
    assert status == 1
    assert any(line.startswith(f"match {match.pk}: {invariant}: ") and words in line for line in lines), lines
    assert not any(line.startswith(f"match {sound.pk}:") for line in lines)


def test_match_finished_too_early_is_named(ana):
    match = open_match(ana, **QUICK)
    change_match(match, finished_at=timezone.now())
    assert f"match {match.pk}: I5: finished before its end" in audit()[0]


def test_forgotten_deadline_is_named(ana):
    match, now = open_match(ana), timezone.now()
    change_match(match, due_at=now - timedelta(minutes=5))
    assert audit()[1] == 0  # no process has ever been seen
    Heartbeat.objects.create(name="web", at=now - timedelta(minutes=4, seconds=30))
    assert audit()[1] == 0  # nothing has run since
    Heartbeat.objects.create(name="bots", at=now - timedelta(minutes=1))
    lines, status = audit()
    assert status == 1
    assert lines[0] == f"match {match.pk}: I7: due 240 s before the last sign of life"


def test_match_that_is_played_meanwhile_is_read_again(ana, monkeypatch):
    """Its rounds were read after a move that the match itself was read before."""
    match = play_out(open_match(ana, **QUICK), ana)
    read, calls = auditing.read_matches, []

    def read_torn(ids):
        for audited in read(ids):
            calls.append(audited)
            if len(calls) == 1:
                audited.match.version -= 1
                audited.match.rounds_dealt -= 1
            yield audited

    monkeypatch.setattr(auditing, "read_matches", read_torn)
    assert auditing.audit_matches([match.pk]) == []
    assert len(calls) == 2


def test_audit_that_fails_is_a_fault_and_holds_up_no_other(match, monkeypatch):
    def fail(audited):
        raise RuntimeError("secret of somebody")

    monkeypatch.setattr(audits, "MATCH_AUDITS", [("X", fail), *audits.MATCH_AUDITS])
    lines, status = audit()
    assert (status, lines[0]) == (1, f"match {match.pk}: X: cannot be audited: RuntimeError")


def test_applications_above_add_audits(match, monkeypatch):
    def places(audited):
        yield f"places {audited.replay.state.ranking().places}"

    monkeypatch.setattr(audits, "MATCH_AUDITS", [("results", places)])
    monkeypatch.setattr(audits, "SITE_AUDITS", [lambda now: [Fault(0, "I1", "drift")]])
    lines, _status = audit()
    assert lines[0] == "match 0: I1: drift"
    assert lines[1].startswith(f"match {match.pk}: results: places (")


# -- the command -----------------------------------------------------------------------------------------------------


def test_answer_as_json(match):
    other_tricks(match)
    lines, status = audit("--json")
    fault, sums = map(json.loads, lines)
    assert status == 1
    assert (fault["match_id"], fault["invariant"]) == (match.pk, "I5")
    assert (sums["matches"], sums["faults"]) == (1, 1)


def test_only_what_ran_since_a_day(match):
    other_tricks(match)
    noon = timezone.localtime().replace(hour=12)  # near midnight ten days may be eleven where the clocks are changed
    change_match(match, finished_at=noon - timedelta(days=10))
    assert audit(f"--since={noon.date() - timedelta(days=9)}")[1] == 0
    assert audit(f"--since={noon.date() - timedelta(days=10)}")[1] == 1
    with pytest.raises(CommandError):
        audit("--since=yesterday")


def test_two_processes_find_the_same(ana, match):
    other_tricks(match)
    lines, status = audit("--jobs=2")
    assert status == 1
    assert lines[0].startswith(f"match {match.pk}: I5: round 4: made")
    assert lines[-1].startswith("1 matches audited")


def test_matches_are_read_in_batches(django_assert_max_num_queries):
    for user in people(6):
        open_match(user, **QUICK)
    with django_assert_max_num_queries(8):
        assert audit()[0][-1].startswith("6 matches audited")


class Terminal(StringIO):
    def isatty(self):
        return True


def test_progress_is_shown_where_somebody_looks():
    out = Terminal()
    progress = Progress(200, out)
    progress.advance(50)
    assert "50/200" in out.getvalue()
    assert "matches/s" in out.getvalue()
    assert "left" in out.getvalue()
    quiet = StringIO()
    Progress(200, quiet).advance(50)
    assert quiet.getvalue() == ""


def test_wrong_and_missing_results_are_named(match, ana):
    settle_match(match.pk, timezone.now())
    result = Result.objects.get(match=match)
    right = result.place
    Result.objects.filter(match=match).update(place=7 - right)
    lines, status = audit()
    assert status == 1
    assert f"match {match.pk}: I5: user {ana.pk} has place {7 - right} instead of {right}" in lines
    Result.objects.filter(match=match).delete()
    lines, status = audit()
    assert f"match {match.pk}: I5: user {ana.pk} has no result" in lines


def another_result(match, user):
    stranger = User.objects.create_user("stranger@example.org", name="Stranger")
    result = Result.objects.get(match=match, user=user)
    result.user_id, result._state.adding = stranger.pk, True
    result.save(force_insert=True)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seat": 5}, "has seat 5 instead of"),
        ({"own": 30}, "has own 30 instead of"),
        ({"exact": 30}, "has exact 30 instead of"),
        ({"xp": 9_999}, "has 9999 points of experience, and at most"),
        ({"ranking_points": 10, "week": date(2026, 11, 30)}, "has 10 points in the week of 2026-11-30 instead of None"),
        (another_result, "has a result and did not play"),
    ],
)
def test_result_that_does_not_follow_from_its_record_is_named(match, ana, change, words):
    settle_match(match.pk, timezone.now())
    assert audit()[1] == 0
    if callable(change):
        change(match, ana)
    else:
        Result.objects.filter(match=match).update(**change)
    lines, status = audit()
    assert status == 1
    assert any(words in line for line in lines), lines


def test_friends_match_in_which_nothing_is_due_and_somebody_with_two_seats_are_named():
    users = people(2)
    match = dealt(full_table(users, 3))
    assert audit()[1] == 0
    change_match(match, due_at=None)
    MatchSeat.objects.filter(match=match, seat=1).update(user=users[0])
    lines, _status = audit()
    assert f"match {match.pk}: I7: nothing is due, and it is not paused" in lines
    assert f"match {match.pk}: I3: somebody holds two seats" in lines
