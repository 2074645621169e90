"""How far long work on the command line has come: one line that is written over, and only where somebody looks."""

import sys
import time
from types import TracebackType
from typing import Self, TextIO

WIDTH = 24
EVERY = 0.1  # seconds between two drawings


class Progress:
    """A bar on stderr. Where that is no terminal nothing is shown, so that logs and pipes stay clean."""

    def __init__(self, label: str, out: TextIO | None = None) -> None:
        self._label = label
        self._out = sys.stderr if out is None else out
        self._shown = False
        self._drawn_at = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """The line is taken away again."""
        if self._shown:
            print("\r\x1b[K", end="", file=self._out, flush=True)

    def at(self, done: int, total: int) -> None:
        """So much of all is done."""
        now = time.monotonic()
        if not self._out.isatty() or (now - self._drawn_at < EVERY and done < total):
            return
        self._shown, self._drawn_at = True, now
        share = min(1.0, done / total) if total else 1.0
        bar = "#" * round(WIDTH * share)
        print(f"\r\x1b[K{self._label} [{bar:<{WIDTH}}] {share:4.0%}", end="", file=self._out, flush=True)
