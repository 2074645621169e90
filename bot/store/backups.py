"""Copies of the database: made whole and looked through, kept up to a number, and put back."""

import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

BACKUPS = "backups"  # folder beside the file
KEPT_BACKUPS = 14
PAGES = 512  # copied at a time
Tell = Callable[[int, int], None]  # so much of all is done


class Unsound(sqlite3.DatabaseError):
    """Pages or rows that do not fit together; the text is what SQLite says of the first."""


def nobody(_done: int, _total: int) -> None:
    """Nobody wants to know."""


def backups(path: Path) -> list[Path]:
    """The copies of this file, the oldest first. Raises OSError where their folder cannot be read."""
    folder = path.with_name(BACKUPS)
    ours = re.compile(re.escape(path.stem) + r"-[0-9]{8}-[0-9]{9}" + re.escape(path.suffix))
    return sorted(copy for copy in folder.iterdir() if ours.fullmatch(copy.name)) if folder.exists() else []


def back_up(path: Path, kept: int = KEPT_BACKUPS, tell: Tell = nobody) -> Path:
    """A copy of what is committed, in ``backups`` beside the file, looked through before it counts; only then the
    oldest beyond ``kept`` go. Nobody waits for it. Raises OSError, sqlite3.Error, Unsound.
    """
    folder = path.with_name(BACKUPS)
    folder.mkdir(exist_ok=True)
    with closing(sqlite3.connect(":memory:")) as clock:
        now = str(clock.execute("SELECT strftime('%Y%m%d-%H%M%f', 'now')").fetchone()[0]).replace(".", "")
    target = folder / f"{path.stem}-{now}{path.suffix}"
    copy_whole(path, folder / f"{path.name}.part", tell).rename(target)
    for old in backups(path)[:-kept]:
        old.unlink()
    return target


def copy_whole(path: Path, target: Path, tell: Tell = nobody) -> Path:
    """A sound copy in one file, ``target``, or none. Raises OSError, sqlite3.Error, Unsound."""
    target.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(address(path, "rw"), uri=True)) as source:
            source.execute("BEGIN")  # one moment of it, so that writes meanwhile do not make it begin anew
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            with closing(sqlite3.connect(target)) as copy:
                source.backup(copy, pages=PAGES, progress=lambda _status, left, total: tell(total - left, total))
                copy.execute("PRAGMA journal_mode=DELETE").fetchone()
                require_whole(copy)
    except BaseException:
        with suppress(OSError):
            target.unlink(missing_ok=True)
        raise
    return target


def require_whole(connection: sqlite3.Connection) -> None:
    """Every page, index and reference. Raises Unsound, sqlite3.Error."""
    [found] = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise Unsound(" ".join(str(found).split()))
    if (row := connection.execute("PRAGMA foreign_key_check").fetchone()) is not None:
        raise Unsound(f"a row of {row[0]} refers to one of {row[2]} that is not there")


def newest_sound(path: Path) -> Path | None:
    """The newest copy of this file that can be put back. Raises OSError where their folder cannot be read."""
    return next((copy for copy in reversed(backups(path)) if _is_sound(copy)), None)


def what_can_be_put_back(path: Path) -> str:
    """The same in words."""
    try:
        good = newest_sound(path)
    except OSError as error:
        return f"its backups cannot be read ({error.strerror})"
    return "there is no good backup" if good is None else f"the newest good backup is {good}"


def _is_sound(copy: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"{address(copy, 'ro')}&immutable=1", uri=True)) as connection:
            return connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
    except sqlite3.Error:
        return False


def address(path: Path, mode: str) -> str:
    """For sqlite3.connect: a file that must be there."""
    return f"{path.resolve().as_uri()}?mode={mode}"


def replace_with(path: Path, copy: Path, aside: Path) -> bool:
    """Put a whole copy in the place of the database, which is kept as ``aside``; whether there was one.

    The caller holds the lock. What SQLite keeps beside a file goes with it: next to another one it would be taken for
    its own. That is copied before SQLite looks at the file, for beside a torn one it may throw it away. Raises OSError.
    """
    path = path.resolve()
    there = path.exists()
    if (log := path.with_name(path.name + "-wal")).exists():
        shutil.copyfile(log, aside.with_name(aside.name + "-wal"))
    if there:
        with suppress(sqlite3.Error), closing(sqlite3.connect(address(path, "rw"), uri=True)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    if there:
        try:
            os.link(path, aside)  # so that at no moment there is no file
        except OSError:
            path.rename(aside)
    copy.replace(path)
    return there
