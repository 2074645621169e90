"""An evening at the tables without Discord: a real database, seeded chance, and time that is made by hand.

Nobody sleeps: the loop's time stands still until ``pass_time`` or ``tick`` moves it to the next timer. What must always
hold is checked at the end of every evening, and whenever ``check`` is called.
"""

import asyncio
import functools
import inspect
import logging
import selectors
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import aiosqlite

from bot.core.actions import Action, Call
from bot.core.cards import ALL_CARDS, Card
from bot.core.games import View
from bot.core.provable import Lot, pack
from bot.core.seats import SEATS
from bot.deadlines import Pace
from bot.means import Means
from bot.opponents import Opponents
from bot.shell import Change
from bot.store import table_log
from bot.store.database import Database
from bot.store.people import People
from bot.table import Options, Table, TablePhase
from bot.tables import Tables
from tests.bot.books import Disk, faults_in_ledger, faults_in_memory
from tests.pairs import pairs

START = 1_800_000_000.0
WATCHDOG = 20.0  # real seconds in which nothing at all happens
GUILD, CHANNEL = 7, 77
PACE = Pace()  # the real one: time costs nothing here

Until = Callable[[Table], bool]


class Watch(selectors.SelectSelector):
    """Lets the loop wait for the database's threads, but not for ever."""

    def select(self, timeout: float | None = None) -> Any:
        if timeout is not None and timeout <= 0:
            return super().select(timeout)
        began = time.monotonic()
        while not (found := super().select(1.0)):
            assert time.monotonic() - began < WATCHDOG, "the test waits for something that only time would bring"
        return found


class HandLoop(asyncio.SelectorEventLoop):
    """A loop whose time stands still."""

    def __init__(self) -> None:
        super().__init__(Watch())
        self.at = 0.0
        self.unheard: list[dict[str, Any]] = []
        self.set_exception_handler(lambda _, context: self.unheard.append(context))

    def time(self) -> float:
        return self.at

    @property
    def timers(self) -> list[float]:
        """When the timers that are set will ring, on the loop's own clock."""
        return sorted(handle.when() for handle in self._scheduled if not handle.cancelled())  # type: ignore[attr-defined]


