"""A look at a database that changes nothing, beside a running bot too."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.store.backups import address
from bot.store.database import LOCK, NOT_A_DATABASE, DatabaseFault, beside


class Damaged(DatabaseFault):
    """The file holds no database, or a broken one."""


class Foreign(DatabaseFault):
    """A sound database, but not of this bot."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """``version`` is the schema's, 0 while nothing has been made; the numbers are None where it is a newer one."""

    in_use: bool
    version: int
    tables: int | None = None
    open_tables: int | None = None
    deals: int | None = None
    commands: str | None = None  # digest of those Discord was told last


def inspect(path: Path, known: int) -> Inspection:
    """Look at an existing file, ``known`` being the newest schema here. Raises Damaged, Foreign, DatabaseFault."""
    in_use = _in_use(path)
    try:
        with closing(sqlite3.connect(read_only(path), uri=True)) as connection:
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            [found] = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise Damaged(f"{path}: {found}")
            if version == 0 and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise Foreign(f"{path}: holds the tables of another program")
            if not 0 < version <= known:
                return Inspection(in_use, version)
            tables, open_tables = connection.execute(
                "SELECT count(*), count(*) FILTER (WHERE phase <> 'closed') FROM card_table"
            ).fetchone()
            [deals] = connection.execute("SELECT count(*) FROM settlement").fetchone()
            row = connection.execute("SELECT value FROM fact WHERE name = 'commands'").fetchone()
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in NOT_A_DATABASE:
            raise Damaged(f"{path}: {error}") from None
        if "no such table" in str(error):
            raise Foreign(f"{path}: holds the tables of another program") from None
        raise DatabaseFault(f"{path}: {error}") from None
    return Inspection(in_use, version, tables, open_tables, deals, None if row is None else row[0])


def _in_use(path: Path) -> bool:
    """Whether a running bot holds the lock beside the file."""
    lock = beside(path, LOCK)
    if not lock.exists():
        return False
    try:
        with closing(sqlite3.connect(f"{lock.as_uri()}?mode=ro", uri=True, timeout=0)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        return "locked" in str(error)
    except sqlite3.Error:
        return False
    return False


def read_only(path: Path) -> str:
    """Read-only; and after a clean stop, when nothing is left to be joined on, without leaving files beside it."""
    still = not beside(path, "-wal").exists()
    return f"{address(path, 'ro')}{'&immutable=1' if still else ''}"
