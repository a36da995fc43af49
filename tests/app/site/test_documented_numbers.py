"""The numbers of docs/rules.md that are not the engine's: time, one's own part, experience, the weekly ranking."""

import re

import pytest

from accounts.models.codes import TRIES
from accounts.sign_in import codes as login_codes
from accounts.sign_in import pages as sign_in_pages
from leagues.results import experience, ranking
from tests.support.documents import codes, document, section, table
from whist.tables.correspondence import vote_mails
from whist.tables.match import eligibility, time_controls
from whist.tables.models.kinds import TERMS, Kind
from whist.tables.models.tables import GONE_FOR
from whist.tables.presence import breaks, no_shows
from whist.tables.views.forms import CutForm

pytestmark = pytest.mark.once

RULES = document("docs/rules.md")
UNITS = {"s": 1, "day": 24 * 3600, "days": 24 * 3600}


def numbers(cell: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", cell)))


def in_seconds(cell: str) -> int:
    number, unit = cell.split()
    return int(number) * UNITS[unit]


def is_told(number: str, words: str) -> bool:
    return words in re.sub(r"\s+", " ", section(RULES, number))


def test_time_controls_are_told_with_their_seconds():
    rows = table(section(RULES, "8.1"), "time control")
    told = {codes(row[0])[0]: (in_seconds(row[1]), in_seconds(row[2])) for row in rows}
    assert told == {
        name: (clock.bid, clock.card) for name, clock in time_controls.TIME_CONTROLS.items() if name in told
    }
    assert time_controls.TIME_CONTROLS.keys() <= set(codes(section(RULES, "8.1")))


def test_what_happens_when_time_runs_out_is_told():
    assert is_told("8.1", f"{time_controls.GRACE} seconds more")
    assert is_told("8.2", f"After {time_controls.EXPIRIES_BEFORE_BOT} deadlines missed in a row")
    assert is_told("8.2", f"After {no_shows.TIMED_OUT_FOR_GOOD.seconds // 60} minutes of that")
    assert is_told("8.3", f"gone for {GONE_FOR.seconds} seconds")
    assert is_told("8.3", f"after {no_shows.GONE_FOR_GOOD.seconds // 60} minutes the seat is a bot's")
    assert is_told("8.4", f"a break of {breaks.BREAK.seconds // 60} minutes")


def test_the_longest_word_that_cuts_the_cards_is_told():
    assert is_told("6.3", f"up to {CutForm.base_fields['word'].max_length} characters")


def test_the_part_that_one_must_play_oneself_is_told():
    share, share_in_rooms = ("{}/{}".format(*TERMS[kind].share_needed) for kind in (Kind.FRIENDS, Kind.ROOM))
    assert table(section(RULES, "7.2"), "table") == [
        ["solo, friends", share, share],
        ["room (none yet)", share_in_rooms, share_in_rooms],
    ]
    assert is_told("7.2", f"in the last {eligibility.LAST_ROUNDS} rounds")
    assert is_told("7.2", f"shorter than {eligibility.SHORTEST.seconds} seconds")


def test_experience_is_told():
    told = {row[0]: numbers(row[1]) for row in table(section(RULES, "7.3"), "for")}
    assert told == {
        "each own bid": (experience.PER_BID,),
        "each of them that was exact": (experience.PER_EXACT_BID,),
        "first to sixth place": experience.BY_PLACE,
        "without bids: each trick won with an own card": (experience.PER_TRICK,),
        "without bids: match won": (experience.WON,),
        "without bids: match not won": (experience.NOT_WON,),
    }
    assert is_told("7.3", f"at most {experience.MOST_IN_AN_HOUR} points")


def test_points_of_the_weekly_ranking_are_told():
    told = {row[0]: numbers(row[1]) for row in table(section(RULES, "7.4"), "players")}
    assert told.pop("two sides") == ranking.OF_SIDES
    assert {int(players): points for players, points in told.items()} == ranking.BY_PLACE


def test_when_somebody_loses_the_seat_is_told():
    told = {row[0]: numbers(row[1]) for row in table(document("docs/friends-tables.md"), "why")}
    assert told == {
        "connection gone": (no_shows.GONE_FOR_GOOD.seconds // 60,),
        "timed out": (no_shows.TIMED_OUT_FOR_GOOD.seconds // 60,),
        "not seen, or timed out, in a paused match": (no_shows.PAUSED_FOR_GOOD.days,),
        "correspondence, running": (),
        "correspondence, paused": (vote_mails.TIME_TO_LOOK.days, no_shows.FORGOTTEN.days),
    }


def test_limits_of_signing_in_are_told():
    told = {row[0]: numbers(row[1]) for row in table(document("docs/sign-in.md"), "what")}
    for limit in (login_codes.CODES_PER_ADDRESS, login_codes.GUESSES_PER_ADDRESS):
        assert told[limit.name][0] == limit.count
    for limit in (sign_in_pages.CODES_PER_VISITOR, sign_in_pages.GUESSES_PER_VISITOR):
        assert told[limit.name] == (limit.count,)
    assert told["guesses at one code"] == (TRIES,)
