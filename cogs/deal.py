"""``/deal``: what concerns a pack or a deal as such: cut it, give it words, check it, take its record home."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client import words
from bot.core.provable import LEAST_CUT, LONGEST_WORDS, MOST_CUT, check
from bot.exports import file_name, offered_deals, record_text, which_deal
from bot.finder import CHOICE_NAME, MOST_CHOICES, Choices
from bot.looking_back import deal_meant, deal_pressed, past_deal, same_cards
from bot.store import lots
from bot.store.deals import KeptDeal, find_table, last_table_of, own_deal_tables
from bot.store.people import Person
from bot.table import Refused
from bot.ui import send
from bot.ui.look_back import OPEN, look_message
from bot.ui.message import Attachment, Message, cut
from bot.ui.proof import proof_message
from bot.ui.reading import AGAIN, LOOK, Reading
from bot.ui.send import Interaction
from cogs.table import open_table

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer


class DealCog(commands.GroupCog, group_name=words("deal.name"), group_description=words("deal.description")):
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self.bot = bot

    @app_commands.command(name=words("deal.cut.name"), description=words("deal.cut.description"))
    @app_commands.rename(cards=words("option.cards.name"), table=words("option.table.name"))
    @app_commands.describe(cards=words("option.cards.description"), table=words("option.table.description"))
    async def cut_pack(
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
                interaction, Message(self.bot.private_texts(person.speaks).t("done.words", number=number))
            )

        await self.bot.desk.guarded(interaction, work)

    @app_commands.command(name=words("deal.verify.name"), description=words("deal.verify.description"))
    @app_commands.rename(number=words("option.number.name"))
    @app_commands.describe(number=words("option.number.description"))
    async def verify(self, interaction: Interaction, number: app_commands.Range[int, 1] | None = None) -> None:
        """Anybody in the server may check; nothing is shown that is not laid open for all."""

        async def work(person: Person) -> None:
            database = self.bot.database
            if interaction.guild_id is None:
                found = await last_table_of(database, person.id, number)
            else:
                found = await find_table(database, interaction.guild_id, interaction.channel_id, number)
            if found is None and number is not None:
                raise Refused("table_unknown")
            revealed = () if found is None else await lots.revealed(database, found.id)
            if found is None or not revealed:
                raise Refused("nothing_revealed")
            language = self.bot.private_texts(person.speaks).language
            await self.bot.desk.say(interaction, proof_message(found.number, check(revealed), language))

        await self.bot.desk.guarded(interaction, work)

    async def _own_tables(self, interaction: Interaction, current: str) -> Choices:
        return await self.bot.finder.own_tables(interaction, current)

    for _command in (cut_pack, give_words):
        _command.autocomplete("table")(_own_tables)

    @app_commands.command(name=words("deal.export.name"), description=words("deal.export.description"))
    @app_commands.rename(table=words("option.table.name"), deal=words("option.deal.name"))
    @app_commands.describe(table=words("option.dealt_at.description"), deal=words("option.deal.description"))
    async def export(self, interaction: Interaction, table: str | None = None, deal: str | None = None) -> None:
        """The record of a settled deal as a file, for one who sat in it."""

        async def work(person: Person) -> None:
            database = self.bot.database
            kept = await which_deal(database, person.id, interaction.guild_id, table, deal)
            written = await record_text(database, kept)
            texts = self.bot.private_texts(person.speaks)
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

    # -- looking back

    @app_commands.command(name=words("deal.look.name"), description=words("deal.look.description"))
    @app_commands.rename(table=words("option.table.name"), deal=words("option.deal.name"))
    @app_commands.describe(table=words("option.seen_at.description"), deal=words("option.deal_seen.description"))
    async def look(self, interaction: Interaction, table: str | None = None, deal: str | None = None) -> None:
        """A settled deal with all hands open, for the asker's eyes."""

        async def work(person: Person) -> None:
            meant = await self._meant(interaction, person, table, deal)
            await self.bot.desk.say(interaction, await self._page(person, meant, 0))

        await self.bot.desk.guarded(interaction, work)

    @app_commands.command(name=words("deal.again.name"), description=words("deal.again.description"))
    @app_commands.rename(table=words("option.table.name"), deal=words("option.deal.name"))
    @app_commands.describe(table=words("option.seen_at.description"), deal=words("option.deal_seen.description"))
    async def again(self, interaction: Interaction, table: str | None = None, deal: str | None = None) -> None:
        """The cards of a settled deal at a new table."""

        async def work(person: Person) -> None:
            await self._lay_again(interaction, person, await self._meant(interaction, person, table, deal))

        await self.bot.desk.guarded(interaction, work)

    async def page_pressed(self, interaction: Interaction, asked: Reading) -> None:
        """Beside the settled deal it opens a private message, and there it turns the page."""

        async def work(person: Person) -> None:
            meant = await deal_pressed(self.bot.database, person.id, interaction.guild_id, _key(asked))
            message = await self._page(person, meant, int(asked.parts[3]))
            if asked.parts[4] == OPEN:
                await self.bot.desk.say(interaction, message)
            else:
                await interaction.response.edit_message(**send.as_edit(message))

        await self.bot.desk.guarded(interaction, work)

    async def again_pressed(self, interaction: Interaction, asked: Reading) -> None:
        async def work(person: Person) -> None:
            meant = await deal_pressed(self.bot.database, person.id, interaction.guild_id, _key(asked))
            await self._lay_again(interaction, person, meant)

        await self.bot.desk.guarded(interaction, work)

    async def _meant(self, interaction: Interaction, person: Person, table: str | None, deal: str | None) -> KeptDeal:
        place = (interaction.guild_id, interaction.channel_id)
        return await deal_meant(self.bot.database, person.id, *place, table, deal)

    async def _page(self, person: Person, meant: KeptDeal, page: int) -> Message:
        table, past = await past_deal(self.bot.database, meant)
        await self.bot.people.load(table.everyone)
        return look_message(table, past, page, self.bot.names(table), self.bot.texts_for(person))

    async def _lay_again(self, interaction: Interaction, person: Person, meant: KeptDeal) -> None:
        if interaction.guild_id is None:
            raise Refused("again_in_server")
        await open_table(interaction, person, meant.game, await same_cards(self.bot.database, meant))

    for _command in (look, again):
        _command.autocomplete("table")(_tables)
        _command.autocomplete("deal")(_deals)


def _key(asked: Reading) -> tuple[int, int, int]:
    table, partie, deal = map(int, asked.parts[:3])
    return table, partie, deal


async def setup(bot: "Kreidtfuehrer") -> None:
    cog = DealCog(bot)
    bot.readers |= {LOOK: cog.page_pressed, AGAIN: cog.again_pressed}
    await bot.add_cog(cog)
