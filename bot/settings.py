"""What servers and people may set for themselves, a line each, and how a table is opened under what a server has set.

A value is a short text, as commands and menus give it; what is not set is as usual.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from zoneinfo import available_timezones

from bot.arrangements import Options
from bot.core.games import ALL_GAMES, BAUERNHEINRICH
from bot.core.house import USUAL, Conduct, HouseRules, Overtrump
from bot.core.levels import Level
from bot.pictures.packs import Pack
from bot.table import Refused

AUTO = "auto"  # as the bot's host has it
LEAST_ABSENCE, MOST_ABSENCE = 30, 3600  # seconds
NO_ZONES = frozenset(("Factory", "localtime", "posixrules"))  # files of the zones' folder that name none
COMMON_ZONES = (
    *("Europe/Berlin", "Europe/Vienna", "Europe/Zurich", "Europe/Luxembourg", "Europe/Paris", "Europe/London"),
    *("Europe/Madrid", "Europe/Rome", "Europe/Warsaw", "Europe/Athens", "Europe/Helsinki", "Europe/Istanbul"),
    *("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Sao_Paulo"),
    *("Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "UTC"),
)


@cache
def time_zones() -> Mapping[str, str]:
    """Every zone that may be set, by its name in small letters."""
    return {name.casefold(): name for name in sorted(available_timezones() - NO_ZONES)}


def _zone(typed: str) -> str:
    found = AUTO if typed.casefold() == AUTO else time_zones().get(typed.strip().replace(" ", "_").casefold())
    if found is None:
        raise Refused("no_such_zone")
    return found


def _seconds(typed: str) -> str:
    if not (typed.isascii() and typed.isdigit() and LEAST_ABSENCE <= int(typed[:9]) <= MOST_ABSENCE):
        raise Refused("no_such_value")
    return str(int(typed))


@dataclass(frozen=True, slots=True)
class Setting:
    """``name`` is the command's option and the key it is kept under. ``values`` are those a menu offers; where
    ``reads`` is given, others may be typed and it makes of them what is kept, or raises Refused.
    """

    name: str
    usual: str
    values: tuple[str, ...]
    reads: Callable[[str], str] | None = None

    def read(self, typed: str) -> str:
        """The value as it is kept. Raises Refused."""
        if self.reads is not None:
            return self.reads(typed)
        if typed not in self.values:
            raise Refused("no_such_value")
        return typed

    def of(self, kept: Mapping[str, str]) -> str:
        """The value that holds; what was kept once and is no longer known counts as not set."""
        try:
            return self.read(kept.get(self.name, self.usual))
        except Refused:
            return self.usual


LETTERS = "letters"
LANGUAGE = Setting("language", AUTO, (AUTO, "de", "en"))
PACK = Setting("pack", Pack.FRENCH, (*map(str, Pack), LETTERS))
OPENING = (  # of a new table
    Setting("game", ALL_GAMES[0], ALL_GAMES),
    Setting("partners", "opposite", ("opposite", "lot")),
    Setting("conduct", str(USUAL.conduct), tuple(map(str, Conduct))),
    Setting("overtrump", str(USUAL.overtrump), tuple(map(str, Overtrump))),
    Setting("take_backs", "agreed", ("agreed", "never")),
    Setting("cut", "auto", ("auto", "ask")),
    Setting("level", str(Level.LEARNER), tuple(map(str, Level))),
    Setting("absence", "120", ("30", "60", "120", "180", "300", "600", "1200", "1800", "3600"), _seconds),
)
PRACTICE = Setting("practice", "no", ("no", "yes"))  # of a single table; no server opens all its tables so
SERVER = (
    LANGUAGE,
    PACK,
    Setting("time_zone", AUTO, (AUTO, *COMMON_ZONES), _zone),
    *OPENING,
)
OFF, ON = "off", "on"
TEXT_MODE = Setting("text_mode", OFF, (OFF, ON))  # the own hand in words, for screen readers
OWN = (LANGUAGE, PACK, TEXT_MODE)
SERVER_BY_NAME = {setting.name: setting for setting in SERVER}
OWN_BY_NAME = {setting.name: setting for setting in OWN}


def changed(known: Mapping[str, Setting], given: Mapping[str, str]) -> dict[str, str | None]:
    """What is to be kept of settings given by name; None: nothing any more, it is as usual. Raises Refused."""
    read = {name: known[name].read(value) for name, value in given.items()}
    return {name: None if value == known[name].usual else value for name, value in read.items()}


def pack_of(kept: Mapping[str, str]) -> Pack | None:
    """With which cards; None: letters only."""
    value = PACK.of(kept)
    return None if value == LETTERS else Pack(value)


def hears(kept: Mapping[str, str]) -> bool:
    """Whether the own hand is to be told in words."""
    return TEXT_MODE.of(kept) == ON


def opening(given: Mapping[str, str], kept: Mapping[str, str]) -> tuple[str, Options]:
    """Game and options of a new table: as ``given`` with the command, else as the server has set it.

    What the server has set and the game does not know is as usual there; what was given is refused. Raises Refused.
    """
    game = given.get("game") or SERVER_BY_NAME["game"].of(kept)
    for name, value in given.items():
        _require_known(game, name, value)

    def chosen(name: str) -> str:
        setting = SERVER_BY_NAME[name]
        return given.get(name) or (setting.of(kept) if _knows(game, name) else setting.usual)

    return game, Options(
        by_lot=chosen("partners") == "lot",
        absence=int(chosen("absence")),
        house=HouseRules(Conduct(chosen("conduct")), Overtrump(chosen("overtrump"))),
        take_backs=chosen("take_backs") == "agreed",
        ask_cut=chosen("cut") == "ask",
        practice=PRACTICE.of(given) == "yes",
        level=Level(chosen("level")),
    )


def _knows(game: str, name: str) -> bool:
    """Whether there is anything to choose there."""
    if name in ("partners", "conduct", "level"):
        return game != BAUERNHEINRICH.name
    return name != "overtrump" or game == "schoofkopp"


def _require_known(game: str, name: str, value: str) -> None:
    """Raises Refused for a house rule that this game does not know; its usual one is no matter."""
    if _knows(game, name):
        return
    if name == "overtrump" and value != USUAL.overtrump:
        raise Refused("no_overtrump")
    if name == "level" and value != Level.LEARNER:
        raise Refused("no_levels")
    if name == "partners" or (name == "conduct" and value != USUAL.conduct):
        raise Refused("no_pairs")
