"""What a person at the page can do, and the websocket over which the page does it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator

from aiohttp import WSMsgType, web

from bot.tryout import commands
from bot.tryout.commands import Misuse
from bot.tryout.errors import Json, Refusal
from bot.tryout.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction, Interactions
from bot.tryout.payloads import message_payload, role_payloads, user_payload
from bot.tryout.resolver import SELECT_KINDS, Resolver
from bot.tryout.seats import Seats
from bot.tryout.things import GUILD_ID, Channel, Message, User
from bot.tryout.world import World, page_channel

# messages of a channel that a page is given at once, and again each time it asks for older ones
SHOWN = 50
LOCALES = ("de", "en-US")
_UNREADABLE = {"de": "Die Seite hat etwas Unlesbares geschickt.", "en-US": "The page sent something unreadable."}


class People:
    """The people's hands and eyes: every method does what one of them does in Discord, or raises Misuse."""

    def __init__(self, world: World, interactions: Interactions, seats: Seats) -> None:
        self._world = world
        self._interactions = interactions
        self._seats = seats
        seats.on_loss = self._send_away
        self._pages: dict[int, set[asyncio.Queue[Json | None]]] = {user.id: set() for user in world.people}
        self._chose_locale: set[int] = set()
        world.on_page = self._tell
        world.show_message = lambda message: message_payload(world, message)

    # what a person does

    async def say(self, user: User, channel_id: int, content: str) -> Message:
        """Write a message into a channel or a DM; what begins like a command is never posted."""
        channel = self._channel(user, channel_id)
        commands.refuse_unknown(self._world, user, channel, content.strip())
        if channel.archived and channel.locked:
            raise Misuse("This thread is closed.", "Dieser Thread ist geschlossen.")
        if channel.archived:
            self._world.change_channel(channel, {"archived": False})
        message = self._world.send(channel, user, {"content": content})
        await self.read(user, channel_id)
        return message

    async def click(self, user: User, channel_id: int, message_id: int, custom_id: str, ref: object) -> Interaction:
        """Press a button."""
        message = self._message(user, channel_id, message_id)
        component = self._component(message, custom_id)
        if component["type"] != 2:
            raise Misuse("This is not a button.", "Das ist kein Knopf.")
        data: Json = {"custom_id": custom_id, "component_type": 2, "id": component["id"]}
        return self._interactions.open(COMPONENT, user, message.channel, data, source=message, ref=ref)

    async def select(
        self, user: User, channel_id: int, message_id: int, custom_id: str, values: list[str], ref: object
    ) -> Interaction:
        """Choose in a select menu; `values` are option values, or ids of users, roles or channels."""
        message = self._message(user, channel_id, message_id)
        component = self._component(message, custom_id)
        kind = component["type"]
        if kind != 3 and kind not in SELECT_KINDS:
            raise Misuse("This is not a menu.", "Das ist kein Menü.")
        if not component.get("min_values", 1) <= len(values) <= component.get("max_values", 1):
            raise Misuse("That is not the right number of choices.", "Das sind zu viele oder zu wenige.")
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": component["id"], "values": values}
        if kind == 3:
            known = {option["value"] for option in component["options"]}
            if not known.issuperset(values):
                raise Misuse("This choice is no longer there.", "Diese Auswahl ist nicht mehr da.")
        else:
            resolver = Resolver(self._world, user, message.channel)
            self._resolve(resolver, kind, values)
            data["resolved"] = resolver.data
        return self._interactions.open(COMPONENT, user, message.channel, data, source=message, ref=ref)

    async def submit(self, user: User, modal_id: int, values: Json, ref: object) -> Interaction:
        """Send off a modal; `values` gives a text (or a list of choices) for each custom id."""
        opener = self._interactions.find(modal_id)
        if opener is None or opener.user is not user or opener.modal is None:
            raise Misuse("This form is no longer open.", "Dieses Formular ist nicht mehr offen.")
        resolver = Resolver(self._world, user, opener.channel)
        components = self._filled(resolver, opener.modal, values)
        data: Json = {"custom_id": opener.modal["custom_id"], "components": components}
        data["resolved"] = resolver.data
        opener.modal = None
        return self._interactions.open(MODAL, user, opener.channel, data, source=opener.source, ref=ref)

    async def command(self, user: User, channel_id: int, name: str, options: Json, ref: object) -> Interaction:
        """Run a slash command such as "table open"."""
        channel = self._channel(user, channel_id)
        data, path = commands.data_for(self._world, user, channel, name, options)
        return self._interactions.open(COMMAND, user, channel, data, command=path, ref=ref)

    async def autocomplete(
        self, user: User, channel_id: int, name: str, options: Json, focused: str, ref: object
    ) -> Interaction:
        """Ask what might be meant by the half-typed option `focused`."""
        channel = self._channel(user, channel_id)
        data, path = commands.data_for(self._world, user, channel, name, options, focused)
        return self._interactions.open(AUTOCOMPLETE, user, channel, data, command=path, ref=ref)

    async def dismiss(self, user: User, channel_id: int, message_id: int) -> None:
        """Put an ephemeral message away; for the bot it goes on existing."""
        message = self._message(user, channel_id, message_id)
        if message.reader is not user:
            raise Misuse(
                "Only messages for you alone can be dismissed.", "Nur was du allein siehst, lässt sich ausblenden."
            )
        message.dismissed = True
        self._tell(user, {"event": "deleted", "channel": str(channel_id), "id": str(message_id)})
        self._world.tell_unread(user, message.channel)

    async def read(self, user: User, channel_id: int) -> None:
        """Mark a channel as read up to its end."""
        channel = self._channel(user, channel_id)
        user.read[channel.id] = max(channel.messages, default=0)
        self._world.tell_unread(user, channel)

    async def set_locale(self, user: User, locale: str) -> None:
        """Change a person's language; the commands are shown in it, the bot is told of it at the next action."""
        if locale not in LOCALES:
            raise Misuse("The page speaks English and German.", "Die Seite spricht Deutsch und Englisch.")
        self._chose_locale.add(user.id)
        user.locale = locale
        self._tell(user, {"event": "you", "you": self._you(user)})

    async def set_dms(self, user: User, *, closed: bool) -> None:
        """Close or open a person's DMs to the bot."""
        user.dms_closed = closed
        self._tell(user, {"event": "you", "you": self._you(user)})

    # what a person sees

    def snapshot(self, user: User) -> Json:
        """Everything one person may see now."""
        world = self._world
        channels = world.visible_channels(user)
        shown = {str(channel.id): self._shown(user, channel) for channel in channels}
        return {
            "event": "snapshot",
            "you": self._you(user),
            "people": [user_payload(person) for person in world.people],
            "bot": user_payload(world.bot),
            "guild": {"id": str(GUILD_ID), "name": world.guild_name},
            "channels": [page_channel(channel) for channel in channels],
            "messages": {channel: page["messages"] for channel, page in shown.items()},
            "more": [channel for channel, page in shown.items() if page["more"]],
            "unread": {str(channel.id): world.unread(user, channel) for channel in channels},
            "commands": self._commands(user),
            "roles": [{"id": role["id"], "name": role["name"]} for role in role_payloads(world)],
        }

    def _you(self, user: User) -> Json:
        closed = user.dms_closed
        return {
            **user_payload(user),
            "locale": user.locale,
            "dms_closed": closed,
            "dm": str(self._world.dm_of(user).id),
        }

    def _commands(self, user: User) -> Json:
        dm = self._world.dm_of(user)
        return {
            "guild": commands.usable(self._world, user, self._world.text),
            "dm": commands.usable(self._world, user, dm),
        }

    def _shown(self, user: User, channel: Channel, before: int | None = None) -> Json:
        """The newest messages (of those before an id), and whether there are more."""
        known = channel.messages.values()
        seen = [m for m in known if self._world.may_see(user, m) and (before is None or m.id < before)]
        return {"messages": [message_payload(self._world, m) for m in seen[-SHOWN:]], "more": len(seen) > SHOWN}

    def _tell(self, user: User, event: Json) -> None:
        if event["event"] == "commands":
            event = {**event, "commands": self._commands(user)}
        for outbox in self._pages.get(user.id, ()):
            outbox.put_nowait(event)

    # the websocket

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Handle one page's connection to /ws?person=K&key=KEY (K counts from 0) from the snapshot to its end.

        Refused with 403 unless the browser with that key holds the seat: a person's cards are for no other eyes.
        """
        text = request.query.get("person", "")
        number = int(text) if text.isdecimal() else -1
        if not self._seats.holds(request.query.get("key", ""), number):
            raise web.HTTPForbidden(text="not your seat")
        user = self._world.people[number]
        wish = request.query.get("locale")
        if wish in LOCALES and user.id not in self._chose_locale:
            await self.set_locale(user, wish)
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        outbox: asyncio.Queue[Json | None] = asyncio.Queue()
        outbox.put_nowait(self.snapshot(user))
        self._pages[user.id].add(outbox)
        self._seats.connect(number)
        writer = asyncio.create_task(self._write(socket, outbox))
        try:
            async for frame in socket:
                if outbox not in self._pages[user.id]:
                    break  # the seat is somebody else's by now
                if frame.type is WSMsgType.TEXT:
                    outbox.put_nowait(await self._do(user, frame.data))
        finally:
            self._pages[user.id].discard(outbox)
            self._seats.disconnect(number)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer
        return socket

    async def stop(self) -> None:
        """Close every page's connection."""
        for outboxes in self._pages.values():
            for outbox in outboxes:
                outbox.put_nowait(None)

    def _send_away(self, number: int) -> None:
        """Close the pages of a person whose seat has become free; the next one there may speak another language."""
        user = self._world.people[number]
        self._chose_locale.discard(user.id)
        for outbox in self._pages[user.id]:
            outbox.put_nowait(None)
        self._pages[user.id].clear()

    @staticmethod
    async def _write(socket: web.WebSocketResponse, outbox: asyncio.Queue[Json | None]) -> None:
        with contextlib.suppress(ConnectionError):
            while (event := await outbox.get()) is not None:
                await socket.send_str(json.dumps(event, separators=(",", ":")))
            await socket.close(code=1001)

    async def _do(self, user: User, text: str) -> Json:
        """Do what the page asks; the answer is "done" (with the interaction's id, if one began) or "refused"."""
        ref: object = None
        try:
            wish = json.loads(text)
            ref = wish.get("ref")
            outcome = await self._perform(user, wish, ref)
        except (Misuse, Refusal) as fault:
            reason = fault.texts[user.locale] if isinstance(fault, Misuse) else fault.message
            return {"event": "refused", "ref": ref, "reason": reason}
        except (KeyError, TypeError, ValueError, AttributeError):
            return {"event": "refused", "ref": ref, "reason": _UNREADABLE[user.locale]}
        return {"event": "done", "ref": ref, "id": str(outcome.id) if outcome is not None else None}

    async def _perform(self, user: User, wish: Json, ref: object) -> Message | Interaction | None:
        match wish["do"]:
            case "say":
                return await self.say(user, int(wish["channel"]), str(wish["content"]))
            case "click":
                where = int(wish["channel"]), int(wish["message"])
                return await self.click(user, *where, str(wish["custom_id"]), ref)
            case "select":
                where = int(wish["channel"]), int(wish["message"])
                return await self.select(user, *where, str(wish["custom_id"]), [str(v) for v in wish["values"]], ref)
            case "submit":
                return await self.submit(user, int(wish["modal"]), dict(wish["values"]), ref)
            case "command":
                options = dict(wish.get("options") or {})
                return await self.command(user, int(wish["channel"]), str(wish["name"]), options, ref)
            case "autocomplete":
                options, focused = dict(wish.get("options") or {}), str(wish["focused"])
                return await self.autocomplete(user, int(wish["channel"]), str(wish["name"]), options, focused, ref)
            case "dismiss":
                await self.dismiss(user, int(wish["channel"]), int(wish["message"]))
            case "read":
                await self.read(user, int(wish["channel"]))
            case "older":
                channel = self._channel(user, int(wish["channel"]))
                shown = self._shown(user, channel, int(wish["before"]))
                self._tell(user, {"event": "older", "ref": ref, "channel": str(channel.id), **shown})
            case "locale":
                await self.set_locale(user, str(wish["locale"]))
            case "dms":
                await self.set_dms(user, closed=bool(wish["closed"]))
            case unknown:
                raise Misuse(f"Nobody can do {unknown!r}.", f"Niemand kann {unknown!r}.")
        return None

    # look-ups

    def _channel(self, user: User, channel_id: int) -> Channel:
        channel = self._world.channels.get(channel_id)
        if channel is None or channel.person not in (None, user):
            raise Misuse("This channel is not there.", "Diesen Kanal gibt es nicht.")
        return channel

    def _message(self, user: User, channel_id: int, message_id: int) -> Message:
        message = self._channel(user, channel_id).messages.get(message_id)
        if message is None or not self._world.may_see(user, message):
            raise Misuse("This message is no longer there.", "Diese Nachricht ist nicht mehr da.")
        return message

    @staticmethod
    def _component(message: Message, custom_id: str) -> Json:
        for component in _walk(message.components):
            if component.get("custom_id") == custom_id:
                if component.get("disabled"):
                    raise Misuse("This is disabled.", "Das geht gerade nicht.")
                return component
        raise Misuse("This button is no longer there.", "Dieser Knopf ist nicht mehr da.")

    @staticmethod
    def _resolve(resolver: Resolver, kind: int, values: list[str]) -> None:
        if not all(value.isdecimal() and resolver.find(value, SELECT_KINDS[kind]) for value in values):
            raise Misuse("This choice is no longer there.", "Diese Auswahl ist nicht mehr da.")

    def _filled(self, resolver: Resolver, modal: Json, values: Json) -> list[Json]:
        """The modal's components with the person's values; what chosen ids stand for goes into the resolver."""

        def fill(component: Json) -> Json:
            answer: Json = {"type": component["type"], "id": component.get("id", 0)}
            if component["type"] == 1:
                return answer | {"components": [fill(child) for child in component["components"]]}
            if component["type"] == 18:
                return answer | {"component": fill(component["component"])}
            if component["type"] == 10:
                return answer
            answer["custom_id"] = component["custom_id"]
            value = values.get(component["custom_id"])
            if component["type"] == 4:
                text = str(value or "")
                if component.get("required", True) and not text:
                    raise Misuse("Something is still missing.", "Es fehlt noch etwas.")
                least, most = component.get("min_length") or 0, component.get("max_length") or 4000
                if len(text) > most or (text and len(text) < least):
                    raise Misuse("This text is too long or too short.", "Dieser Text ist zu lang oder zu kurz.")
                return answer | {"value": text}
            chosen = [str(entry) for entry in value or []]
            least = component.get("min_values", 1) if component.get("required", True) else 0
            if not least <= len(chosen) <= component.get("max_values", 1):
                raise Misuse("Something is still missing.", "Es fehlt noch etwas.")
            if component["type"] != 3:
                self._resolve(resolver, component["type"], chosen)
            return answer | {"values": chosen}

        return [fill(component) for component in modal["components"]]


def _walk(components: list[Json]) -> Iterator[Json]:
    """Every component, however deep it lies."""
    for component in components:
        yield component
        yield from _walk(component.get("components") or [])
        if component.get("accessory"):
            yield component["accessory"]
