"""S1 to S6: what Alter Schoofkopp does otherwise, in strict conduct."""

import pytest

from bot.core.game import Phase
from bot.core.seats import SEAT_NAMES

from .positions import (
    SCHOOFKOPP,
    TRUMP_LED,
    Position,
    first_deal,
    last_trick,
    later_deal,
    partie,
    playing,
    single_cards,
)


def later(kreide: str = "NS", ns: int = 3, ew: int = 3, **hands: str) -> Position:
    return later_deal("W", kreide, ns, ew, SCHOOFKOPP, **hands)


def first(**hands: str) -> Position:
    return first_deal("W", SCHOOFKOPP, **hands)


def in_trick(trick: str, **hands: str) -> Position:
    """Clubs are trump."""
    return playing("C", trick, "W", SCHOOFKOPP, **hands)


# -- S1


def test_s1_four_jacks_are_called_and_played_like_any_other_hand():
    deal = first(N="CJ SJ HJ DJ C7 C8 S7 H7")  # also in the first deal
    assert deal.words == {"5", "6"}
    deal.do("N 6, E weg, S weg, W weg")
    assert deal.words == {"trump C"}
    deal.do("N trump C")
    assert deal.state.phase is Phase.PLAY


def test_s1_four_jacks_give_numbers_up_to_eight():
    assert later(N="CJ SJ HJ DJ CA CT CK CQ").words == {"8", "lechdich"}


def test_s1_a_hand_with_four_jacks_may_say_mit_and_must_call():
    deal = later(N="DA DK C9 C7 S7 S9 HA H8", E="CJ SJ HJ DJ HT D7 D9 D8")
    assert deal.do("N weg").refuses("E weg") == "B4"
    deal = later(N="CJ D7 D8 D9 C7 S7 S9 HA", E="SJ HJ DJ HT HK HQ S8 C8").do("N 4")
    assert deal.words == {"6", "mit", "weg", "lechdich"}


def test_s1_with_four_jacks_weg_throws_nothing_in():
    deal = later(N="SA SK C9 C7 S7 S9 HA H8", E="CJ SJ HJ DJ HT D7 D9 D8", W="DA DT DK DQ CA CT CK CQ")
    deal.do("N weg, E 5").do("S weg, W weg, E trump H")
    assert deal.state.phase is Phase.PLAY


def test_s1_no_kleines_solo_and_no_grosses():
    deal = later(N="CJ SJ HJ CA CT CK CQ C9")
    assert deal.refuses("N kleines-solo") == "S1"
    assert deal.refuses("N grosses-solo") == "phase"


# -- S2


def test_s2_the_partner_in_the_tie_is_an_opponent():
    deal = single_cards(SCHOOFKOPP).do("N 2, E weg")
    assert deal.refuses("S mit") == "B6"  # a 7 would do in Bauernstoss
    assert "S mit" in single_cards(SCHOOFKOPP, S="H8").do("N 2, E weg").legal


@pytest.mark.parametrize(
    ("calls", "least"), [("N 2", "8"), ("N 2, E mit", "9"), ("N 2, E weg", "8"), ("N 2, E mit, S mit", "Q")]
)
def test_s2_each_mit_asks_for_one_rank_more(calls: str, least: str):
    held = {"E": "S8", "S": "H9"}
    seat = SEAT_NAMES[calls.count(",") + 1]
    for rank in "789QKTA":
        hands = held | {seat: "CSHD"[SEAT_NAMES.index(seat)] + rank}
        deal = single_cards(SCHOOFKOPP, **hands).do(calls)
        if "789QKTA".index(rank) < "789QKTA".index(least):
            assert deal.refuses(f"{seat} mit") == "B6"
        else:
            assert f"{seat} mit" in deal.legal


def test_s2_partners_alone_in_a_tie_make_known_and_nobody_yields():
    deal = single_cards(SCHOOFKOPP, S="HK").do("N 2, E weg, S mit, W weg")
    assert [(known.seat, known.rank) for known in deal.state.made_known] == [(0, 0), (2, 4)]
    assert deal.words == {"trump H"}
    assert deal.to_act == "S"
    assert deal.refuses("S yields") == "B8"


def test_s2_no_yielding_beside_an_opponent_either():
    deal = single_cards(SCHOOFKOPP, E="S8", S="HA").do("N 2, E mit, S mit, W weg")
    assert (deal.to_act, deal.words) == ("S", {"trump H"})
    assert not deal.view(None).may_yield


