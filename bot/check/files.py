"""Folder, disk, database and its copies."""

import os
import shutil
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from bot.check.report import Report
from bot.store.backups import BACKUPS, backups
from bot.store.database import LOCK, DatabaseFault, beside, migrations
from bot.store.inspection import Damaged, Foreign, Inspection, inspect

MB = 1_000_000
FEW = 200 * MB  # bytes free on the disk
TOO_FEW = 20 * MB
OLD_BACKUP = 2 * 86_400  # seconds a copy may be older than the last change
REMOTE = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "ceph", "glusterfs", "fuse.glusterfs", "afs", "9p"}
RIGHT = "give the user that runs the bot the right to write there"


def check_files(path: Path, report: Report) -> Inspection | None:
    """What stands in the database; None if nothing can be said of it."""
    try:
        return _check_place(path, report)
    except OSError as error:
        report.fault("DATABASE", f"{path} cannot be reached ({error.strerror}); {RIGHT}")
        return None


def _check_place(path: Path, report: Report) -> Inspection | None:
    if path.is_dir():
        report.fault("DATABASE", f"{path} is a folder; let it name a file, in that folder perhaps")
        return None
    for folder in dict.fromkeys((path.absolute().parent, path.resolve().parent)):  # where a link stands and leads to
        _check_folder(folder, report)
    for file in (path, *(beside(path, end) for end in ("-wal", "-shm", LOCK))):
        if file.exists() and not os.access(file, os.R_OK | os.W_OK):
            report.fault("DATABASE", f"{file} cannot be read and written; give it to the user that runs the bot")
    return _check_database(path, report)


def _check_folder(folder: Path, report: Report) -> None:
    place = next(place for place in (folder, *folder.parents) if os.path.lexists(place))
    if not place.is_dir():
        report.fault("DATABASE", f"{place} is no folder, so nothing can be kept in it; let DATABASE name another place")
        return
    hindered = _hindrance(place)
    if hindered:
        report.fault("DATABASE", hindered)
    elif place == folder:
        report.ok("folder", f"{folder} can be written")
    else:
        report.ok("folder", f"{folder} does not exist yet; the bot will make it")
    if (kind := _file_system(place)) in REMOTE:
        report.warn("folder", f"{place} is on a network ({kind}), where databases break; use a disk of this machine")
    free = shutil.disk_usage(place).free
    said = f"{free // MB:,} MB are free at {place}"
    if free < TOO_FEW:
        report.fault("disk", f"{said}, too few to play on; make room")
    elif free < FEW:
        report.warn("disk", f"{said}; every night a copy of the database is made, so make room")
    else:
        report.ok("disk", said)


def _hindrance(folder: Path) -> str | None:
    """Try it with a small database, as ours works; None if it does."""
    try:
        with tempfile.TemporaryDirectory(prefix=".check-", dir=folder) as place:
            with closing(sqlite3.connect(Path(place) / "try.sqlite3")) as connection:
                [mode] = connection.execute("PRAGMA journal_mode=WAL").fetchone()
                connection.execute("CREATE TABLE tried (it)")
            if mode != "wal":
                return f"SQLite cannot keep a write-ahead log in {folder}; let DATABASE name a file on a local disk"
    except OSError as error:
        return f"the folder {folder} cannot be written ({error.strerror}); {RIGHT}"
    except sqlite3.Error as error:
        return f"SQLite does not work in {folder} ({error}); let DATABASE name a file on a local disk"
    return None


def _file_system(folder: Path) -> str:
    """Its kind, as Linux calls it; empty elsewhere."""
    if sys.platform != "linux":
        return ""
    try:
        return file_system(folder.resolve(), Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return ""


def file_system(folder: Path, mounts: str) -> str:
    """The kind of file system a folder is on, by the list of those mounted as Linux writes it."""
    kind = ""
    for line in mounts.splitlines():
        fields = line.split(" ")
        if folder.is_relative_to(fields[1].replace(r"\040", " ")):
            kind = fields[2]  # a later one covers an earlier
    return kind


def _check_database(path: Path, report: Report) -> Inspection | None:
    newest = _check_backups(path, report)
    mend = f"stop the bot and put back the newest copy, {newest}" if newest else "there is no copy of it to put back"
    if not path.exists():
        if newest:
            report.warn(
                "database", f"there is no {path}, but there are copies of one; is DATABASE right? If so, {mend}"
            )
        else:
            report.ok("database", f"{path} does not exist yet; it is made at the first start")
        return None
    known = len(migrations())
    try:
        found = inspect(path, known)
    except Damaged as error:
        report.fault("DATABASE", f"{error}: it is damaged, or no database at all; {mend}")
        return None
    except Foreign as error:
        report.fault("DATABASE", f"{error}; let DATABASE name a file of the bot's own")
        return None
    except DatabaseFault as error:
        report.fault("DATABASE", f"{error}; give the file to the user that runs the bot")
        return None
    user = "in use by a running bot" if found.in_use else "no bot is running on it"
    if found.version > known:
        newer = f"made by a newer version of the bot (schema {found.version}, this one knows {known})"
        report.fault("DATABASE", f"{path}: {newer}; update the bot{f', or {mend}' if newest else ''}")
    elif found.version == 0:
        report.ok("database", f"{path} is empty; its tables are made at the next start")
    else:
        holds = f"tables: {found.tables:,} ({found.open_tables} open), settled deals: {found.deals:,}"
        schema = f"schema {found.version}"
        if found.version < known:
            schema += f", brought to {known} at the next start after a copy has been made"
        report.ok("database", f"{path} is sound: {holds}; {schema}; {user}")
    return found


def _check_backups(path: Path, report: Report) -> Path | None:
    """The newest copy."""
    folder = path.absolute().with_name(BACKUPS)
    try:
        copies = backups(path.absolute())
    except OSError as error:
        report.fault("backups", f"{folder} cannot be read ({error.strerror}); {RIGHT}")
        return None
    if folder.exists() and (hindered := _hindrance(folder)):
        report.fault("backups", hindered)
    if not copies:
        report.ok("backups", f"none in {folder} yet; one is made every night and before the tables of the file change")
        return None
    made = copies[-1].stat().st_mtime
    days = (time.time() - made) / 86_400
    said = f"{len(copies)} in {folder}; the newest is {copies[-1].name}, {days:.1f} days old"
    changed = max((file.stat().st_mtime for file in (path, Path(f"{path}-wal")) if file.exists()), default=made)
    if changed - made > OLD_BACKUP:
        report.warn("backups", f"{said}, and much has changed since; look into the log for why no newer one was made")
    else:
        report.ok("backups", said)
    return copies[-1]
