"""The games that can be played: those of two pairs by name and house rules, and the one of places."""

from functools import cache
from types import MappingProxyType

from bot.core.bauernheinrich.engine import Bauernheinrich
from bot.core.house import USUAL, HouseRules
from bot.core.schafkopf.engine import Schafkopf
from bot.core.schafkopf.variants import variant_of

BAUERNHEINRICH = Bauernheinrich()
OFFERED = ("bauernstoss",)  # at tables; all others can be replayed, their tables are still to come
ALL_GAMES = ("bauernstoss", "schoofkopp", "bauernheinrich")  # those a record may name


@cache
def schafkopf(name: str, house: HouseRules = USUAL) -> Schafkopf:
    """The engine of Bauernstoss or Alter Schoofkopp under these house rules; raises KeyError for another name."""
    return Schafkopf(variant_of(name, house.overtrump), house)


# Under the usual house rules.
GAMES: MappingProxyType[str, Schafkopf] = MappingProxyType(
    {name: schafkopf(name) for name in ("bauernstoss", "schoofkopp")}
)
