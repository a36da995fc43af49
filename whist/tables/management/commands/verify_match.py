from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from whist.engine.replay import replay_record
from whist.tables.match.records import record_of_match
from whist.tables.models import Match, made_numbers


class Command(BaseCommand):
    help = "Replay finished matches from what is stored of them, and check deals, actions and tricks made."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", nargs="+", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        failures = [number for number in options["match"] if not self.verify(number)]
        if failures:
            raise CommandError(f"{len(failures)} of {len(options['match'])} matches did not verify")

    def verify(self, number: int) -> bool:
        match = Match.objects.select_related("table").filter(pk=number).first()
        fault = "no such match" if match is None else self.find_fault(match)
        self.stdout.write(f"match {number}: {fault or 'verified'}")
        return not fault

    def find_fault(self, match: Match) -> str:
        """What is wrong, or an empty text."""
        if match.finished_at is None:
            return "not finished: its deals are still secret"
        answer = replay_record(record_of_match(match))
        if not answer["ok"] or not answer.get("fair"):
            return str({name: value for name, value in answer.items() if name != "rounds"})
        stored = [list(made_numbers(played.made)) for played in match.rounds.order_by("number")]
        replayed = [played["made"] for played in answer["rounds"]]
        return "" if stored == replayed and answer["finished"] else "the tricks stored are not the tricks replayed"
