"""What the people at a table have arranged or are about to: its options, votes and wishes, and what was drawn."""

from dataclasses import dataclass, field

from bot.core.cards import Card
from bot.core.house import USUAL, HouseRules
from bot.core.levels import Level
from bot.core.provable import Words
from bot.core.seats import Seat


@dataclass(frozen=True, slots=True)
class SameCards:
    """Cards that have been played before, for a table's first deal: those of that ``deal`` at the server's ``table``.

    ``standing``: whoever dealt deals again, and where the Kreide lay it lies; there are no Striche yet.
    """

    table: int
    partie: int
    deal: int
    standing: str  # the game's own text form
    pack: tuple[Card, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Options:
    """Chosen when the table is opened. ``absence`` in seconds."""

    by_lot: bool = False  # partners by lot (C4) instead of by sitting opposite
    absence: int = 120
    house: HouseRules = USUAL
    take_backs: bool = True  # if all agree (B25); else never
    ask_cut: bool = False  # the player to the dealer's right chooses where to cut (C6); else it is cut automatically
    level: Level = Level.LEARNER  # of all computers that play here
    practice: bool = False  # nothing is booked
    same: SameCards | None = None

    @property
    def booked(self) -> bool:
        """Whoever knows the cards can win no Striche with them that count."""
        return not self.practice and self.same is None


AS_USUAL = Options()


@dataclass(frozen=True, slots=True)
class StopVote:
    """The people who want to stop and those who do not; silence until ``until`` (seconds since 1970) is a yes."""

    yes: frozenset[int]
    no: frozenset[int]
    until: float

    def without(self, person: int) -> "StopVote":
        return StopVote(self.yes - {person}, self.no - {person}, self.until)


@dataclass(frozen=True, slots=True)
class Plea:
    """``seat`` asks to take the card just played back (B25); ``yes``: who agrees. Lapses at ``until``."""

    seat: Seat
    yes: frozenset[Seat]
    until: float  # seconds since 1970


@dataclass(frozen=True, slots=True)
class Drawing:
    """What was drawn before the Partie, for all to see: the lot per seat as then seated (C4), one card each (C5).

    ``dealer_cards`` None: nothing was drawn, whoever dealt these cards before deals them again.
    """

    lot: tuple[tuple[int, ...], ...] | None
    dealer_cards: tuple[int, int, int, int] | None


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What the next pack follows from, as far as it is there; the board shows what the seed has been promised by.

    ``number`` counts this table's packs from 1, without gaps. ``ask_until`` (seconds since 1970): the words are closed,
    and so long the cutter may choose.
    """

    number: int
    seed: bytes = field(repr=False)
    words: tuple[Words, ...] = ()
    ask_until: float | None = None