def test_s2_equal_lowest_trumps_the_earlier_speaker():
    deal = single_cards(SCHOOFKOPP, N="CA", S="HA").do("N 2, E weg, S mit, W weg")
    assert [known.rank for known in deal.state.made_known] == [6, None]
    assert deal.to_act == "N"


# -- S3


def test_s3_a_trump_led_must_be_overtrumped():
    east = in_trick("CT", E="C7 CA HJ")
    assert east.words == {"CA", "HJ"}
    assert east.refuses("E plays C7") == "S3"


def test_s3_who_cannot_overtrump_still_plays_a_trump():
    east = in_trick("SJ", E="HJ C7 HA")
    assert east.words == {"HJ", "C7"}
    assert east.refuses("E plays HA") == "C10"


def test_s3_the_partners_trump_too_and_the_highest_counts():
    assert in_trick("CT C7", S="CA C8").words == {"CA"}
    assert in_trick("C7 DJ", S="CA C8").words == {"CA", "C8"}
    assert in_trick("C7 DJ C9", W="CA HJ").words == {"HJ"}


def test_s3_void_in_a_plain_suit_a_trump_fallen_must_be_beaten():
    south = in_trick("HA C9", S="C7 CT SA")
    assert south.words == {"CT"}
    assert south.refuses("S plays C7") == "S3"
    assert south.refuses("S plays SA") == "C11"
    assert in_trick("HA C9", S="C7 C8 SA").words == {"C7", "C8"}


def test_s3_void_and_no_trump_fallen_any_trump():
    assert in_trick("HA", E="C7 CT SA").words == {"C7", "CT"}


def test_s3_following_a_plain_suit_there_is_no_duty_to_beat():
    assert in_trick("H9", E="H7 HA CJ").words == {"H7", "HA"}
    assert in_trick("H9 C7", S="H7 HA CJ").words == {"H7", "HA"}


def test_s3_with_neither_suit_nor_trump_anything():
    assert in_trick("HA C9", S="SA D7").words == {"SA", "D7"}


def test_s3_house_rule_trump_led():
    assert playing("C", "CT", "W", TRUMP_LED, E="C7 CA HJ").words == {"CA", "HJ"}
    assert playing("C", "HA C9", "W", TRUMP_LED, S="C7 CT SA").words == {"C7", "CT"}  # void, but trump was not led
    assert playing("C", "HA DJ", "W", TRUMP_LED, S="C7 HJ SA").words == {"C7", "HJ"}  # nor does B16 hold
    assert playing("C", "CT", "W", TRUMP_LED, E="C7 CA").refuses("E plays C7") == "S3"


# -- S4 and S5: settled by one last trick of no Augen, which N takes; N named trump


def settled(
    augen: tuple[int, int], kreide: str | None = "NS", tricks: tuple[int, int] = (4, 4)
) -> tuple[tuple[int, int], str]:
    """Striche scored (NS, EW) and who has the Kreide then. ``kreide`` None: a first deal."""
    deal = last_trick(augen, tricks, kreide or "NS", kreide is None, game=SCHOOFKOPP)
    deal.do("N plays S9, E plays D8, S plays S8, W plays S7")
    assert deal.facts["outcome"] == "played"
    assert deal.state.result is not None
    return deal.state.result.settlement.striche, deal.facts["kreide"]


@pytest.mark.parametrize(
    ("augen", "scored", "kreide"),
    [
        ((61, 59), (1, 0), "NS"),
        ((60, 60), (0, 1), "EW"),  # the pair that named trump has lost it
        ((59, 61), (0, 1), "EW"),
        ((88, 32), (1, 0), "NS"),
        ((89, 31), (2, 0), "NS"),
        ((31, 89), (0, 2), "EW"),
        ((120, 0), (4, 0), "NS"),
    ],
)
def test_s4_in_the_first_deal_the_kreide_goes_by_61_augen(augen: tuple[int, int], scored: tuple[int, int], kreide: str):
    assert settled(augen, None) == (scored, kreide)


