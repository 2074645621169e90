"""A copy every night, on time made by hand: only the newest stay, and each can be played on from."""

import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.nightly import NightlyBackup, seconds_until_night
from bot.store.backups import backups
from bot.store.database import Database
from tests.evening import Evening, evening

ZONE = "Europe/Berlin"
DAY = 86_400.0


@evening
async def test_every_night_a_copy_and_the_oldest_go(table: Evening) -> None:
    path = table.path.parent / "other.sqlite3"
    database = await Database.open(path, kept=3)
    nightly = NightlyBackup(database, table.now, ZONE)
    nightly.start()
    made: list[list[Path]] = []
    hours: list[int] = []
    for _ in range(5):
        table.loop.at += table.due_in[0]
        hours.append(datetime.fromtimestamp(table.now(), UTC).astimezone(ZoneInfo(ZONE)).hour)
        await table.settle()
        made.append(backups(path))
    await nightly.stop()
    await database.close()
    assert hours == [4] * 5 and [len(copies) for copies in made] == [1, 2, 3, 3, 3]
    assert made[-1][:2] == made[-2][1:] and made[-1][0] not in made[1]
    for copy in made[-1]:
        assert not list(copy.parent.glob(f"{copy.name}-*")), "one file each"
    opened = await Database.open(made[-1][-1])
    await opened.close()


@evening
async def test_told_to_stop_in_the_middle_of_a_copy_it_is_finished(table: Evening) -> None:
    path = table.path.parent / "other.sqlite3"
    database = await Database.open(path)
    nightly = NightlyBackup(database, table.now, ZONE)
    nightly.start()
    table.loop.at += table.due_in[0]
    for _ in range(50):
        await asyncio.sleep(0)
        if nightly._copying is not None:
            break
    await nightly.stop()
    await database.close()
    assert len(backups(path)) == 1 and not list(path.parent.glob("backups/*.part"))


@pytest.mark.parametrize(
    ("now", "hours"),
    [
        ("2026-06-17 03:59", 1 / 60),
        ("2026-06-17 04:00", 24),
        ("2026-03-28 12:00", 15),  # the clocks go forward at two
        ("2026-10-24 12:00", 17),  # and back at three
    ],
)
def test_four_by_the_clocks_of_the_zone(now: str, hours: float) -> None:
    moment = datetime.fromisoformat(now).replace(tzinfo=ZoneInfo(ZONE))
    assert seconds_until_night(moment.timestamp(), ZONE) == pytest.approx(hours * 3600)
    assert 0 < seconds_until_night(time.time(), ZONE) <= DAY + 3600
