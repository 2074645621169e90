"""A copy of the database every night, when nobody is likely to play."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.store.database import Database

log = logging.getLogger(__name__)
HOUR = 4  # by the clocks of the bot's time zone


def seconds_until_night(now: float, zone: str) -> float:
    """From ``now`` (seconds since 1970) to the next time it is HOUR o'clock in that zone."""
    here = datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(zone))
    night = here.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    if night <= here:
        night = (night + timedelta(days=1)).replace(hour=HOUR)
    return night.timestamp() - now


class NightlyBackup:
    """One timer at a time; a failed copy is logged and the next night tries again."""

    def __init__(self, database: Database, now: Callable[[], float], zone: str) -> None:
        self._database = database
        self._now = now
        self._zone = zone
        self._timer: asyncio.TimerHandle | None = None
        self._copying: asyncio.Task[None] | None = None

    def start(self) -> None:
        delay = seconds_until_night(self._now(), self._zone)
        self._timer = asyncio.get_running_loop().call_later(delay, self._begin)

    def _begin(self) -> None:
        self._copying = asyncio.create_task(self._copy())
        self.start()

    async def _copy(self) -> None:
        try:
            log.info("nightly backup: %s", await self._database.backup())
        except (sqlite3.Error, OSError):
            log.exception("the nightly backup failed")

    async def stop(self) -> None:
        """No more timers; waits for a copy under way."""
        if self._timer is not None:
            self._timer.cancel()
        if self._copying is not None:
            await self._copying
