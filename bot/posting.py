"""What every live message needs of Discord: a name of its own while it is sent, and an end."""

import logging
from typing import TYPE_CHECKING

import discord

from bot.store.messages import LiveMessage
from bot.surfaces import DISCORD_FAULTS, Spot
from bot.table import Table
from bot.ui import send
from bot.ui.look_back import look_row
from bot.ui.message import Message, Picture
from bot.ui.text import Texts

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer

log = logging.getLogger(__name__)


def nonce(spot: Spot, table: Table, deal: int, old: LiveMessage | None) -> str:
    """Posted anew within a deal: another nonce for each message replaced, but the same for each try."""
    again = f"r{old.message_id & 0xFFFFFFFFFF:x}" if old is not None and old.deal == deal else ""
    return f"{table.id:x}.{table.partie:x}.{deal:x}.{spot.kind[0]}{spot.seat + 1}{again}"[:25]


async def strip(
    bot: "Kreidtfuehrer",
    live: LiveMessage,
    *,
    delete: bool = False,
    missed: Picture | None = None,
    look: Texts | None = None,
) -> None:
    """Take the buttons off a message that is done with, or take it away.

    ``missed``: the picture that it lacks. ``look``: its deal is settled and can be looked back at, in these words.
    """
    rows = () if look is None else (look_row(live.table_id, live.partie, live.deal, look),)
    view = send.view_of(Message("", rows=rows)) if rows else None
    message = bot.channel(live.channel_id, None).get_partial_message(live.message_id)
    try:
        if delete:
            await message.delete()
        elif missed is None or not await _hang(message, missed, view):
            await message.edit(view=view)
    except DISCORD_FAULTS as error:
        log.debug("an old message stays as it is: %s", error)


async def _hang(message: discord.PartialMessage, picture: Picture, view: discord.ui.View | None) -> bool:
    """False if Discord does not take it."""
    try:
        await message.edit(view=view, attachments=[send.file_of(picture)])
    except DISCORD_FAULTS as error:
        log.warning("the picture of the slate is not taken: %s", error)
        return False
    return True
