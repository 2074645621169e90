"""``/rules`` and ``/help``, and what *why?* opens: for the reader's eyes only."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client import words
from bot.finder import CHOICE_NAME, MOST_CHOICES, Choices
from bot.settings import SERVER_BY_NAME
from bot.store.people import Person
from bot.table import Refused
from bot.ui import send
from bot.ui.help import ASKED, PAGE, help_message
from bot.ui.message import cut
from bot.ui.reading import HELP, RULES, WHY, Reading
from bot.ui.rules_page import rules_message, topic_message
from bot.ui.send import Interaction
from bot.ui.topics import found, offered
from bot.ui.why import why_message
from cogs.options import CHOICES

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer


class HelpCog(commands.Cog):
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self.bot = bot

    @app_commands.command(name=words("rules.name"), description=words("rules.description"))
    @app_commands.rename(game=words("option.game.name"), topic=words("option.topic.name"))
    @app_commands.describe(game=words("option.game.description"), topic=words("option.topic.description"))
    @app_commands.choices(game=CHOICES["game"])
    async def rules(self, interaction: Interaction, game: str | None = None, topic: str | None = None) -> None:
        """A game on one page, or one word of it."""

        async def work(person: Person) -> None:
            texts = self.bot.texts_for(person)
            meant = game or self._game_here(interaction, person)
            if topic is None:
                await self.bot.desk.say(interaction, rules_message(texts, meant))
                return
            word = found(topic, meant, texts) or found(topic, meant, self.bot.private_texts(person.speaks))
            if word is None:
                raise Refused("no_topic")
            await self.bot.desk.say(interaction, topic_message(texts, word, meant))

        await self.bot.desk.guarded(interaction, work)

    @rules.autocomplete("topic")
    async def _topics(self, interaction: Interaction, current: str) -> Choices:
        person = await self.bot.people.find(interaction.user.id)
        texts = self.bot.private_texts(person.speaks if person else str(interaction.locale))
        game = getattr(interaction.namespace, "game", None) or self._game_here(interaction, person)
        return [
            app_commands.Choice(name=cut(topic.title(texts), CHOICE_NAME), value=topic.name)
            for topic in offered(current, game, texts)[:MOST_CHOICES]
        ]

    def _game_here(self, interaction: Interaction, person: Person | None) -> str:
        """The game of the table one sits at, of the channel's table, or the one the server plays."""
        mine = [] if person is None else self.bot.finder.own(person, interaction.guild_id)
        here = [table for table in self.bot.tables.all() if table.channel_id == interaction.channel_id]
        for table in (*[table for table in mine if table in here], *mine, *here):
            return table.game
        guild = None if interaction.guild_id is None else self.bot.people.known_guild(interaction.guild_id)
        return SERVER_BY_NAME["game"].of(guild.settings if guild else {})

    async def page_asked(self, interaction: Interaction, asked: Reading) -> None:
        """Another page: the message turns to it."""

        async def work(person: Person) -> None:
            message = rules_message(self.bot.texts_for(person), *asked.parts[:2])
            await interaction.response.edit_message(**send.as_edit(message))

        await self.bot.desk.guarded(interaction, work)

    async def why_asked(self, interaction: Interaction, asked: Reading) -> None:
        """The explanation of a rule, beside the message that named it."""

        async def work(person: Person) -> None:
            await self.bot.desk.say(interaction, why_message(self.bot.texts_for(person), asked.parts))

        await self.bot.desk.guarded(interaction, work)

    @app_commands.command(name=words("help.name"), description=words("help.description"))
    async def help(self, interaction: Interaction) -> None:
        async def work(person: Person) -> None:
            game = self._game_here(interaction, person)
            await self.bot.desk.say(interaction, help_message(self.bot.texts_for(person), game))

        await self.bot.desk.guarded(interaction, work)

    async def help_asked(self, interaction: Interaction, asked: Reading) -> None:
        """Another page in the place of this one, or the first one beside a message for everybody."""

        async def work(person: Person) -> None:
            texts, game = self.bot.texts_for(person), self._game_here(interaction, person)
            if asked == ASKED:
                await self.bot.desk.say(interaction, help_message(texts, game))
                return
            page = asked.parts[1] if asked.parts[:1] == PAGE.parts and len(asked.parts) == 2 else ""
            await interaction.response.edit_message(**send.as_edit(help_message(texts, game, page)))

        await self.bot.desk.guarded(interaction, work)


async def setup(bot: "Kreidtfuehrer") -> None:
    cog = HelpCog(bot)
    bot.readers |= {RULES: cog.page_asked, WHY: cog.why_asked, HELP: cog.help_asked}
    await bot.add_cog(cog)
