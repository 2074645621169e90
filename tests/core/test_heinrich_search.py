"""The searching player of Bauernheinrich: the deals it thinks of, the game it plays in its head, what it chooses."""

from itertools import combinations
from random import Random

import pytest

from bot.core.actions import Deal, Play, Take
from bot.core.bauernheinrich import player
from bot.core.bauernheinrich.state import State
from bot.core.cards import ALL_CARDS, Card, Hand, cards_in, hand_of, name
from bot.core.search import heinrich
from bot.core.search.choose import Budget
from bot.core.search.heinrich import Deals, choose, weigh
from bot.core.seats import SEATS, N, Seat

from .heinrich_positions import GAME, leading

SMALL = Budget(2, 2000)


def states(seed: str, deals: int):
    """Every position with somebody to act, in deals of plain players who now and then play any card."""
    rng = Random(seed)
    for _ in range(deals):
        state = GAME.apply(GAME.begin(N), N, Deal(tuple(rng.sample(ALL_CARDS, 32)))).state
        while state.turn is not None:
            yield state
            view = GAME.view(state, state.turn)
            action = rng.choice(view.legal) if rng.random() < 0.3 else player.choose(view)
            state = GAME.apply(state, state.turn, action).state


def test_the_true_deal_is_never_ruled_out():
    for state in states("true", 12):
        for seat in SEATS:
            held = state.hands[seat]
            unseen = held & ~state.known[seat]
            assert not unseen & state.denied[seat]


def test_what_was_taken_up_rules_cards_out():
    table = leading("N", N="H8 C7", E="D7 D9", S="D8 SQ", W="DT SA").do("N plays H8", "E takes")
    view = table.view("N")
    east = Seat(1)
    denied = {name(card) for card in cards_in(view.denied[east])}
    assert {"H9", "HA", "CJ"} <= denied  # would have beaten the H8
    assert "H7" not in denied


def test_every_deal_that_agrees_is_drawn_as_often_as_any_other():
    """Counted against every way to share out the unknown cards."""
    rng = Random("deals")
    compared = 0
    for state in states("ways", 60):
        assert state.turn is not None
        view = GAME.view(state, state.turn)
        deals = Deals(view)
        if not 3 <= deals.count <= 30:
            continue
        wanted = every_way(state, state.turn)
        assert deals.count == len(wanted)
        drawn = dict.fromkeys(wanted, 0)
        for _ in range(60 * deals.count):
            drawn[tuple(deals.draw(rng))] += 1
        chi_square = sum((times - 60) ** 2 / 60 for times in drawn.values())
        assert chi_square < deals.count + 5 * (2 * deals.count) ** 0.5 + 5
        compared += 1
        if compared == 25:
            return
    pytest.fail("too few positions")


def every_way(state: State, me: Seat) -> set[tuple[int, ...]]:
    others = [seat for seat in SEATS if seat != me]
    pool = {card for seat in others for card in cards_in(Hand(state.hands[seat] & ~state.known[seat]))}
    sizes = [Hand(state.hands[seat] & ~state.known[seat]).bit_count() for seat in others]
    found: set[tuple[int, ...]] = set()
    for first in combinations(sorted(pool), sizes[0]):
        for second in combinations(sorted(pool - {*first}), sizes[1]):
            shares = [hand_of(first), hand_of(second), hand_of(pool - {*first} - {*second})]
            if any(share & state.denied[seat] for share, seat in zip(shares, others, strict=True)):
                continue
            hands = [0, 0, 0, 0]
            hands[me] = int(state.hands[me])
            for share, seat in zip(shares, others, strict=True):
                hands[seat] = int(share | state.known[seat])
            found.add(tuple(hands))
    return found


def test_it_plays_on_in_its_head_by_the_rules(monkeypatch: pytest.MonkeyPatch):
    """Where every card is known: each tried once leads to the place that the engine and plain players come to."""
    monkeypatch.setattr(heinrich, "TRIES", 1)
    compared = 0
    for state in states("head", 80):
        assert state.turn is not None
        view = GAME.view(state, state.turn)
        cards = [action.card for action in view.legal if isinstance(action, Play)]
        if len(cards) < 2 or Deals(view).count > 1:
            continue
        weighed = weigh(view, Random(1), Budget(len(cards), 10**6))
        places = {card: place_after(state, state.turn, card) for card in cards}
        if None in places.values():
            continue
        assert {card: worth.place for card, worth in weighed.items()} == pytest.approx(places)
        compared += len(cards)
        if compared > 120:
            return
    pytest.fail("too few positions")


def place_after(state: State, me: Seat, card: Card) -> int | None:
    state = GAME.apply(state, me, Play(card)).state
    while state.turn is not None:
        state = GAME.apply(state, state.turn, player.choose(GAME.view(state, state.turn))).state
    settlement = GAME.settlement(state)
    assert settlement is not None
    return settlement.places.index(me) + 1 if me in settlement.places else None


def test_it_plays_by_the_rules_and_repeats_itself():
    for at, state in enumerate(states("rules", 3)):
        assert state.turn is not None
        view = GAME.view(state, state.turn)
        action = choose(view, Random(at), SMALL)
        assert action in view.legal
        assert choose(view, Random(at), SMALL) == action
        assert isinstance(action, Take) == (player.choose(view) == Take())


def test_it_chooses_the_same_whatever_it_cannot_see():
    """The unseen cards of East and South lie otherwise, and nothing that was done tells."""
    one = leading("N", N="CA HK S9", E="D7 D9 H8", S="D8 DQ HQ", W="DK SA HT")
    other = leading("N", N="CA HK S9", E="D8 DQ H8", S="D7 D9 HQ", W="DK SA HT")
    assert one.view("N") == other.view("N")
    assert choose(one.view("N"), Random(5), SMALL) == choose(other.view("N"), Random(5), SMALL)


def test_it_takes_better_places_than_the_plain_player():
    """The same deals with it at each seat beside three plain players; over many deals it is a third of a place."""
    rng = Random("places")
    better = 0
    for _ in range(10):
        pack = Deal(tuple(rng.sample(ALL_CARDS, 32)))
        plain = places(pack, None)
        for seat in SEATS:
            found = places(pack, seat)
            better += plain.get(seat, 4) - found.get(seat, 4)
    assert better > 0


def places(pack: Deal, searching: Seat | None) -> dict[Seat, int]:
    state = GAME.apply(GAME.begin(N), N, pack).state
    luck = Random("play")
    while (seat := state.turn) is not None:
        view = GAME.view(state, seat)
        action = choose(view, luck, Budget(3, 10**6)) if seat == searching else player.choose(view)
        state = GAME.apply(state, seat, action).state
    settlement = GAME.settlement(state)
    assert settlement is not None
    return {seat: place for place, seat in enumerate(settlement.places, 1)}
