"""What the table page promises to scripts (docs/architecture.md, "The page as a contract"), read as a script would."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.test import Client

READ = re.compile(r"""<(?:button|input|\w+(?=[^<>]*\sid="?felt[\s">]))(?:[^>"']|"[^"]*"|'[^']*')*>""")
"""The tags that are looked at.  To parse a whole page takes as long as it takes the site to make a part of it."""


@dataclass
class TablePage(HTMLParser):
    """Attributes of #felt, and the moves its buttons offer."""

    html: str
    felt: dict[str, str] = field(default_factory=dict)
    actions: list[str] = field(default_factory=list)
    offered: list[str] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed("".join(READ.findall(self.html)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if given.get("id") == "felt":
            self.felt = given
        elif tag == "button" and given.get("name") == "action":
            self.actions.append(given["value"])
            if given.get("aria-disabled") != "true":
                self.offered.append(given["value"])
        elif tag == "input" and given.get("name") in ("version", "csrfmiddlewaretoken"):
            self.fields[given["name"]] = given["value"]

    @property
    def version(self) -> int:
        return int(self.felt["data-version"])

    @property
    def phase(self) -> str:
        return self.felt["data-phase"]

    @property
    def is_my_turn(self) -> bool:
        return self.felt["data-to-act"] != "" and self.felt["data-to-act"] == self.felt["data-seat"]


def see(client: Client, table_id: int) -> TablePage:
    answer = client.get(f"/tables/{table_id}/")
    assert answer.status_code == 200
    return TablePage(answer.content.decode())
