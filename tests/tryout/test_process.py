"""``python -m bot try`` as a newcomer starts it: a process of its own, played over TCP through the page's websocket."""

import asyncio
import contextlib
import os
import re
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.trying import PORT
from tests.tryout.person import Person, Seen

START_SECONDS = 30.0
DEAL_SECONDS = 60.0
FIRST = "the-key-of-the-first-browser"
CARD = re.compile(r"k1:[0-9]+:[0-9]+:a:(.+)")


@contextlib.asynccontextmanager
async def trying(database: Path, *arguments: str) -> AsyncIterator[tuple[str, asyncio.subprocess.Process, list[str]]]:
    """The running process, its address and what it has printed, the address last."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot", "try", "--database", str(database), *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(START_SECONDS):
            printed = ""
            while (found := re.search(r"http://127\.0\.0\.1:[0-9]+", printed)) is None:
                line = await process.stdout.readline()
                assert line, printed
                printed += line.decode()
        yield found[0], process, printed.splitlines()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def hand_of(person: Person) -> Seen | None:
    """The newest message in the DM that can be pressed."""
    return next((seen for seen in reversed(person.messages("dm")) if seen.custom_ids), None)


def action_of(person: Person) -> tuple[Seen, str] | None:
    """The first thing the person may do now by their own hand message."""
    hand = hand_of(person)
    if hand is None:
        return None
    return next(((hand, custom_id) for custom_id in hand.custom_ids if CARD.fullmatch(custom_id)), None)


def settled(person: Person) -> bool:
    hand = hand_of(person)
    return hand is not None and any(":next" in custom_id for custom_id in hand.custom_ids) and "ist aus" in hand.text


def boards(person: Person) -> list[Seen]:
    """The public messages in which something can be done; to look back is not to do something."""
    return [
        seen
        for seen in person.messages("channel")
        if not seen.ephemeral and not all(custom_id.startswith("k1b:") for custom_id in seen.custom_ids)
    ]


async def play_a_deal(people: list[Person]) -> int:
    """Everyone presses the first thing allowed until the deal is settled; returns the number of presses."""
    presses = 0
    async with asyncio.timeout(DEAL_SECONDS):
        while not all(settled(person) for person in people):
            for person in people:
                found = action_of(person)
                if found is not None:
                    outcome = await person.click(found[0].id, found[1])
                    assert outcome.state == "answered"
                    presses += 1
                    break
            else:
                changed = [asyncio.ensure_future(person.news()) for person in people]
                await asyncio.wait(changed, return_when=asyncio.FIRST_COMPLETED)
                for waiting in changed:
                    waiting.cancel()
    return presses


async def go_on(people: list[Person]) -> None:
    """All press *next*, and each gets the next deal's hand."""
    for person in people:
        hand = hand_of(person)
        assert hand is not None
        await person.click(hand.id, next(custom_id for custom_id in hand.custom_ids if ":next" in custom_id))
    for person in people:
        await person.until(lambda p: not settled(p) and hand_of(p) is not None)


async def test_four_people_play_a_whole_deal_over_tcp(tmp_path: Path) -> None:
    database = tmp_path / "try.sqlite3"
    async with (
        trying(database, "--port", "0", "--people", "4", "--language", "de") as (url, process, _),
        contextlib.AsyncExitStack() as stack,
    ):
        people = [await stack.enter_async_context(await Person.connect(url, k)) for k in range(4)]
        host = people[0]
        await host.until(lambda p: p.commands["guild"])
        assert (await host.command("table open")).state == "answered"
        lobby = await host.appears("channel", lambda seen: "k1:1:0:sit:N" in seen.custom_ids)
        for person, seat in zip(people[1:], "NEW", strict=True):
            await person.appears("channel", lambda seen: seen.id == lobby.id)
            assert (await person.click(lobby.id, f"k1:1:0:sit:{seat}")).state == "answered"
        await host.until(lambda p: "k1:1:0:start" in p.message(lobby.id).custom_ids)  # as soon as all sit
        await host.click(lobby.id, "k1:1:0:start")
        board = await host.appears("channel", lambda seen: "k1:1:0:next" in seen.custom_ids)
        for person in people:  # nobody waits for the drawn cards to be looked at
            await person.appears("channel", lambda seen: seen.id == board.id)
            await person.click(board.id, "k1:1:0:next")

        while await play_a_deal(people) == 0:  # four Jacks in one hand: thrown in before anyone speaks
            await go_on(people)

        with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as reader:
            booked = reader.execute(
                "SELECT seat, pair, striche FROM ledger WHERE kind = 'deal' ORDER BY seat"
            ).fetchall()
            played = "SELECT striche_ns, striche_ew FROM settlement WHERE outcome = 'played'"
            [(striche_ns, striche_ew)] = reader.execute(played).fetchall()
        assert booked == [(seat, seat % 2, (striche_ns, striche_ew)[seat % 2]) for seat in range(4)]
        assert striche_ns + striche_ew >= 1

        await go_on(people)

        for _ in range(2):  # again at the same ply: each time a new board, and only one
            before = {seen.id for seen in boards(host)}
            assert (await host.command("table show")).state == "answered"
            await host.until(lambda p, before=before: len(boards(p)) == 1 and boards(p)[0].id not in before)
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(5):
            assert await process.wait() == 0


async def test_where_the_usual_port_is_taken_the_next_free_one_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        with contextlib.suppress(OSError):  # then somebody else has it, which is just as well
            taken.bind(("127.0.0.1", PORT))
            taken.listen()
        async with trying(tmp_path / "try.sqlite3") as (url, _, printed):
            port = int(url.rpartition(":")[2])
            assert port != PORT and printed[1] == f"Port {PORT} is taken, so it is {port}"


async def test_what_others_in_the_network_must_know_is_said(tmp_path: Path) -> None:
    async with trying(tmp_path / "try.sqlite3", "--port", "0", "--host", "0.0.0.0") as (url, _, printed):
        port = url.rpartition(":")[2]
        *before, last = printed[1:]
        assert last.startswith(f"The table is at {url} ")
        if before:  # a machine without a network has no address that others know
            told, *addresses = before
            assert told == "Everyone who can reach this machine may sit down, up to 4 people:"
            assert addresses and all(re.fullmatch(rf"  http://(?!127\.)[0-9.]+:{port}", line) for line in addresses)
            async with aiohttp.ClientSession() as session, session.get(addresses[0].strip()) as response:
                assert response.status == 200


async def test_a_killed_process_leaves_the_seats_to_those_who_had_them(tmp_path: Path) -> None:
    database = tmp_path / "try.sqlite3"
    async with trying(database, "--port", "0") as (url, process, _), await Person.connect(url, 1, FIRST):
        process.kill()
        await process.wait()
    async with trying(database, "--port", "0") as (url, _, _):
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await Person.connect(url, 1, "the-key-of-another-browser")
        async with await Person.connect(url, 1, FIRST) as again:
            assert again.you["global_name"] == "Bertl"
