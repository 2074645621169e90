"""Who opens tables or reports in bursts is asked to slow down."""

from collections import deque
from collections.abc import Callable
from enum import StrEnum

from bot.table import Refused


class Kind(StrEnum):
    OPEN = "open"
    REPORT = "report"


LIMITS = {Kind.OPEN: (8, 600.0), Kind.REPORT: (6, 60.0)}  # so often in so many seconds
MOST_PEOPLE = 1000  # remembered; whoever was longest at rest is forgotten first


class Haste:
    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._did: dict[tuple[Kind, int], deque[float]] = {}

    def require_calm(self, kind: Kind, person: int) -> None:
        """Counts this one. Raises Refused, which counts for nothing."""
        most, seconds = LIMITS[kind]
        now, did = self._now(), self._did.pop((kind, person), deque[float]())
        self._did[kind, person] = did
        while did and did[0] <= now - seconds:
            did.popleft()
        if len(did) >= most:
            raise Refused("too_hasty", count=int(did[0] + seconds - now) + 1)
        did.append(now)
        if len(self._did) > MOST_PEOPLE:
            del self._did[next(iter(self._did))]
