"""Bringing the pictures to Discord: once, again, changed, and where it does not work."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import discord
import discord.gateway
import discord.http
import pytest
from aiohttp import web

from bot.pictures.packs import CHALK, KEYS, Pack, drawn, emoji_name, keys_of
from bot.pictures.upload import MOST_FAILURES, Emojis
from bot.tryout.rest import Rest
from bot.tryout.server import Loopback
from bot.tryout.world import World

Fault = Callable[[web.Request], web.Response | None]


class Faulty(Rest):
    """Answers with ``fault`` where it gives an answer, and keeps what was asked of it."""

    fault: Fault = staticmethod(lambda request: None)
    asked: list[str] = []  # noqa: RUF012 (a fresh class for every test)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path.endswith("/emojis") or "/emojis/" in request.path:
            self.asked.append(request.method)
            if (answer := type(self).fault(request)) is not None:
                return answer
        return await super().handle(request)


class Stage:
    def __init__(self, world: World, client: discord.Client, rest: type[Faulty]) -> None:
        self.world, self.client, self.rest = world, client, rest

    def names(self) -> list[str]:
        return sorted(emoji.name for emoji in self.world.emojis.values())

    async def started(self) -> Emojis:
        """As a start of the bot does it."""
        self.rest.asked.clear()
        emojis = Emojis(self.client, pause=0)
        await emojis.bring_up()
        return emojis


@asynccontextmanager
async def standing() -> AsyncIterator[Stage]:
    class Own(Faulty):
        asked: list[str] = []  # noqa: RUF012

    async with Loopback(("anna",), rest=Own) as loopback:
        loopback.point_discord_here()
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login("try-out")
            yield Stage(loopback.world, client, Own)


@pytest.fixture
async def stage(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)  # put back afterwards
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)
    async with asyncio.timeout(60), standing() as found:
        yield found


def refusing(method: str, status: int = 400, after: int = 0) -> Fault:
    """Refuses what is asked in this way, from the one after so many."""
    seen = 0

    def fault(request: web.Request) -> web.Response | None:
        nonlocal seen
        seen += request.method == method
        if request.method != method or seen <= after:
            return None
        return web.json_response({"code": 30008, "message": "Maximum number of emojis reached"}, status=status)

    return staticmethod(fault)  # type: ignore[return-value]


async def test_what_is_missing_is_brought_up_once(stage: Stage) -> None:
    first = await stage.started()
    assert stage.rest.asked == ["GET"] + ["POST"] * len(KEYS)
    assert stage.names() == sorted(emoji_name(key) for key in KEYS)
    assert first.ids.keys() == KEYS
    shown = stage.world.emojis[first.ids[CHALK]]
    assert (shown.name, shown.image) == (emoji_name(CHALK), drawn(CHALK))
    assert first.mention(CHALK) == f"<:{shown.name}:{shown.id}>"
    second = await stage.started()
    assert stage.rest.asked == ["GET"]
    assert second.ids == first.ids


async def test_one_that_was_deleted_comes_back(stage: Stage) -> None:
    emojis = await stage.started()
    del stage.world.emojis[emojis.ids[CHALK]]
    again = await stage.started()
    assert stage.rest.asked == ["GET", "POST"]
    assert again.ids.keys() == KEYS and again.ids[CHALK] != emojis.ids[CHALK]


async def test_an_older_drawing_gives_way_and_foreign_emojis_stay(stage: Stage) -> None:
    for name in (f"{CHALK}_000000", f"{CHALK}_111111", "chalk", "french_toast_000000"):
        await stage.client.create_application_emoji(name=name, image=drawn(CHALK))
    emojis = await stage.started()
    assert stage.rest.asked == ["GET"] + ["POST"] * len(KEYS) + ["DELETE"] * 2
    assert emojis.ids.keys() == KEYS
    assert set(stage.names()) - {emoji_name(key) for key in KEYS} == {"chalk", "french_toast_000000"}


async def test_no_emojis_at_all_is_said_once(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    stage.rest.fault = refusing("GET", 403)
    emojis = await stage.started()
    assert emojis.ids == {} and emojis.mention(CHALK) is None
    assert not emojis.has(keys_of(Pack.FRENCH, "de"))
    assert [record.levelno for record in caplog.records if record.name == "bot.pictures.upload"] == [logging.WARNING]


async def test_after_some_refusals_it_gives_up_and_keeps_what_it_has(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await stage.client.create_application_emoji(name=f"{max(KEYS)}_000000", image=drawn(CHALK))
    stage.rest.fault = refusing("POST", after=40)
    emojis = await stage.started()
    assert stage.rest.asked == ["GET"] + ["POST"] * (40 + MOST_FAILURES)  # the old one stays: nothing stands for it yet
    assert len(emojis.ids) == 40
    said = [record for record in caplog.records if record.name == "bot.pictures.upload"]
    assert [record.levelno for record in said] == [logging.INFO, logging.WARNING]
    assert f"{len(KEYS) - 40} of {len(KEYS)} are missing" in said[1].getMessage()
    stage.rest.fault = staticmethod(lambda request: None)
    assert (await stage.started()).ids.keys() == KEYS
    assert stage.rest.asked.count("POST") == len(KEYS) - 40 and stage.rest.asked.count("DELETE") == 1


async def test_a_pack_is_used_once_it_is_whole(stage: Stage) -> None:
    emojis = await stage.started()
    assert all(emojis.has(keys_of(pack, language)) for pack in Pack for language in ("de", "en"))
    assert not emojis.has(frozenset({"joker"}))


async def test_it_can_be_stopped_half_way(stage: Stage) -> None:
    emojis = Emojis(stage.client, pause=0)
    half_way = asyncio.Event()

    def fault(request: web.Request) -> None:
        if stage.rest.asked.count("POST") == 5:
            half_way.set()

    stage.rest.fault = staticmethod(fault)
    emojis.start()
    emojis.start()
    await half_way.wait()
    await emojis.stop()
    assert 0 < len(emojis.ids) < len(KEYS) and stage.rest.asked.count("GET") == 1
    assert (await stage.started()).ids.keys() == KEYS
