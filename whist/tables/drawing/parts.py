"""Parts of a page: elements with an id, and what turns the page that has some of them into one that has others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

MORPH, TEXT, FIRST, NOTHING = "outerMorph", "textContent", "afterbegin", "none"
"""What is done with what is sent: it takes the place of the element, or of its text, or goes before its children."""


def sent_to(place: str, html: str, how: str = MORPH) -> str:
    """What htmx puts in its place."""
    return f'<hx-partial hx-target="#{place}" hx-swap="{how}">{html}</hx-partial>'


@dataclass(frozen=True, slots=True)
class Part:
    """An element with the id ``place``; with ``is_text`` only what is written in it."""

    place: str
    html: str
    is_text: bool = False

    @property
    def whole(self) -> str:
        return sent_to(self.place, self.html, TEXT if self.is_text else MORPH)

    def news(self, shown: Element | None) -> Iterator[str]:
        """What a page that shows ``shown`` must be sent to show this."""
        if self != shown:
            yield self.whole


@dataclass(frozen=True, slots=True)
class Group:
    """An element made of others, with what stands between them as text.

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
    def parts(self) -> dict[str, Part | Group]:
        return {piece.place: piece for piece in self.pieces if not isinstance(piece, str)}

    @property
    def frame(self) -> tuple[str, ...]:
        """The element without what stands in its parts."""
        return tuple(piece if isinstance(piece, str) else piece.place for piece in self.pieces)

    def news(self, shown: Element | None) -> Iterator[str]:
        """As `Part.news`: the parts that changed, where the element has the same ones; else all of it."""
        if self == shown:
            return
        if not isinstance(shown, Group) or not self._fits(shown):
            yield self.whole
            return
        known = shown.parts
        added = [part.html for place, part in self.parts.items() if place not in known]
        if added:
            yield sent_to(self.place, "".join(added), FIRST)
        for place, part in self.parts.items():
            if place in known:
                yield from part.news(known[place])

    def _fits(self, shown: Group) -> bool:
        mine, theirs = self.frame, shown.frame
        if not self.grows or len(mine) <= len(theirs):
            return mine == theirs
        return mine[0] == theirs[0] and mine[1 - len(theirs) :] == theirs[1:]

    def with_part(self, part: Part) -> Group:
        """The same with another part in the place of one that it has."""
        pieces = tuple(part if not isinstance(old, str) and old.place == part.place else old for old in self.pieces)
        return replace(self, pieces=pieces)


@dataclass(frozen=True, slots=True)
class Felt:
    """The felt: its ``attributes`` say which moment of the match it shows, ``around`` draws all that follows from them
    around its parts."""

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
        if isinstance(shown, Felt) and self.moment == shown.moment and self.inside == shown.inside:
            return
        if not isinstance(shown, Felt) or self.inside.frame != shown.inside.frame:
            yield self.whole
            return
        tag = f'<section id="felt"{self.attributes} data-from="{shown.moment}"></section>'
        yield sent_to(self.place, tag, NOTHING)
        yield from self.inside.news(shown.inside)


Piece = Part | Group | str

Element = Part | Group | Felt

Elements = Mapping[str, Element]
"""By their places, in the order in which they are sent."""


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
            found = self._next[id(shown)] = shown, self._news(shown.elements), Drawing(self._added_to(shown.elements))
        return found[1:]

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
