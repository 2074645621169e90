"""From a request to the method that answers it, and back."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from aiohttp import BodyPartReader, web

from bot.tryout.errors import Json, Refusal, refusal
from bot.tryout.things import Upload
from bot.tryout.world import World

BASE = "/api/v10"
_FILE_KEY = re.compile(r"files\[(\d+)\]")
# the largest whole number that JavaScript keeps; Discord takes no larger ones but ids
_LARGEST_EXACT = 2**53 - 1
_NO_TOKEN = ("/interactions/", "/webhooks/", "/gateway")


@dataclass
class Call:
    """One request, read: its JSON body, its files and its query."""

    body: Any = None
    uploads: list[Upload] = field(default_factory=list)
    query: dict[str, str] = field(default_factory=dict)


Handler = Callable[..., Json | list[Any] | None]
AnyHandler = TypeVar("AnyHandler", bound=Handler)
# the path arguments that are handed on as text; all others are snowflakes and become numbers
_TEXTS = ("token", "which")


def route(method: str, path: str) -> Callable[[AnyHandler], AnyHandler]:
    """Note on a method which requests it answers; `{name}` in the path becomes an argument (see `_TEXTS`)."""

    def mark(handler: AnyHandler) -> AnyHandler:
        routes: list[tuple[str, str]] = handler.__dict__.setdefault("routes", [])
        routes.append((method, path))
        return handler

    return mark


class Router:
    """Finds the method marked for a request, calls it, and turns its result into an answer."""

    def __init__(self, world: World, token: str) -> None:
        self.world = world
        self._token = token
        self._routes: list[tuple[str, re.Pattern[str], Handler]] = []
        for name in dir(type(self)):
            handler = getattr(self, name)
            for method, path in getattr(handler, "routes", ()):
                pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))
                self._routes.append((method, pattern, handler))

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one request; faults come back as Discord's JSON errors."""
        try:
            path = request.path.removeprefix(BASE)
            shown = request.headers.get("Authorization", "")
            if not path.startswith(_NO_TOKEN) and not secrets.compare_digest(
                shown.encode(), f"Bot {self._token}".encode()
            ):
                raise refusal(0)
            handler, ids = self._find(request.method, path)
            result = handler(await self._read(request), **ids)
        except Refusal as fault:
            return _json(fault.payload(), fault.status)
        return web.Response(status=204) if result is None else _json(result, 200)

    def _find(self, method: str, path: str) -> tuple[Handler, dict[str, Any]]:
        for known, pattern, handler in self._routes:
            match = pattern.fullmatch(path) if known == method else None
            if match is not None:
                ids = match.groupdict()
                if all(value.isdecimal() for key, value in ids.items() if key not in _TEXTS):
                    return handler, {k: v if k in _TEXTS else int(v) for k, v in ids.items()}
        raise Refusal(404, 0, "404: Not Found")

    async def _read(self, request: web.Request) -> Call:
        call = Call(query=dict(request.query))
        try:
            if request.content_type == "multipart/form-data":
                async for part in await request.multipart():
                    if not isinstance(part, BodyPartReader):
                        continue
                    data = bytes(await part.read(decode=True))
                    key = _FILE_KEY.fullmatch(part.name or "")
                    if part.name == "payload_json":
                        call.body = json.loads(data)
                    elif key is not None:
                        call.uploads.append(Upload(key[1], part.filename or "file", data))
            elif request.can_read_body:
                call.body = json.loads(await request.text())
        except ValueError:
            raise refusal(50109) from None
        call.body = {} if call.body is None else _ids_as_text(call.body)
        return call


def _ids_as_text(node: Any) -> Any:
    """Ids as Discord gives them back: as text, whether they came so or as numbers that JavaScript would round."""
    if isinstance(node, dict):
        return {key: child if key == "nonce" else _ids_as_text(child) for key, child in node.items()}
    if isinstance(node, list):
        return [_ids_as_text(child) for child in node]
    return str(node) if isinstance(node, int) and node > _LARGEST_EXACT else node


def _json(body: object, status: int) -> web.Response:
    # discord.py compares the content type with exactly this, without a charset
    data = json.dumps(body).encode()
    return web.Response(body=data, status=status, headers={"Content-Type": "application/json"})
