"""``python -m bot try`` as a newcomer starts it: a process of its own, played over TCP through the page's websocket."""

import asyncio
import contextlib
import os
import re
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from tests.tryout.person import Person, Seen

START_SECONDS = 30.0
DEAL_SECONDS = 60.0
CARD = re.compile(r"k1:[0-9]+:[0-9]+:a:(.+)")


@contextlib.asynccontextmanager
async def trying(database: Path) -> AsyncIterator[tuple[str, asyncio.subprocess.Process]]:
    """The running process and its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot", "try", "--port", "0", "--people", "4", "--database", str(database)),
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
        yield found[0], process
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
    """The public messages that can be pressed."""
    return [seen for seen in person.messages("channel") if seen.custom_ids and not seen.ephemeral]


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
    async with trying(database) as (url, process), contextlib.AsyncExitStack() as stack:
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
