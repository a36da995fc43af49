"""What the public page of a player shows: level, statistics by game, recent matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Count, Q, Sum

from accounts.models import User
from leagues.models import BidTally, Result
from leagues.results.experience import points_of
from leagues.results.levels import Progress, progress_of
from leagues.statistics.charts import BarChart, percent, share_chart
from whist.engine import GAMES, Game
from whist.refusals import found
from whist.tables.texts import labels
from whist.tables.texts.labels import Label

PAGE = 20


class BidLine(NamedTuple):
    """A player's own bids with so many cards; ``bid`` and ``made`` are means."""

    cards: int
    bids: int
    exact: int
    share: int
    bid: float
    made: float


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """``places`` holds how often each place was taken, from the first; ``points`` and ``mean_points`` are those of a
    leaderboard, None where the game has none; ``bids`` has a line for each number of cards."""

    slug: str
    label: Label
    matches: int
    won: int
    places: tuple[tuple[int, int], ...]
    points: int | None
    mean_points: float
    bids: tuple[BidLine, ...]
    all_bids: BidLine | None
    chart: BarChart | None

    @property
    def won_share(self) -> int:
        return percent(self.won, self.matches)


@dataclass(frozen=True, slots=True)
class MatchLine:
    result: Result
    game: Label


@dataclass(frozen=True, slots=True)
class Profile:
    user: User
    progress: Progress
    matches: int
    games: tuple[GameStatistics, ...]
    recent: tuple[MatchLine, ...]
    older: int | None


def shown_player(user_id: int, viewer: object) -> User:
    """The player of a page that the viewer may see: any member's, or their own; raises NotFound."""
    is_self = isinstance(viewer, User) and viewer.pk == user_id
    public = Q(is_guest=False, is_active=True, deleted_at=None)
    return found(User.objects.filter(Q() if is_self else public), pk=user_id)


def profile_of(user: User, before: int | None) -> Profile:
    """The profile; the recent matches begin after the match ``before``. Raises NotFound for a match of others."""
    games = tuple(_games(user))
    recent, older = _recent(user, before)
    return Profile(
        user=user,
        progress=progress_of(points_of(user)),
        matches=sum(game.matches for game in games),
        games=games,
        recent=recent,
        older=older,
    )


# -- by game -----------------------------------------------------------------------------------------------------------


def _games(user: User) -> Iterator[GameStatistics]:
    results = _by_game(
        Result.objects.filter(user=user)
        .values("game_slug", "place")
        .annotate(times=Count("*"), sum_points=Sum("points"))
    )
    tallies = _by_game(
        BidTally.objects.filter(user=user)
        .values("game_slug", "cards")
        .annotate(**{f"sum_{name}": Sum(name) for name in ("bids", "exact", "bid", "made")})
        .order_by("cards")
    )
    for game in GAMES.values():
        if game.slug in results:
            yield _statistics(game, results[game.slug], tallies[game.slug])


def _by_game(rows: Iterable[Any]) -> defaultdict[str, list[dict[str, Any]]]:
    by_game: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_game[row["game_slug"]].append(row)
    return by_game


def _statistics(game: Game, rows: list[dict[str, Any]], tallies: list[dict[str, Any]]) -> GameStatistics:
    matches = sum(row["times"] for row in rows)
    points = [row["sum_points"] for row in rows if row["sum_points"] is not None]
    by_place = {row["place"]: row["times"] for row in rows}
    lines = tuple(_bid_line(tally["cards"], [tally]) for tally in tallies)
    return GameStatistics(
        slug=game.slug,
        label=labels.game_label(game.slug),
        matches=matches,
        won=by_place.get(1, 0),
        places=tuple((place, by_place.get(place, 0)) for place in range(1, max(by_place) + 1)),
        points=sum(points) if points else None,
        mean_points=sum(points) / matches,
        bids=lines,
        all_bids=_bid_line(0, tallies) if tallies else None,
        chart=share_chart([(line.cards, line.share) for line in lines]) if lines else None,
    )


def _bid_line(cards: int, tallies: Iterable[dict[str, Any]]) -> BidLine:
    rows = list(tallies)
    bids, exact, bid, made = (sum(row[f"sum_{name}"] for row in rows) for name in ("bids", "exact", "bid", "made"))
    return BidLine(cards, bids, exact, percent(exact, bids), bid / bids, made / bids)


# -- recent matches ----------------------------------------------------------------------------------------------------


def _recent(user: User, before: int | None) -> tuple[tuple[MatchLine, ...], int | None]:
    """One page of matches, and the match after which the next one begins."""
    rows = Result.objects.filter(user=user).order_by("-finished_at", "-match")
    if before is not None:
        last = found(Result.objects.filter(user=user), match=before)
        rows = rows.filter(Q(finished_at__lt=last.finished_at) | Q(finished_at=last.finished_at, match__lt=before))
    listed = list(rows[: PAGE + 1])
    shown = tuple(MatchLine(result, labels.game_label(result.game_slug)) for result in listed[:PAGE])
    return shown, shown[-1].result.match_id if len(listed) > PAGE else None
