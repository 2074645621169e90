"""Who sits where: which person of the pretended Discord belongs to which browser."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.tryout.errors import Json

LAPSE_SECONDS = 600.0
# a file of seats older than this is of another evening
_FORGOTTEN_SECONDS = 12 * 3600.0
_KEY = re.compile(r"[\w-]{16,128}", re.ASCII)


@dataclass
class _Seat:
    """`owner` is the hash of the key that holds it, or held it last; `seen` when that browser was last there."""

    owner: str | None = None
    held: bool = False
    seen: float = 0.0
    connections: int = 0


class Seats:
    """The seats of `people` persons, counted from 0. Each browser has a secret key and may hold several.

    A held seat is nobody else's until it is given up or its browser has been gone for `LAPSE_SECONDS`. The first
    browser of a run gets `at_once` seats, every later one a single seat. With a `file` the seats outlive a restart
    (its mtime says when); only hashes of the keys are kept there. `clock` gives seconds since the epoch.
    """

    def __init__(
        self,
        people: int,
        *,
        at_once: int = 1,
        file: Path | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._seats = [_Seat() for _ in range(people)]
        self._at_once = at_once
        self._file = file
        self._clock = clock
        self._opened = False
        # told of every seat that its browser no longer has
        self.on_loss: Callable[[int], None] = lambda seat: None
        self._read()

    def come(self, key: str, wish: int | None = None) -> list[int]:
        """The seats of a browser that opens the page, at least one if any is to be had; `wish` is preferred."""
        owner = _hash(key)
        if wish is not None and 0 <= wish < len(self._seats):
            self._take(owner, [wish])
        alone = not any(seat.held and seat.owner != owner for seat in self._seats)
        wanted = self._at_once if wish is None and alone and not self._opened else 1
        self._take(owner, range(len(self._seats)), wanted)
        self._opened = self._opened or bool(self._of(owner))
        return self._of(owner)

    def add(self, key: str) -> list[int]:
        """One more seat for a browser, if there is one; all that it has then."""
        owner = _hash(key)
        self._take(owner, range(len(self._seats)), len(self._of(owner)) + 1)
        return self._of(owner)

    def leave(self, key: str, seat: int) -> list[int]:
        """Give a seat up; what the browser has left."""
        owner = _hash(key)
        if seat in self._of(owner):
            self._lose(seat)
            self._write()
        return self._of(owner)

    def holds(self, key: str, seat: int) -> bool:
        """Whether that browser may see and act as that person."""
        return bool(_KEY.fullmatch(key)) and seat in self._of(_hash(key))

    def connect(self, seat: int) -> None:
        """A page of the seat's browser is there; it stays held as long as one is."""
        self._seats[seat].connections += 1

    def disconnect(self, seat: int) -> None:
        """A page of the seat's browser has gone."""
        self._seats[seat].connections -= 1
        self._seats[seat].seen = self._clock()
        self._write()

    def _of(self, owner: str) -> list[int]:
        return [number for number, seat in enumerate(self._seats) if seat.held and seat.owner == owner]

    def _take(self, owner: str, among: Sequence[int], wanted: int = 1) -> None:
        """Let a browser have `wanted` of the seats `among`, as far as they are to be had."""
        missing = wanted - sum(number in among for number in self._of(owner))
        free = sorted(self._rank(owner, number) for number in among if self._free(owner, number))
        for _, _, number in free[: max(missing, 0)]:
            seat = self._seats[number]
            if seat.held:
                self._lose(number)
            seat.owner, seat.held, seat.seen = owner, True, self._clock()
        self._write()

    def _free(self, owner: str, number: int) -> bool:
        seat = self._seats[number]
        if seat.held and seat.owner == owner:
            return False
        return not seat.held or (not seat.connections and self._clock() - seat.seen >= LAPSE_SECONDS)

    def _rank(self, owner: str, number: int) -> tuple[int, float, int]:
        """The browser's own former seats first, then those nobody ever had, then those left longest."""
        seat = self._seats[number]
        if seat.owner == owner:
            return 0, 0.0, number
        return (1, 0.0, number) if seat.owner is None else (2 + seat.held, seat.seen, number)

    def _lose(self, number: int) -> None:
        seat = self._seats[number]
        seat.held, seat.seen = False, self._clock()
        self.on_loss(number)

    # the file

    def _read(self) -> None:
        try:
            if self._file is None or self._clock() - self._file.stat().st_mtime > _FORGOTTEN_SECONDS:
                return
            kept: list[Json] = json.loads(self._file.read_text("utf-8"))
            # whoever was here before the restart has ten minutes from now on to come back
            for seat, entry in zip(self._seats, kept, strict=False):
                seat.owner, seat.held, seat.seen = entry["owner"], bool(entry["held"]), self._clock()
        except (OSError, ValueError, KeyError, TypeError):
            return  # a file that is not there or cannot be read only means that nobody was here before

    def _write(self) -> None:
        if self._file is None:
            return
        new = self._file.with_name(self._file.name + ".new")
        with contextlib.suppress(OSError):  # then the seats only last as long as this run
            new.write_text(json.dumps([{"owner": seat.owner, "held": seat.held} for seat in self._seats]), "utf-8")
            new.replace(self._file)


def _hash(key: str) -> str:
    """Raises ValueError for a key that could be guessed."""
    if not _KEY.fullmatch(key):
        raise ValueError("a key has 16 to 128 letters, digits, - or _")
    return hashlib.sha256(key.encode()).hexdigest()
