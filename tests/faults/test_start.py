"""A start at a Discord that fails: what can wait does not hinder it, all else is one line and worth another try."""

from pathlib import Path

import pytest

from .beside import Beside, wire
from .house import House
from .wire import Fault, Wire

COMMANDS = "PUT /applications/[0-9]+/commands"
SYNC = {
    "refused": Fault(COMMANDS, status=400, code=50035),
    "too often": Fault(COMMANDS, status=429, via=False),
    "failing": Fault(COMMANDS, status=503),
    "cut": Fault(COMMANDS, cut=True),
}


@pytest.mark.parametrize("kind", SYNC)
async def test_commands_that_cannot_be_brought_up_to_date(tmp_path: Path, kind: str) -> None:
    """The old ones stay, and play goes on."""
    async with Wire(answer_within=10.0) as discord, House(tmp_path / "ledger.sqlite3", discord) as house:
        await house.open()
        house.disk.rows("UPDATE fact SET value = 'of another version' WHERE name = 'commands'")
        discord.rest.faults.append(SYNC[kind])
        house.expected.append("the commands could not be brought up to date")
        await house.restart()
        assert SYNC[kind].hit
        await house.settle()
        await house.play()
        await house.settle()
        house.check()


@pytest.mark.parametrize("fault", ["cut", "503"])
async def test_a_login_that_fails(tmp_path: Path, fault: str) -> None:
    async with wire() as discord, Beside(tmp_path / "ledger.sqlite3", discord, ready=False) as house:
        broken = Fault("GET /users/@me", cut=fault == "cut", status=0 if fault == "cut" else 503)
        discord.rest.faults.append(broken)
        await house.begin()
        assert house.running is not None
        assert await house.running.end() == 75
        [line] = house.running.printed.splitlines()
        assert line.startswith("Discord cannot be reached: ")


@pytest.mark.parametrize("fault", [Fault("PATCH .*", status=500), Fault("PATCH .*", cut=True)], ids=["500", "cut"])
async def test_messages_that_cannot_be_repaired_at_once(tmp_path: Path, fault: Fault) -> None:
    """The start does not wait for them, and they are right in the end."""
    async with Wire(answer_within=10.0) as discord, House(tmp_path / "ledger.sqlite3", discord) as house:
        await house.open()
        await house.play(until=lambda: house.table.ply > 8)
        fault.times = 12
        discord.rest.faults.append(fault)
        await house.restart()
        await house.until(lambda: fault.hit == 12, "all faults")
        await house.settle()
        await house.play()
        await house.settle()
        house.check()
