"""From a message as plain data to what discord.py sends.

Views hold only DynamicItems and link buttons, never time out and are made afresh for every render: anything else would
take the buttons' patterns out of discord.py's store.
"""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeAlias, TypeVar

import discord

from bot.ui import ids, reading, settings, standings
from bot.ui.message import Attachment, Button, Embed, Item, LinkButton, ListSelect, Message, Picture, UserSelect

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer

_STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}

A = TypeVar("A")

Interaction: TypeAlias = "discord.Interaction[Kreidtfuehrer]"


class _Read(Generic[A]):
    """What all our items are: made from what Discord sends, with ``asked`` read from the id by ``reads``."""

    kind: ClassVar[type[discord.ui.Item[Any]]] = discord.ui.Button
    reads: ClassVar[Callable[[re.Match[str]], Any]]

    def __init__(self, item: Any, asked: A) -> None:
        super().__init__(item)  # type: ignore[call-arg]  # the item's own kind comes next
        self.asked = asked

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: Any, /
    ) -> Self:
        assert isinstance(item, cls.kind)
        return cls(item, cls.reads(match))


class PressButton(_Read[ids.Press], discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.PATTERN):
    """Every button of the table. Parsing asks nobody; what it means is decided in the callback."""

    reads = ids.Press.of

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.desk.pressed(interaction, self.asked)


class PressSelect(_Read[ids.Press], discord.ui.DynamicItem[discord.ui.Select[Any]], template=ids.SELECT_PATTERN):
    """A choice that is a press with what was chosen as its argument."""

    kind, reads = discord.ui.Select, ids.Press.of

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.desk.pressed(interaction, replace(self.asked, arg=self.item.values[0]))


