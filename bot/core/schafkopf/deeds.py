"""Wrong play, as it is remembered in tavern conduct: what was done, what proves it, who reported it (B21 to B24)."""

from dataclasses import dataclass
from typing import NamedTuple

from bot.core.actions import Action
from bot.core.cards import Card, Hand, Rank, Suit
from bot.core.game import Reason
from bot.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Claim:
    """A number, ``mit``, rank or trump: the hand gives exactly ``number`` with one of ``suits``.

    The lowest card of that suit has the rank ``least`` at least or, if ``exact``, just that.
    """

    rule: Reason
    number: int
    suits: tuple[Suit, ...]
    least: Rank
    exact: bool


@dataclass(frozen=True, slots=True)
class NoJack:
    """``weg`` while no number stood (B4)."""


@dataclass(frozen=True, slots=True)
class ClubJackNotAll:
    """A kleines Solo: the hand has CJ, but not all four Jacks (B10, B11)."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card laid on the cards of a trick (C10, C11, B16, S3)."""

    card: Card
    trick: tuple[Card, ...]
    trump: Suit


Deed = Claim | NoJack | ClubJackNotAll | Laid  # each says something of the hand it came from, true or not


class Proof(NamedTuple):
    """``cards``: those that should have been played, or that make the word untrue. ``moment`` it was complete."""

    rule: Reason
    cards: tuple[Card, ...]
    moment: int


class Breach(NamedTuple):
    """``hand`` is what the seat held before it; ``made`` the moment of it; no ``proof`` as long as it is hidden."""

    seat: Seat
    action: Action
    deed: Deed
    hand: Hand
    made: int
    proof: Proof | None

    @property
    def false_card(self) -> bool:
        """Else it is a false call (S7, S8)."""
        return isinstance(self.deed, Laid)


class Reported(NamedTuple):
    """``seat`` said that ``accused`` had played wrong; ``moment``: after how many steps of the deal."""

    seat: Seat
    accused: Seat
    moment: int


class Verdict(NamedTuple):
    """A breach proven: what ``accused`` did, against which rule, and the cards that prove it.

    ``seat`` reported it; None for a second take-back, which needs no report (S9).
    """

    seat: Seat | None
    accused: Seat
    action: Action
    rule: Reason
    cards: tuple[Card, ...]
