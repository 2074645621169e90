"""What a table may choose among the rules."""

from dataclasses import dataclass
from enum import StrEnum


class Conduct(StrEnum):
    """Strict: nothing illegal can be done. Tavern: what only the hand could show is not enforced (B21)."""

    STRICT = "strict"
    TAVERN = "tavern"


class Overtrump(StrEnum):
    """Alter Schoofkopp: when a trump must beat the highest trump in the trick (S3)."""

    ALWAYS = "always"
    TRUMP_LED = "trump-led"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A rule that a game does not know stays at its default there."""

    conduct: Conduct = Conduct.STRICT
    overtrump: Overtrump = Overtrump.ALWAYS


USUAL = HouseRules()
