"""The settings: the only reader of the environment."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.ui.text import LANGUAGES


class Setting(NamedTuple):
    name: str
    default: str | None  # None: unset
    meaning: str


SETTINGS: tuple[Setting, ...] = (
    Setting("DISCORD_TOKEN", None, "The bot's token. This or DISCORD_TOKEN_FILE is needed."),
    Setting("DISCORD_TOKEN_FILE", None, "A file that holds the token, instead of DISCORD_TOKEN."),
    Setting("DATABASE", "kreidtfuehrer.sqlite3", "The file with tables and ledger; backups go beside it."),
    Setting("DEFAULT_LANGUAGE", "de", "Language of public messages where a server has not chosen: de or en."),
    Setting("TIME_ZONE", "Europe/Berlin", "Time zone in which weeks and months of the leaderboard begin."),
    Setting("LOG_LEVEL", "INFO", "DEBUG, INFO, WARNING or ERROR."),
    Setting("SHARD_COUNT", None, "Number of shards; only for bots in more than 2,500 servers."),
    Setting("TEST_GUILD", None, "Server id that gets the commands at once, while developing."),
)
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
MOST_DIGITS = 19  # of a Discord id


class ConfigFaults(Exception):
    """Everything that is wrong with the settings, one line each."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@dataclass(frozen=True, slots=True, repr=False)
class Config:
    """All settings, checked. Prints without the token."""

    token: str
    database: Path
    default_language: str
    time_zone: str
    log_level: str
    shard_count: int | None
    test_guild: int | None

    def __repr__(self) -> str:
        return f"Config(database={str(self.database)!r}, default_language={self.default_language!r})"


def read_config(environ: Mapping[str, str], *, need_token: bool = True) -> Config:
    """Check every setting; raises ConfigFaults with all of them."""
    faults: list[str] = []
    values = {setting.name: environ.get(setting.name, "").strip() or setting.default for setting in SETTINGS}
    token = _token(values, faults, need_token)
    language = values["DEFAULT_LANGUAGE"] or ""
    if language not in LANGUAGES:
        faults.append(f"DEFAULT_LANGUAGE: {language!r} is none of {', '.join(LANGUAGES)}")
    zone = values["TIME_ZONE"] or ""
    try:
        ZoneInfo(zone)
    except (OSError, ValueError, KeyError):
        faults.append(f"TIME_ZONE: {zone!r} is no time zone known here (an example: Europe/Berlin)")
    level = (values["LOG_LEVEL"] or "").upper()
    if level not in LOG_LEVELS:
        faults.append(f"LOG_LEVEL: {level!r} is none of {', '.join(LOG_LEVELS)}")
    shards = _number("SHARD_COUNT", values["SHARD_COUNT"], faults)
    guild = _number("TEST_GUILD", values["TEST_GUILD"], faults)
    if faults:
        raise ConfigFaults(faults)
    return Config(token, Path(values["DATABASE"] or ""), language, zone, level, shards, guild)


def _token(values: Mapping[str, str | None], faults: list[str], needed: bool) -> str:
    token, file = values["DISCORD_TOKEN"], values["DISCORD_TOKEN_FILE"]
    if token and file:
        faults.append("DISCORD_TOKEN, DISCORD_TOKEN_FILE: only one of the two may be set")
    elif file:
        try:
            token = Path(file).read_text(encoding="utf-8-sig").strip()
        except (OSError, ValueError) as error:
            # Without the name: somebody may have put the token itself there.
            faults.append(f"DISCORD_TOKEN_FILE: cannot read the file it names ({type(error).__name__})")
            return ""
        if not token:
            faults.append("DISCORD_TOKEN_FILE: the file it names is empty")
    elif not token and needed:
        faults.append("DISCORD_TOKEN: not set; the developer portal shows it under your application, Bot, Reset Token")
    if token and (any(char.isspace() for char in token) or not token.isascii()):
        faults.append("DISCORD_TOKEN: a token holds no blanks and no special characters; copy it again")
    return token or ""


def _number(name: str, value: str | None, faults: list[str]) -> int | None:
    if not value:
        return None
    if not value.isascii() or not value.isdigit() or len(value) > MOST_DIGITS or int(value) == 0:
        faults.append(f"{name}: {value[: MOST_DIGITS + 1]!r} is no positive number")
        return None
    return int(value)
