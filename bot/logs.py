"""The form of the log: each line says by itself which table it is about, no secret passes, and a fault that repeats is
said once.
"""

import json
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from bot.table import Table

AGAIN = 3600.0  # seconds after which a fault that goes on is said again
ENDED = 120.0  # seconds without it after which a fault is over
_FIELDS = "fields_for_the_log"  # of a record, and of an error on its way out of ``about``

_about: ContextVar[Mapping[str, object] | None] = ContextVar("about", default=None)


@contextmanager
def about(table: "Table | int") -> Iterator[None]:
    """Whatever is logged inside is about this table, as it is now; a number where no more is known.

    So is what is logged by tasks and timers begun inside, and an error that comes from inside, wherever it is logged.
    """
    if isinstance(table, int):
        fields: dict[str, object] = {"table": table}
    else:
        fields = {"table": table.id, "deal": table.deal, "ply": table.ply}
    token = _about.set(fields)
    try:
        yield
    except Exception as error:
        error.__dict__.setdefault(_FIELDS, fields)
        raise
    finally:
        _about.reset(token)


def _fields_of(record: logging.LogRecord) -> Mapping[str, object]:
    """table, deal and ply as far as known, and the reference a player was given."""
    error = record.exc_info[1] if record.exc_info else None
    found = dict(getattr(error, _FIELDS, None) or _about.get() or {})
    reference = getattr(record, "reference", None)
    return found | ({} if reference is None else {"reference": reference})


# -- what never passes, whoever wrote it into a message: the last resort, for nobody should

_BUTTON = re.compile(r"(\bk1:[0-9]+:[0-9]+:(?:a|ask)):[A-Za-z0-9-]+")  # a move, perhaps with a card
_INTERACTION = re.compile(r"(/(?:webhooks|interactions)/[0-9]+/)[\w.~%-]+")  # who has its token speaks for us


def hiding(token: str) -> Callable[[str], str]:
    """A function that takes the bot's token (if it is not empty) and what else is secret out of a text."""

    def hide(text: str) -> str:
        if token:
            text = text.replace(token, "[token]")
        return _INTERACTION.sub(r"\1[token]", _BUTTON.sub(r"\1", text))

    return hide


class TextForm(logging.Formatter):
    """``2026-01-31 12:00:00,000 INFO bot.tables table=12 deal=3 ply=57: message``; the time only if ``timed``."""

    def __init__(self, *, timed: bool, token: str) -> None:
        super().__init__(("%(asctime)s " if timed else "") + "%(levelname)s %(name)s%(shown)s: %(message)s")
        self._hide = hiding(token)

    def format(self, record: logging.LogRecord) -> str:
        fields: Mapping[str, object] = getattr(record, _FIELDS)
        record.shown = "".join(f" {name}={value}" for name, value in fields.items())
        return self._hide(super().format(record))


class JsonForm(logging.Formatter):
    """One object a line: time (ISO 8601, UTC), level, logger, message, and as far as there are any table, deal, ply,
    reference, exception.
    """

    def __init__(self, *, token: str) -> None:
        super().__init__()
        self._hide = hiding(token)

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": time, "level": record.levelname, "logger": record.name}
        line["message"] = self._hide(record.getMessage())
        line |= getattr(record, _FIELDS)
        if record.exc_info:
            line["exception"] = self._hide(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


# -- once is enough

_NUMBER = re.compile(r"[0-9]+")


@dataclass(slots=True)
class _Fault:
    """Its last record, when it was ``said`` and came ``last`` (seconds since 1970), how often it was kept back."""

    record: logging.LogRecord
    said: float
    last: float
    kept_back: int = 0


class Calm(logging.StreamHandler[TextIO]):
    """Writes what is logged. A warning or error that repeats is said once, again every hour, and when it is over
    (which is noticed at the next line of any kind) how often it came. An error is another one at another table; one
    with a reference is always said, since a player may ask for it.
    """

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._faults: dict[tuple[object, ...], _Fault] = {}

    def emit(self, record: logging.LogRecord) -> None:
        try:
            fields = _fields_of(record)
            setattr(record, _FIELDS, fields)
            self._tell_ended(record.created - ENDED)
            fault = record.levelno >= logging.WARNING and "reference" not in fields
            if not (fault and self._said_already(record, fields)):
                super().emit(record)
        except Exception:  # a line gone wrong must not stop what it is about
            self.handleError(record)

    def close(self) -> None:
        self._tell_ended(float("inf"))
        super().close()

    def _said_already(self, record: logging.LogRecord, fields: Mapping[str, object]) -> bool:
        error = type(record.exc_info[1]) if record.exc_info else None
        table = fields.get("table") if record.levelno >= logging.ERROR else None
        # Numbers aside: discord.py says in how many seconds it will try again.
        key = (record.name, record.levelno, _NUMBER.sub("#", record.getMessage()), error, table)
        known = self._faults.get(key)
        if known is None:
            self._faults[key] = _Fault(record, record.created, record.created)
            return False
        known.record, known.last = record, record.created
        if record.created - known.said < AGAIN:
            known.kept_back += 1
            return True
        self._tell(known)
        known.said, known.kept_back = record.created, 0
        return False

    def _tell_ended(self, before: float) -> None:
        for key in [key for key, fault in self._faults.items() if fault.last < before]:
            self._tell(self._faults.pop(key))

    def _tell(self, fault: _Fault) -> None:
        if not fault.kept_back:
            return
        last = fault.record
        counted = logging.makeLogRecord({"name": last.name, "levelno": last.levelno, "levelname": last.levelname})
        counted.created, counted.msecs = last.created, last.msecs
        counted.msg, counted.args = "%s (%s times more)", (last.getMessage(), fault.kept_back)
        setattr(counted, _FIELDS, getattr(last, _FIELDS))
        super().emit(counted)
