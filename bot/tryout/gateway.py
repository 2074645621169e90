"""The gateway: the websocket on which the bot hears what happens."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import zlib
from collections import deque
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from bot.tryout.errors import Json
from bot.tryout.payloads import channel_payload, gateway_message, guild_payload, user_payload
from bot.tryout.things import BOT_ID, DM, GUILD_ID, Channel, Message
from bot.tryout.world import World

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 0, 1 << 9, 1 << 12, 1 << 15
# discord.py warns of a blocked loop when an ACK comes back within the same turn of it
ACK_DELAY = 0.02
HEARTBEAT_MS = 41_250
_REPLAY = 5000


@dataclass
class Session:
    """One identified client; what it was sent is kept so that it can resume after a lost connection."""

    id: str
    intents: int
    shard: tuple[int, int]
    sequence: int = 0
    sent: deque[tuple[int, Json]] = field(default_factory=lambda: deque(maxlen=_REPLAY))
    link: Link | None = None

    def dispatch(self, event: str, data: Json) -> None:
        """Send an event, or keep it until the client resumes."""
        self.sequence += 1
        frame = {"op": 0, "t": event, "s": self.sequence, "d": data}
        self.sent.append((self.sequence, frame))
        if self.link is not None:
            self.link.put(frame)


class Link:
    """One websocket connection with its writer, so that frames leave in the order they were put."""

    def __init__(self, socket: web.WebSocketResponse, *, compress: bool) -> None:
        self.socket = socket
        self._deflate = zlib.compressobj() if compress else None
        self._outbox: asyncio.Queue[Json | None] = asyncio.Queue()
        self.closed_here = False

    def put(self, frame: Json) -> None:
        """Queue a frame."""
        self._outbox.put_nowait(frame)

    def close(self) -> None:
        """Send what is queued, then close."""
        self.closed_here = True
        self._outbox.put_nowait(None)

    async def write(self) -> None:
        """Send the queued frames until the connection goes."""
        with contextlib.suppress(ConnectionError):
            while (frame := await self._outbox.get()) is not None:
                text = json.dumps(frame, separators=(",", ":"))
                if self._deflate is None:
                    await self.socket.send_str(text)
                else:
                    data = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(data)
            await self.socket.close(code=4000)


class Gateway:
    """All sessions; it turns the world's dispatches into what each session's intents allow it to hear."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        self._sessions: dict[str, Session] = {}
        world.on_dispatch = self.dispatch

    @property
    def url(self) -> str:
        """Where clients connect."""
        return self._world.base_url.replace("http", "ws", 1) + "/gateway"

    @property
    def connected(self) -> bool:
        """Whether a client is identified and reachable now."""
        return any(session.link is not None for session in self._sessions.values())

    def dispatch(self, event: str, subject: object) -> None:
        """Let the sessions know of a message or channel; a dict is sent to all of them as it is."""
        for session in list(self._sessions.values()):
            data = self._for(session, event, subject)
            if data is not None:
                session.dispatch(event, data)

    def ask_to_reconnect(self) -> None:
        """Send every client op 7, upon which it resumes on a new connection."""
        for session in self._sessions.values():
            if session.link is not None:
                session.link.put({"op": 7, "d": None})

    def drop(self) -> None:
        """Close every connection without warning; the sessions stay and can be resumed."""
        for session in self._sessions.values():
            if session.link is not None:
                session.link.close()

    async def stop(self) -> None:
        """Close every connection and forget the sessions."""
        links = [session.link for session in self._sessions.values() if session.link is not None]
        self._sessions.clear()
        for link in links:
            await link.socket.close(code=1001)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Handle one connection to /gateway from HELLO to its end."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        # a compression the loopback does not know is answered in plain text, which discord.py takes as well
        link = Link(socket, compress=request.query.get("compress") == "zlib-stream")
        writer = asyncio.create_task(link.write())
        session: Session | None = None
        link.put({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    continue
                message = json.loads(frame.data)
                op, data = message.get("op"), message.get("d")
                if op in (2, 6) and data.get("token") != self._token:
                    await socket.close(code=4004)
                elif op == 1:
                    asyncio.get_running_loop().call_later(ACK_DELAY, link.put, {"op": 11, "d": None})
                elif op == 2:
                    session = self._identify(link, data)
                elif op == 6:
                    session = self._resume(link, data) or session
                elif op == 8:
                    self._members(session, data)
        finally:
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer
            if session is not None and session.link is link:
                session.link = None
                if not link.closed_here and socket.close_code in (1000, 1001):
                    # the client left for good: Discord forgets such a session
                    self._sessions.pop(session.id, None)
        return socket

    def _identify(self, link: Link, data: Json) -> Session:
        number, count = data.get("shard") or (0, 1)
        session = Session(secrets.token_hex(16), int(data.get("intents", 0)), (int(number), int(count)), link=link)
        # a client that was killed never resumes: its session would only go on gathering events
        for old in [old for old in self._sessions.values() if old.link is None and old.shard == session.shard]:
            del self._sessions[old.id]
        self._sessions[session.id] = session
        here = (GUILD_ID >> 22) % session.shard[1] == session.shard[0]
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": {**user_payload(self._world.bot), "verified": True, "mfa_enabled": False, "flags": 0},
                "guilds": [{"id": str(GUILD_ID), "unavailable": True}] if here else [],
                "session_id": session.id,
                "resume_gateway_url": self.url,
                "shard": list(session.shard),
                "application": {"id": str(BOT_ID), "flags": 0},
                "private_channels": [],
            },
        )
        if here and session.intents & GUILDS:
            session.dispatch("GUILD_CREATE", guild_payload(self._world, full=True))
        return session

    def _resume(self, link: Link, data: Json) -> Session | None:
        session = self._sessions.get(data.get("session_id") or "")
        seen = int(data.get("seq") or 0)
        if session is None or (session.sent and session.sent[0][0] > seen + 1):
            link.put({"op": 9, "d": False})
            return None
        if session.link is not None:
            session.link.close()
        session.link = link
        for number, frame in session.sent:
            if number > seen:
                link.put(frame)
        session.dispatch("RESUMED", {"_trace": []})
        return session

    def _members(self, session: Session | None, data: Json) -> None:
        """Answer a request for members with none: without the members intent Discord names nobody."""
        if session is not None:
            chunk = {"guild_id": str(GUILD_ID), "members": [], "chunk_index": 0, "chunk_count": 1, "not_found": []}
            session.dispatch("GUILD_MEMBERS_CHUNK", {**chunk, "nonce": data.get("nonce")})

    def _for(self, session: Session, event: str, subject: object) -> Json | None:
        """The event's data as this session may have it; None if it must not hear of it."""
        if isinstance(subject, Message):
            return self._message_for(session, event, subject)
        if isinstance(subject, Channel):
            if subject.kind == DM or not self._concerns(session, GUILDS, in_guild=True):
                return None
            payload = channel_payload(self._world, subject)
            return {**payload, "newly_created": True} if event == "THREAD_CREATE" else payload
        if isinstance(subject, dict):
            return subject if self._concerns(session, 0, in_guild="guild_id" in subject) else None
        return None

    def _message_for(self, session: Session, event: str, message: Message) -> Json | None:
        # an ephemeral message has no guild on the gateway and so comes with the direct messages, as on Discord
        in_guild = message.channel.kind != DM and message.reader is None
        if not self._concerns(session, GUILD_MESSAGES if in_guild else DIRECT_MESSAGES, in_guild=in_guild):
            return None
        if event == "MESSAGE_DELETE":
            place = {"guild_id": str(GUILD_ID)} if in_guild else {}
            return {"id": str(message.id), "channel_id": str(message.channel.id), **place}
        payload = gateway_message(self._world, message)
        bot = self._world.bot
        readable = not in_guild or message.author is bot or bot in message.mentions
        if not readable and not session.intents & MESSAGE_CONTENT:
            payload |= {"content": "", "embeds": [], "attachments": [], "components": []}
        return payload

    @staticmethod
    def _concerns(session: Session, intent: int, *, in_guild: bool) -> bool:
        number, count = session.shard
        return (GUILD_ID >> 22 if in_guild else 0) % count == number and session.intents & intent == intent
