"""S7 and S8: what a false call and a false card cost in Alter Schoofkopp."""

import pytest

from .positions import first_deal, later_deal
from .tavern_positions import (
    BAUERNSTOSS,
    HANDS,
    REVOKE,
    SCHOOFKOPP,
    TWO_SUITS,
    bauernstoss,
    ending,
    honestly,
    schoofkopp,
    verdict,
)

PLAYED = "N plays CA, E plays C9, S plays H7, W plays C7, S plays DA, W plays D8, N plays SA, E plays D7"
WITH_E_8 = f"N weg, E 8, N reports E, S weg, W weg, E trump H, {PLAYED}"

# -- S7


def test_s7_by_the_pair_with_the_kreide_it_passes_with_one_strich():
    deal = schoofkopp("EW").do(WITH_E_8)
    assert verdict(deal) == ("B2", "D7 C9")
    assert ending(deal) == ("breach", (1, 0), "NS")
    assert any(deal.state.hands)  # the deal ends there
    by_n = schoofkopp("NS").do("N 8, E reports N, E weg, S weg, W weg, N trump C")
    assert ending(honestly(by_n)) == ("breach", (0, 1), "EW")


def test_s7_by_the_pair_without_it_costs_two():
    assert ending(schoofkopp("NS").do(WITH_E_8)) == ("breach", (2, 0), "NS")
    by_n = schoofkopp("EW").do("N 8, E reports N, E weg, S weg, W weg, N trump C")
    assert ending(honestly(by_n)) == ("breach", (0, 2), "EW")


def test_s7_in_the_first_deal_one_strich_and_the_kreide():
    deal = first_deal("W", SCHOOFKOPP, **HANDS).do(WITH_E_8)
    assert ending(deal) == ("breach", (1, 0), "NS")  # and none for CJ


def test_s7_not_so_in_bauernstoss():
    assert ending(bauernstoss("NS").do(WITH_E_8)) == ("breach", (1, 0), "NS")
    assert ending(first_deal("W", BAUERNSTOSS, **HANDS).do(WITH_E_8))[1] == (1, 1)  # B19


@pytest.mark.parametrize(
    ("calls", "rule"),
    [
        ("N weg, E weg, S weg, W weg, N reports E", "B4"),
        ("N weg, E 5, S weg, W mit, E low T, W concedes, N reports W, E trump H", "B6"),
        ("N weg, E 5, S weg, W weg, E trump D, N reports E", "B9"),
    ],
)
def test_s7_every_false_call(calls: str, rule: str):
    deal = honestly(schoofkopp("NS").do(calls))
    found = verdict(deal)
    assert found is not None
    assert found[0] == rule
    assert ending(deal) == ("breach", (2, 0), "NS")


def test_s7_a_false_rank():
    deal = later_deal("W", "EW", 3, 3, SCHOOFKOPP, **TWO_SUITS)
    deal.do("N 4, E mit, S weg, W weg, N low A, E reports N, E concedes, N trump C")
    assert ending(honestly(deal)) == ("breach", (0, 2), "EW")


def test_s7_after_the_last_card_too_even_if_the_deal_was_lost():
    deal = honestly(schoofkopp("NS").do("N weg, E 5, S weg, W weg, E trump D"))
    assert ending(deal) == ("played", (1, 0), "NS")
    assert ending(deal.do("N reports E")) == ("breach", (2, 0), "NS")


def test_s7_what_nobody_reports_stands():
    assert ending(honestly(schoofkopp("NS").do("N weg, E 5, S weg, W weg, E trump D"))) == ("played", (1, 0), "NS")


# -- S8


@pytest.mark.parametrize("kreide", ["NS", "EW"])
def test_s8_a_false_card_loses_the_deal_at_once(kreide: str):
    deal = schoofkopp(kreide).do(REVOKE, "N reports E, S plays D9, W plays D8, N plays CT, E plays C9")
    assert verdict(deal) == ("C10", "C9")
    assert ending(deal) == ("breach", (1, 0), "NS")
    assert any(deal.state.hands)


def test_s8_in_the_first_deal():
    deal = first_deal("W", SCHOOFKOPP, **HANDS).do(REVOKE, "N reports E")
    assert ending(deal.do("S plays D9, W plays D8, N plays CT, E plays C9")) == ("breach", (1, 0), "NS")


