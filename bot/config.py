"""The settings: the only reader of the environment."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from dotenv import dotenv_values

from bot.store.backups import KEPT_BACKUPS
from bot.ui.text import LANGUAGES


class Setting(NamedTuple):
    name: str
    default: str | None  # None: unset
    meaning: str


SETTINGS: tuple[Setting, ...] = (
    Setting("DISCORD_TOKEN", None, "The bot's token. This or DISCORD_TOKEN_FILE is needed."),
    Setting("DISCORD_TOKEN_FILE", None, "A file that holds the token, instead of DISCORD_TOKEN."),
    Setting("DATABASE", "kreidtfuehrer.sqlite3", "The file with tables and ledger; backups go beside it."),
    Setting(
        "BACKUPS_KEPT",
        str(KEPT_BACKUPS),
        "How many backups stay: one is made every night.",
    ),
    Setting("DEFAULT_LANGUAGE", "de", "Language of public messages where a server has not chosen: de or en."),
    Setting("TIME_ZONE", "Europe/Berlin", "Time zone in which weeks and months of the leaderboard begin."),
    Setting("LOG_LEVEL", "INFO", "DEBUG, INFO, WARNING or ERROR."),
    Setting("LOG_FORMAT", "text", "text, or json: one object a line."),
    Setting("CARD_PICTURES", "yes", "yes: the cards' pictures become the bot's own emojis at Discord. no: letters."),
    Setting("HEARTBEAT_FILE", None, "A file written anew every 15 seconds while all is well, for health checks."),
    Setting("SHARD_COUNT", None, "Number of shards; only for bots in more than 2,500 servers."),
    Setting("TEST_GUILD", None, "Server id that gets the commands at once, while developing."),
)
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
LOG_FORMATS = ("text", "json")
MOST_DIGITS = 19  # of a Discord id


class ConfigFaults(Exception):
    """Everything that is wrong with the settings, one line each."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@dataclass(frozen=True, slots=True, repr=False)
class Config:
    """All settings, checked. Prints without the token.

    ``journal_stream`` and ``notify_socket`` are no settings: systemd tells them where it has started the bot.
    """

    token: str
    database: Path
    backups_kept: int
    default_language: str
    time_zone: str
    log_level: str
    log_format: str
    card_pictures: bool
    heartbeat_file: Path | None
    shard_count: int | None
    test_guild: int | None
    journal_stream: str | None = None
    notify_socket: str | None = None

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
    form = (values["LOG_FORMAT"] or "").lower()
    if form not in LOG_FORMATS:
        faults.append(f"LOG_FORMAT: {form!r} is none of {', '.join(LOG_FORMATS)}")
    pictures = (values["CARD_PICTURES"] or "").lower()
    if pictures not in ("yes", "no"):
        faults.append(f"CARD_PICTURES: {pictures!r} is none of yes, no")
    kept = _number("BACKUPS_KEPT", values["BACKUPS_KEPT"], faults)
    shards = _number("SHARD_COUNT", values["SHARD_COUNT"], faults)
    guild = _number("TEST_GUILD", values["TEST_GUILD"], faults)
    if faults:
        raise ConfigFaults(faults)
    return Config(
        token=token,
        database=Path(values["DATABASE"] or ""),
        backups_kept=kept or KEPT_BACKUPS,
        default_language=language,
        time_zone=zone,
        log_level=level,
        log_format=form,
        card_pictures=pictures == "yes",
        heartbeat_file=heartbeat_file(environ),
        shard_count=shards,
        test_guild=guild,
        journal_stream=environ.get("JOURNAL_STREAM"),
        notify_socket=environ.get("NOTIFY_SOCKET"),
    )


def heartbeat_file(environ: Mapping[str, str]) -> Path | None:
    """HEARTBEAT_FILE alone: a health check needs nothing else to be right."""
    name = environ.get("HEARTBEAT_FILE", "").strip()
    return Path(name) if name else None


def settings(environ: Mapping[str, str]) -> dict[str, str]:
    """``.env`` of this folder, overruled by the environment. Raises ConfigFaults if it cannot be read."""
    try:
        found = dotenv_values(".env")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigFaults([f".env: cannot be read ({type(error).__name__})"]) from None
    return {name: value for name, value in found.items() if value is not None} | dict(environ)


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
