"""What is right when a match of people is over: the pages, the record, the results, the ranking and the audit agree."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.evening import BOGDAN, CARMEN, DAN, Evening, Person
from tests.e2e.friends import PATIENT
from whist.engine.replay import replay_record

POINTS_BY_PLACE = (10, 6, 4, 3, 2, 1)
LAST_ROUNDS = 3

RANKED = """(lines) => lines.map((line) => [
    Number(line.querySelector(".place").textContent),
    line.querySelector(".who > span").firstChild.textContent.trim(),
    Number(line.querySelector(".score").textContent.replace("−", "-")),
])"""

STORED = """
import json
from contextlib import suppress
from io import StringIO
from django.core.management import call_command
from leagues.models import Result
audit = StringIO()
with suppress(SystemExit):  # other tests leave faults in their own matches
    call_command("audit", "--json", stdout=audit)
*faults, sums = map(json.loads, audit.getvalue().splitlines())
print(sums["matches"] > 0, [fault for fault in faults if fault["match_id"] == %(match)d])
call_command("verify_match", %(match)d)
results = Result.objects.filter(match=%(match)d).select_related("user")
print(json.dumps({each.user.shown_name: [
    each.seat, each.place, each.own, each.needed, each.reason, each.ranking_points] for each in results}))
"""


@dataclass
class Replayed:
    """A match as its record tells it: by seat the place, the total, and the letters of who acted."""

    rounds: int
    places: list[int]
    totals: list[int]
    actors: list[str]

    @property
    def ranked(self) -> list[int]:
        """The seats from the first place to the last."""
        return sorted(range(len(self.places)), key=self.places.__getitem__)


def replayed(record: Any) -> Replayed:
    answer = replay_record(record)
    assert answer["ok"]
    assert answer["fair"]
    assert answer["finished"]
    seats = range(record["seats"])
    return Replayed(
        rounds=len(answer["rounds"]),
        places=[answer["ranking"].index(seat) + 1 for seat in seats],
        totals=answer["rounds"][-1]["total"],
        actors=["".join(bidders(record, number)[seat] for number in range(len(answer["rounds"]))) for seat in seats],
    )


def bidders(record: Any, number: int) -> str:
    """By seat the letter of who bid in a round."""
    seats, letters = record["seats"], record["rounds"][number]["actors"]
    leader = (record["first_dealer"] + number + 1) % seats
    return "".join(letters[(seat - leader) % seats] for seat in range(seats))


class Reckoning:
    def __init__(self, evening: Evening) -> None:
        self.evening, self.match = evening, evening.shown.match
        expect(evening.ana.page.locator(".final .gain b")).to_be_visible(timeout=PATIENT)  # everything is settled
        answer = evening.ana.page.request.get(f"/matches/{self.match}/record/")
        self.replayed = replayed(json.loads(answer.text()))
        self.needed = -(-self.replayed.rounds * 3 // 4)

    def seat_of(self, person: Person) -> int:
        people = self.evening.people
        return DAN if person is self.evening.gabi else people.index(person)

    def reason(self, person: Person) -> str:
        """Why the match does not count for somebody (docs/rules.md §7.2)."""
        if len(person.bids) < self.needed:
            return "few"
        return "" if person.bids[-1] > self.replayed.rounds - LAST_ROUNDS else "late"

    def points(self, person: Person) -> int | None:
        place = self.replayed.places[self.seat_of(person)]
        return POINTS_BY_PLACE[place - 1] if person.is_member and not self.reason(person) else None

    # -- the proofs --------------------------------------------------------------------------------------------------

    def check(self) -> None:
        self.check_actors()
        self.check_pages()
        self.check_ranking()
        self.check_stored()

    def check_actors(self) -> None:
        """Bids are by whom the evening knows; the site acted for the one who never did, and for the one away."""
        bids = self.replayed.actors
        for person in self.evening.people:
            letters = bids[self.seat_of(person)]
            assert all(letters[number - 1] == "p" for number in person.bids), (person.name, letters, person.bids)
        assert set(bids[BOGDAN]) <= {"c", "b"}
        assert bids[BOGDAN][0] == "c"
        assert bids[CARMEN][0] in "ac"

    def check_pages(self) -> None:
        """Everybody reads the same result, each with what it brought them."""
        for person in self.evening.people:
            page = person.page
            page.goto(f"/matches/{self.match}/")
            assert ranked_on(page) == self.ranked_names(page), person.name
            gain = page.locator(".gain")
            if self.reason(person) == "few":
                expect(gain).to_have_text(f"No experience: {len(person.bids)} own bids, {self.needed} needed.")
            else:
                expect(gain).to_contain_text(re.compile("experience points?"))

    def ranked_names(self, page: Page) -> list[list[Any]]:
        """As the record has it, with the names that the page gives to those who sat there at the end."""
        names = page.locator(".seated li").all_inner_texts()
        for person in (self.evening.ana, self.evening.carmen, self.evening.gabi, *self.evening.people[4:6]):
            assert names[self.seat_of(person)].startswith(person.name)
        replay = self.replayed
        return [
            [replay.places[seat], re.sub(r",.*", "", names[seat]).strip(), replay.totals[seat]]
            for seat in replay.ranked
        ]

    def check_ranking(self) -> None:
        page = self.evening.ana.page
        page.goto("/friends/")
        for person in self.evening.people:
            row = page.locator(".standings tr", has_text=person.name)
            points = self.points(person)
            if points is None:
                expect(row).to_have_count(0)
            else:
                expect(row.locator("td b")).to_have_text(str(points))

    def check_stored(self) -> None:
        """A result for each of the seven, whoever sat there at the end; the audit finds nothing wrong with it."""
        said = self.evening.command_line.run(STORED % {"match": self.match})
        assert said.startswith("True []"), said
        assert f"match {self.match}: verified" in said
        stored = json.loads(said.splitlines()[-1])
        assert stored == {person.name: self.result(person) for person in self.evening.people}

    def result(self, person: Person) -> list[Any]:
        seat = self.seat_of(person)
        own, reason = len(person.bids), self.reason(person)
        return [seat, self.replayed.places[seat], own, self.needed, reason, self.points(person)]


def ranked_on(page: Page) -> list[list[Any]]:
    """Place, name and score of each line."""
    lines: list[list[Any]] = page.locator(".rank li").evaluate_all(RANKED)
    return lines
