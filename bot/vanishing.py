"""Who has left the server, was banned, or has no account any more.

Discord tells of that only with an intent that has to be asked for; so we ask when it matters: when the one to act is
silent, and when somebody cannot be written to. Then the seat is left, as by ``/table leave``.
"""

import logging
from typing import TYPE_CHECKING

import discord

from bot.logs import about
from bot.shell import Change
from bot.surfaces import DISCORD_FAULTS
from bot.table import Refused, Table

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer

log = logging.getLogger(__name__)

GONE = frozenset((10007, 10013))  # not a member, no such user


class Vanishing:
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self._bot = bot
        self._gone: set[tuple[int, int]] = set()  # server and person

    def changed(self, change: Change) -> None:
        """Listener of the tables."""
        table, before = change.table, change.before
        if table.absent and not (before is not None and before.absent) and table.to_act is not None:
            owner = table.chairs[table.to_act].person
            if owner is not None:
                self.suspect(table, owner)

    def suspect(self, table: Table, person: int) -> None:
        """Find out whether they are still there."""
        self._bot.publisher.errands.spawn(self._look(table, person))

    def seen(self, guild_id: int, person: int) -> None:
        """They press or type in that server."""
        self._gone.discard((guild_id, person))

    def is_gone(self, table: Table, person: int) -> bool:
        """Who was found to have left the server does not play on there by direct message."""
        return (table.guild_id, person) in self._gone

    async def _look(self, table: Table, person: int) -> None:
        discord_id = self._bot.people.get(person).discord_id
        try:
            if discord_id is not None:
                await self._bot.http.get_member(table.guild_id, discord_id)
                return
        except discord.NotFound as error:
            if error.code not in GONE:
                log.info("cannot tell whether person %s is still there: %s", person, error)
                return
        except DISCORD_FAULTS as error:
            log.info("cannot tell whether person %s is still there: %s", person, error)
            return
        self._gone.add((table.guild_id, person))
        for one in self._bot.tables.of_person(person):
            if one.guild_id == table.guild_id and one.seat_of(person) is not None:
                await self._leave(one, person)

    async def _leave(self, table: Table, person: int) -> None:
        with about(table):
            try:
                await self._bot.tables.vanished(table.id, person)
            except Refused as error:
                log.debug("left already: %s", error)
            else:
                log.info("person %s is not in the server any more; a computer has the seat", person)
