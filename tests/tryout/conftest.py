"""What every try-out test needs."""

from collections.abc import Iterator

import discord.gateway
import discord.http
import pytest


@pytest.fixture(autouse=True)
def discord_stays_where_it_was() -> Iterator[None]:
    """Undo point_discord_here, so that other tests of the same process are not led astray."""
    base, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    yield
    discord.http.Route.BASE = base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
