"""One file, one writer: whole transactions or nothing, whoever goes away, and every fault said in one line."""

import asyncio
import logging
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import aiosqlite
import pytest

from bot.store import database as store
from bot.store.database import Database, DatabaseFault, FileLock, migrations, statements

Work = Callable[[aiosqlite.Connection], Awaitable[None]]


async def facts(database: Database) -> dict[str, str]:
    return {row["name"]: row["value"] for row in await database.rows("SELECT * FROM fact")}


def writing(*names: str, value: str = "") -> Work:
    """Some facts in one transaction."""

    async def work(connection: aiosqlite.Connection) -> None:
        for name in names:
            await connection.execute("INSERT INTO fact VALUES (?, ?)", (name, value))

    return work


async def forgetting(connection: aiosqlite.Connection) -> None:
    await connection.execute("DELETE FROM fact")


def schema(path: Path) -> tuple[int, list[tuple[str, str]]]:
    """The file's version and everything it is made of, read past the bot."""
    connection = sqlite3.connect(path)
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        made = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name").fetchall()
    finally:
        connection.close()
    return version, made


def at_version(path: Path, version: int) -> None:
    """A file as a bot of an earlier version left it."""
    connection = sqlite3.connect(path)
    for script in migrations()[:version]:
        connection.executescript(script)
    connection.execute(f"PRAGMA user_version={version}")
    connection.commit()
    connection.close()


def with_migration(monkeypatch: pytest.MonkeyPatch, script: str) -> int:
    """One more migration than there is; gives its number."""
    scripts = [*store.migrations(), script]
    monkeypatch.setattr(store, "migrations", lambda: scripts)
    return len(scripts)


# -- opening and migrating


async def test_an_empty_file_becomes_this_version(path: Path) -> None:
    await (await Database.open(path)).close()
    version, made = schema(path)
    assert version == len(migrations())
    assert {"log", "deal", "settlement", "ledger"} <= {name for name, _ in made}


@pytest.mark.parametrize("version", range(1, len(migrations()) + 1))
async def test_every_earlier_version_becomes_this_one(tmp_path: Path, version: int) -> None:
    old, fresh = tmp_path / "old.sqlite3", tmp_path / "fresh.sqlite3"
    at_version(old, version)
    for path in (old, fresh):
        await (await Database.open(path)).close()
    assert schema(old) == schema(fresh)


