"""The list of friends' tables as pages and sockets get it: drawn once for all viewers who see the same."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from whist.tables.announcing.versions import NOTHING_SHOWN
from whist.tables.drawing.macros import included
from whist.tables.drawing.parts import Drawing, Part
from whist.tables.live.frames import NO_SHEET, Frame, Viewer
from whist.tables.lobby.open_tables import ListedTable, listed_tables, tables_of
from whist.tables.presenters.lobby import lobby_page


@dataclass(frozen=True)
class Listing:
    """``fingerprint`` says whether a page shows this very list, without comparing the whole of it."""

    html: str
    fingerprint: str

    @cached_property
    def frame(self) -> Frame:
        part = Part("tables", included("tables/lobby_tables.html", {"listing": self}))
        return Frame(NOTHING_SHOWN, Drawing({part.place: part}), NO_SHEET)


def listing_for(user: object) -> Listing:
    """The list for one user, in the language that is switched on."""
    own = tables_of([user.pk])[user.pk] if isinstance(user, User) else []
    return _drawn(listed_tables(), own)


def draw_listings(viewers: Collection[Viewer]) -> dict[Viewer, Listing]:
    """What each of them sees now: the public tables, and their own apart from them.

    In as many statements as for one viewer.  Only viewers who sit somewhere have a list of their own, or one with those
    at the same table; everybody else shares one for each language.
    """
    listed, own = listed_tables(), tables_of({viewer.user_id for viewer in viewers if viewer.user_id})
    drawn: dict[tuple[str, tuple[int, ...]], Listing] = {}
    listings = {}
    for viewer in viewers:
        mine = own.get(viewer.user_id, [])
        audience = viewer.language, tuple(each.table.pk for each in mine)
        if audience not in drawn:
            with translation.override(viewer.language):
                drawn[audience] = _drawn(listed, mine)
        listings[viewer] = drawn[audience]
    return listings


def _drawn(listed: list[ListedTable], own: list[ListedTable]) -> Listing:
    html = render_to_string("tables/lobby_list.html", lobby_page(listed, own))
    return Listing(html, blake2b(html.encode(), digest_size=6).hexdigest())
