"""B1 to B10: calling, the tie, naming, four Jacks."""

from typing import Any

import pytest

from bot.core.cards import RANKS
from bot.core.game import Phase
from bot.core.seats import SEAT_NAMES

from .positions import Position, first_deal, later_deal, partie, single_cards

FOUR_JACKS = "CJ SJ HJ DJ C7 C8 S7 S8"
NO_JACK = "C7 C8 S7 S8 H7 H8 D7 D8"


def made_known(deal: Position) -> list[str]:
    """``["N 7", "E -"]``; a dash for who conceded."""
    known = deal.state.made_known
    return [f"{SEAT_NAMES[seat]} {'-' if rank is None else RANKS[rank]}" for seat, rank in known]


# -- B1


def test_b1_forehand_begins_and_everyone_speaks_once_clockwise():
    deal = later_deal("N", E=NO_JACK)
    assert deal.to_act == "E"
    assert deal.refuses("S 3") == "turn"
    deal.do("E weg")
    assert deal.refuses("E weg") == "turn"
    assert deal.to_act == "S"


def test_b1_after_four_calls_nothing_more_is_said():
    deal = single_cards().do("N 2, E 3, S weg, W weg")
    assert deal.to_act == "E"
    assert deal.refuses("E weg") == "phase"
    assert deal.refuses("N 3") == "turn"


# -- B2


def test_b2_a_number_is_jacks_and_the_cards_of_one_suit():
    deal = first_deal(N="CJ DJ CA C7 SA ST S7 H9")
    assert deal.words == {"3", "4", "5"}  # Hearts, Clubs, Spades; not the longest only
    assert deal.refuses("N 2") == "B2"
    assert deal.refuses("N 6") == "B2"


def test_b2_two_is_the_lowest_number_and_eight_the_highest():
    assert "2" in first_deal(N="CJ D7 C7 C8 C9 S7 S8 S9").words
    assert first_deal(N="CJ C7 C8 C9 CQ CK CT CA").words == {"8"}
    assert first_deal(N="CJ SJ HJ C9 CQ CK CT CA").words == {"8"}


def test_b2_jacks_alone_are_no_number_nor_is_a_suit_without_a_jack():
    three_jacks = first_deal(N="CJ SJ HJ C9 CQ CK S7 S8")
    assert three_jacks.words == {"5", "6"}
    assert three_jacks.refuses("N 3") == "B2"
    assert first_deal(N=NO_JACK).refuses("N 2") == "B2"


def test_b2_a_jack_is_no_card_of_its_printed_suit():
    assert first_deal(N="CJ S7 S8 S9 H7 H8 H9 HQ").words == {"4", "5"}  # no Clubs, so no 2


# -- B3


def test_b3_without_a_jack_only_weg_or_a_grosses_solo():
    assert first_deal(N=NO_JACK).words == {"weg"}
    deal = later_deal(N=NO_JACK)
    assert deal.words == {"weg", "grosses-solo"}
    assert deal.refuses("N kleines-solo") == "B3"
    assert deal.refuses("N mit") == "B3"


def test_b3_also_once_a_number_stands():
    deal = later_deal(N="CJ SJ HJ DA DT DK DQ D9", E=NO_JACK).do("N 8")
    assert deal.words == {"weg", "grosses-solo"}
    assert deal.refuses("E mit") == "B3"


# -- B4


def test_b4_a_hand_with_jacks_must_call_while_no_number_stands():
    assert first_deal(N="CJ SJ HJ C7 C8 C9 CQ CK").refuses("N weg") == "B4"
    assert first_deal(N="DJ C7 C8 S7 S8 H7 H8 D7").refuses("N weg") == "B4"
    assert first_deal(N="DJ C7 C8 S7 S8 H7 H8 D7").refuses("N mit") == "B4"


def test_b4_a_solo_will_do_instead():
    assert later_deal(N="CJ C7 C8 S7 S8 H7 H8 D7").words == {"2", "3", "kleines-solo", "grosses-solo"}


def test_b4_weg_by_those_before_changes_nothing():
    deal = first_deal(N=NO_JACK, E="CJ C9 CQ S9 SQ H9 HQ D9").do("N weg")
    assert deal.refuses("E weg") == "B4"
    assert deal.words == {"2", "3"}


# -- B5


