"""The loopback Discord as one server on one port: REST, gateway, the page and its websocket."""

from __future__ import annotations

import ipaddress
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from importlib.resources import files
from pathlib import Path
from types import TracebackType
from typing import Self

import discord.gateway
import discord.http
import yarl
from aiohttp import web

from bot.tryout.gateway import Gateway
from bot.tryout.interactions import Interactions
from bot.tryout.people import People
from bot.tryout.rest import Rest
from bot.tryout.routing import BASE
from bot.tryout.seats import Seats
from bot.tryout.world import World

NAMES = ("Anna", "Bertl", "Chris", "Dora")
_KINDS = {"html": "text/html", "css": "text/css", "svg": "image/svg+xml", "js": "text/javascript"}
_PICTURES = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
}
_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Loopback:
    """A pretended Discord with a page for `people`. Give `rest` a subclass of Rest to inject faults.

    `at_once` is how many people the first browser gets (all, unless said); every later one gets one, and may ask for
    more. `seats_file` keeps over restarts which browser holds which person. Only a bot with the `token` may connect:
    whoever can reach the port could read every hand with it. `answer_within` and `token_life` are the seconds a bot
    has to answer and to go on answering.
    """

    def __init__(
        self,
        people: Sequence[str] = NAMES,
        *,
        host: str = "127.0.0.1",
        at_once: int | None = None,
        seats_file: Path | None = None,
        token: str = "try-out",
        clock: Callable[[], float] = time.time,
        guild_locale: str = "de",
        answer_within: float = 3.0,
        token_life: float = 900.0,
        rest: type[Rest] = Rest,
    ) -> None:
        self.people = tuple(people)
        self.host = host
        self.port = 0
        self.world = World(self.people, guild_locale=guild_locale)
        self.interactions = Interactions(self.world, answer_within=answer_within, token_life=token_life)
        self.gateway = Gateway(self.world, token)
        self.seats = Seats(len(self.people), at_once=at_once or len(self.people), file=seats_file, clock=clock)
        self.desk = People(self.world, self.interactions, self.seats)
        self.rest = rest(self.world, self.interactions, token)
        # a page that finds another run at its address loads itself anew
        self.run = secrets.token_hex(8)
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """Where the page is, seen from this machine; also the root of everything else."""
        host = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    async def start(self, port: int = 0) -> None:
        """Listen, on a free port unless one is given; OSError if it is taken."""
        app = web.Application(middlewares=[self._own_pages_only], client_max_size=32 * 1024 * 1024)
        app.router.add_route("*", BASE + "/{tail:.*}", self.rest.handle)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/ws", self.desk.serve)
        app.router.add_post("/seats", self._seats)
        app.router.add_get("/attachments/{channel}/{file}/{secret}/{name}", self._attachment)
        app.router.add_get("/emojis/{emoji}", self._emoji)
        app.router.add_get("/", self._page)
        for file in files("bot.tryout").joinpath("page").iterdir():
            app.router.add_get(f"/{file.name}", self._page)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.host, port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.world.base_url = self.url

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        self.interactions.stop()
        await self.gateway.stop()
        await self.desk.stop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def point_discord_here(self) -> None:
        """Let every discord.py client of this process that connects from now on connect to this server."""
        discord.http.Route.BASE = self.url + BASE
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.gateway.url)

    @web.middleware
    async def _own_pages_only(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Keep out other sites open in a browser on this machine: they come with a foreign Origin, or (where a
        name was made to point here) with a Host that is a foreign name; addresses cannot be made to point elsewhere.
        """
        asked, origin = yarl.URL(f"http://{request.host}"), request.headers.get("Origin")
        if origin is not None and yarl.URL(origin).authority != asked.authority:
            raise web.HTTPForbidden(text="foreign origin")
        if asked.host not in ("localhost", self.host) and not _is_address(asked.host or ""):
            raise web.HTTPForbidden(text="foreign host")
        return await handler(request)

    async def _page(self, request: web.Request) -> web.Response:
        name = request.path.removeprefix("/") or "index.html"
        text = files("bot.tryout").joinpath("page", name).read_text("utf-8")
        text = text.replace("{{run}}", self.run)
        headers = {"Cache-Control": "no-store", "Content-Security-Policy": _POLICY}
        return web.Response(text=text, content_type=_KINDS[name.rpartition(".")[2]], charset="utf-8", headers=headers)

    async def _seats(self, request: web.Request) -> web.Response:
        """A browser comes, asks for one person more or gives one up; the answer says whom it has now."""
        try:
            wish = await request.json()
            key = str(wish["key"])
            match wish["do"]:
                case "come":
                    person = wish.get("person")
                    mine = self.seats.come(key, None if person is None else int(person))
                case "add":
                    mine = self.seats.add(key)
                case "leave":
                    mine = self.seats.leave(key, int(wish["person"]))
                case _:
                    raise web.HTTPBadRequest
        except (KeyError, TypeError, ValueError, AttributeError):
            raise web.HTTPBadRequest from None
        answer = {"run": self.run, "people": len(self.people), "mine": mine}
        return web.json_response(answer, headers={"Cache-Control": "no-store"})

    async def _attachment(self, request: web.Request) -> web.Response:
        info = request.match_info
        if info["channel"].isdecimal() and info["file"].isdecimal():
            channel = self.world.channels.get(int(info["channel"]))
            for message in reversed(channel.messages.values() if channel else ()):
                for file in message.files:
                    known = file.id == int(info["file"])
                    if known and secrets.compare_digest(file.secret.encode(), info["secret"].encode()):
                        return _picture(file.data, _PICTURES.get(file.name.rpartition(".")[2].lower()))
        raise web.HTTPNotFound

    async def _emoji(self, request: web.Request) -> web.Response:
        number = request.match_info["emoji"]
        emoji = self.world.emojis.get(int(number)) if number.isdecimal() else None
        if emoji is None:
            raise web.HTTPNotFound
        return _picture(emoji.image, emoji.media_type)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _picture(data: bytes, kind: str | None) -> web.Response:
    """A picture, or (for whatever else was uploaded) a download that no browser runs."""
    headers = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": _POLICY}
    headers["Cache-Control"] = "max-age=86400"
    if kind not in _PICTURES.values():
        kind = "application/octet-stream"
        headers["Content-Disposition"] = "attachment"
    return web.Response(body=data, content_type=kind, headers=headers)
