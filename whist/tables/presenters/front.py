"""The front page: matches to go on with, games that start at once, and the form with every choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whist import bots
from whist.engine import GAMES
from whist.engine.game import Game, Option
from whist.tables.presenters import labels
from whist.tables.presenters.cards import CardFace, card_face
from whist.tables.presenters.labels import Label

if TYPE_CHECKING:
    from whist.tables.forms import SoloForm
    from whist.tables.models import Match

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


@dataclass(frozen=True, slots=True)
class Start:
    """A button that starts a match at once; ``values`` are the hidden fields of its form."""

    title: str
    subtitle: str
    is_main: bool
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Running:
    url: str
    title: Label
    progress: str


def front_page(running: Iterable[Match], form: SoloForm | None = None) -> dict[str, Any]:
    """The context of ``front.html``: the viewer's unfinished matches, newest first, and the form as it was sent."""
    chosen = {name: str(value) for name, value in form.data.items()} if form else {}
    error = " ".join(str(text) for texts in form.errors.values() for text in texts) if form else ""
    return {
        "running": [_running(match) for match in running],
        "starts": _starts(),
        "games": [game_form(game, chosen, error) for game in GAMES.values()],
        "start_url": reverse("tables:start_solo"),
        "picture": front_picture(),
        "empty_sheets": [_empty_sheet(seats) for seats in GAMES["romanian"].seat_counts],
    }


def _running(match: Match) -> Running:
    seats = ngettext("%(n)d player", "%(n)d players", match.table.seats) % {"n": match.table.seats}
    number = {"number": max(match.rounds_dealt, 1)}
    return Running(
        url=reverse("tables:table", args=[match.table_id]),
        title=labels.game_label(match.table.game_slug),
        progress=f"{seats}, " + _("round %(number)d") % number,
    )


def _empty_sheet(seats: int) -> tuple[str, str]:
    """Address and name of the classic score sheet to print."""
    address = reverse("tables:empty_sheet") + f"?game=romanian&seats={seats}"
    return address, ngettext("%(n)d player", "%(n)d players", seats) % {"n": seats}


def _starts() -> list[Start]:
    def solo(title: str, subtitle: str, is_main: bool, **values: str) -> Start:
        return Start(title, subtitle, is_main, tuple(values.items()))

    classic = {"game": "romanian", "schedule": "8-1-8"}
    return [
        solo(_("Classic 8-1-8"), _("6 players, 30 rounds"), True, **classic, seats="6"),
        solo(_("Classic 8-1-8"), _("4 players, 24 rounds"), True, **classic, seats="4"),
        solo(_("Quick match"), _("6 players, 6 rounds"), False, game="romanian", schedule="quick", seats="6"),
        solo(_("52 cards"), _("4 players, 23 rounds"), False, game="romanian52", schedule="1-max-1", seats="4"),
        solo(_("Partnership whist"), _("2 against 2, to 7 points"), False, game="whist", seats="4"),
        solo(_("German whist"), _("2 players, one hand"), False, game="german", seats="2"),
    ]


def game_form(game: Game, chosen: Mapping[str, str], error: str) -> GameForm:
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
        paces=items({code: labels.PACES.get(code, code) for code in bots.PACES}, mine.get("pace"), "normal"),
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


def front_picture() -> tuple[CardFace, ...]:
    """The cards that lie on the table of the front page: a trick that the trump takes."""
    return tuple(card_face(card) for card in ("QD", "7D", "3H", "JD", "KD"))