def test_b5_a_higher_number_is_a_right_and_no_duty():
    deal = first_deal(N="DJ C7 C8 S7 S8 H7 H8 D7", E="CJ CA CK CQ CT SA HA DA").do("N 3")
    assert deal.words == {"5", "weg"}
    assert deal.refuses("E 2") == "B5"


def test_b5_the_same_number_is_not_higher():
    deal = single_cards().do("N 3")
    assert deal.refuses("E 3") == "B5"
    assert deal.refuses("E 2") == "B5"


# -- B6; the single cards make 2, so that every lowest trump can be had; N and S, E and W are partners


@pytest.mark.parametrize(
    ("calls", "singles", "least"),
    [
        ("N 2", "C7", "8"),  # opponent 2, me mit
        ("N 2, E mit", "C7 S8", "9"),  # partner 2, opponent mit (8), me
        ("N 2, E mit, S mit", "C7 S8 H9", "Q"),  # all round: 7, 8, 9, Q
        ("N 2, E weg", "C7", "7"),  # partner 2, opponent passes: a 7 will do
        ("N 2, E weg, S mit", "C7 S7 H7", "8"),  # opponent 2, partner passes, other opponent mit (a 7 did): 8
        ("N 2, E weg, S weg", "C7", "8"),
        ("N 2, E mit, S weg", "C7 S8", "8"),  # the partner's 8 asks nothing of me, the opponent's 7 does
    ],
)
def test_b6_the_least_lowest_trump_for_a_mit(calls: str, singles: str, least: str):
    """Those who have spoken hold the least card that let them."""
    held = dict(zip(SEAT_NAMES, singles.split(), strict=False))
    seat = SEAT_NAMES[calls.count(",") + 1]
    suit = "CSHD"[SEAT_NAMES.index(seat)]
    for rank in "789QKTA":
        hands: dict[str, Any] = {**held, seat: suit + rank}
        deal = single_cards(**hands).do(calls)
        if "789QKTA".index(rank) < "789QKTA".index(least):
            assert deal.refuses(f"{seat} mit") == "B6", rank
        else:
            deal.do(f"{seat} mit")


def test_b6_what_was_asked_counts_not_what_is_held():
    deal = single_cards(N="CA", E="SA", S="H9").do("N 2, E mit")
    assert "mit" in deal.words  # N was asked a 7 and E an 8, whatever they hold


def test_b6_the_number_must_be_the_same():
    deal = first_deal(N="CJ C7 C8 S7 S8 H7 H8 D7", E="SJ CA CT CK S9 SQ SK HA").do("N 3")
    assert deal.words == {"4", "weg"}  # Clubs and Spades give 4, and Hearts 2
    assert deal.refuses("E mit") == "B6"


def test_b6_the_best_of_several_suits_will_do():
    deal = first_deal(N="CJ C7 C8 S7 S8 H7 H8 D7", E="SJ C9 CT SK SQ SA D8 DA").do("N 3")
    assert "mit" in deal.words  # Clubs from the 9
    deal = first_deal(N="CJ C8 C9 S8 S9 H8 H9 D8", E="SJ C7 CT S7 SQ D7 DT HA").do("N 3")
    assert deal.refuses("E mit") == "B6"  # three suits from the 7


def test_b6_a_higher_number_wipes_out_the_tie():
    deal = single_cards(N="CA", E="SA", S="H7", W="D7").do("N 2, E mit, S 3")
    assert deal.refuses("W 3") == "B5"
    assert deal.refuses("W 2") == "B5"
    assert "mit" in deal.words  # only S's 7 is to be topped now; before, a Q would have been asked of W
    deal.do("W mit")
    assert made_known(deal) == ["S T", "W -"]  # N and E are in no tie any more


def test_b6_no_mit_before_a_number():
    assert first_deal(N="CJ C7 C8 S7 S8 H7 H8 D7").refuses("N mit") == "B4"
    assert first_deal(N=NO_JACK).refuses("N mit") == "B3"


# -- B7


def test_b7_the_highest_number_wins_and_nothing_is_made_known():
    deal = single_cards().do("N 2, E 3, S weg, W weg")
    assert (deal.to_act, deal.state.number, made_known(deal)) == ("E", 3, [])
    assert not deal.state.may_yield


