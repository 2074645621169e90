"""What the bot must be allowed to do where a table stands."""

import discord

PERMISSIONS = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, embed_links=True, read_message_history=True
)


def missing(granted: discord.Permissions) -> list[str]:
    """By the names that the texts have under ``right``."""
    return [name for name, wanted in PERMISSIONS if wanted and not getattr(granted, name)]
