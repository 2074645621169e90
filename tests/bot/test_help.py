"""The help a newcomer reads on a phone, and what a server is told when the bot comes to it."""

import re
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import ResponseMessage

from bot.client import Translator
from bot.ui.help import PAGES, START, help_message, welcome_message
from bot.ui.message import units
from bot.ui.text import entries, text

from .club import Club
from .players import Player, buttons_of, text_of

NEEDED = ("view_channel", "send_messages", "send_messages_in_threads", "embed_links", "read_message_history")
A_PHONE = 46  # characters in a line of 390 pixels
MOST_LINES = 14


def commands(payload: dict[str, Any], language: str) -> Iterator[str]:
    """``/table open`` and the like, as people type them."""

    def name(command: dict[str, Any]) -> str:
        return command["name"] if language == "en" else command["name_localizations"]["de"]

    parts = [option for option in payload.get("options") or [] if option["type"] == 1]
    yield from [f"{name(payload)} {name(part)}" for part in parts] or [name(payload)]


# -- the help


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_fits_a_phone(language: str) -> None:
    for page in PAGES:
        message = help_message(text(language), "bauernstoss", page)
        assert message.faults == () and message.embed is not None
        lines = message.embed.description.splitlines()
        assert sum(-(-units(line) // A_PHONE) for line in lines) <= MOST_LINES, page
        assert len(message.rows) <= 2


@pytest.mark.parametrize("language", ["de", "en"])
def test_nothing_of_the_help_lies_about(language: str) -> None:
    keys = {key for key in entries(language) if key.startswith("help.")}
    pages = {f"help.{page}.{part}" for page in PAGES for part in ("title", "text")}
    assert keys == pages | {"help.more", "help.learn", "help.rules"}


@pytest.mark.parametrize("language", ["de", "en"])
async def test_every_command_has_its_place_in_the_help_and_no_other_is_named(club: Club, language: str) -> None:
    said = "\n".join(str(text(language).t(f"help.{page}.text")) for page in PAGES)
    payloads = [await one.get_translated_payload(club.bot.tree, Translator()) for one in club.bot.tree.get_commands()]
    known = {command for payload in payloads for command in commands(payload, language)}  # type: ignore[arg-type]
    for command in known:
        assert f"**/{command}**" in said or f"**{command.split()[-1]}**" in said, command
    assert set(re.findall(r"\*\*/([^*]+)\*\*", said)) <= known
    assert set(re.findall(r"\*\*/([^*]+)\*\*", text(language).t("welcome.text"))) <= known


async def test_the_first_page_tells_a_newcomer_three_things(club: Club) -> None:
    answer = (await club.karl.slash("help")).response
    assert answer is not None and answer.ephemeral and club.public() == []
    lines = [line for line in (answer.embeds[0].description or "").splitlines() if "️⃣" in line]
    assert len(lines) == 3
    for line, thing in zip(lines, ("/lernen", "/tisch öffnen", "Drück auf eine Karte"), strict=True):
        assert thing in line


async def test_pages_are_turned_in_the_same_message_and_the_lessons_are_a_press_away(club: Club) -> None:
    answer = (await club.lisa.slash_in_dm("help")).response
    assert answer is not None
    for page in (*PAGES, START):
        await club.lisa.user.select(answer, [page], custom_id="k1hc:page")
        assert text("en").t(f"help.{page}.title") in text_of(answer)
    await club.lisa.press(answer, "k1n:menu:0:show")
    assert text("en").t("learn.title") in text_of(answer)


@pytest.mark.parametrize("custom_id", ["k1h:page:nowhere", "k1h:page", "k1h:page:start:more"])
async def test_a_page_that_is_gone_gets_a_sentence(club: Club, custom_id: str) -> None:
    answer = (await club.karl.slash("help")).response
    photo = club.photo(answer)
    photo["components"][0]["components"][0]["custom_id"] = custom_id
    (result,) = await club.at_once((club.karl, photo, custom_id))
    assert result.response is not None and result.response.ephemeral


# -- coming to a server


class NewServer:
    """A server that takes the bot in once its channels are there."""

    def __init__(self, club: Club, locale: str = "de") -> None:
        self.club = club
        self.guild = club.env.create_guild("Stammtisch", preferred_locale=locale)

    def channel(self, name: str, *barred: str) -> int:
        """``barred``: rights that the bot does not have there; the channel's number."""
        channel, backend = self.guild.create_text_channel(name), self.club.env.backend
        if barred:
            deny = discord.Permissions(**dict.fromkeys(barred, True)).value
            backend.set_overwrite(channel.id, Overwrite(self.guild.id, OverwriteType.ROLE, 0, deny))
        return channel.id

    async def tells(self, **changes: Any) -> None:
        """As Discord tells of one that takes the bot in: without a word on whether it could be reached before."""
        backend = self.club.env.backend
        payload: dict[str, Any] = dict(serializers.guild_create_payload(backend, backend.get_guild(self.guild.id)))
        del payload["unavailable"]
        backend.emit("GUILD_CREATE", payload | changes)
        await self.club.env.settle(idle=0.001)

    def said(self, channel: int) -> list[ResponseMessage]:
        return self.club.messages_in(channel)


@pytest.mark.parametrize(("locale", "word"), [("de", "Guten Tag"), ("en-GB", "Hello"), ("fr", "Hello")])
async def test_a_new_server_is_greeted_in_its_language(club: Club, locale: str, word: str) -> None:
    server = NewServer(club, locale)
    channels = [server.channel("allgemein"), server.channel("karten")]
    await server.tells()
    (hello,) = server.said(channels[0])
    assert word in text_of(hello) and "@" not in text_of(hello) and "⚠️" not in text_of(hello)
    assert server.said(channels[1]) == []
    request = next(r for r in club.env.http_requests if r.path == f"/channels/{channels[0]}/messages")
    assert isinstance(request.json, dict) and request.json["allowed_mentions"] == {"parse": []}


async def test_the_channel_for_discords_own_messages_is_the_first_choice(club: Club) -> None:
    server = NewServer(club)
    first, system = server.channel("allgemein"), server.channel("willkommen")
    club.env.backend.edit_guild(server.guild.id, {"system_channel_id": system})
    await server.tells()
    assert len(server.said(system)) == 1 and server.said(first) == []


async def test_where_it_may_not_write_it_goes_on_to_the_next(club: Club) -> None:
    server = NewServer(club)
    silent = [server.channel(right.replace("_", "-"), right) for right in ("view_channel", *NEEDED[1:4:2])]
    club.env.backend.edit_guild(server.guild.id, {"system_channel_id": silent[1]})
    open_one = server.channel("offen", "read_message_history")
    await server.tells()
    assert all(server.said(channel) == [] for channel in silent)
    (hello,) = server.said(open_one)
    assert "fehlt mir noch 1 Recht: Nachrichtenverlauf lesen" in text_of(hello)


async def test_with_nowhere_to_write_it_says_nothing_and_notes_it(club: Club) -> None:
    server = NewServer(club)
    channel = server.channel("still", "send_messages")
    await server.tells()
    assert server.said(channel) == []
    lines = [line for line in club.log.lines() if str(server.guild.id) in line]
    assert len(lines) == 1 and "no channel" in lines[0]


async def test_it_says_hello_once_but_again_after_having_been_thrown_out(club: Club) -> None:
    server = NewServer(club)
    channel = server.channel("allgemein")
    await server.tells()
    await server.tells()
    await server.tells(unavailable=False)
    club.env.backend.emit("GUILD_DELETE", {"id": str(server.guild.id), "unavailable": True})
    await server.tells(unavailable=False)
    club.env.backend.emit("GUILD_DELETE", {"id": str(server.guild.id), "unavailable": True})
    await server.tells()
    await club.restart()
    await server.tells()
    assert len(server.said(channel)) == 1
    club.env.backend.emit("GUILD_DELETE", {"id": str(server.guild.id)})
    backend = club.env.backend
    backend.get_member(server.guild.id, backend.bot_user.id).joined_at = "2031-05-01T12:00:00+00:00"
    await server.tells()
    assert len(server.said(channel)) == 2


async def test_a_server_is_not_greeted_for_being_there_at_the_start(club: Club) -> None:
    server = NewServer(club)
    channel = server.channel("allgemein")
    await club.restart()
    await server.tells(unavailable=False)
    assert server.said(channel) == []


async def test_a_hello_that_does_not_get_through_is_no_crash(club: Club) -> None:
    server = NewServer(club)
    channel = server.channel("allgemein")
    club.env.inject_error("POST", f"/channels/{channel}/messages", status=403, code=50013, message="no")
    await server.tells()
    await server.tells()
    assert server.said(channel) == []
    assert [line for line in club.log.lines() if "no hello" in line]


async def test_its_buttons_open_what_only_the_presser_sees(club: Club) -> None:
    """Those who manage the server get its settings, all others their own."""
    server = NewServer(club)
    channel = server.channel("allgemein")
    await server.tells()
    (hello,) = server.said(channel)
    before = text_of(hello)
    boss_role = server.guild.create_role("Wirt", permissions=discord.Permissions(manage_guild=True))
    boss = Player(club, server.guild.add_member(club.env.create_user("Otto"), roles=[boss_role])).speaks("de")
    guest = Player(club, server.guild.add_member(club.env.create_user("Gast"))).speaks("en-GB")
    ids = [button["custom_id"] for button in buttons_of(hello)]
    assert ids == ["k1h:open", "k1s:server:open"]
    for player, words in ((boss, ("So geht’s los", "Einstellungen · Stammtisch")), (guest, ("How to begin", "Gast"))):
        for custom_id, word in zip(ids, words, strict=True):
            result = await player.press(hello, custom_id)
            assert result.response is not None and result.response.ephemeral and word in text_of(result.response)
    assert text_of(server.said(channel)[0]) == before and len([m for m in server.said(channel) if not m.ephemeral]) == 1


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_hello_fits_whatever_is_missing(language: str) -> None:
    for count in range(len(NEEDED) + 1):
        assert welcome_message(text(language), NEEDED[:count]).faults == ()
