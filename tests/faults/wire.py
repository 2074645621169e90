"""The loopback Discord with faults: answers that come late, wrong or never, limits, and a gateway that gives way."""

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from bot.tryout.rest import Rest
from bot.tryout.routing import BASE
from bot.tryout.server import NAMES, Loopback

Json = dict[str, Any]

# The kinds of requests a deal consists of.
CALLBACK = "POST /interactions/[0-9]+/[^/]+/callback"
TOKEN_EDIT = "PATCH /webhooks/.*"
FOLLOW_UP = "POST /webhooks/[0-9]+/[^/]+"
SEND = "POST /channels/[0-9]+/messages"
EDIT = "PATCH /channels/[0-9]+/messages/[0-9]+"
DELETE = "DELETE /channels/[0-9]+/messages/[0-9]+"
OPEN_DM = "POST /users/@me/channels"
ANY = "(?!PUT).* /(channels|webhooks|interactions|users/@me/channels).*"


@dataclass
class Fault:
    """What happens to requests ``METHOD /path`` that match ``route``, if ``status`` or ``cut`` or ``delay`` says so.

    Every ``every``-th of them is hit, and after it so many on the same path that it is ``burst`` in a row, until
    ``times`` have been hit. ``after``: Discord does what it was asked to, and answers as if it had not. ``cut``: the
    connection goes instead of an answer. ``silent``: it stays, and nothing ever comes.
    """

    route: str
    status: int = 0
    code: int = 0
    after: bool = False
    cut: bool = False
    silent: bool = False
    delay: float = 0.0
    every: int = 1
    burst: int = 1
    times: int | None = None
    via: bool = True
    retry_after: float = 0.01
    everywhere: bool = False
    hit: int = 0
    _seen: int = 0
    _burst: dict[str, int] = field(default_factory=dict)

    def strikes(self, request: web.Request, path: str) -> bool:
        """Whether this request is hit; counts it."""
        if self.times is not None and self.hit >= self.times:
            return False
        if not re.fullmatch(self.route, f"{request.method} {path}"):
            return False
        if self._burst.get(path, 0) > 0:
            self._burst[path] -= 1
        else:
            self._seen += 1
            if self._seen % self.every:
                return False
            self._burst[path] = self.burst - 1
        self.hit += 1
        return True


@dataclass
class Bucket:
    """``limit`` requests in ``seconds``, as Discord counts them: from the first one on, and then all anew."""

    limit: int
    seconds: float
    began: float = 0.0
    used: int = 0

    @property
    def left(self) -> float:
        """Seconds until it is full again."""
        return max(0.0, self.began + self.seconds - time.monotonic())

    def taken(self) -> float | None:
        """Take one; how long to wait if there is none."""
        if not self.left:
            self.began, self.used = time.monotonic(), 0
        if self.used >= self.limit:
            return self.left
        self.used += 1
        return None


