"""What the Kreidtführer decides and the Schiedsgericht makes of it, as values (S9, S10); no table, no clock."""

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.core.seats import PAIRS, Pair, Seat, pair_of


class Decision(StrEnum):
    """What the Kreidtführer has said. A quarrel is no decision: he asks the Schiedsgericht himself."""

    GRANT = "grant"  # a card may be taken back
    REFUSE = "refuse"  # it may not
    ABSENCE = "absence"  # a computer plays for the absent seat
    VOID = "void"  # the running deal counts for nothing
    QUARREL = "quarrel"


class Stage(StrEnum):
    DECIDED = "decided"  # it stands soon, unless somebody rejects it
    SHOUTING = "shouting"  # the loudest onlooker becomes the Krischer
    RULING = "ruling"  # the Wirt and the Krischer uphold or reverse
    ACCEPTING = "accepting"  # both pairs are asked


Answers = tuple[bool | None, bool | None]  # by pair; None: silent


@dataclass(frozen=True, slots=True)
class Case:
    """One decision on its way. ``number`` tells the presses of one case from those of another.

    ``keeper`` decided, ``seat`` is whom it is about, ``words`` what a quarrel is about. ``content``: who lets it stand.
    ``wirt`` and ``cry``: what Wirt and Krischer say, True upholds. ``end``: the Partie ended over it.
    """

    number: int
    decision: Decision
    keeper: Seat
    until: float  # seconds since 1970: then the stage is over
    seat: Seat | None = None
    words: str = ""
    stage: Stage = Stage.DECIDED
    content: frozenset[Seat] = frozenset()
    rejected_by: Seat | None = None
    krischer: int | None = None  # a person
    cries: int = 0
    wirt: bool | None = None
    cry: bool | None = None
    answers: Answers = (None, None)
    end: bool = False

    @property
    def upheld(self) -> bool:
        """The Wirt's word goes before the Krischer's; where both are silent the decision stands."""
        return next((word for word in (self.wirt, self.cry) if word is not None), True)

    @property
    def ruled(self) -> bool:
        """All who rule have spoken; without a Krischer the Wirt rules alone."""
        return self.wirt is not None and (self.krischer is None or self.cry is not None)

    def content_with(self, seat: Seat) -> "Case":
        return replace(self, content=self.content | {seat})

    def rejected(self, seat: Seat, until: float) -> "Case":
        """The Schiedsgericht is called: first of all for its Krischer."""
        return replace(self, stage=Stage.SHOUTING, rejected_by=seat, until=until)

    def found(self, krischer: int | None, cries: int, until: float) -> "Case":
        return replace(self, stage=Stage.RULING, krischer=krischer, cries=cries, until=until)

    def to_accept(self, until: float) -> "Case":
        return replace(self, stage=Stage.ACCEPTING, until=until)

    def answered(self, seat: Seat, yes: bool) -> "Case":
        """The first answer of a pair's person is the pair's."""
        if self.answers[pair_of(seat)] is not None:
            return self
        ns, ew = (yes if pair == pair_of(seat) else self.answers[pair] for pair in PAIRS)
        return replace(self, answers=(ns, ew))

    def refused_by(self) -> Pair | None:
        return next((pair for pair in PAIRS if self.answers[pair] is False), None)


@dataclass(frozen=True, slots=True)
class Court:
    """``keeper``: on whose seat the chalk was laid; whoever sits next to it clockwise has it while that seat is away.

    ``named``: whom each person wants for Kreidtführer. ``tolerant``: he has let a card be taken back in this Partie,
    and must go on so (S9). ``admonished``: how often, by seat. ``denied``: the last card must lie. ``cases``: how many
    there have been. ``said``: the last case, until the play goes on. ``voided``: the deal before was declared void.
    """

    keeper: Seat | None = None
    named: tuple[tuple[int, int], ...] = ()
    tolerant: bool = False
    admonished: tuple[int, int, int, int] = (0, 0, 0, 0)
    denied: bool = False
    cases: int = 0
    case: Case | None = None
    said: Case | None = None
    voided: bool = False

    @property
    def krischer(self) -> int | None:
        """A person who is perhaps known from nowhere else."""
        told = self.case or self.said
        return None if told is None else told.krischer

    def opened(self, case: Case) -> "Court":
        return replace(self, cases=case.number, case=case, said=None)

    def closed(self) -> "Court":
        """The case is over; what it was can still be read."""
        return replace(self, case=None, said=self.case)

    def dropped(self) -> "Court":
        """The case has no object any more."""
        return replace(self, case=None)

    def moved_on(self) -> "Court":
        """A card has been played, a word said, a pack dealt."""
        return replace(self, case=None, said=None, denied=False, voided=False)

    def fresh(self) -> "Court":
        """For a new Partie; the chalk stays where it is."""
        return Court(keeper=self.keeper, named=self.named, cases=self.cases)

    def naming(self, person: int, whom: int) -> "Court":
        named = (*((who, one) for who, one in self.named if who != person), (person, whom))
        return replace(self, named=named)

    def elected(self, people: tuple[int, ...]) -> int | None:
        """Whom more than half of these people name, if it is one of them."""
        voices = [whom for who, whom in self.named if who in people and whom in people]
        return next((person for person in people if 2 * voices.count(person) > len(people)), None)

    def admonishing(self, seat: Seat) -> "Court":
        north, east, south, west = (count + (i == seat) for i, count in enumerate(self.admonished))
        return replace(self, admonished=(north, east, south, west))


NO_COURT = Court()
