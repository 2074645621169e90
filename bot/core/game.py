"""The smallest protocol that fits every game of the house: who may act, what they may do, do it, what each seat sees.

It knows no tricks, no trump suit and no pairs. A Partie *is* its list of actions: the shuffled pack comes in as an
action too, so the same list always gives the same state.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

from bot.core.actions import Action, Deal
from bot.core.cards import ALL_CARDS, Card, Hands
from bot.core.seats import Pair, Seat

S = TypeVar("S")
V_co = TypeVar("V_co", covariant=True)


class Reason(StrEnum):
    """Why a step is refused, or what was broken: a rule number, or one of the four words of a written deal."""

    B2 = "B2"
    B3 = "B3"
    B4 = "B4"
    B5 = "B5"
    B6 = "B6"
    B7 = "B7"
    B8 = "B8"
    B9 = "B9"
    B10 = "B10"
    B11 = "B11"
    B13 = "B13"
    B16 = "B16"
    B23 = "B23"
    B24 = "B24"
    B25 = "B25"
    C10 = "C10"
    C11 = "C11"
    S1 = "S1"
    S3 = "S3"
    S6 = "S6"
    S9 = "S9"
    H5 = "H5"
    H6 = "H6"
    TURN = "turn"  # another seat is to act
    HAND = "hand"  # the card is not held
    PHASE = "phase"  # such a step is not due now
    OVER = "over"  # a step after the end


class Phase(StrEnum):
    """What kind of step is due."""

    DEAL = "deal"  # a shuffled pack; between deals the last one's result still lies there
    CALL = "call"
    NAME = "name"
    LOW = "low"  # tavern conduct, in a tie: a rank as the lowest trump (B21)
    GIVE = "give"
    PLAY = "play"
    SETTLE = "settle"  # tavern conduct: the deal has ended and waits for reports until it is settled (B23)
    OVER = "over"  # the Partie is over


class Outcome(StrEnum):
    """How a deal ended (record.md)."""

    PLAYED = "played"
    THROWN_IN = "thrown-in"
    SOLO_WON = "solo-won"
    SOLO_LOST = "solo-lost"
    BREACH = "breach"
    UNFINISHED = "unfinished"
    ABANDONED = "abandoned"


class IllegalAction(Exception):
    """The step is refused and nothing has changed; ``reason`` says for which rule."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a finished deal is worth to the books; Striche per pair (NS, EW).

    In a game of places there are neither Striche nor winners, and the Partie goes on until it is stopped.
    """

    outcome: Outcome
    striche: tuple[int, int]  # won in this deal
    deal_winner: Pair | None  # None if it was not played out
    partie_over: bool
    winner: Pair | None  # of the Partie, if it is over and was won
    places: tuple[Seat, ...] = ()  # best first; all four, or those taken before an unfinished deal ended (H12)


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """The state after an action and the public facts that came of it, in order."""

    state: S
    events: tuple[object, ...]


class Game(Protocol[S, V_co]):
    """One of the house's games. ``S`` is its frozen state, ``V_co`` what a seat may see of it."""

    @property
    def name(self) -> str: ...

    @property
    def rules_version(self) -> int:
        """Raised whenever the same actions could give another state than before."""
        ...

    def begin(self, dealer: Seat) -> S:
        """A fresh Partie, nothing dealt yet."""
        ...

    def resume(self, standing: str) -> S:
        """A Partie between two deals, from the text that ``standing`` gave; raises ValueError."""
        ...

    def standing(self, state: S) -> str:
        """Where the Partie stands when the state's next deal begins; meaningful in phases DEAL and OVER."""
        ...

    def next_dealer(self, dealer: Seat) -> Seat:
        """Who deals after that seat."""
        ...

    def pack_for(self, dealer: Seat, hands: Hands) -> tuple[Card, ...]:
        """A pack that gives these hands, for a written deal, which has nothing but the hands."""
        ...

    def phase(self, state: S) -> Phase: ...

    def to_act(self, state: S) -> Seat | None:
        """The seat that must act; in phase DEAL the dealer; None in phases SETTLE and OVER."""
        ...

    def legal(self, state: S) -> tuple[Action, ...]:
        """Everything the seat to act may do now, reports and take-backs left out; empty in DEAL, SETTLE and OVER.

        In tavern conduct that is what everyone can see to be possible, whatever the hand forbids (B21).
        """
        ...

    def apply(self, state: S, seat: Seat | None, action: Action) -> Step[S]:
        """The only way a state changes; raises IllegalAction. ``Void`` and ``Settle`` come from no seat."""
        ...

    def settlement(self, state: S) -> Settlement | None:
        """The last deal's, from the action that settled it until the next pack is dealt.

        In strict conduct that is the action that ended it, in tavern conduct ``Settle``.
        """
        ...

    def view(self, state: S, seat: Seat | None) -> V_co:
        """Everything that seat (None: an onlooker) may know, and nothing else."""
        ...


def require_due(deal: Deal, seat: Seat | None, phase: Phase, dealer: Seat) -> None:
    """Whether that seat may deal now, whatever the game. Raises IllegalAction, and ValueError for what is no pack."""
    if phase is Phase.OVER:
        raise IllegalAction(Reason.OVER)
    if phase is not Phase.DEAL:
        raise IllegalAction(Reason.PHASE)
    if seat != dealer:
        raise IllegalAction(Reason.TURN)
    if sorted(deal.pack) != list(ALL_CARDS):
        raise ValueError("a pack is 32 different cards")
