"""``/rules`` and ``/help``: one page each, for the reader's eyes only."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client import words
from bot.store.people import Person
from bot.ui.message import Message
from bot.ui.rules_page import rules_message
from bot.ui.send import Interaction

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer


class HelpCog(commands.Cog):
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self.bot = bot

    @app_commands.command(name=words("rules.name"), description=words("rules.description"))
    async def rules(self, interaction: Interaction) -> None:
        async def work(person: Person) -> None:
            await self.bot.desk.say(interaction, rules_message(self.bot.private_texts(person.speaks).language))

        await self.bot.desk.guarded(interaction, work)

    @app_commands.command(name=words("help.name"), description=words("help.description"))
    async def help(self, interaction: Interaction) -> None:
        async def work(person: Person) -> None:
            await self.bot.desk.say(interaction, Message(self.bot.private_texts(person.speaks).t("help.text")))

        await self.bot.desk.guarded(interaction, work)


async def setup(bot: "Kreidtfuehrer") -> None:
    await bot.add_cog(HelpCog(bot))
