"""What the front page shows: matches to go on with, games that start at once, and the form with every choice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.results.levels import level_of
from whist.engine import GAMES
from whist.tables.presenters.cards import CardFace, card_face
from whist.tables.presenters.game_forms import game_form
from whist.tables.texts import labels, sentences
from whist.tables.texts.labels import Label

if TYPE_CHECKING:
    from whist.tables.models import Match
    from whist.tables.views.forms import SoloForm


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
    close_url: str


def page_context(
    running: Iterable[Match], form: SoloForm | None = None, *, pace: str = "normal", xp: int = 0
) -> dict[str, Any]:
    """The context of ``front.html``: the viewer's unfinished matches, newest first, and the form as it was sent, or
    with the ``pace`` they prefer.  ``level`` follows from their experience, None before they have any."""
    chosen = {name: str(value) for name, value in form.data.items()} if form else {}
    error = " ".join(str(text) for texts in form.errors.values() for text in texts) if form else ""
    return {
        "xp": xp,
        "level": level_of(xp) if xp else None,
        "running": [_running(match) for match in running],
        "starts": _starts(),
        "games": [game_form(game, chosen, error, pace) for game in GAMES.values()],
        "start_url": reverse("site:start_solo"),
        "picture": front_picture(),
        "empty_sheets": [_empty_sheet(seats) for seats in GAMES["romanian"].seat_counts],
    }


def _running(match: Match) -> Running:
    return Running(
        url=reverse("tables:table", args=[match.table_id]),
        title=labels.game_label(match.table.game_slug),
        progress=sentences.progress(match.table.seats, match.rounds_dealt),
        close_url=reverse("tables:close", args=[match.table_id]) if match.table.terms.can_be_given_up else "",
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


def front_picture() -> tuple[CardFace, ...]:
    """The cards that lie on the table of the front page: a trick that the trump takes."""
    return tuple(card_face(card) for card in ("QD", "7D", "3H", "JD", "KD"))
