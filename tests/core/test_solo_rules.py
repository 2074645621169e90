"""B11 to B15: the solos."""

import pytest

from bot.core.cards import parse_card
from bot.core.events import Given
from bot.core.game import Phase
from bot.core.schafkopf.view import View
from bot.core.seats import N, S

from .positions import Position, cards, first_deal, later_deal

SURE = "CJ SJ HJ DJ CA CT CK CQ"  # with Clubs as trump takes every trick
STRONG = "CJ SJ HJ CA CT CK CQ S7"  # lacks DJ and has a card to give


# -- B11


def test_b11_no_solo_in_the_first_deal():
    deal = first_deal(N="CJ SJ HJ CA CT CK CQ C9")
    assert deal.refuses("N kleines-solo") == "B11"
    assert deal.refuses("N grosses-solo") == "B11"
    assert first_deal(N="C7 C8 S7 S8 H7 H8 D7 D8").refuses("N grosses-solo") == "B11"


def test_b11_a_kleines_solo_needs_cj():
    deal = later_deal(N="SJ HJ DJ CA CT CK CQ C9")
    assert deal.refuses("N kleines-solo") == "B11"
    assert "grosses-solo" in deal.words
    assert "kleines-solo" in later_deal(N="CJ C7 S7 S8 H7 H8 D7 D8").words


def test_b11_a_grosses_solo_needs_nothing():
    assert "grosses-solo" in later_deal(N="C7 C8 S7 S8 H7 H8 D7 D8").words
    assert "grosses-solo" in later_deal(N=SURE).words


@pytest.mark.parametrize("solo", ["kleines-solo", "grosses-solo"])
def test_b11_a_solo_beats_every_number_and_ends_the_calling(solo: str):
    deal = later_deal(N="SJ HJ DJ SA ST SK SQ S9", E="CJ C7 C8 C9 H7 H8 H9 HQ").do(f"N 8, E {solo}")
    assert deal.to_act == "E"
    assert deal.state.phase is Phase.NAME
    assert deal.refuses("S weg") == "turn"
    assert deal.refuses("E weg") == "phase"


# -- B12


@pytest.mark.parametrize("suit", "CSHD")
def test_b12_the_soloist_names_any_suit(suit: str):
    deal = later_deal(N=SURE).do("N grosses-solo")
    assert deal.words == {"trump C", "trump S", "trump H", "trump D"}
    assert deal.refuses("N yields") == "B8"
    assert deal.refuses("S trump C") == "turn"
    assert deal.do(f"N trump {suit}").state.trump == "DHSC".index(suit)


def test_b12_before_the_exchange():
    deal = later_deal(N=STRONG).do("N kleines-solo")
    assert deal.refuses("N gives S7") == "phase"
    deal.do("N trump D")
    assert deal.state.phase is Phase.GIVE
    assert deal.refuses("N trump C") == "phase"


# -- B13


def exchange() -> Position:
    return later_deal(N=STRONG, S="DJ C7 C8 H7 H8 H9 D7 D8").do("N kleines-solo, N trump C")


def test_b13_the_soloist_gives_one_of_eight_but_not_cj():
    deal = exchange()
    assert deal.words == set(STRONG.split()) - {"CJ"}
    assert deal.refuses("N gives CJ") == "B13"
    assert deal.refuses("N gives C7") == "hand"
    assert deal.refuses("S gives C7") == "turn"


def test_b13_the_partner_then_gives_one_of_the_own_original_eight():
    deal = exchange().do("N gives S7")
    assert deal.to_act == "S"
    assert deal.words == {"DJ", "C7", "C8", "H7", "H8", "H9", "D7", "D8"}
    assert deal.refuses("S gives S7") == "hand"  # not the one just received
    assert deal.refuses("N plays CJ") == "turn"


def test_b13_nobody_looks_before_both_cards_lie():
    deal = exchange().do("N gives S7")
    assert (deal.view("N").gave, deal.view("N").got) == (parse_card("S7"), None)
    assert (deal.view("S").gave, deal.view("S").got) == (None, None)
    assert parse_card("S7") not in deal.view("S").hand


def test_b13_each_takes_up_the_card_given():
    deal = exchange().do("N gives S7, S gives C7")
    assert deal.hand("N") == {*STRONG.split(), "C7"} - {"S7"}
    assert deal.hand("S") == {"DJ", "S7", "C8", "H7", "H8", "H9", "D7", "D8"}
    assert (deal.view("N").gave, deal.view("N").got) == (parse_card("S7"), parse_card("C7"))
    assert (deal.view("S").gave, deal.view("S").got) == (parse_card("C7"), parse_card("S7"))


def test_b13_the_gifts_are_told_without_the_cards_but_for_a_jack():
    deal = exchange().do("N gives HJ, S gives C7")
    assert [event for event in deal.events if isinstance(event, Given)] == [Given(N, None), Given(S, None)]
    deal = exchange().do("N gives HJ, S gives DJ")
    assert [event for event in deal.events if isinstance(event, Given)][1] == Given(S, parse_card("DJ"))


def others(deal: Position) -> list[View]:
    return [deal.view(seat) for seat in ("E", "W", None)]


