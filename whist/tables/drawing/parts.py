"""Parts of a page: elements with an id, and what turns the page that has some of them into one that has others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

SWAPS = "outerMorph", "textContent", "afterbegin", "afterend", "delete", "none"
"""What is done with what is sent, in the words of htmx; `app.js` has the same list."""

MORPH, TEXT, FIRST, AFTER, GONE, NOTHING = map(str, range(len(SWAPS)))
"""It takes the place of the element, or of its text, or goes before its children, or behind it; or the element goes."""


def sent_to(place: str, html: str, how: str = MORPH) -> str:
    """What is put in its place, as a socket says it: the shorter the frames, the more of them are in the window of the
    compression.  No tag has this beginning, and no text and no attribute, since they are escaped."""
    return f"<{how}{place}>{html}"


SENT = re.compile(r"<(\d)([^>]+)>((?:(?!<\d).)*)", re.DOTALL)


def as_partials(sent: str) -> str:
    """The same as htmx reads it; `app.js` does this with what comes from a socket."""
    partial = '<hx-partial hx-target="#{}" hx-swap="{}">{}</hx-partial>'
    return SENT.sub(lambda found: partial.format(found[2], SWAPS[int(found[1])], found[3]), sent)


ASKS = ' name="action" '
"""What every button has that stands for an action."""


class Part(NamedTuple):
    """An element with the id ``place``; with ``is_text`` only what is written in it."""

    place: str
    html: str
    is_text: bool = False

    @property
    def whole(self) -> str:
        return sent_to(self.place, self.html, TEXT if self.is_text else MORPH)

    def news(self, shown: Element | None) -> Iterator[str]:
        """What a page that shows ``shown`` must be sent to show this: what asks for an action comes in any case."""
        if not isinstance(shown, Part) or self.html != shown.html or ASKS in self.html:
            yield self.whole


@dataclass(slots=True)
class Group:
    """An element made of others, with what stands between them as text; never changed.

    ``grows`` means that new parts come before all others and none ever goes, as in a log with the newest line first.
    """

    place: str
    pieces: tuple[Piece, ...]
    grows: bool = False

    @property
    def html(self) -> str:
        return "".join(piece if isinstance(piece, str) else piece.html for piece in self.pieces)

    @property
    def whole(self) -> str:
        return sent_to(self.place, self.html)

    @property
    def parts(self) -> dict[str, Part | Group | Parts]:
        return {piece.place: piece for piece in self.pieces if not isinstance(piece, str)}

    def news(self, shown: Element | None) -> Iterator[str]:
        """As `Part.news`: the parts that changed, where the element has the same ones; else all of it."""
        if self is shown:
            return
        if not isinstance(shown, Group):
            yield self.whole
            return
        added = len(self.pieces) - len(shown.pieces) if self.grows else 0
        kept = self.pieces[1 + added :] if added > 0 else self.pieces[1:]
        if not self.fits(shown, kept):
            yield self.whole
            return
        if added > 0:
            yield sent_to(self.place, "".join(part.html for part in self.pieces[1 : 1 + added]), FIRST)  # type: ignore[union-attr]
        for piece, old in zip(kept, shown.pieces[1:], strict=True):
            if piece is not old and not isinstance(piece, str):
                yield from piece.news(old)  # type: ignore[arg-type]

    def fits(self, shown: Group, kept: Sequence[Piece] | None = None) -> bool:
        """Whether the element shown has the parts ``kept`` in the same order, with the same text between."""
        kept = self.pieces[1:] if kept is None else kept
        return (
            len(kept) + 1 == len(shown.pieces)
            and self.pieces[0] == shown.pieces[0]
            and all(
                piece is old or (piece == old if isinstance(piece, str) else piece.place == getattr(old, "place", None))
                for piece, old in zip(kept, shown.pieces[1:], strict=True)
            )
        )

    def with_part(self, part: Part) -> Group:
        """The same with another part in the place of one that it has."""
        pieces = tuple(part if not isinstance(old, str) and old.place == part.place else old for old in self.pieces)
        return replace(self, pieces=pieces)


@dataclass(slots=True)
class Parts:
    """An element made of nothing but parts that come and go, as cards do in a hand; never changed.

    ``opened`` is what they look like while the viewer is asked for one of them.  That is sent as a whole, each time, so
    that a push has all that may be done; with the next push the page lays the parts to rest by itself, unless they come
    opened again.
    """

    place: str
    begin: str
    parts: tuple[Part, ...]
    end: str
    opened: str = ""

    @property
    def html(self) -> str:
        return self.begin + (self.opened or "".join(part.html for part in self.parts)) + self.end

    @property
    def whole(self) -> str:
        return sent_to(self.place, self.html)

    def news(self, shown: Element | None) -> Iterator[str]:
        """As `Part.news`: what goes, what is another and what comes; all of it where that would be most of it."""
        if self.opened or not isinstance(shown, Parts) or (self.begin, self.end) != (shown.begin, shown.end):
            yield self.whole
            return
        if self.parts == shown.parts:
            return
        before, now = ({part.place: part for part in parts.parts} for parts in (shown, self))
        stay = [place for place in now if place in before]
        same = sum(now[place] == before[place] for place in stay)
        if stay != [place for place in before if place in now] or 2 * same < len(now):
            yield self.whole
            return
        for place in before.keys() - now.keys():
            yield sent_to(place, "", GONE)
        for place in stay:
            yield from now[place].news(before[place])
        for part, previous in zip(self.parts, [None, *self.parts[:-1]], strict=True):
            if part.place not in before:
                yield sent_to(previous.place, part.html, AFTER) if previous else sent_to(self.place, part.html, FIRST)


@dataclass(slots=True)
class Felt:
    """The felt: its ``attributes`` say which moment of the match it shows, ``around`` draws all that follows from them
    around its parts.  Never changed."""

    attributes: str
    around: Callable[[str], str]
    inside: Group
    moment: str

    place = "felt"

    @property
    def html(self) -> str:
        return self.around(self.inside.html)

    @property
    def whole(self) -> str:
        return sent_to(self.place, self.html)

    def news(self, shown: Element | None) -> Iterator[str]:
        """As `Part.news`.  Parts alone come behind a felt without content, which says to which moment they belong and
        what must be on the page already for them to be true."""
        if not isinstance(shown, Felt) or not self.inside.fits(shown.inside):
            yield self.whole
            return
        if self.moment == shown.moment and self.inside == shown.inside:
            return
        tag = f'<section id="felt"{self.attributes} data-from="{shown.moment}"></section>'
        yield sent_to(self.place, tag, NOTHING)
        yield from self.inside.news(shown.inside)


Piece = Part | Group | Parts | str

Element = Part | Group | Parts | Felt

Elements = Mapping[str, Element]
"""By their places, in the order in which they are sent."""


LOOKED_AT = 4
"""So many of the drawings that other pages show are looked at, to find that one is the same."""


class Drawing:
    """Elements that are drawn together, or that a page shows together; what leads from one to another is found once for
    all pages that show the same."""

    __slots__ = ("_next", "elements")

    def __init__(self, elements: Elements) -> None:
        self.elements = elements
        self._next: dict[int, tuple[Drawing, str, Drawing]] = {}

    @property
    def whole(self) -> str:
        """All of it, for a page of which nothing is known."""
        return "".join(element.whole for element in self.elements.values())

    def after(self, shown: Drawing) -> tuple[str, Drawing]:
        """What turns a page that shows ``shown`` into one that shows these elements too, and what it shows then."""
        found = self._next.get(id(shown))
        if found is None or found[0] is not shown:
            after = self._as_before(Drawing(self._added_to(shown.elements)))
            found = self._next[id(shown)] = shown, self._news(shown.elements), after
        return found[1:]

    def _as_before(self, after: Drawing) -> Drawing:
        """The drawing that another page shows already, if it is the same: then they are sent the same from then on."""
        others = (found[2] for found in islice(self._next.values(), LOOKED_AT))
        return next((other for other in others if other.elements == after.elements), after)

    def _news(self, shown: Elements) -> str:
        elements = self.elements.items()
        return "".join(said for place, element in elements for said in element.news(_found(shown, place)))

    def _added_to(self, shown: Elements) -> Elements:
        after = {**shown, **self.elements}
        for place, part in self.elements.items():
            group = _group_with(shown, place)
            if group is not None and isinstance(part, Part):
                del after[place]
                if group.place not in self.elements:
                    after[group.place] = group.with_part(part)
        return after


NOTHING_DRAWN = Drawing({})


def _found(shown: Elements, place: str) -> Element | None:
    """The element that is shown in a place: one by itself, or a part of another."""
    group = _group_with(shown, place)
    return group.parts[place] if group is not None else shown.get(place)


def _group_with(shown: Elements, place: str) -> Group | None:
    if place in shown:
        return None
    groups = (element for element in shown.values() if isinstance(element, Group))
    return next((group for group in groups if place in group.parts), None)
