"""What tells the sister games apart, as data."""

from dataclasses import dataclass
from types import MappingProxyType

from bot.core.actions import GROSSES_SOLO, KLEINES_SOLO


@dataclass(frozen=True, slots=True)
class Solo:
    """A solo's worth in Striche; ``exchange``: the partners exchange a card, which needs CJ and not all Jacks (B13)."""

    striche: int
    exchange: bool


@dataclass(frozen=True, slots=True)
class Variant:
    name: str
    rules_version: int
    target: int  # Striche that end a Partie (C12)
    solos: MappingProxyType[str, Solo]
    most_jacks: int  # in a hand that may call a number (B2)

    @property
    def four_jacks_throw_in(self) -> bool:
        return self.most_jacks < 4  # B10


BAUERNSTOSS = Variant(
    name="bauernstoss",
    rules_version=1,
    target=20,
    solos=MappingProxyType({KLEINES_SOLO: Solo(8, exchange=True), GROSSES_SOLO: Solo(12, exchange=False)}),
    most_jacks=3,
)
