"""The learner: what it calls, names, gives and plays, and that it sees nothing but its View."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from bot.core.actions import GROSSES_SOLO, KLEINES_SOLO, Action, Call, Deal, Play, words
from bot.core.cards import ALL_SUITS, CLUB_JACK, JACKS, PACK, Card, Hand, Suit, cards_in, count, hand_of, parse_suit
from bot.core.game import Outcome, Phase
from bot.core.schafkopf.engine import Schafkopf, pack_for
from bot.core.schafkopf.play import TRUMPS, playable
from bot.core.schafkopf.state import Hands, State, Trick
from bot.core.schafkopf.view import View
from bot.core.search.card_sense import kreide_chance, stake_of
from bot.core.search.insight import insight_of
from bot.core.search.learner import choose
from bot.core.search.solo_sense import LAST, LEADS, SECOND, losers, place_of, unfailing_trump
from bot.core.seats import SEATS, E, N, S, Seat, W, clockwise_from, next_seat, pair_of, parse_seat, partner_of

from .positions import (
    ALONE,
    GAME,
    SCHOOFKOPP,
    STRICT,
    TAVERN,
    Position,
    cards,
    name_of,
    partie,
    playing,
    random_choice,
    random_pack,
    random_standing,
)

Player = Callable[[View], Action]


def says(position: Position) -> str:
    """What the learner does in the seat to act, without the seat."""
    return words(choose(position.view(position.to_act))).removeprefix("plays ").removeprefix("gives ")


def later(dealer: str = "W", kreide: str = "NS", **hands: str) -> Position:
    """A later deal of a Partie; hands are filled up as in ``filled``."""
    return partie(dealer, 3, 3, kreide).deal(**filled(**hands))


def filled(**hands: str) -> dict[str, str]:
    """Hands filled up to eight cards out of those not given, low cards first."""
    given = {seat: hand_of(cards(text)) for seat, text in hands.items()}
    left = list(cards_in(Hand(PACK & ~sum(given.values()))))
    left.sort(key=lambda card: (card & 7, card))
    names = {}
    for seat in "NESW":
        hand = list(cards_in(given.get(seat, Hand(0))))
        while len(hand) < 8:
            hand.append(left.pop(0))
        names[seat] = " ".join(words(Play(card)).removeprefix("plays ") for card in hand)
    return names


# -- calling


@pytest.mark.parametrize(
    ("hand", "word"),
    [
        ("CJ SJ HA HT HK H9 C7 D8", "6"),
        ("DJ CA CK C9 SA S8 H7 D7", "4"),
        ("CJ SA ST SK S9 S8 S7 D7", "7"),
        ("CA SA ST SK S9 HA H7 D7", "weg"),
    ],
)
def test_forehand_calls_the_highest_number_or_has_no_jack(hand: str, word: str):
    assert says(later(N=hand)) == word


def test_overbids_an_opponent_when_the_hand_is_worth_it():
    hands = filled(N="DJ C7 C8 C9", E="CJ SJ HA HT HK H9 D7 S7")
    assert says(later(**hands).do("N 4")) == "6"


def test_leaves_the_number_to_the_partner_unless_clearly_better():
    poor = filled(N="CJ SJ HA HT C7 C9 D8 D9", E="CA DA SA ST SK DK CT CK", S="DJ S7 S8 S9 SQ CQ D7 H8", W="HJ H9")
    asked = later(dealer="S", **poor).do("W 2", "N 4", "E weg")
    assert "5" in asked.words
    assert says(asked) == "weg"
    good = filled(N="DJ D7 D8 S7 S8 C7 C8 H8", E="SA HT DA SK HK DK SQ HQ", S="CJ SJ HJ CA CT CK C9 HA")
    assert says(later(**good).do("N 3", "E weg")) == "7"


def test_mit_against_an_opponent_with_a_good_hand():
    hands = filled(N="DJ D7 D8 D9", E="CJ SJ HA HT SA ST C7 CQ")
    assert says(later(**hands).do("N 4")) == "mit"


def test_mit_beside_the_partner_only_with_a_good_hand():
    good = filled(N="DJ D7 D8 D9 DQ C7 S7 C8", E="C9 CQ S8 S9 SQ HQ H8 H9", S="HJ HA HT HK CA SA H7 DT")
    assert says(later(**good).do("N 5", "E weg")) == "mit"
    poor = filled(N="CJ CA CT CK D9 DQ H9 S9", E="HA HT HK SA ST SK DA DT", S="DJ D7 D8 DK S7 S8 H7 H8")
    assert "mit" in later(**poor).do("N 4", "E weg").words
    assert says(later(**poor).do("N 4", "E weg")) == "weg"


def test_names_the_better_of_two_suits_of_the_number():
    hands = filled(N="CJ DA DT DK S7 S8 S9 H7")
    named = later(**hands).do("N 4")
    while named.state.phase is Phase.CALL:
        named.do(f"{named.to_act} weg")
    assert says(named) == "trump D"


def test_b8_yields_with_a_poor_suit_and_names_with_a_good_one():
    partners = "DJ D9 DT DA C7 S7 H7 H8"
    for mine, word in (("SJ C8 C9 CQ S8 S9 HQ H9", "yields"), ("CJ CA CT CK SA HA S8 H9", "trump C")):
        hands = filled(N=mine, S=partners)
        tied = later(**hands).do("N 4", "E weg", "S mit", "W weg")
        assert says(tied) == word


def test_b10_four_jacks_that_bear_no_solo_are_thrown_in():
    hands = filled(N="CJ SJ HJ DJ C7 S7 H7 D7")
    assert says(later(**hands)) == "weg"


# -- solos


def test_b11_a_grosses_solo_that_cannot_fail_is_called_but_not_in_a_first_deal():
    hand = "CJ SJ HJ DJ CA CT HA DA"
    assert says(later(N=hand)) == "grosses-solo"
    assert says(later(N=hand).do("N grosses-solo")) == "trump C"
    assert says(partie("W").deal(**filled(N="CJ SJ HJ CA CT CK C9 HA"))) == "7"


def test_b14_the_same_hand_is_no_solo_when_an_opponent_leads():
    hand = "CJ SJ HJ DJ CA CT HA DA"
    assert says(later(dealer="N", N=hand).do("E weg", "S weg", "W weg")) == "weg"


@pytest.mark.parametrize("hand", ["CJ SJ HJ DJ CA CT HA DK", "CJ SJ HJ DJ CT CK HA DA", "CJ SJ HJ CA CT CK HA DA"])
def test_one_card_that_might_lose_is_no_solo(hand: str):
    assert "solo" not in says(later(N=hand))


def all_unfailing_hands(trump: Suit) -> list[Hand]:
    """Every hand with which a soloist on lead cannot lose in that trump; it takes at least six trumps."""
    trumps = list(cards_in(TRUMPS[trump]))
    plain = list(cards_in(Hand(PACK & ~TRUMPS[trump])))
    hands = (
        hand_of((*some, *others))
        for number in (6, 7, 8)
        for some in combinations(trumps, number)
        for others in combinations(plain, 8 - number)
    )
    return [hand for hand in hands if not losers(hand, Hand(PACK & ~hand), trump)]


def distributions(hand: Hand, soloist: Seat, rng: Random, random_ones: int) -> Iterator[Hands]:
    """The worst ones (an opponent with all the trumps out, with the highest cards, void in a suit) and random ones."""
    outside = list(cards_in(Hand(PACK & ~hand)))
    orders = [sorted(outside, key=lambda card: (card & 7 != 7, -(card & 7)))]  # Jacks, then the highest cards
    for suit in ALL_SUITS:  # one opponent has the Jacks and all of a suit, so that the other is void in it
        for then in ALL_SUITS:
            rank = {then: 1, suit: 0}
            orders.append(sorted(outside, key=lambda c: (-1 if c & 7 == 7 else rank.get(Suit(c >> 3), 2), -(c & 7))))
    orders += [rng.sample(outside, len(outside)) for _ in range(random_ones)]
    left, right, partner = next_seat(soloist), partner_of(next_seat(soloist)), partner_of(soloist)
    for order in orders:
        for one, other in ((left, right), (right, left)):
            hands = {soloist: hand, one: hand_of(order[:8]), other: hand_of(order[8:16]), partner: hand_of(order[16:])}
            yield hands[N], hands[E], hands[S], hands[W]


def different_cards(state: State, soloist: Seat, seat: Seat) -> list[Card]:
    """The legal cards of an opponent, one of each run between which the soloist's cards make no difference."""
    assert state.trump is not None
    trumps, mine = TRUMPS[state.trump], state.hands[soloist] | hand_of(state.trick)
    found: dict[tuple[int, int], Card] = {}
    for card in cards_in(playable(state.hands[seat], state.trick, state.trump, GAME.variant.beating)):
        if trumps >> card & 1:
            group, higher = 4, Hand(mine & trumps & -(1 << (card + 1)) & (JACKS if card & 7 == 7 else PACK))
            if card & 7 != 7:
                higher = Hand(higher | mine & JACKS)
        else:
            group, higher = card >> 3, Hand(mine & (0x7F << (card >> 3) * 8) & -(1 << (card + 1)))
        found.setdefault((group, count(higher)), card)
    return list(found.values())


