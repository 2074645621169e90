"""Bauernheinrich: one test or more for each of H1 to H13. N has Clubs as own trump, E Spades, S Hearts, W Diamonds."""

from dataclasses import replace

import pytest

from bot.core.actions import Call, Deal, NameTrump, Play, Void
from bot.core.bauernheinrich.beating import BEATERS
from bot.core.bauernheinrich.engine import deal_hands
from bot.core.bauernheinrich.state import PastTrick
from bot.core.cards import ALL_CARDS, CLUB_ACE, CLUBS, DIAMONDS, HEARTS, NAMES, SPADES, parse_card
from bot.core.events import ClubsAnnounced, DealSettled, Dealt, Played, TakenUp, TrickGone, WentOut
from bot.core.game import IllegalAction, Outcome, Phase, Reason, Settlement
from bot.core.seats import SEATS, E, N, S, Seat, W, parse_seat

from . import plain_heinrich
from .heinrich_positions import GAME, AtTable, cards, dealt, leading, names

CLUBS_AT_N = {"N": "CA CK CQ CT C9 C8 C7 SJ", "E": "SA SK SQ ST S9 S8 S7 CJ", "S": "HA HK HQ HT H9 H8 H7 DJ"}


def beating(last: str, held: str, trump: str) -> set[str]:
    """What E, who has that own trump, may do when N leads ``last``."""
    clubs = "NESW"[(1 - "CSHD".index(trump)) % 4]
    return leading("N", clubs, N=f"{last} C7", E=held, S="D7", W="D8").do(f"N plays {last}").words


# -- H1


def test_h1_the_ten_is_below_the_queen():
    assert beating("HT", "HA HK HQ H9 H8 H7", "S") == {"HA", "HK", "HQ"}
    assert beating("HQ", "HA HK HT H9", "S") == {"HA", "HK"}
    assert beating("H9", "HT H8", "S") == {"HT"}


def test_h1_jacks_belong_to_no_suit_and_beat_every_other_card():
    for last in ("HA", "CA", "D7"):
        assert beating(last, "DJ HJ SJ CJ", "C") == {"DJ", "HJ", "SJ", "CJ"}
    assert beating("HJ", "HA HK SA CJ SJ DJ", "H") == {"CJ", "SJ"}  # hearts are no help, not even as own trump
    assert beating("CJ", "CA SJ HJ DJ", "C") == {"takes"}
    assert beating("DJ", "SJ HJ CJ CA", "C") == {"SJ", "HJ", "CJ"}


# -- H2


def test_h2_dealt_anticlockwise_in_packets_of_three_two_and_three():
    pack = tuple(ALL_CARDS)
    hands = deal_hands(E, pack)
    order = (N, W, S, E)  # from the dealer's right
    for place, seat in enumerate(order):
        mine = [*range(3 * place, 3 * place + 3), *range(12 + 2 * place, 14 + 2 * place)]
        mine += range(20 + 3 * place, 23 + 3 * place)
        assert names(hands[seat]) == [NAMES[pack[i]] for i in mine]
    assert deal_hands(E, GAME.pack_for(E, hands)) == hands


@pytest.mark.parametrize(("dealer", "following"), [(N, W), (W, S), (S, E), (E, N)])
def test_h2_the_deal_passes_anticlockwise(dealer: Seat, following: Seat):
    table = leading("N", dealer="NESW"[dealer], N="C7", E="H7", places="SW").do("N plays C7")
    assert GAME.next_dealer(dealer) == following
    assert GAME.to_act(table.state) == following
    assert table.facts["next_dealer"] == "NESW"[following]


def test_h2_only_the_dealer_deals_and_a_whole_pack():
    state = GAME.begin(N)
    with pytest.raises(IllegalAction) as raised:
        GAME.apply(state, E, Deal(ALL_CARDS))
    assert raised.value.reason is Reason.TURN
    with pytest.raises(ValueError, match="32 different"):
        GAME.apply(state, N, Deal((*ALL_CARDS[:31], ALL_CARDS[0])))


# -- H3


