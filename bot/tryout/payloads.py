"""The JSON in which Discord describes users, channels, messages and interactions."""

from __future__ import annotations

import mimetypes
import struct
from datetime import UTC, datetime

from bot.tryout.errors import Json
from bot.tryout.things import (
    ALL_PERMISSIONS,
    BOT_ID,
    BOT_ROLE_ID,
    DM,
    EPHEMERAL,
    EPOCH_MS,
    EVERYONE_ID,
    GUILD_ID,
    MEMBER_PERMISSIONS,
    THREAD,
    Channel,
    Emoji,
    File,
    Message,
    User,
)
from bot.tryout.world import World

_JOINED = "2024-01-01T12:00:00.000000+00:00"


def stamp(seconds: float) -> str:
    """A point in time as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def born(snowflake: int) -> str:
    """When a snowflake was made."""
    return stamp(((snowflake >> 22) + EPOCH_MS) / 1000)


def user_payload(user: User) -> Json:
    """A user object."""
    return {
        "id": str(user.id),
        "username": user.name.lower() if not user.bot else user.name,
        "global_name": None if user.bot else user.name,
        "discriminator": "0",
        "avatar": None,
        "bot": user.bot,
        "public_flags": 0,
    }


def member_payload(world: World, user: User) -> Json:
    """A guild member without its permissions."""
    return {
        "user": user_payload(user),
        "nick": None,
        "avatar": None,
        "roles": [str(BOT_ROLE_ID)] if user is world.bot else [],
        "joined_at": _JOINED,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }


def acting_member(world: World, user: User) -> Json:
    """A guild member as an interaction brings it: with the permissions it has in the channel."""
    return {**member_payload(world, user), "permissions": str(user.permissions)}


def role_payloads(world: World) -> list[Json]:
    """The guild's roles: everyone, and the one Discord makes for a bot."""
    common: Json = {
        "hoist": False,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "icon": None,
        "unicode_emoji": None,
        "mentionable": False,
        "flags": 0,
    }
    everyone = {"id": str(EVERYONE_ID), "name": "@everyone", "position": 0, "managed": False}
    own = {"id": str(BOT_ROLE_ID), "name": world.bot.name, "position": 1, "managed": True}
    return [
        {**common, **everyone, "permissions": str(MEMBER_PERMISSIONS)},
        {**common, **own, "permissions": str(world.bot_permissions), "tags": {"bot_id": str(BOT_ID)}},
    ]


def channel_payload(world: World, channel: Channel) -> Json:
    """A channel object of any of the three kinds."""
    last = max((m.id for m in channel.messages.values() if m.reader is None), default=None)
    payload: Json = {
        "id": str(channel.id),
        "type": channel.kind,
        "last_message_id": str(last) if last else None,
        "flags": 0,
    }
    if channel.kind == DM:
        payload["recipients"] = [user_payload(channel.person)] if channel.person else []
        return payload
    payload |= {"guild_id": str(GUILD_ID), "name": channel.name, "rate_limit_per_user": 0}
    if channel.kind == THREAD and channel.parent is not None:
        payload |= {
            "parent_id": str(channel.parent.id),
            "owner_id": str(channel.owner_id),
            "message_count": len(channel.messages),
            "total_message_sent": len(channel.messages),
            "member_count": len(world.people) + 1,
            "thread_metadata": {
                "archived": channel.archived,
                "locked": channel.locked,
                "auto_archive_duration": channel.archive_after,
                "archive_timestamp": born(channel.id),
                "create_timestamp": born(channel.id),
            },
            "member": {
                "id": str(channel.id),
                "user_id": str(BOT_ID),
                "join_timestamp": born(channel.id),
                "flags": 0,
            },
        }
    else:
        payload |= {"position": 0, "parent_id": None, "topic": None, "nsfw": False, "permission_overwrites": []}
    return payload


def guild_payload(world: World, *, full: bool) -> Json:
    """The guild; `full` adds what only GUILD_CREATE carries."""
    guild: Json = {
        "id": str(GUILD_ID),
        "name": world.guild_name,
        "icon": None,
        "splash": None,
        "owner_id": str(world.people[0].id),
        "afk_timeout": 300,
        "afk_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "roles": role_payloads(world),
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "premium_tier": 0,
        "nsfw_level": 0,
        "preferred_locale": world.guild_locale,
    }
    if full:
        in_guild = [channel for channel in world.channels.values() if channel.kind != DM]
        guild |= {
            "joined_at": _JOINED,
            "large": False,
            "unavailable": False,
            "member_count": len(world.users),
            "members": [member_payload(world, world.bot)],
            "channels": [channel_payload(world, channel) for channel in in_guild if channel.kind != THREAD],
            "threads": [channel_payload(world, c) for c in in_guild if c.kind == THREAD and not c.archived],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }
    return guild


