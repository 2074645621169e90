"""Several browsers at one server, each with its own key: who sits where, and who may see what."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from person import Person

from bot.tryout.seats import LAPSE_SECONDS
from bot.tryout.server import Loopback

A, B, C, D, E = (f"the-key-of-browser-{name}" for name in "abcde")
DAY = 24 * 3600.0


class Clock:
    """Seconds since the epoch, moved by hand."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class House:
    """A loopback as browsers reach it."""

    def __init__(self, loopback: Loopback, session: aiohttp.ClientSession, clock: Clock) -> None:
        self.loopback = loopback
        self.clock = clock
        self._session = session

    async def ask(self, key: str, do: str, person: int | None = None) -> list[int]:
        """Whom the browser has afterwards."""
        return (await self.answer({"key": key, "do": do, "person": person}))["mine"]

    async def answer(self, wish: object) -> dict[str, Any]:
        """What /seats answers."""
        async with self._session.post(f"{self.loopback.url}/seats", json=wish) as response:
            response.raise_for_status()
            return await response.json()

    async def status(self, person: int, key: str | None) -> int:
        """How a page with that key is received: 101 if it may see the person."""
        query = {"person": str(person)} | ({"key": key} if key else {})
        try:
            socket = await self._session.ws_connect(f"{self.loopback.url}/ws", params=query)
        except aiohttp.WSServerHandshakeError as fault:
            return fault.status
        await socket.close()
        return 101


@asynccontextmanager
async def house(at_once: int = 1, seats_file: Path | None = None, clock: Clock | None = None) -> AsyncIterator[House]:
    """A loopback without a bot; ends after 20 seconds with TimeoutError."""
    clock = clock or Clock()
    loopback = Loopback(at_once=at_once, seats_file=seats_file, clock=clock)
    async with asyncio.timeout(20), loopback, aiohttp.ClientSession() as session:
        yield House(loopback, session, clock)


async def test_each_browser_gets_the_next_person_and_keeps_it() -> None:
    async with house() as at:
        assert [await at.ask(key, "come") for key in (A, B, A, C, B)] == [[0], [1], [0], [2], [1]]


async def test_nobody_else_sees_or_acts_as_a_held_person() -> None:
    async with house() as at:
        await at.ask(A, "come")
        await at.ask(B, "come")
        assert await at.status(0, A) == 101
        for person, key in ((0, B), (0, None), (0, ""), (0, "x"), (1, A), (2, A), (9, A)):
            assert await at.status(person, key) == 403, (person, key)
        assert await at.ask(B, "come", 0) == [1]
        assert await at.ask(B, "leave", 0) == [1]
        assert await at.status(0, A) == 101 and await at.status(0, B) == 403


async def test_only_the_first_browser_gets_several_at_once() -> None:
    async with house(at_once=3) as at:
        assert await at.ask(A, "come") == [0, 1, 2]
        assert await at.ask(B, "come") == [3]
    async with house(at_once=3) as at:
        await at.ask(A, "come")
        await at.ask(A, "leave", 2)
        assert await at.ask(A, "come") == [0, 1]  # what was closed stays closed


async def test_a_wish_is_granted_when_the_seat_is_free() -> None:
    async with house(at_once=4) as at:
        assert await at.ask(A, "come", 2) == [2]
        assert await at.ask(B, "come", 2) == [0]


async def test_when_all_are_taken_one_waits_until_somebody_leaves() -> None:
    async with house() as at:
        for key in (A, B, C, D):
            await at.ask(key, "come")
        assert await at.ask(E, "come") == [] and await at.ask(A, "add") == [0]
        assert await at.ask(C, "leave", 2) == []
        assert await at.ask(E, "come") == [2] and await at.ask(C, "come") == []


async def test_one_browser_may_have_more_people_and_gets_its_own_former_ones_back_first() -> None:
    async with house() as at:
        await at.ask(A, "come")
        assert await at.ask(A, "add") == [0, 1]
        assert await at.ask(A, "leave", 0) == [1]
        assert await at.ask(B, "come") == [2]  # never held goes before given up
        assert await at.ask(A, "add") == [0, 1]


