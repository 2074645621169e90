"""Keeps every live message of a table up to date with the table, whoever moved it.

A message is served by a task only while it is out of date, and always goes straight to the newest state: never a queue
of edits, and nothing that plays waits for it. Hands come before boards.
"""

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.core.seats import SEATS, Seat
from bot.errands import Errands
from bot.logs import about
from bot.posting import nonce, strip
from bot.private import PrivateHands
from bot.reminders import Reminders
from bot.shell import Change
from bot.slates import Slates
from bot.store.messages import LiveMessage
from bot.surfaces import (
    BOARD,
    BURIED,
    CLOSED_DM,
    DISCORD_FAULTS,
    HAND,
    NO_EDIT,
    NO_MUTUAL_SERVER,
    REMINDER,
    TOKEN_LIFE,
    UNKNOWN_CHANNEL,
    Spot,
    Surface,
    board_deal,
    goes_on,
    shows_deal,
    trick_taken,
    worth_a_request,
)
from bot.table import Table, TablePhase
from bot.ui import send
from bot.ui.board import board_message
from bot.ui.hand import hand_message
from bot.ui.lobby import lobby_message
from bot.ui.message import Message
from bot.ui.notices import away_message

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer

log = logging.getLogger(__name__)

PATIENCE = 60.0  # seconds for one message to be shown, waiting for limits included; an answer may never come
RETRIES = (1.0, 5.0, 15.0, 60.0, 300.0)  # seconds between tries after a fault of Discord's; on and on with the last


