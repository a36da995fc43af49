"""A page that takes what a socket sends, as htmx and app.js do in a browser: elements are found by their ids."""

from __future__ import annotations

import re

PARTIAL = re.compile(r'<hx-partial hx-target="#([^"]+)" hx-swap="([^"]+)">(.*?)</hx-partial>', re.DOTALL)
FROM = re.compile(r' data-from="([^"]*)"')
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
    assert PARTIAL.sub("", sent) == ""
    for place, how, html in PARTIAL.findall(sent):
        found = Found(page, place)
        if how == "outerMorph":
            page = page[: found.begin] + html + page[found.end :]
        elif how == "textContent":
            page = page[: found.inside] + html + page[found.inside_end :]
        elif how == "afterbegin":
            page = page[: found.inside] + html + page[found.inside :]
        else:
            assert how == "none"
            page = moved_on(page, found, html)
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
    inside = re.sub(r'name="version" value="\d+"', f'name="version" value="{version}"', inside)
    return page[: felt.begin] + FROM.sub("", new) + inside + page[felt.end :]


def moment_of(tag: str) -> str:
    shown = dict(re.findall(r'data-(match|version|revision)="([^"]*)"', tag))
    return f"{shown['match']}.{shown['version']}.{shown.get('revision', '')}"
