"""What is known of each live message of a table."""

import asyncio
from dataclasses import dataclass
from typing import NamedTuple

import discord

from bot.store.messages import NO_SEAT, LiveMessage
from bot.ui.message import Message

BOARD, HAND, REMINDER = "board", "hand", "reminder"
TOKEN_LIFE = 14 * 60.0  # seconds; Discord gives a token a quarter of an hour

# Discord's error codes
UNKNOWN_MESSAGE, OLD_EDIT_LIMIT = 10008, 30046
CLOSED_DM = frozenset((50007, 50278))


class Spot(NamedTuple):
    """One live message: which table, what it shows, for which seat."""

    table_id: int
    kind: str
    seat: int = NO_SEAT


@dataclass(slots=True)
class Surface:
    """``token`` edits the message without costing the bot's request budget, until ``token_dies``.

    ``sent`` is what it shows, None after a start: then it is repaired, whatever it shows. ``claims``: presses on
    it that are being answered; each answer will be its new content.
    """

    live: LiveMessage | None = None
    sent: Message | None = None
    dirty: bool = False
    claims: int = 0
    resend: bool = False
    tries: int = 0
    token: discord.Interaction | None = None
    token_dies: float = 0.0
    task: asyncio.Task[None] | None = None


@dataclass(slots=True)
class Private:
    """A hand shown only to its player in the channel; it lives as long as its interaction's token."""

    interaction: discord.Interaction
    dies: float
    sent: Message
