"""The pretended Discord's state: one guild, its people, channels and messages, and what happens to them."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Sequence
from urllib.parse import quote

from bot.tryout import limits
from bot.tryout.errors import Json, Refusal, refusal
from bot.tryout.things import (
    BOT_ID,
    BOT_PERMISSIONS,
    CHANNEL_ID,
    DM,
    DM_IDS,
    EPOCH_MS,
    HAS_THREAD,
    LOADING,
    PERSON_IDS,
    SILENT,
    SUPPRESS_EMBEDS,
    TEXT,
    THREAD,
    Channel,
    Emoji,
    File,
    Message,
    Upload,
    User,
)

_SETTABLE_FLAGS = SUPPRESS_EMBEDS | SILENT | limits.V2
NONCE_SECONDS = 300.0
_MENTION = re.compile(r"<@!?(\d+)>")


def _nothing(*_: object) -> None:
    """Stands in until somebody listens."""


class World:
    """All state. It tells `on_dispatch(event, subject)` what the bot's gateway may have to hear and
    `on_page(person, event)` what one person's page must show; both are plain functions set by their owners.
    """

    def __init__(
        self, names: Sequence[str], *, guild_locale: str = "de", clock: Callable[[], float] = time.time
    ) -> None:
        if not 1 <= len(names) <= len(PERSON_IDS):
            raise ValueError(f"between 1 and {len(PERSON_IDS)} people, not {len(names)}")
        self.clock = clock
        self.base_url = ""
        self.guild_name = "Kartentisch"
        self.guild_locale = guild_locale
        self.bot = User(BOT_ID, "Kreidtführer", bot=True)
        self.bot_permissions = BOT_PERMISSIONS
        self.people = [User(PERSON_IDS[k], name, owner=k == 0) for k, name in enumerate(names)]
        self.users = {user.id: user for user in [self.bot, *self.people]}
        self.text = Channel(CHANNEL_ID, TEXT, "kartentisch")
        self.dms = [Channel(DM_IDS[k], DM, "DM", person=user) for k, user in enumerate(self.people)]
        self.channels = {channel.id: channel for channel in [self.text, *self.dms]}
        self.commands: dict[int | None, dict[int, Json]] = {None: {}}
        self.emojis: dict[int, Emoji] = {}
        self.on_dispatch: Callable[[str, object], None] = _nothing
        self.on_page: Callable[[User, Json], None] = _nothing
        self.show_message: Callable[[Message], Json] = lambda message: {"id": str(message.id)}
        self._last_id = 0

    # ids and look-ups

    def new_id(self) -> int:
        """A new snowflake, greater than every one before, in this run and in earlier ones."""
        self._last_id = max((int(self.clock() * 1000) - EPOCH_MS) << 22, self._last_id + 1)
        return self._last_id

    def user(self, user_id: int) -> User:
        """The user with that id; refuses with 10013."""
        if user_id not in self.users:
            raise refusal(10013)
        return self.users[user_id]

    def channel(self, channel_id: int) -> Channel:
        """The channel with that id; refuses with 10003."""
        if channel_id not in self.channels:
            raise refusal(10003)
        return self.channels[channel_id]

    def message(self, channel_id: int, message_id: int) -> Message:
        """A message the bot may reach without a token: ephemeral ones are refused with 10008 like unknown ones."""
        message = self.channel(channel_id).messages.get(message_id)
        if message is None or message.reader is not None:
            raise refusal(10008)
        return message

    def dm_of(self, user: User) -> Channel:
        """The DM channel between the bot and a person; refuses with 50007 for a bot."""
        for channel in self.dms:
            if channel.person is user:
                return channel
        raise refusal(50007)

    def visible_channels(self, user: User) -> list[Channel]:
        """The channels one person sees, in the order they were made."""
        return [channel for channel in self.channels.values() if channel.person in (None, user)]

    def may_see(self, user: User, message: Message) -> bool:
        """Whether a message stands on one person's page."""
        return message.channel.person in (None, user) and message.reader in (None, user) and not message.dismissed

    def viewers(self, message: Message) -> list[User]:
        """The people on whose pages a message stands."""
        return [user for user in self.people if self.may_see(user, message)]

    def unread(self, user: User, channel: Channel) -> int:
        """How many messages of others a person has not looked at in a channel."""
        since = user.read.get(channel.id, 0)
        return sum(
            1
            for message in channel.messages.values()
            if message.id > since and message.author is not user and self.may_see(user, message)
        )

    # messages

    def require(self, channel: Channel, permission: int) -> None:
        """Refuse with 50013 what the bot's permissions in the guild do not cover; a DM needs none."""
        if channel.kind != DM and self.bot_permissions & permission != permission:
            raise refusal(50013)

    def send(
        self,
        channel: Channel,
        author: User,
        body: Json,
        uploads: Sequence[Upload] = (),
        *,
        reader: User | None = None,
        flags: int = 0,
        kind: int = 0,
        thread: Channel | None = None,
        metadata: Json | None = None,
        legacy: Json | None = None,
    ) -> Message:
        """Post a message and tell everyone concerned; a repeated enforced nonce gives the first message again.

        Refuses with 50006 an empty message, with 50035 one that breaks a limit.
        """
        nonce = body.get("nonce")
        if nonce is not None and body.get("enforce_nonce"):
            when, known = channel.nonces.get((author.id, str(nonce)), (0.0, 0))
            if self.clock() - when < NONCE_SECONDS and known in channel.messages:
                return channel.messages[known]
        message = Message(self.new_id(), channel, author, reader=reader, kind=kind, metadata=metadata, legacy=legacy)
        message.thread = thread
        message.flags = flags | (int(body.get("flags") or 0) & _SETTABLE_FLAGS)
        self._fill(message, body, uploads)
        message.nonce = nonce
        if nonce is not None and body.get("enforce_nonce"):
            channel.nonces[author.id, str(nonce)] = (self.clock(), message.id)
        reference = body.get("message_reference")
        if reference and int(reference["message_id"]) in channel.messages:
            message.reply_to = int(reference["message_id"])
        channel.messages[message.id] = message
        channel.opened = True
        self.on_dispatch("MESSAGE_CREATE", message)
        self._show("created", message)
        return message

    def edit(self, message: Message, body: Json, uploads: Sequence[Upload] = ()) -> Message:
        """Change a message as a PATCH does: only the keys that are there."""
        message.flags &= ~LOADING
        if "flags" in body:
            message.flags = (message.flags & ~_SETTABLE_FLAGS) | (int(body["flags"] or 0) & _SETTABLE_FLAGS)
        self._fill(message, body, uploads)
        message.edited = self.clock()
        self.on_dispatch("MESSAGE_UPDATE", message)
        self._show("updated", message)
        return message

    def delete(self, message: Message) -> None:
        """Take a message away for everybody."""
        message.channel.messages.pop(message.id, None)
        self.on_dispatch("MESSAGE_DELETE", message)
        for user in self.viewers(message):
            self.on_page(user, {"event": "deleted", "channel": str(message.channel.id), "id": str(message.id)})
            self.tell_unread(user, message.channel)

    def _fill(self, message: Message, body: Json, uploads: Sequence[Upload]) -> None:
        v2 = bool(message.flags & limits.V2)
        limits.check_message(body, self.emojis.keys(), v2=v2)
        if sum(len(upload.data) for upload in uploads) > limits.MAX_UPLOAD or len(uploads) > limits.MAX_FILES:
            raise Refusal(413, 40005, "Request entity too large")
        files = self._files(message, body, uploads)
        content = body["content"] or "" if "content" in body else message.content
        embeds = body["embeds"] or [] if "embeds" in body else message.embeds
        components = body["components"] or [] if "components" in body else message.components
        if not (content.strip() or embeds or components or files or message.flags & LOADING or message.kind == 18):
            raise refusal(50006)
        urls = {f"attachment://{file.name}": file.url for file in files}
        message.content, message.files = content.strip(), files
        message.embeds = [_resolve({"type": "rich", **embed}, urls) for embed in embeds]
        message.components = [_resolve(component, urls) for component in components]
        _number(message.components)
        message.mentions = self._mentioned(content, body.get("allowed_mentions"))

    def _files(self, message: Message, body: Json, uploads: Sequence[Upload]) -> list[File]:
        """What is kept of the files already there, then the new ones."""
        listed: list[Json] | None = body.get("attachments")
        described = {str(entry["id"]): entry.get("description") for entry in listed or []}
        files = message.files if listed is None else [file for file in message.files if str(file.id) in described]
        files = list(files)
        for upload in uploads:
            number = self.new_id()
            # the address is all one needs to see the file, and an id can be guessed from the time
            secret = secrets.token_urlsafe(16)
            url = f"{self.base_url}/attachments/{message.channel.id}/{number}/{secret}/{quote(upload.name)}"
            files.append(File(number, upload.name, upload.data, url, secret, described.get(upload.key)))
        return files

    def _mentioned(self, content: str, allowed: Json | None) -> list[User]:
        """Whom a content pings, as far as `allowed` lets it."""
        ids = [int(number) for number in dict.fromkeys(_MENTION.findall(content))]
        if allowed is not None and "users" not in (allowed.get("parse") or []):
            listed = {int(number) for number in allowed.get("users") or []}
            ids = [number for number in ids if number in listed]
        return [self.users[number] for number in ids if number in self.users]

    # channels

    def start_thread(self, parent: Channel, name: str, message: Message | None, archive_after: int = 1440) -> Channel:
        """Open a public thread, from a message or without one; refuses with 160004 where the message has one."""
        if message is not None and message.thread is not None:
            raise refusal(160004)
        number = message.id if message is not None else self.new_id()
        thread = Channel(number, THREAD, name, parent=parent, archive_after=archive_after)
        self.channels[thread.id] = thread
        self.on_dispatch("THREAD_CREATE", thread)
        self.tell_channel(thread)
        if message is not None:
            message.thread = thread
            message.flags |= HAS_THREAD
            self.on_dispatch("MESSAGE_UPDATE", message)
            self._show("updated", message)
        else:
            self.send(parent, self.bot, {"content": name}, kind=18, thread=thread)
        return thread

    def change_channel(self, channel: Channel, body: Json) -> None:
        """Rename, archive or lock a channel."""
        channel.name = body.get("name") or channel.name
        channel.archived = bool(body.get("archived", channel.archived))
        channel.locked = bool(body.get("locked", channel.locked))
        channel.archive_after = int(body.get("auto_archive_duration") or channel.archive_after)
        self.on_dispatch("THREAD_UPDATE" if channel.kind == THREAD else "CHANNEL_UPDATE", channel)
        self.tell_channel(channel)

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with all that is in it."""
        del self.channels[channel.id]
        self.on_dispatch("THREAD_DELETE" if channel.kind == THREAD else "CHANNEL_DELETE", channel)
        for user in self.people:
            self.on_page(user, {"event": "channel_gone", "id": str(channel.id)})

    # telling the pages

    def tell_channel(self, channel: Channel) -> None:
        """Show a new or changed channel to everyone who may see it."""
        for user in self.people:
            if channel.person in (None, user):
                self.on_page(user, {"event": "channel", "channel": page_channel(channel)})

    def tell_unread(self, user: User, channel: Channel) -> None:
        """Tell a person how many unread messages a channel has now."""
        count = self.unread(user, channel)
        self.on_page(user, {"event": "unread", "channel": str(channel.id), "count": count})

    def _show(self, event: str, message: Message) -> None:
        payload = self.show_message(message)
        for user in self.viewers(message):
            self.on_page(user, {"event": event, "message": payload})
            if event == "created" and message.author is not user:
                self.tell_unread(user, message.channel)


def page_channel(channel: Channel) -> Json:
    """A channel as the page is told of it."""
    return {
        "id": str(channel.id),
        "name": channel.name,
        "kind": {TEXT: "channel", DM: "dm", THREAD: "thread"}[channel.kind],
        "parent": str(channel.parent.id) if channel.parent else None,
        "archived": channel.archived,
    }


def _resolve(value: Json, urls: dict[str, str]) -> Json:
    """A copy in which every attachment:// address is the file's real one."""

    def walk(node: object) -> object:
        if isinstance(node, dict):
            return {key: walk(child) for key, child in node.items()}
        if isinstance(node, list):
            return [walk(child) for child in node]
        return urls.get(node, node) if isinstance(node, str) else node

    return {key: walk(child) for key, child in value.items()}


def _number(components: list[Json]) -> None:
    """Give every component the numeric id Discord gives it."""
    stack, count = list(reversed(components)), 0
    while stack:
        component = stack.pop()
        count += 1
        component["id"] = component.get("id") or count
        accessory = component.get("accessory")
        stack.extend(reversed(component.get("components") or []))
        if accessory:
            stack.append(accessory)
