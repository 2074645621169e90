"""How a press is answered, and what it means when the answer does not get through."""

import asyncio
from typing import TYPE_CHECKING, Any

import discord

from bot.surfaces import DISCORD_FAULTS

if TYPE_CHECKING:
    from bot.ui.send import Interaction

PATIENCE = 5.0  # for an answer to get through; Discord takes none after three seconds, but the hand waits for it
UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED = 10062, 40060


def answer_lost(error: Exception) -> bool:
    """Whether it was only the answer that failed: too late, a second one, or not taken by Discord at the moment."""
    if isinstance(error, discord.HTTPException):
        passing = error.status == 429 or error.status >= 500
        return passing or error.code in (UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED)
    return isinstance(error, DISCORD_FAULTS)


async def edit(interaction: "Interaction", **changes: Any) -> None:
    """Answer a press by changing the message it was made on."""
    async with asyncio.timeout(PATIENCE):
        if interaction.response.is_done():
            await interaction.edit_original_response(**changes)
        else:
            await interaction.response.edit_message(**changes)


async def defer(interaction: "Interaction") -> None:
    """Answer a press by nothing at all."""
    async with asyncio.timeout(PATIENCE):
        await interaction.response.defer()