class FaultyRest(Rest):
    """``faults`` strike in their order, at most one each request. ``bucket`` and ``overall`` are limits, if set."""

    faults: list[Fault]
    bucket: tuple[int, float] | None = None
    overall: Bucket | None = None

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.faults = []
        self.asked: list[tuple[str, int]] = []  # "METHOD /path" and the status
        self.under_way = 0
        self.moved = asyncio.Event()  # something has been answered
        self.around: Callable[[str, str], None] = lambda _moment, _what: None  # before and after what a request does
        self.refused_for_haste: Counter[str] = Counter()
        self._buckets: dict[str, Bucket] = {}
        self._held: set[asyncio.Event] = set()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix(BASE)
        self.under_way += 1
        try:
            answer = await self._answer(request, path)
        finally:
            self.under_way -= 1
            self.moved.set()
        self.asked.append((f"{request.method} {path}", answer.status))
        return answer

    def release(self) -> None:
        """Let go of all requests held in silence."""
        for held in self._held:
            held.set()

    async def _answer(self, request: web.Request, path: str) -> web.StreamResponse:
        hasty = self._too_hasty(request, path)
        if hasty is not None:
            return hasty
        fault = next((fault for fault in self.faults if fault.strikes(request, path)), None)
        if fault is None:
            return await self._done(request, path)
        if fault.delay:
            loop = asyncio.get_running_loop()
            late = loop.create_future()
            loop.call_later(fault.delay, late.set_result, None)
            await late
        if fault.silent:
            held = asyncio.Event()
            self._held.add(held)
            self.under_way -= 1
            await held.wait()
            self.under_way += 1
        answer = await self._done(request, path) if fault.after or not (fault.status or fault.cut) else None
        if fault.cut:
            assert request.transport is not None
            request.transport.abort()
            return web.Response(status=499)
        if not fault.status:
            assert answer is not None
            return answer
        return self._refusal(fault)

    async def _done(self, request: web.Request, path: str) -> web.StreamResponse:
        what = f"{request.method} {path}"
        self.around("before", what)
        answer = await super().handle(request)
        self.around("after", what)
        if self.bucket is not None and request.method != "GET" and not path.startswith("/interactions"):
            bucket = self._bucket(request, path)
            answer.headers.update(_limit_headers(bucket, self._key(request, path)))
        return answer

    @staticmethod
    def _refusal(fault: Fault) -> web.Response:
        if fault.status == 429 and not fault.via:  # not Discord itself: whoever stands before it
            return web.Response(status=429, text="<html>error code: 1015</html>", content_type="text/html")
        body: Json = {"message": "a fault on purpose", "code": fault.code}
        headers: dict[str, str] = {}
        if fault.status == 429:
            body |= {"retry_after": fault.retry_after, "global": fault.everywhere}
            headers = {"Via": "1.1 google", "Retry-After": "1"}
        return _json(fault.status, body, headers)

    # -- limits

    @staticmethod
    def _key(request: web.Request, path: str) -> str:
        """Route and major parameter: a channel's messages share one, a token's too."""
        parts = path.split("/")
        major = "/".join(parts[1:4]) if parts[1] == "webhooks" else "/".join(parts[1:3])
        return f"{request.method} {major}"

    def _bucket(self, request: web.Request, path: str) -> Bucket:
        assert self.bucket is not None
        return self._buckets.setdefault(self._key(request, path), Bucket(*self.bucket))

    def _too_hasty(self, request: web.Request, path: str) -> web.Response | None:
        free = path.startswith(("/interactions", "/webhooks"))
        wait, everywhere = None, False
        if self.overall is not None and not free:
            wait = self.overall.taken()
            everywhere = wait is not None
        if (
            wait is None
            and self.bucket is not None
            and request.method != "GET"
            and not path.startswith("/interactions")
        ):
            wait = self._bucket(request, path).taken()
        if wait is None:
            return None
        self.refused_for_haste["everywhere" if everywhere else "bucket"] += 1
        headers = {"Via": "1.1 google", "Retry-After": f"{wait:.3f}"}
        if everywhere:
            headers["X-RateLimit-Global"] = "true"
        elif self.bucket is not None:
            headers |= _limit_headers(self._bucket(request, path), self._key(request, path))
        body = {"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": everywhere}
        return _json(429, body, headers)


def _limit_headers(bucket: Bucket, key: str) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(bucket.limit),
        "X-RateLimit-Remaining": str(bucket.limit - bucket.used),
        "X-RateLimit-Reset": f"{time.time() + bucket.left:.3f}",
        "X-RateLimit-Reset-After": f"{bucket.left:.3f}",
        "X-RateLimit-Bucket": key.split(" ")[0] + key.split("/")[1],
    }


def _json(status: int, body: Json, headers: Mapping[str, str]) -> web.Response:
    data = json.dumps(body).encode()
    return web.Response(body=data, status=status, headers={**headers, "Content-Type": "application/json"})


class Wire(Loopback):
    """The loopback whose requests and connection can be spoilt."""

    rest: FaultyRest

    def __init__(self, people: tuple[str, ...] = NAMES, *, mute: bool = False, **options: Any) -> None:
        super().__init__(people, rest=FaultyRest, **options)
        assert isinstance(self.rest, FaultyRest)
        self.knocks = 0
        if mute:
            self.gateway.serve = self._say_nothing  # type: ignore[method-assign]

    async def _say_nothing(self, request: web.Request) -> web.WebSocketResponse:
        """A gateway that takes the connection and leaves it at that."""
        self.knocks += 1
        self.rest.moved.set()
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for _ in socket:
            pass
        return socket

    def invalidate(self) -> None:
        """Op 9: the session is gone, and a new one has to be begun."""
        for session in self.sessions:
            if session.link is not None:
                session.link.put({"op": 9, "d": False})
        self.gateway._sessions.clear()

    @property
    def sessions(self) -> list[Any]:
        return list(self.gateway._sessions.values())
