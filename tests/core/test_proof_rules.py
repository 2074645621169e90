"""B24: what proves a breach, and when; every report here is made before the proof."""

from bot.core.cards import hand_of
from bot.core.seats import N

from .positions import Position, cards, later_deal
from .tavern_positions import (
    BAUERNSTOSS,
    FOUR_JACKS,
    HANDS,
    HEARTS,
    REVOKE,
    bauernstoss,
    ending,
    honestly,
    schoofkopp,
    scored,
    settle,
    verdict,
)

# Three tricks, rightly played: E lays a Club, a Diamond and a trump.
CLUB = "N plays CA, E plays C9, S plays H7, W plays C7"
DIAMOND = "S plays DA, W plays D8, N plays SA, E plays D7"
TRUMP = "S plays S9, W plays S7, N plays SQ, E plays HA"


def test_b24_a_wrong_report_costs_nothing_and_each_player_has_three():
    deal = bauernstoss().do("N weg", "E reports N", "E reports S", "E reports S")
    assert deal.refuses("E reports S") == "B24"
    honestly(deal.do("W reports N, E 5, S weg, W weg, E trump H"))
    assert deal.refuses("E reports N") == "B24"
    assert ending(deal) == ("played", (1, 0), "NS")
    settle(deal).deal(**HANDS).do("E reports N")  # three a deal


def test_b24_what_others_hold_or_say_proves_nothing():
    """In the end C8 and C9 alone are missing of the Clubs, and plainly E has them, but they do not lie open."""
    deal = bauernstoss().do(HEARTS, "N plays CA, E plays HA, N reports E, S plays H7, W plays C7")
    deal.do("E plays SJ, S plays HJ, W plays DJ, N plays CK, E plays CJ, S plays S9, W plays HQ, N plays CQ")
    deal.do("E plays HK, S plays DA, W plays H9, N plays CT, E plays HT, S plays DT, W plays H8, N plays SA")
    deal.do("E plays D7, S plays DK, W plays D8, N plays ST, S plays DQ, W plays S8, N plays SK")
    assert verdict(deal) is None
    assert verdict(deal.do("E plays C9")) == ("C10", "C9")


def test_b24_a_card_that_was_false_with_a_club_or_without():
    """E laid a Diamond on a Club with a trump in hand: it may have had no Club, but then it had to trump."""
    deal = bauernstoss().do(REVOKE, "N reports E, S plays D9, W plays D8, N plays CT, E plays HK")
    assert verdict(deal) == ("C11", "HK")


def test_b24_a_jack_proves_weg_false_as_soon_as_it_lies():
    deal = bauernstoss().do("N weg, E weg, N reports E, S 6, W weg, S trump D, N plays CA")
    assert verdict(deal) is None
    assert verdict(deal.do("E plays CJ")) == ("B4", "CJ")


def test_b24_a_false_card_as_soon_as_the_card_withheld_lies():
    deal = bauernstoss().do(HEARTS, "N plays CA, E plays C9, S plays D9, E reports S, W plays C7")
    assert verdict(deal) is None
    assert verdict(deal.do("N plays CT, E plays C8, S plays H7")) == ("C11", "H7")


def false_number(number: int) -> Position:
    """E reported for a number before it names Hearts, of which it has 5."""
    return bauernstoss().do(f"N weg, E {number}, N reports E, S weg, W weg, E trump H")


def test_b24_eight_is_false_with_cards_of_two_suits():
    deal = false_number(8).do(CLUB)
    assert verdict(deal) is None  # it may have Clubs alone
    assert verdict(deal.do(DIAMOND)) == ("B2", "D7 C9")


def test_b24_seven_is_false_with_cards_of_three_suits():
    deal = false_number(7).do(CLUB, DIAMOND)
    assert verdict(deal) is None
    assert verdict(deal.do(TRUMP)) == ("B2", "D7 HA C9")


def test_b24_six_is_not_yet():
    assert verdict(false_number(6).do(CLUB, DIAMOND, TRUMP)) is None
    assert verdict(honestly(false_number(6))) is not None


