"""``/deal``: what can be had of a deal once it is settled."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client import words
from bot.exports import file_name, offered_deals, record_text, which_deal
from bot.finder import CHOICE_NAME, MOST_CHOICES, Choices
from bot.store.deals import own_deal_tables
from bot.store.people import Person
from bot.table import Refused
from bot.ui.message import Attachment, Message, cut
from bot.ui.send import Interaction

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer


class DealCog(commands.GroupCog, group_name=words("deal.name"), group_description=words("deal.description")):
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self.bot = bot

    @app_commands.command(name=words("deal.export.name"), description=words("deal.export.description"))
    @app_commands.rename(table=words("option.table.name"), deal=words("option.deal.name"))
    @app_commands.describe(table=words("option.dealt_at.description"), deal=words("option.deal.description"))
    async def export(self, interaction: Interaction, table: str | None = None, deal: str | None = None) -> None:
        """The record of a settled deal as a file, for one who sat in it."""

        async def work(person: Person) -> None:
            database = self.bot.database
            kept = await which_deal(database, person.id, interaction.guild_id, table, deal)
            written = await record_text(database, kept)
            texts = self.bot.private_texts(person.locale)
            said = texts.t("done.exported", table=kept.number, partie=kept.partie, deal=kept.deal)
            await self.bot.desk.say(interaction, Message(said, file=Attachment(file_name(kept), written)))

        await self.bot.desk.guarded(interaction, work)

    @export.autocomplete("table")
    async def _tables(self, interaction: Interaction, current: str) -> Choices:
        person = await self.bot.people.find(interaction.user.id)
        if person is None:
            return []
        texts = self.bot.private_texts(str(interaction.locale))
        choices: Choices = []
        mine = await own_deal_tables(self.bot.database, person.id, interaction.guild_id, limit=MOST_CHOICES)
        for kept in mine:
            alone = sum(kept.number == other.number for other in mine) == 1
            parts = (texts.t("place.table", table=kept.number), texts.t(f"game.{kept.game}"))
            label = cut(" · ".join((*parts, self.bot.server_name(kept.guild_id))), CHOICE_NAME)
            if current.casefold() in label.casefold():
                in_server = interaction.guild_id is not None
                value = str(kept.number) if in_server and alone else f"#{kept.table_id}"
                choices.append(app_commands.Choice(name=label, value=value))
        return choices

    @export.autocomplete("deal")
    async def _deals(self, interaction: Interaction, current: str) -> Choices:
        person = await self.bot.people.find(interaction.user.id)
        if person is None:
            return []
        named = getattr(interaction.namespace, "table", None) or None
        try:
            found = await offered_deals(self.bot.database, person.id, interaction.guild_id, named)
        except Refused:
            return []
        texts = self.bot.private_texts(str(interaction.locale))
        said = {str(kept.deal): texts.t("place.deal", deal=kept.deal) for kept in found}
        fitting = [(value, label) for value, label in said.items() if current.casefold() in label.casefold()]
        return [app_commands.Choice(name=label, value=value) for value, label in fitting[:MOST_CHOICES]]


async def setup(bot: "Kreidtfuehrer") -> None:
    await bot.add_cog(DealCog(bot))
