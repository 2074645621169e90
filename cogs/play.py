"""``/call``, ``/trump``, ``/card`` and ``/hand``: everything the buttons do, typed; in the server and in the DM."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client import words
from bot.core.actions import Action, Call, Concede, Give, Low, NameTrump, Play, Take, Yield
from bot.core.game import Phase
from bot.core.seats import parse_seat
from bot.finder import Choices
from bot.store.people import Person
from bot.table import Refused
from bot.ui.send import Interaction
from bot.ui.typed import parse_call, parse_card, parse_suit
from cogs.options import SEAT_CHOICES

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer


class PlayCog(commands.Cog):
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self.bot = bot

    @app_commands.command(name=words("call.name"), description=words("call.description"))
    @app_commands.rename(word=words("option.word.name"), table=words("option.table.name"))
    @app_commands.describe(word=words("option.word.description"), table=words("option.table.description"))
    async def call(self, interaction: Interaction, word: str, table: str | None = None) -> None:
        await self._typed(interaction, table, lambda _: parse_call(word), "no_such_word")

    @app_commands.command(name=words("trump.name"), description=words("trump.description"))
    @app_commands.rename(suit=words("option.suit.name"), table=words("option.table.name"))
    @app_commands.describe(suit=words("option.suit.description"), table=words("option.table.description"))
    async def trump(self, interaction: Interaction, suit: str, table: str | None = None) -> None:
        await self._typed(interaction, table, lambda _: parse_suit(suit), "no_such_suit")

    @app_commands.command(name=words("card.name"), description=words("card.description"))
    @app_commands.rename(card=words("option.card.name"), table=words("option.table.name"))
    @app_commands.describe(card=words("option.card.description"), table=words("option.table.description"))
    async def card(self, interaction: Interaction, card: str, table: str | None = None) -> None:
        await self._typed(interaction, table, lambda phase: parse_card(card, phase), "no_such_card")

    @app_commands.command(name=words("hand.name"), description=words("hand.description"))
    @app_commands.rename(table=words("option.table.name"))
    @app_commands.describe(table=words("option.table.description"))
    async def hand(self, interaction: Interaction, table: str | None = None) -> None:
        await self.bot.desk.hands(interaction, table)

    @app_commands.command(name=words("report.name"), description=words("report.description"))
    @app_commands.rename(seat=words("option.seat.name"), table=words("option.table.name"))
    @app_commands.describe(seat=words("option.accused.description"), table=words("option.table.description"))
    @app_commands.choices(seat=SEAT_CHOICES)
    async def report(self, interaction: Interaction, seat: str, table: str | None = None) -> None:
        """Wrong play by one of the other pair, in turn or not."""

        async def work(person: Person) -> None:
            found = self.bot.finder.which(person, interaction.guild_id, table, acting=False)
            change = await self.bot.tables.report(found.id, person.id, None, parse_seat(seat))
            await self.bot.desk.show_hand(interaction, person, change.table)

        await self.bot.desk.guarded(interaction, work)

    @app_commands.command(name=words("takeback.name"), description=words("takeback.description"))
    @app_commands.rename(sure=words("option.sure.name"), table=words("option.table.name"))
    @app_commands.describe(sure=words("option.sure.description"), table=words("option.table.description"))
    async def takeback(self, interaction: Interaction, sure: bool = False, table: str | None = None) -> None:
        """Ask the others whether the card just played may go back into the hand; ``sure``: though it loses the deal."""

        async def work(person: Person) -> None:
            found = self.bot.finder.which(person, interaction.guild_id, table, acting=False)
            change = await self.bot.tables.ask_back(found.id, person.id, None, sure=sure)
            await self.bot.desk.show_hand(interaction, person, change.table)

        await self.bot.desk.guarded(interaction, work)

    async def _typed(
        self,
        interaction: Interaction,
        table: str | None,
        parse: Callable[[Phase | None], Action | None],
        unknown: str,
    ) -> None:
        async def work(person: Person) -> None:
            found = self.bot.finder.which(person, interaction.guild_id, table, acting=True)
            action = parse(found.game_phase)
            if action is None:
                raise Refused(unknown)
            await self.bot.desk.typed(interaction, person, found, action)

        await self.bot.desk.guarded(interaction, work)

    @call.autocomplete("word")
    async def _words(self, interaction: Interaction, current: str) -> Choices:
        return await self.bot.finder.offers(interaction, (Call, Yield, Low, Concede), current)

    @trump.autocomplete("suit")
    async def _suits(self, interaction: Interaction, current: str) -> Choices:
        return await self.bot.finder.offers(interaction, (NameTrump,), current)

    @card.autocomplete("card")
    async def _cards(self, interaction: Interaction, current: str) -> Choices:
        return await self.bot.finder.offers(interaction, (Play, Give, Take), current)

    @call.autocomplete("table")
    @trump.autocomplete("table")
    @card.autocomplete("table")
    @takeback.autocomplete("table")
    @report.autocomplete("table")
    @hand.autocomplete("table")
    async def _tables(self, interaction: Interaction, current: str) -> Choices:
        return await self.bot.finder.own_tables(interaction, current)


async def setup(bot: "Kreidtfuehrer") -> None:
    await bot.add_cog(PlayCog(bot))
