"""The REST interface under /api/v10, as discord.py uses it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.tryout.application import Application
from bot.tryout.errors import Json, Refusal, refusal
from bot.tryout.interactions import Interactions
from bot.tryout.payloads import channel_payload, guild_payload, member_payload, message_payload, role_payloads
from bot.tryout.routing import Call, route
from bot.tryout.things import (
    ATTACH,
    BOT_ID,
    DM,
    GUILD_ID,
    HISTORY,
    MANAGE_MESSAGES,
    SEND,
    SEND_IN_THREADS,
    TEXT,
    THREAD,
    THREADS,
    Channel,
    Upload,
)
from bot.tryout.world import World


class Rest(Application):
    """Answers requests. A subclass may override `handle` to lose, delay or refuse some of them."""

    def __init__(self, world: World, interactions: Interactions, token: str) -> None:
        super().__init__(world, token)
        self.interactions = interactions

    # guild and channels

    def _guild(self, guild: int) -> None:
        if guild != GUILD_ID:
            raise refusal(10004)

    @route("GET", "/users/@me/guilds")
    def own_guilds(self, call: Call) -> list[Any]:
        """The guilds the bot is in, by after."""
        return [guild_payload(self.world, full=False)] if int(call.query.get("after", 0)) < GUILD_ID else []

    @route("GET", "/guilds/{guild}")
    def guild(self, _: Call, guild: int) -> Json:
        """The guild."""
        self._guild(guild)
        counts = {"approximate_member_count": len(self.world.users), "approximate_presence_count": 0}
        return guild_payload(self.world, full=False) | counts

    @route("GET", "/guilds/{guild}/members/{user}")
    def member(self, _: Call, guild: int, user: int) -> Json:
        """One member of the guild."""
        self._guild(guild)
        if user not in self.world.users:
            raise refusal(10007)
        return member_payload(self.world, self.world.users[user])

    @route("GET", "/guilds/{guild}/roles")
    def roles(self, _: Call, guild: int) -> list[Any]:
        """The guild's roles."""
        self._guild(guild)
        return role_payloads(self.world)

    @route("GET", "/guilds/{guild}/channels")
    def guild_channels(self, _: Call, guild: int) -> list[Any]:
        """The guild's channels, without threads."""
        self._guild(guild)
        return [channel_payload(self.world, c) for c in self.world.channels.values() if c.kind not in (DM, THREAD)]

    @route("GET", "/guilds/{guild}/threads/active")
    def active_threads(self, _: Call, guild: int) -> Json:
        """The guild's open threads."""
        self._guild(guild)
        threads = [c for c in self.world.channels.values() if c.kind == THREAD and not c.archived]
        return {"threads": [channel_payload(self.world, thread) for thread in threads], "members": []}

    @route("GET", "/channels/{channel}")
    def one_channel(self, _: Call, channel: int) -> Json:
        """One channel."""
        return channel_payload(self.world, self.world.channel(channel))

    @route("PATCH", "/channels/{channel}")
    def change_channel(self, call: Call, channel: int) -> Json:
        """Rename, archive or lock one of the bot's threads; the bot has no right over other channels."""
        found = self._own_thread(channel)
        self.world.change_channel(found, call.body)
        return channel_payload(self.world, found)

    @route("DELETE", "/channels/{channel}")
    def remove_channel(self, _: Call, channel: int) -> Json:
        """Refused like on Discord, where the least rights do not cover deleting; a DM is merely closed."""
        found = self.world.channel(channel)
        if found.kind != DM:
            raise refusal(50013)
        return channel_payload(self.world, found)

    def _own_thread(self, channel: int) -> Channel:
        found = self.world.channel(channel)
        if found.kind != THREAD or found.owner_id != BOT_ID:
            raise refusal(50013)
        return found

    @route("POST", "/users/@me/channels")
    def open_dm(self, call: Call) -> Json:
        """Open the DM with a person."""
        return channel_payload(self.world, self.world.dm_of(self.world.user(int(call.body.get("recipient_id") or 0))))

    @route("POST", "/channels/{channel}/threads")
    def thread(self, call: Call, channel: int) -> Json:
        """Open a thread without a message."""
        return self._thread(call, channel, None)

    @route("POST", "/channels/{channel}/messages/{message}/threads")
    def thread_from(self, call: Call, channel: int, message: int) -> Json:
        """Open a thread from a message."""
        return self._thread(call, channel, message)

    def _thread(self, call: Call, channel: int, message: int | None) -> Json:
        parent = self.world.channel(channel)
        self.world.require(parent, THREADS)
        if parent.kind != TEXT:
            raise Refusal(400, 50024, "Cannot execute action on this channel type")
        starter = None if message is None else self.world.message(channel, message)
        name = str(call.body.get("name") or "")
        if not 1 <= len(name) <= 100:
            error = {"code": "BASE_TYPE_BAD_LENGTH", "message": "Must be between 1 and 100 in length."}
            raise Refusal(400, 50035, "Invalid Form Body", {"name": {"_errors": [error]}})
        archive = int(call.body.get("auto_archive_duration") or 1440)
        return channel_payload(self.world, self.world.start_thread(parent, name, starter, archive))

    @route("PUT", "/channels/{channel}/thread-members/{which}")
    @route("DELETE", "/channels/{channel}/thread-members/{which}")
    def thread_member(self, _: Call, channel: int, which: str) -> None:
        """Everybody is in every thread here."""
        self.world.channel(channel)

    @route("POST", "/channels/{channel}/typing")
    def typing(self, _: Call, channel: int) -> None:
        """Typing is not shown."""
        self.world.channel(channel)

    # messages

    def _writable(self, channel: int, *, uploads: Sequence[Upload]) -> Channel:
        found = self.world.channel(channel)
        if found.person is not None and found.person.dms_closed:
            raise refusal(50007)
        self.world.require(found, SEND_IN_THREADS if found.kind == THREAD else SEND)
        if uploads:
            self.world.require(found, ATTACH)
        if found.archived and found.locked:
            raise refusal(50083)
        return found

    @route("POST", "/channels/{channel}/messages")
    def send(self, call: Call, channel: int) -> Json:
        """Post a message as the bot."""
        found = self._writable(channel, uploads=call.uploads)
        if found.archived:
            self.world.change_channel(found, {"archived": False})
        return message_payload(self.world, self.world.send(found, self.world.bot, call.body, call.uploads))

    @route("GET", "/channels/{channel}/messages")
    def history(self, call: Call, channel: int) -> list[Any]:
        """Messages of a channel, newest first, by before, after, around and limit."""
        found = self.world.channel(channel)
        self.world.require(found, HISTORY)
        messages = sorted((m for m in found.messages.values() if m.reader is None), key=lambda m: m.id, reverse=True)
        limit = max(1, min(100, int(call.query.get("limit", 50))))
        if "before" in call.query:
            messages = [m for m in messages if m.id < int(call.query["before"])][:limit]
        elif "after" in call.query:
            messages = [m for m in messages if m.id > int(call.query["after"])][-limit:]
        elif "around" in call.query:
            middle = int(call.query["around"])
            near = sorted(messages, key=lambda m: abs(m.id - middle))[:limit]
            messages = sorted(near, key=lambda m: m.id, reverse=True)
        return [message_payload(self.world, message) for message in messages[:limit]]

    @route("GET", "/channels/{channel}/messages/{message}")
    def one_message(self, _: Call, channel: int, message: int) -> Json:
        """One message."""
        return message_payload(self.world, self.world.message(channel, message))

    @route("PATCH", "/channels/{channel}/messages/{message}")
    def edit(self, call: Call, channel: int, message: int) -> Json:
        """Change one of the bot's messages."""
        found = self.world.message(channel, message)
        if found.author is not self.world.bot:
            raise refusal(50005)
        return message_payload(self.world, self.world.edit(found, call.body, call.uploads))

    @route("DELETE", "/channels/{channel}/messages/{message}")
    def delete(self, _: Call, channel: int, message: int) -> None:
        """Delete one of the bot's messages, or another's with the right to manage messages."""
        found = self.world.message(channel, message)
        if found.author is not self.world.bot:
            self.world.require(found.channel, MANAGE_MESSAGES)
            if found.channel.kind == DM:
                raise Refusal(403, 50003, "Cannot execute action on a DM channel")
        self.world.delete(found)

    # interactions

    @route("POST", "/interactions/{interaction}/{token}/callback")
    def callback(self, call: Call, interaction: int, token: str) -> Json | None:
        """Answer an interaction."""
        response = self.interactions.answer(interaction, token, call.body, call.uploads)
        return response if call.query.get("with_response") in ("1", "true") else None

    @route("POST", "/webhooks/{app}/{token}")
    def follow_up(self, call: Call, app: int, token: str) -> Json:
        """Send a follow-up."""
        return message_payload(
            self.world, self.interactions.follow_up(self.interactions.use(token), call.body, call.uploads)
        )

    @route("GET", "/webhooks/{app}/{token}/messages/{which}")
    def get_follow_up(self, _: Call, app: int, token: str, which: str) -> Json:
        """@original or a follow-up."""
        return message_payload(self.world, self.interactions.reach(self.interactions.use(token), which))

    @route("PATCH", "/webhooks/{app}/{token}/messages/{which}")
    def edit_follow_up(self, call: Call, app: int, token: str, which: str) -> Json:
        """Change @original or a follow-up."""
        found = self.interactions.reach(self.interactions.use(token), which)
        return message_payload(self.world, self.world.edit(found, call.body, call.uploads))

    @route("DELETE", "/webhooks/{app}/{token}/messages/{which}")
    def delete_follow_up(self, _: Call, app: int, token: str, which: str) -> None:
        """Delete @original or a follow-up."""
        self.world.delete(self.interactions.reach(self.interactions.use(token), which))
