"""The direct message to someone who sat down: whether it arrives tells whether cards can come that way."""

import logging
from typing import TYPE_CHECKING

import discord

from bot.surfaces import CLOSED_DM, DISCORD_FAULTS
from bot.table import Table
from bot.ui import send
from bot.ui.notices import seated_message

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer

log = logging.getLogger(__name__)


async def greet(bot: "Kreidtfuehrer", table: Table, person_id: int) -> bool:
    """False if it cannot be delivered; then cards go by button."""
    person = bot.people.get(person_id)
    seat = table.seat_of(person_id)
    if seat is None:
        return True
    message = seated_message(
        table,
        seat,
        bot.private_texts(person.speaks).language,
        server=bot.server_name(table.guild_id),
        board_url=bot.publisher.board_url(table),
    )
    try:
        channel = await bot.dm_channel(person)
        await channel.send(nonce=f"{table.id:x}.s{person_id:x}.{seat}"[:25], **send.as_new(message))
    except DISCORD_FAULTS as error:
        if not isinstance(error, discord.HTTPException) or error.code not in CLOSED_DM:
            log.warning("no greeting: %s", error)
            return True  # a fault of the moment says nothing about the DMs
        await bot.people.set_dm(person_id, None, closed=True)
        return False
    if person.dm_closed:
        await bot.people.set_dm(person_id, None, closed=False)
    return True
