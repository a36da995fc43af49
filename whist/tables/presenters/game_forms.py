"""A form for each game with every choice, as the front page and the page for opening a table show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from whist import bots
from whist.engine import GAMES
from whist.engine.game import Game, Option
from whist.tables.texts import labels
from whist.tables.texts.labels import Label

USUAL_SEATS = 4


@dataclass(frozen=True, slots=True)
class ChoiceItem:
    """``seats`` is where it is offered, numbers with blanks between them; empty means everywhere."""

    code: str
    label: Label
    seats: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class OptionField:
    """``excludes`` are the names of other options that keep their default while this one does not, blanks between
    them; ``note`` says so."""

    name: str
    label: Label
    choices: tuple[ChoiceItem, ...]
    excludes: str
    note: str


@dataclass(frozen=True, slots=True)
class GameForm:
    """One form: ``fields`` are the game's own options, after seats and before level and pace."""

    slug: str
    label: Label
    has_bids: bool
    is_open: bool
    seats: tuple[ChoiceItem, ...]
    fields: tuple[OptionField, ...]
    levels: tuple[ChoiceItem, ...]
    paces: tuple[ChoiceItem, ...]
    error: str

    def opened(self) -> GameForm:
        return replace(self, is_open=True)


def game_form(game: Game, chosen: Mapping[str, str], error: str, pace: str = "normal") -> GameForm:
    """An error of a game that does not exist stands with the first one."""
    sent = chosen.get("game") if chosen.get("game") in GAMES else next(iter(GAMES))
    is_sent = sent == game.slug
    mine = chosen if is_sent else {}
    return GameForm(
        slug=game.slug,
        label=labels.game_label(game.slug),
        has_bids=game.has_bids,
        is_open=is_sent and bool(error),
        seats=items({str(n): str(n) for n in game.seat_counts}, mine.get("seats"), _usual_seats(game)),
        fields=tuple(_field(game, option, mine.get(option.name)) for option in game.options),
        levels=items({code: labels.LEVELS.get(code, code) for code in bots.LEVELS}, mine.get("level"), "normal"),
        paces=items({code: labels.PACES.get(code, code) for code in bots.PACES}, mine.get("pace"), pace),
        error=error if is_sent else "",
    )


def items(offered: Mapping[str, Label], chosen: str | None, default: str) -> tuple[ChoiceItem, ...]:
    current = chosen if chosen in offered else default
    return tuple(ChoiceItem(code, label, "", code == current) for code, label in offered.items())


def _usual_seats(game: Game) -> str:
    return str(USUAL_SEATS if USUAL_SEATS in game.seat_counts else game.seat_counts[0])


def _field(game: Game, option: Option, chosen: str | None) -> OptionField:
    codes = [choice.code for choice in option.choices]
    current = chosen if chosen in codes else codes[0]
    choices = tuple(
        ChoiceItem(
            choice.code,
            _limited(labels.choice_label(option.name, choice.code), choice.seats),
            " ".join(map(str, choice.seats)),
            choice.code == current,
        )
        for choice in option.choices
    )
    others = [name for pair in game.exclusive if option.name in pair for name in pair if name != option.name]
    note = ", ".join(str(labels.option_label(name)) for name in others)
    return OptionField(
        name=option.name,
        label=labels.option_label(option.name),
        choices=choices,
        excludes=" ".join(others),
        note=_("not together with: %(options)s") % {"options": note} if note else "",
    )


def _limited(label: Label, seats: Sequence[int]) -> Label:
    if not seats:
        return label
    numbers = ", ".join(map(str, seats))
    return _("%(label)s (%(seats)s players only)") % {"label": label, "seats": numbers}
