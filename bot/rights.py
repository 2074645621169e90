"""What the bot must be allowed to do where a table stands."""

import discord

# By the names that have a text; discord.py itself calls the first one otherwise when it lists them.
NEEDED = ("view_channel", "send_messages", "send_messages_in_threads", "embed_links", "read_message_history")
PERMISSIONS = discord.Permissions(**dict.fromkeys(NEEDED, True))


def missing(granted: discord.Permissions) -> list[str]:
    """By the names that the texts have under ``right``."""
    return [name for name in NEEDED if not getattr(granted, name)]