async def test_leaving_a_seat_closes_its_pages_and_ends_what_they_can_do() -> None:
    async with house() as at, await Person.connect(at.loopback.url, 0, A) as anna:
        await at.ask(A, "leave", 0)
        with pytest.raises(ConnectionError):
            await anna.until(lambda _: False)
        assert await at.status(0, A) == 403


async def test_a_seat_lapses_ten_minutes_after_its_browser_has_gone() -> None:
    async with house() as at:
        for key in (A, B, C, D):
            await at.ask(key, "come")
        anna = await Person.connect(at.loopback.url, 0, A)
        at.clock.now += LAPSE_SECONDS + 1
        bertl = await Person.connect(at.loopback.url, 1, B)  # came back in time: nobody had asked
        assert await at.ask(E, "come") == [2]  # the one gone for longest whose page is not open
        await anna.close()
        at.clock.now += LAPSE_SECONDS - 1
        assert await at.ask(C, "come") == [3]  # Dora has gone for longer
        assert await at.ask(D, "come") == []
        at.clock.now += 1
        assert await at.ask(D, "come") == [0]
        assert await at.status(0, A) == 403 and await at.status(1, B) == 101
        await bertl.close()


async def test_a_new_person_at_a_seat_may_speak_another_language() -> None:
    async with house() as at:
        async with await Person.connect(at.loopback.url, 0, A) as anna:
            await anna.speak("en-US")
        await at.ask(A, "leave", 0)
        assert await at.ask(B, "come", 0) == [0]
        url = f"{at.loopback.url}/ws?person=0&key={B}&locale=de"
        async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
            assert (await socket.receive_json())["you"]["locale"] == "de"


async def test_seats_outlive_a_restart_for_ten_minutes(tmp_path: Path) -> None:
    file, clock = tmp_path / "try.sqlite3.seats", Clock()
    async with house(seats_file=file, clock=clock) as at:
        await at.ask(A, "come")
        await at.ask(B, "come")
        first = (await at.answer({"key": A, "do": "come"}))["run"]
    os.utime(file, (clock.now, clock.now))
    assert A not in file.read_text("utf-8")
    clock.now += 3600
    async with house(at_once=4, seats_file=file, clock=clock) as at:
        assert await at.ask(B, "come") == [1]  # first to come, and yet Anna's cards are not for it
        assert await at.ask(C, "come") == [2] and await at.ask(D, "come") == [3] and await at.ask(E, "come") == []
        assert await at.ask(A, "come") == [0]
        assert (await at.answer({"key": A, "do": "come"}))["run"] != first
    os.utime(file, (clock.now, clock.now))
    clock.now += DAY
    async with house(seats_file=file, clock=clock) as at:
        assert await at.ask(C, "come") == [0]  # another evening


@pytest.mark.parametrize("text", ["", "{", "[]", '[{"owner": 1}]', "[1, 2]", '{"0": 1}'])
async def test_a_spoilt_file_of_seats_only_means_that_nobody_was_here(tmp_path: Path, text: str) -> None:
    file, clock = tmp_path / "seats", Clock()
    file.write_text(text, "utf-8")
    os.utime(file, (clock.now, clock.now))
    async with house(seats_file=file, clock=clock) as at:
        assert await at.ask(A, "come") == [0]


@pytest.mark.parametrize(
    "wish",
    [
        {"key": "short", "do": "come"},
        {"key": "with a space in the key", "do": "come"},
        {"key": A},
        {"key": A, "do": "dance"},
        {"key": A, "do": "leave"},
        {"key": A, "do": "come", "person": "x"},
        [],
        None,
    ],
)
async def test_unreadable_wishes_are_refused(wish: object) -> None:
    async with house() as at:
        with pytest.raises(aiohttp.ClientResponseError) as fault:
            await at.answer(wish)
        assert fault.value.status == 400


async def test_another_sites_page_cannot_take_a_seat() -> None:
    async with house() as at, aiohttp.ClientSession() as session:
        headers, wish = {"Origin": "http://elsewhere.example"}, {"key": A, "do": "come"}
        async with session.post(f"{at.loopback.url}/seats", json=wish, headers=headers) as response:
            assert response.status == 403
