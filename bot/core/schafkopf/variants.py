"""What tells the sister games apart, as data."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType

from bot.core.actions import GROSSES_SOLO, KLEINES_SOLO, LECHDICH
from bot.core.game import Reason
from bot.core.house import Overtrump
from bot.core.schafkopf import scoring
from bot.core.schafkopf.play import HIGHER_JACK, HIGHER_TRUMP, HIGHER_TRUMP_TO_TRUMP, Beating
from bot.core.schafkopf.scoring import Fault, Played, Score


@dataclass(frozen=True, slots=True)
class Solo:
    """A solo's worth in Striche; ``exchange``: the partners exchange a card, which needs CJ and not all Jacks (B13).

    ``rule`` is the one that bars it from the first deal.
    """

    striche: int
    exchange: bool
    rule: Reason


@dataclass(frozen=True, slots=True)
class Variant:
    name: str
    rules_version: int
    target: int  # Striche that end a Partie (C12)
    solos: MappingProxyType[str, Solo]
    lacks: MappingProxyType[str, Reason]  # words that only the sister knows, and the rule that says so
    most_jacks: int  # in a hand that may call a number (B2, S1)
    partners_contend: bool  # in a tie everyone else is an opponent and nobody yields (S2)
    beating: Beating
    club_jack_has_kreide: bool  # in the first deal, and a Strich more (B17, B19)
    score: Callable[[Played], Score]
    breach_score: Callable[[Fault], Score]
    lost_anyway_stands: bool  # a false card of the losers, reported after the last one, counts as played (S8)
    one_take_back: bool  # a player's second of a Partie loses the deal (S9)

    @property
    def four_jacks_throw_in(self) -> bool:
        return self.most_jacks < 4  # B10


BAUERNSTOSS = Variant(
    name="bauernstoss",
    rules_version=1,
    target=20,
    solos=MappingProxyType(
        {
            KLEINES_SOLO: Solo(8, exchange=True, rule=Reason.B11),
            GROSSES_SOLO: Solo(12, exchange=False, rule=Reason.B11),
        }
    ),
    lacks=MappingProxyType({}),
    most_jacks=3,
    partners_contend=False,
    beating=HIGHER_JACK,
    club_jack_has_kreide=True,
    score=scoring.bauernstoss,
    breach_score=scoring.bauernstoss_breach,
    lost_anyway_stands=False,
    one_take_back=False,
)
SCHOOFKOPP = Variant(
    name="schoofkopp",
    rules_version=1,
    target=15,
    solos=MappingProxyType({LECHDICH: Solo(15, exchange=False, rule=Reason.S6)}),
    lacks=MappingProxyType({KLEINES_SOLO: Reason.S1}),
    most_jacks=4,
    partners_contend=True,
    beating=HIGHER_TRUMP,
    club_jack_has_kreide=False,
    score=scoring.schoofkopp,
    breach_score=scoring.schoofkopp_breach,
    lost_anyway_stands=True,
    one_take_back=True,
)
_VARIANTS = {
    ("bauernstoss", Overtrump.ALWAYS): BAUERNSTOSS,
    ("schoofkopp", Overtrump.ALWAYS): SCHOOFKOPP,
    ("schoofkopp", Overtrump.TRUMP_LED): replace(SCHOOFKOPP, beating=HIGHER_TRUMP_TO_TRUMP),
}


def variant_of(name: str, overtrump: Overtrump = Overtrump.ALWAYS) -> Variant:
    """Raises KeyError for a game that is none of the two, or does not know that house rule."""
    return _VARIANTS[name, overtrump]
