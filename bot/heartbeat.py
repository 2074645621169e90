"""A sign of life for whoever watches over the bot: a file that stays young while all is well; systemd's watchdog."""

import asyncio
import logging
import socket
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import aiosqlite

from bot.config import ConfigFaults, heartbeat_file, settings

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer

log = logging.getLogger(__name__)

EVERY = 15.0  # seconds
ANSWER_SECONDS = 5.0  # for the database


class ServiceManager:
    """Whoever started us and listens at this Unix socket (systemd's NOTIFY_SOCKET; None: nobody)."""

    def __init__(self, address: str | None) -> None:
        self._address = address

    @property
    def listens(self) -> bool:
        return self._address is not None

    def tell(self, state: str) -> None:
        """READY=1, WATCHDOG=1 or STOPPING=1; that it does not arrive is the listener's affair."""
        if self._address is None:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.setblocking(False)
            sender.sendto(state.encode(), address)


class Heartbeat:
    """From ``start`` on a beat every 15 seconds. An event loop that is stuck does not beat.

    The file is left alone, and so grows old, while people could not play: Discord not connected, or the database not
    answering. The watchdog is told of the database only: it would end the process, and that brings no lost connection
    back, for discord.py tries that all the time.
    """

    def __init__(self, bot: "Kreidtfuehrer", file: Path | None, manager: ServiceManager) -> None:
        self._bot = bot
        self._file = file
        self._manager = manager
        self._timer: asyncio.TimerHandle | None = None
        self._beating: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None
        self._fault: str | None = None  # as last said

    def start(self) -> None:
        """Everything stands and Discord is there; does nothing the second time, or where nobody watches."""
        if self._timer is None and (self._file is not None or self._manager.listens):
            self._manager.tell("READY=1")
            self._begin()

    def _begin(self) -> None:
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._beat())
        self._timer = asyncio.get_running_loop().call_later(EVERY, self._begin)

    async def stop(self) -> None:
        """No more beats; the file goes, for a bot that was stopped is not ill."""
        self._manager.tell("STOPPING=1")
        if self._timer is not None:
            self._timer.cancel()
        for task in (self._beating, self._asking):
            if task is not None:
                task.cancel()
                await asyncio.wait({task})
        if self._file is not None:
            with suppress(OSError):
                self._file.unlink(missing_ok=True)

    async def _beat(self) -> None:
        fault = await self._database_fault()
        if fault is None:
            self._manager.tell("WATCHDOG=1")
            fault = self._write() if self._bot.reachable else "there is no connection to Discord"
        if fault is not None and fault != self._fault:
            log.warning("not well: %s", fault)
        elif fault is None and self._fault is not None:
            log.info("well again")
        self._fault = fault

    async def _database_fault(self) -> str | None:
        """Read through the writer, behind whatever is being written; a question not yet answered is not asked twice."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._bot.database.write(_answer))
        done, _ = await asyncio.wait({self._asking}, timeout=ANSWER_SECONDS)
        if not done:
            return "the database does not answer"
        error = self._asking.exception()
        return None if error is None else f"the database does not work ({error})"

    def _write(self) -> str | None:
        """Whole or not at all; what is wrong with the file, if anything."""
        if self._file is None:
            return None
        now = datetime.fromtimestamp(self._bot.means.now(), UTC).isoformat(timespec="seconds")
        facts = f"servers={len(self._bot.guilds)} tables={len(self._bot.tables.all())} latency={self._bot.latency:.3f}"
        fresh = self._file.with_name(f"{self._file.name}.new")
        try:
            fresh.write_text(f"{now} {facts}\n", encoding="utf-8")
            fresh.replace(self._file)
        except OSError as error:
            return f"HEARTBEAT_FILE cannot be written ({error})"
        return None


async def _answer(connection: aiosqlite.Connection) -> None:
    await connection.execute_fetchall("SELECT 1")


def healthy(environ: Mapping[str, str], within: float) -> int:
    """``python -m bot healthy``: 0 if the heartbeat is younger than ``within`` seconds, else 1; a line says why."""
    try:
        file = heartbeat_file(settings(environ))
        if file is None:
            return _ill("HEARTBEAT_FILE: not set, so there is nothing to go by")
        age = time.time() - file.stat().st_mtime
        if age > within:
            return _ill(f"not well: the last heartbeat was {age:.0f} seconds ago")
        print(f"well, {age:.0f} seconds ago: {file.read_text(encoding='utf-8').strip()}")
    except ConfigFaults as error:
        return _ill(error.faults[0])
    except FileNotFoundError:
        return _ill("not well: there is no heartbeat; the bot does not run, or is not yet connected")
    except (OSError, ValueError) as error:
        return _ill(f"HEARTBEAT_FILE: cannot be read ({type(error).__name__})")
    return 0


def _ill(line: str) -> int:
    print(line, file=sys.stderr)
    return 1