@pytest.mark.parametrize(
    ("singles", "known", "winner"),
    [
        ("C7 S8 H9 DQ", ["N 7", "E 8", "S 9", "W Q"], "W"),
        ("CA S8 H9 DQ", ["N A", "E -", "S -", "W -"], "N"),
        ("C7 SK H9 DA", ["N 7", "E K", "S -", "W A"], "W"),
        ("C7 SK HK DK", ["N 7", "E K", "S -", "W -"], "E"),  # equal: the earlier speaker
        ("CT S8 HA DA", ["N T", "E -", "S A", "W -"], "S"),
        ("CK S9 HT DQ", ["N K", "E -", "S T", "W -"], "S"),  # the ten is above the king
    ],
)
def test_b7_each_in_turn_makes_known_a_higher_lowest_trump_or_concedes(singles: str, known: list[str], winner: str):
    hands: dict[str, Any] = dict(zip(SEAT_NAMES, singles.split(), strict=True))
    deal = single_cards(**hands).do("N 2, E mit, S mit, W mit")
    assert made_known(deal) == known
    assert deal.to_act == winner
    assert [
        f"{SEAT_NAMES[seat]} {'-' if rank is None else RANKS[rank]}" for seat, rank in deal.view(None).made_known
    ] == known


def test_b7_opponents_without_their_partners():
    deal = single_cards(N="C9", E="S9").do("N 2, E mit, S weg, W weg")
    assert (deal.to_act, made_known(deal)) == ("N", ["N 9", "E -"])
    deal = single_cards(N="C9", E="SQ").do("N 2, E mit, S weg, W weg")
    assert (deal.to_act, made_known(deal)) == ("E", ["N 9", "E Q"])


def test_b7_who_has_several_suits_of_the_number_goes_by_the_best():
    deal = later_deal(N="CJ C7 SK H7 H8 H9 HQ D7", E="SJ S9 CK CQ D8 D9 HK HT")
    deal.do("N 2, E mit")
    assert deal.to_act == "S"
    while deal.state.phase is Phase.CALL:
        deal.do(f"{deal.to_act} weg")
    assert made_known(deal) == ["N K", "E -"]


def test_b7_partners_alone_make_nothing_known_and_the_earlier_speaker_wins():
    deal = single_cards(N="C7", S="HA").do("N 2, E weg, S mit, W weg")
    assert (deal.to_act, made_known(deal)) == ("N", [])


# -- B8


def test_b8_the_winner_may_yield_to_a_partner_in_the_tie():
    deal = single_cards(N="C7", S="HA").do("N 2, E weg, S mit, W weg")
    assert deal.words == {"trump C", "yields"}
    deal.do("N yields")
    assert (deal.to_act, deal.words) == ("S", {"trump H"})
    assert deal.refuses("S yields") == "B8"
    assert deal.refuses("N trump C") == "turn"
    assert deal.view(None).yielded
    deal.do("S trump H")
    assert deal.to_act == "N"  # forehand leads all the same


def test_b8_the_winner_may_name():
    deal = single_cards(N="C7", S="HA").do("N 2, E weg, S mit, W weg, N trump C")
    assert deal.state.phase is Phase.PLAY
    assert not deal.state.may_yield


def test_b8_also_after_a_tie_with_opponents_and_to_a_partner_who_conceded():
    deal = single_cards(N="CK", E="S8", S="H9", W="DQ").do("N 2, E mit, S mit, W mit")
    assert deal.words == {"trump C", "yields"}
    deal.do("N yields")
    assert deal.words == {"trump H"}


def test_b8_nobody_yields_to_a_partner_who_is_not_in_the_tie():
    alone = single_cards().do("N 2, E weg, S weg, W weg")
    assert alone.words == {"trump C"}
    assert alone.refuses("N yields") == "B8"
    opponents = single_cards(N="C9", E="S9").do("N 2, E mit, S weg, W weg")
    assert opponents.refuses("N yields") == "B8"
    wiped_out = single_cards(S="H7").do("N 2, E weg, S 3, W weg")
    assert wiped_out.refuses("S yields") == "B8"


def test_b8_the_later_partner_may_win_and_yield():
    deal = single_cards(N="C7", E="S8", S="HA").do("N 2, E mit, S mit, W weg")
    assert (deal.to_act, deal.words) == ("S", {"trump H", "yields"})
    assert deal.do("S yields").words == {"trump C"}


# -- B9


