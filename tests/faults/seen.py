"""What people see at the loopback, written down as it is shown, for the leak hunter."""

from collections.abc import Callable, Iterator
from typing import Any

from bot.tryout.things import DM, Message
from bot.tryout.world import World
from tests.bot.seen import Moment, Sight, picture_sight


def components_of(message: Message) -> Iterator[dict[str, Any]]:
    for row in message.components:
        yield from row.get("components", ())


def ids_of(message: Message) -> list[str]:
    """What can be pressed."""
    found = components_of(message)
    return [item["custom_id"] for item in found if item.get("custom_id") and not item.get("disabled")]


def pieces_of(message: Message) -> tuple[str, ...]:
    """Every text it carries; ids are texts too, for anybody who looks into the client."""
    found = [message.content]
    for embed in message.embeds:
        found += [embed.get("title") or "", embed.get("description") or "", (embed.get("footer") or {}).get("text", "")]
        for one in embed.get("fields", ()):
            found += [one["name"], one["value"]]
    for item in components_of(message):
        emoji = (item.get("emoji") or {}).get("name") or ""
        found.append(emoji + str(item.get("label") or ""))
        found += [item.get(key) or "" for key in ("custom_id", "url", "placeholder")]
        found += [f"{option['label']} {option['value']}" for option in item.get("options", ())]
    found += [file.name for file in message.files]
    return tuple(piece for piece in found if piece)


class Witness:
    """``moment`` asks the log on disk. ``posts`` are the messages that ever stood there, in order."""

    def __init__(self, world: World, moment: Callable[[], Moment]) -> None:
        self.sights: list[Sight] = []
        self.posts: list[Message] = []
        self._moment = moment
        self._world = world
        self._shown: dict[int, tuple[str, ...]] = {}
        self._pictured: dict[int, list[int]] = {}
        send, edit = world.send, world.edit

        def sent(*args: Any, **kwargs: Any) -> Message:
            message = send(*args, **kwargs)
            new = message.id not in self._shown
            if new:
                self.posts.append(message)
            self._note(message, "new" if new else "edit")
            return message

        def edited(*args: Any, **kwargs: Any) -> Message:
            message = edit(*args, **kwargs)
            self._note(message, "edit")
            return message

        world.send, world.edit = sent, edited  # type: ignore[method-assign]

    def _note(self, message: Message, kind: str) -> None:
        if message.author is not self._world.bot:
            return
        now, before = pieces_of(message), self._shown.get(message.id, ())
        self._shown[message.id] = now
        fresh = tuple(piece for piece in now if piece not in before)
        pictures = [file for file in message.files if file.name.endswith(".png")]
        alts = tuple(file.description or "" for file in pictures)
        if alts and self._pictured.get(message.id) != [file.id for file in pictures]:
            self._pictured[message.id] = [file.id for file in pictures]
            to = message.reader or (message.channel.person if message.channel.kind == DM else None)
            self.sights.append(picture_sight(to.id if to else None, message.channel.id, alts, self._moment()))
        if fresh:
            push = message.content if kind == "new" and message.reader is None else ""
            reader = message.reader or (message.channel.person if message.channel.kind == DM else None)
            place = message.channel.id
            whole = "\n".join(now)
            self.sights.append(Sight(reader.id if reader else None, place, fresh, whole, self._moment(), push, kind))
