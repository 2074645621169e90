"""One friendly message to a server that has just taken the bot in: once a membership, and never to anybody by name."""

import logging
from typing import TYPE_CHECKING

import discord

from bot.rights import missing
from bot.store.people import fact, set_fact
from bot.surfaces import DISCORD_FAULTS
from bot.ui import send
from bot.ui.help import welcome_message
from bot.ui.text import text

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer

log = logging.getLogger(__name__)

WELCOMED_FACT = "welcomed"  # with the server's id: since when the bot was in it when it last said hello


async def welcome(bot: "Kreidtfuehrer", guild: discord.Guild) -> None:
    """Names the rights that are missing. What Discord tells a second time of the same membership is passed over.

    It is noted before it is sent: rather no message than two.
    """
    name, since = f"{WELCOMED_FACT}:{guild.id}", str(guild.me.joined_at)
    if await fact(bot.database, name) == since:
        return
    await set_fact(bot.database, name, since)
    channel = _channel(guild)
    if channel is None:
        log.info("no channel of a new server to say hello in: %s", guild.id)
        return
    known = bot.people.known_guild(guild.id)
    texts = text((known and known.locale) or str(guild.preferred_locale))
    lacking = missing(channel.permissions_for(guild.me))
    try:
        await channel.send(**send.as_new(welcome_message(texts, lacking)))
    except DISCORD_FAULTS as error:
        log.warning("no hello to a new server: %s", error)


def _channel(guild: discord.Guild) -> discord.TextChannel | None:
    """The one for Discord's own messages, else the first in which the bot may write."""
    first = [] if guild.system_channel is None else [guild.system_channel]
    for channel in (*first, *guild.text_channels):
        rights = channel.permissions_for(guild.me)
        if rights.view_channel and rights.send_messages and rights.embed_links:
            return channel
    return None
