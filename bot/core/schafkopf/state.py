"""The state of a Partie: its standing, and the deal on the table."""

from dataclasses import dataclass, fields
from typing import NamedTuple

from bot.core.cards import EMPTY_HANDS, Card, Hands, Rank, Suit
from bot.core.game import Phase, Settlement
from bot.core.schafkopf.deeds import Breach, Reported, Verdict
from bot.core.seats import PAIR_NAMES, SEAT_NAMES, N, Pair, Seat, clockwise_from, parse_seat, partner_of


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a Partie stands between two deals.

    ``kreide`` is None exactly while the next deal is the first of the Partie (B17); ``deals`` counts the packs dealt so
    far, thrown-in ones included. ``took_back``: who has used up the one take-back of the Partie (S9).
    """

    dealer: Seat
    striche: tuple[int, int] = (0, 0)
    kreide: Pair | None = None
    deals: int = 0
    took_back: tuple[Seat, ...] = ()

    @property
    def first_deal(self) -> bool:
        return self.kreide is None

    def text(self) -> str:
        """``W 7:4 EW 12``: dealer, Striche NS:EW, Kreide or ``-``, deals; then ``took_back`` as ``NE``, if anyone."""
        kreide = "-" if self.kreide is None else PAIR_NAMES[self.kreide]
        return f"{SEAT_NAMES[self.dealer]} {self.striche[0]}:{self.striche[1]} {kreide} {self.deals}" + (
            " " + "".join(SEAT_NAMES[seat] for seat in self.took_back) if self.took_back else ""
        )

    @classmethod
    def parse(cls, text: str) -> "Standing":
        """Inverse of ``text``; raises ValueError."""
        try:
            dealer, striche, kreide, deals, *rest = text.split(" ")
            (took_back,) = rest or ("",)
            ns, ew = striche.split(":")
            pair = None if kreide == "-" else Pair(PAIR_NAMES.index(kreide))
            return cls(parse_seat(dealer), (int(ns), int(ew)), pair, int(deals), tuple(map(parse_seat, took_back)))
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
    kreide_before: Pair | None  # in a first deal of Bauernstoss: who had CJ, hence the Kreide
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
    seen: Hands = EMPTY_HANDS  # what all know to be in these hands: cards taken back, the Jack a soloist was given
    may_take_back: Seat | None = None  # who played the last card, until the next one is played
    moment: int = 0  # in tavern conduct: how many steps of the deal have been done, reports not counted
    breaches: tuple[Breach, ...] = ()
    reports: tuple[Reported, ...] = ()
    verdict: Verdict | None = None
    pending: Result | None = None  # what the deal will be settled with; in phase SETTLE
    result: Result | None = None

    def __repr__(self) -> str:
        """Without hands, gifts and breaches, so that a log line can never betray a card."""
        hidden = {"dealt", "hands", "gifts", "breaches"}
        shown = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.name not in hidden)
        return f"State({shown})"

    @property
    def sits_out(self) -> Seat | None:
        """The soloist's partner (B14)."""
        return None if self.soloist is None else partner_of(self.soloist)

    @property
    def trick_seats(self) -> tuple[Seat, ...]:
        """Who played the cards of the trick on the table."""
        return tuple(seat for seat in clockwise_from(self.leader) if seat != self.sits_out)[: len(self.trick)]


def tricks_taken(tricks: tuple[Trick, ...]) -> tuple[int, int]:
    """Per pair."""
    ew = sum(trick.winner & 1 for trick in tricks)
    return len(tricks) - ew, ew