def solo_is_lost(state: State, soloist: Seat, seen: dict[object, bool]) -> bool:
    """Whether two opponents who see all cards can take a trick from the learner."""
    if state.result is not None:
        return state.result.settlement.outcome is Outcome.SOLO_LOST
    seat = state.turn
    assert seat is not None
    if seat == soloist:
        return solo_is_lost(GAME.apply(state, seat, choose(GAME.view(state, seat))).state, soloist, seen)
    key = (state.hands, state.trick, seat)
    if key not in seen:
        seen[key] = any(
            solo_is_lost(GAME.apply(state, seat, Play(card)).state, soloist, seen)
            for card in different_cards(state, soloist, seat)
        )
    return seen[key]


def after_the_calling(dealer: Seat, soloist: Seat, hands: Hands) -> State | None:
    """The learner with that hand in its turn and what it says then; None where another's four Jacks end the deal."""
    state = GAME.resume(f"{'NESW'[dealer]} 3:3 EW 1")
    state = GAME.apply(state, dealer, Deal(pack_for(dealer, hands))).state
    while (seat := state.turn) is not None and seat != soloist:
        legal = GAME.legal(state)
        state = GAME.apply(state, seat, Call("weg") if Call("weg") in legal else legal[0]).state
    if state.result is not None:
        return None
    for _ in ("call", "trump"):
        state = GAME.apply(state, soloist, choose(GAME.view(state, soloist))).state
    assert state.solo == GROSSES_SOLO
    return state


