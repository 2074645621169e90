"""While Discord is away, or a table has no place to be seen, nobody's silence counts: what holds the deadlines up."""

from collections.abc import Callable
from enum import StrEnum

from bot.deadlines import RUNNING, Pause


class Why(StrEnum):
    DISCORD = "discord"  # no connection: for all tables
    SERVER = "server"  # the server is away, or has thrown us out
    PLACE = "place"  # the board cannot be shown: no right to, or its channel is gone


class Holds:
    """Kept in memory only: after a start all deadlines are fresh anyway."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._all: set[Why] = set()
        self._of: dict[int, set[Why]] = {}
        self._anew = 0.0
        self._anew_of: dict[int, float] = {}

    def hold(self, why: Why, table_id: int | None = None) -> bool:
        """For one table or (None) for all; whether that is new."""
        held = self._all if table_id is None else self._of.setdefault(table_id, set())
        new = why not in held
        held.add(why)
        return new

    def release(self, why: Why, table_id: int | None = None) -> bool:
        """The silence counts anew from now on; whether there was such a hold."""
        held = self._all if table_id is None else self._of.get(table_id, set())
        if why not in held:
            return False
        held.discard(why)
        if table_id is None:
            self._anew = self._now()
        else:
            self._anew_of[table_id] = self._now()
        return True

    def why(self, table_id: int) -> frozenset[Why]:
        return frozenset(self._all | self._of.get(table_id, set()))

    def pause(self, table_id: int) -> Pause:
        """How the table's deadlines stand."""
        if not (self._all or self._anew or table_id in self._of):
            return RUNNING
        return Pause(bool(self.why(table_id)), max(self._anew, self._anew_of.get(table_id, 0.0)))

    def forget(self, table_id: int) -> None:
        """The table is closed."""
        self._of.pop(table_id, None)
        self._anew_of.pop(table_id, None)
