"""A real file, a real database, and a watchdog over every test."""

import asyncio
import functools
import inspect
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store.database import Database

from .playing import Scribe

WATCHDOG = 30.0  # seconds


def pytest_itemcollected(item: pytest.Item) -> None:
    """A test that hangs fails."""
    if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
        test = item.obj

        @functools.wraps(test)
        async def watched(*args: object, **kwargs: object) -> None:
            async with asyncio.timeout(WATCHDOG):
                await test(*args, **kwargs)

        item.obj = watched


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite3"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(path)
    yield opened
    async with asyncio.timeout(WATCHDOG):
        await opened.close()


@pytest.fixture
async def scribe(database: Database) -> Scribe:
    return await Scribe.at(database)


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    """Every connection has a thread, and one left open hangs the interpreter's exit."""
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        if "connection_worker" in thread.name:
            thread.join(5)
            assert not thread.is_alive(), f"a connection was left open: {thread}"
