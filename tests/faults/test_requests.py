"""Requests that fail in every way: the deal goes on, is booked once, and everybody sees what is so."""

import copy
import re
from pathlib import Path
from typing import Any

import discord
import pytest

import bot.answering
import bot.publisher
from bot.holds import Why

from .house import House
from .wire import ANY, CALLBACK, DELETE, EDIT, FOLLOW_UP, OPEN_DM, SEND, TOKEN_EDIT, Bucket, Fault, Wire

ROUTES = {
    "callback": CALLBACK,
    "token": TOKEN_EDIT,
    "follow-up": FOLLOW_UP,
    "send": SEND,
    "edit": EDIT,
    "delete": DELETE,
    "open a DM": OPEN_DM,
}
BURST = 6  # more than discord.py tries by itself
# What may happen to any request, now and then, and what discord.py's own tries do not get over.
ANYWHERE = {
    "late": Fault(ANY, delay=0.03),
    "429 with headers": Fault(ANY, status=429, every=3),
    "429 for everything": Fault(ANY, status=429, everywhere=True, every=4),
    "429 without headers": Fault(ANY, status=429, via=False, every=4),
    "429 five times over": Fault(ANY, status=429, every=4, burst=BURST),
    "500 before": Fault(ANY, status=500, every=3),
    "500 before, for long": Fault(ANY, status=500, every=5, burst=BURST),
    "502 after": Fault(ANY, status=502, after=True, every=3),
    "502 after, for long": Fault(ANY, status=502, after=True, every=4, burst=BURST),
    "503 before": Fault(ANY, status=503, every=4),
    "503 after": Fault(ANY, status=503, after=True, every=4),
    "cut before": Fault(ANY, cut=True, every=4),
    "cut after": Fault(ANY, cut=True, after=True, every=4),
}


async def test_nothing_wrong(tmp_path: Path) -> None:
    """Each press is handled once and followed up once at most; what was shown stays in nobody's memory."""
    async with Wire(answer_within=10.0) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        handled: list[int] = []
        guarded = house.bot.desk.guarded

        async def counted(interaction: discord.Interaction[Any], work: Any) -> None:
            handled.append(interaction.id)
            await guarded(interaction, work)

        house.bot.desk.guarded = counted  # type: ignore[method-assign]
        await house.open()
        await house.play()
        await house.on_hands("next")
        await house.play()
        house.check()
        assert sorted(handled) == sorted(press.id for press in house.presses)
        answers = [what for what, _ in wire.rest.asked if what.endswith("/callback")]
        assert len(answers) == len(set(answers)) == len(house.presses)
        follow_ups = [what for what, _ in wire.rest.asked if re.fullmatch(FOLLOW_UP, what)]
        assert len(follow_ups) == len(set(follow_ups))
        store = house.bot._connection._view_store
        assert not store._synced_message_views and not any(store._views.values())


# How many answers cannot reach Discord at all then, whoever tries.
LOSES = {"429 five times over": 100, "500 before, for long": 100}


@pytest.mark.parametrize("kind", ANYWHERE)
async def test_now_and_then_anywhere(tmp_path: Path, kind: str) -> None:
    fault = copy.deepcopy(ANYWHERE[kind])
    within = 1.0 if kind in LOSES else 10.0
    async with Wire(answer_within=within) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        wire.rest.faults.append(fault)
        await house.open()
        await house.play()
        await house.settle()
        assert fault.hit > 3
        house.check(lost=LOSES.get(kind, 0))


# What Discord says of one kind of request, each time or now and then.
ANSWERS = {
    "a message deleted": Fault(EDIT, status=404, code=10008, every=4),
    "an old message": Fault(EDIT, status=429, code=30046, every=3),
    "a thread that sleeps": Fault(EDIT, status=400, code=50083, every=3),
    "a token dead": Fault(TOKEN_EDIT, status=401, code=50027),
    "a token unknown": Fault(TOKEN_EDIT, status=404, code=10015),
    "its message gone": Fault(TOKEN_EDIT, status=404, code=10008, every=2),
    "an answer too late": Fault(CALLBACK, status=404, code=10062, every=3),
    "an answer that was there already": Fault(CALLBACK, status=400, code=40060, after=True, every=2),
    "not allowed to delete": Fault(DELETE, status=403, code=50013),
    "not allowed to edit": Fault(EDIT, status=403, code=50013, every=3),
    "a DM opened too fast": Fault(OPEN_DM, status=400, code=40003, times=2),
    "a DM opened too fast, for long": Fault(OPEN_DM, status=400, code=40003, times=8),
}


@pytest.mark.parametrize("kind", ANSWERS)
async def test_what_discord_says_of_one_kind(tmp_path: Path, kind: str) -> None:
    fault = copy.deepcopy(ANSWERS[kind])
    async with Wire(answer_within=10.0) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        if fault.route in (DELETE, OPEN_DM):
            wire.rest.faults.append(fault)
        await house.open()
        if fault not in wire.rest.faults:
            wire.rest.faults.append(fault)
        await house.play()
        await house.settle()
        assert fault.hit
        house.check(lost=fault.hit if fault.route == CALLBACK else 0)


