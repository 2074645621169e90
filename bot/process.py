"""What every long-running command of ours shares: its end by a signal, its log, its exit statuses."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable

import discord

from bot.logs import Calm, JsonForm, TextForm

CONFIG_FAULT = 78  # EX_CONFIG: a service manager should not try again
UNREACHABLE = IN_USE = 75  # EX_TEMPFAIL: it should, after a while
STOP_SECONDS = 5.0


async def until_stopped(work: Callable[[], Awaitable[int]]) -> int:
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


def fault(line: str) -> int:
    """One line for the admin; the exit status that says the settings are at fault."""
    print(line, file=sys.stderr)
    return CONFIG_FAULT


def log_to_stderr(level: str, *, form: str = "text", journal: str | None = None, token: str = "") -> None:
    """Log from ``level`` on, the libraries never below WARNING, as ``form`` text or json and never with the ``token``.

    ``journal`` is what systemd says its journal reads (JOURNAL_STREAM); where that is stderr it writes the time itself.
    """
    handler = Calm(sys.stderr)
    handler.setFormatter(
        JsonForm(token=token) if form == "json" else TextForm(timed=journal != _stderr_stream(), token=token)
    )
    logging.basicConfig(level=level, handlers=[handler])
    for library in ("discord", "aiosqlite"):  # at DEBUG they write down requests and statements, with hands and packs
        logging.getLogger(library).setLevel(max(logging.getLevelName(level), logging.WARNING))
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here


def _stderr_stream() -> str:
    """As JOURNAL_STREAM names it."""
    try:
        found = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):
        return ""
    return f"{found.st_dev}:{found.st_ino}"
