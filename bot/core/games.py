"""The games that can be played: those of two pairs by name, and the one of places."""

from types import MappingProxyType

from bot.core.bauernheinrich.engine import Bauernheinrich
from bot.core.schafkopf.engine import Schafkopf
from bot.core.schafkopf.variants import BAUERNSTOSS

GAMES: MappingProxyType[str, Schafkopf] = MappingProxyType({"bauernstoss": Schafkopf(BAUERNSTOSS)})
BAUERNHEINRICH = Bauernheinrich()
ALL_GAMES = ("bauernstoss", "schoofkopp", "bauernheinrich")  # those a record may name