@pytest.mark.parametrize(("clubs", "trumps"), [("N", "CSHD"), ("E", "DCSH"), ("S", "HDCS"), ("W", "SHDC")])
def test_h3_clubs_for_the_holder_of_the_ace_then_spades_hearts_diamonds_clockwise(clubs: str, trumps: str):
    hands = dict(zip(clubs + "NESW".replace(clubs, ""), CLUBS_AT_N.values(), strict=False))
    view = dealt(**hands).view(None)
    letters = {CLUBS: "C", SPADES: "S", HEARTS: "H", DIAMONDS: "D"}
    assert view.clubs == "NESW".index(clubs)
    assert view.trumps is not None
    assert "".join(letters[suit] for suit in view.trumps) == trumps


def test_h3_whatever_they_hold():
    """S holds no Heart at all and has Hearts as own trump."""
    table = dealt(N="CA SK HK DK ST HT DT C7", S="CK CQ CT C9 SA SQ S9 S8")
    assert table.view("S").trumps == (CLUBS, SPADES, HEARTS, DIAMONDS)


def test_h3_the_call_is_public_and_the_card_is_not_shown():
    table = dealt(**CLUBS_AT_N)
    assert table.events == [Dealt(W), ClubsAnnounced(N)]
    assert table.view(None).known == ((CLUB_ACE,), (), (), ())  # all know where it is
    assert GAME.begin(N).clubs is None
    assert GAME.view(GAME.begin(N), None).trumps is None


# -- H4


@pytest.mark.parametrize("dealer", "NESW")
def test_h4_the_holder_of_the_ace_of_clubs_leads_any_card(dealer: str):
    table = dealt(dealer, **CLUBS_AT_N)
    assert table.to_act == "N"
    assert table.words == set(CLUBS_AT_N["N"].split())
    assert table.refuses("E plays SA") == "turn"
    assert table.refuses("N plays SA") == "hand"
    assert table.refuses("N takes") == "phase"  # there is nothing to take up


def test_h4_play_is_clockwise():
    table = leading("S", N="C7 C8", E="SA S7", S="DK HK", W="DA S8")
    assert table.do("S plays DK").to_act == "W"
    assert table.do("W plays DA").to_act == "N"
    assert table.do("N plays C7").to_act == "E"


# -- H5


@pytest.mark.parametrize(
    ("last", "held", "trump", "may"),
    [
        ("HQ", "HK HT C7 S7 D7", "S", "HK S7"),  # of the suit and higher, or the own trump
        ("HQ", "HK HT H7 C7", "H", "HK"),  # a trump of the same suit must be higher
        ("HA", "HK C7 S7 D7", "C", "C7"),
        ("HA", "HK C7 S7", "D", "takes"),
        ("DA", "SA CA HA", "D", "takes"),
        ("CA", "S7 S8 CJ CK", "S", "S7 S8 CJ"),
        ("S7", "D7 S8", "D", "D7 S8"),
        ("SJ", "CJ HJ SA", "S", "CJ"),
    ],
)
def test_h5_what_beats_the_last_card(last: str, held: str, trump: str, may: str):
    assert beating(last, held, trump) == set(may.split())


def test_h5_a_card_that_does_not_beat_is_refused():
    table = leading("N", N="HQ C7", E="HK HT D7", S="D8", W="D9").do("N plays HQ")
    assert table.refuses("E plays HT") == "H5"
    assert table.refuses("E plays D7") == "H5"
    assert table.refuses("E plays CA") == "hand"
    assert leading("N", N="HA C7", E="HT", S="D8", W="D9").do("N plays HA").refuses("E plays HT") == "H5"


def test_h5_only_the_card_played_last_counts():
    table = leading("N", N="DT C7", E="S7 H8", S="SQ DA H8", W="SK D7").do("N plays DT, E plays S7")
    assert table.words == {"SQ", "H8"}  # not DA, though it would beat the first card
    assert table.do("S plays SQ").words == {"SK", "D7"}


def test_h5_other_players_trumps_mean_nothing():
    """E's S7 trumped; for W it is a mere seven of Spades."""
    table = leading("E", N="D9", E="S7 H8", S="S8 C7", W="S9 C9").do("E plays S7")
    assert table.words == {"S8"}
    assert table.do("S plays S8").words == {"S9"}


def test_h5_no_duty_to_follow_before_trumping():
    assert beating("H7", "HA S7", "S") == {"HA", "S7"}


def test_h5_every_card_on_every_card():
    for trump, suit in enumerate("DHSC"):
        for last in ALL_CARDS:
            others = [card for card in ALL_CARDS if card != last]
            want = {NAMES[card] for card in others if plain_heinrich.beats(NAMES[card], NAMES[last], suit)}
            assert set(names(BEATERS[trump][last])) == want


