"""What people wish of the Kreidtführer and before the Schiedsgericht (S9, S10), all through the shell."""

from bot import trial
from bot.court import Stage
from bot.moves import Move
from bot.shell import Change, Shell
from bot.table import Table


class Trials(Shell):
    """Part of ``bot.tables``. A case's ``number`` None means the one open now, as a slash command does."""

    async def choose_keeper(self, table_id: int, person: int, whom: int) -> Change:
        """In the lobby, or between deals."""
        return await self._change(table_id, lambda table: Move(trial.choose(table, person, whom)), person)

    async def admonish(self, table_id: int, person: int, whom: int) -> Change:
        return await self._change(table_id, lambda table: Move(trial.admonish(table, person, whom)), person)

    async def declare_void(self, table_id: int, person: int, deal: int | None) -> Change:
        """``deal`` None: the one on the table."""

        def decide(table: Table) -> Move:
            room = self._courtroom
            return room.heard(trial.declare_void(table, person, deal, room.until(Stage.DECIDED)))

        return await self._change(table_id, decide, person)

    async def quarrel(self, table_id: int, person: int, words: str) -> Change:
        def decide(table: Table) -> Move:
            return Move(trial.quarrel(table, person, words, self._courtroom.until(Stage.SHOUTING)))

        return await self._change(table_id, decide, person)

    async def let_stand(self, table_id: int, person: int, number: int | None) -> Change:
        return await self._change(
            table_id, lambda table: self._courtroom.heard(trial.let_stand(table, person, number)), person
        )

    async def reject(self, table_id: int, person: int, number: int | None) -> Change:
        def decide(table: Table) -> Move:
            return Move(trial.reject(table, person, number, self._courtroom.until(Stage.SHOUTING)))

        return await self._change(table_id, decide, person)

    def shout(self, table_id: int, person: int, number: int | None) -> int:
        """Counted, no more: nothing is written, nothing shown, nobody is kept waiting. Raises Refused or Stale."""
        self._require_running()
        return self._courtroom.shout(self.require(table_id), person, number)

    async def rule(self, table_id: int, person: int, number: int | None, upheld: bool, moderator: bool) -> Change:
        def decide(table: Table) -> Move:
            return self._courtroom.heard(trial.rule(table, person, number, upheld, moderator))

        return await self._change(table_id, decide, person)

    async def accept(self, table_id: int, person: int, number: int | None, yes: bool) -> Change:
        return await self._change(
            table_id, lambda table: self._courtroom.heard(trial.accept(table, person, number, yes)), person
        )