def file_payload(file: File) -> Json:
    """An attachment object; width and height are told for PNG pictures."""
    kind = mimetypes.guess_type(file.name)[0]
    payload: Json = {
        "id": str(file.id),
        "filename": file.name,
        "size": len(file.data),
        "url": file.url,
        "proxy_url": file.url,
        "content_type": kind or "application/octet-stream",
    }
    if file.data[:8] == b"\x89PNG\r\n\x1a\n" and len(file.data) >= 24:
        payload["width"], payload["height"] = struct.unpack(">II", file.data[16:24])
    if file.description:
        payload["description"] = file.description
    return payload


def message_payload(world: World, message: Message) -> Json:
    """A message object, complete, as its readers see it."""
    shown = repr(message.embeds) + repr(message.components)
    payload: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "author": user_payload(message.author),
        "content": message.content,
        "timestamp": born(message.id),
        "edited_timestamp": stamp(message.edited) if message.edited else None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [{**user_payload(user), "member": member_payload(world, user)} for user in message.mentions],
        "mention_roles": [],
        # as on Discord, a file that an embed or a component shows is not listed a second time
        "attachments": [file_payload(file) for file in message.files if file.url not in shown],
        "embeds": message.embeds,
        "components": message.components,
        "pinned": False,
        "type": message.kind,
        "flags": message.flags | (EPHEMERAL if message.reader else 0),
    }
    if message.nonce is not None:
        payload["nonce"] = message.nonce
    if message.metadata is not None:
        payload |= {"application_id": str(BOT_ID), "webhook_id": str(BOT_ID), "interaction_metadata": message.metadata}
    if message.legacy is not None:
        payload["interaction"] = message.legacy
    if message.thread is not None:
        payload["thread"] = channel_payload(world, message.thread)
    if message.reply_to is not None:
        payload["message_reference"] = {"message_id": str(message.reply_to), "channel_id": str(message.channel.id)}
        answered = message.channel.messages.get(message.reply_to)
        payload["referenced_message"] = message_payload(world, answered) if answered else None
        payload["type"] = 19
    return payload


def gateway_message(world: World, message: Message) -> Json:
    """A message as MESSAGE_CREATE and MESSAGE_UPDATE carry it: with the guild and the author's member."""
    payload = message_payload(world, message)
    if message.channel.kind != DM and message.reader is None:
        payload |= {"guild_id": str(GUILD_ID), "member": member_payload(world, message.author)}
        del payload["member"]["user"]
    return payload


def emoji_payload(emoji: Emoji, owner: User) -> Json:
    """An application emoji."""
    return {
        "id": str(emoji.id),
        "name": emoji.name,
        "roles": [],
        "user": user_payload(owner),
        "require_colons": True,
        "managed": False,
        "animated": emoji.animated,
        "available": True,
    }


def application_payload(world: World) -> Json:
    """The bot's application, owned by the first person."""
    return {
        "id": str(BOT_ID),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": user_payload(world.people[0]),
        "team": None,
        "flags": 0,
        "summary": "",
        "approximate_guild_count": 1,
    }


def interaction_payload(
    world: World,
    *,
    number: int,
    token: str,
    kind: int,
    user: User,
    channel: Channel,
    data: Json,
    message: Message | None,
) -> Json:
    """An interaction as INTERACTION_CREATE carries it, from the guild or from a DM."""
    payload: Json = {
        "id": str(number),
        "application_id": str(BOT_ID),
        "type": kind,
        "token": token,
        "version": 1,
        "data": data,
        "channel_id": str(channel.id),
        "channel": {**channel_payload(world, channel), "permissions": str(user.permissions)},
        "locale": user.locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": 10 * 1024 * 1024,
    }
    if message is not None:
        payload["message"] = message_payload(world, message)
    if channel.kind == DM:
        payload |= {
            "user": user_payload(user),
            "context": 1,
            "authorizing_integration_owners": {"0": "0"},
            "app_permissions": str(ALL_PERMISSIONS & ~(1 << 3)),
        }
    else:
        payload |= {
            "member": acting_member(world, user),
            "guild_id": str(GUILD_ID),
            "guild": {"id": str(GUILD_ID), "locale": world.guild_locale, "features": []},
            "guild_locale": world.guild_locale,
            "context": 0,
            "authorizing_integration_owners": {"0": str(GUILD_ID)},
            "app_permissions": str(world.bot_permissions),
        }
    return payload
