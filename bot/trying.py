"""``python -m bot try``: the same bot against a Discord of our own, played in a browser."""

import asyncio
from dataclasses import replace
from pathlib import Path

from bot.client import Kreidtfuehrer
from bot.config import read_config
from bot.means import Means
from bot.process import fault, log_to_stderr, until_stopped
from bot.store.database import DatabaseFault
from bot.tryout.server import NAMES, Loopback


def try_out(*, people: int, port: int, host: str, database: Path) -> int:
    """The exit status."""
    log_to_stderr("WARNING")
    return asyncio.run(until_stopped(lambda: _try_out(people, port, host, database)))


async def _try_out(people: int, port: int, host: str, database: Path) -> int:
    config = replace(read_config({}, need_token=False), token="try-out", database=database)
    bot = Kreidtfuehrer(config, Means())
    loopback = Loopback(NAMES[:people], host=host)
    try:
        await loopback.start(port)
    except OSError as error:
        return fault(f"--port: {host}:{port} cannot be used ({error.strerror})")
    loopback.point_discord_here()

    async def on_connect() -> None:
        print(f"The ledger is kept in {database}", flush=True)
        print(f"The table is at {loopback.url} (open it in a browser; Ctrl-C ends it)", flush=True)

    bot.add_listener(on_connect)
    try:
        await bot.start(config.token)
    except DatabaseFault as error:
        return fault(f"--database: {error}")
    finally:
        await bot.close()
        await loopback.stop()
    return 0