# -- H6


def test_h6_who_can_beat_must():
    table = leading("N", N="HQ C7", E="HK D7", S="D8", W="D9").do("N plays HQ")
    assert table.legal == {"E plays HK"}
    assert table.refuses("E takes") == "H6"


@pytest.mark.parametrize(
    ("south", "steps", "taker", "taken"),
    [
        ("D7 C8", "N plays HQ", "E", "HQ"),
        ("D7 C8", "N plays H7, E plays HT", "S", "H7 HT"),
        ("HK C8", "N plays H7, E plays HT, S plays HK", "W", "H7 HT HK"),
    ],
)
def test_h6_who_cannot_takes_up_the_whole_trick_and_plays_nothing(south: str, steps: str, taker: str, taken: str):
    held = {"N": "H7 HQ C7", "E": "HT D8", "S": south, "W": "C9 CT"}
    table = leading("N", **held).do(steps)
    gone = table.state.gone
    assert table.legal == {f"{taker} takes"}
    table.do(f"{taker} takes")
    assert table.hand(taker) == {*held[taker].split(), *taken.split()}
    seat = parse_seat(taker)
    assert table.events[-1] == TakenUp(seat, cards(taken))
    assert table.state.last_trick == PastTrick(cards(taken), SEATS[:seat], seat)
    assert table.state.trick == () and table.state.gone == gone


def test_h6_what_was_taken_up_is_known_to_all_until_it_is_played():
    table = leading("N", N="H9 C7 C8", E="D8 D9", S="D7 HT", W="DA H7").do("N plays H9, E takes")
    assert table.view("W").known == ((), cards("H9"), (), ())
    table.do("S plays D7, W plays DA, N plays C7, E takes")
    assert set(table.view(None).known[1]) == set(cards("H9 D7 DA C7"))
    table.do("S plays HT, W takes, N plays C8, E takes")
    table = leading("S", N="C9 C7", E="D8 H8", S="H9 HT", W="SA H7").do("S plays HT, W takes, N plays C7, E takes")
    assert table.view(None).known == ((), cards("C7"), (), cards("HT"))
    table.do("S plays H9, W plays HT")
    assert table.view(None).known == ((), cards("C7"), (), ())


def test_h6_any_beating_card_may_be_chosen():
    assert beating("H7", "H8 HA S7 DJ", "S") == {"H8", "HA", "S7", "DJ"}


# -- H7


def test_h7_the_next_after_the_picker_leads():
    table = leading("N", N="H9 C7", E="D7 D8", S="C8 C9", W="CT D9").do("N plays H9, E takes")
    assert table.to_act == "S"
    assert table.words == {"C8", "C9"}


def test_h7_also_when_the_last_to_play_picks_up():
    table = leading("N", N="H7 C7", E="S7 H8", S="SK C8", W="C9 CT").do("N plays H7, E plays S7, S plays SK, W takes")
    assert table.to_act == "N"


# -- H8


def test_h8_whoever_plays_the_last_card_has_beaten_and_leads():
    table = leading("N", N="H7 C7", E="S7 H8", S="SK C8", W="SA CT").do(
        "N plays H7, E plays S7, S plays SK, W plays SA"
    )
    assert table.events[-2:] == [Played(W, parse_card("SA")), TrickGone(W)]
    assert table.to_act == "W" and table.words == {"CT"}
    assert set(cards("H7 S7 SK SA")) <= set(table.view(None).gone)
    assert table.state.last_trick == PastTrick(cards("H7 S7 SK SA"), (N, E, S, W), None)
    assert table.view(None).hand_sizes == (1, 1, 1, 1)


@pytest.mark.parametrize(
    ("held", "steps", "leader"),
    [
        (
            {"N": "H7 C7", "E": "S7 H8", "W": "SA CT"},
            "N plays H7, E plays S7, W plays SA",
            "W",
        ),  # three in: three cards
        ({"N": "H7 C7", "W": "H8 CT"}, "N plays H7, W plays H8", "W"),  # two in: two cards
    ],
)
def test_h8_as_long_as_there_were_players_in(held: dict[str, str], steps: str, leader: str):
    table = leading("N", places="SE"[: 4 - len(held)], **held)
    assert table.view(None).trick_length == len(held)
    table.do(steps)
    assert table.state.trick == () and table.to_act == leader


