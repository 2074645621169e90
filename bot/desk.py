"""Where people's presses and words arrive: who is it, which table, do it, answer.

Decides nothing of the game. Every interaction gets an answer, whatever happens, and what is refused is refused in one
private sentence with nothing changed.
"""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import discord

from bot import court_desk
from bot.answering import answer_lost, defer, edit
from bot.core.actions import Action, NoAction, parse_code
from bot.core.game import IllegalAction
from bot.greeting import greet
from bot.logs import about
from bot.shell import Change
from bot.store.people import Person
from bot.surfaces import BOARD, DISCORD_FAULTS, HAND, Spot
from bot.table import Refused, Stale, Table, TablePhase, require_open
from bot.ui import ids, send
from bot.ui.ids import Press
from bot.ui.message import Message
from bot.ui.notices import (
    OwnHand,
    closed_message,
    hands_message,
    invitation_message,
    reason_text,
    refused_text,
)
from bot.ui.pack import KNOCK
from bot.ui.send import Interaction
from bot.ui.why import rule_of, with_why

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer

log = logging.getLogger(__name__)

REMEMBERED = 1000
BUSY_SECONDS = 1.5  # if a table is busy for so long, acknowledge first and answer later
EXPECTED = (Refused, Stale, IllegalAction)


class Desk:
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self._bot = bot
        self._heard: deque[int] = deque(maxlen=REMEMBERED)  # the newest interactions

    # -- who

    async def person(self, interaction: Interaction) -> Person:
        """Whoever presses or types, with name and language as they are now."""
        people, user = self._bot.people, interaction.user
        if interaction.guild_id is not None:
            # A server that the gateway has not told us of since the start has no name yet.
            await people.guild_seen(interaction.guild_id, interaction.guild.name if interaction.guild else "")
        known = await people.find(user.id)
        # In a DM the name in the server is not told: the one known from there stays.
        name = known.name if known is not None and interaction.guild_id is None else user.display_name
        person = await people.seen(user.id, name, str(interaction.locale))
        if interaction.guild_id is not None:
            self._bot.vanishing.seen(interaction.guild_id, person.id)
        elif person.dm_closed or interaction.channel_id != person.dm_channel_id:
            # Whoever writes to us there can be written to; if not after all, the next hand finds out.
            person = await people.set_dm(person.id, interaction.channel_id, closed=False)
        return person

    # -- answering

    async def guarded(self, interaction: Interaction, work: Callable[[Person], Awaitable[None]]) -> None:
        """Run the body of a command or button; whatever goes wrong, the player gets one sentence.

        An interaction that the gateway tells of a second time is left alone.
        """
        if interaction.id in self._heard:
            return
        self._heard.append(interaction.id)
        person = None
        try:
            person = await self.person(interaction)
            await work(person)
        except EXPECTED as error:
            await self.say(interaction, self._refusal(error, person))
        except Exception as error:
            if answer_lost(error):
                log.info("an answer was late, doubled or lost: %s", error)  # what was committed stands and is shown
                await self._acknowledge(interaction)
            else:
                await self._crashed(interaction, person)

    async def _acknowledge(self, interaction: Interaction) -> None:
        """A second try, that the press at least does not seem to have failed; of a command there is no quiet one."""
        if interaction.type is discord.InteractionType.component and not interaction.response.is_done():
            with suppress(*DISCORD_FAULTS):
                await defer(interaction)

    async def failed(self, interaction: Interaction, error: Exception) -> None:
        """A command that could not even begin, for instance with an option Discord made nothing of."""
        try:
            raise error
        except Exception:
            await self._crashed(interaction, None)

    async def _crashed(self, interaction: Interaction, person: Person | None) -> None:
        reference = secrets.token_hex(3).upper()
        log.exception("a press or command failed", extra={"reference": reference})
        texts = self._bot.private_texts(person.speaks if person else None)
        await self.say(interaction, texts.t("refused.crash", reference=reference))

    async def say(self, interaction: Interaction, content: str | Message, *, follow: bool = False) -> None:
        """Something only this person sees; never raises for Discord's sake."""
        message = content if isinstance(content, Message) else Message(content)
        try:
            if follow or interaction.response.is_done():
                await interaction.followup.send(ephemeral=True, **send.as_new(message))
            else:
                await interaction.response.send_message(ephemeral=True, **send.as_new(message))
        except DISCORD_FAULTS as error:
            log.info("no answer got through: %s", error)

    def sentence(self, error: Exception, person: Person | None, table: Table | None = None) -> str:
        """The reason for a refusal, in the person's language and the words of their pack."""
        texts = self._bot.texts_for(person)
        match error:
            case IllegalAction(reason=reason):
                seat = table.seat_of(person.id) if table and person else None
                return reason_text(reason, texts, table.view(seat) if table and seat is not None else None)
            case Refused(why=why, facts=facts):
                host = facts.get("person")
                names = {host: self._bot.people.get(host).name} if isinstance(host, int) else {}
                return refused_text(why, facts, texts, names)
        return refused_text("table_stale", {}, texts)

    def _refusal(self, error: Exception, person: Person | None, table: Table | None = None) -> Message:
        """The sentence, with *why?* beside it where it names a rule."""
        message = Message(self.sentence(error, person, table))
        return self._explained(message, error, person, table)

    def _explained(self, message: Message, error: Exception, person: Person | None, table: Table | None) -> Message:
        language = self._bot.private_texts(person.speaks if person else None).language
        return with_why(message, rule_of(error), table.game if table else None, language)

    # -- pressed

    async def pressed(self, interaction: Interaction, press: Press) -> None:
        with about(self._bot.tables.get(press.table) or press.table):
            await self.guarded(interaction, lambda person: self._pressed(interaction, press, person))

    async def _pressed(self, interaction: Interaction, press: Press, person: Person) -> None:
        table = self._bot.tables.get(press.table)
        on_hand = interaction.guild_id is None or _is_private(interaction.message)
        if table is None:
            await self._table_gone(interaction, press, person, on_hand)
        elif press.verb == ids.HAND:
            await self.show_hand(interaction, person, table)
        elif press.verb == ids.SHOUT:
            await court_desk.shout(self._bot, interaction, press, person)
        elif press.verb in (ids.CHALK, ids.CHOOSE) and table.state is None:
            await court_desk.choosing(self._bot, interaction, press, person, table)
        elif on_hand and (table.seat_of(person.id) is not None or press.verb in ids.ON_HAND):
            await self._pressed_on_hand(interaction, press, person, table)
        else:
            await self._pressed_on_board(interaction, press, person)

    async def _table_gone(self, interaction: Interaction, press: Press, person: Person, on_hand: bool) -> None:
        texts = self._bot.private_texts(person.speaks)
        if press.table in self._bot.tables.damaged:
            raise Refused("table_damaged")
        if not on_hand or interaction.message is None:
            raise Refused("table_closed")
        # The old hand loses its buttons; which table it was stands in it.
        await interaction.response.edit_message(
            content=texts.t("refused.table_closed"), view=None, embeds=interaction.message.embeds
        )

    async def _pressed_on_hand(self, interaction: Interaction, press: Press, person: Person, table: Table) -> None:
        """The answer is the hand itself, with a line on top if the wish was refused."""
        seat = table.seat_of(person.id)
        spot = None if seat is None or _is_private(interaction.message) else Spot(table.id, HAND, seat)
        if spot is not None:
            self._bot.publisher.claim(spot)
        sent = None
        try:
            refusal = None
            try:
                await self._in_time(interaction, self._do(interaction, press, person))
            except EXPECTED as error:
                refusal = error
            sent = await self._answer_hand(interaction, press, person, table, refusal)
        finally:
            if spot is not None:
                self._bot.publisher.answered(spot, sent, interaction if sent else None)

    async def _answer_hand(
        self, interaction: Interaction, press: Press, person: Person, table: Table, refusal: Exception | None
    ) -> Message | None:
        """Edit the pressed message to the present hand; returns that without the one-time notice or question."""
        present = self._bot.tables.get(table.id)
        notice = None if refusal is None else self.sentence(refusal, person, present)
        seat = None if present is None else present.seat_of(person.id)
        if present is None or seat is None:
            language = self._bot.private_texts(person.speaks).language
            message = Message(notice) if notice else closed_message(table, language)
            await edit(interaction, **send.as_edit(message))
            return None
        dealt = (present.partie, present.deal) != (table.partie, table.deal)
        if dealt and notice is None and not _is_private(interaction.message):
            await edit(interaction, view=None)  # the new deal comes as a message of its own, this one keeps the result
            return None
        ask = None
        if notice is None:
            ask = press.arg if press.verb == ids.ASK else press.verb if press.verb in ids.QUESTIONS else None
        message = self._bot.publisher.hand(present, seat, notice=notice, ask=ask)
        if refusal is not None:
            message = self._explained(message, refusal, person, present)
        await edit(interaction, **send.as_edit(message))
        plain = self._bot.publisher.hand(present, seat) if notice or ask else message
        if _is_private(interaction.message):
            self._bot.publisher.private.shown(present, seat, interaction, plain)
        return plain

    async def _pressed_on_board(self, interaction: Interaction, press: Press, person: Person) -> None:
        """Acknowledge and let the publisher show the newest state; the press's token pays for that edit."""
        spot = Spot(press.table, BOARD)
        self._bot.publisher.claim(spot)
        accepted = None
        try:
            change = await self._in_time(interaction, self._do(interaction, press, person))
            if not interaction.response.is_done():
                await defer(interaction)
            accepted = interaction
        finally:
            self._bot.publisher.answered(spot, None, accepted)
        if change is not None and press.verb in (ids.SIT, ids.TAKE):
            await self.welcome(interaction, person, change.table)

    async def _do(self, interaction: Interaction, press: Press, person: Person) -> Change | None:
        """What the button stands for; raises Refused, Stale or IllegalAction."""
        tables = self._bot.tables
        table = tables.require(press.table)
        match press.verb:
            case ids.ACT:
                return await tables.act(table.id, person.id, press.n, _action(press))
            case ids.ASK | ids.SHOW | ids.ACCUSE | ids.CHALK | ids.ASK_BACK:
                await tables.come_back(table.id, person.id)
                table.require_seat(person.id)
                if press.verb in (ids.ASK, ids.ASK_BACK) and press.n != table.turn:
                    raise Stale
                return None
            case ids.NEXT | ids.REMATCH:
                return await tables.ready(table.id, person.id, press.n)
            case ids.TAKE_BACK:
                return await tables.ask_back(table.id, person.id, press.n, sure=press.arg == "sure")
            case ids.PLEA:
                return await tables.answer_plea(table.id, person.id, press.n, press.arg == "yes")
            case ids.CUT:
                return await tables.cut(table.id, person.id, press.n, _lifted(press), interaction.id)
            case ids.REPORT:
                return await tables.report(table.id, person.id, press.n, press.seat)
            case ids.SUBSTITUTE:
                return await tables.substitute(table.id, person.id, press.n)
            case ids.SIT | ids.TAKE:
                return await tables.sit(table.id, person.id, press.seat)
            case ids.COMPUTER:
                return await tables.toggle_computer(table.id, person.id, press.seat)
            case ids.FILL:
                return await tables.fill(table.id, person.id)
            case ids.STAND:
                return await tables.stand_up(table.id, person.id)
            case ids.START:
                return await tables.start(table.id, person.id)
            case verb if verb in ids.COURT:
                return await court_desk.said(self._bot, interaction, press, person, table)
            case ids.STOP if press.n == table.partie:
                return await tables.vote_stop(table.id, person.id, press.arg == "yes")
        raise Stale

    async def _in_time(self, interaction: Interaction, work: Awaitable[Change | None]) -> Change | None:
        """Do it; if the table is busy for too long, acknowledge meanwhile."""
        job = asyncio.ensure_future(work)
        done, _ = await asyncio.wait({job}, timeout=BUSY_SECONDS)
        if not done and not interaction.response.is_done():
            # Of a command a public "thinking" would make the answer public too.
            await interaction.response.defer(ephemeral=interaction.type is discord.InteractionType.application_command)
        return await job

    # -- the hand in the channel

    async def show_hand(self, interaction: Interaction, person: Person, table: Table) -> None:
        """*Meine Karten*, ``/hand`` and the answer to typed moves: always possible, for this person's eyes only."""
        with about(table):
            await self._bot.tables.come_back(table.id, person.id)
            table = self._bot.tables.get(table.id) or table
            require_open(table)
            seat = table.require_seat(person.id)
            message = self._bot.publisher.hand(table, seat)
            if interaction.response.is_done():
                await interaction.edit_original_response(**send.as_edit(message))
            else:
                await interaction.response.send_message(ephemeral=True, **send.as_new(message))
            self._bot.publisher.private.shown(table, seat, interaction, message)

    async def hands(self, interaction: Interaction, name: str | None) -> None:
        """``/hand``: the one table's, or a choice where there are several."""

        async def work(person: Person) -> None:
            mine = self._bot.finder.own(person, interaction.guild_id)
            if name is not None or len(mine) < 2:
                await self.show_hand(
                    interaction, person, self._bot.finder.which(person, interaction.guild_id, name, acting=False)
                )
                return
            seated = [(table, table.seat_of(person.id)) for table in mine]
            own = [OwnHand(t, seat, self._bot.server_name(t.guild_id)) for t, seat in seated if seat is not None]
            names = {person: name for table in mine for person, name in self._bot.names(table).items()}
            await self.say(interaction, hands_message(own, names, self._bot.private_texts(person.speaks).language))

        await self.guarded(interaction, work)

    async def typed(self, interaction: Interaction, person: Person, table: Table, action: Action) -> None:
        """``/call``, ``/trump`` and ``/card``: the current turn, answered with the hand as it is then."""
        try:
            change = await self._in_time(interaction, self._bot.tables.act(table.id, person.id, None, action))
        except IllegalAction as error:
            await self.say(interaction, self._refusal(error, person, self._bot.tables.get(table.id)))
        else:
            await self.show_hand(interaction, person, change.table if change else table)

    # -- sitting down

    async def welcome(self, interaction: Interaction, person: Person, table: Table) -> None:
        """The DM that tells whether cards can come that way; if not, a private word how it goes instead."""
        if not await greet(self._bot, table, person.id):
            texts = self._bot.private_texts(person.speaks)
            await self.say(interaction, texts.t("refused.dm_hint"), follow=True)

    async def invited(
        self, interaction: Interaction, table_id: int, members: Sequence[discord.User | discord.Member]
    ) -> None:
        """Someone chose whom to invite: a mention in the channel, never a DM."""

        async def work(person: Person) -> None:
            await self.invite(interaction, person, self._bot.tables.require(table_id), members)

        await self.guarded(interaction, work)

    async def invite(
        self,
        interaction: Interaction,
        person: Person,
        table: Table,
        members: Sequence[discord.User | discord.Member],
    ) -> None:
        table.require_seat(person.id)
        if table.phase is not TablePhase.LOBBY:
            raise Refused("already_playing")
        guests = [member for member in members if not member.bot]
        if not guests:
            raise Refused("no_guest")
        language = self._bot.public_texts(table.guild_id).language
        mention = " ".join(guest.mention for guest in guests)
        url = self._bot.publisher.board_url(table)
        message = invitation_message(table, mention, person.name, language, lobby_url=url)
        await interaction.response.send_message(
            allowed_mentions=discord.AllowedMentions(users=guests), **send.as_new(message)
        )


def _action(press: Press) -> Action:
    try:
        return parse_code(press.arg or "")
    except NoAction:
        raise Stale from None


def _lifted(press: Press) -> int | None:
    if press.arg == KNOCK:
        return None
    try:
        return int(press.arg or "")
    except ValueError:
        raise Stale from None


def _is_private(message: discord.Message | None) -> bool:
    return message is not None and message.flags.ephemeral
