"""What a deal's end is worth to a pair: the rungs of what can be scored, and the Partie won in the end (B18 to B20, S4,
S5, C12).
"""

from math import exp, sqrt
from typing import NamedTuple

from bot.core.schafkopf.scoring import ALL_TRICKS, KREIDE_NEEDS, MAJORITY, SCALE, SCHNEIDER, Played, with_bonus
from bot.core.schafkopf.variants import Variant
from bot.core.seats import Pair, other_pair

ALL_AUGEN = 120
KREIDE_WORTH = 0.4  # in Striche, for or against: whoever has it needs only 42 Augen
SPREAD = 1.2  # of what is still to come, in Striche per root of those missing


class Standings(NamedTuple):
    """Before the deal: Striche per pair and who has the Kreide, which in a first deal is known of a world alone.

    ``namers``: whose trump it is; ``bonus``: the pair that gets B19's Strich.
    """

    striche: tuple[int, int]
    kreide: Pair | None
    namers: Pair
    bonus: Pair | None


class Rung(NamedTuple):
    """An end of the deal that needs ``augen`` of ours, ``all_tricks``, or ``one_trick`` to have been taken by us.

    ``worth``: how likely we then win the Partie.
    """

    augen: int
    all_tricks: bool
    one_trick: bool
    worth: float


def rungs(variant: Variant, before: Standings, us: Pair) -> list[Rung]:
    """From the worst to the best; the first needs nothing. Neighbours of the same worth are one."""
    them = other_pair(us)
    ladder: list[Rung] = []
    for augen, tricks in _ends(variant, before, us):
        played = ((augen, ALL_AUGEN - augen), (tricks, ALL_TRICKS - tricks))
        both = played if us == 0 else ((played[0][1], played[0][0]), (played[1][1], played[1][0]))
        score = with_bonus(variant.score(Played(both[0], both[1], before.kreide, before.namers)), before.bonus)
        ours, theirs = before.striche[us] + score.striche[us], before.striche[them] + score.striche[them]
        worth = chance_of_partie(variant.target, ours, theirs, score.winner == us)
        rung = Rung(augen, tricks == ALL_TRICKS, bool(tricks) and not augen, worth)
        if not ladder or worth > ladder[-1].worth:
            ladder.append(rung)
    return ladder


def _ends(variant: Variant, before: Standings, us: Pair) -> list[tuple[int, int]]:
    """Our Augen and tricks at which the score may change, rising."""
    if variant.club_jack_has_kreide or before.kreide is not None:
        wins = KREIDE_NEEDS if before.kreide == us else ALL_AUGEN + 1 - KREIDE_NEEDS
    else:
        wins = MAJORITY if before.namers == us else ALL_AUGEN + 1 - MAJORITY  # S4
    higher = [SCHNEIDER] if variant.club_jack_has_kreide else [augen for augen, _ in SCALE if augen > KREIDE_NEEDS]
    augen = {wins, *higher, *(ALL_AUGEN + 1 - most for most in higher)}
    return [(0, 0), (0, 1), *((needed, 4) for needed in sorted(augen)), (ALL_AUGEN, ALL_TRICKS)]


def chance_of_partie(target: int, ours: int, theirs: int, kreide: bool) -> float:
    """How likely we win a Partie at that score, roughly: the lead in Striche, against what is still to be scored."""
    if max(ours, theirs) >= target:
        return float(ours > theirs if min(ours, theirs) < target else kreide)
    lead = ours - theirs + (KREIDE_WORTH if kreide else -KREIDE_WORTH)
    return 1 / (1 + exp(-lead / (SPREAD * sqrt(target - max(ours, theirs)))))
