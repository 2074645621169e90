"""Tables played through the engine and written down in the transactions in which ``bot.tables`` writes them."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import aiosqlite

from bot import table as at_table
from bot.core.actions import KLEINES_SOLO, Action, Call, Deal, Void
from bot.core.cards import ALL_CARDS, Card
from bot.core.seats import SEATS, Seat
from bot.start import begin_partie
from bot.store import ledger, table_log
from bot.store.database import Database
from bot.table import Chair, Options, Table, TablePhase

GUILD, CHANNEL = 42, 4242
A, B, C, D, F = 1, 2, 3, 4, 5  # people, in order of the seats; F stands by
NAMES = {A: "Anna", B: "Bert", C: "Cleo", D: "Dora", F: "Fritz"}

Until = Callable[[Table], bool]


class Scribe:
    """Acts at tables with seeded chance; ``clock`` goes on by a second with every transaction."""

    def __init__(self, database: Database, seed: int = 0) -> None:
        self.database = database
        self.chance = random.Random(seed)
        self.clock = 1_800_000_000.25

    @classmethod
    async def at(cls, database: Database, seed: int = 0) -> "Scribe":
        """On an empty file: with a server and five people in it."""

        async def work(connection: aiosqlite.Connection) -> None:
            await connection.execute("INSERT INTO guild (id, name) VALUES (?, 'Wirtshaus')", (GUILD,))
            people = [(person, 1000 + person, name) for person, name in NAMES.items()]
            await connection.executemany("INSERT INTO person (id, discord_id, name) VALUES (?, ?, ?)", people)

        await database.write(work)
        return cls(database, seed)

    def shuffled(self) -> tuple[Card, ...]:
        return tuple(self.chance.sample(ALL_CARDS, len(ALL_CARDS)))

    # -- writing

    async def open(
        self, people: Sequence[int | None] = (A, B, C, D), options: Options | None = None, game: str = "bauernstoss"
    ) -> Table:
        """A lobby with these people; None is a computer."""
        table = Table(0, GUILD, CHANNEL, 0, game, host=None, options=options or Options(), since=self.clock)
        for seat, person in zip(SEATS, people, strict=True):
            chair = Chair(computer=True) if person is None else Chair(person)
            table = replace(table.with_chair(seat, chair), host=table.host or person)
        return await self.database.write(lambda connection: table_log.insert(connection, table, self.clock))

    async def change(self, before: Table, after: Table) -> Table:
        """A change without an action."""
        await self.database.write(lambda connection: table_log.save(connection, before, after))
        return after

    async def start(self, table: Table) -> Table:
        return await self.change(table, begin_partie(table, self.shuffled))

    async def act(self, table: Table, seat: Seat | None, action: Action, saved: Table | None = None) -> Table:
        """An action and all that comes of it; ``saved`` is the table last written, where it is another one."""
        assert table.state is not None
        self.clock += 1
        state = table.rules.apply(table.state, seat, action).state
        after = replace(table, state=state, ply=table.ply + 1, turn=table.ply + 1, since=self.clock, annulled=False)
        if isinstance(action, Deal):
            north, east, south, west = (chair.person for chair in table.chairs)
            after = replace(
                after, owners=(north, east, south, west), ready=frozenset(), helped=frozenset(), drawing=None
            )
        settlement = after.settlement
        if settlement is not None and settlement.partie_over:
            after = replace(after, phase=TablePhase.FINISHED)
        if isinstance(action, Void):
            after = replace(after, phase=TablePhase.CLOSED, stopped=True)

        async def work(connection: aiosqlite.Connection) -> None:
            person = None if seat is None else table.chairs[seat].person
            await table_log.append(connection, table, seat, action, person, self.clock)
            if isinstance(action, Deal):
                await table_log.begin_deal(connection, table, after, self.clock)
            if settlement is not None:
                await table_log.settle(connection, after, self.clock)
                await ledger.book(connection, after, self.clock)
            await table_log.save(connection, saved or table, after)

        await self.database.write(work)
        return after

    async def deal(self, table: Table, pack: tuple[Card, ...] | None = None) -> Table:
        """The next pack; in a fresh Partie after a finished one."""
        base = at_table.rematch(table) if table.phase is TablePhase.FINISHED else table
        assert base.state is not None
        return await self.act(base, base.rules.to_act(base.state), Deal(pack or self.shuffled()), saved=table)

    # -- playing

    def choice(self, table: Table, solo: bool | None = False) -> Action:
        """Some legal step: solos never, always where possible (True), or by chance (None)."""
        assert table.state is not None
        legal = table.rules.legal(table.state)
        solos = [action for action in legal if isinstance(action, Call) and "solo" in action.word]
        if solo is True and Call(KLEINES_SOLO) in legal:
            return Call(KLEINES_SOLO)
        return self.chance.choice(legal if solo is None else [action for action in legal if action not in solos])

    async def on(self, table: Table, until: Until, solo: bool | None = False) -> Table:
        """Deal and play until ``until`` holds."""
        while not until(table):
            seat = table.to_act
            table = await (self.deal(table) if seat is None else self.act(table, seat, self.choice(table, solo)))
        return table


def settled(table: Table) -> bool:
    """A deal has been settled that counts."""
    return table.settlement is not None and table.settlement.deal_winner is not None


def finished(table: Table) -> bool:
    return table.phase is TablePhase.FINISHED
