"""What is known of each live message of a table."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import aiohttp
import discord

from bot.core.seats import Seat
from bot.store.messages import NO_SEAT, LiveMessage
from bot.table import Table, TablePhase
from bot.ui.message import Message, Picture

BOARD, HAND, REMINDER = "board", "hand", "reminder"
BURIED = 8  # messages under a board, before it is posted anew
TOKEN_LIFE = 14 * 60.0  # seconds; Discord gives a token a quarter of an hour

# Discord's error codes
UNKNOWN_CHANNEL = 10003
NO_MUTUAL_SERVER = 50278
CLOSED_DM = frozenset((50007, NO_MUTUAL_SERVER))
# Gone, too old, or in a thread that sleeps, which a new message wakes: to be posted anew.
NO_EDIT = frozenset((UNKNOWN_CHANNEL, 10008, 30046, 50083)) | CLOSED_DM

# What a call to Discord may end in through no fault of ours; a connection that breaks off is not always an OSError.
DISCORD_FAULTS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, asyncio.TimeoutError)


class Spot(NamedTuple):
    """One live message: which table, what it shows, for which seat."""

    table_id: int
    kind: str
    seat: int = NO_SEAT


@dataclass(slots=True)
class Drawing:
    """The picture of a settled deal for its board, drawn or being drawn; ``refused``: Discord does not take it."""

    partie: int
    deal: int
    task: asyncio.Task[Picture | None]
    refused: bool = False


@dataclass(slots=True)
class Surface:
    """``token`` edits the message without costing the bot's request budget, until ``token_dies``.

    ``sent`` is what it shows, None after a start: then it is repaired, whatever it shows. ``claims``: presses on
    it that are being answered; each answer will be its new content. ``below``: messages that stand under it.
    """

    live: LiveMessage | None = None
    sent: Message | None = field(default=None, repr=False)
    dirty: bool = False
    claims: int = 0
    below: int = 0
    resend: bool = False
    tries: int = 0
    again: asyncio.TimerHandle | None = None  # rings for the next try
    token: discord.Interaction | None = None
    token_dies: float = 0.0
    task: asyncio.Task[None] | None = None
    drawing: Drawing | None = None


def board_deal(table: Table) -> int:
    """Which of the Partie's boards it is: the lobby has one of its own, the drawing and the first deal share one."""
    return max(table.deal, 1) if table.partie else 0


def shows_deal(board: Surface, table: Table) -> bool:
    """Whether the live board is the one of the table's present deal."""
    live = board.live
    return live is not None and (live.partie, live.deal) == (table.partie, board_deal(table))


def goes_on(table: Table) -> bool:
    """Whether people are in the middle of a Partie there."""
    return table.phase is TablePhase.PARTIE and bool(table.people)


def trick_taken(before: Table | None, table: Table) -> bool:
    """Cards lay on the table and are gone now."""
    old, new = before.state if before else None, table.state
    return old is not None and new is not None and bool(old.trick) and not new.trick


def worth_a_request(before: Table | None, table: Table, seat: Seat) -> bool:
    """Whether a hand must be brought up to date even where that costs a request of the bot's budget.

    While others play in turn it need not: it is shown when its player is to act, at the end of a trick, and when
    anything but the next card or word has changed.
    """
    if before is None or seat in (before.to_act, table.to_act) or trick_taken(before, table):
        return True
    if before.game_phase is not table.game_phase:
        return True
    return replace(before, state=table.state, ply=table.ply, turn=table.turn, since=table.since) != table
