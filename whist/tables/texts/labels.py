"""What games, options and their values are called.  The engine knows codes only."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.people import preferences

Label = str | Promise

GAMES: dict[str, Label] = {
    "romanian": _("Romanian whist"),
    "romanian52": _("Romanian whist, 52 cards"),
    "whist": _("Partnership whist"),
    "german": _("German whist"),
}
OPTIONS: dict[str, Label] = {
    "schedule": _("Schedule"),
    "void": _("Who cannot follow suit"),
    "streak": _("Five in a row"),
    "one_card": _("Rounds of one card"),
    "target": _("The match goes to"),
    "best_of": _("Hands"),
    "to_points": _("Match to points"),
    "count": _("Tricks that count"),
    "tie": _("At 13 : 13"),
    "open_stock": _("Open cards of the stock"),
    "race": _("Race"),
    "trump": pgettext_lazy("option", "Trump"),
}
CHOICES: dict[tuple[str, str], Label] = {
    ("schedule", "8-1-8"): _("8-1-8, the classic"),
    ("schedule", "8-8-8"): _("8-8-8, eight cards in the middle too"),
    ("schedule", "1-8-1"): _("1-8-1, up and down again"),
    ("schedule", "quick"): _("Quick, six rounds"),
    ("schedule", "1-max-1"): _("From one card to the most and back"),
    ("schedule", "1xn-max-1xn"): _("The same, with a one-card round for each player at both ends"),
    ("schedule", "1-peak-1"): _("Up to thirteen cards, the whole pack once without trump"),
    ("void", "must_trump"): _("must trump"),
    ("void", "free"): _("plays anything"),
    ("void", "must_overtrump"): _("must trump, and higher than before"),
    ("streak", "none"): _("no bonus"),
    ("streak", "10"): _("±10 points"),
    ("streak", "5"): _("±5 points"),
    ("one_card", "normal"): _("normal"),
    ("one_card", "forehead"): _("on the forehead: you see every card but your own"),
    ("one_card", "hidden"): _("face down until all have bid"),
    ("target", "7"): _("7 points, the American way"),
    ("target", "5"): _("5 points, the short English game"),
    ("target", "10"): _("10 points, the long English game"),
    ("best_of", "1"): _("one hand"),
    ("best_of", "3"): _("best of three"),
    ("best_of", "5"): _("best of five"),
    ("to_points", "none"): _("no"),
    ("to_points", "5"): _("hand after hand to 5 points"),
    ("to_points", "10"): _("hand after hand to 10 points"),
    ("to_points", "25"): _("hand after hand to 25 points"),
    ("count", "all"): _("all 26"),
    ("count", "phase2"): _("only the 13 of phase two"),
    ("tie", "replay"): _("nobody wins, another hand is dealt"),
    ("tie", "phase2"): _("phase two decides"),
    ("open_stock", "none"): _("one"),
    ("open_stock", "2"): _("two, the winner chooses"),
    ("open_stock", "3"): _("three, the winner chooses"),
    ("race", "none"): _("no, every trick is played"),
    ("race", "7"): _("the first to take 7 tricks wins the hand"),
    ("race", "9"): _("the first to take 9 tricks wins the hand"),
    ("trump", "turned"): _("the suit of the first open card"),
    ("trump", "none"): _("none, and the stock stays hidden"),
}
LEVELS: dict[str, Label] = {
    "easy": pgettext_lazy("level of the bots", "Easy"),
    "normal": pgettext_lazy("level of the bots", "Normal"),
}
PACES: dict[str, Label] = preferences.CHOICES["pace"]
CLOCKS: dict[str, Label] = {
    "fast": _("Fast: 10 seconds to bid, 8 for a card"),
    "normal": _("Normal: 20 seconds to bid, 15 for a card"),
    "slow": _("Slow: 45 seconds to bid, 30 for a card"),
    "chess": _("Chess clock: 4 minutes a round + 5 seconds a card"),
    "day": _("By correspondence: one day for each move"),
    "three_days": _("By correspondence: three days for each move"),
}
SHORT_CLOCKS: dict[str, Label] = {
    "fast": pgettext_lazy("clock of a table", "fast"),
    "normal": pgettext_lazy("clock of a table", "normal"),
    "slow": pgettext_lazy("clock of a table", "slow"),
    "chess": pgettext_lazy("clock of a table", "4 minutes a round + 5 s a card"),
    "day": pgettext_lazy("clock of a table", "1 day a move"),
    "three_days": pgettext_lazy("clock of a table", "3 days a move"),
}


def game_label(slug: str) -> Label:
    return GAMES.get(slug, slug)


def option_label(name: str) -> Label:
    return OPTIONS.get(name, name)


def choice_label(option: str, code: str) -> Label:
    return CHOICES.get((option, code), code)
