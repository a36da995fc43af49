"""The front page: matches to go on with, games that start at once, and the form with every choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whist.engine import GAMES
from whist.engine.game import Game, Option
from whist.tables.presenters import labels
from whist.tables.presenters.cards import CardFace, card_face
from whist.tables.presenters.labels import Label

if TYPE_CHECKING:
    from whist.tables.selectors import TableView


@dataclass(frozen=True, slots=True)
class ChoiceItem:
    """``seats`` is where it is offered, numbers with blanks between them; empty means everywhere."""

    code: str
    label: Label
    seats: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class OptionField:
    name: str
    label: Label
    choices: tuple[ChoiceItem, ...]


@dataclass(frozen=True, slots=True)
class GameForm:
    """One form: ``fields`` are the game's own options, after seats and before level and pace."""

    slug: str
    label: Label
    is_open: bool
    seats: tuple[ChoiceItem, ...]
    fields: tuple[OptionField, ...]
    levels: tuple[ChoiceItem, ...]
    paces: tuple[ChoiceItem, ...]
    error: str


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
    is_my_turn: bool


def front_page(
    running: Sequence[TableView] = (),
    *,
    chosen: Mapping[str, str] | None = None,
    error: str = "",
    levels: Iterable[str] = tuple(labels.LEVELS),
    paces: Iterable[str] = tuple(labels.PACES),
) -> dict[str, Any]:
    """The context of ``front.html``.

    ``running`` are the viewer's unfinished matches, newest first.  After a refused form ``chosen`` is what was sent
    and ``error`` the sentence about it; otherwise ``chosen`` may hold what the viewer played last.
    """
    values = dict(chosen or {})
    return {
        "running": [_running(view) for view in running],
        "starts": _starts(),
        "games": [_game_form(game, values, error, levels, paces) for game in GAMES.values()],
        "start_url": reverse("tables:start_solo"),
        "open_form": bool(error),
        "picture": front_picture(),
    }


def _running(view: TableView) -> Running:
    seen = view.observation
    progress = _("round %(number)d of %(rounds)d") % {"number": seen.round_number + 1, "rounds": seen.rounds}
    return Running(
        url=reverse("tables:table", args=[view.table.pk]),
        title=labels.GAMES.get(view.table.game, view.table.game),
        progress=progress,
        is_my_turn=view.seat is not None and seen.to_act == view.seat,
    )


def _starts() -> list[Start]:
    def solo(title: str, subtitle: str, is_main: bool, **values: str) -> Start:
        return Start(title, subtitle, is_main, tuple(values.items()))

    classic = {"game": "romanian", "schedule": "8-1-8"}
    return [
        solo(_("Classic 8-1-8"), _("six players, 30 rounds"), True, **classic, seats="6"),
        solo(_("Classic 8-1-8"), _("four players, 24 rounds"), True, **classic, seats="4"),
        solo(_("Quick match"), _("six players, 6 rounds"), False, game="romanian", schedule="quick", seats="6"),
        solo(_("52 cards"), _("four players, 23 rounds"), False, game="romanian52", schedule="1-max-1", seats="4"),
    ]


def _game_form(
    game: Game, chosen: Mapping[str, str], error: str, levels: Iterable[str], paces: Iterable[str]
) -> GameForm:
    is_open = chosen.get("game", "romanian") == game.slug
    mine = chosen if is_open else {}
    return GameForm(
        slug=game.slug,
        label=labels.GAMES.get(game.slug, game.slug),
        is_open=is_open,
        seats=_items({str(n): str(n) for n in game.seat_counts}, mine.get("seats"), "4"),
        fields=tuple(_field(option, mine.get(option.name)) for option in game.options),
        levels=_items({code: labels.LEVELS.get(code, code) for code in levels}, mine.get("level"), "normal"),
        paces=_items({code: labels.PACES.get(code, code) for code in paces}, mine.get("pace"), "normal"),
        error=error if is_open else "",
    )


def _items(offered: Mapping[str, Label], chosen: str | None, default: str) -> tuple[ChoiceItem, ...]:
    current = chosen if chosen in offered else default
    return tuple(ChoiceItem(code, label, "", code == current) for code, label in offered.items())


def _field(option: Option, chosen: str | None) -> OptionField:
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
    return OptionField(option.name, labels.OPTIONS.get(option.name, option.name), choices)


def _limited(label: Label, seats: Sequence[int]) -> Label:
    if not seats:
        return label
    numbers = ", ".join(map(str, seats))
    return ngettext("%(label)s (%(seats)s players only)", "%(label)s (%(seats)s players only)", len(seats)) % {
        "label": label,
        "seats": numbers,
    }


def front_picture() -> tuple[CardFace, ...]:
    """The cards that lie on the table of the front page: a trick that the trump takes."""
    return tuple(card_face(card) for card in ("QD", "7D", "3H", "JD", "KD"))
