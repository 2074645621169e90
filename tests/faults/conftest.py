"""The bench on which the bot is broken on purpose."""

import asyncio
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import discord.client
import discord.gateway
import discord.http
import discord.webhook.async_
import pytest

import bot.publisher
import bot.shell

HURRY = 0.004  # by how much the pauses between discord.py's tries are shortened


class Hurried:
    """``asyncio`` as discord.py's modules see it, with shorter pauses of the library's own."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, delay: float, result: object = None) -> object:
        return await asyncio.sleep(delay if delay < 1 else delay * HURRY, result)  # what Discord demands is kept to


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for seconds between two tries."""
    modules: tuple[ModuleType, ...] = (discord.http, discord.webhook.async_, discord.client)
    for module in modules:
        monkeypatch.setattr(module, "asyncio", Hurried())
    monkeypatch.setattr(bot.publisher, "RETRIES", tuple(delay * HURRY for delay in bot.publisher.RETRIES))
    monkeypatch.setattr(bot.shell, "RETRY_AFTER", bot.shell.RETRY_AFTER * HURRY)


@pytest.fixture(autouse=True)
def discord_stays_where_it_was() -> Iterator[None]:
    base, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    yield
    discord.http.Route.BASE = base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
