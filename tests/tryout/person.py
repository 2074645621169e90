"""A person at the try-out page, played by a test over the page's own websocket."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import aiohttp

Json = dict[str, Any]
PATIENCE = 10.0


class Refused(Exception):
    """The server would not do what the person asked for; the text is what the page would show."""


@dataclass(frozen=True)
class Seen:
    """A message as the page shows it."""

    raw: Json

    @property
    def id(self) -> str:
        """The message's id."""
        return self.raw["id"]

    @property
    def content(self) -> str:
        """The message's text."""
        return self.raw["content"]

    @property
    def author(self) -> str:
        """Who wrote it, by name."""
        return self.raw["author"]["global_name"] or self.raw["author"]["username"]

    @property
    def ephemeral(self) -> bool:
        """Whether only this person sees it."""
        return bool(self.raw["flags"] & 64)

    @property
    def loading(self) -> bool:
        """Whether it still says that the bot is thinking."""
        return bool(self.raw["flags"] & 128)

    @property
    def components(self) -> list[Json]:
        """All buttons and menus, in reading order."""
        found: list[Json] = []

        def walk(parts: list[Json]) -> None:
            for part in parts:
                if part["type"] in (2, 3, 5, 6, 7, 8):
                    found.append(part)
                walk(part.get("components") or [])
                walk([part["accessory"]] if part.get("accessory") else [])

        walk(self.raw["components"])
        return found

    @property
    def custom_ids(self) -> list[str]:
        """The custom ids of what can be pressed now."""
        return [part["custom_id"] for part in self.components if part.get("custom_id") and not part.get("disabled")]

    def custom_id(self, label: str) -> str:
        """The custom id of the button with that label; KeyError if there is none."""
        for part in self.components:
            if part.get("label") == label and part.get("custom_id"):
                return part["custom_id"]
        raise KeyError(label)

    @property
    def text(self) -> str:
        """Everything readable in it: content, embeds, text displays, labels."""
        words: list[str] = [self.content]

        def walk(node: object) -> None:
            if isinstance(node, dict):
                for key, value in node.items():
                    if isinstance(value, str) and key in (
                        "title",
                        "description",
                        "name",
                        "value",
                        "text",
                        "content",
                        "label",
                        "placeholder",
                    ):
                        words.append(value)
                    walk(value)
            elif isinstance(node, list):
                for value in node:
                    walk(value)

        walk(self.raw["embeds"])
        walk(self.raw["components"])
        return "\n".join(words)


@dataclass(frozen=True)
class Outcome:
    """How an interaction ended: `state` is "answered" or "failed", `answer` the type of the bot's callback."""

    raw: Json

    @property
    def state(self) -> str:
        """answered or failed."""
        return self.raw["state"]

    @property
    def answer(self) -> int | None:
        """The type of the callback, None when there was none."""
        return self.raw["answer"]


