"""A small real discord.py bot that does a bit of everything, and the stage on which a test plays with it."""

from __future__ import annotations

import asyncio
import io
import re
import struct
import time
import zlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Self

import aiohttp
import discord
from discord import app_commands, ui
from discord.ext import commands
from person import Person

from bot.tryout.rest import Rest
from bot.tryout.server import NAMES, Loopback

Json = dict[str, Any]
WORDS = ("one", "two", "three")
FRUIT = ("apple", "acorn", "bell")


def png(side: int = 4) -> bytes:
    """A small red square."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\xc0\x20\x20" * side for _ in range(side))
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


class Card(ui.DynamicItem[ui.Button[ui.View]], template=r"t1:card:(?P<name>\w+)"):
    """A button that replaces its own message, works after a restart, and stays silent for the card "silence"."""

    def __init__(self, name: str, *, disabled: bool = False) -> None:
        super().__init__(ui.Button(label=name, custom_id=f"t1:card:{name}", disabled=disabled))
        self.name = name

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(match["name"])

    async def callback(self, interaction: discord.Interaction) -> None:
        remember(interaction)
        if self.name == "silence":
            return
        if self.name == "later":
            await interaction.response.defer()
            await interaction.edit_original_response(content="edited later")
        elif self.name == "form":
            await interaction.response.send_modal(Form())
        elif self.name == "aside":
            await interaction.response.send_message("only for you", ephemeral=True, view=hand("seven"))
        elif interaction.message is not None and interaction.message.flags.components_v2:
            await interaction.response.send_message(f"pressed {self.name}", ephemeral=True)
        else:
            await interaction.response.edit_message(content=f"{interaction.user.display_name} played {self.name}")


class Form(ui.Modal, title="A form"):
    """One text, one menu, and perhaps a person."""

    reason: ui.TextInput[Form] = ui.TextInput(label="Reason", max_length=20)
    game: ui.Label[Form] = ui.Label(
        text="Game",
        component=ui.Select(custom_id="game", options=[discord.SelectOption(label="A", value="a")]),
    )

    who: ui.Label[Form] = ui.Label(
        text="Who", description="Somebody, or nobody", component=ui.UserSelect(custom_id="who", required=False)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        remember(interaction)
        chosen = self.game.component
        assert isinstance(chosen, ui.Select)
        await interaction.response.edit_message(content=f"{self.reason.value} / {chosen.values[0]}")


class Menus(ui.View):
    """A menu of every kind."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.select(
        custom_id="words", max_values=2, options=[discord.SelectOption(label=w) for w in ("one", "two", "three")]
    )
    async def words(self, interaction: discord.Interaction, select: ui.Select[Menus]) -> None:
        await interaction.response.edit_message(content=" and ".join(select.values))

    @ui.select(cls=ui.UserSelect, custom_id="people")
    async def people(self, interaction: discord.Interaction, select: ui.UserSelect[Menus]) -> None:
        chosen = select.values[0]
        await interaction.response.edit_message(content=f"{type(chosen).__name__} {chosen.display_name}")

    @ui.select(cls=ui.RoleSelect, custom_id="roles", min_values=0, max_values=2)
    async def roles(self, interaction: discord.Interaction, select: ui.RoleSelect[Menus]) -> None:
        await interaction.response.edit_message(content=f"roles {len(select.values)}")

    @ui.select(cls=ui.MentionableSelect, custom_id="anyone")
    async def anyone(self, interaction: discord.Interaction, select: ui.MentionableSelect[Menus]) -> None:
        await interaction.response.edit_message(content=f"anyone {select.values[0].mention}")

    @ui.select(cls=ui.ChannelSelect, custom_id="channels")
    async def channels(self, interaction: discord.Interaction, select: ui.ChannelSelect[Menus]) -> None:
        await interaction.response.edit_message(content=f"channel {select.values[0].name}")


