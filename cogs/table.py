"""``/table``: open, sit, leave, start, show, slate, invite, stop."""

import asyncio
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.arrangements import Options
from bot.client import words
from bot.core.seats import SEATS, Seat, parse_seat
from bot.desk import BUSY_SECONDS
from bot.finder import Choices
from bot.holds import Why
from bot.rights import missing
from bot.settings import LEAST_ABSENCE, MOST_ABSENCE, OPENING, PRACTICE, opening
from bot.store.people import Person
from bot.table import Refused, Table, TablePhase
from bot.ui.message import LinkButton, Message
from bot.ui.send import Interaction
from cogs.options import SEAT_CHOICES, in_servers, options

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer


@in_servers
class TableCog(commands.GroupCog, group_name=words("table.name"), group_description=words("table.description")):
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self.bot = bot

    @app_commands.command(name=words("table.open.name"), description=words("table.open.description"))
    @options((*OPENING, PRACTICE))
    async def open(
        self,
        interaction: Interaction,
        game: str | None = None,
        partners: str | None = None,
        conduct: str | None = None,
        overtrump: str | None = None,
        take_backs: str | None = None,
        cut: str | None = None,
        level: str | None = None,
        absence: app_commands.Range[int, LEAST_ABSENCE, MOST_ABSENCE] | None = None,
        practice: str | None = None,
    ) -> None:
        """What is left out is as the server has set it."""
        given = {name: str(value) for name, value in interaction.namespace}

        async def work(person: Person) -> None:
            assert interaction.guild_id is not None
            guild = self.bot.people.known_guild(interaction.guild_id)
            opened, options = opening(given, guild.settings if guild else {})
            await open_table(interaction, person, opened, options)

        await self.bot.desk.guarded(interaction, work)

    @app_commands.command(name=words("table.sit.name"), description=words("table.sit.description"))
    @app_commands.rename(seat=words("option.seat.name"), table=words("option.table.name"))
    @app_commands.describe(seat=words("option.seat.description"), table=words("option.table.description"))
    @app_commands.choices(seat=SEAT_CHOICES)
    async def sit(self, interaction: Interaction, seat: str | None = None, table: str | None = None) -> None:
        async def work(person: Person) -> None:
            found = self.bot.finder.here(interaction, person, table, lobby=True)
            change = await self.bot.tables.sit(found.id, person.id, parse_seat(seat) if seat else _free(found))
            await self._answer(interaction, person, change.table, "done.seated")
            await self.bot.desk.welcome(interaction, person, change.table)

        await self.bot.desk.guarded(interaction, work)

    @app_commands.command(name=words("table.leave.name"), description=words("table.leave.description"))
    @app_commands.rename(table=words("option.table.name"))
    @app_commands.describe(table=words("option.table.description"))
    async def leave(self, interaction: Interaction, table: str | None = None) -> None:
        async def work(person: Person) -> None:
            found = self.bot.finder.here(interaction, person, table)
            await self.bot.tables.leave(found.id, person.id)
            await self._answer(interaction, person, found, "done.left")

        await self.bot.desk.guarded(interaction, work)

    @app_commands.command(name=words("table.start.name"), description=words("table.start.description"))
    @app_commands.rename(table=words("option.table.name"))
    @app_commands.describe(table=words("option.table.description"))
    async def start(self, interaction: Interaction, table: str | None = None) -> None:
        """Between deals it is *next*, after a Partie the rematch."""

        async def work(person: Person) -> None:
            found = self.bot.finder.here(interaction, person, table)
            if found.phase is TablePhase.LOBBY:
                await self.bot.tables.start(found.id, person.id)
            else:
                await self.bot.tables.ready(found.id, person.id, found.turn)
            await self._answer(interaction, person, found, "done.started")

        await self.bot.desk.guarded(interaction, work)

    @app_commands.command(name=words("table.show.name"), description=words("table.show.description"))
    @app_commands.rename(table=words("option.table.name"))
    @app_commands.describe(table=words("option.table.description"))
    async def show(self, interaction: Interaction, table: str | None = None) -> None:
        async def work(person: Person) -> None:
            found = self.bot.finder.here(interaction, person, table)
            if Why.PLACE in self.bot.tables.held(found.id) and interaction.channel_id not in (None, found.channel_id):
                check_rights(interaction)
                found = (await self.bot.tables.move(found.id, person.id, interaction.channel_id)).table
            self.bot.publisher.repost(found)
            await self._answer(interaction, person, found, "done.shown")

        await self.bot.desk.guarded(interaction, work)

    @app_commands.command(name=words("table.slate.name"), description=words("table.slate.description"))
    @app_commands.rename(table=words("option.table.name"))
    @app_commands.describe(table=words("option.table.description"))
    async def slate(self, interaction: Interaction, table: str | None = None) -> None:
        """Drawing may take longer than Discord waits for an answer."""

        async def work(person: Person) -> None:
            found = self.bot.finder.here(interaction, person, table)
            drawing = asyncio.ensure_future(
                self.bot.publisher.slates.message(found, self.bot.private_texts(person.speaks))
            )
            done, _ = await asyncio.wait({drawing}, timeout=BUSY_SECONDS)
            if not done:
                await interaction.response.defer(ephemeral=True, thinking=True)
            await self.bot.desk.say(interaction, await drawing)

        await self.bot.desk.guarded(interaction, work)

    @app_commands.command(name=words("table.invite.name"), description=words("table.invite.description"))
    @app_commands.rename(who=words("option.who.name"), table=words("option.table.name"))
    @app_commands.describe(who=words("option.who.description"), table=words("option.table.description"))
    async def invite(self, interaction: Interaction, who: discord.User, table: str | None = None) -> None:
        async def work(person: Person) -> None:
            found = self.bot.finder.here(interaction, person, table)
            await self.bot.desk.invite(interaction, person, found, [who])

        await self.bot.desk.guarded(interaction, work)

    @app_commands.command(name=words("table.stop.name"), description=words("table.stop.description"))
    @app_commands.rename(table=words("option.table.name"))
    @app_commands.describe(table=words("option.table.description"))
    async def stop(self, interaction: Interaction, table: str | None = None) -> None:
        """Those who sit there vote; a moderator who does not ends it at once."""

        async def work(person: Person) -> None:
            found = self.bot.finder.here(interaction, person, table)
            moderator = interaction.permissions.manage_guild and found.seat_of(person.id) is None
            if moderator:
                change = await self.bot.tables.stop(found.id, person.id)
            else:
                change = await self.bot.tables.vote_stop(found.id, person.id, yes=True)
            closed = change.table.phase is TablePhase.CLOSED
            await self._answer(interaction, person, found, "done.stopped" if closed else "done.asked")

        await self.bot.desk.guarded(interaction, work)

    async def _answer(self, interaction: Interaction, person: Person, table: Table, key: str) -> None:
        await _answer(interaction, person, table, key)

    async def _own_tables(self, interaction: Interaction, current: str) -> Choices:
        return await self.bot.finder.own_tables(interaction, current)

    for _command in (sit, leave, start, show, slate, invite, stop):
        _command.autocomplete("table")(_own_tables)


