"""``/leaderboard`` and ``/player``."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer


async def setup(bot: "Kreidtfuehrer") -> None:
    """Filled in with the standings."""
