"""The games that can be played, by name."""

from types import MappingProxyType

from bot.core.schafkopf.engine import Schafkopf
from bot.core.schafkopf.variants import BAUERNSTOSS

GAMES: MappingProxyType[str, Schafkopf] = MappingProxyType({"bauernstoss": Schafkopf(BAUERNSTOSS)})
ALL_GAMES = ("bauernstoss", "schoofkopp", "bauernheinrich")  # those a record may name
