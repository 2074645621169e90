"""Public facts that come of an action. What everyone at the table sees or hears; never a hidden card."""

from dataclasses import dataclass

from bot.core.cards import Card, Rank, Suit
from bot.core.game import Settlement
from bot.core.schafkopf.deeds import Verdict
from bot.core.seats import Pair, Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Called:
    seat: Seat
    word: str


@dataclass(frozen=True, slots=True)
class LowestMadeKnown:
    """In a tie: the rank of the lowest trump, or None for a ``mit`` caller who concedes without showing it (B7)."""

    seat: Seat
    rank: Rank | None


@dataclass(frozen=True, slots=True)
class Yielded:
    seat: Seat


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class Given:
    """A card of the exchange; ``jack`` only if the partner's gift is one, for then it is shown (B13)."""

    seat: Seat
    jack: Card | None


@dataclass(frozen=True, slots=True)
class Played:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The card is in the hand again, and all have seen it (B25)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class BreachReported:
    seat: Seat
    accused: Seat


@dataclass(frozen=True, slots=True)
class BreachProven:
    """The deal is over by it; in Alter Schoofkopp it may count as played all the same (S8)."""

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class TrickTaken:
    seat: Seat


@dataclass(frozen=True, slots=True)
class KreideKnown:
    """In the first deal, as CJ falls (B17)."""

    pair: Pair


@dataclass(frozen=True, slots=True)
class DealSettled:
    settlement: Settlement


Event = (
    Dealt
    | Called
    | LowestMadeKnown
    | Yielded
    | TrumpNamed
    | Given
    | Played
    | TakenBack
    | BreachReported
    | BreachProven
    | TrickTaken
    | KreideKnown
    | DealSettled
)


# -- Bauernheinrich


@dataclass(frozen=True, slots=True)
class ClubsAnnounced:
    """ "Hier ist Kreuz!", says the holder of CA; thereby all know their own trump suits (H3)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakenUp:
    """``cards``: the trick that the seat could not beat, in the order played (H6)."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TrickGone:
    """The seat played a trick's last card; the trick leaves the game (H8)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WentOut:
    """The seat has no cards left and the next place, 1 to 3 (H9)."""

    seat: Seat
    place: int


PlaceEvent = Dealt | ClubsAnnounced | Played | TakenUp | TrickGone | WentOut | DealSettled