class Publisher:
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self._bot = bot
        self._surfaces: dict[Spot, Surface] = {}
        self.private = PrivateHands(bot, self)
        self._last: dict[int, Table] = {}  # closed tables too, until their last messages are served
        self._reminders = Reminders(bot)
        self.slates = Slates(bot)
        self.errands = Errands()
        self._leaving = False  # the last edits are on their way
        self._closing = False

    # -- what a table looks like

    def board(self, table: Table, *, to_post: bool = False) -> Message:
        """``to_post``: as a new message, whose content phones show."""
        texts = self._bot.board_texts(table.guild_id)
        names = self._bot.names(table)
        if table.partie == 0:
            return lobby_message(table, names, texts)
        in_dm = [seat for seat in SEATS if self._by_dm(table, seat)]
        message = board_message(table, names, texts, hands_in_dm=in_dm, to_post=to_post)
        return away_message(message, texts.language) if self._leaving and goes_on(table) else message

    def hand(self, table: Table, seat: Seat, *, notice: str | None = None, ask: str | None = None) -> Message:
        """The hand of whoever owns that seat, in their language."""
        owner = table.chairs[seat].person
        return hand_message(
            table,
            seat,
            self._bot.names(table),
            self._bot.texts_for(self._bot.people.get(owner) if owner else None),
            server=self._bot.server_name(table.guild_id),
            board_url=self.board_url(table),
            notice=notice,
            ask=ask,
        )

    def board_url(self, table: Table) -> str:
        """Of the board of this deal; until that is posted, the channel, at whose end it will stand."""
        url = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
        board = self._surfaces.get(Spot(table.id, BOARD))
        return f"{url}/{board.live.message_id}" if board and board.live and shows_deal(board, table) else url

    # -- what has changed

    def changed(self, change: Change) -> None:
        """Listener of the tables: mark what is out of date."""
        table = change.table
        self._last[table.id] = table
        if change.remind is not None:
            self._remind(table, change.remind)
            return
        before = change.before
        if before is not None and before.to_act is not None and before.ply != table.ply:
            self.errands.spawn(self._reminders.drop(table.id))
        for seat in SEATS:
            spot = Spot(table.id, HAND, seat)
            known = self._surfaces.get(spot)
            wanted = known is not None or self._wants_hand(table, seat)
            if wanted and (self._has_token(known) or worth_a_request(before, table, seat)):
                self.mark(spot)
            self.private.follow(table, seat)
        board = Spot(table.id, BOARD)
        if self._surface(board).below > BURIED and trick_taken(before, table):
            self._surface(board).resend = True
        self.mark(board)

    def heard(self, channel_id: int, message_id: int) -> None:
        """Somebody wrote in a channel: boards there sink."""
        for spot, surface in self._surfaces.items():
            live = surface.live
            if spot.kind == BOARD and live and live.channel_id == channel_id and live.message_id != message_id:
                surface.below += 1

    async def take_up(self, table: Table) -> None:
        """After a start: find the live messages of a table again; what they show is repaired by ``changed``."""
        for live in await self._bot.messages.of_table(table.id):
            if live.kind == REMINDER:
                self._reminders.take_up(live)
            else:
                self._surface(Spot(table.id, live.kind, live.seat)).live = live

    def newest(self, table: Table) -> Table:
        """The table as it was last told of, also just after it closed."""
        return self._last.get(table.id, table)

    def mark(self, spot: Spot) -> None:
        """This message is out of date."""
        surface = self._surface(spot)
        surface.dirty = True
        self._serve_soon(spot, surface)

    def _surface(self, spot: Spot) -> Surface:
        return self._surfaces.setdefault(spot, Surface())

    def _serve_soon(self, spot: Spot, surface: Surface) -> None:
        away = self._bot.whereabouts.away(spot.table_id)
        if surface.task is None and not surface.claims and not self._closing and not away:
            surface.task = self.errands.spawn(self._serve(spot, surface))

    def _has_token(self, surface: Surface | None) -> bool:
        return surface is not None and surface.token is not None and self._bot.means.now() < surface.token_dies

    def _by_dm(self, table: Table, seat: Seat) -> bool:
        owner = table.chairs[seat].person
        return owner is not None and not self._bot.people.get(owner).dm_closed

    def _wants_hand(self, table: Table, seat: Seat) -> bool:
        return table.deal > 0 and self._by_dm(table, seat)

    # -- presses on a live message

    def claim(self, spot: Spot) -> None:
        """A press on this message is being answered: the answer shows its new content."""
        self._surface(spot).claims += 1

    def answered(self, spot: Spot, sent: Message | None, interaction: discord.Interaction | None) -> None:
        """The press has been answered: ``sent`` is what the pressed message shows now, if that was the answer.

        ``interaction``, if acknowledged, may edit that message from now on. Then the message is served as usual.
        """
        surface = self._surface(spot)
        surface.claims -= 1
        pressed, live = interaction.message if interaction else None, surface.live
        if live is not None and pressed is not None and pressed.id == live.message_id:  # not an older one
            surface.token, surface.token_dies = interaction, self._bot.means.now() + TOKEN_LIFE
            if sent is not None:  # what hung on it before still does
                surface.sent = replace(sent, file=surface.sent.file if surface.sent else None)
        surface.dirty = True
        self._serve_soon(spot, surface)

    def show_anew(self, table: Table, seat: Seat) -> None:
        """Its player wants the hand shown otherwise."""
        if Spot(table.id, HAND, seat) in self._surfaces:
            self.mark(Spot(table.id, HAND, seat))
        self.private.follow(table, seat)

    def repost(self, table: Table) -> None:
        """Show the board anew at the end of the channel."""
        spot = Spot(table.id, BOARD)
        self._surface(spot).resend = True
        self.mark(spot)

    def surfaces_of(self, table_id: int) -> list[tuple[Spot, Surface]]:
        return [(spot, surface) for spot, surface in self._surfaces.items() if spot.table_id == table_id]

    # -- serving

    async def _serve(self, spot: Spot, surface: Surface) -> None:
        with about(self._last.get(spot.table_id) or spot.table_id):
            await self._serve_there(spot, surface)

    async def _serve_there(self, spot: Spot, surface: Surface) -> None:
        try:
            while surface.dirty and not surface.claims:
                surface.dirty = False
                table = self._last.get(spot.table_id)
                if table is not None:
                    async with asyncio.timeout(PATIENCE):
                        await self._show(spot, surface, table)
                        self._bot.whereabouts.shown(spot)
            surface.tries = 0
        except DISCORD_FAULTS as error:
            if not self.slates.refused(surface, error):
                self._retry(spot, surface, error)
        except Exception:
            log.exception("cannot show %s %s", spot.kind, spot.seat)
        finally:
            surface.task = None
        if surface.dirty and not surface.tries:
            self._serve_soon(spot, surface)

    def _retry(self, spot: Spot, surface: Surface, error: Exception) -> None:
        """A fault that may pass: try again later with what is newest then, ever more seldom, as long as the table is
        open. It is not said for ever.
        """
        tries, last = surface.tries, len(RETRIES) - 1
        log.log(logging.WARNING if tries <= last else logging.DEBUG, "%s not shown: %s", spot.kind, error)
        surface.tries += 1
        self._bot.whereabouts.failed(spot, error)
        if surface.again is not None:
            surface.again.cancel()
        if tries > last and spot.table_id not in {table.id for table in self._bot.tables.all()}:
            self._forget(spot)
        else:
            surface.again = asyncio.get_running_loop().call_later(RETRIES[min(tries, last)], self.mark, spot)

    async def _show(self, spot: Spot, surface: Surface, table: Table) -> None:
        if spot.kind == HAND:
            await self._show_hand(spot, surface, table)
        elif spot.kind == BOARD:
            await self._show_board(spot, surface, table)

    async def _show_board(self, spot: Spot, surface: Surface, table: Table) -> None:
        picture = await self.slates.on_board(surface, table)
        table = self.newest(table)  # drawing takes a moment
        message = self.slates.hung(surface, table, self.board(table), picture)
        closed = table.phase is TablePhase.CLOSED
        fresh = not closed and not shows_deal(surface, table)
        shown = not fresh and not surface.resend and await self._edited(surface, message, table)
        if closed:
            self._forget(spot)
        if closed or shown:
            return
        old, shown_before = surface.live, surface.sent
        channel = self._bot.channel(table.channel_id, table.guild_id)
        posted = self.slates.hung(surface, table, self.board(table, to_post=True), picture)
        live = await self._post(spot, channel, posted, table, board_deal(table))
        surface.live, surface.sent, surface.resend, surface.token = live, posted, False, None
        surface.dirty = surface.dirty or posted != message
        await self._bot.messages.keep(live)
        surface.below = 0
        if old is not None and old.message_id != live.message_id:
            missed = await self.slates.missed(surface, table, old, shown_before) if fresh else None
            look = self._bot.board_texts(table.guild_id) if fresh and old.deal else None
            await strip(self._bot, old, delete=look is None, missed=missed, look=look)  # a lobby is of no use once over

    async def _show_hand(self, spot: Spot, surface: Surface, table: Table) -> None:
        seat = Seat(spot.seat)
        owner = table.chairs[seat].person
        if owner is None or table.phase is TablePhase.CLOSED:
            await self._last_look(spot, surface, None if owner is None else self.hand(table, seat).without_buttons())
            self._forget(spot)
            return
        if not self._wants_hand(table, seat):
            return
        person = self._bot.people.get(owner)
        live = surface.live
        same = live is not None and (live.partie, live.deal) == (table.partie, table.deal)
        same = same and live is not None and live.channel_id == person.dm_channel_id
        message = self.hand(table, seat)
        if same and not surface.resend and await self._edited(surface, message, table):
            return
        try:
            channel = await self._bot.dm_channel(person)
            posted = await self._post(spot, channel, message, table, table.deal)
        except discord.HTTPException as error:
            if error.code == UNKNOWN_CHANNEL:
                await self._bot.people.forget_dm(owner)  # opened again at the next try
            if error.code not in CLOSED_DM:
                raise
            await self._dm_closed(table, seat)
            if error.code == NO_MUTUAL_SERVER:
                self._bot.vanishing.suspect(table, owner)
            return
        surface.live, surface.sent, surface.resend, surface.token = posted, message, False, None
        await self._bot.messages.keep(posted)
        if live is not None and live.message_id != posted.message_id:
            await strip(self._bot, live, delete=same)

    async def _edited(self, surface: Surface, message: Message, table: Table) -> bool:
        """Whether the live message now shows this; False if it has to be posted anew."""
        live = surface.live
        if live is None:
            return False
        if surface.sent == message:
            return True
        if surface.token is not None and self._has_token(surface):
            try:
                await surface.token.edit_original_response(**send.as_edit(message, surface.sent))
            except DISCORD_FAULTS as error:
                log.debug("a token is refused, on by the channel: %s", error)
                surface.token = None
            else:
                surface.sent = message
                return True
        channel = self._bot.channel(live.channel_id, table.guild_id if live.kind == BOARD else None)
        try:
            await channel.get_partial_message(live.message_id).edit(**send.as_edit(message, surface.sent))
        except discord.HTTPException as error:
            if error.code in NO_EDIT:
                return False
            raise
        surface.sent = message
        return True

    async def _post(
        self, spot: Spot, channel: discord.abc.Messageable, message: Message, table: Table, deal: int
    ) -> LiveMessage:
        """Send; the nonce makes a retry after a lost answer find the message that is there already."""
        name = nonce(spot, table, deal, self._surface(spot).live)
        sent = await channel.send(nonce=name, **send.as_new(message))
        if not send.shows(sent, message):  # it was there already, as it was then
            await sent.edit(**send.as_edit(message))
        return LiveMessage(table.id, spot.kind, spot.seat, table.partie, deal, sent.channel.id, sent.id)

    async def _last_look(self, spot: Spot, surface: Surface, message: Message | None) -> None:
        """A hand that is done with: how it ended, if it is still its owner's, and nothing to press."""
        if surface.live is None:
            return
        if message is None:
            await strip(self._bot, surface.live)
        else:
            await self._edited(surface, message, self._last[spot.table_id])
        await self._bot.messages.forget(*spot)

    def _forget(self, spot: Spot) -> None:
        self._surfaces.pop(spot, None)
        table = self._last.get(spot.table_id)
        if table and table.phase is TablePhase.CLOSED and all(s.table_id != table.id for s in self._surfaces):
            del self._last[table.id]

    # -- people

    async def _dm_closed(self, table: Table, seat: Seat) -> None:
        """Closed in the middle of it all: cards by button from now on, and a word in the channel."""
        owner = table.chairs[seat].person
        assert owner is not None
        await self._bot.people.set_dm(owner, None, closed=True)
        surface = self._surface(Spot(table.id, HAND, seat))
        surface.live = surface.token = None
        await self._bot.messages.forget(table.id, HAND, seat)
        self.mark(Spot(table.id, BOARD))
        if table.to_act == seat:
            await self._reminders.mention(table, owner)

    def _remind(self, table: Table, seat: Seat) -> None:
        """In the DM the hand is sent anew; in the channel a short mention, which goes after the move."""
        owner = table.chairs[seat].person
        if owner is None:
            return
        if self._wants_hand(table, seat):
            spot = Spot(table.id, HAND, seat)
            self._surface(spot).resend = True
            self.mark(spot)
        else:
            self.errands.spawn(self._reminders.mention(table, owner))

    # -- end

    async def close(self, seconds: float) -> None:
        """Say on the boards that we are back in a minute and let what is under way come out, for so long.

        The edit is the note: at the next start every board is brought up to date, and the note is gone.
        """
        self._leaving = True
        for table in self._last.values():
            if goes_on(table):
                self.mark(Spot(table.id, BOARD))
        self._closing = True
        await self.errands.close(seconds)
