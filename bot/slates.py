"""Pictures of the slate: under the board once a deal is settled, the poster at the end of a Partie, and on demand.

A picture is drawn in a thread, one at a time, and nothing waits for it for long: whatever goes wrong with it, the
message is shown without.
"""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import discord

from bot.logs import about
from bot.pictures.poster import Poster
from bot.pictures.slate import Slate
from bot.store.deals import SettledDeal, settled_deals
from bot.store.messages import LiveMessage
from bot.store.places import table_places
from bot.surfaces import BOARD, Drawing, Spot, Surface
from bot.table import Table
from bot.ui.message import Message, Picture
from bot.ui.slate import counted, places_message, poster_alt, poster_of, slate_alt, slate_message, slate_of
from bot.ui.text import Texts

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer

log = logging.getLogger(__name__)

PATIENCE = 3.0  # seconds that a board waits for its picture; a later one is hung under it by an edit of its own
KEPT = 32  # pictures, the newest ones, so that people who ask for the same are answered at once


class Slates:
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self._bot = bot
        self._one = asyncio.Semaphore(1)
        self._kept: OrderedDict[Slate | Poster, bytes] = OrderedDict()

    # -- under a board

    async def on_board(self, surface: Surface, table: Table) -> Picture | None:
        """For the deal on the table once it is settled; None as long as there is none."""
        if table.settlement is None:
            return None
        return await self._of_deal(surface, table, table.partie, table.deal)

    def hung(self, surface: Surface, table: Table, board: Message, picture: Picture | None) -> Message:
        """The board with the picture, if it still shows the deal for which that was drawn."""
        drawing = surface.drawing
        same = drawing is not None and (drawing.partie, drawing.deal) == (table.partie, table.deal)
        return replace(board, file=picture) if same and table.settlement is not None else board

    async def missed(self, surface: Surface, table: Table, old: LiveMessage, shown: Message | None) -> Picture | None:
        """What the board of the deal before lacks: the next was dealt before it was seen settled.

        After a start nobody knows what hangs there (``shown`` is None); once more then takes the old one's place.
        """
        if not old.deal or (shown is not None and shown.file is not None):
            return None
        return await self._of_deal(surface, table, old.partie, old.deal)

    def refused(self, surface: Surface, error: Exception) -> bool:
        """Whether it may have been the picture that Discord did not take: then the board is due without it, at once."""
        drawing = surface.drawing
        if drawing is None or drawing.refused or not drawing.task.done() or drawing.task.cancelled():
            return False
        if drawing.task.result() is None or not _for_good(error):
            return False
        drawing.refused = surface.dirty = True
        surface.tries = 0
        log.warning("the picture of the slate is not taken: %s", error)
        return True

    async def _of_deal(self, surface: Surface, table: Table, partie: int, deal: int) -> Picture | None:
        drawing = surface.drawing
        if drawing is None or (drawing.partie, drawing.deal) != (partie, deal):
            task = self._bot.publisher.errands.spawn(self._drawn_for(table, partie, deal))
            drawing = surface.drawing = Drawing(partie, deal, task)
        done, _ = await asyncio.wait({drawing.task}, timeout=PATIENCE)
        if not done:
            drawing.task.add_done_callback(lambda task: self._late(table, task))
            return None
        return None if drawing.refused else drawing.task.result()

    def _late(self, table: Table, task: asyncio.Task[Picture | None]) -> None:
        if not task.cancelled() and task.result() is not None and self._bot.tables.get(table.id) is not None:
            self._bot.publisher.mark(Spot(table.id, BOARD))

    async def _drawn_for(self, table: Table, partie: int, deal: int) -> Picture | None:
        """Never raises: a board without its picture is still a board."""
        with about(table):
            try:
                texts = self._bot.board_texts(table.guild_id)
                deals = await settled_deals(self._bot.database, table.id, partie)
                deals = [one for one in deals if one.number <= deal]
                if not self._may_hang(table) or not counted(deals) or counted(deals)[-1].number != deal:
                    return None
                slate = await self._slate(table, deals, texts)
                if slate.winner is None:
                    return await self._picture(table, slate, texts)
                poster = poster_of(slate, self._day(table, deals[-1].settled_at), texts)
                return Picture("poster.png", await self._png(poster), poster_alt(table, poster, texts))
            except KeyError:
                return None  # a game without Striche
            except Exception as error:
                # without the error's words: a log line names no card, whatever went wrong
                log.warning("the slate could not be drawn (%s)", type(error).__name__)
                return None

    def _may_hang(self, table: Table) -> bool:
        """Whether we may attach files there, as far as is known."""
        guild = self._bot.get_guild(table.guild_id)
        channel = None if guild is None else guild.get_channel_or_thread(table.channel_id)
        return guild is None or channel is None or channel.permissions_for(guild.me).attach_files

    def _day(self, table: Table, moment: float) -> datetime:
        guild = self._bot.people.known_guild(table.guild_id)
        zone = guild.time_zone if guild and guild.time_zone else self._bot.config.time_zone
        return datetime.fromtimestamp(moment, UTC).astimezone(ZoneInfo(zone))

    # -- for one person

    async def message(self, table: Table, texts: Texts) -> Message:
        """The slate of the Partie at that table as it stands; a game without Striche has its places."""
        if table.game == "bauernheinrich":
            places = await table_places(self._bot.database, table.id)
            await self._bot.people.load(one.person for one in places)
            names = {one.person: self._bot.people.get(one.person).name for one in places}
            return places_message(table, places, names, texts)
        deals = await settled_deals(self._bot.database, table.id, table.partie)
        slate = await self._slate(table, deals, texts)
        message = slate_message(table, slate, texts)
        if not slate.deals:
            return message
        try:
            return replace(message, file=await self._picture(table, slate, texts))
        except Exception as error:
            log.warning("the slate could not be drawn (%s)", type(error).__name__)
            return message

    # -- drawing

    async def _slate(self, table: Table, deals: list[SettledDeal], texts: Texts) -> Slate:
        people = {person for deal in deals for person in deal.owners if person is not None} | table.everyone
        await self._bot.people.load(people)
        names = {person: self._bot.people.get(person).name for person in people}
        return await asyncio.to_thread(slate_of, table, deals, names, texts)

    async def _picture(self, table: Table, slate: Slate, texts: Texts) -> Picture:
        return Picture("slate.png", await self._png(slate), slate_alt(table, slate, texts))

    async def _png(self, what: Slate | Poster) -> bytes:
        async with self._one:
            data = self._kept.pop(what, None)
            if data is None:
                data = await asyncio.to_thread(self._bot.means.draw, what)
            self._kept[what] = data
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return data


def _for_good(error: Exception) -> bool:
    return isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status not in (404, 429)
