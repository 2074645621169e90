"""The games that can be played: those of two pairs by name and house rules, and the one of places."""

from functools import cache
from types import MappingProxyType
from typing import Any

from bot.core.actions import Action
from bot.core.bauernheinrich import player
from bot.core.bauernheinrich.engine import Bauernheinrich
from bot.core.bauernheinrich.state import State as PlaceState
from bot.core.bauernheinrich.view import View as PlaceView
from bot.core.game import Game
from bot.core.house import USUAL, HouseRules
from bot.core.schafkopf.engine import Schafkopf
from bot.core.schafkopf.state import State as PairState
from bot.core.schafkopf.variants import variant_of
from bot.core.schafkopf.view import View as PairView
from bot.core.search import learner

State = PairState | PlaceState
View = PairView | PlaceView

BAUERNHEINRICH = Bauernheinrich()
ALL_GAMES = ("bauernstoss", "schoofkopp", "bauernheinrich")


@cache
def schafkopf(name: str, house: HouseRules = USUAL) -> Schafkopf:
    """The engine of Bauernstoss or Alter Schoofkopp under these house rules; raises KeyError for another name."""
    return Schafkopf(variant_of(name, house.overtrump), house)


# Under the usual house rules.
GAMES: MappingProxyType[str, Schafkopf] = MappingProxyType(
    {name: schafkopf(name) for name in ("bauernstoss", "schoofkopp")}
)


def game_of(name: str, house: HouseRules = USUAL) -> Game[Any, Any]:
    """Any of ``ALL_GAMES``; raises KeyError for another name, or a house rule that the game does not know."""
    if name == BAUERNHEINRICH.name:
        if house != USUAL:
            raise KeyError(name, house)
        return BAUERNHEINRICH
    return schafkopf(name, house)


def choose(view: View) -> Action:
    """What the plain computer player of that game would do; the View must be that of the seat to act."""
    return player.choose(view) if isinstance(view, PlaceView) else learner.choose(view)
