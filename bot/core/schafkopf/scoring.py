"""What a finished deal is worth, and who has the Kreide after it (B15, B18 to B20, S4, S5)."""

from typing import NamedTuple

from bot.core.seats import Pair, other_pair

KREIDE_NEEDS = 42  # Augen; the other pair then needs 79 of the 120
SCHNEIDER = 91
ALL_TRICKS = 8
MAJORITY = 61
SCALE = ((120, 4), (89, 2), (42, 1))  # S5: Augen from which on the pair with the Kreide scores so many Striche


class Played(NamedTuple):
    """A deal played out: ``augen`` and ``tricks`` per pair, the pair that named trump, who had the Kreide before.

    ``kreide`` is None in the first deal of a game in which nobody has it then (S4).
    """

    augen: tuple[int, int]
    tricks: tuple[int, int]
    kreide: Pair | None
    namers: Pair


class Score(NamedTuple):
    """``striche`` per pair, ``winner`` of the deal, who has the Kreide after it: the same pair (B18, S4)."""

    striche: tuple[int, int]
    winner: Pair


class Fault(NamedTuple):
    """Wrong play that ends a deal: the offenders' pair, who has the Kreide (None in the first deal).

    ``solo``: what the solo under way is worth in Striche, 0 without one; ``false_card``: else it was a false call.
    """

    offenders: Pair
    kreide: Pair | None
    solo: int
    false_card: bool


def for_pair(pair: Pair, striche: int) -> tuple[int, int]:
    return (striche, 0) if pair == 0 else (0, striche)


def with_bonus(score: Score, pair: Pair | None) -> Score:
    """B19: the pair that had CJ in the first deal scores one Strich more; None: no such pair."""
    if pair is None:
        return score
    extra = for_pair(pair, 1)
    return score._replace(striche=(score.striche[0] + extra[0], score.striche[1] + extra[1]))


def bauernstoss(deal: Played) -> Score:
    """B18 and B20."""
    assert deal.kreide is not None  # B17: somebody has it from the first deal on
    winner = deal.kreide if deal.augen[deal.kreide] >= KREIDE_NEEDS else other_pair(deal.kreide)
    worth = 3 if deal.tricks[winner] == ALL_TRICKS else 2 if deal.augen[winner] >= SCHNEIDER else 1
    return Score(for_pair(winner, worth), winner)


def schoofkopp(deal: Played) -> Score:
    """S4 and S5: first the Kreide, then its pair is scored by the Augen it took."""
    if deal.kreide is None:
        keeps = deal.augen[deal.namers] >= MAJORITY
        kreide = deal.namers if keeps else other_pair(deal.namers)
    else:
        keeps = deal.augen[deal.kreide] >= KREIDE_NEEDS
        kreide = deal.kreide if keeps else other_pair(deal.kreide)
    worth = next(striche for least, striche in SCALE if deal.augen[kreide] >= least)
    return Score(for_pair(kreide, worth), kreide)


def bauernstoss_breach(fault: Fault) -> Score:
    """B23."""
    winner = other_pair(fault.offenders)
    return Score(for_pair(winner, fault.solo or 1), winner)


def schoofkopp_breach(fault: Fault) -> Score:
    """S7 and S8."""
    winner = other_pair(fault.offenders)
    false_call = 2 if fault.kreide == winner else 1
    worth = (fault.solo or 1) if fault.false_card else false_call
    return Score(for_pair(winner, worth), winner)
