"""The real bot at a Discord with faults, both in this process over TCP, and people who press what they see."""

import asyncio
import contextlib
import hashlib
import logging
import re
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from bot.client import Kreidtfuehrer
from bot.config import read_config
from bot.core.actions import Action
from bot.core.cards import ALL_CARDS, Card, name
from bot.core.games import View
from bot.core.seats import Seat
from bot.deadlines import Pace
from bot.means import Means
from bot.publisher import RETRIES
from bot.table import Table
from bot.tryout.interactions import COMPONENT, Interaction
from bot.tryout.things import DM, GUILD_ID, Message, User
from bot.ui import send
from bot.ui.message import Message as Shown
from tests.bot.books import Disk, faults_in_ledger, faults_in_memory
from tests.bot.club import quick_picture
from tests.bot.leaks import leaks_in, leaks_in_logs

from .seen import Witness, components_of, ids_of
from .wire import Wire

SECONDS = 30.0
ACT = re.compile(r"k1:([0-9]+):([0-9]+):a:(.+)")
PRESSES = ("discord-ui-", "CommandTree")  # how discord.py calls the tasks in which presses and commands are done


def chosen(offered: Sequence[str], salt: str = "") -> str:
    """One of them: by chance, but always the same one of the same ones."""
    told = sorted(offered)
    return told[zlib.crc32((salt + ",".join(told)).encode()) % len(told)]


def as_chosen(view: View) -> Action:
    """A computer that plays the same in the same place."""
    legal = list(view.legal)
    told = [repr(action) for action in legal]
    return legal[told.index(chosen([one for one in told if "solo" not in one.lower()] or told))]


def means(disk: Disk, pace: Pace | None = None, start: int = 0) -> Means:
    """Chance that is the same however often the bot is started: what comes next follows from what is written."""

    def seed() -> bytes:
        promised = disk.rows("SELECT count(*) FROM promise")[0][0]
        return hashlib.sha256(f"{start} {promised}".encode()).digest()

    def shuffled() -> tuple[Card, ...]:
        return (*ALL_CARDS[start % 32 :], *ALL_CARDS[: start % 32])

    return Means(
        now=time.time,
        shuffled=shuffled,
        choose=as_chosen,
        pace=pace or Pace.immediate(),
        seed=seed,
        lifted=lambda: 12,
        draw=quick_picture,
    )


