"""The one place where families of games plug in."""

from __future__ import annotations

from typing import Any

from whist.engine.game import Observation
from whist.engine.german import GermanObservation
from whist.engine.partnership import PartnershipObservation
from whist.engine.romanian import RomanianObservation
from whist.tables.presenters.games.bidding import Bidding
from whist.tables.presenters.games.family import Family
from whist.tables.presenters.games.german import German
from whist.tables.presenters.games.partnership import Partnership

FAMILIES: dict[type[Observation], Family[Any]] = {
    RomanianObservation: Bidding(),
    PartnershipObservation: Partnership(),
    GermanObservation: German(),
}


def family_of(seen: Observation) -> Family[Any]:
    return FAMILIES[type(seen)]
