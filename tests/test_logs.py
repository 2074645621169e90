"""The log's lines: which table they are about, what they never hold, and how often they are said."""

import asyncio
import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.logs import AGAIN, ENDED, Calm, JsonForm, TextForm, about
from bot.table import Table

ROOT = Path(__file__).parent.parent
TOKEN = "MTk4NjIyNDgzNDcx.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
TABLE = Table(12, 7, 77, 3, "bauernstoss", host=1, ply=57)


class Paper:
    """A logger that writes into memory."""

    def __init__(self, form: logging.Formatter) -> None:
        self.stream = io.StringIO()
        self.handler = Calm(self.stream)
        self.handler.setFormatter(form)
        self.log = logging.Logger("bot.test", logging.DEBUG)
        self.log.addHandler(self.handler)

    @property
    def lines(self) -> list[str]:
        return self.stream.getvalue().splitlines()

    def at(self, second: float, message: str = "board not shown: %s", *args: object, level: int = 30) -> None:
        """Log as if at that second."""
        record = self.log.makeRecord("bot.test", level, __file__, 1, message, args, None)
        record.created = second
        self.log.handle(record)


@pytest.fixture
def text() -> Paper:
    return Paper(TextForm(timed=False, token=TOKEN))


@pytest.fixture
def objects() -> Paper:
    return Paper(JsonForm(token=TOKEN))


# -- which table


async def test_a_line_says_which_table_it_is_about_wherever_it_comes_from(text: Paper) -> None:
    rung = asyncio.Event()

    def ring() -> None:
        text.log.info("timer")
        rung.set()

    async def task() -> None:
        text.log.info("task")

    text.log.info("before")
    with about(TABLE):
        text.log.info("inside")
        work = asyncio.create_task(task())
        asyncio.get_running_loop().call_soon(ring)
        with about(5):
            text.log.info("another")
    await work
    await rung.wait()
    text.log.info("after")
    mine = "INFO bot.test table=12 deal=0 ply=57:"
    assert sorted(text.lines) == sorted(
        [
            "INFO bot.test: before",
            f"{mine} inside",
            "INFO bot.test table=5: another",
            f"{mine} task",
            f"{mine} timer",
            "INFO bot.test: after",
        ]
    )


def test_an_error_carries_its_table_to_where_it_is_logged(text: Paper) -> None:
    try:
        with about(5), about(TABLE):
            raise ZeroDivisionError
    except ZeroDivisionError:
        text.log.exception("failed", extra={"reference": "A1B2C3"})
    assert text.lines[0] == "ERROR bot.test table=12 deal=0 ply=57 reference=A1B2C3: failed"
    assert text.lines[-1] == "ZeroDivisionError"


def test_a_line_as_an_object(objects: Paper) -> None:
    try:
        with about(TABLE):
            raise ZeroDivisionError
    except ZeroDivisionError:
        objects.log.exception("it %s", "failed\nbadly", extra={"reference": "A1B2C3"})
    objects.log.info("schön")
    failed, fine = map(json.loads, objects.lines)
    assert {key: value for key, value in failed.items() if key not in ("time", "exception")} == {
        "level": "ERROR",
        "logger": "bot.test",
        "message": "it failed\nbadly",
        "table": 12,
        "deal": 0,
        "ply": 57,
        "reference": "A1B2C3",
    }
    assert failed["exception"].startswith("Traceback") and failed["exception"].endswith("ZeroDivisionError")
    assert datetime.fromisoformat(failed["time"]).utcoffset() == timedelta(0)
    assert list(fine) == ["time", "level", "logger", "message"] and fine["message"] == "schön"


# -- what never passes


@pytest.fixture(params=[TextForm(timed=True, token=TOKEN), JsonForm(token=TOKEN)], ids=["text", "json"])
def paper(request: pytest.FixtureRequest) -> Iterator[Paper]:
    yield Paper(request.param)


def test_the_token_is_in_no_line(paper: Paper) -> None:
    paper.log.debug("login with %s", TOKEN)
    paper.log.info("Authorization: Bot %s", TOKEN)
    try:
        raise RuntimeError(f"401 for {TOKEN}")
    except RuntimeError:
        paper.log.exception("it failed")
    assert "401 for [token]" in paper.stream.getvalue() and TOKEN not in paper.stream.getvalue()


def test_what_a_button_does_and_an_interaction_s_token_are_in_no_line(paper: Paper) -> None:
    paper.log.error("Ignoring exception in callback for <Button custom_id='k1:12:57:a:pCJ'> <'k1:12:57:ask:pD7'>")
    paper.log.warning("POST https://discord.com/api/v10/webhooks/4711/aW50ZXJhY3Rpb24.x-y_z responded with 429.")
    paper.log.warning("POST https://discord.com/api/v10/interactions/4711/aW50ZXJhY3Rpb24/callback responded with 429.")
    written = paper.stream.getvalue()
    assert "CJ" not in written and "D7" not in written and "aW50" not in written
    assert "k1:12:57:a" in written and "/interactions/4711/[token]/callback" in written


