"""``python -m bot`` itself, a process of its own, against a Discord of ours that outlives it."""

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from aiohttp import web

from bot.tryout.rest import Rest
from bot.tryout.server import Loopback
from tests.bot.cards import cards_of
from tests.tryout.person import Person, Seen
from tests.tryout.test_process import action_of, boards, hand_of, settled

ROOT = Path(__file__).parents[2]
SECONDS = 30.0
TOKEN = "MTk4NjIyNDgzNDcx.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
AWAY = "Bin gleich wieder da"
PROGRAM = """
import sys
import discord.gateway, discord.http, yarl
discord.http.Route.BASE, gateway = sys.argv[1:]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
from bot.__main__ import main
sys.exit(main([]))
"""


class Running:
    """The process; ``printed`` is what it wrote to stdout and stderr so far."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.printed = ""

    async def until(self, part: str) -> None:
        assert self.process.stdout is not None
        async with asyncio.timeout(SECONDS):
            while part not in self.printed:
                line = await self.process.stdout.readline()
                assert line, self.printed
                self.printed += line.decode()

    async def end(self, number: signal.Signals | None = None) -> int:
        """Its exit status, after that signal."""
        assert self.process.stdout is not None
        if number is not None:
            self.process.send_signal(number)
        async with asyncio.timeout(SECONDS):
            self.printed += (await self.process.stdout.read()).decode()
            return await self.process.wait()

    @property
    def lines(self) -> list[str]:
        """The log from INFO on, without times."""
        found = [line.split(" ", 2)[2] for line in self.printed.splitlines() if re.match(r"[0-9]{4}-", line)]
        return [line for line in found if not line.startswith("DEBUG")]


@contextlib.asynccontextmanager
async def running(loopback: Loopback, folder: Path, **environ: str) -> AsyncIterator[Running]:
    base = f"{loopback.url}/api/v10"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM, base, loopback.gateway.url),
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "DISCORD_TOKEN": TOKEN,
            "LOG_LEVEL": "DEBUG",
            **environ,
        },
    )
    try:
        yield Running(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def seated(people: list[Person]) -> Seen:
    """Four at a table with their first hands; the board."""
    host = people[0]
    await host.until(lambda p: p.commands["guild"])
    await host.command("table open")
    lobby = await host.appears("channel", lambda seen: "k1:1:0:sit:N" in seen.custom_ids)
    for person, seat in zip(people[1:], "NEW", strict=True):
        await person.appears("channel", lambda seen: seen.id == lobby.id)
        await person.click(lobby.id, f"k1:1:0:sit:{seat}")
    await host.until(lambda p: "k1:1:0:start" in p.message(lobby.id).custom_ids)
    await host.click(lobby.id, "k1:1:0:start")
    board = await host.appears("channel", lambda seen: "k1:1:0:next" in seen.custom_ids)
    for person in people:
        await person.appears("channel", lambda seen: seen.id == board.id)
        await person.click(board.id, "k1:1:0:next")
    for person in people:
        await person.until(hand_of)
    return await host.appears("channel", lambda seen: "k1:1:0:hand" in seen.custom_ids)


async def test_stopped_in_mid_deal_it_says_so_and_goes_on_at_the_next_start(tmp_path: Path) -> None:
    heartbeat = tmp_path / "heartbeat"
    async with Loopback(token=TOKEN) as loopback, contextlib.AsyncExitStack() as stack:
        people = [await stack.enter_async_context(await Person.connect(loopback.url, k)) for k in range(4)]
        host = people[0]
        async with running(loopback, tmp_path, HEARTBEAT_FILE=str(heartbeat)) as first:
            await first.until("ready: ")
            board = await seated(people)
            assert await first.end(signal.SIGTERM) == 0
        await host.until(lambda p: AWAY in p.message(board.id).content)
        assert [seen.id for seen in boards(host)] == [board.id]
        note, plain = host.message(board.id).content.split("\n", 1)
        assert note == f"⏸️ {AWAY}, der Tisch bleibt so stehen." and AWAY not in plain
        assert not heartbeat.exists()

        async with running(loopback, tmp_path) as second:
            await second.until("ready: ")
            await host.until(lambda p: p.message(board.id).content == plain)
            assert (await host.click(board.id, "k1:1:0:hand")).state == "answered"
            if not any(settled(person) for person in people):  # else four Jacks in a hand, thrown in
                person, found = next((p, found) for p in people if (found := action_of(p)) is not None)
                assert (await person.click(found[0].id, found[1])).state == "answered"
            assert await second.end(signal.SIGTERM) == 0

    lines = first.lines
    start = r"INFO bot\.client: started: version \S+, Python 3\S+, database \S+ \(schema [0-9]+\), tables taken up: 0"
    assert re.fullmatch(start, lines[0])
    assert lines[1] == "INFO bot.client: ready: servers: 1"
    assert re.fullmatch(
        r"INFO bot\.chronicle table=1 deal=0 ply=0: opened by person [0-9]+ in channel [0-9]+", lines[2]
    )
    assert lines[3:5] == [
        "INFO bot.chronicle table=1 deal=0 ply=0: Partie 1 begun",
        "INFO bot.chronicle table=1 deal=1 ply=1: dealt",
    ]
    assert lines[-2:] == ["INFO bot.client: stopping", "INFO bot.client: stopped"]
    assert "tables taken up: 1" in second.lines[0]
    for printed in (first.printed, second.printed):
        assert TOKEN not in printed and cards_of(printed) == set()
        assert not any(person in printed for person in loopback.people), "ids do, names are nobody's affair"


async def test_another_instance_is_worth_another_try(tmp_path: Path) -> None:
    """Where one takes over from another, the first may not have ended yet."""
    async with Loopback(token=TOKEN) as loopback, running(loopback, tmp_path) as first:
        await first.until("ready: ")
        async with running(loopback, tmp_path) as second:
            assert await second.end() == 75
        _, line = second.printed.splitlines()  # after the invite link
        assert line.startswith("DATABASE: ") and line.endswith("another instance of the bot is using this file")
        assert await first.end(signal.SIGTERM) == 0


async def test_a_discord_that_does_not_answer_holds_up_no_stop(tmp_path: Path) -> None:
    """The note is dropped, nothing else is."""
    silent = asyncio.Event()

    class Silent(Rest):
        async def handle(self, request: web.Request) -> web.StreamResponse:
            if silent.is_set() and request.method in ("PATCH", "POST", "DELETE"):
                await asyncio.Event().wait()
            return await super().handle(request)

    async with Loopback(rest=Silent, token=TOKEN) as loopback, contextlib.AsyncExitStack() as stack:
        people = [await stack.enter_async_context(await Person.connect(loopback.url, k)) for k in range(4)]
        async with running(loopback, tmp_path) as first:
            await first.until("ready: ")
            board = await seated(people)
            silent.set()
            assert await first.end(signal.SIGTERM) == 0, "all was closed in time"
        assert AWAY not in people[0].message(board.id).content
        silent.clear()
        async with running(loopback, tmp_path) as second:
            await second.until("ready: ")
            assert "tables taken up: 1" in second.printed and "Traceback" not in first.printed
