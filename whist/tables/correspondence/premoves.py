"""Storing premoves for one's next turn in correspondence (docs/rules.md §8.6)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F

from accounts.models import User
from whist.engine.cards import SUITS
from whist.engine.game import Observation
from whist.tables.match.deadlines import can_prepare, is_correspondence
from whist.tables.match.premoves import ANY, CONDITIONS, Prepared, conditions, encode, turn_of
from whist.tables.match.selectors import held_seat, held_seats, latest_match
from whist.tables.match.state_cache import state_of
from whist.tables.models import Match, MatchSeat
from whist.tables.texts import refusals


@transaction.atomic
def prepare_cards(table_id: int, user: User, cards: Prepared, now: datetime, offer: str | None = None) -> None:
    """Store which card to play on which condition at the user's next turn, instead of earlier premoves; no cards
    withdraw them.

    ``offer`` is the one (`offer_for`) of the page on which they were chosen: only what such pages offer is stored, and
    only for the turn that it was about.

    Raises NotFound, PermissionDenied, NotSeated, PlayedSince, NotCorrespondence, NotBetweenMatches, YourTurnAlready,
    NothingToPrepare, NotPreparable, NotLeading.
    """
    match = latest_match(table_id)
    seat = held_seat(user, match, held_seats(match.pk))
    # Touched, so that a move at the same time waits and then finds the cards, or is waited for and found here.
    Match.objects.filter(pk=match.pk).update(version=F("version"))
    match = Match.objects.select_related("table").get(pk=match.pk)
    seen = state_of(match).observe(seat)
    if offer not in (None, offer_for(match, seen)):
        raise refusals.PlayedSince
    if cards:
        _check(match, seen, cards)
    if offer is not None:
        cards = _possible(seen, cards)
    MatchSeat.objects.at(match.pk, seat).filter(user=user).update(prepared=encode(seen, cards))


def offer_for(match: Match, seen: Observation) -> str:
    """Which turn of the viewer's a page is about: another one as soon as they have played."""
    turn = turn_of(seen)
    return f"{match.pk}.{turn.round}.{turn.card}"


def _possible(seen: Observation, cards: Prepared) -> Prepared:
    """The premoves that the page may have offered: those that can still come true, and on any lead of others.

    When somebody has led since, a premove for a lead of one's own is dropped, unless nothing else is left.
    """
    known = {*conditions(seen), *SUITS, ANY}
    possible = {condition: card for condition, card in cards.items() if condition in known}
    if cards and not possible:
        raise refusals.NotLeading
    return possible


def _check(match: Match, seen: Observation, cards: Prepared) -> None:
    if not is_correspondence(match):
        raise refusals.NotCorrespondence
    if match.finished_at is not None:
        raise refusals.NotBetweenMatches
    if seen.is_own_turn:
        raise refusals.YourTurnAlready
    if not can_prepare(match, seen):
        raise refusals.NothingToPrepare
    if not set(cards) <= set(CONDITIONS) or not set(cards.values()) <= set(seen.hand):
        raise refusals.NotPreparable