@pytest.mark.parametrize(
    ("augen", "before", "scored", "kreide"),
    [
        ((42, 78), "NS", (1, 0), "NS"),
        ((41, 79), "NS", (0, 1), "EW"),
        ((31, 89), "NS", (0, 2), "EW"),
        ((78, 42), "EW", (0, 1), "EW"),
        ((79, 41), "EW", (1, 0), "NS"),
        ((88, 32), "NS", (1, 0), "NS"),
    ],
)
def test_s4_later_the_holders_keep_it_with_42(
    augen: tuple[int, int], before: str, scored: tuple[int, int], kreide: str
):
    assert settled(augen, before) == (scored, kreide)


def test_s4_nobody_has_the_kreide_in_the_first_deal_and_cj_tells_nothing():
    deal = first(N="CJ SJ HJ CA CT CK CQ C9").do("N 8, E weg, S weg, W weg, N trump C, N plays CJ")
    assert "kreide" not in deal.facts
    assert deal.view(None).kreide is None
    assert not [event for event in deal.events if type(event).__name__ == "KreideKnown"]


@pytest.mark.parametrize(("augen", "striche"), [(42, 1), (88, 1), (89, 2), (119, 2), (120, 4)])
def test_s5_the_scale_goes_by_augen_not_by_tricks(augen: int, striche: int):
    assert settled((augen, 120 - augen)) == ((striche, 0), "NS")
    assert settled((augen, 120 - augen), tricks=(8, 0) if augen == 120 else (4, 4))[0] == (striche, 0)


def test_s5_all_tricks_and_cj_bring_nothing_more():
    deal = last_trick((120, 0), (7, 1), "NS", first=True, club_jack="EW", game=SCHOOFKOPP)
    deal.do("N plays S9, E plays D8, S plays S8, W plays S7")
    assert deal.facts["striche"] == {"NS": 4, "EW": 0}
    assert deal.state.result is not None
    assert deal.state.result.bonus is None


# -- S6

UNFAILING = "CJ SJ HJ DJ CA CT CK CQ"


def test_s6_lechdich_ends_the_calling_and_needs_no_card():
    deal = later(N="C7 C8 S7 S8 H7 H8 D7 D8").do("N lechdich")
    assert deal.words == {"trump C", "trump S", "trump H", "trump D"}
    deal.do("N trump C")
    assert deal.to_act == "N"
    assert deal.view(None).sits_out == 2


def test_s6_never_in_the_first_deal():
    deal = first(N=UNFAILING)
    assert "lechdich" not in deal.words
    assert deal.refuses("N lechdich") == "S6"


@pytest.mark.parametrize("kreide", ["NS", "EW"])
def test_s6_won_it_is_the_partie(kreide: str):
    deal = later(kreide, N=UNFAILING).do("N lechdich, N trump C").play_out(N=UNFAILING)
    assert (deal.facts["outcome"], deal.facts["winner"], deal.facts["kreide"]) == ("solo-won", "NS", "NS")
    assert deal.facts["striche"] == {"NS": 18, "EW": 3}


def test_s6_lost_the_fifteen_go_to_the_other_pair():
    deal = later("NS", N="C7 C8 S7 S8 H7 H8 D7 D8").do("N lechdich, N trump C, N plays S7").play_out()
    assert (deal.facts["outcome"], deal.facts["winner"], deal.facts["kreide"]) == ("solo-lost", "EW", "EW")
    assert deal.facts["striche"] == {"NS": 3, "EW": 18}


def test_s6_over_a_number_that_stands():
    deal = later(N="CJ D7 D8 D9 C7 S7 S9 HA").do("N 4, E lechdich")
    assert (deal.to_act, deal.state.phase) == ("E", Phase.NAME)


# -- C12


def test_c12_a_partie_ends_at_fifteen():
    assert SCHOOFKOPP.resume("W 14:14 NS 9").phase is Phase.DEAL
    assert SCHOOFKOPP.resume("W 15:3 NS 9").phase is Phase.OVER
    deal = partie("W", 14, 3, "NS", SCHOOFKOPP).deal(N=UNFAILING)
    deal.do("N 8, E weg, S weg, W weg, N trump C").play_out(N=UNFAILING)
    assert deal.facts["winner"] == "NS"


def test_house_rules_are_told_in_the_view():
    assert playing("C", "CT", "W", TRUMP_LED, E="C7 CA").view("E").house.overtrump == "trump-led"
    assert later(N=UNFAILING).view("N").variant is SCHOOFKOPP.variant
