"""The disk is full, the file is held by another, a page is broken: said once, nothing half written, and on it goes."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

import bot.desk
import bot.store.database
from bot.nightly import NightlyBackup
from bot.store.backups import backups
from bot.store.database import Database, DatabaseFault
from tests.test_main import bot as run_bot

from .crash import books
from .house import House, chosen
from .wire import Wire

PAGE = 4096
WENT_WRONG = "Das ging schief, und zwar bei mir. Was gespielt ist, gilt"
REFUSED = ("a press or command failed", "what was due")


def messages(house: House) -> str:
    return "\n".join(m.content for m in house.wire.world.text.messages.values() if m.reader) + "\n".join(
        m.content for user in house.people for m in house.mail(user)
    )


async def pragma(house: House, text: str) -> int:
    cursor = await house.bot.database._writer.execute(f"PRAGMA {text}")
    row = await cursor.fetchone()
    await cursor.close()
    assert row is not None
    return int(row[0])


async def test_a_full_disk(tmp_path: Path) -> None:
    """Presses are refused in a sentence and change nothing, the clock tries again; with room again it goes on."""
    async with Wire(answer_within=20.0) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        await house.open()
        await house.play(until=lambda: house.table.ply > 8)
        writer = house.bot.database._writer
        await writer.execute("CREATE TABLE ballast (x)")
        pages = await pragma(house, "page_count")
        assert await pragma(house, f"max_page_count = {pages}") == pages
        with pytest.raises(sqlite3.OperationalError, match="full"):
            while True:
                await writer.execute("INSERT INTO ballast VALUES (randomblob(500))")
        house.expected += REFUSED
        refused = False
        for _ in range(200):  # what is left on the last pages is still used up
            before, ply = books(house), house.table.ply
            if house.table.between_deals:
                await house.on_hands("next")
            else:
                assert await house.move()
            refused = house.table.ply == ply
            if refused:
                assert books(house) == before
                break
        assert refused, "the disk was never full"
        house.check()
        assert WENT_WRONG in messages(house)
        await pragma(house, "max_page_count = 1000000")
        await writer.execute("DROP TABLE ballast")
        await house.settle()
        if house.table.between_deals:
            await house.on_hands("next")
        await house.play()
        await house.settle()
        house.check()


@pytest.mark.parametrize("held", ["for less than we wait", "for longer"])
async def test_a_locked_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: str) -> None:
    """A backup program holds the file: for three seconds nobody notices, for thirty presses are refused meanwhile.

    Here the file is waited for a second instead of five, and a press deferred after a tenth of that.
    """
    monkeypatch.setattr(bot.store.database, "BUSY_MS", 1000 if held == "for less than we wait" else 50)
    monkeypatch.setattr(bot.desk, "BUSY_SECONDS", 0.02)
    async with Wire(answer_within=20.0) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        await house.open()
        await house.play(until=lambda: house.table.ply > 8)
        with closing(sqlite3.connect(house.database, isolation_level=None, check_same_thread=False)) as other:
            other.execute("BEGIN IMMEDIATE")
            before, ply = books(house), house.table.ply
            user = next(user for user in house.people if house.moves(user))
            hand = house.hand(user)
            assert hand is not None
            press = chosen(house.moves(user))
            pressed = await wire.desk.click(user, hand.channel.id, hand.id, press, None)
            house.presses.append(pressed)
            await house.until(lambda: pressed.state == "answered", "deferred while the file is held")
            if held == "for longer":
                house.expected += REFUSED
                await house.settle()
                assert books(house) == before and house.table.ply == ply
                assert WENT_WRONG in messages(house)
            other.execute("ROLLBACK")
        await house.settle()
        if held == "for less than we wait":
            assert house.table.ply > ply
        await house.play()
        await house.settle()
        house.check()


async def copied(path: Path, copies: int) -> None:
    """A database with tables and a few backups."""
    database = await Database.open(path)
    for _ in range(copies):
        await database.backup()
    await database.close()


def broken(path: Path, page: int) -> None:
    """A page of it full of nonsense."""
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\xa5" * PAGE)


def damaged_page(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ledger'").fetchone()[0]


@pytest.mark.parametrize("where", ["the ledger", "the first page"])
async def test_a_broken_page_names_the_newest_good_backup(tmp_path: Path, where: str) -> None:
    path = tmp_path / "ledger.sqlite3"
    await copied(path, 3)
    page = damaged_page(path) if where == "the ledger" else 1
    good, newest = backups(path)[1:]
    broken(path, page)
    broken(newest, page)
    was = path.read_bytes()
    with pytest.raises(DatabaseFault) as found:
        await Database.open(path)
    [line] = str(found.value).splitlines()
    assert "damaged" in line and line.endswith(f"the newest good backup is {good}")
    assert path.read_bytes() == was, "nothing is written onto it"


async def test_a_broken_page_and_no_good_backup(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite3"
    await copied(path, 1)
    for file in (path, *backups(path)):
        broken(file, damaged_page(file))
    with pytest.raises(DatabaseFault, match="there is no good backup"):
        await Database.open(path)


async def test_the_process_says_so_and_ends(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite3"
    await copied(path, 1)
    broken(path, damaged_page(path))
    done = run_bot("try", "--port", "0", "--database", str(path), cwd=tmp_path)
    assert done.returncode == 78
    [line] = done.stderr.splitlines()
    assert line.startswith("--database:") and str(backups(path)[0]) in line


async def test_a_backup_that_fails_is_made_the_next_night(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The folder cannot be written: it is said, and the timer is set all the same."""
    path = tmp_path / "ledger.sqlite3"
    database = await Database.open(path)
    nightly = NightlyBackup(database, time.time, "Europe/Berlin")
    in_the_way = tmp_path / "backups"
    in_the_way.touch()
    nightly._begin()
    assert nightly._copying is not None and nightly._timer is not None
    await nightly._copying
    assert "the nightly backup failed" in caplog.text and not nightly._timer.cancelled()
    in_the_way.unlink()
    nightly._begin()
    await nightly._copying
    await nightly.stop()
    await database.close()
    assert len(backups(path)) == 1
