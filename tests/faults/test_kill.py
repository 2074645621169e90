"""A real ``kill -9`` in the middle of a deal, again and again; and SIGTERM in each phase of the start."""

import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.store.database import Database

from .beside import Beside, wire
from .house import ACT
from .wire import Fault

SOME = (9, 31, 24)
A_DOZEN = (3, 12, 20, 7, 33, 25, 2, 28, 41, 16, 5, 37, 22)


async def killed(folder: Path, gaps: Sequence[int]) -> None:
    """After so many moments before and after requests it is killed, and started anew; small ones are in the start."""
    async with wire() as discord, Beside(folder / "ledger.sqlite3", discord) as house:
        left, count = list(gaps), 0

        def around(_moment: str, _what: str) -> None:
            nonlocal count
            count += 1
            if left and count >= left[0] and not house.dead:
                left.pop(0)
                count = 0
                house.kill()

        discord.rest.around = around
        acknowledged: set[tuple[int, str]] = set()
        last: tuple[int, str] | None = None
        while house.dead or left or not house.over():
            if house.dead:
                await house.buried()
                await house.begin()
                await house.until(lambda: house.dead or discord.gateway.connected, "it connects")
                last = None
                continue

            def fresh(last: tuple[int, str] | None = last) -> bool:
                thing = house.next_thing()
                new = thing is not None and (thing[1].id, thing[2]) != last
                return house.dead or new or house.over() or house.can_open

            await house.until(fresh, f"something to do after {last}")
            thing = house.next_thing()
            if house.dead or house.over():
                assert house.dead or not left, f"the deal is over before it was killed {len(left)} times more"
                continue
            if thing is None:
                await house.command(house.people[0], "table open")
                continue
            user, message, custom_id = thing
            last = message.id, custom_id
            pressed = await house.press(user, message, custom_id)
            if pressed.state == "answered" and (match := ACT.fullmatch(custom_id)):
                acknowledged.add((int(match[2]), match[3]))
        log = [(row[0], row[1]) for row in house.disk.rows("SELECT ply, action FROM log ORDER BY ply")]
        assert [ply for ply, _ in log] == list(range(len(log)))
        assert acknowledged <= set(log), "acknowledged and lost"
        assert house.settled() == 1
        found = house.faults_seen()
        assert not found, "\n".join(found)
        assert house.running is not None and await house.running.end(signal.SIGTERM) == 0


async def test_killed_three_times_in_a_deal(tmp_path: Path) -> None:
    await killed(tmp_path, SOME)


@pytest.mark.soak
async def test_killed_a_dozen_times_in_a_deal(tmp_path: Path) -> None:
    await killed(tmp_path, A_DOZEN)


PHASES = {
    "at the login": "GET /users/@me",
    "while the commands are told": "PUT /applications/[0-9]+/commands",
    "at the gateway": None,
}


@pytest.mark.parametrize("phase", PHASES)
async def test_told_to_stop_while_it_starts(tmp_path: Path, phase: str) -> None:
    """Discord does not answer just then; all is closed in time all the same, and the file is whole and free."""
    path = tmp_path / "ledger.sqlite3"
    route = PHASES[phase]
    async with wire(mute=route is None) as discord, Beside(path, discord, ready=False) as house:
        fault = Fault(route or "-", silent=True)
        discord.rest.faults.append(fault)
        await house.begin()
        await house.until(lambda: fault.hit or discord.knocks, "the request")
        assert house.running is not None
        assert await house.running.end(signal.SIGTERM) == 0
        assert "Traceback" not in house.running.printed
        database = await Database.open(path)
        await database.close()
