"""What a check has found: one plain line each, printed as it is found, and the exit status in the end."""

from collections import Counter
from typing import TextIO

from bot.process import CONFIG_FAULT, UNREACHABLE


class Report:
    """Every line begins with ``ok``, ``warn``, ``skip`` or ``FAULT``, then names the place and says how it is there."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._count: Counter[str] = Counter()
        self._reached = True

    def ok(self, place: str, text: str) -> None:
        self._line("ok", place, text)

    def skip(self, place: str, text: str) -> None:
        """Something that was not looked at, and why."""
        self._line("skip", place, text)

    def warn(self, place: str, text: str) -> None:
        """The bot runs, but somebody should know; ``text`` says what can be done."""
        self._line("warn", place, text)

    def fault(self, place: str, text: str) -> None:
        """The bot would not run, or not be of use; ``text`` says how to mend it."""
        self._line("FAULT", place, text)

    def unreachable(self, place: str, text: str) -> None:
        """A fault that may go away by itself."""
        self._reached = False
        self._print(f"FAULT {place}: {text}")

    def close(self) -> int:
        """Print the summary; the exit status."""
        faults, warnings = self._count["FAULT"], self._count["warn"]
        found = [f"{number} {word}{'s' * (number > 1)}" for number, word in ((faults, "fault"), (warnings, "warning"))]
        said = ", ".join(line for line in found if not line.startswith("0")) or "no faults, no warnings"
        if faults:
            self._print(f"summary: {said}; mend what is marked FAULT")
            return CONFIG_FAULT
        if not self._reached:
            self._print(f"summary: Discord cannot be reached; otherwise {said}")
            return UNREACHABLE
        self._print(f"summary: {said}; the bot can run")
        return 0

    def _line(self, kind: str, place: str, text: str) -> None:
        self._count[kind] += 1
        self._print(f"{kind:<5} {place}: {text}")

    def _print(self, line: str) -> None:
        encoding = self._out.encoding or "utf-8"  # a name may hold what an old console cannot show
        shown = " ".join(line.splitlines()).encode(encoding, "replace").decode(encoding)
        print(shown, file=self._out, flush=True)