class Log(logging.Handler):
    """Everything from INFO on."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def lines(self, level: int) -> list[str]:
        return [record.getMessage() for record in self.records if record.levelno >= level]


class House:
    """``expected`` are parts of error lines that a test provokes."""

    def __init__(self, database: Path, wire: Wire, *, start: int = 0) -> None:
        self.database = database
        self.wire = wire
        self.start_from = start
        self.disk = Disk(database)
        self.witness = Witness(wire.world, self.disk.moment)
        self.log = Log()
        self.presses: list[Interaction] = []
        self.expected: list[str] = []
        self.unheard: list[dict[str, Any]] = []
        self.bot = self._new_bot()
        self._running: asyncio.Task[None] | None = None

    def _new_bot(self) -> Kreidtfuehrer:
        config = replace(
            read_config({"CARD_PICTURES": "no"}, need_token=False), token="try-out", database=self.database
        )
        return Kreidtfuehrer(config, means(self.disk, start=self.start_from))

    async def __aenter__(self) -> Self:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: self.unheard.append(context))
        logging.getLogger().addHandler(self.log)
        logging.getLogger("bot").setLevel(logging.INFO)
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.wire.rest.faults.clear()
        self.wire.rest.release()
        try:
            await self.stop()
        finally:
            self.disk.close()
            logging.getLogger().removeHandler(self.log)

    async def start(self) -> None:
        """Until it is ready."""
        self.wire.point_discord_here()
        ready = asyncio.Event()

        async def on_ready() -> None:
            ready.set()

        self.bot.add_listener(on_ready)
        self._running = asyncio.create_task(self.bot.start("try-out"))
        waiting = asyncio.create_task(ready.wait())
        async with asyncio.timeout(SECONDS):
            await asyncio.wait({self._running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if self._running.done():
            self._running.result()

    async def stop(self) -> None:
        await self.bot.close()
        if self._running is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self._running

    async def restart(self) -> None:
        await self.stop()
        self.bot = self._new_bot()
        await self.start()

    # -- waiting

    async def until(self, holds: Callable[[], object], what: str = "", within: float = SECONDS) -> None:
        """Looked at whenever something has been answered, and now and then."""
        moved = self.wire.rest.moved
        try:
            async with asyncio.timeout(within):
                while not holds():
                    moved.clear()
                    waiting = asyncio.ensure_future(moved.wait())
                    await asyncio.wait({waiting}, timeout=0.003)
                    waiting.cancel()
        except TimeoutError:
            raise AssertionError(f"never: {what or holds}") from None

    @property
    def busy(self) -> bool:
        """Whether anything is still going on by itself."""
        bot, surfaces = self.bot, self.bot.publisher._surfaces.values()
        soon = time.time() + 0.05
        return bool(
            self.wire.rest.under_way
            or bot.tables._running
            or len(bot.publisher.errands)
            or any(surface.dirty or 0 < surface.tries < len(RETRIES) for surface in surfaces)
            or any(at <= soon for at in bot.tables.clock._deadlines.values())
            or any(task.get_name().startswith(PRESSES) for task in asyncio.all_tasks())
        )

    async def settle(self) -> None:
        """Until nothing goes on by itself, which must be so some time."""
        calm = 0

        def holds() -> bool:
            nonlocal calm
            calm = 0 if self.busy else calm + 1
            return calm > 2

        await self.until(holds, "the bot comes to rest")

    # -- looking

    @property
    def people(self) -> list[User]:
        return self.wire.world.people

    @property
    def table(self) -> Table:
        found = self.bot.tables.get(1)
        assert found is not None, "the table is closed"
        return found

    def public(self) -> list[Message]:
        """The bot's messages that stand in the channel for everybody."""
        found = self.wire.world.text.messages.values()
        return [message for message in found if message.author is self.wire.world.bot and message.reader is None]

    def mail(self, user: User) -> list[Message]:
        return list(self.wire.world.dm_of(user).messages.values())

    def hand(self, user: User) -> Message | None:
        """What this person plays with: the newest message that can be pressed in the DM, or else for them alone."""
        private = [m for m in self.wire.world.text.messages.values() if m.reader is user and not m.dismissed]
        places = (private, []) if user.dms_closed else (self.mail(user), private)
        for place in places:
            for message in reversed(place):
                if any(one.startswith("k1:1:") for one in ids_of(message)):
                    return message
        return None

    def board(self) -> Message:
        return next(message for message in reversed(self.public()) if ids_of(message))

    def moves(self, user: User) -> list[str]:
        hand = self.hand(user)
        return [] if hand is None else [one for one in ids_of(hand) if ACT.fullmatch(one)]

    def settled(self) -> int:
        return self.disk.rows("SELECT count(*) FROM settlement")[0][0]

    # -- doing

    async def press(self, user: User, message: Message, custom_id: str) -> Interaction:
        """Until it is answered, or never will be."""
        pressed = await self.wire.desk.click(user, message.channel.id, message.id, custom_id, None)
        return await self._answered(pressed)

    async def press_late(self, user: User, photo: Message, custom_id: str) -> Interaction:
        """A button on a message as it once was, and may be on the person's screen still."""
        data = {"custom_id": custom_id, "component_type": 2, "id": 1}
        channel = self.wire.world.channels[photo.channel.id]
        pressed = self.wire.interactions.open(COMPONENT, user, channel, data, source=photo)
        pressed.source = channel.messages.get(photo.id, photo)  # told as it was, answered as it is
        return await self._answered(pressed)

    async def command(self, user: User, name: str, **options: object) -> Interaction:
        began = await self.wire.desk.command(user, self.wire.world.text.id, name, dict(options), None)
        return await self._answered(began)

    async def _answered(self, interaction: Interaction) -> Interaction:
        self.presses.append(interaction)
        await self.until(lambda: interaction.state != "waiting", f"an answer to {interaction.data}")
        await self.settle()
        return interaction

    async def on_board(self, user: User, verb: str) -> Interaction:
        board = self.board()
        return await self.press(user, board, next(one for one in ids_of(board) if one.split(":", 3)[3] == verb))

    async def on_hands(self, verb: str) -> None:
        """Everybody who has such a button under the hand presses it."""
        for user in self.people:
            hand = self.hand(user)
            ids = [] if hand is None else [one for one in ids_of(hand) if one.split(":")[3] == verb]
            if hand is not None and ids:
                await self.press(user, hand, ids[0])

    async def open(self, people: int = 2, **options: object) -> None:
        """So many people and computers for the rest, with the cards dealt."""
        host, *others = self.people[:people]
        await self.command(host, "table open", **options)
        for user, seat in zip(others, "NEW", strict=False):
            await self.on_board(user, f"sit:{seat}")
        if people < 4:
            await self.on_board(host, "fill")
        await self.on_board(host, "start")

    async def move(self) -> bool:
        """Somebody presses something that can be pressed; False if nobody can."""
        for user in self.people:
            moves = self.moves(user)
            if moves:
                hand = self.hand(user)
                assert hand is not None
                await self.press(user, hand, chosen(moves))
                return True
        return False

    async def play(self, until: Callable[[], object] | None = None) -> None:
        """Press on until the deal is settled, or ``until`` holds; whoever plays in the channel looks there first."""
        deals = self.settled()
        for _ in range(200):
            if self.settled() > deals or (until is not None and until()):
                return
            if not await self.move():
                seat = self.table.to_act
                owner = None if seat is None else self.table.chairs[seat].person
                user = next((u for u in self.people if self.person(u) == owner), None)
                assert user is not None, f"nobody can move: {self.table}"
                assert user.dms_closed, f"{user.name} is to act and has nothing to press"
                await self.on_board(user, "hand")
        raise AssertionError("the deal does not end")

    def person(self, user: User) -> int | None:
        rows = self.disk.rows("SELECT id FROM person WHERE discord_id = ?", user.id)
        return rows[0][0] if rows else None

    # -- what must hold

    def wrong_hands(self) -> list[str]:
        """Who has another hand before them than the table says; those not to act in mid-deal may lag behind."""
        table, found = self.table, []
        for user in self.people:
            seat = table.seat_of(self.person(user) or -1)
            if seat is None or user.dms_closed or table.deal == 0:
                continue
            if table.to_act is not None and table.to_act != seat:
                continue
            if (wrong := differs(self.hand(user), self.bot.publisher.hand(table, Seat(seat)))) is not None:
                found.append(f"{user.name}'s hand {wrong}")
        return found

    def faults(self, *, lost: int = 0) -> list[str]:
        """Everything that may never be. ``lost``: how many answers a test made impossible."""
        found = self.wrong_hands()
        if (wrong := differs(self.board(), self.bot.publisher.board(self.table))) is not None:
            found.append(f"the board {wrong}")
        failed = [one for one in self.presses if one.state != "answered"]
        if len(failed) > lost:
            found.append(f"never answered: {[one.data.get('custom_id') for one in failed]}")
        found += self.doubles()
        servers, packs = (
            {self.wire.world.text.id: GUILD_ID},
            [tuple(map(name, means(self.disk, start=self.start_from).shuffled()))],
        )
        books = self.disk.books(packs, servers)
        found += leaks_in(self.witness.sights, books)
        found += leaks_in_logs([r for r in self.log.records if r.name.startswith("bot.")], books.seeds)
        found += [f"unheard: {context}" for context in self.unheard]
        lines = self.log.lines(logging.ERROR)
        found += [f"logged: {line}" for line in lines if not any(part in line for part in self.expected)]
        found += faults_in_memory(self.disk, self.bot.tables.all())
        found += faults_in_ledger(self.disk)
        return found

    def doubles(self) -> list[str]:
        """What stands there twice: each board, hand and greeting has a title of its own."""
        found = []
        for channel in self.wire.world.channels.values():
            own = [m for m in channel.messages.values() if m.author is self.wire.world.bot and m.reader is None]
            titles = [(m.embeds[0].get("title") if m.embeds else None) or m.content[:60] for m in own]
            found += [
                f"{t!r} stands {titles.count(t)} times in {channel.name}" for t in set(titles) if titles.count(t) > 1
            ]
            alive = [m for m in own if any(one.startswith("k1:1:") for one in ids_of(m))]
            if channel.kind == DM and len([m for m in alive if any(ACT.fullmatch(one) for one in ids_of(m))]) > 1:
                found.append(f"two hands to play from in {channel.name}")
        return found

    def check(self, *, lost: int = 0) -> None:
        found = self.faults(lost=lost)
        assert not found, "\n".join(found)


