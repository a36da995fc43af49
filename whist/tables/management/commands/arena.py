"""Lets bots play each other: ``manage.py arena normal easy greedy random --matches 50``."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from whist.bots.arena import report, run, settings_for


class Command(BaseCommand):
    help = "Measure how strong the bots are: duplicate deals, seats swapped, every two of the levels named."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("levels", nargs="+", help="easy, normal; rule, greedy, random for comparison")
        parser.add_argument("--game", default="romanian")
        parser.add_argument("--seats", type=int, default=4)
        parser.add_argument("--schedule", help="of the game's schedules; its default if not given")
        parser.add_argument("--matches", type=int, default=20, help="pairs of matches for every two levels")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--processes", type=int, default=2)

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = {"schedule": options["schedule"]} if options["schedule"] else {}
        settings = settings_for(
            options["levels"], options["game"], options["seats"], chosen, options["matches"], options["seed"]
        )
        self.stdout.write(report(run(settings, options["processes"])))
