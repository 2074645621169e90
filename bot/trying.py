"""``python -m bot try``: the same bot against a Discord of our own, played in a browser."""

import asyncio
import contextlib
import ipaddress
import secrets
import socket
import threading
import webbrowser
from dataclasses import replace
from pathlib import Path

from bot.client import Kreidtfuehrer
from bot.config import read_config
from bot.deadlines import Pace
from bot.means import Means
from bot.opponents import workers_here
from bot.process import fault, log_to_stderr, until_stopped
from bot.store.database import DatabaseFault
from bot.tryout.server import NAMES, Loopback

PORT = 8042
_PORTS_TRIED = 20


def try_out(*, people: int, port: int | None, host: str, database: Path, show: bool, language: str) -> int:
    """The exit status. Without a `port` it is `PORT` or the next free one; `show` opens a browser; `language` is that
    of public messages.
    """
    log_to_stderr("WARNING")
    return asyncio.run(until_stopped(lambda: _try_out(people, port, host, database, show, language)))


async def _try_out(people: int, port: int | None, host: str, database: Path, show: bool, language: str) -> int:
    config = read_config({"DEFAULT_LANGUAGE": language}, need_token=False)
    config = replace(config, token=secrets.token_hex(16), database=database)
    bot = Kreidtfuehrer(config, Means(pace=Pace(picture=0.0), workers=workers_here()))
    seats_file = Path(f"{database}.seats")
    loopback = Loopback(NAMES, host=host, at_once=people, seats_file=seats_file, token=config.token)
    try:
        await _listen(loopback, port)
    except OSError as error:
        what = "--host" if isinstance(error, socket.gaierror) else "--port"
        return fault(f"{what}: {host}:{PORT if port is None else port} cannot be used ({error.strerror})")
    loopback.point_discord_here()
    told = False

    async def on_connect() -> None:
        nonlocal told
        if not told:
            _tell(loopback, port, database)
            if show:
                # some browsers of the console do not return before they are left
                threading.Thread(target=webbrowser.open, args=(loopback.url,), daemon=True).start()
        told = True

    bot.add_listener(on_connect)
    try:
        await bot.start(config.token)
    except DatabaseFault as error:
        return fault(f"--database: {error}")
    finally:
        await bot.close()
        await loopback.stop()
    return 0


async def _listen(loopback: Loopback, port: int | None) -> None:
    if port is not None:
        return await loopback.start(port)
    for candidate in range(PORT, PORT + _PORTS_TRIED):
        try:
            return await loopback.start(candidate)
        except OSError as error:
            if isinstance(error, socket.gaierror):
                raise
            await loopback.stop()
    return await loopback.start(0)


def _tell(loopback: Loopback, port: int | None, database: Path) -> None:
    print(f"The ledger is kept in {database}")
    if port is None and loopback.port != PORT:
        print(f"Port {PORT} is taken, so it is {loopback.port}")
    others = _addresses(loopback.host)
    if others:
        print(f"Everyone who can reach this machine may sit down, up to {len(loopback.people)} people:")
        for address in others:
            print(f"  http://{address}:{loopback.port}")
    print(f"The table is at {loopback.url} (open it in a browser; Ctrl-C ends it)", flush=True)


def _addresses(host: str) -> list[str]:
    """Under which addresses other machines reach us, as far as this one knows without asking any of them."""
    if host not in ("0.0.0.0", "", "::"):
        return [] if host == "localhost" or _here_only(host) else [f"[{host}]" if ":" in host else host]
    found: set[str] = set()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        # nothing is sent: this only asks by which of our addresses a far one would be reached
        probe.connect(("192.0.2.1", 9))
        found.add(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found |= {str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    return sorted(address for address in found if not _here_only(address))


def _here_only(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
