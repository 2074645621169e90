"""A gateway that closes, asks to reconnect, forgets the session or says everything twice."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.holds import Why

from .house import House
from .wire import Wire

TROUBLES: dict[str, Callable[[Wire], None]] = {
    "close 4000": lambda wire: wire.gateway.drop(),
    "op 7": lambda wire: wire.gateway.ask_to_reconnect(),
    "op 9": lambda wire: wire.invalidate(),
}


def log(house: House) -> list[tuple[object, ...]]:
    return [tuple(row) for row in house.disk.rows("SELECT ply, seat, action FROM log ORDER BY ply")]


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_a_connection_lost_again_and_again(tmp_path: Path, trouble: str) -> None:
    """Presses made meanwhile are replayed where Discord keeps the session; else the next press counts."""
    async with Wire(answer_within=1.0) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        await house.open()
        presses = 0
        while house.settled() == 0:
            if presses % 4 == 1:
                TROUBLES[trouble](wire)
            assert await house.move(), house.table
            presses += 1
            if trouble == "op 9":
                await house.until(lambda: wire.gateway.connected, "a new session")
        await house.settle()
        lost = presses if trouble == "op 9" else 0
        house.check(lost=lost)
        assert house.bot.is_ready()


async def test_what_is_replayed_to_a_client_that_had_it_already(tmp_path: Path) -> None:
    """Every press arrives a second time: each card is played once, and the second answer does no harm."""
    async with Wire(answer_within=5.0) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        await house.open()
        dispatch = wire.world.on_dispatch

        def twice(event: str, subject: object) -> None:
            dispatch(event, subject)
            if event == "INTERACTION_CREATE":
                dispatch(event, subject)

        wire.world.on_dispatch = twice
        await house.play()
        await house.on_hands("next")
        await house.play()
        await house.settle()
        assert house.settled() == 2 and house.table.deal == 2
        plies = [row[0] for row in log(house)]
        assert plies == list(range(len(plies)))
        house.check()


async def test_everything_is_replayed_after_a_resume(tmp_path: Path) -> None:
    """A client that has lost count is told everything again."""
    async with Wire(answer_within=5.0) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        await house.open()
        await house.play(until=lambda: house.table.ply > 10)
        before = log(house)
        assert house.bot.ws.sequence is not None
        house.bot.ws.sequence -= min(house.bot.ws.sequence - 2, 30)
        wire.gateway.drop()
        await house.until(lambda: wire.gateway.connected, "resumed")
        await house.settle()
        assert log(house) == before
        await house.play()
        await house.settle()
        house.check()


async def test_while_discord_is_away_nobody_s_silence_counts(tmp_path: Path) -> None:
    """From the loss of the connection until it is resumed; then the whole time counts anew."""
    async with Wire(answer_within=5.0) as wire, House(tmp_path / "ledger.sqlite3", wire) as house:
        await house.open()
        await house.play(until=lambda: house.table.ply > 10)
        deadlines = house.bot.tables.clock._deadlines
        assert house.table.to_act is not None and not house.table.asleep
        first, held = deadlines[1], []

        async def on_disconnect() -> None:
            held.append(house.bot.tables.held(1))

        house.bot.add_listener(on_disconnect)
        wire.gateway.drop()
        await house.until(lambda: held and wire.gateway.connected and not house.bot.tables.held(1), "resumed")
        await house.settle()
        assert held[0] == {Why.DISCORD}
        assert deadlines[1] > first
        house.check()