# -- H9


def test_h9_without_cards_out_and_the_next_place():
    table = leading("N", N="H7", E="H8 C8", S="S8 D8", W="S9 D9").do("N plays H7")
    assert table.events == [Played(N, parse_card("H7")), WentOut(N, 1)]
    assert table.places == "N" and table.to_act == "E"
    assert table.view("E").places == (N,)
    table.do("E plays H8, S takes, W plays D9")
    assert table.to_act == "E"  # N is passed over


def test_h9_the_next_must_still_beat_that_card_or_take_up_the_trick():
    table = leading("N", N="H7", E="C8 C9", S="S8 D8", W="S9 D9").do("N plays H7")
    assert table.legal == {"E takes"}
    assert leading("N", N="H7", E="H8 C9", S="S8 D8", W="S9 D9").do("N plays H7").legal == {"E plays H8"}


def test_h9_the_trick_under_way_keeps_its_length():
    table = leading("N", N="H7", E="H8 C8", S="H9 D8", W="HA D9").do("N plays H7, E plays H8, S plays H9")
    assert table.to_act == "W" and len(table.view(None).trick) == 3
    assert table.view(None).trick_length == 4
    table.do("W plays HA")
    assert table.state.trick == () and table.view(None).trick_length == 3  # the next trick is shorter


def test_h9_places_in_the_order_of_going_out():
    table = leading("N", N="H7", E="H8", S="H9 D8", W="HA D9").do("N plays H7, E plays H8")
    assert table.places == "NE"
    assert table.events[-1] == WentOut(E, 2)


# -- H10


def test_h10_whoever_went_out_with_the_tricks_last_card_does_not_lead():
    table = leading("N", N="H7 C7", E="H8 C8", S="H9 D8", W="HA").do("N plays H7, E plays H8, S plays H9, W plays HA")
    assert table.places == "W" and table.to_act == "N"


def test_h10_nor_one_who_is_next_after_a_picker_and_out():
    table = leading("N", N="H7", E="H8 C8", S="H9 D8", W="C9 CT").do("N plays H7, E plays H8, S plays H9, W takes")
    assert table.to_act == "E"  # N would be next
    table = leading("N", N="H7", E="H8", S="H9 D8", W="C9 CT").do("N plays H7, E plays H8, S plays H9, W takes")
    assert table.to_act == "S"  # N and E would be


# -- H11


def test_h11_over_at_once_when_one_is_left():
    table = leading("N", places="SW", N="H7", E="H8 C8").do("N plays H7")
    assert table.places == "SWNE"
    assert table.settlement == Settlement(Outcome.PLAYED, (0, 0), None, False, None, (S, W, N, E))
    assert table.settlement is not None
    assert table.events[-2:] == [WentOut(N, 3), DealSettled(table.settlement)]
    assert table.to_act is None and table.legal == set()
    for step in ("E plays H8", "E takes", "N plays H7"):
        assert table.refuses(step) == "over"
    assert table.hand("E") == {"H8", "C8"}  # nobody sees them any more
    assert table.view("N").hand_sizes == (0, 2, 0, 0)


def test_h11_in_the_middle_of_a_trick():
    table = leading("N", places="W", N="H7", E="H8", S="H9 D8").do("N plays H7, E plays H8")
    assert table.places == "WNES"
    assert table.facts["outcome"] == "played"


# -- H12

ROUND = ", ".join(
    (
        *("E plays DK", "S takes", "W plays DA", "E takes", "S plays DK", "W takes"),
        *("E plays DA", "S takes", "W plays DK", "E takes", "S plays DA", "W takes"),
    )
)


def endless() -> AtTable:
    """N is out; the others hand each other DK and DA all round."""
    return leading("E", places="N", E="HK DK", S="D7 D9", W="H8 DA")


def test_h12_a_position_for_the_third_time_ends_the_deal_unfinished():
    table = endless()
    for count in (1, 2):
        assert table.view(None).position_count == count
        table.do(ROUND)
    assert table.facts["outcome"] == "unfinished"
    assert table.facts["places"] == ["N"]  # those taken stand, the others get none
    assert table.settlement == Settlement(Outcome.UNFINISHED, (0, 0), None, False, None, (N,))
    assert table.settlement is not None
    assert table.events[-2:] == [TakenUp(W, cards("DA")), DealSettled(table.settlement)]
    assert table.legal == set() and table.refuses("E plays DK") == "over"
    assert table.facts["next_dealer"] == "S"


