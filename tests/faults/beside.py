"""The bot as a process of its own, which can be killed; people and Discord are here and outlive it."""

import asyncio
import os
import sys
from pathlib import Path

from bot.tryout.interactions import Interaction
from bot.tryout.things import GUILD_ID, Message, User
from tests.bot.books import faults_in_ledger
from tests.bot.leaks import leaks_in
from tests.tryout.test_real_start import ROOT, SECONDS, Running

from .house import House, chosen
from .seen import ids_of
from .wire import Wire

PROGRAM = """
import sys
import discord.gateway, discord.http, yarl
discord.http.Route.BASE, gateway = sys.argv[1:]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
import bot.running
from bot.deadlines import Pace
from bot.means import Means
bot.running.Means = lambda workers=0: Means(pace=Pace.immediate())
from bot.__main__ import main
sys.exit(main([]))
"""


class Beside(House):
    """Looks at what stands in Discord and on the disk only; ``dead`` is whether the process has been killed."""

    running: Running | None = None

    def __init__(self, database: Path, wire: Wire, *, ready: bool = True) -> None:
        super().__init__(database, wire)
        self._ready = ready

    async def start(self) -> None:
        """Until it is ready, if that is wished."""
        if not self._ready:
            return
        await self.begin()
        assert self.running is not None
        await self.running.until("ready: ")

    async def begin(self) -> None:
        """Only the process; it may be anywhere on its way."""
        base = f"{self.wire.url}/api/v10"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", PROGRAM, base, self.wire.gateway.url),
            cwd=self.database.parent,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "PYTHONUNBUFFERED": "1",
                "DISCORD_TOKEN": "try-out",
                "DATABASE": str(self.database),
                "CARD_PICTURES": "no",
            },
        )
        self.running = Running(process)

    @property
    def dead(self) -> bool:
        return self.running is None or self.running.process.returncode is not None or self._killed

    _killed = False

    def kill(self) -> None:
        """This very moment."""
        assert self.running is not None
        self.running.process.kill()
        self._killed = True

    async def buried(self) -> None:
        """Until nothing of it is left; what it had printed holds no trace of an error."""
        assert self.running is not None
        await self.running.end()
        await self.until(lambda: not self.wire.gateway.connected, "the connection is gone")
        self._killed = False
        assert "Traceback" not in self.running.printed, self.running.printed

    async def stop(self) -> None:
        if self.running is not None and self.running.process.returncode is None:
            self.running.process.kill()
            async with asyncio.timeout(SECONDS):
                await self.running.process.wait()

    async def settle(self) -> None:
        """Nobody can tell from outside; what is waited for has to be seen."""

    async def _answered(self, interaction: Interaction) -> Interaction:
        self.presses.append(interaction)
        await self.until(lambda: interaction.state != "waiting" or self.dead, f"an answer to {interaction.data}")
        return interaction

    def over(self) -> bool:
        """Whether everybody sees that the first deal is over."""
        hands = [self.hand(user) for user in self.people[:2]]
        return all(hand is not None and any(":next" in one for one in ids_of(hand)) for hand in hands)

    def faults_seen(self) -> list[str]:
        """What may never be, as far as it can be told from outside; what was drawn for the deal is nobody's secret."""
        books = self.disk.books([], {self.wire.world.text.id: GUILD_ID})
        about_cards = [sight for sight in self.witness.sights if "Spiel" in sight.whole]
        return [*self.doubles(), *faults_in_ledger(self.disk), *leaks_in(about_cards, books)]

    def next_thing(self) -> tuple[User, Message, str] | None:
        """What one of the two may do now, by what they see: who, on which message, which button."""
        anna, bert = self.people[:2]
        for user in (anna, bert):
            moves, hand = self.moves(user), self.hand(user)
            if moves and hand is not None:
                return user, hand, chosen(moves)
        public = [message for message in self.public() if ids_of(message)]
        offered = {one.split(":", 3)[3]: one for one in ids_of(public[-1]) if one.startswith("k1:1:")} if public else {}
        for verb, user in (("sit:N", bert), ("fill", anna), ("start", anna)):
            if verb in offered:
                return user, public[-1], offered[verb]
        return None

    @property
    def can_open(self) -> bool:
        """The commands are known, and nobody has opened a table."""
        known = bool(self.wire.world.commands[None]) and self.wire.gateway.connected
        return known and not self.disk.rows("SELECT 1 FROM card_table")


def wire(*, mute: bool = False) -> Wire:
    """People wait longer for an answer than on Discord: this machine may be busy."""
    return Wire(answer_within=20.0, token="try-out", mute=mute)