def differs(message: Message | None, wanted: Shown) -> str | None:
    """In what a message that stands there is not the one it should be."""
    if message is None:
        return "is not there"
    made = send.as_edit(wanted)
    embed = made["embed"].to_dict() if made["embed"] else {}
    shown = message.embeds[0] if message.embeds else {}
    for key in ("title", "description", "fields", "footer"):
        told, expected = shown.get(key) or "", embed.get(key) or ""
        if _plain(told) != _plain(expected):
            return f"says {told!r} instead of {expected!r}"
    if message.content.strip() != (wanted.content or "").strip():
        return f"says {message.content!r} instead of {wanted.content!r}"
    has = [(one.get("custom_id"), one.get("label"), bool(one.get("disabled"))) for one in components_of(message)]
    parts = [one for row in made["view"].to_components() for one in row["components"]]
    should = [(one.get("custom_id"), one.get("label"), bool(one.get("disabled"))) for one in parts]
    return None if has == should else f"has {has} instead of {should}"


def _plain(part: Any) -> Any:
    if isinstance(part, str):
        return "\n".join(line for line in part.strip().split("\n") if not line.startswith("❗"))  # said once, and stays
    if isinstance(part, dict):
        return {key: _plain(one) for key, one in part.items() if key != "inline"}
    if isinstance(part, list):
        return [_plain(one) for one in part]
    return part
