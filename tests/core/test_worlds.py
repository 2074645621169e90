"""Worlds: every one replays as the deal was seen, none that could be is missing, each as often as it should be."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import sqrt
from random import Random

import pytest

from bot.core.actions import GIVES, KLEINES_SOLO, Call, Deal, Give
from bot.core.cards import (
    ALL_CARDS,
    CLUB_JACK,
    EMPTY_HANDS,
    PACK,
    Card,
    Hand,
    Hands,
    cards_in,
    count,
    hand_of,
    holds,
    with_hand,
)
from bot.core.game import IllegalAction, Phase
from bot.core.record import parse_step
from bot.core.schafkopf.engine import Schafkopf, pack_for
from bot.core.schafkopf.state import State
from bot.core.schafkopf.view import View
from bot.core.search.credence import credence
from bot.core.search.knowledge import Trust
from bot.core.search.worlds import Worlds, exchanged_back, sample
from bot.core.seats import SEATS, E, N, S, Seat, W, partner_of

from .positions import (
    GAME,
    STRICT,
    TAVERN,
    Log,
    Position,
    cards,
    later_deal,
    name_of,
    random_choice,
    random_pack,
    random_standing,
    states_of,
    told,
)


class Deals:
    """One random deal: where it started, what was done, and the states."""

    def __init__(self, game: Schafkopf, rng: Random, solo: bool) -> None:
        self.game = game
        self.standing = random_standing(rng, game)
        state = game.resume(self.standing)
        pack = random_pack(rng) if rng.random() < 0.6 else tuple(rng.sample(ALL_CARDS, 32))
        self.log: Log = [(state.standing.dealer, Deal(pack))]
        self.states: list[State] = [game.apply(state, *self.log[0]).state]
        while (seat := self.states[-1].turn) is not None:
            legal = game.legal(self.states[-1])
            alone = [call for call in legal if isinstance(call, Call) and call.word in game.variant.solos]
            kleines = Call(KLEINES_SOLO)
            action = random_choice(rng, legal)
            if solo and alone and rng.random() < 0.6:
                action = kleines if kleines in alone else alone[0]
            self.log.append((seat, action))
            self.states.append(game.apply(self.states[-1], seat, action).state)

    def seen_again(self, ply: int, seat: Seat, dealt: Hands, gifts: tuple[Card, ...]) -> bool:
        """Whether the deal could have been this one: all was allowed and the seat saw the same."""
        game, state = self.game, self.game.resume(self.standing)
        gives = iter(gifts)
        try:
            for i, (who, action) in enumerate(self.log[: ply + 1]):
                if isinstance(action, Deal):
                    action = Deal(pack_for(state.standing.dealer, dealt))
                elif isinstance(action, Give):
                    action = GIVES[next(gives)]
                elif state.turn != who:
                    return False
                state = game.apply(state, who, action).state
                if state.phase is not self.states[i].phase:
                    return False
        except IllegalAction:
            return False
        return game.view(state, seat) == game.view(self.states[ply], seat)


def deals(game: Schafkopf, number: int, seed: int, solo: bool = False) -> Iterator[Deals]:
    rng = Random(f"{seed} {name_of(game)} {solo}")
    for _ in range(number):
        yield Deals(game, rng, solo)


def every_world(deal: Deals, ply: int, seat: Seat, known: tuple[Card, Card] | None = None) -> dict[Hands, int]:
    """By enumeration: all hands that the unseen cards could make, with the number of gifts that lead to each."""
    view, state = deal.game.view(deal.states[ply], seat), deal.states[ply]
    played = [0, 0, 0, 0]
    for trick in state.tricks:
        for who, card in zip(trick.seats, trick.cards, strict=True):
            played[who] |= 1 << card
    for who, card in zip(state.trick_seats, state.trick, strict=True):
        played[who] |= 1 << card
    unseen = list(cards_in(Hand(PACK & ~sum(played) & ~hand_of(view.hand))))
    others = [s for s in SEATS if s != seat]
    found: dict[Hands, int] = {}
    for first in combinations(unseen, view.hand_sizes[others[0]]):
        rest = [card for card in unseen if card not in first]
        for second in combinations(rest, view.hand_sizes[others[1]]):
            third = [card for card in rest if card not in second]
            hands: Hands = with_hand(EMPTY_HANDS, seat, hand_of(view.hand))
            for who, held in zip(others, (first, second, third), strict=True):
                hands = with_hand(hands, who, hand_of(held))
            whole = tuple(Hand(hands[s] | played[s]) for s in SEATS)
            ways = sum(deal.seen_again(ply, seat, dealt, gifts) for dealt, gifts in dealings(view, whole, known))  # type: ignore[arg-type]
            if ways:
                found[hands] = ways
    return found


def every_known_exchange(deal: Deals, ply: int, seat: Seat) -> dict[Hands, int]:
    """The same for one who knows both gifts."""
    gave, got = (view := deal.game.view(deal.states[ply], seat)).gave, view.got
    assert gave is not None and got is not None
    return every_world(deal, ply, seat, (gave, got) if seat == view.soloist else (got, gave))


def dealings(view: View, whole: Hands, known: tuple[Card, Card] | None) -> Iterator[tuple[Hands, tuple[Card, ...]]]:
    if view.gifts < 2 or view.soloist is None:
        yield whole, ()
        return
    for mine in cards_in(whole[partner_of(view.soloist)]):
        for theirs in cards_in(whole[view.soloist]):
            if known in (None, (mine, theirs)):
                yield exchanged_back(whole, view.soloist, (mine, theirs)), (mine, theirs)


def moments(deal: Deals, rng: Random, most_held: int = 8) -> list[int]:
    """Moments of the deal at which there is something to choose, at most so many cards in each hand."""
    found = [
        ply
        for ply, state in enumerate(deal.states)
        if state.turn is not None and max(map(count, state.hands)) <= most_held
    ]
    return rng.sample(found, min(3, len(found)))


@pytest.mark.parametrize("game", STRICT, ids=name_of)
@pytest.mark.parametrize("solo", [False, True], ids=["", "solos"])
def test_no_world_contradicts_what_was_seen(game: Schafkopf, solo: bool):
    rng = Random(3)
    phases: Counter[tuple[Phase, str | None]] = Counter()
    for deal in deals(game, 45, seed=1, solo=solo):
        for ply in moments(deal, rng):
            seat = rng.choice(SEATS)
            view = game.view(deal.states[ply], seat)
            worlds = Worlds(view)
            assert worlds.trust is Trust.ALL, told(deal.standing, deal.log, ply, game)
            drawn = worlds.sample(rng, 4)
            assert drawn
            for world in drawn:
                assert world.weight > 0
                assert world.hands[seat] == hand_of(view.hand)
                assert deal.seen_again(ply, seat, world.dealt, world.gifts), (
                    seat,
                    ply,
                    told(deal.standing, deal.log, ply, game),
                )
            phases[view.phase, view.solo] += 1
    assert len(phases) > 2


@pytest.mark.parametrize("game", STRICT, ids=name_of)
def test_all_worlds_are_counted(game: Schafkopf):
    rng = Random(4)
    counted: list[int] = []
    for deal in deals(game, 70, seed=2):
        for ply in moments(deal, rng, most_held=2)[:1]:
            seat = rng.choice(SEATS)
            there = every_world(deal, ply, seat)
            assert Worlds(game.view(deal.states[ply], seat)).count == len(there), told(deal.standing, deal.log, ply)
            counted.append(len(there))
    assert max(counted) > 20 and len(set(counted)) > 8


def chi_square_is_plausible(drawn: dict[Hands, float], expected: dict[Hands, float]) -> bool:
    assert set(drawn) <= set(expected)
    statistic = sum((drawn.get(hands, 0.0) - wanted) ** 2 / wanted for hands, wanted in expected.items())
    freedom = len(expected) - 1
    return statistic < freedom + 4 * sqrt(2 * freedom)


@pytest.mark.parametrize("game", STRICT, ids=name_of)
def test_every_world_is_drawn_as_often_as_any_other(game: Schafkopf):
    rng = Random(6)
    tried = 0
    for deal in deals(game, 200, seed=3):
        for ply in moments(deal, rng, most_held=3)[:1]:
            seat = rng.choice(SEATS)
            view = game.view(deal.states[ply], seat)
            worlds = Worlds(view)
            if not 15 < worlds.count < 60:
                continue
            there = every_world(deal, ply, seat)
            draws = 60 * len(there)
            drawn = Counter(world.hands for world in worlds.sample(rng, draws))
            assert chi_square_is_plausible(dict(drawn), dict.fromkeys(there, draws / len(there)))
            tried += 1
        if tried == 3:
            break
    assert tried == 3


def before_a_kleines_solo(dealer: str = "W") -> Position:
    """S can call one."""
    return later_deal(
        dealer,
        N="SA ST SK HA HT D9 DQ DJ",
        E="C9 S7 S8 S9 SQ H7 D8 C8",
        S="CJ SJ HJ CA CT CK CQ D7",
        W="C7 HK HQ H9 H8 DK DT DA",
    )


def kleines_solo(dealer: str, steps: str, rng: Random) -> Deals:
    """A kleines Solo of S before its last trick; who plays lays any card."""
    dealt = before_a_kleines_solo(dealer).state
    deal = Deals.__new__(Deals)
    deal.game, deal.standing = GAME, f"{dealer} 3:3 NS 0"
    while True:
        deal.log = [(dealt.dealer, Deal(pack_for(dealt.dealer, dealt.dealt)))]
        deal.log += [parse_step(step) for step in steps.split(", ")]
        deal.states = list(states_of(deal.standing, deal.log))[1:]
        while (state := deal.states[-1]).turn is not None and len(state.tricks) < 7:
            deal.log.append((state.turn, rng.choice(GAME.legal(state))))
            deal.states.append(GAME.apply(state, *deal.log[-1]).state)
        if state.turn is not None:
            return deal


@pytest.mark.parametrize(
    ("dealer", "calls", "gift"),
    [("W", "N 4, E weg, ", "SA"), ("W", "N 3, E weg, ", "DJ"), ("W", "N 3, E weg, ", "D9"), ("E", "", "SA")],
)
def test_after_a_hidden_exchange_worlds_weigh_by_the_gifts_that_lead_to_them(dealer: str, calls: str, gift: str):
    rng = Random(calls + gift)
    deal = kleines_solo(dealer, f"{calls}S kleines-solo, S trump C, S gives D7, N gives {gift}", rng)
    ply = len(deal.states) - 1
    view = GAME.view(deal.states[ply], W)
    there = every_world(deal, ply, W)
    drawn: Counter[Hands] = Counter()
    for world in sample(view, rng, 40 * len(there)):
        drawn[world.hands] += 1
        assert world.weight == pytest.approx(there[world.hands] * credence(view, world.dealt))
    assert len(there) > 5
    assert chi_square_is_plausible(dict(drawn), dict.fromkeys(there, drawn.total() / len(there)))
    # The soloist, who knows both gifts, counts what the partner's words leave; so does the partner.
    for seat in (S, N):
        assert Worlds(GAME.view(deal.states[ply], seat)).count == len(every_known_exchange(deal, ply, seat))


def test_the_soloist_and_the_partner_know_their_gifts():
    rng = Random(8)
    position = before_a_kleines_solo().do("N 4, E weg, S kleines-solo, S trump C, S gives D7")
    laid, d7, sa = position.state, *cards("D7 SA")
    assert {world.gifts for world in sample(GAME.view(laid, S), rng, 20)} == {(d7,)}
    hidden = sample(GAME.view(laid, N), rng, 100)
    assert len({world.gifts for world in hidden}) > 10
    assert all(holds(world.hands[S], world.gifts[0]) and holds(world.hands[S], CLUB_JACK) for world in hidden)
    taken = position.do("N gives SA").state
    for seat in (N, S):
        for world in sample(GAME.view(taken, seat), rng, 20):
            assert world.gifts == (d7, sa)
            assert holds(world.hands[S], sa) and holds(world.dealt[N], sa) and holds(world.hands[N], d7)


def test_a_card_taken_back_stays_where_all_have_seen_it():
    rng = Random(9)
    position = later_deal(
        N="CJ CA CT C7 S7 H7 D7 S8",
        E="SJ C9 C8 SA S9 HA DA DT",
        S="HJ CK ST SK HT HK DK DQ",
        W="DJ CQ SQ HQ H9 H8 D9 D8",
    ).do("N 4, E weg, S weg, W weg, N trump C, N plays S7, E plays SA, E takes-back")
    for seat in (N, S, W):
        view = position.game.view(position.state, seat)
        assert all(holds(world.hands[E], cards("SA")[0]) for world in sample(view, rng, 20))


@pytest.mark.parametrize("game", TAVERN, ids=name_of)
def test_where_somebody_played_wrong_less_is_believed(game: Schafkopf):
    """Anything is laid and said; the worlds still fit all cards that were seen."""
    rng = Random(10)
    trusted: Counter[Trust] = Counter()
    for deal in deals(game, 30, seed=5):
        for ply in moments(deal, rng):
            seat, state = rng.choice(SEATS), deal.states[ply]
            view = game.view(state, seat)
            worlds = Worlds(view)
            trusted[worlds.trust] += 1
            for world in worlds.sample(rng, 2):
                assert [count(hand) for hand in world.hands] == list(view.hand_sizes)
                gone = hand_of(card for trick in (*(t.cards for t in state.tricks), state.trick) for card in trick)
                assert sum(world.hands) == PACK & ~gone
                assert sum(world.dealt) == PACK
                assert world.hands[seat] == state.hands[seat]
    assert len(trusted) == 3


def test_the_same_luck_draws_the_same_worlds_whatever_the_hands_unseen():
    rng = Random(11)
    for deal in deals(GAME, 20, seed=6):
        for ply in moments(deal, rng):
            seat, state = rng.choice(SEATS), deal.states[ply]
            view = GAME.view(state, seat)
            drawn = sample(view, Random(1), 3)
            assert sample(view, Random(1), 3) == drawn
            world = drawn[0]
            if world.gifts:
                continue
            elsewhere = [
                (GAME.resume(deal.standing).standing.dealer, Deal(pack_for(deal.states[0].dealer, world.dealt)))
            ]
            *_, other = states_of(deal.standing, [*elsewhere, *deal.log[1 : ply + 1]])
            assert sample(GAME.view(other, seat), Random(1), 3) == drawn


def test_calls_not_made_weigh_and_never_exclude():
    asked = later_deal(
        N="DJ D7 S7 S8 H7 H8 C7 C8",
        E="CJ SJ C9 CQ CK CT D8 S9",
        S="HJ CA D9 DQ DK SQ SK HQ",
        W="ST SA H9 HK HT HA DT DA",
    ).do("N 3, E weg, S weg, W weg")
    view = asked.game.view(asked.state, N)
    true = credence(view, asked.state.dealt)  # E could have called 6
    meek = asked.state.dealt
    low = with_hand(with_hand(meek, E, meek[W]), W, meek[E])  # now W could have, and E has no Jack
    assert 0 < true < 1
    assert credence(view, low) == pytest.approx(true)
    assert (
        credence(view, with_hand(with_hand(meek, E, meek[S]), S, meek[E])) > true
    )  # the partner's number is left alone
