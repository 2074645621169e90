"""``python -m bot``: against Discord itself; start-up failures in one line each."""

import asyncio
import logging
import sys

import discord

from bot.client import Kreidtfuehrer, ShardedKreidtfuehrer
from bot.config import Config, ConfigFaults, read_config, settings
from bot.means import Means
from bot.opponents import workers_here
from bot.process import CONFIG_FAULT, IN_USE, UNREACHABLE, fault, log_to_stderr, until_stopped
from bot.store.database import DatabaseFault, DatabaseInUse
from bot.surfaces import DISCORD_FAULTS

log = logging.getLogger(__name__)


def run(environ: dict[str, str]) -> int:
    """``python -m bot``: the exit status."""
    try:
        config = read_config(settings(environ))
    except ConfigFaults as error:
        for line in error.faults:
            print(line, file=sys.stderr)
        return CONFIG_FAULT
    log_to_stderr(config.log_level, form=config.log_format, journal=config.journal_stream, token=config.token)
    return asyncio.run(until_stopped(lambda: _run(config)))


async def _run(config: Config) -> int:
    kind = Kreidtfuehrer if config.shard_count is None else ShardedKreidtfuehrer
    bot = kind(config, Means(workers=workers_here()))
    try:
        await bot.login(config.token)
        print(f"Invite the bot to a server with: {bot.invite_link}", flush=True)
        await bot.connect()
    except discord.LoginFailure:
        return fault("DISCORD_TOKEN: Discord does not accept this token; copy it again from the developer portal")
    except discord.PrivilegedIntentsRequired:
        return fault("Discord demands intents this bot does not ask for; this is a fault of the bot")
    except DatabaseInUse as error:
        print(f"DATABASE: {error}", file=sys.stderr)
        return IN_USE  # while one instance takes over from another this passes by itself
    except DatabaseFault as error:
        return fault(f"DATABASE: {error}")
    except (*DISCORD_FAULTS, discord.GatewayNotFound) as error:
        log.debug("start", exc_info=True)
        print(f"Discord cannot be reached: {error}", file=sys.stderr)
        return UNREACHABLE
    finally:
        await bot.close()
    return 0
