"""One SQLite file: opening, migrating, one writer, one reader, whole transactions or nothing."""

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, suppress
from importlib import resources
from pathlib import Path
from typing import TypeVar

import aiosqlite

from bot.store.backups import KEPT_BACKUPS, Unsound, back_up, what_can_be_put_back

log = logging.getLogger(__name__)
T = TypeVar("T")
Row = sqlite3.Row
Write = Callable[[aiosqlite.Connection], Awaitable[T]]

BUSY_MS = 5000
LOCK = ".lock"
CLOSE_SECONDS = 3.0  # how long ``close`` waits for running writes
NOT_A_DATABASE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class DatabaseFault(Exception):
    """The file cannot be used; the text says in one line what is wrong with it."""


class DatabaseInUse(DatabaseFault):
    """Another instance of the bot has it."""


def migrations() -> list[str]:
    """The scripts in order; the first brings an empty file to version 1."""
    folder = resources.files("bot.store") / "migrations"
    scripts = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".sql")), key=lambda entry: entry.name)
    return [script.read_text("utf-8") for script in scripts]


class Database:
    """Writes go through ``write``: one at a time, each a whole transaction, finished even if the caller goes away."""

    def __init__(
        self, path: Path, writer: aiosqlite.Connection, reader: aiosqlite.Connection, lock: "FileLock", kept: int
    ) -> None:
        self.path = path
        self._kept = kept
        self._writer = writer
        self._reader = reader
        self._file_lock = lock
        self._turn = asyncio.Lock()
        self._running: set[asyncio.Task[object]] = set()

    @classmethod
    async def open(cls, path: Path, kept: int = KEPT_BACKUPS) -> "Database":
        """Lock, open and migrate; of its backups ``kept`` stay. Raises DatabaseFault, and then as when it is given up
        leaves nothing open.
        """
        opening = asyncio.create_task(cls._open(path, kept))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            with suppress(DatabaseFault):
                await (await opening).close()
            raise

    @classmethod
    async def _open(cls, path: Path, kept: int) -> "Database":
        async with AsyncExitStack() as opened:
            lock = FileLock(path)
            opened.callback(lock.release)
            try:
                sqlite3.connect(path).close()  # if this fails: aiosqlite would leave its thread behind for a moment
                writer = await _connect(path)
                opened.push_async_callback(writer.close)
                await _require_sound(writer)
                await _migrate(path, writer, kept)
                reader = await _connect(path)
                opened.push_async_callback(reader.close)
                await reader.execute("PRAGMA query_only=ON")
            except (sqlite3.Error, OSError) as error:
                if isinstance(error, Unsound) or getattr(error, "sqlite_errorcode", 0) & 0xFF in NOT_A_DATABASE:
                    mend = await asyncio.to_thread(what_can_be_put_back, path)
                    raise DatabaseFault(f"{path}: damaged, or no database at all ({error}); {mend}") from error
                raise DatabaseFault(f"{path}: {error}") from error
            opened.pop_all()
        return cls(path, writer, reader, lock, kept)

    async def write(self, work: Write[T]) -> T:
        """Run ``work`` inside BEGIN IMMEDIATE ... COMMIT. Any exception rolls back and is raised again."""
        task = asyncio.create_task(self._transaction(work))
        self._running.add(task)  # type: ignore[arg-type]
        task.add_done_callback(self._finished)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.done():
                task.add_done_callback(_report_unheard)
            raise

    async def _transaction(self, work: Write[T]) -> T:
        async with self._turn:
            try:
                await self._writer.execute("BEGIN IMMEDIATE")
                result = await work(self._writer)
                await self._writer.execute("COMMIT")
            except BaseException:
                # Queued behind what may still be running, a cancelled BEGIN too; does nothing where nothing is open.
                await self._writer.rollback()
                raise
            return result

    def _finished(self, task: "asyncio.Task[object]") -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # the caller, if still there, has it too

    async def rows(self, sql: str, parameters: Iterable[object] | dict[str, object] = ()) -> list[Row]:
        """Read what has been committed."""
        return list(await self._reader.execute_fetchall(sql, parameters))  # type: ignore[arg-type]

    async def row(self, sql: str, parameters: Iterable[object] | dict[str, object] = ()) -> Row | None:
        rows = await self.rows(sql, parameters)
        return rows[0] if rows else None

    async def backup(self) -> Path:
        """A sound copy of what is committed. Raises OSError, sqlite3.Error."""
        return await asyncio.to_thread(back_up, self.path, self._kept)

    async def close(self) -> None:
        """Wait for running writes, but not for ever, then close everything; never leaves a connection open."""
        async with AsyncExitStack() as opened:
            opened.callback(self._file_lock.release)
            opened.push_async_callback(self._writer.close)
            opened.push_async_callback(self._reader.close)
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    while self._running:
                        await asyncio.wait(self._running)
            for task in self._running:
                log.error("a write did not end and is rolled back: %r", task)
                task.cancel()
            if self._running:
                await asyncio.wait(self._running, timeout=1.0)