def test_h12_the_same_hands_with_another_leader_are_another_position():
    state = endless().state
    (now,) = state.positions
    table = AtTable(replace(state, positions=(now._replace(leader=S), now._replace(leader=W), now))).do(ROUND)
    assert table.settlement is None
    assert table.view(None).position_count == 2


def test_h12_a_card_on_the_table_is_no_position():
    """Two rounds less the last taking up: the hands were there before, but the trick is not taken up yet."""
    table = endless().do(ROUND, ROUND.removesuffix(", W takes"))
    assert table.settlement is None and table.to_act == "W"


def test_h12_no_position_from_before_a_trick_left_the_game_can_come_again():
    table = leading("N", N="H7 C9", E="H8 C8", S="H9 D8", W="HA D9")
    assert len(table.state.positions) == 1
    table.do("N plays C9, E takes, S plays D8, W plays D9, N takes")
    assert len(table.state.positions) == 3
    table.do("E plays H8, S plays H9, W plays HA, N takes")
    assert len(table.state.positions) == 4
    table = leading("N", N="H7 C7", E="H8 C8", S="H9 D8", W="HA D9")
    table.do("N plays H7, E plays H8, S plays H9, W plays HA")
    assert len(table.state.positions) == 1


# -- H13


def test_h13_no_striche_no_winner_and_no_target():
    table = leading("N", places="SW", N="H7", E="H8 C8").do("N plays H7")
    assert set(table.facts) == {"outcome", "places", "next_dealer"}
    for _ in range(30):
        assert GAME.phase(table.state) is Phase.DEAL
        assert table.settlement is not None and not table.settlement.partie_over
        table.deal(**CLUBS_AT_N)
        assert table.settlement is None and table.places == ""
        while table.legal:
            table.do(min(table.legal))
    assert table.state.standing.deals == 31
    assert GAME.resume(GAME.standing(table.state)).standing == table.state.standing


# -- what belongs to no number


def test_a_stopped_table_ends_without_places():
    table = leading("N", N="H7", E="H8 C8", S="H9 D8", W="HA D9").do("N plays H7, void")
    abandoned = Settlement(Outcome.ABANDONED, (0, 0), None, True, None)
    assert table.settlement == abandoned and GAME.phase(table.state) is Phase.OVER
    assert (table.facts["outcome"], table.facts["next_dealer"]) == ("abandoned", "S")
    assert table.refuses("E plays H8") == "over"
    for seat, action in ((None, Void()), (S, Deal(ALL_CARDS))):
        with pytest.raises(IllegalAction) as raised:
            GAME.apply(table.state, seat, action)
        assert raised.value.reason is Reason.OVER


def test_a_table_stopped_between_two_deals():
    between = leading("N", dealer="W", places="SW", N="H7", E="H8 C8").do("N plays H7")
    table = AtTable(between.state).do("void")
    assert GAME.phase(table.state) is Phase.OVER
    assert table.state.standing == between.state.standing  # S was due to deal before and is so after


@pytest.mark.parametrize("dealer", SEATS)
def test_a_table_stopped_before_the_first_deal(dealer: Seat):
    stopped = GAME.apply(GAME.begin(dealer), None, Void()).state
    assert stopped.standing.dealer == dealer


def test_steps_of_other_games_are_not_due():
    table = dealt(**CLUBS_AT_N)
    for action in (Call("3"), NameTrump(CLUBS), Deal(ALL_CARDS)):
        with pytest.raises(IllegalAction) as raised:
            GAME.apply(table.state, N, action)
        assert raised.value.reason is Reason.PHASE
    for seat, reason in ((W, Reason.PHASE), (N, Reason.TURN)):  # before the pack the dealer acts
        with pytest.raises(IllegalAction) as raised:
            GAME.apply(GAME.begin(W), seat, Play(CLUB_ACE))
        assert raised.value.reason is reason


@pytest.mark.parametrize("text", ["", "N", "X 0", "N x", "N 0 0", "N 0:0 - 0", "N  0"])
def test_what_is_no_standing(text: str):
    with pytest.raises(ValueError, match="no standing"):
        GAME.resume(text)


def test_a_state_prints_without_hands():
    text = repr(dealt(**CLUBS_AT_N).state)
    assert "hands" not in text and "dealt" not in text and "positions" not in text
