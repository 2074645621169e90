"""``/leaderboard`` and ``/player``: what stands on the ledger, for the asker's eyes, in their language."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import words
from bot.core.games import ALL_GAMES
from bot.store.people import Person
from bot.store.places import PlaceOrder, place_board, place_record_of
from bot.store.standings import Period, leaderboard, period_start, record_of
from bot.ui import send
from bot.ui.message import Message
from bot.ui.send import Interaction
from bot.ui.standings import (
    PAGE_SIZE,
    Paging,
    leaderboard_message,
    order_of,
    orders_of,
    place_record_message,
    record_message,
)
from cogs.options import CHOICES, in_servers

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer

PERIOD_CHOICES = [app_commands.Choice(name=words(f"choice.period.{value}"), value=value) for value in Period]
ORDERS = dict.fromkeys(str(order) for game in ALL_GAMES for order in orders_of(game))
ORDER_CHOICES = [app_commands.Choice(name=words(f"choice.order.{value}"), value=value) for value in ORDERS]
COMPUTER_CHOICES = [
    app_commands.Choice(name=words(f"choice.computers.{value}"), value=value) for value in ("without", "with")
]


class LedgerCog(commands.Cog):
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self.bot = bot

    @app_commands.command(name=words("leaderboard.name"), description=words("leaderboard.description"))
    @app_commands.rename(
        game=words("option.game.name"),
        order=words("option.order.name"),
        period=words("option.period.name"),
        computers=words("option.computers.name"),
    )
    @app_commands.describe(
        game=words("option.game.description"),
        order=words("option.order.description"),
        period=words("option.period.description"),
        computers=words("option.computers.description"),
    )
    @app_commands.choices(game=CHOICES["game"], order=ORDER_CHOICES, period=PERIOD_CHOICES, computers=COMPUTER_CHOICES)
    @in_servers
    async def leaderboard(
        self,
        interaction: Interaction,
        game: str = "bauernstoss",
        order: str | None = None,
        period: str = Period.ALL,
        computers: str = "without",
    ) -> None:
        async def work(person: Person) -> None:
            assert interaction.guild_id is not None
            sorted_by, with_computers = order_of(game, order), computers == "with"
            asked = Paging(interaction.guild_id, game, sorted_by, Period(period), with_computers, 0, person.id)
            await self.bot.desk.say(interaction, await self._page(asked, person))

        await self.bot.desk.guarded(interaction, work)

    @app_commands.command(name=words("player.name"), description=words("player.description"))
    @app_commands.rename(
        who=words("option.who.name"),
        game=words("option.game.name"),
        period=words("option.period.name"),
        computers=words("option.computers.name"),
    )
    @app_commands.describe(
        who=words("option.who.description"),
        game=words("option.game.description"),
        period=words("option.period.description"),
        computers=words("option.computers.description"),
    )
    @app_commands.choices(game=CHOICES["game"], period=PERIOD_CHOICES, computers=COMPUTER_CHOICES)
    @in_servers
    async def player(
        self,
        interaction: Interaction,
        who: discord.User | None = None,
        game: str = "bauernstoss",
        period: str = Period.ALL,
        computers: str = "with",
    ) -> None:
        """Everything one has played, computers' games too, unless asked otherwise."""

        async def work(person: Person) -> None:
            assert interaction.guild_id is not None
            found = person if who is None else await self.bot.people.find(who.id)
            name = who.display_name if who is not None and found is None else None
            message = await self._record(
                interaction.guild_id, found.id if found else 0, name, game, Period(period), computers == "with", person
            )
            await self.bot.desk.say(interaction, message)

        await self.bot.desk.guarded(interaction, work)

    async def turned(self, interaction: Interaction, asked: Paging) -> None:
        """A press on the leaderboard's *back* or *on*."""

        async def work(person: Person) -> None:
            await interaction.response.edit_message(**send.as_edit(await self._page(asked, person)))

        await self.bot.desk.guarded(interaction, work)

    async def _record(
        self, guild: int, who: int, name: str | None, game: str, period: Period, computers: bool, asker: Person
    ) -> Message:
        """``name``: of someone the house does not know yet."""
        database, since = self.bot.database, self._since(guild, period)
        language = self.bot.private_texts(asker.speaks).language
        if orders_of(game) is PlaceOrder:
            places = await place_record_of(database, guild, who, game=game, since=since, computers=computers)
            return place_record_message(replace(places, name=name or places.name), game, period, computers, language)
        record = await record_of(database, guild, who, game=game, since=since, computers=computers)
        return record_message(replace(record, name=name or record.name), game, period, computers, language)

    async def _page(self, asked: Paging, person: Person) -> Message:
        order, database = asked.order, self.bot.database
        sums = partial(place_board, order=order) if isinstance(order, PlaceOrder) else partial(leaderboard, order=order)
        page = await sums(
            database,
            asked.guild,
            asked.game,
            since=self._since(asked.guild, asked.period),
            computers=asked.computers,
            page=asked.page,
            size=PAGE_SIZE,
            own=person.id,
        )
        return leaderboard_message(page, asked, self.bot.private_texts(person.speaks).language)

    def _since(self, guild_id: int, period: Period) -> datetime | None:
        guild = self.bot.people.known_guild(guild_id)
        zone = guild.time_zone if guild and guild.time_zone else self.bot.config.time_zone
        return period_start(period, datetime.fromtimestamp(self.bot.means.now(), UTC), zone)


async def setup(bot: "Kreidtfuehrer") -> None:
    cog = LedgerCog(bot)
    bot.turn_page = cog.turned
    await bot.add_cog(cog)
