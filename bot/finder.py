"""Which table a command means, and what is offered while somebody types one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from discord import app_commands

from bot.core.actions import Action
from bot.settings import hears
from bot.store.people import Person
from bot.table import Refused, Table, TablePhase
from bot.ui.message import cut
from bot.ui.send import Interaction
from bot.ui.typed import offered

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer

Choices = list[app_commands.Choice[str]]
MOST_CHOICES, CHOICE_NAME = 25, 100


class Finder:
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self._bot = bot

    def own(self, person: Person, guild_id: int | None) -> list[Table]:
        """The person's tables in that server, in a DM all of them; those where they must act first."""
        mine = [table for table in self._bot.tables.of_person(person.id) if guild_id in (None, table.guild_id)]
        return [table for table in mine if not self._bot.vanishing.is_gone(table, person.id)]

    def which(self, person: Person, guild_id: int | None, name: str | None, *, acting: bool) -> Table:
        """The table a command means: named, else the one where the person must act, else their only one.

        ``name`` is the number on the board or, as autocomplete gives it where that is ambiguous, ``#`` and the table's
        id. Raises Refused.
        """
        here = self.own(person, guild_id)
        if name is not None:
            return self._named(here, guild_id, name)
        due = [table for table in here if table.to_act is not None and table.to_act == table.seat_of(person.id)]
        found = due if acting and due else here
        if not found:
            raise Refused("nothing_to_do" if guild_id is None else "no_table_here")
        if len(found) > 1 and acting:
            raise Refused("which_table")
        return found[0]

    def _named(self, mine: Sequence[Table], guild_id: int | None, name: str) -> Table:
        """Only tables of this server, in a DM only one's own: nobody reaches a table elsewhere by its number."""
        known = mine if guild_id is None else [t for t in self._bot.tables.all() if t.guild_id == guild_id]
        digits = "".join(char for char in name if char in "0123456789")
        by_id = name.strip().startswith("#")
        found = [table for table in known if str(table.id if by_id else table.number) == digits]
        if len(found) != 1:
            raise Refused("which_table" if found else "table_unknown")
        return found[0]

    def here(self, interaction: Interaction, person: Person, name: str | None, *, lobby: bool = False) -> Table:
        """The table a command in a channel is about, seated or not: named, else mine, else the channel's only one."""
        if name is not None:
            return self._named(self.own(person, interaction.guild_id), interaction.guild_id, name)
        in_channel = [table for table in self._bot.tables.all() if table.channel_id == interaction.channel_id]
        found = [t for t in in_channel if t.phase is TablePhase.LOBBY] if lobby else []
        found = found or [t for t in in_channel if t.seat_of(person.id) is not None] or in_channel
        if not found:
            return self.which(person, interaction.guild_id, None, acting=False)
        if len(found) > 1:
            raise Refused("which_table")
        return found[0]

    async def offers(self, interaction: Interaction, kinds: tuple[type[Action], ...], current: str) -> Choices:
        """From one's own View only: what may be done now, at the table named so far or the one where one must act."""
        person = await self._bot.people.find(interaction.user.id)
        if person is None:
            return []
        try:
            named = getattr(interaction.namespace, "table", None) or None
            table = self.which(person, interaction.guild_id, named, acting=True)
            view = table.view(table.require_seat(person.id))
        except Refused:
            return []
        texts = self._bot.private_texts(str(interaction.locale))  # no pictures can stand there
        texts = self._bot.texts_for(person) if hears(person.settings) else texts
        found = [] if view is None else offered(view, kinds, current, texts)
        return [app_commands.Choice(name=label, value=value) for label, value in found[:MOST_CHOICES]]

    async def own_tables(self, interaction: Interaction, current: str) -> Choices:
        person = await self._bot.people.find(interaction.user.id)
        mine = [] if person is None else self.own(person, interaction.guild_id)
        texts = self._bot.private_texts(str(interaction.locale))
        choices = []
        for table in mine[:MOST_CHOICES]:
            alone = sum(table.number == other.number for other in mine) == 1
            label = cut(
                f"{texts.t('place.table', table=table.number)} · {self._bot.server_name(table.guild_id)}", CHOICE_NAME
            )
            if current.casefold() in label.casefold():
                choices.append(app_commands.Choice(name=label, value=str(table.number) if alone else f"#{table.id}"))
        return choices