def test_b9_the_suit_must_give_exactly_the_number():
    deal = first_deal(N="CJ DJ CA C7 SA ST S7 H9").do("N 4, E weg, S weg, W weg")
    assert deal.words == {"trump C"}
    assert {deal.refuses(f"N trump {suit}") for suit in "SHD"} == {"B9"}


def test_b9_a_choice_among_suits_of_the_number():
    deal = later_deal(N="CJ C7 SK H7 H8 H9 HQ D7").do("N 2")
    while deal.state.phase is Phase.CALL:
        deal.do(f"{deal.to_act} weg")
    assert deal.words == {"trump C", "trump S", "trump D"}
    assert deal.refuses("N trump H") == "B9"


def test_b9_the_lowest_trump_must_be_the_one_made_known():
    deal = later_deal(N="CJ C7 SK H7 H8 H9 HQ D7", E="SJ S9 CK CQ D8 D9 HK HT").do("N 2, E mit")
    while deal.state.phase is Phase.CALL:
        deal.do(f"{deal.to_act} weg")
    assert deal.words == {"trump S"}
    assert deal.refuses("N trump C") == "B9"


def test_b9_who_conceded_made_no_rank_known_and_may_choose():
    hands = {"N": "CJ CA S7 S8 S9 H7 H8 H9", "E": "SJ ST C7 C8 D7 D8 D9 HQ"}
    deal = partie("W", 3, 3, "NS").deal(**hands, S="HJ HK SQ C9 CQ DQ DK DT").do("N 2, E mit, S mit")
    while deal.state.phase is Phase.CALL:
        deal.do(f"{deal.to_act} weg")
    assert made_known(deal) == ["N A", "E -", "S -"]
    assert deal.do("N yields").words == {"trump H", "trump S"}


def test_b9_naming_is_due_and_nothing_else():
    deal = single_cards().do("N 2, E weg, S weg, W weg")
    assert deal.refuses("N plays C7") == "phase"
    assert deal.refuses("N gives C7") == "phase"
    assert deal.refuses("E trump S") == "turn"


# -- B10


def test_b10_four_jacks_in_the_first_deal_are_thrown_in_before_anyone_speaks():
    for seat in SEAT_NAMES:
        holder: dict[str, Any] = {seat: FOUR_JACKS}
        deal = first_deal(**holder)
        assert deal.facts["outcome"] == "thrown-in"
        assert deal.state.calls == ()
        assert deal.facts["striche"] == {"NS": 0, "EW": 0}
        assert "kreide" not in deal.facts
        assert deal.refuses("N weg") == "over"
        again = deal.deal()
        assert again.state.first_deal
        assert again.to_act == "E"  # N has dealt


def test_b10_later_the_holder_says_weg_or_calls_a_grosses_solo():
    deal = later_deal(E=FOUR_JACKS, N=NO_JACK.replace("C7 C8 S7 S8", "C9 CQ S9 SQ")).do("N weg")
    assert deal.words == {"weg", "grosses-solo"}
    assert deal.refuses("E 6") == "B2"
    assert deal.refuses("E kleines-solo") == "B10"
    assert deal.refuses("E mit") == "B5"
    assert deal.do("E grosses-solo, E trump H").state.phase is Phase.PLAY


def test_b10_weg_throws_the_deal_in_at_once():
    deal = later_deal(kreide="EW", ns=7, ew=4, N=FOUR_JACKS).do("N weg")
    assert deal.facts == {
        "outcome": "thrown-in",
        "augen": {"NS": 0, "EW": 0},
        "tricks": {"NS": 0, "EW": 0},
        "striche": {"NS": 7, "EW": 4},
        "kreide": "EW",
        "next_dealer": "N",
    }
    assert deal.refuses("E weg") == "over"
    assert not deal.deal().state.first_deal


def test_b10_whatever_was_said_before_and_without_the_rest_speaking():
    deal = later_deal(W=FOUR_JACKS).do("N weg, E weg, S weg, W weg")
    assert deal.facts["outcome"] == "thrown-in"
    deal = later_deal(S=FOUR_JACKS).do("N weg, E weg, S weg")
    assert [word for _, word in deal.state.calls] == ["weg"] * 3
    assert deal.facts["outcome"] == "thrown-in"


def test_b10_three_jacks_are_no_four():
    assert first_deal(N="CJ SJ HJ C7 C8 C9 S7 S8").state.phase is Phase.CALL