@pytest.mark.parametrize(("place", "dealer"), [(LEADS, W), (SECOND, E), (SECOND, S), (LAST, N)])
def test_solos_it_calls_are_never_lost_whoever_holds_what(place: int, dealer: Seat):
    rng = Random(place * 4 + dealer)
    assert place_of(dealer, N) == place
    trump = rng.choice(ALL_SUITS)
    unfailing = [
        hand for hand in all_unfailing_hands(trump) if unfailing_trump(hand, place, GAME.variant.beating) is not None
    ]
    assert len(unfailing) > 20
    for hand in rng.sample(unfailing, 8):
        for hands in rng.sample(list(distributions(hand, N, rng, 6)), 2):
            state = after_the_calling(dealer, N, hands)
            assert state is None or not solo_is_lost(state, N, {}), hands


def test_no_kleines_solo_is_proof_against_every_gift():
    """So it is never called: the partner may have to give a card that loses a trick."""
    rng = Random(7)
    for trump in ALL_SUITS:
        for _ in range(150):
            trumps = rng.sample(sorted(cards_in(Hand(TRUMPS[trump] & ~(1 << CLUB_JACK)))), rng.randrange(3, 8))
            others = [card for suit in ALL_SUITS for card in range(suit * 8 + 6, suit * 8 + 2, -1)]
            kept = [CLUB_JACK, *trumps]
            kept += [Card(card) for card in others if card not in kept]
            hand, outside = hand_of(kept[:7]), Hand(PACK & ~hand_of(kept[:8]))
            gifts = (Hand(1 << card) for card in cards_in(outside))
            assert any(losers(Hand(hand | gift), Hand(outside & ~gift), trump) for gift in gifts)


