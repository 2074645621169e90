"""``python -m bot backup``, ``restore`` and ``verify`` of the whole database: what an admin does with the file."""

import json
import sqlite3
import sys
from contextlib import closing, suppress
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from bot.config import ConfigFaults, read_config, settings
from bot.process import CONFIG_FAULT, IN_USE, fault
from bot.progress import Progress
from bot.replay import AS_EXPECTED, NOT_AS_EXPECTED, UNREADABLE
from bot.store.audit import Audit, audit
from bot.store.backups import (
    KEPT_BACKUPS,
    Unsound,
    back_up,
    copy_whole,
    replace_with,
    require_whole,
    what_can_be_put_back,
)
from bot.store.database import DatabaseFault, DatabaseInUse, FileLock, migrations, statements
from bot.store.inspection import Damaged, Inspection, inspect, read_only

UNSOUND = 1  # exit status: a copy is damaged or none of ours


def backup(environ: dict[str, str], database: Path | None, target: Path | None) -> int:
    """A copy beside a running bot too, as every night or to ``target``; the exit status."""
    try:
        path, kept = _place(environ, database)
    except ConfigFaults as error:
        return _faults(error)
    if (missing := _missing(path)) is not None:
        return fault(missing)
    if target is not None and target.exists():
        return fault(f"--to: {target} is there already; name a file that is not")
    try:
        _ours(path)
        with Progress("copying") as progress:
            made = back_up(path, kept, progress.at) if target is None else copy_whole(path, target, progress.at)
    except (Damaged, Unsound) as error:
        return _damaged(path, error, UNSOUND)
    except DatabaseFault as error:
        return fault(f"DATABASE: {error}")
    except (sqlite3.Error, OSError) as error:
        return fault(f"{target or path}: no copy could be made ({_said(error)})")
    print(f"copied {path} to {made}, which is sound: {_holds(_ours(made))}")
    return 0


def restore(environ: dict[str, str], database: Path | None, copy: Path) -> int:
    """Put a copy in the place of the database, which is kept beside it; the exit status."""
    try:
        path, _ = _place(environ, database)
    except ConfigFaults as error:
        return _faults(error)
    if (missing := _missing(copy)) is not None:
        return fault(missing)
    if path.exists() and path.samefile(copy):
        return fault(f"{copy}: is the database itself; name the copy that is to take its place")
    try:
        lock = FileLock(path)
    except DatabaseInUse as error:
        print(f"DATABASE: {error}; stop it first", file=sys.stderr)
        return IN_USE
    except DatabaseFault as error:
        return fault(f"DATABASE: {error}")
    try:
        return _put_back(path, copy)
    finally:
        lock.release()


def _put_back(path: Path, copy: Path) -> int:
    real = path.resolve()
    unfinished = real.with_name(f"{real.name}.restoring")
    aside = real.with_name(f"{real.name}.replaced-{datetime.now():%Y%m%d-%H%M%S}")
    try:
        found = _ours(copy)
        if found.version > len(migrations()):
            return fault(f"{copy}: made by a newer version of the bot (schema {found.version}); install that one first")
        with Progress("copying") as progress:
            copy_whole(copy, unfinished, progress.at)
        there = replace_with(real, unfinished, aside)
    except (DatabaseFault, Unsound) as error:
        said = " ".join(str(error).removeprefix(f"{copy}: ").split())
        print(f"{copy}: is not put back, for it is no sound database of the bot ({said})", file=sys.stderr)
        return UNSOUND
    except (sqlite3.Error, OSError) as error:
        return fault(f"{path}: nothing is put back ({_said(error)})")
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    kept = f"; what was there is kept as {aside}" if there else ""
    print(f"put {copy} back as {path}: {_holds(found)}{kept}")
    return 0