class InviteSelect(_Read[int], discord.ui.DynamicItem[discord.ui.UserSelect[Any]], template=ids.INVITE_PATTERN):
    """Whom to invite to the lobby; ``asked``: of which table."""

    kind = discord.ui.UserSelect

    @staticmethod
    def reads(match: re.Match[str]) -> int:
        return int(match["table"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.desk.invited(interaction, self.asked, self.item.values)


class PageButton(_Read[standings.Paging], discord.ui.DynamicItem[discord.ui.Button[Any]], template=standings.PATTERN):
    """Turns the leaderboard's page."""

    reads = standings.Paging.of

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.turn_page(interaction, self.asked)


class SettingSelect(
    _Read[settings.SettingPress], discord.ui.DynamicItem[discord.ui.Select[Any]], template=settings.LIST_PATTERN
):
    """Which setting, or to what."""

    kind, reads = discord.ui.Select, settings.SettingPress.of

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.settings_pressed(interaction, self.asked, self.item.values)


class SettingButton(
    _Read[settings.SettingPress], discord.ui.DynamicItem[discord.ui.Button[Any]], template=settings.BUTTON_PATTERN
):
    """All settings back to the usual ones, or the panel of other ones."""

    reads = settings.SettingPress.of

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.settings_pressed(interaction, self.asked, [])


class ReadingButton(_Read[reading.Reading], discord.ui.DynamicItem[discord.ui.Button[Any]], template=reading.PATTERN):
    """Something to read or to learn."""

    reads = reading.Reading.of

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.readers[self.asked.kind](interaction, self.asked)


class ReadingSelect(
    _Read[reading.Reading], discord.ui.DynamicItem[discord.ui.Select[Any]], template=reading.LIST_PATTERN
):
    """One of several things to read or to learn."""

    kind, reads = discord.ui.Select, reading.Reading.of

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        asked = self.asked.chosen(self.item.values[0])
        await interaction.client.readers[asked.kind](interaction, asked)


DYNAMIC_ITEMS = (PressButton, PressSelect, InviteSelect, PageButton, SettingSelect, SettingButton)
DYNAMIC_ITEMS += (ReadingButton, ReadingSelect)


def view_of(message: Message) -> discord.ui.View:
    """The rows of a message; empty where there is nothing to press, which takes old buttons away in an edit."""
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(message.rows):
        for item in row:
            view.add_item(_item(item, number))
    view.stop()  # presses are told by their ids alone; else discord.py keeps a timer for each view shown in private
    return view


def _item(item: Item, row: int) -> discord.ui.Item[Any]:
    match item:
        case Button(id, label, emoji, style, disabled):
            button = discord.ui.Button[Any](
                custom_id=id, label=label or None, emoji=emoji, style=_STYLES[style], disabled=disabled, row=row
            )
            if id.startswith(standings.PREFIX):
                return PageButton(button, standings.Paging.parse(id))
            if id.startswith(settings.PREFIX):
                return SettingButton(button, settings.SettingPress.parse(id))
            if reading.is_reading(id):
                return ReadingButton(button, reading.Reading.parse(id))
            return PressButton(button, ids.Press.parse(id))
        case LinkButton(url, label, emoji):
            return discord.ui.Button[Any](url=url, label=label or None, emoji=emoji, row=row)
        case UserSelect(id, placeholder):
            select = discord.ui.UserSelect[Any](custom_id=id, placeholder=placeholder, row=row)
            return InviteSelect(select, int(id.split(":")[1]))
        case ListSelect(id, placeholder, options):
            shown = [
                discord.SelectOption(label=o.label, value=o.value, description=o.description, default=o.chosen)
                for o in options
            ]
            listed = discord.ui.Select[Any](custom_id=id, placeholder=placeholder, options=shown, row=row)
            if id.startswith(ids.SELECT_PREFIX):
                return PressSelect(listed, ids.Press.parse_select(id))
            if reading.is_reading(id):
                return ReadingSelect(listed, reading.Reading.parse(id))
            return SettingSelect(listed, settings.SettingPress.parse(id))


def embed_of(embed: Embed) -> discord.Embed:
    made = discord.Embed(title=embed.title, description=embed.description or None, colour=embed.colour)
    for field in embed.fields:
        made.add_field(name=field.name, value=field.value, inline=field.inline)
    if embed.footer:
        made.set_footer(text=embed.footer)
    return made


def file_of(file: Attachment | Picture) -> discord.File:
    if isinstance(file, Picture):
        return discord.File(io.BytesIO(file.data), filename=file.name, description=file.alt)
    return discord.File(io.BytesIO(file.text.encode()), filename=file.name)


def as_edit(message: Message, old: Message | None = None) -> dict[str, Any]:
    """Arguments for an edit: everything is set, so nothing old can stay, except what is attached.

    ``old`` is what is known to stand there: a file that it has already is not sent again. A new one takes its place.
    """
    there = old is not None and old.file == message.file
    files = {} if message.file is None or there else {"attachments": [file_of(message.file)]}
    return {
        "content": message.content,
        "embed": embed_of(message.embed) if message.embed else None,
        "view": view_of(message),
        **files,
    }


def as_new(message: Message) -> dict[str, Any]:
    """Arguments for a send or a response."""
    made: dict[str, Any] = {"content": message.content}
    if message.embed:
        made["embed"] = embed_of(message.embed)
    if message.rows:
        made["view"] = view_of(message)
    if message.file:
        made["file"] = file_of(message.file)
    return made


def shows(sent: discord.Message, message: Message) -> bool:
    """Whether Discord gave back this message: for a nonce that it knows it gives the one it has, maybe an older one."""
    rows = [row.children for row in sent.components if isinstance(row, discord.ActionRow)]
    ids = [item.custom_id for row in rows for item in row if item.custom_id is not None]
    embed = embed_of(message.embed) if message.embed else None
    if message.file is not None and message.file.name not in [attached.filename for attached in sent.attachments]:
        return False
    return ids == [item.id for row in message.rows for item in row if not isinstance(item, LinkButton)] and _told(
        sent.embeds[0] if sent.embeds else None, sent.content
    ) == _told(embed, message.content)


def _told(embed: discord.Embed | None, content: str) -> list[str]:
    """Its words, without the white space that Discord may have taken away."""
    texts = [content]
    if embed is not None:
        texts += [embed.title or "", embed.description or "", embed.footer.text or ""]
        texts += [part or "" for one in embed.fields for part in (one.name, one.value)]
    return ["".join(text.split()) for text in texts]