@pytest.mark.parametrize(
    ("hand", "gift"),
    [
        ("HJ DJ CA CT DA D7 S8 S9", "HJ"),
        ("CT C9 DA D7 D8 S7 S8 S9", "CT"),
        ("DA D7 D8 H7 S7 S8 S9 H8", "DA"),
        ("DT DK D8 HK HQ S7 S8 S9", "DT"),
    ],
)
def test_b13_the_partner_gives_what_helps_most(hand: str, gift: str):
    hands = filled(N="CJ SJ CK CQ C8", S=hand)
    asked = later(**hands).do("N kleines-solo", "N trump C")
    asked.do(f"N gives {says(asked)}")
    assert says(asked) == gift


def test_b13_the_soloist_gives_the_card_that_would_lose():
    hands = filled(N="CJ SJ HJ CA CT CK HA D7")
    asked = later(**hands).do("N kleines-solo")
    assert says(asked) == "trump C"
    assert says(asked.do("N trump C")) == "D7"


def test_b15_a_soloist_draws_trumps_from_the_top_and_plays_plain_cards_last():
    hands = filled(N="CJ SJ HJ DJ CA CT HA DA", E="CK CQ C9 C8 C7 H7 H8 H9")
    solo = later(**hands).do("N grosses-solo", "N trump C")
    led = []
    while solo.state.phase is Phase.PLAY:
        if solo.to_act == "N":
            led.append(says(solo))
        solo.do(f"{solo.to_act} plays {says(solo)}")
    assert led[:5] == ["CJ", "SJ", "HJ", "DJ", "CA"]
    assert set(led[6:]) == {"HA", "DA"}


def test_b15_an_opponent_takes_the_one_trick_that_is_enough():
    hands = filled(N="SJ HJ CA CT CK CQ HA DA", E="CJ C7 C8 H7", W="DJ C9 H8")
    solo = later(**hands).do("N grosses-solo", "N trump C", "N plays CA")
    assert says(solo) == "CJ"


def test_b15_an_opponent_keeps_the_card_that_can_still_take_a_trick():
    hands = {"N": "CJ SJ HJ DJ CA CT CK HK", "E": "HA HQ D7 D8 D9 S7 S8 S9", "S": "H7 H8 H9 HT DQ SQ CQ C9"}
    solo = later(**hands).do("N grosses-solo", "N trump C")
    while solo.state.phase is Phase.PLAY:
        solo.do(f"{solo.to_act} plays {says(solo)}")
    assert solo.state.result is not None
    assert solo.state.result.settlement.outcome is Outcome.SOLO_LOST


# -- play


def playing_on(*steps: str, trump: str, **hands: str) -> Position:
    """N calls the number of trump and names it; then those steps."""
    at_table = later(**hands)
    held = at_table.hand("N")
    number = sum(card[1] == "J" or card[0] == trump for card in held)
    at_table.do(f"N {number}", "E weg", "S weg", "W weg", f"N trump {trump}")
    return at_table.do(*steps) if steps else at_table


def in_the_middle(
    ours: str, theirs: str, trick: str = "", leader: str = "W", kreide: str = "NS", **hands: str
) -> Position:
    """Clubs are trump; of the finished tricks, of one suit each, N has taken the first and E the others."""
    at_table = later(kreide=kreide)
    taken = [
        Trick(seat, cards(four), seat, clockwise_from(seat))
        for seat, tricks in ((N, ours), (E, theirs))
        for four in tricks.split(", ")
    ]
    laid, first = cards(trick), parse_seat(leader)
    held = [hand_of(cards(hands[seat])) for seat in "NESW"]
    at_table.state = replace(
        at_table.state,
        phase=Phase.PLAY,
        dealer=Seat((first + 3) & 3),
        hands=(held[0], held[1], held[2], held[3]),
        trump=parse_suit("C"),
        tricks=tuple(taken),
        trick=laid,
        leader=first,
        turn=Seat((first + len(laid)) & 3),
    )
    return at_table


