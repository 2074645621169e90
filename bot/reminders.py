"""The short mention in the channel for a player who plays there; it goes away after the move."""

import logging
from typing import TYPE_CHECKING

import discord

from bot.store.messages import NO_SEAT, LiveMessage
from bot.surfaces import DISCORD_FAULTS, REMINDER
from bot.table import Table
from bot.ui import send
from bot.ui.notices import reminder_message

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer

log = logging.getLogger(__name__)


class Reminders:
    """At most one at a table at a time."""

    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self._bot = bot
        self._standing: dict[int, LiveMessage | None] = {}  # None: being sent

    def take_up(self, live: LiveMessage) -> None:
        """One that was left standing before a restart."""
        self._standing[live.table_id] = live

    async def mention(self, table: Table, owner: int) -> None:
        """A new message, since a mention in an edit pings nobody."""
        person = self._bot.people.get(owner)
        if person.discord_id is None or table.id in self._standing:
            return
        self._standing[table.id] = None
        language = self._bot.public_texts(table.guild_id).language
        message = reminder_message(table, f"<@{person.discord_id}>", language)
        channel = self._bot.channel(table.channel_id, table.guild_id)
        try:
            sent = await channel.send(
                nonce=f"{table.id:x}.m{table.ply:x}"[:25],
                allowed_mentions=discord.AllowedMentions(users=[discord.Object(person.discord_id)]),
                **send.as_new(message),
            )
        except DISCORD_FAULTS as error:
            log.warning("no reminder: %s", error)
            del self._standing[table.id]
            return
        except BaseException:
            del self._standing[table.id]
            raise
        live = LiveMessage(table.id, REMINDER, NO_SEAT, table.partie, table.deal, sent.channel.id, sent.id)
        self._standing[table.id] = live
        await self._bot.messages.keep(live)
        present = self._bot.tables.get(table.id)
        if present is None or present.ply != table.ply:  # the move came while it was on its way
            await self.drop(table.id)

    async def drop(self, table_id: int) -> None:
        live = self._standing.get(table_id)
        if live is None:
            return
        del self._standing[table_id]
        try:
            await self._bot.channel(live.channel_id, None).get_partial_message(live.message_id).delete()
        except DISCORD_FAULTS as error:
            log.debug("a reminder stays: %s", error)
        await self._bot.messages.forget(live.table_id, live.kind, live.seat)
