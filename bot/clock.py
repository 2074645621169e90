"""The next deadline of all tables, as one ``call_later`` handle: nothing idles in a task."""

import asyncio
import logging
from collections.abc import Callable

from bot.logs import about

log = logging.getLogger(__name__)


class Clock:
    """Calls ``ring(table_id)`` when a table's deadline has come. ``now`` gives seconds since 1970."""

    def __init__(self, now: Callable[[], float], ring: Callable[[int], None]) -> None:
        self.now = now
        self._ring = ring
        self._deadlines: dict[int, float] = {}
        self._handle: asyncio.TimerHandle | None = None
        self._set_for = 0.0

    def set(self, table_id: int, at: float | None) -> None:
        """The table's only deadline; None: it has none."""
        if at is None:
            self._deadlines.pop(table_id, None)
        else:
            self._deadlines[table_id] = at
        self._arm()

    def stop(self) -> None:
        self._deadlines.clear()
        self._arm()

    def _arm(self) -> None:
        earliest = min(self._deadlines.values(), default=None)
        if self._handle is not None:
            if earliest == self._set_for:
                return
            self._handle.cancel()
            self._handle = None
        if earliest is not None:
            self._set_for = earliest
            delay = max(0.0, earliest - self.now())
            self._handle = asyncio.get_running_loop().call_later(delay, self._due)

    def _due(self) -> None:
        self._handle = None
        now = self.now()
        due = [table_id for table_id, at in self._deadlines.items() if at <= now]
        for table_id in due:
            del self._deadlines[table_id]
        for table_id in due:
            with about(table_id):
                try:
                    self._ring(table_id)
                except Exception:  # the other tables' time goes on
                    log.exception("the clock's ring failed")
        self._arm()
