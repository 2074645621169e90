"""Finds what a person means by a name, a mention or an id, and describes it in an interaction's `resolved` part."""

from __future__ import annotations

from bot.tryout.errors import Json
from bot.tryout.payloads import acting_member, channel_payload, role_payloads, user_payload
from bot.tryout.things import DM, Channel, User
from bot.tryout.world import World

# what may be chosen, by the type of a command's option and by the type of a select menu
OPTION_KINDS = {6: ("user",), 7: ("channel",), 8: ("role",), 9: ("user", "role")}
SELECT_KINDS = {5: ("user",), 6: ("role",), 7: ("user", "role"), 8: ("channel",)}


class Resolver:
    """Resolves for one person in one channel; everything found is gathered in `data`."""

    def __init__(self, world: World, user: User, channel: Channel) -> None:
        self._world = world
        self._user = user
        self._in_guild = channel.kind != DM
        self.data: Json = {}

    def find(self, text: str, kinds: tuple[str, ...]) -> str | None:
        """The id of what `text` means among those kinds; None if it means nothing."""
        bare = text.strip().strip("<>").lstrip("@#!&").casefold()
        if "user" in kinds:
            for user in self._world.users.values():
                if bare in (str(user.id), user.name.casefold()):
                    return self._user_found(user)
        if "role" in kinds:
            for role in role_payloads(self._world):
                if bare in (role["id"], role["name"].lstrip("@").casefold()):
                    self.data.setdefault("roles", {})[role["id"]] = role
                    return role["id"]
        if "channel" in kinds:
            for channel in self._world.visible_channels(self._user):
                if channel.kind != DM and bare in (str(channel.id), channel.name.casefold()):
                    payload = {**channel_payload(self._world, channel), "permissions": str(self._user.permissions)}
                    self.data.setdefault("channels", {})[str(channel.id)] = payload
                    return str(channel.id)
        return None

    def _user_found(self, user: User) -> str:
        self.data.setdefault("users", {})[str(user.id)] = user_payload(user)
        if self._in_guild:
            # in a DM nobody is a member of anything
            member = acting_member(self._world, user)
            del member["user"]
            self.data.setdefault("members", {})[str(user.id)] = member
        return str(user.id)