def layout(emoji: discord.Emoji, picture: bytes) -> tuple[ui.LayoutView, list[discord.File]]:
    """A message of the second kind of components, with one of each, and the files that belong to it."""
    names = ("felt.png", "small.png", "hidden.png", "notes.txt")
    files = [discord.File(io.BytesIO(picture if name.endswith("png") else b"seven"), name) for name in names]
    view = ui.LayoutView(timeout=None)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=discord.Colour.gold())
    now = int(time.time())
    box.add_item(ui.TextDisplay(f"## Everything at once\n{emoji} **bold** ||secret|| <t:{now}:R> ♣10"))
    box.add_item(ui.Section("A picture beside it", accessory=ui.Thumbnail("attachment://small.png")))
    box.add_item(ui.Separator(spacing=discord.SeparatorSpacing.large))
    aside = ui.Button[ui.LayoutView](label="Beside", custom_id="t1:card:beside")
    box.add_item(ui.Section("A button beside it", accessory=aside))
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    gallery.add_item(media="attachment://felt.png", description="Felt")
    gallery.add_item(media="attachment://hidden.png", description="Hidden", spoiler=True)
    box.add_item(gallery)
    box.add_item(ui.File("attachment://notes.txt"))
    view.add_item(box)
    view.add_item(ui.Container(ui.TextDisplay("Under a cover"), spoiler=True))
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    for style in (discord.ButtonStyle.primary, discord.ButtonStyle.secondary, discord.ButtonStyle.danger):
        row.add_item(ui.Button(label=style.name, emoji=emoji, style=style, custom_id=f"t1:card:{style.name}"))
    row.add_item(ui.Button(label="out", url="https://example.org/"))
    view.add_item(row)
    options = [discord.SelectOption(label=word, value=word, emoji=emoji, description=f"word {word}") for word in WORDS]
    menu: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    menu.add_item(ui.Select(custom_id="words", placeholder="A word", options=options))
    view.add_item(menu)
    return view, files


def hand(*names: str) -> ui.View:
    """A view of cards."""
    view = ui.View(timeout=None)
    for name in names:
        view.add_item(Card(name))
    return view


def remember(interaction: discord.Interaction) -> None:
    """Keep an interaction for the test to look at."""
    client = interaction.client
    assert isinstance(client, ToyBot)
    client.interactions.append(interaction)


class German(app_commands.Translator):
    """Names /say in German."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        words = {"say": "sag", "text": "wort", "Say something": "Etwas sagen"}
        return words.get(string.message) if locale is discord.Locale.german else None


class ToyBot(commands.Bot):
    """The bot; it keeps what it heard in `heard`, `resumed` and `interactions`."""

    def __init__(self) -> None:
        super().__init__(
            command_prefix=[],
            intents=discord.Intents(guilds=True, guild_messages=True),
            max_messages=None,
            # how long the library waits for further guilds before it calls itself ready
            guild_ready_timeout=0.05,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.interactions: list[discord.Interaction] = []
        self.heard: list[discord.Message] = []
        self.is_up = asyncio.Event()
        self.changed = asyncio.Event()
        self.resumed = 0

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Card)
        self.add_view(Menus())
        for command in (say, board, menus, everything, think, mute, table):
            self.tree.add_command(command)
        await self.tree.set_translator(German())
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.is_up.set()

    async def on_resumed(self) -> None:
        self.resumed += 1
        self.changed.set()

    async def on_message(self, message: discord.Message, /) -> None:
        self.heard.append(message)
        self.changed.set()

    async def until(self, predicate: Any) -> None:
        """Wait until something holds of what the bot heard."""
        while not predicate():
            self.changed.clear()
            await self.changed.wait()


@app_commands.command(description="Say something")
async def say(
    interaction: discord.Interaction,
    text: str,
    who: discord.User | discord.Member | None = None,
    times: app_commands.Range[int, 1, 3] = 1,
) -> None:
    """Say a text, perhaps to somebody."""
    remember(interaction)
    words = f"{text} " * times + (f"{type(who).__name__} {who.mention}" if who else "")
    await interaction.response.send_message(words, allowed_mentions=discord.AllowedMentions(users=True))


@say.autocomplete("text")
async def complete(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Offer the words that begin like what is typed; stay silent on "silence"."""
    if current == "silence":
        raise RuntimeError("no answer on purpose")
    who = getattr(interaction.namespace.who, "display_name", "nobody")
    return [app_commands.Choice(name=f"{w} ({who})", value=w) for w in FRUIT if w.startswith(current)]