def test_schmiert_on_the_partners_sure_trick():
    sure = playing_on(
        "N plays CJ",
        "E plays C7",
        trump="C",
        N="CJ SJ CA CT HA H9 D7 D8",
        E="C7 C8 HJ S9 SK",
        S="DT D9 S7 S8 H7 H8 SQ",
        W="DJ CK C9",
    )
    assert says(sure) in ("DT", "HT")


def test_gives_no_augen_to_the_others_sure_trick():
    lost = playing_on("N plays CJ", trump="C", N="CJ SJ CA CT HA H9 D7 D8", E="DT DA S7 S8 HT H8 H7 SQ")
    assert says(lost) in ("S7", "S8", "H7", "H8")


def test_last_to_play_ruffs_with_a_small_trump():
    hands = {"N": "CA CT CK CQ H9 DJ D7 D8", "E": "HT HA H7", "S": "HK HQ H8", "W": "CJ C7 C9 S9 S8 D9 DQ DK"}
    last = playing_on("N plays H9", "E plays HT", "S plays HK", trump="C", **hands)
    assert says(last) in ("C7", "C9")


def test_leads_aces_early_and_nothing_from_below_them():
    hands = filled(N="HA H7 ST S8 S9 D9 DQ CQ", E="CJ SJ CA CT CK H9 D7 D8")
    assert says(later(**hands).do("N weg", "E 5", "S weg", "W weg", "E trump C")) == "HA"


def test_leads_no_ten_while_the_ace_is_out():
    hands = filled(N="HT HQ ST S8 DT D9 DQ CQ", E="CJ SJ CA CT CK H9 D7 D8")
    assert says(later(**hands).do("N weg", "E 5", "S weg", "W weg", "E trump C"))[1] != "T"


def test_draws_trumps_when_strong():
    assert says(playing_on(trump="C", N="CJ HJ DJ CA CT C9 DT DK")) == "CJ"


@pytest.mark.parametrize(("ace_gone", "ace_out", "led"), [("DA", "HA", "DT"), ("HA", "DA", "HT")])
def test_counts_aces_a_ten_is_led_once_its_ace_has_fallen(ace_gone: str, ace_out: str, led: str):
    gone = {"D": "DK DQ D9", "H": "HK HQ H9"}
    fallen = f"{ace_gone} {gone.pop(ace_gone[0])}"
    (others,) = gone.values()
    hands = {"N": "DT HT S8 C7", "E": f"SJ CA D7 {ace_out}", "S": "HJ DJ D8 H8", "W": "CT CK S7 S9"}
    at_table = in_the_middle(f"{fallen}, CJ C8 C9 CQ", f"SA ST SK SQ, H7 {others}", leader="N", **hands)
    assert says(at_table) == led


def test_counts_trumps_who_shows_out_is_known_to_have_none():
    hands = filled(N="CJ SJ HJ CA CT C9 DT DK", E="HA HT HK SA ST SK DA DQ")
    at_table = playing_on("N plays CJ", "E plays DQ", trump="C", **hands)
    insight = insight_of(at_table.view("S"))
    assert not insight.may_hold[E] & TRUMPS[parse_suit("C")]
    assert insight.none_of(E, JACKS) == 1


def test_b16_who_does_not_beat_a_jack_is_known_to_have_no_higher_one():
    hands = filled(N="DJ CA CT C9 D7 D8 DT DK", E="HJ C7", S="C8 CQ", W="SJ CJ CK")
    at_table = playing_on("N plays DJ", "E plays HJ", "S plays C8", "W plays SJ", trump="C", **hands)
    insight = insight_of(at_table.view("N"))
    assert insight.chances[S][CLUB_JACK] == 0