def test_s8_reported_after_the_last_card_it_counts_as_played_if_the_offenders_lost_anyway():
    deal = honestly(schoofkopp("NS").do(REVOKE))
    assert ending(deal) == ("played", (1, 0), "NS")
    assert deal.state.pending is not None
    assert deal.state.pending.augen == (50, 70)
    deal.do("N reports E")
    assert verdict(deal) == ("C11", "HK")  # E laid it before a Club
    assert ending(deal) == ("played", (1, 0), "NS")
    assert deal.refuses("N reports W") == "over"


def test_s8_reported_after_the_last_card_it_is_lost_if_the_offenders_have_the_kreide():
    deal = honestly(schoofkopp("EW").do(REVOKE))
    assert ending(deal) == ("played", (0, 1), "EW")
    assert ending(deal.do("N reports E")) == ("breach", (1, 0), "NS")


def test_s8_reported_before_the_last_card_it_is_lost_though_the_offenders_would_have_lost_anyway():
    deal = honestly(schoofkopp("NS").do(REVOKE), leaving=1).do("N reports E")
    assert ending(deal) == ("breach", (1, 0), "NS")
    early = honestly(schoofkopp("NS").do(REVOKE, "N reports E"))
    assert ending(early) == ("breach", (1, 0), "NS")


@pytest.mark.parametrize("kreide", ["NS", "EW"])
def test_s8_in_a_lechdich_the_other_side_scores_the_fifteen(kreide: str):
    by_opponent = schoofkopp(kreide).do("N lechdich, N trump C, N plays CA, E plays D7, W plays DJ, N reports E")
    assert ending(by_opponent) == ("breach", (15, 0), "NS")
    by_soloist = later_deal("N", kreide, 3, 3, SCHOOFKOPP, **HANDS)
    by_soloist.do("E 5, S weg, W weg, N lechdich, N trump S, E plays C8, W plays C7, N plays SA, E reports N")
    assert verdict(by_soloist) is None
    assert ending(by_soloist.do("N plays CA")) == ("breach", (0, 15), "EW")


def test_s8_in_a_lechdich_reported_after_the_last_card():
    lost = schoofkopp().do("N lechdich, N trump C, N plays CA, E plays D7, W plays DJ")
    assert ending(lost) == ("solo-lost", (0, 15), "EW")
    assert ending(lost.do("N reports E")) == ("breach", (15, 0), "NS")
    won = schoofkopp(N="CJ SJ HJ DJ CA CT CK CQ", E="C7 D7 D8 D9 DQ DK DT DA")
    won.do("N lechdich, N trump C, N plays DJ, E plays D7")
    assert ending(honestly(won)) == ("solo-won", (15, 0), "NS")
    assert ending(won.do("N reports E")) == ("solo-won", (15, 0), "NS")
    assert verdict(won) == ("C10", "C7")


BOTH = "N plays CA, E plays D7, S plays H7, W plays C7, S plays D9, W plays D8, N plays CT, E plays C9"


def test_s8_of_both_kinds_at_once_the_false_call_counts():
    """C9 shows that D7 was a false card, and beside it that E has not 7 with Hearts."""
    for report in (f"N reports E, {BOTH}", f"{BOTH}, N reports E"):
        deal = schoofkopp("NS").do("N weg, E 7, S weg, W weg, E trump H", report)
        assert verdict(deal) == ("B9", "D7 C9")
        assert ending(deal) == ("breach", (2, 0), "NS")


def test_s8_of_both_kinds_what_is_proven_first_counts():
    card_first = schoofkopp("NS").do("N weg, E 6, S weg, W weg, E trump H", BOTH, "N reports E")
    assert verdict(card_first) == ("C10", "C9")  # E may still have 6
    assert ending(card_first) == ("breach", (1, 0), "NS")
    late = schoofkopp("NS").do("N weg, E 6, S weg, W weg, E trump H", BOTH)
    honestly(late).do("N reports E")  # both are proven now
    found = verdict(late)
    assert found is not None
    assert found[0] == "C10"
    call_first = schoofkopp("NS").do("N weg, E 8, S weg, W weg, E trump H", BOTH, "N reports E")
    assert verdict(call_first) == ("B9", "D7")  # already with the first card
