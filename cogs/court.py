"""``/court``: the Kreidtführer and the Schiedsgericht of Alter Schoofkopp, typed (S9, S10)."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import court_desk, trial
from bot.client import words
from bot.finder import Choices
from bot.store.people import Person
from bot.table import Refused, Table
from bot.ui.send import Interaction
from cogs.options import in_servers

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer

REPLY_CHOICES = [app_commands.Choice(name=words(f"choice.reply.{reply}"), value=reply) for reply in ("yes", "no")]


@in_servers
class CourtCog(commands.GroupCog, group_name=words("court.name"), group_description=words("court.description")):
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self.bot = bot

    @app_commands.command(name=words("court.choose.name"), description=words("court.choose.description"))
    @app_commands.rename(who=words("option.who.name"), table=words("option.table.name"))
    @app_commands.describe(who=words("option.who.description"), table=words("option.table.description"))
    async def choose(self, interaction: Interaction, who: discord.User, table: str | None = None) -> None:
        """Name the Kreidtführer; more than half of the people elect him."""

        async def work(person: Person, found: Table) -> None:
            await court_desk.choose(self.bot, person, found, await self._person(who))

        await self._typed(interaction, table, work)

    @app_commands.command(name=words("court.admonish.name"), description=words("court.admonish.description"))
    @app_commands.rename(who=words("option.who.name"), table=words("option.table.name"))
    @app_commands.describe(who=words("option.who.description"), table=words("option.table.description"))
    async def admonish(self, interaction: Interaction, who: discord.User, table: str | None = None) -> None:
        async def work(person: Person, found: Table) -> None:
            whom = await self._person(who)
            if whom is None:
                raise Refused("not_seated_here")
            await self.bot.tables.admonish(found.id, person.id, whom)

        await self._typed(interaction, table, work)

    @app_commands.command(name=words("court.absent.name"), description=words("court.absent.description"))
    @app_commands.rename(table=words("option.table.name"))
    @app_commands.describe(table=words("option.table.description"))
    async def absent(self, interaction: Interaction, table: str | None = None) -> None:
        """A computer is to play for whoever has been silent."""

        async def work(person: Person, found: Table) -> None:
            await self.bot.tables.substitute(found.id, person.id, found.turn)

        await self._typed(interaction, table, work)

    @app_commands.command(name=words("court.void.name"), description=words("court.void.description"))
    @app_commands.rename(table=words("option.table.name"))
    @app_commands.describe(table=words("option.table.description"))
    async def void(self, interaction: Interaction, table: str | None = None) -> None:
        async def work(person: Person, found: Table) -> None:
            await self.bot.tables.declare_void(found.id, person.id, None)

        await self._typed(interaction, table, work)

    @app_commands.command(name=words("court.call.name"), description=words("court.call.description"))
    @app_commands.rename(quarrel=words("option.quarrel.name"), table=words("option.table.name"))
    @app_commands.describe(quarrel=words("option.quarrel.description"), table=words("option.table.description"))
    async def call(
        self, interaction: Interaction, quarrel: app_commands.Range[str, 1, trial.WORDS], table: str | None = None
    ) -> None:
        async def work(person: Person, found: Table) -> None:
            await self.bot.tables.quarrel(found.id, person.id, quarrel)

        await self._typed(interaction, table, work)

    @app_commands.command(name=words("court.reject.name"), description=words("court.reject.description"))
    @app_commands.rename(table=words("option.table.name"))
    @app_commands.describe(table=words("option.table.description"))
    async def reject(self, interaction: Interaction, table: str | None = None) -> None:
        async def work(person: Person, found: Table) -> None:
            await self.bot.tables.reject(found.id, person.id, None)

        await self._typed(interaction, table, work)

    @app_commands.command(name=words("court.answer.name"), description=words("court.answer.description"))
    @app_commands.rename(reply=words("option.reply.name"), table=words("option.table.name"))
    @app_commands.describe(reply=words("option.reply.description"), table=words("option.table.description"))
    @app_commands.choices(reply=REPLY_CHOICES)
    async def answer(self, interaction: Interaction, reply: str, table: str | None = None) -> None:
        """Whatever is being asked: a plea, a decision, the ruling; in the shouting each *yes* is a shout."""

        async def work(person: Person, found: Table) -> None:
            await court_desk.answer(self.bot, interaction, person, found, reply == "yes")

        await self._typed(interaction, table, work)

    async def _typed(
        self, interaction: Interaction, name: str | None, work: Callable[[Person, Table], Awaitable[None]]
    ) -> None:
        """At the table named, else one's own, else the channel's; then a short private word."""

        async def whole(person: Person) -> None:
            found = self.bot.finder.here(interaction, person, name)
            if found.game != trial.GAME:
                raise Refused("no_chalk")
            await work(person, found)
            await court_desk.answered(self.bot, interaction, person, found)

        await self.bot.desk.guarded(interaction, whole)

    async def _person(self, user: discord.User | discord.Member) -> int | None:
        """Ours, if they have ever pressed anything."""
        known = await self.bot.people.find(user.id)
        return None if known is None else known.id

    async def _own_tables(self, interaction: Interaction, current: str) -> Choices:
        return await self.bot.finder.own_tables(interaction, current)

    for _command in (choose, admonish, absent, void, call, reject, answer):
        _command.autocomplete("table")(_own_tables)


async def setup(bot: "Kreidtfuehrer") -> None:
    await bot.add_cog(CourtCog(bot))
