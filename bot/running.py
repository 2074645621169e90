"""``python -m bot``: against Discord itself; start-up failures in one line each."""

import asyncio
import logging
import sys

import discord
from dotenv import dotenv_values

from bot.client import Kreidtfuehrer, ShardedKreidtfuehrer
from bot.config import Config, ConfigFaults, read_config
from bot.means import Means
from bot.process import CONFIG_FAULT, UNREACHABLE, fault, log_to_stderr, until_stopped
from bot.store.database import DatabaseFault

log = logging.getLogger(__name__)


def settings(environ: dict[str, str]) -> dict[str, str]:
    """``.env`` of this folder, overruled by the environment. Raises ConfigFaults if it cannot be read."""
    try:
        found = dotenv_values(".env")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigFaults([f".env: cannot be read ({type(error).__name__})"]) from None
    return {name: value for name, value in found.items() if value is not None} | environ


def run(environ: dict[str, str]) -> int:
    """``python -m bot``: the exit status."""
    try:
        config = read_config(settings(environ))
    except ConfigFaults as error:
        for line in error.faults:
            print(line, file=sys.stderr)
        return CONFIG_FAULT
    log_to_stderr(config.log_level)
    return asyncio.run(until_stopped(lambda: _run(config)))


async def _run(config: Config) -> int:
    kind = Kreidtfuehrer if config.shard_count is None else ShardedKreidtfuehrer
    bot = kind(config, Means())
    try:
        await bot.login(config.token)
        print(f"Invite the bot to a server with: {bot.invite_link}", flush=True)
        await bot.connect()
    except discord.LoginFailure:
        return fault("DISCORD_TOKEN: Discord does not accept this token; copy it again from the developer portal")
    except discord.PrivilegedIntentsRequired:
        return fault("Discord demands intents this bot does not ask for; this is a fault of the bot")
    except DatabaseFault as error:
        return fault(f"DATABASE: {error}")
    except (discord.HTTPException, discord.GatewayNotFound, OSError) as error:
        log.debug("start", exc_info=True)
        print(f"Discord cannot be reached: {error}", file=sys.stderr)
        return UNREACHABLE
    finally:
        await bot.close()
    return 0