def verify(environ: dict[str, str], database: Path | None, *, as_json: bool) -> int:
    """Replay all that is stored, beside a running bot too; prints one line a difference. The exit status: 0 all agrees,
    1 something differs, 2 the file cannot be read.
    """
    try:
        path, _ = _place(environ, database)
    except ConfigFaults as error:
        return _faults(error)
    if (missing := _missing(path)) is not None:
        return fault(missing)
    try:
        found = _audited(path)
    except (Damaged, Unsound) as error:
        return _damaged(path, error, UNREADABLE)
    except (DatabaseFault, sqlite3.Error) as error:
        print(f"{path}: cannot be verified ({str(error).removeprefix(f'{path}: ')})", file=sys.stderr)
        return UNREADABLE
    if as_json:
        facts = asdict(found)
        print(json.dumps({"database": str(path), "status": "differs" if found.differences else "ok", **facts}))
    else:
        for each in found.differences:
            print(f"differs: {each.place}: {each.row}: {each.what}")
        print(_summary(path, found))
    return NOT_AS_EXPECTED if found.differences else AS_EXPECTED


def _audited(path: Path) -> Audit:
    known = len(migrations())
    found = _ours(path)
    if found.version > known:
        raise DatabaseFault(f"made by a newer version of the bot: schema {found.version}, this one knows {known}")
    with closing(sqlite3.connect(read_only(path), uri=True)) as connection:
        connection.execute("BEGIN")  # one moment of it, whatever is played meanwhile
        with Progress("pages"):
            require_whole(connection)
        with Progress("replaying") as progress:
            if found.version == known:
                return audit(connection, progress.at)
            with closing(sqlite3.connect(":memory:", isolation_level=None)) as newer:  # as the next start would make it
                connection.backup(newer)
                for script in migrations()[found.version :]:
                    for statement in statements(script):
                        newer.execute(statement)
                return audit(newer, progress.at)


def _ours(path: Path) -> Inspection:
    """Raises DatabaseFault."""
    found = inspect(path, len(migrations()))
    if found.version == 0:
        raise DatabaseFault(f"{path}: is empty")
    return found


def _summary(path: Path, found: Audit) -> str:
    said = [f"deals: {found.deals:,} settled, {found.under_way} under way"]
    said += [f"{found.annulled} annulled"] * bool(found.annulled)
    said += [f"{found.other_rules} dealt under other rules and taken as they stand"] * bool(found.other_rules)
    said += [f"ledger rows: {found.rows:,}"]
    said += [f"corrections, left as they are: {found.corrections}"] * bool(found.corrections)
    said += [f"packs: {found.packs:,}"]
    word = f"differences: {len(found.differences)}" if found.differences else "ok"
    return f"{word}: {path}: {'; '.join(said)}"


def _holds(found: Inspection) -> str:
    return f"tables: {found.tables or 0:,}, settled deals: {found.deals or 0:,}"


def _place(environ: dict[str, str], database: Path | None) -> tuple[Path, int]:
    """The database and how many of its backups stay. One that is named needs no settings. Raises ConfigFaults."""
    if database is not None:
        with suppress(ConfigFaults):
            return database, read_config(settings(environ), need_token=False).backups_kept
        return database, KEPT_BACKUPS
    config = read_config(settings(environ), need_token=False)
    return config.database, config.backups_kept


def _missing(path: Path) -> str | None:
    try:
        return None if path.is_file() else f"{path}: there is no such file"
    except (OSError, ValueError) as error:
        return f"{path}: cannot be reached ({error})"


def _faults(error: ConfigFaults) -> int:
    for line in error.faults:
        print(line, file=sys.stderr)
    return CONFIG_FAULT


def _damaged(path: Path, error: Exception, status: int) -> int:
    said = " ".join(str(error).removeprefix(f"{path}: ").split())
    print(f"{path}: damaged, or no database at all ({said}); {what_can_be_put_back(path)}", file=sys.stderr)
    return status


def _said(error: Exception) -> str:
    return str(error.strerror if isinstance(error, OSError) and error.strerror else error)