def test_b17_only_the_holder_of_cj_is_sure_of_the_kreide_in_the_first_deal():
    hands = filled(N="CJ SJ CA CT HA H9 D7 D8", E="CK CQ C7")
    at_table = partie("W").deal(**hands).do("N 4", "E weg", "S weg", "W weg", "N trump C")
    views = {seat: at_table.view(seat) for seat in "NES"}
    kreide = {seat: kreide_chance(view, insight_of(view)) for seat, view in views.items()}
    assert kreide["N"] == 1
    assert 0 < kreide["E"] < 1
    assert 0 < kreide["S"] < 1
    led = at_table.do("N plays CJ").view("E")
    assert kreide_chance(led, insight_of(led)) == 0


SURE_OR_CHEAP = {"N": "CJ C7 S8 S9", "E": "SJ CA D7 H7", "S": "HJ DJ D8 H8", "W": "CT H9 S7"}


@pytest.mark.parametrize(
    ("ours", "theirs", "card"),
    [
        ("SA ST SK SQ, C8 C9 CQ CK", "HA HT HK HQ, DT DK DQ D9", "CJ"),  # 35 Augen and this trick are the 42
        ("SA ST SK SQ, HA HT HK HQ, C8 C9 CQ CK", "DT DK DQ D9", "C7"),  # there are 63 already
    ],
)
def test_b18_pays_for_certainty_when_a_trick_brings_the_42(ours: str, theirs: str, card: str):
    assert says(in_the_middle(ours, theirs, "DA", **SURE_OR_CHEAP)) == card


# -- in general


def deal_with(standing: str, pack: tuple[Card, ...], players: list[Player], game: Schafkopf = GAME) -> Iterator[State]:
    """Every state of one deal in which a seat is to act, then the last."""
    state = game.resume(standing)
    state = game.apply(state, state.standing.dealer, Deal(pack)).state
    while (seat := state.turn) is not None:
        yield state
        state = game.apply(state, seat, players[seat](game.view(state, seat))).state
    yield state


def legal_by_chance(rng: Random) -> Player:
    """Anything legal, solos seldom."""
    return lambda view: random_choice(rng, view.legal)


@pytest.mark.parametrize("game", (*STRICT, *TAVERN), ids=name_of)
@pytest.mark.parametrize("seed", range(4))
def test_always_legal_and_always_the_same_among_all_sorts_of_players(seed: int, game: Schafkopf):
    rng = Random(seed)
    for number in range(30):
        players = [choose if rng.random() < 0.6 or number % 4 == 0 else legal_by_chance(rng) for _ in SEATS]
        for state in deal_with(random_standing(rng, game), random_pack(rng), players, game):
            if state.turn is not None:
                view = game.view(state, state.turn)
                action = choose(view)
                assert action in view.legal
                assert action == choose(replace(view))


@pytest.mark.parametrize("game", TAVERN, ids=name_of)
def test_never_plays_wrong_in_tavern_conduct(game: Schafkopf):
    rng, rounds = Random(5), 0
    for _ in range(60):
        *states, last = deal_with(random_standing(rng, game), random_pack(rng), [choose] * 4, game)
        assert not last.breaches
        rounds += any(state.phase is Phase.LOW for state in states)
    assert rounds > 3


@pytest.mark.parametrize("game", (GAME, SCHOOFKOPP), ids=name_of)
@pytest.mark.parametrize("seed", range(4))
def test_sees_nothing_but_its_view(seed: int, game: Schafkopf):
    """However the cards it cannot know are spread, its View and so its choice are the same."""
    rng = Random(seed)
    compared = 0
    for _ in range(12):
        players = [choose if rng.random() < 0.7 else legal_by_chance(rng) for _ in SEATS]
        for state in deal_with(random_standing(rng, game), random_pack(rng), players, game):
            seat = state.turn
            if seat is None or state.gifts:
                continue
            unseen = [card for other in SEATS if other != seat for card in cards_in(state.hands[other])]
            rng.shuffle(unseen)
            hands = list(state.hands)
            for other in SEATS:
                if other != seat:
                    size = count(state.hands[other])
                    hands[other] = hand_of(unseen[:size])
                    del unseen[:size]
            swapped = replace(state, hands=(hands[0], hands[1], hands[2], hands[3]))
            assert choose(game.view(swapped, seat)) == choose(game.view(state, seat))
            compared += hands != list(state.hands)
    assert compared > 100


