"""Where a table's board stands, and what happens when that place is gone, closed to us, or comes back.

Nothing of it ends a game: nobody's silence counts until the board can be seen again, those who have their cards by
direct message may play on, and a Partie that nobody goes on with sleeps and is closed in the end.
"""

import logging
from collections.abc import Collection
from typing import TYPE_CHECKING

import discord

from bot.holds import Why
from bot.logs import about
from bot.rights import missing
from bot.surfaces import BOARD, DISCORD_FAULTS, UNKNOWN_CHANNEL, Spot
from bot.table import Refused, Table, TablePhase
from bot.ui import send
from bot.ui.notices import place_message

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer

log = logging.getLogger(__name__)

NO_RIGHT = frozenset((50001, 50013, 50083))  # no access, no permission, a thread that is locked
QUIET = 3600.0  # seconds; where the right comes and goes, the host is not told each time
CALM = 60.0  # seconds; a board that is deleted again and again is not posted again and again


class Whereabouts:
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self._bot = bot
        self._posted_anew: dict[int, float] = {}
        self._told: dict[int, float] = {}

    # -- the channel

    def failed(self, spot: Spot, error: Exception) -> None:
        """It could not be shown."""
        table = self._bot.tables.get(spot.table_id)
        code = error.code if isinstance(error, discord.HTTPException) else 0
        if table is not None and spot.kind == BOARD and (code == UNKNOWN_CHANNEL or code in NO_RIGHT):
            self._lost(table, gone=code == UNKNOWN_CHANNEL)

    def shown(self, spot: Spot) -> None:
        """It is where it belongs."""
        if spot.kind == BOARD and self._bot.tables.release(Why.PLACE, spot.table_id):
            with about(spot.table_id):
                log.info("the board can be seen again")

    def channel_deleted(self, channel_id: int) -> None:
        for table in self._bot.tables.all():
            if table.channel_id == channel_id:
                for spot, surface in self._bot.publisher.surfaces_of(table.id):
                    if spot.kind == BOARD:
                        surface.live = surface.sent = surface.token = None
                self._lost(table, gone=True)

    def rights_changed(self, guild_id: int) -> None:
        """Perhaps they are back: try now."""
        for table in self._bot.tables.all():
            if table.guild_id == guild_id and Why.PLACE in self._bot.tables.held(table.id):
                self._bot.publisher.mark(Spot(table.id, BOARD))

    def messages_deleted(self, channel_id: int, message_ids: Collection[int]) -> None:
        """A deleted board is posted anew; if it is deleted again soon, only when the table moves on."""
        for table in self._bot.tables.all():
            for spot, surface in self._bot.publisher.surfaces_of(table.id):
                live = surface.live
                if live is None or live.channel_id != channel_id or live.message_id not in message_ids:
                    continue
                surface.sent = surface.token = None
                now = self._bot.means.now()
                if spot.kind == BOARD and now >= self._posted_anew.get(table.id, 0.0) + CALM:
                    self._posted_anew[table.id] = now
                    self._bot.publisher.mark(spot)

    def _lost(self, table: Table, *, gone: bool) -> None:
        present = self._bot.tables.get(table.id)
        if present is None or not self._bot.tables.hold(Why.PLACE, table.id):
            return
        with about(table):
            log.warning("the board cannot be shown: %s", "its channel is gone" if gone else "no right to")
            now = self._bot.means.now()
            if now >= self._told.get(table.id, 0.0) + QUIET:
                self._told[table.id] = now
                self._bot.publisher.errands.spawn(self._tell(present, gone))

    async def _tell(self, table: Table, gone: bool) -> None:
        """The host, else whoever else can be reached."""
        people = [self._bot.people.get(one) for one in (table.host, *table.people) if one is not None]
        for person in {person.id: person for person in people if not person.dm_closed}.values():
            texts = self._bot.private_texts(person.speaks)
            rights = [] if gone else [texts.t(f"right.{name}") for name in self._missing(table)]
            message = place_message(table, texts.language, gone=gone, rights=rights)
            try:
                channel = await self._bot.dm_channel(person)
                await channel.send(**send.as_new(message))
            except (*DISCORD_FAULTS, LookupError) as error:
                log.info("nobody told of it: %s", error)
            else:
                return

    def _missing(self, table: Table) -> list[str]:
        guild = self._bot.get_guild(table.guild_id)
        channel = None if guild is None else guild.get_channel_or_thread(table.channel_id)
        if guild is None or channel is None:
            return []
        return missing(channel.permissions_for(guild.me))

    # -- the server

    def away(self, table_id: int) -> bool:
        """We are not in that server now: nothing that we say arrives."""
        return Why.SERVER in self._bot.tables.held(table_id)

    def server_gone(self, guild_id: int, *, thrown_out: bool) -> None:
        """What has not begun, or is over, is closed; what is played waits for us to be invited again."""
        for table in self._bot.tables.all():
            if table.guild_id == guild_id and self._bot.tables.hold(Why.SERVER, table.id):
                with about(table):
                    log.warning("its server is away")
                if thrown_out and table.phase is not TablePhase.PARTIE:
                    self._bot.publisher.errands.spawn(self._close(table.id))

    async def _close(self, table_id: int) -> None:
        try:
            await self._bot.tables.stop(table_id, None)
        except Refused as error:
            log.debug("not closed: %s", error)

    def server_back(self, guild_id: int) -> None:
        for table in self._bot.tables.all():
            if table.guild_id == guild_id and self._bot.tables.release(Why.SERVER, table.id):
                with about(table):
                    log.info("its server is back")
                for spot, surface in self._bot.publisher.surfaces_of(table.id):
                    surface.sent = None  # whatever it shows now
                    self._bot.publisher.mark(spot)

    def servers_known(self) -> None:
        """All servers have been told of: who threw us out meanwhile?"""
        for guild_id in {table.guild_id for table in self._bot.tables.all()}:
            guild = self._bot.get_guild(guild_id)
            if guild is None:
                self.server_gone(guild_id, thrown_out=True)
            elif guild.unavailable:
                self.server_gone(guild_id, thrown_out=False)
            else:
                self.server_back(guild_id)
