"""What a finished deal is worth, and who has the Kreide after it (B15, B18 to B20)."""

from typing import NamedTuple

from bot.core.seats import Pair, other_pair

KREIDE_NEEDS = 42  # Augen; the other pair then needs 79 of the 120
SCHNEIDER = 91
ALL_TRICKS = 8


class Score(NamedTuple):
    """``striche`` per pair, ``winner`` of the deal, who has the Kreide after it: the same pair (B18)."""

    striche: tuple[int, int]
    winner: Pair


def for_pair(pair: Pair, striche: int) -> tuple[int, int]:
    return (striche, 0) if pair == 0 else (0, striche)


def played(augen: tuple[int, int], tricks: tuple[int, int], kreide: Pair, bonus: Pair | None) -> Score:
    """B18 and B20; ``bonus`` is the pair that had CJ in the first deal and scores one Strich more (B19)."""
    winner = kreide if augen[kreide] >= KREIDE_NEEDS else other_pair(kreide)
    worth = 3 if tricks[winner] == ALL_TRICKS else 2 if augen[winner] >= SCHNEIDER else 1
    striche = for_pair(winner, worth)
    if bonus is not None:
        extra = for_pair(bonus, 1)
        striche = (striche[0] + extra[0], striche[1] + extra[1])
    return Score(striche, winner)
