"""C1 to C12: what Bauernstoss and Alter Schoofkopp have in common."""

from itertools import pairwise
from typing import Any

import pytest

from bot.core.actions import Deal
from bot.core.cards import ALL_CARDS, AUGEN, NAMES, Card, parse_card, parse_suit
from bot.core.drawing import draw_order, first_dealer, partners_by_lot
from bot.core.game import IllegalAction, Outcome, Phase, Reason
from bot.core.schafkopf import play
from bot.core.schafkopf.engine import deal_hands, pack_for
from bot.core.seats import NS, SEATS, E, N, S, W, clockwise_from, next_seat, pair_of, partner_of

from .positions import GAME, cards, first_deal, last_trick, later_deal, partie, playing


def beats(winner: str, loser: str, trump: str) -> bool:
    """Whatever the order in which the two are played."""
    return all(
        trick[play.winner(trick, parse_suit(trump))] == parse_card(winner)
        for trick in (cards(f"{winner} {loser}"), cards(f"{loser} {winner}"))
    )


def test_c1_a_pack_has_32_cards_and_120_augen():
    assert {NAMES[card] for card in ALL_CARDS} == {suit + rank for suit in "CSHD" for rank in "ATKQJ987"}
    assert len(ALL_CARDS) == 32
    assert sum(AUGEN) == 120


@pytest.mark.parametrize(
    ("rank", "augen"), [("A", 11), ("T", 10), ("K", 4), ("Q", 3), ("J", 2), ("9", 0), ("8", 0), ("7", 0)]
)
def test_c1_augen_of_a_card(rank: str, augen: int):
    assert [AUGEN[parse_card(suit + rank)] for suit in "CSHD"] == [augen] * 4


@pytest.mark.parametrize("trump", "CSHD")
def test_c2_eleven_trumps_jacks_first(trump: str):
    order = ["CJ", "SJ", "HJ", "DJ", *(trump + rank for rank in "ATKQ987")]
    assert all(beats(higher, lower, trump) for higher, lower in pairwise(order))
    assert {NAMES[card] for card in ALL_CARDS if play.is_trump(card, parse_suit(trump))} == set(order)


@pytest.mark.parametrize("suit", "CSHD")
def test_c2_seven_cards_of_a_plain_suit(suit: str):
    trump = "S" if suit == "C" else "C"
    assert all(beats(suit + higher, suit + lower, trump) for higher, lower in pairwise("ATKQ987"))
    assert all(beats(trump + "7", suit + rank, trump) for rank in "ATKQ987")


def test_c3_partners_sit_opposite():
    assert [partner_of(seat) for seat in SEATS] == [S, W, N, E]
    assert [pair_of(seat) for seat in SEATS] == [0, 1, 0, 1]
    assert [next_seat(seat) for seat in SEATS] == [E, S, W, N]


def pack_starting(text: str) -> tuple[Card, ...]:
    first = cards(text)
    return (*first, *(card for card in ALL_CARDS if card not in first))


def test_c4_the_first_two_players_with_a_jack_are_partners():
    lot = partners_by_lot(pack_starting("C7 S7 HJ D7 C8 S8 CJ"), N)
    # S has had HJ and is passed over: D7 W, C8 N, S8 E, CJ W.
    assert lot.shown == (cards("C7 C8"), cards("S7 S8"), cards("HJ"), cards("D7 CJ"))
    assert lot.partners == (S, W)


def test_c4_the_first_player_is_dealt_the_first_card():
    lot = partners_by_lot(pack_starting("CJ SJ"), W)
    assert lot.shown == (cards("SJ"), (), (), cards("CJ"))
    assert lot.partners == (W, N)


def test_c4_who_has_a_jack_is_dealt_no_more_cards():
    lot = partners_by_lot(pack_starting("CJ C7 C8 C9 SJ"), E)
    assert lot.partners == (E, S)  # the fifth card would have come back to E
    assert lot.shown == (cards("C9"), cards("CJ"), cards("C7 SJ"), cards("C8"))