def test_never_calls_a_kleines_solo():
    rng = Random(3)
    for _ in range(100):
        for state in deal_with("W 3:3 NS 1", random_pack(rng), [choose] * 4):
            assert state.solo != KLEINES_SOLO


@pytest.mark.parametrize("game", STRICT, ids=name_of)
def test_two_learners_beat_two_who_play_by_chance(game: Schafkopf):
    """Every pack is played twice, with the pairs changed; the chance players call no solos, which would lose more."""
    rng = Random(11)

    def by_chance(view: View) -> Action:
        return rng.choice([action for action in view.legal if action not in ALONE])

    learners = others = 0
    for _ in range(200):
        standing = f"{rng.choice('NESW')} 3:3 {rng.choice(('NS', 'EW'))} 1"
        pack = tuple(rng.sample([*cards_in(PACK)], 32))
        for pair in (0, 1):
            players = [choose if pair_of(seat) == pair else by_chance for seat in SEATS]
            *_, last = deal_with(standing, pack, players, game)
            assert last.result is not None
            learners += last.result.settlement.striche[pair]
            others += last.result.settlement.striche[1 - pair]
    assert learners > 2 * others


# -- Alter Schoofkopp


def schoofkopp(**hands: str) -> Position:
    return partie("W", 3, 3, "NS", SCHOOFKOPP).deal(**filled(**hands))


def test_schoofkopp_lechdich_only_if_it_cannot_fail():
    assert says(schoofkopp(N="CJ SJ HJ DJ CA CT CK CQ")) == "lechdich"
    assert says(schoofkopp(N="CJ SJ CA CT CK CQ C9 HA")) == "7"
    unfailing = schoofkopp(N="CJ SJ HJ DJ CA CT CK CQ").do("N lechdich")
    assert says(unfailing) == "trump C"


def test_schoofkopp_calls_with_four_jacks():
    assert says(schoofkopp(N="CJ SJ HJ DJ C7 C8 S7 H7")) == "6"


def test_schoofkopp_stakes_go_by_its_own_scale():
    deal = schoofkopp(N="CJ SJ HJ CA CT CK CQ C9").do("N 8, E weg, S weg, W weg, N trump C")
    view = deal.view("N")
    goals = dict(stake_of(view, insight_of(view)).goals)
    assert {42, 89, 120} <= goals.keys()
    first = partie("W", game=SCHOOFKOPP).deal(**filled(N="CJ SJ HJ CA CT CK CQ C9"))
    view = first.do("N 8, E weg, S weg, W weg, N trump C").view("N")
    assert 61 in dict(stake_of(view, insight_of(view)).goals)
    view = first.do("N plays CJ").view("E")
    assert 60 in dict(stake_of(view, insight_of(view)).goals)


def test_schoofkopp_a_trump_not_beaten_is_not_held():
    """S3: E has laid the Seven on the Ten, so it has no higher trump; in Bauernstoss that says nothing."""
    higher = hand_of(cards("CA CJ SJ HJ DJ"))
    view = playing("C", "CT C7", "W", SCHOOFKOPP, N="D7", E="HA", S="C8 HT", W="H7 S9").view("S")
    assert not insight_of(view).may_hold[E] & higher
    assert insight_of(view).may_hold[W] & higher == higher
    view = playing("C", "CT C7", "W", GAME, N="D7", E="HA", S="C8 HT", W="H7 S9").view("S")
    assert insight_of(view).may_hold[E] & higher == higher


def test_a_card_taken_back_is_known_to_be_there():
    deal = later(N="CJ SJ HJ CA CT CK CQ C9", E="C7 C8 S7 S8").do("N 8, E weg, S weg, W weg, N trump C, N plays CJ")
    deal.do("E plays C7, E takes-back, E plays C8")
    insight = insight_of(deal.view("S"))
    assert insight.may_hold[E] & hand_of(cards("C7"))
    assert not (insight.may_hold[N] | insight.may_hold[W]) & hand_of(cards("C7"))
