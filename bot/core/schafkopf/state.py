"""The state of a Partie: its standing, and the deal on the table."""

from dataclasses import dataclass, fields
from typing import NamedTuple

from bot.core.cards import EMPTY_HANDS, Card, Hands, Rank, Suit
from bot.core.game import Phase, Settlement
from bot.core.seats import PAIR_NAMES, SEAT_NAMES, N, Pair, Seat, parse_seat


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a Partie stands between two deals.

    ``kreide`` is None exactly while the next deal is the first of the Partie (B17); ``deals`` counts the packs dealt so
    far, thrown-in ones included.
    """

    dealer: Seat
    striche: tuple[int, int] = (0, 0)
    kreide: Pair | None = None
    deals: int = 0

    @property
    def first_deal(self) -> bool:
        return self.kreide is None

    def text(self) -> str:
        """``W 7:4 EW 12``: dealer, Striche NS:EW, Kreide or ``-``, deals."""
        kreide = "-" if self.kreide is None else PAIR_NAMES[self.kreide]
        return f"{SEAT_NAMES[self.dealer]} {self.striche[0]}:{self.striche[1]} {kreide} {self.deals}"

    @classmethod
    def parse(cls, text: str) -> "Standing":
        """Inverse of ``text``; raises ValueError."""
        try:
            dealer, striche, kreide, deals = text.split(" ")
            ns, ew = striche.split(":")
            pair = None if kreide == "-" else Pair(PAIR_NAMES.index(kreide))
            return cls(parse_seat(dealer), (int(ns), int(ew)), pair, int(deals))
        except ValueError:
            raise ValueError(f"no standing: {text!r}") from None


class Spoken(NamedTuple):
    seat: Seat
    word: str


class MadeKnown(NamedTuple):
    """What a seat in a tie made known: its lowest trump's rank, or None where it conceded (B7)."""

    seat: Seat
    rank: Rank | None


class Trick(NamedTuple):
    leader: Seat
    cards: tuple[Card, ...]  # in the order played
    winner: Seat
    seats: tuple[Seat, ...]  # who played them


class Result(NamedTuple):
    """The deal just finished. ``augen`` and ``tricks`` per pair; ``bonus`` is the pair that got B19's Strich."""

    settlement: Settlement
    augen: tuple[int, int]
    tricks: tuple[int, int]
    kreide_before: Pair | None  # in the first deal: who had CJ, hence the Kreide
    bonus: Pair | None
    thrown_in_by: Seat | None

    @property
    def winner(self) -> Pair | None:
        """Of the deal."""
        return self.settlement.deal_winner


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """``standing`` is the one before the deal on the table, and the one after it as soon as ``result`` is there."""

    standing: Standing
    phase: Phase = Phase.DEAL
    dealer: Seat = N  # of the deal on the table
    first_deal: bool = True  # likewise
    dealt: Hands = EMPTY_HANDS
    hands: Hands = EMPTY_HANDS
    turn: Seat | None = None
    calls: tuple[Spoken, ...] = ()
    made_known: tuple[MadeKnown, ...] = ()
    namer: Seat | None = None
    may_yield: bool = False
    yielded: bool = False
    number: int | None = None  # the highest called, once the calling is over
    solo: str | None = None
    soloist: Seat | None = None
    trump: Suit | None = None
    gifts: tuple[Card, ...] = ()  # the soloist's, then the partner's (B13)
    trick: tuple[Card, ...] = ()
    leader: Seat = N  # of the trick on the table
    tricks: tuple[Trick, ...] = ()
    augen: tuple[int, int] = (0, 0)
    club_jack_pair: Pair | None = None  # who had CJ, once it has fallen
    result: Result | None = None

    def __repr__(self) -> str:
        """Without hands and gifts, so that a log line can never betray a card."""
        hidden = {"dealt", "hands", "gifts"}
        shown = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.name not in hidden)
        return f"State({shown})"


def tricks_taken(tricks: tuple[Trick, ...]) -> tuple[int, int]:
    """Per pair."""
    ew = sum(trick.winner & 1 for trick in tricks)
    return len(tricks) - ew, ew