def test_c4_partners_may_sit_anywhere_and_the_last_jacks_suffice():
    plain = tuple(card for card in ALL_CARDS if card & 7 != 7)
    pack = (*plain, *cards("DJ HJ SJ CJ"))
    assert partners_by_lot(pack, N).partners == (N, E)


def test_c4_a_pack_must_be_whole():
    with pytest.raises(ValueError, match="32 different"):
        partners_by_lot((*ALL_CARDS[1:], ALL_CARDS[1]), N)


def test_c5_the_lowest_card_deals_in_the_games_own_order():
    order = [suit + rank for rank in "789QKTAJ" for suit in "DHSC"]
    assert sorted(ALL_CARDS, key=draw_order) == list(cards(" ".join(order)))


@pytest.mark.parametrize(
    ("drawn", "dealer"),
    [
        ("C7 S8 H9 DQ", N),
        ("CQ C9 CK CT", E),
        ("CA CJ CT DJ", S),  # the ten is below the ace and above the king
        ("CT SK HA CK", E),  # K below T; SK below CK
        ("C8 S8 H8 D8", W),  # D lowest, C highest
        ("C8 S8 H8 DA", S),
        ("CJ SJ HJ DJ", W),
    ],
)
def test_c5_first_dealer(drawn: str, dealer: int):
    north, east, south, west = cards(drawn)
    assert first_dealer((north, east, south, west)) == dealer


@pytest.mark.parametrize("dealer", SEATS)
def test_c6_eight_cards_each_in_two_packets_of_four_from_forehand(dealer: int):
    pack = tuple(Card(i * 5 % 32) for i in range(32))
    seat = SEATS[dealer]
    hands = deal_hands(seat, pack)
    for i, player in enumerate(clockwise_from(next_seat(seat))):
        packets = {*pack[4 * i : 4 * i + 4], *pack[4 * i + 16 : 4 * i + 20]}
        assert hands[player] == sum(1 << card for card in packets)
    assert deal_hands(seat, pack_for(seat, hands)) == hands


def test_c6_only_the_dealer_deals_only_when_due_and_only_a_whole_pack():
    at_table = partie("E")
    for seat in (N, S, W, None):
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(at_table.state, seat, Deal(ALL_CARDS))
        assert refused.value.reason is Reason.TURN
    with pytest.raises(ValueError, match="32 different"):
        GAME.apply(at_table.state, E, Deal((*ALL_CARDS[1:], ALL_CARDS[1])))
    dealt = GAME.apply(at_table.state, E, Deal(ALL_CARDS)).state
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(dealt, E, Deal(ALL_CARDS))
    assert refused.value.reason is Reason.PHASE


@pytest.mark.parametrize(("dealer", "after"), ["NE", "ES", "SW", "WN"])
def test_c7_the_deal_passes_clockwise(dealer: str, after: str):
    played = later_deal(dealer, N="CJ C7 S7 H7 D7 C8 S8 H8")
    while played.state.phase is Phase.CALL:
        played.do(f"{played.to_act} {'weg' if 'weg' in played.words else sorted(played.words)[0]}")
    played.do(f"{played.to_act} trump {sorted(w for w in played.words if w != 'yields')[0][-1]}").play_out()
    assert played.facts["next_dealer"] == after
    assert played.view(None).dealer == played.state.dealer != played.state.standing.dealer


def test_c7_also_after_a_deal_thrown_in():
    assert first_deal("S", N="CJ SJ HJ DJ C7 C8 C9 CQ").facts["next_dealer"] == "W"
    assert later_deal("W", N="CJ SJ HJ DJ C7 C8 C9 CQ").do("N weg").facts["next_dealer"] == "N"


def test_c7_also_after_a_solo_and_the_next_deal_is_the_next_dealers():
    solo = (
        later_deal("W", N="CJ SJ HJ DJ CA CT CK CQ").do("N grosses-solo, N trump C").play_out(N="CJ SJ HJ DJ CA CT CK")
    )
    assert solo.facts["next_dealer"] == "N"
    assert solo.deal().to_act == "E"


