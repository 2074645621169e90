"""``python -m bot check``: what is wrong here, and how to mend it. It only looks, beside a running bot too."""

import asyncio
import platform
import sqlite3
import sys

import discord

from bot.check.report import Report
from bot.check.texts import check_texts
from bot.process import until_stopped

OLDEST_SQLITE = (3, 37)  # the first with STRICT tables


def check(environ: dict[str, str], *, offline: bool) -> int:
    """The exit status: 0 the bot can run; 78 something must be mended; 75 only Discord cannot be reached."""
    report = Report(sys.stdout)
    return asyncio.run(until_stopped(lambda: examine(environ, report, offline=offline)))


async def examine(environ: dict[str, str], report: Report, *, offline: bool) -> int:
    """Everything that can be checked, whatever is wrong before it; the exit status."""
    _check_machine(report)
    if not check_texts(report):  # many modules of the bot need them as soon as they are imported
        report.skip("everything else", "not looked at, for without its texts the bot cannot even be loaded")
        return report.close()
    from bot.check.files import check_files
    from bot.check.online import check_online
    from bot.check.settings import check_settings

    config = check_settings(environ, report)
    found = check_files(config.database, report)
    if offline:
        report.skip("Discord", "not asked (--offline)")
    elif not config.token:
        report.skip("Discord", "not asked, for there is no token to ask with")
    else:
        await check_online(config, found, report)
    return report.close()


def _check_machine(report: Report) -> None:
    said = f"Python {platform.python_version()}, discord.py {discord.__version__}, SQLite {sqlite3.sqlite_version}"
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        report.fault("SQLite", f"{said}: at least {oldest} is needed; use a Python that brings a newer one")
    else:
        report.ok("bot", said)
