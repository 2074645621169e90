"""What people wish at a table: each coroutine decides by the table's order and goes through the shell."""

from dataclasses import replace

from bot import cutting, trial, votes
from bot import table as at_table
from bot.arrangements import Options
from bot.core.actions import Action, Report
from bot.core.provable import CutBy
from bot.core.seats import Seat
from bot.haste import Kind as Hasty
from bot.moves import Move
from bot.shell import Change
from bot.start import begin_partie
from bot.store import table_log
from bot.table import Refused, Stale, Table, TablePhase
from bot.trials import Trials

MOST_TABLES_A_HOST = 5


class Tables(Trials):
    """All open tables. Every public coroutine finishes what it began even if its caller is cancelled."""

    # -- the lobby

    async def open(self, guild_id: int, channel_id: int, person: int, game: str, options: Options) -> Table:
        """A new table with its host seated in the south. Raises Refused."""
        return await self._finish(self._open(guild_id, channel_id, person, game, options))

    async def _open(self, guild_id: int, channel_id: int, person: int, game: str, options: Options) -> Table:
        self._require_running()
        self._haste.require_calm(Hasty.OPEN, person)
        async with self._opening:  # else hurried presses would all be counted before the first table is there
            if sum(table.host == person for table in self._tables.values()) >= MOST_TABLES_A_HOST:
                raise Refused("too_many_tables", count=MOST_TABLES_A_HOST)
            now = self._means.now()
            fresh = Table(0, guild_id, channel_id, 0, game, host=person, options=options, since=now)
            fresh = at_table.sit(fresh, person, Seat(2))
            table = await self._database.write(lambda connection: table_log.insert(connection, fresh, now))
            self._believe(Change(None, table, person=person))
            return table

    async def sit(self, table_id: int, person: int, seat: Seat) -> Change:
        """In the lobby; between deals a computer's or leaver's seat."""

        def decide(table: Table) -> Move:
            if table.phase is TablePhase.LOBBY:
                return Move(replace(at_table.sit(table, person, seat), since=self._means.now()))
            return Move(at_table.take_seat(table, person, seat))

        return await self._change(table_id, decide, person)

    async def stand_up(self, table_id: int, person: int) -> Change:
        return await self._change(table_id, lambda table: self._moves.counted(at_table.stand_up(table, person)), person)

    async def toggle_computer(self, table_id: int, person: int, seat: Seat) -> Change:
        return await self._change(table_id, lambda t: Move(at_table.toggle_computer(t, person, seat)), person)

    async def fill(self, table_id: int, person: int) -> Change:
        """Computers on all free seats."""
        return await self._change(table_id, lambda table: Move(at_table.fill(table, person)), person)

    async def start(self, table_id: int, person: int) -> Change:
        """Draw lots if wished (C4) and the first dealer (C5); the cards stand for a while before the deal."""

        def decide(table: Table) -> Move:
            at_table.check_start(table, person)
            return Move(replace(begin_partie(table, self._means.shuffled), since=self._means.now()))

        return await self._change(table_id, decide, person)

    # -- playing

    async def act(self, table_id: int, person: int, turn: int | None, action: Action) -> Change:
        """A person's step; ``turn`` None: the current turn. Raises Refused, Stale, IllegalAction."""
        await self.come_back(table_id, person)

        def decide(table: Table) -> Move:
            return self._moves.applied(table, at_table.acting_seat(table, person, turn), action)

        return await self._change(table_id, decide, person)

    async def report(self, table_id: int, person: int, deal: int | None, accused: Seat) -> Change:
        """Wrong play is reported, in turn or not (B23); ``deal`` None: the one on the table."""
        await self.come_back(table_id, person)
        self._haste.require_calm(Hasty.REPORT, person)

        def decide(table: Table) -> Move:
            at_table.require_open(table)
            seat = table.require_seat(person)
            if deal is not None and deal != table.deal:
                raise Stale
            if table.phase is not TablePhase.PARTIE:
                raise Refused("nothing_to_do")
            return self._moves.applied(table, seat, Report(accused))

        return await self._change(table_id, decide, person)

    async def ask_back(self, table_id: int, person: int, turn: int | None, *, sure: bool = False) -> Change:
        """The card just played is to go back into the hand, if the others agree (B25), or the Kreidtführer does (S9).

        ``sure``: also where the mere wish loses the deal.
        """

        def decide(table: Table) -> Move:
            if turn is not None and turn != table.turn:
                raise Stale
            return self._courtroom.asked_back(table, person, sure)

        return await self._change(table_id, decide, person)

    async def answer_plea(self, table_id: int, person: int, turn: int, yes: bool) -> Change:
        await self.come_back(table_id, person)

        def decide(table: Table) -> Move:
            if turn != table.turn:
                raise Stale
            return self._courtroom.answered_plea(table, person, yes)

        return await self._change(table_id, decide, person)

    async def come_back(self, table_id: int, person: int) -> None:
        """Any press by an owner ends the computer's standing in, and the table's sleep."""
        table = self._tables.get(table_id)
        if table is not None and table.asleep:
            await self._wake_up(table_id, person)
        if table is not None and at_table.come_back(table, person) is not table:
            await self._change(table_id, lambda t: Move(at_table.come_back(t, person)), person)

    async def ready(self, table_id: int, person: int, turn: int) -> Change:
        """*next* and *rematch*: go on when all have pressed, or at once after the pause."""
        await self.come_back(table_id, person)

        def decide(table: Table) -> Move:
            if turn != table.turn:
                raise Stale
            trial.require_quiet(table)
            pressed = at_table.press_ready(table, person)
            paused = self._means.now() >= table.since + self._means.pace.next_pause
            paused = paused and not table.last_word  # a minute's grace, unless all agree
            return self._moves.next(pressed) if paused or at_table.all_ready(pressed) else Move(pressed)

        return await self._change(table_id, decide, person)

    async def add_words(self, table_id: int, person: int, text: str) -> Change:
        """What a player adds to the next pack. Raises Refused."""
        return await self._change(table_id, lambda table: Move(cutting.add_words(table, person, text)), person)

    async def cut(self, table_id: int, person: int, number: int | None, cut: int | None, press: int) -> Change:
        """So many cards are lifted (None: knocked) off the pack of that ``number`` (None: the present one).

        ``press``: Discord's id of it. Raises Refused or Stale.
        """
        await self.come_back(table_id, person)

        def decide(table: Table) -> Move:
            cutting.require_cutter(table, person, number, cut)
            return self._moves.cut(table, CutBy.PERSON, cut, press)

        return await self._change(table_id, decide, person)

    async def leave(self, table_id: int, person: int) -> Change:
        def decide(table: Table) -> Move:
            return self._courtroom.after(self._moves.counted(at_table.leave(table, person)))

        return await self._change(table_id, decide, person)

    async def vanished(self, table_id: int, person: int) -> Change:
        """They are not in the server any more; nothing they have pressed. Raises Refused."""

        def decide(table: Table) -> Move:
            return self._courtroom.after(self._moves.counted(at_table.leave(table, person)))

        return await self._change(table_id, decide, None)

    async def move(self, table_id: int, person: int, channel_id: int) -> Change:
        """Its channel is gone; it is shown in another one of the server. Raises Refused."""

        def decide(table: Table) -> Move:
            table.require_seat(person)
            return Move(replace(table, channel_id=channel_id))

        return await self._change(table_id, decide, person)

    async def substitute(self, table_id: int, person: int, turn: int) -> Change:
        """The others let a computer play for the absent seat until its owner is back."""

        def decide(table: Table) -> Move:
            if turn != table.turn:
                raise Stale
            return self._courtroom.absence(table, person)

        return await self._change(table_id, decide, person)

    async def vote_stop(self, table_id: int, person: int, yes: bool) -> Change:
        def decide(table: Table) -> Move:
            until = self._means.now() + self._means.pace.stop_vote
            return self._moves.counted(votes.vote_stop(table, person, yes, until))

        return await self._change(table_id, decide, person)

    async def stop(self, table_id: int, person: int | None) -> Change:
        """A moderator's word, or an order of the house."""
        return await self._change(table_id, self._moves.stopped, person)
