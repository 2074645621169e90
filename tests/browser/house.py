"""The try-out to be looked at: as a process of its own, or in this one where chance and pace must be chosen."""

import asyncio
import contextlib
import os
import re
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.client import Kreidtfuehrer
from bot.config import read_config
from bot.means import Means
from bot.tryout.server import NAMES, Loopback

START_SECONDS = 40.0
STOP_SECONDS = 10.0


class TryOut:
    """``python -m bot try`` as a newcomer starts it. Started again, it takes the same port and database."""

    def __init__(self, folder: Path, people: int = 1) -> None:
        self.database = folder / "try.sqlite3"
        self.url = ""
        self.printed = ""
        self._people = people
        self._port = 0
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Returns when the address has been printed."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "try", "--port", str(self._port), "--people", str(self._people)),
            *("--database", str(self.database)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "LC_ALL": "de_DE.UTF-8"},
        )
        assert self._process.stdout is not None
        out, printed = self._process.stdout, ""
        async with asyncio.timeout(START_SECONDS):
            while (found := re.search(r"http://127\.0\.0\.1:([0-9]+)", printed)) is None:
                line = await out.readline()
                assert line, printed
                printed += line.decode()
        self.url, self._port = found[0], int(found[1])
        self._listening = asyncio.create_task(self._listen(out))

    async def _listen(self, out: asyncio.StreamReader) -> None:
        while line := await out.readline():
            self.printed += line.decode()

    async def kill(self) -> None:
        """As a power failure would."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """As Ctrl-C does; the process must have had nothing to complain about."""
        if self._process is not None and self._process.returncode is None:
            assert await self._end(signal.SIGINT) == 0, self.printed
        assert not self.printed, f"printed after the start:\n{self.printed}"

    async def _end(self, number: signal.Signals) -> int:
        assert self._process is not None and self._listening is not None
        self._process.send_signal(number)
        async with asyncio.timeout(STOP_SECONDS):
            status = await self._process.wait()
            await self._listening
        return status

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What the database holds now."""
        with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as reader:
            return reader.execute(query).fetchall()


@contextlib.asynccontextmanager
async def staged(
    database: Path, means: Means, people: Sequence[str] = NAMES[:1], language: str = "de"
) -> AsyncIterator[Loopback]:
    """The real bot at its loopback in this process, with chance and pace as given; ``language`` is the channel's."""
    config = read_config({"DEFAULT_LANGUAGE": language}, need_token=False)
    config = replace(config, token="try-out", database=database)
    bot = Kreidtfuehrer(config, means)
    async with Loopback(people) as loopback:
        loopback.point_discord_here()
        running = asyncio.create_task(bot.start(config.token))
        ready = asyncio.create_task(_ready(bot))
        try:
            async with asyncio.timeout(START_SECONDS):
                await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
            yield loopback
        finally:
            ready.cancel()
            await bot.close()
            await running


async def _ready(bot: Kreidtfuehrer) -> None:
    """``wait_until_ready`` itself may be asked only once the login has begun."""
    connected = asyncio.Event()

    async def on_ready() -> None:
        connected.set()

    bot.add_listener(on_ready)
    await connected.wait()
