"""Chromium, one a worker; a context, a house and an end of its own for every test."""

import contextlib
import os
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import discord.gateway
import discord.http
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

from .chromium import FLAGS, HOW_TO_GET_IT, Watch, find
from .house import TryOut

HERE = Path(__file__).parent
Visit = Callable[..., AbstractAsyncContextManager[Page]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests here share a browser, and so its event loop. What mostly waits for slow computers comes first."""
    items.sort(key=lambda item: not item.name.endswith("at_the_pace_of_the_house"))
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def executable() -> str:
    """Where Chromium is. Without it the tests are skipped, loudly; in CI they fail."""
    found = find()
    if found is None:
        if os.environ.get("CI"):
            pytest.fail(HOW_TO_GET_IT)
        warnings.warn(HOW_TO_GET_IT, stacklevel=1)
        pytest.skip(HOW_TO_GET_IT)
    return found


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium(executable: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
        yield browser
        await browser.close()


@pytest.fixture
def visit(chromium: Browser) -> Visit:
    """``async with visit(url, forgive=..., **options) as page``: an empty page in a context of its own, which must
    have had nothing to complain about in the end. ``options`` are those of ``new_context``."""

    @contextlib.asynccontextmanager
    async def visited(url: str, *, forgive: tuple[str, ...] = (), **options: Any) -> AsyncIterator[Page]:
        options = {"locale": "de-DE", "viewport": {"width": 1280, "height": 800}, **options}
        context = await chromium.new_context(**options)
        watch = Watch(context, url, forgive)
        try:
            yield await context.new_page()
            assert watch.requests, "nothing was watched"
            assert not watch.faults()
        finally:
            await context.close()

    return visited


@pytest_asyncio.fixture(loop_scope="session")
async def house(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[TryOut]:
    """The running try-out; ``@pytest.mark.people(4)`` says how many sit at the page."""
    marker = request.node.get_closest_marker("people")
    house = TryOut(tmp_path, marker.args[0] if marker else 1)
    await house.start()
    try:
        yield house
    finally:
        await house.stop()


@pytest.fixture
def discord_stays_where_it_was() -> Iterator[None]:
    """Undo point_discord_here, so that other tests of the same process are not led astray."""
    base, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    yield
    discord.http.Route.BASE = base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
