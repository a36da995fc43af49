"""The kinds of tables, and on which terms people play at each.

Everything else asks for a term (`Table.terms`, ``on_terms`` of the querysets), never for the name of a kind: a new kind
is one more entry in `TERMS`.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import models
from django.utils.translation import pgettext_lazy


class Kind(models.TextChoices):
    SOLO = "solo", pgettext_lazy("table", "against bots")
    FRIENDS = "friends", pgettext_lazy("table", "among friends")
    ROOM = "room", pgettext_lazy("table", "in a room")


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What people can do at a table, and what its matches count for."""

    # Several people meet: there are participants, a chat, and a note of who is there.
    is_shared: bool = False
    # There are seats that people take and leave, a host, a link, and a place in the list of tables.
    seats_people: bool = False
    # Nobody but the host deals the next round.
    host_deals: bool = False
    # Whoever is to act has a deadline.
    has_clock: bool = False
    # The players may pause a match by consent, and each may take a break.
    can_pause: bool = False
    # Each player may add a word to the chance of a match before its first deal.
    can_cut: bool = False
    # A match may end without a result: its player gives it up, or leaves it for a week.
    can_be_given_up: bool = False
    # One click deals the player the next match.
    can_play_again: bool = False
    # Who has an account may write words of their own in the chat.
    has_free_writing: bool = False
    # Strangers meet for more than points, so nobody there can choose terms of their own.
    is_ranked: bool = False
    # Matches count in the weekly ranking of friends.
    counts_for_ranking: bool = False
    # So much of a match's bids, or of the seat's cards where nobody bids, makes it count for whoever did them.
    share_needed: tuple[int, int] = (3, 4)
    # So much of the usual experience a match brings.
    experience_percent: int = 100
    # Seconds between the commitment and the first deal.
    start_pause: float = 2.5


TERMS: dict[str, Terms] = {
    Kind.SOLO: Terms(can_be_given_up=True, can_play_again=True, experience_percent=50),
    Kind.FRIENDS: Terms(
        is_shared=True,
        seats_people=True,
        host_deals=True,
        has_clock=True,
        can_pause=True,
        can_cut=True,
        has_free_writing=True,
        counts_for_ranking=True,
        start_pause=10.0,  # in which they can cut the cards
    ),
    Kind.ROOM: Terms(is_shared=True, has_clock=True, is_ranked=True, share_needed=(2, 3)),
}


def kinds_on(**terms: object) -> list[str]:
    """The names of the kinds whose terms are these.

    >>> kinds_on(can_play_again=True)
    ['solo']
    >>> kinds_on(is_shared=True, is_ranked=True)
    ['room']
    """
    return [
        str(kind) for kind, own in TERMS.items() if all(getattr(own, name) == value for name, value in terms.items())
    ]
