"""What people see in the simulated Discord, piece by piece, with the moment at which they see it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import simcord
from simcord.backend.models import Interaction, Message


@dataclass(frozen=True)
class Moment:
    """What was committed: ``plies`` the last one of each table, ``chairs`` the person on each seat of each table."""

    plies: Mapping[int, int]
    chairs: Mapping[int, tuple[int | None, ...]]


@dataclass(frozen=True)
class Sight:
    """New pieces of one message or choice list. ``reader``: a Discord user id, None for everybody in the channel."""

    reader: int | None
    place: int  # the channel's id
    pieces: tuple[str, ...]  # those that are new
    whole: str  # all of it, to tell what it is about
    moment: Moment
    push: str  # what a phone shows for it; empty for an edit or a private answer
    kind: str
    files: tuple[str, ...] = ()  # the texts attached, if they are new


def picture_sight(reader: int | None, place: int, alts: tuple[str, ...], moment: Moment) -> Sight:
    """What pictures tell, in the words that go with them."""
    return Sight(reader, place, alts, "\n".join(alts), moment, "", "picture")


def pieces_of(message: Message) -> tuple[str, ...]:
    """Every text a message carries; ids are texts too, for anybody who looks into the client."""
    found = [message.content]
    for embed in message.embeds:
        found += [embed.get("title") or "", embed.get("description") or "", (embed.get("footer") or {}).get("text", "")]
        for one in embed.get("fields", ()):
            found += [one["name"], one["value"]]
    for component in components_in(message.components):
        emoji = (component.get("emoji") or {}).get("name") or ""
        found.append(emoji + str(component.get("label") or ""))
        found += [component.get(key) or "" for key in ("custom_id", "url", "placeholder")]
        found += [f"{option['label']} {option['value']}" for option in component.get("options", ())]
    for attached in message.attachments:  # a picture may be sent anew; what it tells is what counts
        picture = attached["filename"].endswith(".png")
        found.append(f"{attached['filename']} {(attached.get('description') or '') if picture else attached['id']}")
    return tuple(piece for piece in found if piece)


def components_in(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for row in rows:
        yield from row.get("components", ())


class Witness:
    """Writes down everything shown, as it is shown. ``moment`` asks the log on disk."""

    def __init__(self, env: simcord.Env, moment: Callable[[], Moment]) -> None:
        self.sights: list[Sight] = []
        self._backend = env.backend
        self._moment = moment
        self._shown: dict[int, tuple[str, ...]] = {}
        self._pictured: dict[int, tuple[str, ...]] = {}
        self._answered: dict[int, Moment] = {}
        commit, edit, new = env.backend.commit_message, env.backend.edit_message, env.backend.new_interaction

        def commit_message(message: Message, *, broadcast: bool = True) -> Message:
            made = commit(message, broadcast=broadcast)
            self._note(made, "new")
            return made

        def edit_message(channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
            made = edit(channel_id, message_id, fields)
            self._note(made, "edit")
            return made

        def new_interaction(*args: Any, **kwargs: Any) -> Interaction:
            record = new(*args, **kwargs)
            self._answered[record.id] = self._moment()
            return record

        env.backend.commit_message = commit_message  # type: ignore[method-assign]
        env.backend.edit_message = edit_message  # type: ignore[method-assign]
        env.backend.new_interaction = new_interaction  # type: ignore[method-assign]

    def _note(self, message: Message, kind: str) -> None:
        if message.author_id != self._backend.bot_user.id:
            return
        now, before = pieces_of(message), self._shown.get(message.id, ())
        self._shown[message.id] = now
        fresh = tuple(piece for piece in now if piece not in before)
        texts = [attached for attached in message.attachments if not attached["filename"].endswith(".png")]
        files = () if now == before else tuple(self._text_of(attached) for attached in texts)
        if fresh:
            push = message.content if kind == "new" and not message.is_ephemeral else ""
            reader, whole = self._reader(message), "\n".join(now)
            self.sights.append(Sight(reader, message.channel_id, fresh, whole, self._moment(), push, kind, files))
        alts = tuple(attached.get("description") or "" for attached in message.attachments if attached not in texts)
        if alts and alts != self._pictured.get(message.id):
            self._pictured[message.id] = alts
            reader = self._reader(message)
            self.sights.append(picture_sight(reader, message.channel_id, alts, self._moment()))

    def _text_of(self, attached: dict[str, Any]) -> str:
        data = self._backend.cdn.get(attached["url"])
        assert data is not None
        return data.decode()

    def _reader(self, message: Message) -> int | None:
        if message.is_ephemeral:
            assert message.interaction_metadata is not None
            return int(message.interaction_metadata["user"]["id"])
        for user, channel in self._backend.dm_channels.items():
            if channel == message.channel_id:
                return user
        return None

    def choices(self) -> Iterator[Sight]:
        """The choice lists offered so far."""
        for record in self._backend.interactions.values():
            if record.autocomplete_choices:
                offered = tuple(f"{choice['name']} {choice['value']}" for choice in record.autocomplete_choices)
                moment = self._answered[record.id]
                yield Sight(record.user_id, record.channel_id, offered, "\n".join(offered), moment, "", "choices")
