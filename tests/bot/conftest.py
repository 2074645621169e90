"""The real bot at a simulated Discord. After every test everything that must always hold is checked."""

import asyncio
import functools
import inspect
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import simcord
import simcord.env
import simcord.interactions

from .club import Club

WATCHDOG = 300.0  # seconds, for one test
SETTLING = simcord.env.Env._settle_internal.__kwdefaults__
assert SETTLING is not None
SETTLING["idle"] = 0.001  # else settling polls every 50 ms
schedule_timer = simcord.env.Env._schedule_timer


def schedule_for_the_simulated_clock(self: Any, record: Any, callback: Any, args: Any, schedule_context: Any) -> None:
    """Only ``advance_time`` makes long timers ring, however long the test takes."""
    schedule_timer(self, record, callback, args, schedule_context)
    if record.real_handle is not None and record.when - self._virtual_time > self.settle_timeout:
        record.real_handle.cancel()


simcord.env.Env._schedule_timer = schedule_for_the_simulated_clock


def pytest_itemcollected(item: pytest.Item) -> None:
    """A test that hangs fails, and so does one after which something does not hold."""
    if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
        test = item.obj

        @functools.wraps(test)
        async def watched(*args: Any, **kwargs: Any) -> None:
            async with asyncio.timeout(WATCHDOG):
                await test(*args, **kwargs)
                for club in (value for value in kwargs.values() if isinstance(value, Club)):
                    await club.check()

        item.obj = watched


@pytest.fixture
async def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> AsyncIterator[Club]:
    """``@pytest.mark.club(seed=7)`` gives it its arguments; ``kind`` may be a class made from Club."""
    marker = request.node.get_closest_marker("club")
    options = dict(marker.kwargs) if marker else {}
    club = options.pop("kind", Club)(tmp_path, **options)
    plain = simcord.interactions.base_payload

    def with_locale(*args: Any, **kwargs: Any) -> Any:
        record, payload = plain(*args, **kwargs)
        payload["locale"] = club.locales.get(record.user_id, "en-US")
        return record, payload

    monkeypatch.setattr(simcord.interactions, "base_payload", with_locale)
    await club.open()
    try:
        yield club
    finally:
        async with asyncio.timeout(WATCHDOG):
            await club.close()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "club(**options): how the club of this test is made")