class Errors(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


class Evening:
    """``people`` are six; ``changes`` is what the tables told, in order; ``errors`` what was logged as an error."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self.seed = seed
        loop = asyncio.get_running_loop()
        assert isinstance(loop, HandLoop)
        self.loop = loop
        self.chance = Random(seed)
        self.choose: Callable[[View], Action] = self._choose
        self.changes: list[Change] = []
        self.workers = 0  # from the next start on
        self.provable = False  # packs follow from their lots, as outside tests
        self.packs: list[tuple[Card, ...]] = []  # laid in for the next shuffles
        self._last: dict[int, Table] = {}
        self._broken: list[str] = []
        self._ticks = 0  # at the present time
        self.disk = Disk(path)
        self.errors = Errors()
        logging.getLogger().addHandler(self.errors)
        self.database: Database
        self.opponents: Opponents
        self.tables: Tables
        self.people: list[int] = []

    @classmethod
    async def begin(cls, path: Path, seed: int = 0) -> "Evening":
        evening = cls(path, seed)
        await evening._open()
        people = People(evening.database)
        await people.guild_seen(GUILD, "Wirtshaus")
        names = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fritz")
        evening.people = [(await people.seen(100 + i, name, "de")).id for i, name in enumerate(names)]
        return evening

    # -- means

    def now(self) -> float:
        return START + self.loop.at

    def shuffled(self) -> tuple[Card, ...]:
        return self.packs.pop(0) if self.packs else tuple(self.chance.sample(ALL_CARDS, len(ALL_CARDS)))

    def _pack(self, lot: Lot) -> tuple[Card, ...]:
        return pack(lot) if self.provable else self.shuffled()

    def _choose(self, view: View) -> Action:
        return self.chance.choice(view.legal)

    # -- start and end

    async def _open(self) -> None:
        self.database = await Database.open(self.path)
        means = Means(self.now, self.shuffled, lambda view: self.choose(view), PACE, pack=self._pack)
        self.opponents = Opponents(lambda view: self.choose(view), self.workers)
        await self.opponents.start()
        self.tables = Tables(self.database, People(self.database), means, self.opponents)
        await self.tables.load()
        self.tables.listeners.append(self._heard)
        self._last = {}
        self.tables.go_on()

    def _heard(self, change: Change) -> None:
        """Each change begins where the one before ended."""
        self.changes.append(change)
        if change.before is not None and change.before != self._last.get(change.table.id):
            self._broken.append(f"{change.before} does not follow {self._last.get(change.table.id)}")
        self._last[change.table.id] = change.table

    async def stop(self) -> None:
        await self.tables.close()
        await self.database.close()

    async def restart(self, down: float = 0.0) -> None:
        """Stop, be away for so many seconds, start again."""
        await self.stop()
        assert self.loop.timers == []
        self.loop.at += down
        await self._open()

    async def end(self) -> None:
        try:
            await self.settle()
            await self.check()
            await self.stop()
            assert self.loop.timers == [], "something still waits for its time"
            assert asyncio.all_tasks() == {asyncio.current_task()}, "something still runs"
        finally:
            await self.stop()
            self.disk.close()
            logging.getLogger().removeHandler(self.errors)
        assert self.errors.records == [] and self.loop.unheard == []

    # -- time

    async def settle(self) -> None:
        """Until everything has happened that happens now."""
        for _ in range(1000):
            for _ in range(4):
                await asyncio.sleep(0)
            running = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            if not running:
                return
            await asyncio.wait(running)
        raise AssertionError("something happens again and again")

    async def writing(self) -> None:
        """Until the database has begun to write, and not a turn of the loop longer."""
        for _ in range(50):
            if self.database._running:
                return
            await asyncio.sleep(0)
        raise AssertionError("nothing is written")

    async def tick(self) -> None:
        """On to the next timer."""
        await self.settle()
        assert self.loop.timers, "nothing would ever happen"
        at = max(self.loop.at, self.loop.timers[0])
        self._ticks = self._ticks + 1 if at == self.loop.at else 0
        assert self._ticks < 100, "time does not get on"
        self.loop.at = at
        await self.settle()

    async def pass_time(self, seconds: float) -> None:
        """On by so much, ringing what is due on the way."""
        end = self.loop.at + seconds
        await self.settle()
        while self.loop.timers and self.loop.timers[0] <= end:
            await self.tick()
        self.loop.at = end
        await self.settle()

    @property
    def due_in(self) -> list[float]:
        return [when - self.loop.at for when in self.loop.timers]

    # -- playing

    def table(self, table_id: int) -> Table:
        table = self.tables.get(table_id)
        assert table is not None, "the table is closed"
        return table

    async def lobby(self, people: int = 4, options: Options | None = None, first: int = 0) -> Table:
        """So many people from the ``first`` on, the host in the south, the others clockwise from there."""
        mine = self.people[first : first + people]
        table = await self.tables.open(GUILD, CHANNEL, mine[0], "bauernstoss", options or Options())
        for i, person in enumerate(mine[1:], start=1):
            table = (await self.tables.sit(table.id, person, SEATS[(2 + i) % 4])).table
        return table

    async def partie(self, people: int = 4, options: Options | None = None, first: int = 0) -> Table:
        """Started, with computers on the other seats; nothing dealt."""
        table = await self.lobby(people, options, first)
        assert table.host is not None
        await self.tables.fill(table.id, table.host)
        return (await self.tables.start(table.id, table.host)).table

    def legal(self, table: Table, *, solos: bool = False) -> Action:
        assert table.state is not None
        legal = table.rules.legal(table.state)
        plain = [action for action in legal if not (isinstance(action, Call) and "solo" in action.word)]
        return self.chance.choice(legal if solos else plain)

    async def act(self, table: Table, *, solos: bool = False) -> Table:
        """The seat to act does something legal; its owner does."""
        seat = table.to_act
        assert seat is not None
        person = table.chairs[seat].person
        assert person is not None
        return (await self.tables.act(table.id, person, table.ply, self.legal(table, solos=solos))).table

    async def step(self, table_id: int, *, solos: bool = False) -> Table | None:
        """One action on, whoever does it; *next* is pressed by one who sits there."""
        before = self.table(table_id)
        seat = before.to_act
        if seat is not None and before.chairs[seat].person is not None and not before.chairs[seat].computer:
            await self.act(before, solos=solos)
        elif seat is None and before.drawing is None and not before.ready and before.between_deals:
            present = next(c.person for c in before.chairs if c.person is not None)
            await self.tables.ready(table_id, present, before.ply)
        while (now := self.tables.get(table_id)) is not None and now.ply == before.ply:
            await self.tick()
        return self.tables.get(table_id)

    async def play(self, table_id: int, until: Until, *, solos: bool = False) -> Table:
        while not until(self.table(table_id)):
            assert await self.step(table_id, solos=solos) is not None, "the table is closed"
        return self.table(table_id)

    # -- what must always hold

    async def check(self) -> None:
        """Memory is what the log says, every finished deal is booked once, and nothing was told out of order."""
        faults = [*faults_in_memory(self.disk, self.tables.all()), *faults_in_ledger(self.disk), *self._broken]
        assert faults == [], f"seed {self.seed}"
        stored = await table_log.open_tables(self.database)
        assert [lasting(table) for table in stored] == [lasting(table) for table in self.tables.all()]

    def snapshot(self) -> list[tuple[object, ...]]:
        """Everything on the disk that belongs to play."""
        return [
            tuple(row)
            for relation in ("card_table", "chair", "log", "deal", "settlement", "ledger", "promise", "lot")
            for row in self.disk.rows(f"SELECT * FROM {relation}")
        ]

    def count(self, relation: str) -> int:
        return len(self.disk.rows(f"SELECT * FROM {relation}"))

    async def sql(self, statement: str) -> None:
        async def work(connection: aiosqlite.Connection) -> None:
            cursor = await connection.execute(statement)
            await cursor.close()

        await self.database.write(work)


def lasting(table: Table) -> Table:
    """What a restart must not lose: not ``absent``, and times count anew."""
    stop = None if table.stop is None else replace(table.stop, until=0.0)
    shuffle = None if table.shuffle is None else replace(table.shuffle, ask_until=table.shuffle.ask_until and 0.0)
    return replace(table, absent=False, since=0.0, stop=stop, shuffle=shuffle)


def evening(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test that is given an Evening on a loop of its own; ``path`` and parameters it gets if it asks for them."""
    asked = list(inspect.signature(test).parameters.values())[1:]

    async def whole(path: Path, arguments: dict[str, Any]) -> None:
        started = await Evening.begin(path, seed=arguments.get("seed", 0))
        try:
            await test(started, **arguments)
        except BaseException:
            logging.getLogger().removeHandler(started.errors)
            await started.stop()
            started.disk.close()
            raise
        await started.end()

    def run(tmp_path: Path, **arguments: Any) -> None:
        with asyncio.Runner(loop_factory=HandLoop) as runner:
            runner.run(whole(tmp_path / "ledger.sqlite3", arguments))

    functools.update_wrapper(run, test)
    path = inspect.Parameter("tmp_path", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    run.__signature__ = inspect.Signature([path, *asked])  # type: ignore[attr-defined]
    del run.__wrapped__  # type: ignore[attr-defined]
    return run


# -- moments


def finished(table: Table) -> bool:
    return table.phase is TablePhase.FINISHED


def settled(table: Table) -> bool:
    return table.settlement is not None


def dealt(table: Table) -> bool:
    return table.to_act is not None


def mid_trick(table: Table) -> bool:
    """The second trick, with cards on the table."""
    return table.state is not None and len(pairs(table).tricks) >= 1 and len(pairs(table).trick) >= 1
