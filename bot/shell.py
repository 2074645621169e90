"""The imperative shell of play: one lock per table, write, then believe, then show. Knows no Discord.

Whoever acts, a person by button or slash command, a computer or the clock, comes through here, and the listeners are
told what has changed after it has been committed.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import aiosqlite

from bot import cutting, sleeping
from bot.clock import Clock
from bot.core.actions import Action, Deal
from bot.core.game import Phase
from bot.core.levels import Level
from bot.core.seats import Seat
from bot.courtroom import Courtroom
from bot.deadlines import Due, Kind, due
from bot.haste import Haste
from bot.holds import Holds, Why
from bot.logs import about
from bot.means import Means
from bot.moves import Move, Moves
from bot.opponents import Opponents
from bot.store import ledger, lots, table_log
from bot.store.database import Database
from bot.store.people import People
from bot.table import Refused, Stale, Table, TablePhase

log = logging.getLogger(__name__)
T = TypeVar("T")
RETRY_AFTER = 5.0  # seconds, when the clock's work failed


@dataclass(frozen=True, slots=True)
class Change:
    """What the listeners are told. ``before`` is None for a new table or one taken up again after a start.

    ``person`` acted, None for a computer or the clock; ``remind`` is a seat that has been silent for a while.
    """

    before: Table | None
    table: Table
    events: tuple[object, ...] = ()
    person: int | None = None
    remind: Seat | None = None


def seed_of(table: Table) -> int:
    """Of the luck with which a computer thinks about the table as it stands: the same after a restart."""
    return table.id << 32 | table.ply


class Shell:
    """Holds the open tables and sets them in motion; what people wish is added by ``bot.tables``."""

    def __init__(self, database: Database, people: People, means: Means, opponents: Opponents | None = None) -> None:
        self._database = database
        self._people = people
        self._means = means
        self._opponents = opponents or Opponents(means.choose, 0)
        self._thinking: set[tuple[int, int]] = set()  # table and ply
        self._tables: dict[int, Table] = {}
        self._locks: dict[int, asyncio.Lock] = {}
        self._opening = asyncio.Lock()
        self._running: set[asyncio.Task[object]] = set()
        self._reminded: dict[int, int] = {}  # ply at which a table's seat has been reminded
        self._pressed_at: dict[int, float] = {}  # by person
        self._began = means.now()  # who has not pressed since then is not yet silent
        self._closing = False
        self._moves = Moves(means)
        self._courtroom = Courtroom(means, self._moves)
        self._holds = Holds(means.now)
        self._haste = Haste(means.now)
        self._tries: dict[int, int] = {}  # of the clock's work at a table, as long as it fails
        self.damaged: set[int] = set()  # open tables that could not be loaded: left as they are
        self.listeners: list[Callable[[Change], None]] = []
        self.clock = Clock(means.now, self._ring)

    # -- looking

    def get(self, table_id: int) -> Table | None:
        """The table as it stands, or None if it is closed or never was."""
        return self._tables.get(table_id)

    def require(self, table_id: int) -> Table:
        """The table as it stands. Raises Refused."""
        table = self._tables.get(table_id)
        if table is None:
            raise Refused("table_damaged" if table_id in self.damaged else "table_closed")
        return table

    def all(self) -> list[Table]:
        return list(self._tables.values())

    def of_person(self, person: int) -> list[Table]:
        """Where the person sits or has left a seat, those where they must act first."""
        mine = [
            table
            for table in self._tables.values()
            if any(person in (chair.person, chair.leaver) for chair in table.chairs)
        ]
        return sorted(mine, key=lambda table: (table.to_act is None or table.to_act != table.seat_of(person), table.id))

    # -- the clock

    def _ring(self, table_id: int) -> None:
        self._spawn(self._wake(table_id))

    async def _wake(self, table_id: int) -> None:
        table = self._tables.get(table_id)
        first = None if table is None else self._due(table)
        if table is None or first is None:
            return
        try:
            if first.at > self._means.now():
                self._arm(table)
            elif first.kind is Kind.REMIND:
                self._reminded[table_id] = table.ply
                self._tell(Change(table, table, remind=table.to_act))
                self._arm(table)
            elif first.kind is Kind.COMPUTER and table.options.level is not Level.LEARNER:
                await self._think(table, first)
            else:
                await self._change(table_id, lambda present: self._on_time(present, first), None)
        except (Refused, Stale):
            pass  # somebody was quicker, and the clock has been set anew by that
        except Exception:
            self._try_again(table, first)

    async def _think(self, table: Table, first: Due) -> None:
        """A computer thinks, without the lock; should the table have moved on meanwhile, that was for nothing."""
        asked, seat = (table.id, table.ply), table.to_act
        if asked in self._thinking:
            return
        assert seat is not None
        self._thinking.add(asked)
        try:
            view = table.rules.view(table.state, seat)
            chosen = await self._opponents.choose(view, table.options.level, seed_of(table))
        finally:
            self._thinking.discard(asked)
        present = self._tables.get(table.id)
        if present is None or self._closing:
            return
        if present.ply != table.ply or self._due(present) != first:
            self._arm(present)  # the clock may have rung for it while we were thinking
            return

        def decide(now: Table) -> Move:
            if now.ply != table.ply:
                raise Stale
            return self._on_time(now, first, chosen)

        await self._change(table.id, decide, None)

    def _try_again(self, table: Table, failed: Due) -> None:
        """Whatever went wrong may pass; it is said once, for it may also last."""
        tries = self._tries[table.id] = self._tries.get(table.id, 0) + 1
        if tries == 1:
            with about(table):
                log.exception("what was due (%s) failed; trying again every %g s", failed.kind, RETRY_AFTER)
        if not self._closing:
            self.clock.set(table.id, self._means.now() + RETRY_AFTER)

    def _on_time(self, table: Table, first: Due, chosen: Action | None = None) -> Move:
        """Do what was due, if it still is."""
        if self._due(table) != first:
            raise Stale
        if first.kind is Kind.COURT:
            return self._courtroom.on_time(table)
        return self._moves.on_time(table, first.kind, chosen)

    def _due(self, table: Table) -> Due | None:
        reminded = self._reminded.get(table.id) == table.ply
        owner = None if table.to_act is None else table.chairs[table.to_act].person
        quiet = owner is not None and self._pressed_at.get(owner, self._began) + table.options.absence < table.since
        pause = self._holds.pause(table.id)
        return due(table, self._means.pace, reminded=reminded, quiet=quiet, pause=pause, began=self._began)

    def _arm(self, table: Table) -> None:
        first = None if table.phase is TablePhase.CLOSED or self._closing else self._due(table)
        self.clock.set(table.id, None if first is None else first.at)

    def hold(self, why: Why, table_id: int | None = None) -> bool:
        """Nobody's silence counts, at one table or (None) at all; whether that is new."""
        return self._held_anew(self._holds.hold(why, table_id), table_id)

    def release(self, why: Why, table_id: int | None = None) -> bool:
        """It counts again, from now on; whether it was held for that reason."""
        return self._held_anew(self._holds.release(why, table_id), table_id)

    def held(self, table_id: int) -> frozenset[Why]:
        return self._holds.why(table_id)

    def _held_anew(self, changed: bool, table_id: int | None) -> bool:
        for table in self.all() if changed else ():
            if table_id in (None, table.id):
                self._arm(table)
        return changed

    # -- write, then believe, then show

    async def _change(self, table_id: int, decide: Callable[[Table], Move], person: int | None) -> Change:
        if person is not None:
            await self._wake_up(table_id, person)
        return await self._finish(self._locked(table_id, decide, person))

    async def _wake_up(self, table_id: int, person: int) -> None:
        """Whatever comes of the press: it wakes a table that sleeps."""

        def decide(table: Table) -> Move:
            return Move(sleeping.woken(table, person, self._means.now()))

        if self.require(table_id).asleep:
            await self._finish(self._locked(table_id, decide, person))

    async def _locked(self, table_id: int, decide: Callable[[Table], Move], person: int | None) -> Change:
        self._require_running()
        self.require(table_id)
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            before = self.require(table_id)  # closed meanwhile, perhaps
            if person is not None:
                self._pressed_at[person] = self._means.now()
            with about(before):
                move = self._moves.promised(decide(before))
                if move.table != before:
                    await self._database.write(lambda connection: self._write(connection, before, move, person))
            change = Change(before, move.table, move.events, person)
            self._believe(change)
            return change

    async def _write(self, connection: aiosqlite.Connection, before: Table, move: Move, person: int | None) -> None:
        now, after = self._means.now(), move.table
        if move.action is not None and move.base is not None:
            await table_log.append(connection, move.base, move.seat, move.action, person, now)
            if isinstance(move.action, Deal):
                await table_log.begin_deal(connection, move.base, after, now)
                await lots.dealt(connection, before, after, now)
            if after.settlement is not None:
                await table_log.settle(connection, after, now)
                await ledger.book(connection, after, now)
        await lots.save(connection, before, after, now)
        if move.annuls and after.state is not None:
            await table_log.annul(connection, after, after.deal, after.rules.standing(after.state), now)
        await table_log.save(connection, before, after)

    def _believe(self, change: Change) -> None:
        table = change.table
        if table.phase is TablePhase.CLOSED:
            self._tables.pop(table.id, None)
            self._locks.pop(table.id, None)
            self._reminded.pop(table.id, None)
            self._courtroom.shouts.forget(table.id)
            self._holds.forget(table.id)
        else:
            self._tables[table.id] = table
        with about(table):
            if tries := self._tries.pop(table.id, 0):
                log.info("moved on, after what was due had failed (tries: %s)", tries)
        self._arm(table)
        self._tell(change)

    def _tell(self, change: Change) -> None:
        with about(change.table):
            for listener in self.listeners:
                try:
                    listener(change)
                except Exception:  # what is committed has happened, whoever cannot show it
                    log.exception("a listener failed")

    async def _finish(self, work: Awaitable[T]) -> T:
        """In a task of its own, so that a caller that goes away cannot leave it half done."""
        return await asyncio.shield(self._spawn(work))

    def _spawn(self, work: Awaitable[T]) -> "asyncio.Task[T]":
        task: asyncio.Task[T] = asyncio.ensure_future(work)  # type: ignore[assignment]
        self._running.add(task)  # type: ignore[arg-type]
        task.add_done_callback(self._running.discard)
        return task

    def _require_running(self) -> None:
        if self._closing:
            raise Refused("shutting_down")

    # -- start and end

    async def load(self) -> list[Table]:
        """Take up every table where it stood; annul deals that no longer replay. ``go_on`` sets them in motion.

        A table that cannot be loaded is left out, its rows untouched: the others play on.
        """
        now = self._means.now()
        for table in await table_log.open_tables(self._database, self._leave_out):
            await self._people.load(table.everyone)
            if table.annulled and not table.court.voided:
                await self._annul(table, now)
            if table.phase is not TablePhase.LOBBY and not table.asleep:
                table = replace(table, since=now)  # nobody is hurried for the time we were away
            table = self._courtroom.anew(table)
            if table.stop is not None:
                table = replace(table, stop=replace(table.stop, until=now + self._means.pace.stop_vote))
            if cutting.asked(table):
                table = cutting.ask(table, now + self._means.pace.cut)
            self._tables[table.id] = table
        return self.all()

    def _leave_out(self, table_id: int, error: Exception) -> None:
        self.damaged.add(table_id)
        with about(table_id):
            # Without the error's words: they may quote what is written there, a pack perhaps.
            log.error("the table cannot be loaded and is left out (%s)", type(error).__name__)

    def go_on(self) -> None:
        """Fresh deadlines for all tables, and a word to the listeners, who repair what is shown."""
        for table in self.all():
            self._arm(table)
            self._tell(Change(None, table))

    async def _annul(self, table: Table, now: float) -> None:
        state = table.state
        assert state is not None and state.phase is Phase.DEAL
        with about(table):
            log.warning("the deal no longer replays and is annulled")
        standing = table.rules.standing(state)
        await self._database.write(lambda c: table_log.annul(c, table, table.deal, standing, now))

    async def close(self) -> None:
        """Refuse what comes, finish what runs."""
        self._closing = True
        self.clock.stop()
        await self._opponents.close()
        while self._running:
            await asyncio.wait(self._running)