def test_b13_a_jack_from_the_partner_is_shown_to_all():
    deal = exchange().do("N gives S7, S gives DJ")
    assert [view.jack_given for view in others(deal)] == [parse_card("DJ")] * 3


def test_b13_any_other_card_is_not():
    deal = exchange().do("N gives S7, S gives C7")
    for view in others(deal):
        assert (view.gave, view.got, view.jack_given) == (None, None, None)


def test_b13_the_soloists_own_jack_is_not_shown():
    deal = exchange().do("N gives HJ, S gives DJ")
    assert [view.jack_given for view in others(deal)] == [parse_card("DJ")] * 3
    deal = exchange().do("N gives HJ, S gives C7")
    assert [view.jack_given for view in others(deal)] == [None] * 3
    assert deal.view("S").got == parse_card("HJ")


def test_b13_no_exchange_in_a_grosses_solo():
    assert later_deal(N=SURE).do("N grosses-solo, N trump C").state.phase is Phase.PLAY


# -- B14


def test_b14_the_partner_is_out_and_three_play():
    deal = later_deal(N=SURE).do("N grosses-solo, N trump C, N plays CJ")
    assert deal.to_act == "E"
    deal.do(f"E plays {min(deal.words)}")
    assert deal.to_act == "W"
    assert deal.refuses("S plays C7") == "turn"
    deal.do(f"W plays {min(deal.words)}")
    assert [len(trick.cards) for trick in deal.state.tricks] == [3]
    assert deal.to_act == "N"
    assert deal.view(None).sits_out == 2


@pytest.mark.parametrize(
    ("dealer", "leader"),
    [("W", "N"), ("N", "E"), ("S", "W"), ("E", "W")],  # N plays alone; E deals: forehand would be S, who is out
)
def test_b14_forehand_leads_or_the_next_if_forehand_is_out(dealer: str, leader: str):
    deal = later_deal(dealer, N=SURE, E="C7 C8 C9 S7 S8 S9 H7 H8", S="D7 D8 D9 H9 HQ HK HT HA")
    while deal.to_act != "N":
        deal.do(f"{deal.to_act} weg")
    deal.do("N grosses-solo, N trump C")
    assert deal.to_act == leader


def test_b14_the_partners_hand_stays_hidden():
    deal = later_deal(N=SURE).do("N grosses-solo, N trump C").play_out(N=SURE)
    assert deal.view(None).hand == ()
    assert deal.view("S").hand_sizes[2] == 8


# -- B15


def test_b15_a_solo_is_won_with_the_eighth_trick():
    deal = later_deal(kreide="EW", N=SURE).do("N grosses-solo, N trump C").play_out(N=SURE)
    assert deal.facts["outcome"] == "solo-won"
    assert deal.facts["tricks"] == {"NS": 8, "EW": 0}
    assert deal.facts["striche"] == {"NS": 15, "EW": 3}
    assert deal.facts["kreide"] == "NS"


@pytest.mark.parametrize("kreide", ["NS", "EW"])
def test_b15_a_solo_is_lost_with_the_first_trick_of_the_others(kreide: str):
    deal = later_deal(kreide=kreide, N="CJ SJ HJ CA CT CK H7 H8", W="DJ HA HT HK H9 S7 S8 S9")
    deal.do("N grosses-solo, N trump C, N plays CJ").do(f"E plays {min(deal.words)}").do("W plays DJ, N plays H7")
    deal.do(f"E plays {min(deal.words)}").do("W plays HA")
    assert deal.facts["outcome"] == "solo-lost"
    assert deal.facts["tricks"] == {"NS": 1, "EW": 1}
    assert deal.facts["striche"] == {"NS": 3, "EW": 15}
    assert deal.facts["kreide"] == "EW"
    assert deal.refuses("W plays HT") == "over"


def test_b15_a_kleines_solo_is_worth_eight_won_or_lost():
    won = exchange().do("N gives S7, S gives DJ").play_out(N="CJ SJ HJ DJ CA CT CK CQ")
    assert (won.facts["outcome"], won.facts["striche"]) == ("solo-won", {"NS": 11, "EW": 3})
    lost = exchange().do("N gives CA, S gives DJ, N plays S7").play_out(E="SA", W="SA")
    assert (lost.facts["outcome"], lost.facts["striche"]) == ("solo-lost", {"NS": 3, "EW": 11})


def test_b15_augen_and_tricks_count_up_to_the_end():
    deal = later_deal(N="C7 C8 C9 CQ CK CT SA ST", E="CA CJ H7 H8 H9 HQ HK HT").do("N grosses-solo, N trump C")
    deal.do("N plays SA").do("E plays CA").do(f"W plays {min(deal.words)}")
    trick = deal.state.tricks[0]
    augen = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    assert cards("SA CA") == trick.cards[:2]
    assert deal.facts["augen"]["EW"] == 22 + augen.get("789QKTAJ"[trick.cards[2] % 8], 0)
    assert deal.facts["augen"]["NS"] == 0


def test_b15_neither_schneider_nor_all_tricks_score_more():
    settlement = later_deal(N=SURE).do("N grosses-solo, N trump C").play_out(N=SURE).state.result
    assert settlement is not None
    assert settlement.settlement.striche == (12, 0)
    assert settlement.bonus is None
