"""Hands shown only to their player in the channel; each follows the play as long as its interaction's token lives."""

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import discord

from bot.core.seats import Seat
from bot.surfaces import DISCORD_FAULTS, HAND, TOKEN_LIFE, Spot
from bot.table import Table, TablePhase
from bot.ui import send
from bot.ui.message import Message

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer
    from bot.publisher import Publisher

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Private:
    """``sent`` is what it shows, to this ``person`` alone."""

    person: int
    interaction: discord.Interaction
    dies: float
    sent: Message = field(repr=False)


class PrivateHands:
    """The newest one of each seat; older ones stay as they are, harmless, and show the present when pressed."""

    def __init__(self, bot: "Kreidtfuehrer", publisher: "Publisher") -> None:
        self._bot = bot
        self._publisher = publisher
        self._shown: dict[Spot, Private] = {}

    def shown(self, table: Table, seat: Seat, interaction: discord.Interaction, sent: Message) -> None:
        """The player has this hand before them now."""
        spot = Spot(table.id, HAND, seat)
        owner = table.chairs[seat].person
        if owner is None:
            return
        self._shown[spot] = Private(owner, interaction, self._bot.means.now() + TOKEN_LIFE, sent)
        self.follow(self._publisher.newest(table), seat)

    def follow(self, table: Table, seat: Seat) -> None:
        """Edit it if the table has moved on."""
        spot = Spot(table.id, HAND, seat)
        private = self._shown.get(spot)
        if private is None:
            return
        if table.chairs[seat].person != private.person or self._bot.means.now() >= private.dies:
            del self._shown[spot]
            return
        message = self._publisher.hand(table, seat)
        if message != private.sent:
            private.sent = message
            self._publisher.errands.spawn(self._edit(spot, private, message))
        if table.phase is TablePhase.CLOSED:
            del self._shown[spot]

    async def _edit(self, spot: Spot, private: Private, message: Message) -> None:
        try:
            await private.interaction.edit_original_response(**send.as_edit(message))
        except DISCORD_FAULTS as error:
            log.debug("a private hand is gone: %s", error)
            if self._shown.get(spot) is private:
                del self._shown[spot]
