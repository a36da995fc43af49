"""A page that takes what a socket sends, as htmx and app.js do in a browser: elements are found by their ids."""

from __future__ import annotations

import re

from whist.tables.drawing.parts import AFTER, FIRST, GONE, MORPH, NOTHING, SENT, TEXT

FROM = re.compile(r' data-from="([^"]*)"')
CARD = re.compile(r'(<button id="c\w+") name="action" value="[^"]*"(?: aria-d\w+="\w+")*')
MARK = ' aria-current="true"'


class Found:
    """Where the element with an id begins and ends in a page, and where its content does."""

    def __init__(self, page: str, place: str) -> None:
        assert page.count(f' id="{place}"') == 1, f"#{place} is not on the page, or twice"
        self.begin = page.rindex("<", 0, page.index(f' id="{place}"'))
        self.inside = page.index(">", self.begin) + 1
        (tag,) = re.findall(r"\w+", page[self.begin : self.begin + 12])[:1]
        depth = 0
        for found in re.finditer(rf"<(/?){tag}\b", page[self.begin :]):
            depth += -1 if found[1] else 1
            if depth == 0:
                self.inside_end = self.begin + found.start()
                break
        self.end = page.index(">", self.inside_end) + 1


def swapped(page: str, sent: str) -> str:
    """The page after what was sent."""
    assert SENT.sub("", sent) == ""
    for how, place, html in SENT.findall(sent):
        found = Found(page, place)
        if how == NOTHING:
            page = moved_on(page, found, html)
            continue
        begin, end = {
            MORPH: (found.begin, found.end),
            TEXT: (found.inside, found.inside_end),
            FIRST: (found.inside, found.inside),
            AFTER: (found.end, found.end),
            GONE: (found.begin, found.end),
        }[how]
        page = page[:begin] + html + page[end:]
    return page


def moved_on(page: str, felt: Found, html: str) -> str:
    """As app.js does with a felt that has no content: its attributes, and what follows from them."""
    old, new = page[felt.begin : felt.inside], html.removesuffix("</section>")
    (from_moment,) = FROM.findall(new)
    assert from_moment == moment_of(old), "the parts follow another moment than the page shows"
    to_act = re.findall(r'data-to-act="([^"]*)"', new)[0]
    version = re.findall(r'data-version="([^"]*)"', new)[0]
    inside = page[felt.inside : felt.end].replace(MARK, "")
    inside = inside.replace(f'<li id="p{to_act}"', f'<li id="p{to_act}"{MARK}', 1)
    inside = CARD.sub(r'\1 type="button"', inside)
    inside = re.sub(r'name="version" value="\d+"', f'name="version" value="{version}"', inside)
    return page[: felt.begin] + FROM.sub("", new) + inside + page[felt.end :]


def moment_of(tag: str) -> str:
    shown = dict(re.findall(r'data-(match|version|revision)="([^"]*)"', tag))
    return f"{shown['match']}.{shown['version']}.{shown.get('revision', '')}"
