"""From what a viewer may know to what templates print.  No HTML here, no rules there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext_lazy

from whist.engine.game import BID, OVER, PICK, PLAY
from whist.tables.presenters.felt import felt_of, is_seen_alike, shown
from whist.tables.presenters.games.bidding import empty_sheet
from whist.tables.presenters.games.families import family_of
from whist.tables.presenters.history import log_of
from whist.tables.presenters.panel import TablePanel, panel_of
from whist.tables.presenters.participation import participation_line
from whist.tables.presenters.reloading import next_look
from whist.tables.presenters.result import closed_match, match_result
from whist.tables.presenters.spoken import announcement
from whist.tables.texts import labels, sentences
from whist.tables.texts.labels import Label

if TYPE_CHECKING:
    from datetime import datetime

    from accounts.people.preferences import Preferences
    from whist.engine.errors import IllegalAction
    from whist.engine.game import Observation
    from whist.tables.match.selectors import TableView

__all__ = ["announcement", "close_page", "empty_sheet", "keys", "match_page", "moment", "present", "sheet_page"]


#: What digits do where there is such an action: the first and the last of them, and their meaning.
DIGITS: dict[str, tuple[str, str, Label]] = {
    BID: ("0", "9", gettext_lazy("bid")),
    PICK: ("1", "3", gettext_lazy("take an open card")),
}


@dataclass(frozen=True, slots=True)
class TablePage:
    """What stands around the felt and does not change with a move."""

    table_id: int
    slug: str
    title: str
    game: Label
    rules: tuple[tuple[Label, Label], ...]
    pace: str
    paces: tuple[tuple[str, Label], ...]
    commitment: str
    deck: str
    cards: str
    tap: str
    sounds: str
    refresh: int
    can_close: bool


def moment(
    view: TableView,
    preferences: Preferences,
    *,
    now: datetime | None = None,
    error: IllegalAction | None = None,
    notice: str = "",
) -> dict[str, Any]:
    """What changes at a table while its page stays (`whist.tables.drawing.table`).

    ``with_row`` says that the current row of the sheet changes while bids come in; all of the sheet does when a round
    ends.  ``error`` is what the rules refused just now, ``notice`` any other sentence that the viewer must read.
    """
    seen, is_closed = view.observation, view.match.closed_at is not None
    said = notice or (sentences.sentence_of(error) if error else "")
    names = [player.name for player in view.players]
    panel, log = panel_of(view, now) if now else None, partial(log_of, seen, names)
    is_alike = is_seen_alike(seen, family_of(seen))
    return {
        "table_id": view.table.pk,
        "pace": view.table.pace,
        "felt": felt_of(view, preferences, notice=said),
        "with_row": seen.game.has_bids and seen.phase in (BID, PLAY) and not sum(seen.made),
        # Computed only for the parts that show it: most moves change neither.
        "sheet": cache(lambda: family_of(seen).sheet(seen, view.players)),
        "current_row": lambda: family_of(seen).current_row(seen, view.players),
        "participation_line": cache(lambda: "" if is_closed else participation_line(view.participation(), seen)),
        "log": view.once("log", log) if is_alike else log(),
        "once": view.once if is_alike else _anew,
        "panel": panel,
        "chat": None,
        "announcement": said or (closed_match(view.match).title if is_closed else _announced(view, panel)),
    }


def _anew[T](_what: object, find: Callable[[], T]) -> T:
    return find()


def present(view: TableView, preferences: Preferences, **details: Any) -> dict[str, Any]:
    """The context of ``tables/table.html`` besides its parts: `moment` and what stands around it."""
    said = moment(view, preferences, **details)
    refresh = next_look(view, said["panel"], details.get("now") or timezone.now())
    return said | {"page": table_page(view, preferences, refresh=refresh), "is_menu_open": False}


def _announced(view: TableView, panel: TablePanel | None) -> str:
    """What a screen reader says: what happened, and at a friends' table that it is paused and what others want."""
    seen, names = shown(view), [player.name for player in view.players]
    happened = (
        view.once("news", partial(announcement, seen, names)) if _is_news_alike(seen) else announcement(seen, names)
    )
    wanted = [panel.state.rstrip(".") if panel.is_paused else "", panel.votes] if panel else []
    return ". ".join(filter(None, [happened, *wanted]))


def _is_news_alike(seen: Observation) -> bool:
    """Whether all but the player to act hear the same."""
    return seen.phase in (BID, PLAY) and not seen.is_own_turn and is_seen_alike(seen, family_of(seen))


def sheet_page(view: TableView) -> dict[str, Any]:
    """The context of ``tables/sheet_page.html`` for a match."""
    seen = view.observation
    return {
        "sheet": family_of(seen).sheet(seen, view.players),
        "title": labels.game_label(view.table.game_slug),
        "table_id": view.table.pk,
    }


def keys(view: TableView) -> dict[str, Any]:
    """The context of ``tables/keys.html``."""
    kinds = view.observation.game.action_kinds(view.match.options)
    return {
        "digits": tuple(DIGITS[kind] for kind in kinds if kind in DIGITS),
        "is_shared": view.table.terms.is_shared,
    }


def match_page(view: TableView) -> dict[str, Any]:
    """What the public page of a finished match shows of the game."""
    seen, family = view.observation, family_of(view.observation)
    result = match_result(view.match, family.winner_line(seen, view.players), family.places(seen, view.players))
    return {
        "game": labels.game_label(view.table.game_slug),
        "slug": view.table.game_slug,
        "rules": _rules(view),
        "result": result,
        "seated": view.players,
        "sheet": family.sheet(seen, view.players),
    }


def close_page(view: TableView) -> dict[str, Any]:
    """The context of ``tables/close.html``."""
    game = labels.game_label(view.table.game_slug)
    return {
        "match": view.match,
        "game": game,
        "progress": sentences.progress(view.match.table.seats, view.match.rounds_dealt),
    }


def table_page(view: TableView, preferences: Preferences, *, refresh: int) -> TablePage:
    seen, match = view.observation, view.match
    is_over = seen.phase == OVER or match.closed_at is not None
    return TablePage(
        table_id=view.table.pk,
        slug=view.table.game_slug,
        title=family_of(seen).round_line(seen),
        game=labels.game_label(view.table.game_slug),
        rules=_rules(view),
        pace=view.table.pace,
        paces=tuple(labels.PACES.items()),
        commitment=match.commitment,
        deck=preferences.deck,
        cards=preferences.cards,
        tap=preferences.tap,
        sounds=preferences.sounds,
        refresh=refresh,
        can_close=view.table.terms.can_be_given_up and not is_over,
    )


def _rules(view: TableView) -> tuple[tuple[Label, Label], ...]:
    """Every option of the game with the value it has at this table."""
    chosen = view.match.options
    rows = []
    for option in view.observation.game.options:
        value = chosen.get(option.name, option.choices[0].value)
        code = next((choice.code for choice in option.choices if choice.value == value), str(value))
        rows.append((labels.option_label(option.name), labels.choice_label(option.name, code)))
    return tuple(rows)
