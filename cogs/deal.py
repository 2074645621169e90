"""``/deal``: what concerns a pack and a deal as such: cut it, give it words, check it."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client import words
from bot.core.provable import LEAST_CUT, LONGEST_WORDS, MOST_CUT, check
from bot.finder import Choices
from bot.store import lots
from bot.store.people import Person
from bot.table import Refused
from bot.ui.message import Message
from bot.ui.proof import proof_message
from bot.ui.send import Interaction

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer


@app_commands.guild_only()
class DealCog(commands.GroupCog, group_name=words("deal.name"), group_description=words("deal.description")):
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self.bot = bot

    @app_commands.command(name=words("deal.cut.name"), description=words("deal.cut.description"))
    @app_commands.rename(cards=words("option.cards.name"), table=words("option.table.name"))
    @app_commands.describe(cards=words("option.cards.description"), table=words("option.table.description"))
    async def cut(
        self,
        interaction: Interaction,
        cards: app_commands.Range[int, LEAST_CUT, MOST_CUT] | None = None,
        table: str | None = None,
    ) -> None:
        async def work(person: Person) -> None:
            found = self.bot.finder.here(interaction, person, table)
            change = await self.bot.tables.cut(found.id, person.id, None, cards, interaction.id)
            await self.bot.desk.show_hand(interaction, person, change.table)

        await self.bot.desk.guarded(interaction, work)

    @app_commands.command(name=words("deal.words.name"), description=words("deal.words.description"))
    @app_commands.rename(text=words("option.text.name"), table=words("option.table.name"))
    @app_commands.describe(text=words("option.text.description"), table=words("option.table.description"))
    async def give_words(
        self, interaction: Interaction, text: app_commands.Range[str, 0, LONGEST_WORDS], table: str | None = None
    ) -> None:
        async def work(person: Person) -> None:
            found = self.bot.finder.here(interaction, person, table)
            change = await self.bot.tables.add_words(found.id, person.id, text)
            number = change.table.shuffle.number if change.table.shuffle is not None else 0
            await self.bot.desk.say(
                interaction, Message(self.bot.private_texts(person.locale).t("done.words", number=number))
            )

        await self.bot.desk.guarded(interaction, work)

    @app_commands.command(name=words("deal.verify.name"), description=words("deal.verify.description"))
    @app_commands.rename(number=words("option.number.name"))
    @app_commands.describe(number=words("option.number.description"))
    async def verify(self, interaction: Interaction, number: app_commands.Range[int, 1] | None = None) -> None:
        """Anybody in the server may check; nothing is shown that is not laid open for all."""

        async def work(person: Person) -> None:
            assert interaction.guild_id is not None and interaction.channel_id is not None
            database = self.bot.database
            found = await lots.find_table(database, interaction.guild_id, interaction.channel_id, number)
            if found is None and number is not None:
                raise Refused("table_unknown")
            revealed = () if found is None else await lots.revealed(database, found.id)
            if found is None or not revealed:
                raise Refused("nothing_revealed")
            language = self.bot.private_texts(person.locale).language
            await self.bot.desk.say(interaction, proof_message(found.number, check(revealed), language))

        await self.bot.desk.guarded(interaction, work)

    async def _own_tables(self, interaction: Interaction, current: str) -> Choices:
        return await self.bot.finder.own_tables(interaction, current)

    for _command in (cut, give_words):
        _command.autocomplete("table")(_own_tables)


async def setup(bot: "Kreidtfuehrer") -> None:
    await bot.add_cog(DealCog(bot))