def test_c8_forehand_leads_whoever_named_and_then_the_winner_of_each_trick():
    deal = first_deal("W", E="CJ SJ HJ C7 C8 C9 CQ H7", N="S7 S8 S9 SQ SK ST SA H8")
    deal.do("N weg, E 7, S weg, W weg, E trump C")
    assert deal.to_act == "N"
    deal.do("N plays S7, E plays CJ")
    assert deal.refuses("N plays S8") == "turn"
    while len(deal.state.tricks) < 1:
        deal.do(f"{deal.to_act} plays {min(deal.words)}")
    assert deal.to_act == "E"
    assert deal.state.leader == E


@pytest.mark.parametrize(
    ("trump", "trick", "index"),
    [
        ("C", "H9 HA HT HK", 1),  # highest of the suit led
        ("C", "H9 SA DA H8", 0),  # other plain suits never win
        ("C", "HA C7 HT HK", 1),  # any trump beats any plain card
        ("C", "HA C7 C8 HK", 2),  # the highest trump
        ("C", "HA CA DJ CT", 2),  # a Jack is a trump
        ("C", "DJ SJ CA HJ", 1),
        ("D", "DJ DA DT D7", 0),
        ("H", "SQ SK S9 ST", 3),  # the ten above the king
    ],
)
def test_c9_who_takes_a_trick(trump: str, trick: str, index: int):
    assert play.winner(cards(trick), parse_suit(trump)) == index


@pytest.mark.parametrize(("seat", "pair"), [("N", "NS"), ("E", "EW"), ("S", "NS"), ("W", "EW")])
def test_c9_the_augen_of_a_trick_go_to_the_pair_that_takes_it(seat: str, pair: str):
    cards_played = dict.fromkeys("NESW", "") | {"N": "HT", "E": "HK", "S": "HQ", "W": "H9"} | {seat: "CA"}
    hands: dict[str, Any] = {name: f"{card} D{'789Q'['NESW'.index(name)]}" for name, card in cards_played.items()}
    deal = playing("C", **hands)
    deal.do(*(f"{name} plays {card}" for name, card in cards_played.items()))
    augen = sum(AUGEN[parse_card(card)] for card in cards_played.values())
    assert deal.facts["augen"] == {"NS": 0, "EW": 0} | {pair: augen}
    assert deal.facts["tricks"] == {"NS": 0, "EW": 0} | {pair: 1}


def test_c10_a_plain_suit_must_be_followed():
    east = playing("C", trick="H9", E="H7 HA CJ C7 SA")
    assert east.words == {"H7", "HA"}
    assert {east.refuses(f"E plays {card}") for card in ("CJ", "C7", "SA")} == {"C10"}


def test_c10_trumps_are_one_suit_with_the_jacks():
    assert playing("C", trick="C9", E="C7 HJ SA HA").words == {"C7", "HJ"}
    assert playing("C", trick="DJ", E="C7 SA DA").words == {"C7"}
    assert playing("C", trick="C9", E="DJ SA CA").refuses("E plays SA") == "C10"


def test_c10_a_jack_does_not_follow_its_printed_suit():
    assert playing("C", trick="H9", E="HJ H7 SA").words == {"H7"}
    assert playing("C", trick="HJ", E="H7 C7 SA").words == {"C7"}
    assert playing("C", trick="H9", E="HJ H7 SA").refuses("E plays HJ") == "C10"


def test_c10_only_the_card_led_counts():
    assert playing("C", trick="H9 SA", S="S7 H7").words == {"H7"}


def test_c10_whoever_leads_may_play_anything_held():
    north = playing("C", N="CJ C7 HA S7")
    assert north.words == {"CJ", "C7", "HA", "S7"}
    assert north.refuses("N plays DA") == "hand"


def test_c11_void_in_the_suit_led_a_trump_must_be_played():
    east = playing("C", trick="H9", E="CJ C7 SA D8")
    assert east.words == {"CJ", "C7"}
    assert east.refuses("E plays SA") == "C11"
    assert playing("C", trick="H9", E="DJ SA D8").words == {"DJ"}  # a Jack is a trump


