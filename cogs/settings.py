"""``/settings``: what people set for themselves, and servers, whose settings only those who manage them see."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client import words
from bot.finder import CHOICE_NAME, MOST_CHOICES, Choices
from bot.settings import (
    AUTO,
    LEAST_ABSENCE,
    MOST_ABSENCE,
    OWN_BY_NAME,
    SERVER,
    SERVER_BY_NAME,
    changed,
    time_zones,
)
from bot.store.people import Guild, Person
from bot.surfaces import BOARD, Spot
from bot.table import Refused
from bot.ui import send
from bot.ui.message import Message, cut
from bot.ui.send import Interaction
from bot.ui.settings import (
    OPEN,
    OWN_SCOPE,
    RESET,
    SCOPES,
    SERVER_SCOPE,
    SET,
    SettingPress,
    settings_message,
    value_text,
)
from cogs.options import CHOICES, options

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer


class SettingsCog(
    commands.GroupCog, group_name=words("settings.name"), group_description=words("settings.description")
):
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self.bot = bot

    @app_commands.command(name=words("settings.mine.name"), description=words("settings.mine.description"))
    @app_commands.rename(
        language=words("option.language.name"), pack=words("option.pack.name"), text_mode=words("option.text_mode.name")
    )
    @app_commands.describe(
        language=words("option.speak.description"),
        pack=words("option.pack.description"),
        text_mode=words("option.text_mode.description"),
    )
    @app_commands.choices(language=CHOICES["language"], pack=CHOICES["pack"], text_mode=CHOICES["text_mode"])
    async def mine(
        self,
        interaction: Interaction,
        language: str | None = None,
        pack: str | None = None,
        text_mode: str | None = None,
    ) -> None:
        """Without options it only shows them."""
        given = {name: str(value) for name, value in interaction.namespace}

        async def work(person: Person) -> None:
            changes = changed(OWN_BY_NAME, given)
            if changes:
                person = await self._keep_own(person, changes)
            await self.bot.desk.say(interaction, self._own_panel(interaction, person, saved=bool(changes)))

        await self.bot.desk.guarded(interaction, work)

    @app_commands.command(name=words("settings.server.name"), description=words("settings.server.description"))
    @options(SERVER)
    async def server(
        self,
        interaction: Interaction,
        language: str | None = None,
        pack: str | None = None,
        time_zone: str | None = None,
        game: str | None = None,
        partners: str | None = None,
        conduct: str | None = None,
        overtrump: str | None = None,
        take_backs: str | None = None,
        cut: str | None = None,
        level: str | None = None,
        absence: app_commands.Range[int, LEAST_ABSENCE, MOST_ABSENCE] | None = None,
    ) -> None:
        """Without options it only shows them."""
        given = {name: str(value) for name, value in interaction.namespace}

        async def work(person: Person) -> None:
            guild = self._require_manager(interaction)
            changes = changed(SERVER_BY_NAME, given)
            if changes:
                guild = await self._keep(guild, changes)
            await self.bot.desk.say(interaction, self._panel(guild, person, saved=bool(changes)))

        await self.bot.desk.guarded(interaction, work)

    async def pressed(self, interaction: Interaction, press: SettingPress, values: list[str]) -> None:
        """Something chosen from the lists, *as usual*, or other settings; the answer is the message as it is then."""

        async def work(person: Person) -> None:
            known, own = SCOPES[press.scope], press.scope == OWN_SCOPE
            if press.verb == OPEN:  # on a message for everybody
                managed = self._managed(interaction)
                own_panel = self._own_panel(interaction, person)
                await self.bot.desk.say(interaction, self._panel(managed, person) if managed else own_panel)
                return
            guild = None if own else self._require_manager(interaction)
            open_at = press.name or ""
            changes: Mapping[str, str | None] = {}
            if press.verb == RESET:
                changes = dict.fromkeys(known)
            elif press.verb == SET and open_at in known and values:
                changes = changed(known, {open_at: values[0]})
            elif values:
                open_at = values[0]
            shown, saved = open_at if open_at in known else None, bool(changes)
            if guild is None:
                after = await self._keep_own(person, changes) if changes else person
                message = self._own_panel(interaction, after, open_at=shown, saved=saved)
            else:
                guild = await self._keep(guild, changes) if changes else guild
                message = self._panel(guild, person, open_at=shown, saved=saved)
            await interaction.response.edit_message(**send.as_edit(message))

        await self.bot.desk.guarded(interaction, work)

    def _require_manager(self, interaction: Interaction) -> Guild:
        """The server. Raises Refused: its settings are only for those who manage it."""
        guild = self._managed(interaction)
        if guild is None:
            raise Refused("only_managers")
        return guild

    def _managed(self, interaction: Interaction) -> Guild | None:
        """The server, if this person manages it."""
        guild = None if interaction.guild_id is None else self.bot.people.known_guild(interaction.guild_id)
        return guild if interaction.permissions.manage_guild else None

    async def _keep(self, guild: Guild, changes: Mapping[str, str | None]) -> Guild:
        after = await self.bot.people.set_guild(guild.id, changes)
        if changes.keys() & {"language", "pack"}:
            for table in self.bot.tables.all():
                if table.guild_id == guild.id:
                    self.bot.publisher.mark(Spot(table.id, BOARD))
        return after

    async def _keep_own(self, person: Person, changes: Mapping[str, str | None]) -> Person:
        """Hands that are shown take it up at once."""
        after = await self.bot.people.set_own(person.id, changes)
        for table in self.bot.tables.of_person(person.id):
            seat = table.seat_of(person.id)
            if seat is not None:
                self.bot.publisher.show_anew(table, seat)
        return after

    @property
    def _house(self) -> Mapping[str, str]:
        return {"language": self.bot.config.default_language, "time_zone": self.bot.config.time_zone}

    def _panel(self, guild: Guild, person: Person, *, open_at: str | None = None, saved: bool = False) -> Message:
        language = self.bot.private_texts(person.speaks).language
        return settings_message(
            SERVER_SCOPE, guild.settings, guild.name, language, house=self._house, open_at=open_at, saved=saved
        )

    def _own_panel(
        self, interaction: Interaction, person: Person, *, open_at: str | None = None, saved: bool = False
    ) -> Message:
        language = self.bot.private_texts(person.speaks).language
        house = {"language": self.bot.private_texts(person.locale).language}  # as Discord says
        manages = self._managed(interaction) is not None
        return settings_message(
            *(OWN_SCOPE, person.settings, person.name, language),
            house=house,
            open_at=open_at,
            saved=saved,
            manages=manages,
        )

    @server.autocomplete("time_zone")
    async def _zones(self, interaction: Interaction, current: str) -> Choices:
        """Those with what has been typed in them; the ones nearest at hand before anything is."""
        texts = self.bot.private_texts(str(interaction.locale))
        setting = SERVER_BY_NAME["time_zone"]
        typed = current.strip().replace(" ", "_").casefold()
        usual = value_text(setting, AUTO, texts, self._house)
        found = list(setting.values[1:]) if not typed else [name for low, name in time_zones().items() if typed in low]
        offered = {AUTO: usual} if typed in usual.casefold() else {}
        offered |= {name: name for name in found}
        label = partial(cut, limit=CHOICE_NAME)
        return [
            app_commands.Choice(name=label(said), value=zone) for zone, said in list(offered.items())[:MOST_CHOICES]
        ]


async def setup(bot: "Kreidtfuehrer") -> None:
    cog = SettingsCog(bot)
    bot.settings_pressed = cog.pressed
    await bot.add_cog(cog)