async def test_a_migration_brings_rows_along(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = await Database.open(path)
    await database.write(writing("kept", value="yes"))
    await database.close()
    number = with_migration(monkeypatch, "-- More.\nCREATE TABLE more (x INTEGER);\nINSERT INTO more VALUES (7);\n")
    database = await Database.open(path)
    try:
        assert await facts(database) == {"kept": "yes"}
        assert [row["x"] for row in await database.rows("SELECT x FROM more")] == [7]
    finally:
        await database.close()
    assert schema(path)[0] == number


async def test_a_ledger_without_places_keeps_its_rows(path: Path) -> None:
    """From version 1: what was booked then has no place, and is as final as before."""
    at_version(path, 1)
    connection = sqlite3.connect(path)
    connection.executescript(
        """
        INSERT INTO guild (id, name) VALUES (42, 'Wirtshaus');
        INSERT INTO person (id, name) VALUES (1, 'Anna');
        INSERT INTO card_table (id, guild_id, channel_id, number, game, phase, options, public, since, opened_at)
        VALUES (7, 42, 1, 1, 'bauernstoss', 'closed', '{}', '{}', 0, 0);
        INSERT INTO ledger VALUES (1, 42, 'bauernstoss', 'deal', 7, 1, 1, 0, 0, 1, NULL, 1, 0, 3, 0, 1, 0, 0, 0, 1, 9.5,
                                   NULL, NULL);
        """
    )
    connection.close()
    database = await Database.open(path)
    try:
        (row,) = await database.rows("SELECT * FROM ledger")
        assert (row["striche"], row["booked_at"], row["place"]) == (3, 9.5, None)

        async def change(connection: aiosqlite.Connection) -> None:
            await connection.execute("UPDATE ledger SET place = 1")

        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            await database.write(change)
    finally:
        await database.close()
    assert schema(path)[0] == len(migrations())


async def test_a_failing_script_leaves_the_old_version(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await (await Database.open(path)).close()
    before = schema(path)
    with_migration(monkeypatch, "CREATE TABLE more (x INTEGER);\nINSERT INTO nowhere VALUES (1);\n")
    with pytest.raises(DatabaseFault, match="nowhere"):
        await Database.open(path)
    assert schema(path) == before
    monkeypatch.undo()
    await (await Database.open(path)).close()


async def test_the_number_is_written_with_its_script(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two migrations, the second fails: the first stands with its number, so that it is not run twice."""
    with_migration(monkeypatch, "CREATE TABLE more (x INTEGER);\n")
    number = with_migration(monkeypatch, "INSERT INTO nowhere VALUES (1);\n")
    with pytest.raises(DatabaseFault):
        await Database.open(path)
    version, made = schema(path)
    assert version == number - 1
    assert "more" in dict(made)


async def test_a_newer_version_is_refused(path: Path) -> None:
    await (await Database.open(path)).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(DatabaseFault, match="newer version"):
        await Database.open(path)
    assert schema(path)[0] == 99


def test_statements_are_split_where_they_end() -> None:
    script = (
        "-- a; b\nCREATE TABLE t (x);\nCREATE TRIGGER g BEFORE DELETE ON t BEGIN SELECT 1; SELECT 2; END;\n-- end\n"
    )
    assert [statement.split("\n")[-2] for statement in statements(script)] == script.split("\n")[1:3]
    with pytest.raises(ValueError, match="unfinished"):
        statements("CREATE TABLE t (x)")


# -- copies


def copies(path: Path) -> list[Path]:
    return sorted((path.parent / "backups").glob("*"))


async def test_a_copy_is_made_before_a_migration(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = await Database.open(path)
    assert not (path.parent / "backups").exists()
    await database.write(writing("kept"))
    await database.close()
    before = schema(path)
    with_migration(monkeypatch, "INSERT INTO nowhere VALUES (1);\n")
    with pytest.raises(DatabaseFault):
        await Database.open(path)
    (copy,) = copies(path)
    assert schema(copy) == before
    reader = sqlite3.connect(copy)
    assert reader.execute("SELECT name FROM fact").fetchall() == [("kept",)]
    reader.close()


async def test_old_copies_go_and_other_files_stay(database: Database) -> None:
    folder = database.path.parent / "backups"
    folder.mkdir()
    old = [folder / f"ledger-20200101-{number:09}.sqlite3" for number in range(store.KEPT_BACKUPS + 3)]
    others = [folder / name for name in ("ledger-2-20200101-000000000.sqlite3", "ledger-notes.sqlite3", "other.txt")]
    for file in (*old, *others):
        file.touch()
    new = await database.backup()
    assert set(copies(database.path)) == {new, *old[4:], *others}
    assert len(old[4:]) + 1 == store.KEPT_BACKUPS


async def test_a_copy_holds_what_is_committed_and_waits_for_no_write(database: Database) -> None:
    await database.write(writing("before"))
    begun, done = asyncio.Event(), asyncio.Event()

    async def slow(connection: aiosqlite.Connection) -> None:
        await connection.execute("INSERT INTO fact VALUES ('during', '')")
        begun.set()
        await done.wait()

    write = asyncio.create_task(database.write(slow))
    await begun.wait()
    copy = await database.backup()
    assert not write.done()
    done.set()
    await write
    reader = sqlite3.connect(copy)
    assert reader.execute("SELECT name FROM fact").fetchall() == [("before",)]
    reader.close()


async def test_half_a_copy_is_none(database: Database) -> None:
    """What a crash left of an unfinished copy is neither counted nor in the way."""
    folder = database.path.parent / "backups"
    folder.mkdir()
    (folder / "ledger.sqlite3.part").write_bytes(b"half")
    new = await database.backup()
    assert copies(database.path) == [new]


# -- a second instance


async def test_a_second_instance_is_refused(path: Path) -> None:
    first = await Database.open(path)
    with pytest.raises(DatabaseFault, match="another instance"):
        await Database.open(path)
    await first.close()
    await (await Database.open(path)).close()


async def test_a_link_leads_to_the_same_lock(tmp_path: Path, path: Path) -> None:
    first = await Database.open(path)
    link = tmp_path / "link.sqlite3"
    link.symlink_to(path)
    with pytest.raises(DatabaseFault, match="another instance"):
        await Database.open(link)
    await first.close()


def test_a_killed_process_frees_the_lock(path: Path) -> None:
    code = (
        "import asyncio, pathlib, sys\n"
        "from bot.store.database import Database\n"
        "async def hold():\n"
        "    await Database.open(pathlib.Path(sys.argv[1]))\n"
        "    print('held', flush=True)\n"
        "    await asyncio.Event().wait()\n"
        "asyncio.run(hold())\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True) as other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline() == "held\n"
            with pytest.raises(DatabaseFault, match="another instance"):
                FileLock(path)
        finally:
            other.kill()
    FileLock(path).release()


# -- faults


async def nothing_open(path: Path) -> None:
    """A failed opening holds neither the lock nor the file; threads are looked after by conftest."""
    FileLock(path).release()
    assert not [name for name in path.parent.glob(path.name + "-*") if name.stat().st_size]


@pytest.fixture
def diary(path: Path) -> Path:
    path.write_bytes(b"this is a diary, not a database " * 64)
    return path


@pytest.fixture
def folder(path: Path) -> Path:
    path.mkdir()
    return path


@pytest.fixture
def sealed(tmp_path: Path) -> Iterator[Path]:
    """A folder that may be read only."""
    tmp_path.chmod(0o500)
    if _may_write(tmp_path):
        tmp_path.chmod(0o700)
        pytest.skip("this user may write everywhere")
    yield tmp_path
    tmp_path.chmod(0o700)


async def test_no_database_is_a_fault(diary: Path) -> None:
    with pytest.raises(DatabaseFault) as fault:
        await Database.open(diary)
    nonsense = f"{diary}: damaged, or no database at all (file is not a database)"
    assert str(fault.value) == f"{nonsense}; there is no good backup"
    await nothing_open(diary)


async def test_a_folder_is_a_fault(folder: Path) -> None:
    with pytest.raises(DatabaseFault) as fault:
        await Database.open(folder)
    assert str(fault.value) == f"{folder}: unable to open database file"
    await nothing_open(folder)


async def test_a_place_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseFault) as fault:
        await Database.open(tmp_path / "file" / "ledger.sqlite3")
    assert str(tmp_path) in str(fault.value)
    assert "\n" not in str(fault.value)


async def test_a_place_without_right_to_write_is_a_fault(sealed: Path) -> None:
    with pytest.raises(DatabaseFault) as fault:
        await Database.open(sealed / "ledger.sqlite3")
    assert "\n" not in str(fault.value)


def _may_write(folder: Path) -> bool:
    try:
        (folder / "try").touch()
    except OSError:
        return False
    return True


async def test_backups_in_the_way_are_a_fault(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await (await Database.open(path)).close()
    with_migration(monkeypatch, "CREATE TABLE more (x INTEGER);\n")
    (path.parent / "backups").touch()
    with pytest.raises(DatabaseFault, match="backups"):
        await Database.open(path)
    await nothing_open(path)


@pytest.mark.parametrize("steps", range(0, 60, 3))
async def test_an_opening_given_up_leaves_nothing_open(path: Path, steps: int) -> None:
    opening = asyncio.create_task(Database.open(path))
    await _steps(steps)
    opening.cancel()
    try:
        await (await opening).close()  # it was quicker
    except asyncio.CancelledError:
        await nothing_open(path)


# -- writing


async def _steps(count: int) -> None:
    """Let the loop go round so many times."""
    for _ in range(count):
        await asyncio.sleep(0)


async def test_an_error_rolls_back_and_is_raised(database: Database) -> None:
    async def work(connection: aiosqlite.Connection) -> None:
        await connection.execute("INSERT INTO fact VALUES ('lost', '')")
        raise KeyError("on purpose")

    with pytest.raises(KeyError, match="on purpose"):
        await database.write(work)
    with pytest.raises(sqlite3.IntegrityError):
        await database.write(writing("twice", "twice"))
    assert await facts(database) == {}
    await database.write(writing("after"))
    assert await facts(database) == {"after": ""}


async def test_a_write_gives_back_what_the_work_gives(database: Database) -> None:
    async def work(connection: aiosqlite.Connection) -> int:
        return 7

    assert await database.write(work) == 7


NAMES = ("a", "b", "c")


async def test_a_caller_that_goes_away_leaves_whole_or_nothing(database: Database) -> None:
    """However far it has come, and whether the loop or the file is slower."""
    for steps in range(80):
        caller = asyncio.create_task(database.write(writing(*NAMES)))
        await _steps(steps)
        caller.cancel()
        await asyncio.wait([caller])
        await database.write(writing("next"))
        # Once begun it is finished.
        assert set(await facts(database)) == ({"next", *NAMES} if steps else {"next"}), steps
        await database.write(forgetting)


@pytest.mark.parametrize("point", range(len(NAMES) + 1))
async def test_a_write_is_finished_for_a_caller_that_goes_away_within(database: Database, point: int) -> None:
    async def work(connection: aiosqlite.Connection) -> None:
        for number, name in enumerate(NAMES):
            if number == point:
                caller.cancel()
            await connection.execute("INSERT INTO fact VALUES (?, '')", (name,))
        if point == len(NAMES):
            caller.cancel()

    caller = asyncio.create_task(database.write(work))
    await asyncio.wait([caller])
    assert caller.cancelled()
    await database.write(writing("next"))
    assert set(await facts(database)) == {"next", *NAMES}


async def test_a_write_that_is_itself_cancelled_leaves_whole_or_nothing(database: Database) -> None:
    """As when the loop is shut down: a cancelled BEGIN still runs and must not stay open."""
    own = asyncio.all_tasks()
    for steps in range(80):
        caller = asyncio.create_task(database.write(writing(*NAMES)))
        await _steps(steps)
        for task in asyncio.all_tasks() - own:
            task.cancel()
        await asyncio.wait([caller])
        await database.write(writing("next"))
        assert set(await facts(database)) in ({"next"}, {"next", *NAMES}), steps
        await database.write(forgetting)


@pytest.mark.parametrize("point", range(len(NAMES) + 2))
async def test_a_write_cancelled_at_a_statement_leaves_whole_or_nothing(database: Database, point: int) -> None:
    async def work(connection: aiosqlite.Connection) -> None:
        me = asyncio.current_task()
        assert me is not None
        for number, name in enumerate((*NAMES, "d")):
            if number == point:
                me.cancel()  # the next await raises, but its statement is on its way already
            await connection.execute("INSERT INTO fact VALUES (?, '')", (name,))
        if point == len(NAMES) + 1:
            me.cancel()

    with pytest.raises(asyncio.CancelledError):
        await database.write(work)
    await database.write(writing("next"))
    whole = {"next", *NAMES, "d"}
    assert set(await facts(database)) in ({"next"}, whole)
    assert point > len(NAMES) or set(await facts(database)) == {"next"}


async def test_a_failure_nobody_waits_for_is_logged(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    async def work(connection: aiosqlite.Connection) -> None:
        caller.cancel()
        await connection.execute("INSERT INTO nowhere VALUES (1)")

    caller = asyncio.create_task(database.write(work))
    with caplog.at_level(logging.ERROR, "bot.store.database"):
        await asyncio.wait([caller])
        await database.write(writing("next"))
    assert "nowhere" in caplog.text


async def test_writes_never_mix(database: Database) -> None:
    """The trap of one connection: another task's rollback takes my row along, and nobody hears of it."""
    turn = asyncio.Event()

    async def loser(connection: aiosqlite.Connection) -> None:
        await connection.execute("INSERT INTO fact VALUES ('loser', '')")
        turn.set()
        await _steps(20)
        raise KeyError("roll back")

    async def winner() -> None:
        await turn.wait()
        await database.write(writing("winner"))

    results = await asyncio.gather(database.write(loser), winner(), return_exceptions=True)
    assert isinstance(results[0], KeyError)
    assert results[1] is None
    assert set(await facts(database)) == {"winner"}


async def test_many_writers_lose_nothing(database: Database) -> None:
    async def work(connection: aiosqlite.Connection, number: int) -> None:
        await connection.execute("INSERT INTO fact VALUES (?, '')", (f"{number} first",))
        await _steps(number % 3)
        await connection.execute("INSERT INTO fact VALUES (?, '')", (f"{number} second",))
        if number % 2:
            raise KeyError(number)

    writes = (database.write(lambda connection, n=number: work(connection, n)) for number in range(40))
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert [isinstance(result, KeyError) for result in results] == [bool(number % 2) for number in range(40)]
    assert set(await facts(database)) == {
        f"{number} {which}" for number in range(0, 40, 2) for which in ("first", "second")
    }


async def test_a_read_sees_only_what_is_committed(database: Database) -> None:
    async def work(connection: aiosqlite.Connection) -> None:
        await connection.execute("INSERT INTO fact VALUES ('new', '')")
        assert await facts(database) == {}

    await database.write(work)
    assert await facts(database) == {"new": ""}


async def test_a_read_cannot_write(database: Database) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await database.rows("INSERT INTO fact VALUES ('a', '')")


async def test_references_are_kept_on_every_connection(database: Database) -> None:
    async def work(connection: aiosqlite.Connection) -> None:
        await connection.execute("INSERT INTO chair VALUES (99, 0, NULL, 0, NULL)")

    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        await database.write(work)


# -- closing


async def test_closing_waits_for_writes_that_run(path: Path) -> None:
    database = await Database.open(path)
    writes = [asyncio.create_task(database.write(writing(name))) for name in NAMES]
    await _steps(1)
    await database.close()
    assert all(write.done() for write in writes)
    database = await Database.open(path)
    assert set(await facts(database)) == set(NAMES)
    await database.close()


async def test_closing_twice_and_writing_after_it(path: Path) -> None:
    database = await Database.open(path)
    await database.close()
    await database.close()
    with pytest.raises(ValueError, match="connection"):
        await database.write(writing("late"))


async def test_closing_gives_up_on_a_write_that_does_not_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "CLOSE_SECONDS", 0.0)
    database = await Database.open(path)

    async def endless(connection: aiosqlite.Connection) -> None:
        await connection.execute("INSERT INTO fact VALUES ('never', '')")
        await asyncio.Event().wait()

    write = asyncio.create_task(database.write(endless))
    await _steps(20)
    await database.close()
    await asyncio.wait([write])
    assert write.cancelled()
    database = await Database.open(path)
    assert await facts(database) == {}
    await database.close()


@pytest.mark.parametrize("steps", range(1, 13))
async def test_closing_given_up_still_closes(path: Path, steps: int) -> None:
    database = await Database.open(path)
    write = asyncio.create_task(database.write(writing(*NAMES)))
    await _steps(1)
    closing = asyncio.create_task(database.close())
    await _steps(steps)
    closing.cancel()
    await asyncio.wait([closing, write])
    await nothing_open(path)


def test_the_interpreter_ends_after_a_loop_that_was_broken_off(path: Path) -> None:
    """As Ctrl-C does: everything is cancelled, ``finally`` closes, and no thread keeps the process."""
    code = (
        "import asyncio, pathlib, sys\n"
        "from bot.store.database import Database\n"
        "async def main():\n"
        "    database = await Database.open(pathlib.Path(sys.argv[1]))\n"
        "    try:\n"
        "        raise KeyboardInterrupt\n"
        "    finally:\n"
        "        await database.close()\n"
        "asyncio.run(main())\n"
    )
    ended = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, timeout=20, check=False)
    assert b"KeyboardInterrupt" in ended.stderr