def _report_unheard(task: "asyncio.Task[object]") -> None:
    """The caller has gone, so nobody else will hear of the failure."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a write failed after its caller had gone", exc_info=error)


class FileLock:
    """Stops a second instance on the same file: an exclusive transaction on a small database beside it.

    SQLite's own locking works on every system and ends with the process, however that ends.
    """

    def __init__(self, path: Path) -> None:
        self._path = beside(path, LOCK)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(self._path, timeout=0, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise DatabaseFault(f"{self._path}: {error}") from None
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._connection.close()
            if "locked" in str(error):
                raise DatabaseInUse(f"{path}: another instance of the bot is using this file") from None
            raise DatabaseFault(f"{self._path}: {error}") from None

    def release(self) -> None:
        self._connection.close()


async def _connect(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None)
    try:
        connection.row_factory = sqlite3.Row
        for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_MS}", "foreign_keys=ON"):
            cursor = await connection.execute(f"PRAGMA {pragma}")
            await cursor.close()  # an answer not fetched is a statement in progress, and nothing can be committed
    except BaseException:
        await connection.close()
        raise
    return connection


async def _require_sound(connection: aiosqlite.Connection) -> None:
    """What is written onto a damaged file makes it worse. Raises sqlite3.Error."""
    [row] = await connection.execute_fetchall("PRAGMA quick_check(1)")
    if row[0] != "ok":
        raise Unsound(" ".join(str(row[0]).split()))


async def _migrate(path: Path, connection: aiosqlite.Connection, kept: int) -> None:
    """Bring the file to this version, each script and its number in one transaction."""
    scripts = migrations()
    row = await (await connection.execute("PRAGMA user_version")).fetchone()
    version = int(row[0]) if row else 0
    if version > len(scripts):
        raise DatabaseFault(
            f"{path}: made by a newer version of the bot (schema {version}, this one knows {len(scripts)})"
        )
    if 0 < version < len(scripts):
        log.info("backup before migrating: %s", await asyncio.to_thread(back_up, path, kept))
    for number, script in enumerate(scripts[version:], start=version + 1):
        await connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in statements(script):
                await connection.execute(statement)
            await connection.execute(f"PRAGMA user_version={number}")
            await connection.execute("COMMIT")
        except BaseException:
            await connection.rollback()
            raise


def statements(script: str) -> list[str]:
    """Split a script at the ends of its statements; ``executescript`` would commit what is open."""
    found: list[str] = []
    current = ""
    for line in script.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            found.append(current)
            current = ""
    if current.strip() and not all(line.lstrip().startswith("--") for line in current.strip().splitlines()):
        raise ValueError(f"unfinished statement: {current!r}")
    return found


def beside(path: Path, ending: str) -> Path:
    """The lock, or one of SQLite's own files; there is one for a database, whatever link leads to it."""
    real = path.resolve()
    return real.with_name(real.name + ending)