def test_b24_two_is_false_with_two_jacks():
    deal = bauernstoss().do("N weg, E 2, N reports E, S weg, W weg, E trump S, N plays ST, E plays CJ")
    assert verdict(deal) is None
    deal.do("S plays S9, W plays S7")
    assert verdict(deal.do("E plays SJ")) == ("B2", "SJ CJ")


def test_b24_any_number_is_false_with_the_fourth_jack():
    for deal, found in ((bauernstoss(N=FOUR_JACKS), True), (schoofkopp(N=FOUR_JACKS), False)):
        deal.do("N 6, E reports N, E weg, S weg, W weg, N trump C, N plays CJ")
        for jack in ("SJ", "HJ", "DJ"):
            assert verdict(deal) is None
            while deal.to_act != "N":
                deal.do(f"{deal.to_act} plays {min(deal.words)}")
            deal.do(f"N plays {jack}")
        assert (verdict(deal) is not None) == found


def test_b24_mit_is_false_when_the_lowest_trump_is_too_low_for_it():
    """N has 7 and so has E, but with the Seven, where an Eight was asked for."""
    hands = {"N": "SJ HJ CA CT CK CQ C9 D8", "E": "CJ HA HT HK HQ H9 H7 D7"}
    deal = bauernstoss(**hands).do("N 7, E mit, N reports E, S weg, W weg, N low 9, E concedes, N trump C")
    deal.do("N plays C9, E plays CJ")
    while deal.to_act != "E":
        deal.do(f"{deal.to_act} plays {min(deal.words)}")
    assert verdict(deal.do("E plays H7")) is None  # it might have 7 with another suit
    while deal.to_act != "E":
        deal.do(f"{deal.to_act} plays {min(deal.words)}")
    assert verdict(deal.do("E plays H9")) == ("B6", "H7 H9 CJ")


def test_b24_the_suit_named_is_false_before_the_number_is():
    """7 might still be Clubs, but with two cards of other suits not Hearts."""
    deal = bauernstoss().do("N weg, E 7, S weg, W weg, E trump H, N reports E", CLUB)
    assert verdict(deal) is None
    assert verdict(deal.do(DIAMOND)) == ("B9", "D7 C9")


def test_b24_of_two_calls_proven_at_once_the_earlier_counts():
    deal = bauernstoss(N=FOUR_JACKS).do("N 6, E weg, S weg, W weg, N trump C, E reports N")
    found = verdict(honestly(deal))
    assert found is not None
    assert found[0] == "B2"  # not B9


def test_b24_a_jack_shown_in_the_exchange_is_open():
    """S said weg with a Jack, and later gives it to N for all to see."""
    deal = later_deal("N", "NS", 3, 3, BAUERNSTOSS, **HANDS)
    deal.do("E weg, S weg, W reports S, W weg, N kleines-solo, N trump C, N gives SQ")
    assert verdict(deal) is None
    assert verdict(deal.do("S gives HJ")) == ("B4", "HJ")


def test_b24_cj_given_was_not_in_the_soloists_hand_before():
    hands = {"N": "CA CT CK CQ SA ST SK HJ", "S": "CJ DA DT DK DQ D9 S9 H7", "E": "SQ SJ HA HT HK C9 C8 D7"}
    deal = bauernstoss(**hands).do("N kleines-solo, E reports N, N trump C, N gives SK")
    assert verdict(deal) is None
    assert verdict(deal.do("S gives CJ")) == ("B11", "CJ")
    assert scored(deal) == (0, 8)


def test_b24_a_jack_known_in_hand_proves_at_once_that_it_was_not_played():
    hands = {"N": "CJ CA CT CK CQ SA ST SK", "S": HANDS["S"], "E": "SQ SJ HA HT HK C9 C8 D7"}
    deal = later_deal("E", "NS", 3, 3, BAUERNSTOSS, **hands)
    deal.do("S weg, W weg, N kleines-solo, N trump C, N gives SK, S gives HJ")
    assert deal.state.seen[N] == hand_of(cards("HJ"))
    deal.do("W plays DJ, W reports N, N plays CA")
    assert verdict(deal) is None  # the report came before
    assert verdict(deal.do("E reports N")) == ("B16", "HJ")