@app_commands.command(description="Post a board")
async def board(interaction: discord.Interaction, card: str = "seven") -> None:
    """Post a message with one card."""
    remember(interaction)
    await interaction.response.send_message("the board", view=hand(card))


@app_commands.command(description="Post menus")
async def menus(interaction: discord.Interaction) -> None:
    """Post the menus."""
    await interaction.response.send_message("choose", view=Menus())


@app_commands.command(description="Post one of everything")
async def everything(interaction: discord.Interaction) -> None:
    """Post a layout with all components."""
    client = interaction.client
    assert isinstance(client, ToyBot)
    known = await client.fetch_application_emojis()
    emoji = known[0] if known else await client.create_application_emoji(name="chalk", image=png(24))
    view, files = layout(emoji, png(160))
    await interaction.response.send_message(view=view, files=files)


@app_commands.command(description="Think first")
async def think(interaction: discord.Interaction, hidden: bool) -> None:
    """Answer late; the test does the rest."""
    remember(interaction)
    await interaction.response.defer(ephemeral=hidden, thinking=True)


@app_commands.command(description="For moderators, in the guild only")
@app_commands.default_permissions(manage_messages=True)
@app_commands.guild_only()
async def mute(interaction: discord.Interaction) -> None:
    """Only for the few."""
    await interaction.response.send_message("muted")


table = app_commands.Group(name="table", description="Tables")


@table.command(name="open", description="Open a table")
@app_commands.choices(game=[app_commands.Choice(name="Bauernstoß", value="bauernstoss")])
async def table_open(interaction: discord.Interaction, game: str) -> None:
    """A sub-command with a choice."""
    await interaction.response.send_message(f"open: {game}")


@dataclass
class Stage:
    """A loopback with the bot connected and people at the page."""

    loopback: Loopback
    bot: ToyBot
    people: list[Person]
    session: aiohttp.ClientSession

    @property
    def anna(self) -> Person:
        """The first person, who owns the guild."""
        return self.people[0]

    @property
    def bertl(self) -> Person:
        """The second person."""
        return self.people[1]

    @property
    def channel(self) -> discord.TextChannel:
        """The text channel as the bot knows it."""
        found = self.bot.get_channel(int(self.anna.channel))
        assert isinstance(found, discord.TextChannel)
        return found

    async def user(self, person: Person) -> discord.User:
        """A person as the bot knows it."""
        return await self.bot.fetch_user(int(person.you["id"]))

    async def request(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """One plain REST request with the bot's token: status and body."""
        url = f"{self.loopback.url}/api/v10{path}"
        async with self.session.request(method, url, json=body, headers={"Authorization": "Bot try-out"}) as response:
            return response.status, None if response.status == 204 else await response.json()


@asynccontextmanager
async def play(
    people: int = 2, *, rest: type[Rest] = Rest, answer_within: float = 3.0, token_life: float = 900.0
) -> AsyncIterator[Stage]:
    """Set the stage and clear it again; the whole play ends after 20 seconds with TimeoutError."""
    async with asyncio.timeout(20), AsyncExitStack() as stack:
        loopback = await stack.enter_async_context(
            Loopback(NAMES[:people], rest=rest, answer_within=answer_within, token_life=token_life)
        )
        loopback.point_discord_here()
        toy = ToyBot()
        task = asyncio.create_task(toy.start("try-out"))
        stack.push_async_callback(asyncio.wait, [task])
        stack.push_async_callback(toy.close)
        up = asyncio.create_task(toy.is_up.wait())
        await asyncio.wait([task, up], return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            up.cancel()
            await task
        persons = [
            await stack.enter_async_context(await Person.connect(loopback.url, number)) for number in range(people)
        ]
        session = await stack.enter_async_context(aiohttp.ClientSession())
        yield Stage(loopback, toy, persons, session)