class Person:
    """One person's eyes and hands. Every wait ends after `PATIENCE` seconds with TimeoutError."""

    def __init__(self, session: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._session = session
        self._socket = socket
        self._changed = asyncio.Event()
        self._replies: dict[str, asyncio.Future[Json]] = {}
        self._outcomes: dict[str, asyncio.Future[Json]] = {}
        self._messages: dict[str, dict[str, Seen]] = {}
        self._reader: asyncio.Task[None] | None = None
        self.snapshot: Json = {}
        self.you: Json = {}
        self.channels: dict[str, Json] = {}
        self.unread: dict[str, int] = {}
        self.commands: Json = {}
        self.modals: list[Json] = []
        self.events: list[Json] = []

    @classmethod
    async def connect(cls, url: str, k: int, key: str | None = None) -> Person:
        """Take the seat of person number `k`, counted from 0, with the key of a browser (each person has one)."""
        key = key or f"the-key-of-person-{k}"
        session = aiohttp.ClientSession()
        try:
            wish = {"key": key, "do": "come", "person": k}
            async with session.post(f"{url}/seats", json=wish) as response:
                response.raise_for_status()
            socket = await session.ws_connect(f"{url}/ws", params={"person": str(k), "key": key}, max_msg_size=0)
        except BaseException:
            await session.close()
            raise
        person = cls(session, socket)
        person._reader = asyncio.create_task(person._read())
        await person.until(lambda p: bool(p.snapshot))
        return person

    async def close(self) -> None:
        """Leave the page."""
        await self._socket.close()
        if self._reader is not None:
            await self._reader
        await self._session.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # seeing

    @property
    def channel(self) -> str:
        """The id of the text channel."""
        return next(c["id"] for c in self.channels.values() if c["kind"] == "channel")

    @property
    def dm(self) -> str:
        """The id of the DM with the bot."""
        return self.you["dm"]

    def place(self, channel: str) -> str:
        """A channel's id from "channel", "dm", a name or the id itself."""
        if channel in ("channel", "dm"):
            return self.channel if channel == "channel" else self.dm
        return next(c["id"] for c in self.channels.values() if channel in (c["id"], c["name"]))

    def messages(self, channel: str = "channel") -> list[Seen]:
        """What stands in a channel now, oldest first."""
        shown = self._messages.get(self.place(channel), {})
        return [shown[key] for key in sorted(shown, key=int)]

    def message(self, message_id: str) -> Seen:
        """One visible message; KeyError if it is not (or no longer) there."""
        for shown in self._messages.values():
            if message_id in shown:
                return shown[message_id]
        raise KeyError(message_id)

    async def until(self, predicate: Callable[[Person], object], within: float = PATIENCE) -> Person:
        """Wait until something holds of what this person sees."""
        async with asyncio.timeout(within):
            while not predicate(self):
                if self._reader is not None and self._reader.done():
                    raise ConnectionError("the server closed the page's connection")
                self._changed.clear()
                await self._changed.wait()
        return self

    async def news(self) -> None:
        """Wait for the next thing this person sees."""
        async with asyncio.timeout(PATIENCE):
            self._changed.clear()
            await self._changed.wait()

    async def appears(self, channel: str, predicate: Callable[[Seen], object], within: float = PATIENCE) -> Seen:
        """Wait for a message in a channel of which something holds; the newest such one."""
        await self.until(lambda p: any(predicate(seen) for seen in p.messages(channel)), within)
        return [seen for seen in self.messages(channel) if predicate(seen)][-1]

    # doing

    async def say(self, text: str, channel: str = "channel") -> str:
        """Write a message; its id."""
        return str((await self._ask(do="say", channel=self.place(channel), content=text))["id"])

    async def click(self, message_id: str, custom_id: str) -> Outcome:
        """Press a button and wait until the bot has answered or failed to."""
        channel = self.message(message_id).raw["channel_id"]
        return await self._interact(do="click", channel=channel, message=message_id, custom_id=custom_id)

    async def select(self, message_id: str, custom_id: str, *values: str) -> Outcome:
        """Choose in a menu."""
        channel = self.message(message_id).raw["channel_id"]
        return await self._interact(
            do="select", channel=channel, message=message_id, custom_id=custom_id, values=list(values)
        )

    async def command(self, name: str, /, *, channel: str = "channel", **options: object) -> Outcome:
        """Run a slash command in a channel or in the DM."""
        return await self._interact(do="command", channel=self.place(channel), name=name, options=options)

    async def autocomplete(
        self, name: str, focused: str, typed: str, /, *, channel: str = "channel", **options: object
    ) -> list[Json]:
        """The choices offered for the half-typed option `focused`."""
        ref = uuid.uuid4().hex
        self._outcomes[ref] = asyncio.get_running_loop().create_future()
        wish = {"channel": self.place(channel), "name": name, "focused": focused}
        await self._ask(ref, do="autocomplete", options={**options, focused: typed}, **wish)
        return (await self._outcome(ref))["choices"]

    async def submit(self, modal: Json, **values: object) -> Outcome:
        """Send off an open modal (one of `modals`)."""
        self.modals.remove(modal)
        return await self._interact(do="submit", modal=modal["id"], values=values)

    async def dismiss(self, message_id: str) -> None:
        """Put an ephemeral message away."""
        await self._ask(do="dismiss", channel=self.message(message_id).raw["channel_id"], message=message_id)

    async def read(self, channel: str = "channel") -> None:
        """Look at a channel."""
        await self._ask(do="read", channel=self.place(channel))

    async def speak(self, locale: str) -> None:
        """Switch the language."""
        await self._ask(do="locale", locale=locale)

    async def close_dms(self, closed: bool = True) -> None:
        """Close or open the DMs."""
        await self._ask(do="dms", closed=closed)

    async def ask(self, **wish: object) -> Json:
        """Send a wish as it is, for what no method does; the server's answer, or Refused."""
        return await self._ask(**wish)

    # the wire

    async def _interact(self, **wish: object) -> Outcome:
        ref = uuid.uuid4().hex
        self._outcomes[ref] = asyncio.get_running_loop().create_future()
        await self._ask(ref, **wish)
        return Outcome(await self._outcome(ref))

    async def _outcome(self, ref: str) -> Json:
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._outcomes[ref]
        finally:
            del self._outcomes[ref]

    async def _ask(self, ref: str | None = None, /, **wish: object) -> Json:
        ref = ref or uuid.uuid4().hex
        self._replies[ref] = reply = asyncio.get_running_loop().create_future()
        await self._socket.send_str(json.dumps({**wish, "ref": ref}))
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await reply
        finally:
            del self._replies[ref]
        if answer["event"] == "refused":
            self._outcomes.pop(ref, None)
            raise Refused(answer["reason"])
        return answer

    async def _read(self) -> None:
        async for frame in self._socket:
            if frame.type is aiohttp.WSMsgType.TEXT:
                self._take(json.loads(frame.data))
            self._changed.set()
        self._changed.set()

    def _take(self, event: Json) -> None:
        self.events.append(event)
        match event["event"]:
            case "snapshot":
                self.snapshot, self.you = event, event["you"]
                self.channels = {channel["id"]: channel for channel in event["channels"]}
                self._messages = {k: {m["id"]: Seen(m) for m in known} for k, known in event["messages"].items()}
                self.unread, self.commands = event["unread"], event["commands"]
            case "created" | "updated":
                message = event["message"]
                self._messages.setdefault(message["channel_id"], {})[message["id"]] = Seen(message)
            case "deleted":
                self._messages.get(event["channel"], {}).pop(event["id"], None)
            case "channel":
                self.channels[event["channel"]["id"]] = event["channel"]
            case "channel_gone":
                self.channels.pop(event["id"], None)
            case "unread":
                self.unread[event["channel"]] = event["count"]
            case "commands":
                self.commands = event["commands"]
            case "you":
                self.you = event["you"]
            case "modal":
                self.modals.append(event)
            case "interaction" | "choices":
                self._settle(self._outcomes, event)
            case "done" | "refused":
                self._settle(self._replies, event)

    @staticmethod
    def _settle(waiting: dict[str, asyncio.Future[Json]], event: Json) -> None:
        future = waiting.get(event["ref"])
        if future is not None and not future.done():
            future.set_result(event)
