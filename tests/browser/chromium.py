"""The real browser: where it is found, how it is started, and what it must never complain about."""

import os
import re
import shutil
from collections.abc import Iterable
from pathlib import Path

from playwright.async_api import BrowserContext, ConsoleMessage, Page, Request, Response, WebError

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
NAMES = ("chromium", "chromium-browser", "google-chrome")
HOW_TO_GET_IT = (
    "no Chromium was found for the browser tests: install it (Debian and Ubuntu: "
    "apt-get install chromium fonts-dejavu fonts-noto-color-emoji) or let the environment's CHROMIUM name it"
)


def find() -> str | None:
    """The browser's path: what ``CHROMIUM`` names, else the first of the usual programs."""
    named = os.environ.get("CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)


async def photograph(page: Page, name: str) -> None:
    """Keep a picture of what can be seen, as ``<name>.png`` among the artefacts."""
    await page.screenshot(path=Path(os.environ.get("ARTEFACTS", "artefacts")) / f"{name}.png")


class Watch:
    """Writes down whatever goes wrong in a context's pages, and every request that leaves ``home``.

    ``forgive``: patterns of complaints that a test provokes.
    """

    def __init__(self, context: BrowserContext, home: str, forgive: Iterable[str] = ()) -> None:
        self._home = home
        self._forgiven = [re.compile(pattern) for pattern in forgive]
        self._heard: list[str] = []
        self.requests = 0
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("requestfailed", self._failed)
        context.on("response", self._response)
        context.on("page", lambda page: page.on("websocket", lambda socket: self._leaves(socket.url)))

    def faults(self) -> list[str]:
        return [line for line in self._heard if not any(pattern.search(line) for pattern in self._forgiven)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._heard.append(f"console {message.type}: {message.text}")

    def _error(self, error: WebError) -> None:
        self._heard.append(f"page error: {error.error}")

    def _request(self, request: Request) -> None:
        self.requests += 1
        self._leaves(request.url)

    def _failed(self, request: Request) -> None:
        self._heard.append(f"failed: {request.url} ({request.failure})")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._heard.append(f"status {response.status}: {response.url}")

    def _leaves(self, url: str) -> None:
        if not url.replace("ws:", "http:", 1).startswith(self._home + "/"):
            self._heard.append(f"left home: {url}")