def test_c11_with_neither_any_card():
    assert playing("C", trick="H9", E="SA D8 S7").words == {"SA", "D8", "S7"}
    assert playing("C", trick="C9", E="SA D8 H7").words == {"SA", "D8", "H7"}


def test_c12_the_partie_ends_at_twenty():
    over = (
        later_deal(ns=19, ew=19, N="CJ SJ HJ CA CT CK CQ C9")
        .do("N 8, E weg, S weg, W weg, N trump C")
        .play_out(N="CJ SJ HJ")
    )
    assert over.facts["striche"] == {"NS": 22, "EW": 19}  # not capped
    assert over.facts["winner"] == "NS"
    assert over.state.phase is Phase.OVER
    assert over.legal == set()
    assert over.refuses("N plays C9") == "over"
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(over.state, over.state.standing.dealer, Deal(ALL_CARDS))
    assert refused.value.reason is Reason.OVER


def test_c12_not_below_twenty_and_not_by_a_deal_thrown_in():
    on = last_trick(augen=(60, 60), tricks=(4, 4)).do("N plays S9, E plays D8, S plays S8, W plays S7")
    assert on.state.phase is Phase.DEAL
    assert on.facts["striche"] == {"NS": 4, "EW": 3}
    assert "winner" not in on.facts
    nineteen = later_deal(ns=19, ew=19, N="CJ SJ HJ DJ C7 C8 C9 CQ").do("N weg")
    assert nineteen.state.phase is Phase.DEAL


def test_c12_a_twentieth_strich_exactly_is_enough():
    for ns in (18, 19):
        solo = (
            later_deal(ns=ns, ew=8, kreide="EW", N="C7 C8 C9 CQ S7 S8 S9 SQ").do("N grosses-solo, N trump C").play_out()
        )
        assert solo.facts["striche"] == {"NS": ns, "EW": 20}
        assert solo.facts["winner"] == "EW"


def test_c12_both_pairs_home_in_one_deal_the_deals_winner_has_won():
    """Only B19's Strich can do it, and only in a Partie that did not begin at nothing."""
    for augen, winner in (((42, 78), "NS"), ((41, 79), "EW")):
        deal = last_trick(augen, (4, 4), first=True, club_jack="NS", striche=(19, 19))
        deal.do("N plays S9, E plays D8, S plays S8, W plays S7")
        assert deal.facts["winner"] == winner
    deal = last_trick((29, 91), (4, 4), first=True, club_jack="NS", striche=(19, 19))
    deal.do("N plays S9, E plays D8, S plays S8, W plays S7")
    assert (deal.facts["striche"], deal.facts["winner"]) == ({"NS": 20, "EW": 21}, "EW")
    # NS has more Striche, EW has won the deal.
    deal = last_trick((41, 79), (4, 4), first=True, club_jack="NS", striche=(25, 19))
    deal.do("N plays S9, E plays D8, S plays S8, W plays S7")
    assert (deal.facts["striche"], deal.facts["winner"]) == ({"NS": 26, "EW": 20}, "EW")


def test_the_packs_dealt_are_counted_thrown_in_ones_too():
    at_table = partie("S")
    assert at_table.view(None).deal_number == 0
    at_table.deal(N="CJ SJ HJ DJ C7 C8 C9 CQ")
    assert at_table.view(None).deal_number == 1
    assert GAME.standing(at_table.state) == "W 0:0 - 1"
    assert at_table.deal(N="CJ SJ HJ CA CT CK CQ C9").view("N").deal_number == 2


def test_c12_a_partie_is_also_over_when_it_is_stopped():
    stopped = later_deal(N="CJ C7 S7 H7 D7 C8 S8 H8").do("N 3, void")
    settlement = stopped.state.result.settlement if stopped.state.result else None
    assert settlement is not None
    assert (settlement.outcome, settlement.partie_over, settlement.winner) == (Outcome.ABANDONED, True, None)
    assert stopped.facts["striche"] == {"NS": 3, "EW": 3}
    assert stopped.refuses("void") == "over"
    assert pair_of(N) == NS