@pytest.mark.parametrize("code", [50007, 50278])
@pytest.mark.parametrize("moment", ["before the deal", "in mid-deal"])
async def test_direct_messages_closed(tmp_path: Path, moment: str, code: int) -> None:
    """Cards by button from then on; the deal is never broken off."""
    async with Wire(answer_within=10.0) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        bert = house.people[1]
        dm = wire.world.dm_of(bert).id

        def close() -> None:
            bert.dms_closed = True
            wire.rest.faults.append(Fault(f"(POST|PATCH) /channels/{dm}/messages.*", status=403, code=code))
            wire.rest.faults.append(Fault(TOKEN_EDIT, status=401, code=50027))

        if moment == "before the deal":
            close()
        await house.open()
        if moment == "in mid-deal":
            await house.play(until=lambda: house.table.ply > 12)
            close()
        await house.play()
        await house.settle()
        assert house.settled() == 1
        assert house.disk.rows("SELECT dm_closed FROM person WHERE name = 'Bertl'")[0][0] == 1
        house.check()


async def test_a_direct_channel_that_is_not_known_any_more(tmp_path: Path) -> None:
    """10003: it is opened again."""
    async with Wire(answer_within=10.0) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        await house.open()
        await house.play(until=lambda: house.table.ply > 12)
        house.disk.rows("UPDATE person SET dm_channel_id = 4711")
        await house.restart()
        await house.settle()
        await house.play()
        assert house.settled() == 1
        await house.settle()
        house.check()


async def test_the_channel_is_gone(tmp_path: Path) -> None:
    """10003 for every board: those who play in their DMs play on and are booked."""
    async with Wire(answer_within=10.0) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        await house.open()
        channel = wire.world.text.id
        fault = Fault(f".* /channels/{channel}/messages.*", status=404, code=10003)
        wire.rest.faults += [fault, Fault(TOKEN_EDIT, status=404, code=10003)]
        await house.play()
        assert house.settled() == 1
        wire.rest.faults.clear()
        await house.restart()
        await house.settle()
        house.check()


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50001), (400, 50083)])
async def test_no_right_to_write_for_a_while(tmp_path: Path, status: int, code: int) -> None:
    """No right, no access, a locked thread: the host is told once, and as soon as it may the new board stands there."""
    async with Wire(answer_within=10.0) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        await house.open()
        await house.play()
        fault = Fault(f"POST /channels/{wire.world.text.id}/messages", status=status, code=code)
        wire.rest.faults.append(fault)
        await house.on_hands("next")
        await house.play()
        assert house.settled() == 2 and fault.hit
        assert house.bot.tables.held(1) == {Why.PLACE}
        assert sum("Tisch wartet" in m.content or "table waits" in m.content for m in house.mail(house.people[0])) == 1
        wire.rest.faults.clear()
        await house.command(house.people[0], "table show")
        assert not house.bot.tables.held(1)
        house.check()


async def test_a_message_found_again_shows_what_is_new(tmp_path: Path) -> None:
    """Posted, but the answer was lost; the next try gets the message that is there, as it was then."""
    async with Wire(answer_within=10.0) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        await house.open()
        await house.play()
        await house.on_hands("next")
        await house.play()
        fault = Fault(SEND, cut=True, after=True, times=3, delay=0.2)
        wire.rest.faults.append(fault)
        ply = house.table.ply
        await house.on_hands("next")
        await house.settle()
        assert fault.hit == 3 and house.table.ply > ply + 1, "meanwhile a computer has played"
        house.check()


@pytest.mark.parametrize("limits", ["buckets", "overall", "both"])
async def test_within_the_limits(tmp_path: Path, limits: str) -> None:
    """Buckets of five, and fifty requests a second: everything is shown in the end."""
    async with Wire(answer_within=10.0) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        if limits != "overall":
            wire.rest.bucket = (5, 0.3)
        if limits != "buckets":
            wire.rest.overall = Bucket(10, 0.2)
        await house.open()
        await house.play()
        await house.settle()
        house.check()
        assert wire.rest.refused_for_haste["bucket"] < 10, "what Discord tells of a bucket is kept to"


@pytest.mark.parametrize("route", [CALLBACK, SEND, EDIT, TOKEN_EDIT])
async def test_an_answer_that_never_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, route: str) -> None:
    """Nobody waits for it for ever."""
    monkeypatch.setattr(bot.publisher, "PATIENCE", 0.3)
    monkeypatch.setattr(bot.answering, "PATIENCE", 0.3)
    async with Wire(answer_within=1.0) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        await house.open()
        wire.rest.faults.append(Fault(route, silent=True, times=1))
        await house.play()
        await house.on_hands("next")
        await house.settle()
        assert house.settled() == 1 and wire.rest.faults[0].hit
        house.check(lost=1)


@pytest.mark.soak
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("kind", [kind for kind in ANYWHERE if kind != "late"])
async def test_every_fault_on_every_route(tmp_path: Path, kind: str, route: str) -> None:
    """One kind of request fails half of the time, through two deals."""
    fault = copy.deepcopy(ANYWHERE[kind])
    fault.route, fault.every = ROUTES[route], 2
    async with Wire(answer_within=2.0) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        wire.rest.faults.append(fault)
        await house.open()
        await house.play()
        await house.on_hands("next")
        await house.play()
        await house.settle()
        house.check(lost=100 if route == "callback" else 0)
