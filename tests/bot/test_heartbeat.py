"""The heartbeat: young while people can play, left to grow old while they cannot, gone after a stop."""

# ruff: noqa: ASYNC240 (a heartbeat is one line on a local disk)

import contextlib
import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.heartbeat import EVERY

from .club import Club

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.club(watched=True),
    pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="systemd has Unix sockets"),
]


class Listener:
    """What systemd hears."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(path))
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        """Since the last time."""
        found: list[str] = []
        with contextlib.suppress(BlockingIOError):
            while True:
                found.append(self.socket.recv(1000).decode())
        return found


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Listener]:
    made = Listener(tmp_path / "notify")
    yield made
    made.socket.close()


@pytest.fixture
async def watched(listener: Listener, club: Club) -> AsyncIterator[Path]:
    """The file of a bot that has just become ready."""
    assert club.heartbeat_file is not None
    await club.env.settle(idle=0.001)
    assert listener.heard() == ["READY=1", "WATCHDOG=1"]
    yield club.heartbeat_file


async def beats(club: Club, file: Path) -> bool:
    """Whether the next beat renews the file."""
    file.write_text("old", encoding="utf-8")
    await club.env.advance_time(EVERY)
    return file.read_text(encoding="utf-8") != "old"


def warnings(club: Club) -> list[str]:
    return [line for line in club.log.lines() if "well" in line]


async def test_it_is_young_while_all_is_well_and_gone_after_the_stop(
    listener: Listener, watched: Path, club: Club
) -> None:
    await club.lobby()
    for _ in range(3):
        assert await beats(club, watched)
    assert watched.read_text(encoding="utf-8").split()[1:] == ["servers=1", "tables=1", "latency=0.000"]
    assert listener.heard() == ["WATCHDOG=1"] * 3 and warnings(club) == []
    assert sorted(path.name for path in watched.parent.iterdir() if "heartbeat" in path.name) == ["heartbeat"]
    await club.bot.close()
    assert not watched.exists() and listener.heard() == ["STOPPING=1"]
    await club.restart()
    assert watched.exists() and listener.heard() == ["READY=1", "WATCHDOG=1"]


async def test_without_discord_it_grows_old_but_the_process_is_left_alone(
    listener: Listener, watched: Path, club: Club
) -> None:
    await club.bot.ws.close()
    for _ in range(3):
        assert not await beats(club, watched)
    assert listener.heard() == ["WATCHDOG=1"] * 3, "ending the process would bring no connection back"
    club.bot.ws.open = True  # type: ignore[misc]
    assert await beats(club, watched)
    assert warnings(club) == ["not well: there is no connection to Discord", "well again"]


async def test_without_the_database_it_grows_old_and_the_watchdog_hears_nothing(
    listener: Listener, watched: Path, club: Club
) -> None:
    async def hurry(connection: object) -> None:
        await connection.execute("PRAGMA busy_timeout = 10")  # type: ignore[attr-defined]

    await club.bot.database.write(hurry)
    with contextlib.closing(sqlite3.connect(club.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            assert not await beats(club, watched)
        other.execute("ROLLBACK")
    assert listener.heard() == []
    assert await beats(club, watched)
    assert warnings(club) == ["not well: the database does not work (database is locked)", "well again"]


async def test_a_file_that_cannot_be_written_is_said_once(watched: Path, club: Club) -> None:
    watched.unlink()
    watched.mkdir()
    for _ in range(2):
        await club.env.advance_time(EVERY)
    assert len(warnings(club)) == 1 and warnings(club)[0].startswith("not well: HEARTBEAT_FILE cannot be written")
    watched.rmdir()
    await club.env.advance_time(EVERY)
    assert watched.is_file()


# -- the command that looks at it


def healthy(folder: Path, *arguments: str, **environ: str) -> tuple[int, str]:
    """Its exit status and its only line."""
    done = subprocess.run(
        [sys.executable, "-m", "bot", "healthy", *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environ,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    [line] = (done.stdout + done.stderr).splitlines()
    assert bool(done.stdout) == (done.returncode == 0)
    return done.returncode, line


def test_healthy_goes_by_the_file_s_age(tmp_path: Path) -> None:
    file = tmp_path / "heartbeat"
    (tmp_path / ".env").write_text(f"HEARTBEAT_FILE={file}\n", encoding="utf-8")
    assert healthy(tmp_path) == (1, "not well: there is no heartbeat; the bot does not run, or is not yet connected")
    file.write_text("2026-01-31T12:00:00+00:00 servers=1 tables=2 latency=0.041\n", encoding="utf-8")
    status, line = healthy(tmp_path)
    assert status == 0 and line.startswith("well, ") and line.endswith("tables=2 latency=0.041")
    old = time.time() - 100
    os.utime(file, (old, old))
    assert healthy(tmp_path)[0] == 1
    assert "the last heartbeat was 10" in healthy(tmp_path, "--within", "99")[1]
    assert healthy(tmp_path, "--within", "200")[0] == 0


def test_healthy_needs_the_setting_and_no_other(tmp_path: Path) -> None:
    status, line = healthy(tmp_path, DEFAULT_LANGUAGE="fr")
    assert status == 1 and line.startswith("HEARTBEAT_FILE: not set")
    status, line = healthy(tmp_path, HEARTBEAT_FILE=str(tmp_path))
    assert status == 1 and line.startswith("HEARTBEAT_FILE: cannot be read")
    (tmp_path / "young").touch()
    assert healthy(tmp_path, DEFAULT_LANGUAGE="fr", HEARTBEAT_FILE="young")[0] == 0