def _free(table: Table) -> Seat:
    """The first seat one may take: an empty one, else a computer's."""
    free = [seat for seat in SEATS if table.chairs[seat].empty]
    free += [seat for seat in SEATS if table.chairs[seat].person is None and not table.chairs[seat].empty]
    if not free:
        raise Refused("table_full")
    return free[0]


async def open_table(interaction: Interaction, person: Person, game: str, options: Options) -> None:
    """In this channel, with that person as its host. Raises Refused."""
    check_rights(interaction)
    assert interaction.guild_id is not None and interaction.channel_id is not None
    bot = interaction.client
    table = await bot.tables.open(interaction.guild_id, interaction.channel_id, person.id, game, options)
    await _answer(interaction, person, table, "done.opened")
    await bot.desk.welcome(interaction, person, table)


async def _answer(interaction: Interaction, person: Person, table: Table, key: str) -> None:
    """A short private word, with the way to the board."""
    bot = interaction.client
    texts = bot.private_texts(person.speaks)
    link = LinkButton(bot.publisher.board_url(table), texts.t("button.board"))
    await bot.desk.say(interaction, Message(texts.t(key, table=table.number), rows=((link,),)))


def check_rights(interaction: Interaction) -> None:
    """Raises Refused naming what the bot may not do in this channel."""
    lacking = missing(interaction.app_permissions)
    if lacking:
        texts = interaction.client.private_texts(str(interaction.locale))
        raise Refused("missing_rights", rights=", ".join(texts.t(f"right.{name}") for name in lacking))


async def setup(bot: "Kreidtfuehrer") -> None:
    await bot.add_cog(TableCog(bot))
