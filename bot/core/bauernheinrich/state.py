"""The state of an evening of Bauernheinrich: who deals next, and the deal on the table."""

from dataclasses import dataclass, fields
from typing import NamedTuple

from bot.core.cards import EMPTY_HANDS, NO_CARDS, Card, Hand, Hands
from bot.core.game import Phase, Settlement
from bot.core.seats import SEAT_NAMES, N, Seat, parse_seat


@dataclass(frozen=True, slots=True)
class Standing:
    """Nothing is carried from deal to deal but the deal itself; ``deals`` counts the packs dealt so far."""

    dealer: Seat
    deals: int = 0

    def text(self) -> str:
        """``W 12``"""
        return f"{SEAT_NAMES[self.dealer]} {self.deals}"

    @classmethod
    def parse(cls, text: str) -> "Standing":
        """Inverse of ``text``; raises ValueError."""
        try:
            dealer, deals = text.split(" ")
            return cls(parse_seat(dealer), int(deals))
        except ValueError:
            raise ValueError(f"no standing: {text!r}") from None


class Position(NamedTuple):
    """With no card on the table; the third time the same one is there, the deal ends (H12)."""

    leader: Seat
    hands: Hands


class PastTrick(NamedTuple):
    """A trick no longer on the table; ``taken_up_by`` None: it has left the game (H8)."""

    cards: tuple[Card, ...]  # in the order played
    seats: tuple[Seat, ...]  # who played them
    taken_up_by: Seat | None


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """``standing`` is the one before the deal on the table, and the one after it as soon as it is settled.

    ``known``: those cards of each hand that all have seen, CA among them, which was announced. ``denied``: those that
    no hand can hold unseen, because they would have beaten a card it took up instead (H6). ``positions``: the leads
    since cards last left the game, in order; no earlier position can come again.
    """

    standing: Standing
    phase: Phase = Phase.DEAL
    dealer: Seat = N  # of the deal on the table
    dealt: Hands = EMPTY_HANDS
    hands: Hands = EMPTY_HANDS
    known: Hands = EMPTY_HANDS
    denied: Hands = EMPTY_HANDS
    gone: Hand = NO_CARDS
    clubs: Seat | None = None  # who was dealt CA (H3)
    turn: Seat | None = None
    trick: tuple[Card, ...] = ()
    trick_seats: tuple[Seat, ...] = ()
    trick_length: int = 4  # how many were in when it was led, or are, if it is about to be (H8)
    last_trick: PastTrick | None = None
    positions: tuple[Position, ...] = ()
    places: tuple[Seat, ...] = ()
    settlement: Settlement | None = None

    def __repr__(self) -> str:
        """Without hands, so that a log line can never betray a card."""
        hidden = {"dealt", "hands", "positions"}
        shown = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.name not in hidden)
        return f"State({shown})"
