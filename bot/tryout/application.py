"""What belongs to the bot's application on the REST interface: itself, its commands and its emojis."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from bot.tryout import limits
from bot.tryout.errors import Json, refusal
from bot.tryout.payloads import application_payload, emoji_payload, user_payload
from bot.tryout.routing import Call, Router, route
from bot.tryout.things import BOT_ID, Emoji


class Application(Router):
    """The part of the REST interface that concerns the application."""

    # the bot itself

    @route("GET", "/users/@me")
    def me(self, _: Call) -> Json:
        """The bot's own user."""
        return {**user_payload(self.world.bot), "verified": True, "mfa_enabled": False, "locale": "en-US"}

    @route("GET", "/users/{user}")
    def user(self, _: Call, user: int) -> Json:
        """Any user."""
        return user_payload(self.world.user(user))

    @route("GET", "/oauth2/applications/@me")
    @route("GET", "/applications/@me")
    def application(self, _: Call) -> Json:
        """The bot's application."""
        return application_payload(self.world)

    @route("GET", "/gateway")
    @route("GET", "/gateway/bot")
    def gateway(self, _: Call) -> Json:
        """Where the gateway is."""
        url = self.world.base_url.replace("http", "ws", 1) + "/gateway"
        start = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return {"url": url, "shards": 1, "session_start_limit": start}

    # commands

    @route("GET", "/applications/{app}/commands")
    @route("GET", "/applications/{app}/guilds/{guild}/commands")
    def list_commands(self, _: Call, app: int, guild: int | None = None) -> list[Any]:
        """The commands of the bot, or of the bot in one guild."""
        return list(self.world.commands.get(guild, {}).values())

    @route("PUT", "/applications/{app}/commands")
    @route("PUT", "/applications/{app}/guilds/{guild}/commands")
    def replace_commands(self, call: Call, app: int, guild: int | None = None) -> list[Any]:
        """Put a list in place of all commands; one that keeps its name keeps its id."""
        for place, command in enumerate(call.body):
            limits.check_command(command, (place,))
        old = self.world.commands.pop(guild, {})
        for command in call.body:
            self._keep_command(command, guild, old)
        self._commands_changed()
        return self.list_commands(call, app, guild)

    @route("POST", "/applications/{app}/commands")
    @route("POST", "/applications/{app}/guilds/{guild}/commands")
    def add_command(self, call: Call, app: int, guild: int | None = None) -> Json:
        """Add a command, or overwrite the one of the same name."""
        limits.check_command(call.body)
        kept = self._keep_command(call.body, guild, self.world.commands.get(guild, {}))
        self._commands_changed()
        return kept

    @route("GET", "/applications/{app}/commands/{command}")
    @route("GET", "/applications/{app}/guilds/{guild}/commands/{command}")
    def one_command(self, _: Call, app: int, command: int, guild: int | None = None) -> Json:
        """One command."""
        known = self.world.commands.get(guild, {})
        if command not in known:
            raise refusal(10063)
        return known[command]

    @route("PATCH", "/applications/{app}/commands/{command}")
    @route("PATCH", "/applications/{app}/guilds/{guild}/commands/{command}")
    def edit_command(self, call: Call, app: int, command: int, guild: int | None = None) -> Json:
        """Change one command."""
        changed = {**self.one_command(call, app, command, guild), **call.body}
        limits.check_command(changed)
        self.world.commands[guild][command] = changed
        self._commands_changed()
        return changed

    @route("DELETE", "/applications/{app}/commands/{command}")
    @route("DELETE", "/applications/{app}/guilds/{guild}/commands/{command}")
    def remove_command(self, call: Call, app: int, command: int, guild: int | None = None) -> None:
        """Take one command away."""
        self.one_command(call, app, command, guild)
        del self.world.commands[guild][command]
        self._commands_changed()

    def _keep_command(self, command: Json, guild: int | None, old: dict[int, Json]) -> Json:
        same = (
            number
            for number, known in old.items()
            if known["name"] == command["name"] and known["type"] == command.get("type", 1)
        )
        number = next(same, None) or self.world.new_id()
        kept: Json = {
            "type": 1,
            "options": [],
            "default_member_permissions": None,
            "nsfw": False,
            "contexts": None,
            "integration_types": [0],
            "description": "",
            **command,
            "id": str(number),
            "application_id": str(BOT_ID),
            "version": str(self.world.new_id()),
        }
        if guild is not None:
            kept["guild_id"] = str(guild)
        self.world.commands.setdefault(guild, {})[number] = kept
        return kept

    def _commands_changed(self) -> None:
        for person in self.world.people:
            self.world.on_page(person, {"event": "commands"})

    # application emojis

    @route("GET", "/applications/{app}/emojis")
    def list_emojis(self, _: Call, app: int) -> Json:
        """All application emojis."""
        return {"items": [emoji_payload(emoji, self.world.bot) for emoji in self.world.emojis.values()]}

    @route("POST", "/applications/{app}/emojis")
    def add_emoji(self, call: Call, app: int) -> Json:
        """Add an emoji from a data: address."""
        head, _, encoded = str(call.body.get("image") or "").partition(",")
        try:
            image = base64.b64decode(encoded, validate=True)
        except binascii.Error:
            image = b""
        name = str(call.body.get("name") or "")
        limits.check_emoji(name, image)
        media_type = head.removeprefix("data:").partition(";")[0]
        emoji = Emoji(self.world.new_id(), name, image, media_type, animated=media_type == "image/gif")
        self.world.emojis[emoji.id] = emoji
        return emoji_payload(emoji, self.world.bot)

    @route("GET", "/applications/{app}/emojis/{emoji}")
    def one_emoji(self, _: Call, app: int, emoji: int) -> Json:
        """One emoji."""
        return emoji_payload(self._emoji(emoji), self.world.bot)

    @route("PATCH", "/applications/{app}/emojis/{emoji}")
    def rename_emoji(self, call: Call, app: int, emoji: int) -> Json:
        """Give an emoji another name."""
        limits.check_emoji(str(call.body.get("name") or ""), None)
        self._emoji(emoji).name = call.body["name"]
        return emoji_payload(self._emoji(emoji), self.world.bot)

    @route("DELETE", "/applications/{app}/emojis/{emoji}")
    def remove_emoji(self, _: Call, app: int, emoji: int) -> None:
        """Take an emoji away."""
        del self.world.emojis[self._emoji(emoji).id]

    def _emoji(self, number: int) -> Emoji:
        if number not in self.world.emojis:
            raise refusal(10014)
        return self.world.emojis[number]