def test_a_bot_without_a_token_hides_nothing() -> None:
    paper = Paper(TextForm(timed=False, token=""))
    paper.log.info("nothing")
    assert paper.lines == ["INFO bot.test: nothing"]


def test_a_line_gone_wrong_stops_nothing(text: Paper, capsys: pytest.CaptureFixture[str]) -> None:
    text.log.warning("%s and %s", "one")
    text.log.warning("fine")
    assert text.lines == ["WARNING bot.test: fine"] and "not enough arguments" in capsys.readouterr().err


# -- once is enough


def test_a_fault_that_repeats_is_said_once_and_counted_when_it_is_over(text: Paper) -> None:
    for second in range(1000):
        text.at(second, "board not shown: %s", second)
    text.at(1000, "something else", level=logging.INFO)
    assert text.lines == ["WARNING bot.test: board not shown: 0", "INFO bot.test: something else"]
    text.at(999 + ENDED + 1, "something else", level=logging.INFO)
    assert text.lines[2:] == [
        "WARNING bot.test: board not shown: 999 (999 times more)",
        "INFO bot.test: something else",
    ]
    text.at(2000, "board not shown: %s", "again")
    assert text.lines[4:] == ["WARNING bot.test: board not shown: again"]


def test_a_fault_that_goes_on_is_said_again_after_an_hour(text: Paper) -> None:
    for second in range(0, int(2 * AGAIN) + 1, 60):
        text.at(second, "no connection")
    assert [line.partition(": ")[2] for line in text.lines] == [
        "no connection",
        *("no connection (59 times more)", "no connection") * 2,
    ]


def test_what_was_kept_back_is_counted_at_the_end(text: Paper) -> None:
    for second in range(3):
        text.at(second, "no connection")
    text.handler.close()
    assert text.lines[-1] == "WARNING bot.test: no connection (2 times more)"


def test_what_is_not_the_same_is_not_kept_back(text: Paper) -> None:
    """Other words, another level, another table's error, another kind of error, any reference; and what is no fault."""

    def failed(error: Exception, **extra: object) -> None:
        try:
            raise error
        except Exception:
            text.log.exception("failed", extra=extra)

    text.log.warning("one")
    text.log.warning("two")
    text.log.error("one")
    for table in (1, 2):
        with about(table):
            failed(KeyError())
    failed(KeyError())
    failed(ValueError())
    for reference in ("A", "B"):
        failed(ValueError(), reference=reference)
    for _ in range(2):
        text.log.info("dealt")
    assert len([line for line in text.lines if " bot.test" in line]) == 11


def test_one_warning_does_for_all_tables(text: Paper) -> None:
    for table in range(100):
        with about(table):
            text.log.warning("board not shown: %s", "no route to host")
    assert text.lines == ["WARNING bot.test table=0: board not shown: no route to host"]


# -- as a process

PROGRAM = """
import logging, os, sys
from bot.process import log_to_stderr
log_to_stderr("INFO", form=sys.argv[1], journal=os.environ.get("JOURNAL_STREAM"), token="secret-token")
logging.getLogger("bot").info("Guten Tag, secret-token")
logging.getLogger("discord").info("not this")
for _ in range(3):
    logging.getLogger("bot").warning("again")
"""


def logged(form: str, *, journal: bool | None) -> list[str]:
    """What a process writes to stderr. ``journal``: whether that is the stream systemd names; None: it names none."""
    reading, writing = os.pipe()
    found = os.fstat(writing)
    names: dict[Any, str] = {True: f"{found.st_dev}:{found.st_ino}", False: f"{found.st_dev}:{found.st_ino + 1}"}
    environ = {name: value for name, value in os.environ.items() if name != "JOURNAL_STREAM"}
    environ |= {} if journal is None else {"JOURNAL_STREAM": names[journal]}
    with os.fdopen(reading, encoding="utf-8") as lines:
        subprocess.run([sys.executable, "-c", PROGRAM, form], cwd=ROOT, env=environ, stderr=writing, check=True)
        os.close(writing)
        return lines.read().splitlines()


def test_the_journal_writes_the_time_itself() -> None:
    bare = ["INFO bot: Guten Tag, [token]", "WARNING bot: again", "WARNING bot: again (2 times more)"]
    assert logged("text", journal=True) == bare
    for journal in (False, None):
        timed = logged("text", journal=journal)
        assert [line.split(" ", 2)[2] for line in timed] == bare
        assert all(datetime.strptime(line[:23], "%Y-%m-%d %H:%M:%S,%f") for line in timed)


def test_json_always_has_the_time() -> None:
    lines = [json.loads(line) for line in logged("json", journal=True)]
    assert [line["message"] for line in lines] == ["Guten Tag, [token]", "again", "again (2 times more)"]
    assert all(datetime.fromisoformat(line["time"]) for line in lines)
