"""Running the bot: for real, or against the loopback Discord; start-up failures in one line each."""

import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import discord
from dotenv import dotenv_values

from bot.client import Kreidtfuehrer, ShardedKreidtfuehrer
from bot.config import Config, ConfigFaults, read_config
from bot.means import Means
from bot.store.database import DatabaseFault
from bot.tryout.server import NAMES, Loopback

log = logging.getLogger(__name__)
CONFIG_FAULT = 78  # EX_CONFIG: a service manager should not try again
UNREACHABLE = 75  # EX_TEMPFAIL: it should, after a while
STOP_SECONDS = 5.0


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
        for fault in error.faults:
            print(fault, file=sys.stderr)
        return CONFIG_FAULT
    _log_to_stderr(config.log_level)
    return asyncio.run(_until_stopped(lambda: _run(config)))


async def _run(config: Config) -> int:
    kind = Kreidtfuehrer if config.shard_count is None else ShardedKreidtfuehrer
    bot = kind(config, Means())
    try:
        await bot.login(config.token)
        print(f"Invite the bot to a server with: {bot.invite_link}", flush=True)
        await bot.connect()
    except discord.LoginFailure:
        return _fault("DISCORD_TOKEN: Discord does not accept this token; copy it again from the developer portal")
    except discord.PrivilegedIntentsRequired:
        return _fault("Discord demands intents this bot does not ask for; this is a fault of the bot")
    except DatabaseFault as error:
        return _fault(f"DATABASE: {error}")
    except (discord.HTTPException, discord.GatewayNotFound, OSError) as error:
        log.debug("start", exc_info=True)
        print(f"Discord cannot be reached: {error}", file=sys.stderr)
        return UNREACHABLE
    finally:
        await bot.close()
    return 0


def try_out(*, people: int, port: int, host: str, database: Path) -> int:
    """``python -m bot try``: the same bot against a Discord of our own; the exit status."""
    _log_to_stderr("WARNING")
    return asyncio.run(_until_stopped(lambda: _try_out(people, port, host, database)))


async def _try_out(people: int, port: int, host: str, database: Path) -> int:
    config = replace(read_config({}, need_token=False), token="try-out", database=database)
    bot = Kreidtfuehrer(config, Means())
    loopback = Loopback(NAMES[:people], host=host)
    try:
        await loopback.start(port)
    except OSError as error:
        return _fault(f"--port: {host}:{port} cannot be used ({error.strerror})")
    loopback.point_discord_here()

    async def on_connect() -> None:
        print(f"The ledger is kept in {database}", flush=True)
        print(f"The table is at {loopback.url} (open it in a browser; Ctrl-C ends it)", flush=True)

    bot.add_listener(on_connect)
    try:
        await bot.start(config.token)
    except DatabaseFault as error:
        return _fault(f"--database: {error}")
    finally:
        await bot.close()
        await loopback.stop()
    return 0


async def _until_stopped(work: Callable[[], Awaitable[int]]) -> int:
    """Until it ends or a signal comes; then it has five seconds to close cleanly. A second signal ends it now."""
    job = asyncio.ensure_future(work())
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no handlers; there Ctrl-C raises

            def stop(number: int = number) -> None:
                if stopped.is_set():
                    signal.signal(number, signal.SIG_DFL)
                    signal.raise_signal(number)
                stopped.set()

            loop.add_signal_handler(number, stop)
    waiting = asyncio.ensure_future(stopped.wait())
    await asyncio.wait({job, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if job.done():
        return job.result()
    job.cancel()
    done, _ = await asyncio.wait({job}, timeout=STOP_SECONDS)
    if not done:
        print("not everything could be closed in time", file=sys.stderr)
        return 1
    with contextlib.suppress(asyncio.CancelledError):
        return job.result()
    return 0


def _fault(line: str) -> int:
    print(line, file=sys.stderr)
    return CONFIG_FAULT


def _log_to_stderr(level: str) -> None:
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for library in ("discord", "aiosqlite"):  # at DEBUG they write down requests and statements, with hands and packs
        logging.getLogger(library).setLevel(max(logging.getLevelName(level), logging.WARNING))
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
