"""Let bots play each other: ``manage.py arena normal easy greedy random --matches 50``."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from whist.bots.arena import report, run, settings_for
from whist.engine import GAMES
from whist.engine.game import Game


class Command(BaseCommand):
    help = "Measure how strong the bots are: duplicate deals, seats swapped, every two of the levels named."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("levels", nargs="+", help="easy, normal; rule, greedy, random for comparison")
        parser.add_argument("--game", default="romanian", choices=GAMES)
        parser.add_argument("--seats", type=int, help="4 if not given, 2 in a game for two")
        parser.add_argument("--schedule", help="of the game's schedules; its default if not given")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=CODE", help="any other option")
        parser.add_argument("--matches", type=int, default=20, help="pairs of matches, or boards, for every two levels")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--processes", type=int, default=2)

    def handle(self, *args: Any, **options: Any) -> None:
        game = GAMES[options["game"]]
        chosen = [f"schedule={options['schedule']}"] if options["schedule"] else []
        settings = settings_for(
            options["levels"],
            game.slug,
            options["seats"] or (4 if 4 in game.seat_counts else game.seat_counts[0]),
            dict(_option(game, text) for text in chosen + options["option"]),
            options["matches"],
            options["seed"],
        )
        self.stdout.write(report(run(settings, options["processes"])))


def _option(game: Game, text: str) -> tuple[str, Any]:
    """A name and its value, from the code that forms use."""
    name, _, code = text.partition("=")
    for option in game.options:
        for choice in option.choices:
            if (option.name, choice.code) == (name, code):
                return name, choice.value
    raise CommandError(f"{game.slug} has no option {text}")
