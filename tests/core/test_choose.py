"""The player that searches: what it plays for, and that it sees nothing but its View."""

from dataclasses import replace
from random import Random

import pytest

from bot.core.actions import Deal, Play
from bot.core.cards import ALL_CARDS, count
from bot.core.game import Phase
from bot.core.schafkopf.engine import Schafkopf, pack_for
from bot.core.schafkopf.state import State
from bot.core.search import learner
from bot.core.search.choose import Budget, choose, playable_cards, weigh
from bot.core.search.match import Standings, chance_of_partie, rungs
from bot.core.search.worlds import sample
from bot.core.seats import EW, NS, PAIRS, Pair, pair_of

from .positions import (
    GAME,
    SCHOOFKOPP,
    STRICT,
    TAVERN,
    Log,
    later_deal,
    name_of,
    random_choice,
    random_pack,
    random_standing,
    states_of,
)

SMALL = Budget(3, 3000)


@pytest.mark.parametrize("game", (*STRICT, *TAVERN), ids=name_of)
def test_it_plays_whole_deals_by_the_rules_and_repeats_itself(game: Schafkopf):
    rng = Random(name_of(game))
    for _ in range(2):
        state = game.resume(random_standing(rng, game))
        state = game.apply(state, state.standing.dealer, Deal(random_pack(rng))).state
        while (seat := state.turn) is not None:
            view = game.view(state, seat)
            action = choose(view, Random(state.hands[seat]), SMALL)
            assert action in view.legal
            assert choose(view, Random(state.hands[seat]), SMALL) == action
            if state.phase is not Phase.PLAY:
                assert action == learner.choose(view)
            state = game.apply(state, seat, action).state
        assert not state.breaches


@pytest.mark.parametrize("game", STRICT, ids=name_of)
def test_it_chooses_the_same_whatever_it_cannot_see(game: Schafkopf):
    """The unseen cards lie otherwise, and everything was done as before."""
    rng = Random(f"unseen {name_of(game)}")
    compared = 0
    while compared < 4:
        standing = random_standing(rng, game)
        state = game.resume(standing)
        log: Log = [(state.standing.dealer, Deal(tuple(rng.sample(ALL_CARDS, 32))))]
        state = game.apply(state, *log[0]).state
        ply = rng.randrange(6, 30)
        while state.turn is not None and len(log) < ply:
            log.append((state.turn, learner.choose(game.view(state, state.turn))))
            state = game.apply(state, *log[-1]).state
        seat = state.turn
        if seat is None or state.phase is not Phase.PLAY or state.gifts:
            continue
        view = game.view(state, seat)
        (world,) = sample(view, rng, 1)
        *_, other = states_of(standing, [(state.dealer, Deal(pack_for(state.dealer, world.dealt))), *log[1:]], game)
        assert choose(game.view(other, seat), Random(5), SMALL) == choose(view, Random(5), SMALL)
        compared += other.hands != state.hands


def test_without_nodes_it_plays_as_the_learner():
    state = later_deal(
        N="CJ CA CT C7 S7 H7 D7 S8",
        E="SJ C9 C8 SA S9 HA DA DT",
        S="HJ CK ST SK HT HK DK DQ",
        W="DJ CQ SQ HQ H9 H8 D9 D8",
    ).do("N 4, E weg, S weg, W weg, N trump C")
    view = state.view("N")
    assert weigh(view, playable_cards(view), Random(1), Budget(10, 0)) == {}
    assert choose(view, Random(1), Budget(10, 0)) == learner.choose(view)


def minimax(game: Schafkopf, state: State, us: Pair) -> float:
    """The chance to win the Partie, or in a solo the solo, if everyone plays for it with open hands."""
    if state.phase is not Phase.PLAY:
        assert state.result is not None
        settlement, striche = state.result.settlement, state.standing.striche
        if state.soloist is not None:
            return float(settlement.deal_winner == us)
        won = settlement.deal_winner == us
        return chance_of_partie(game.variant.target, striche[us], striche[1 - us], won)
    assert state.turn is not None
    values = [minimax(game, game.apply(state, state.turn, a).state, us) for a in game.legal(state)]
    return max(values) if pair_of(state.turn) == us else min(values)


@pytest.mark.parametrize("game", STRICT, ids=name_of)
def test_every_card_weighs_what_minimax_says_of_the_same_worlds(game: Schafkopf):
    rng = Random(f"weigh {name_of(game)}")
    compared, unlike = 0, 0
    while compared < 40:
        state = game.resume(random_standing(rng, game))
        state = game.apply(state, state.standing.dealer, Deal(random_pack(rng))).state
        held, laid = rng.randint(2, 3), rng.randrange(4)
        while (seat := state.turn) is not None:
            if state.phase is Phase.PLAY and max(map(count, state.hands)) <= held and len(state.trick) >= laid:
                break
            state = game.apply(state, seat, random_choice(rng, game.legal(state))).state
        if seat is None or len(game.legal(state)) < 2:
            continue
        view = game.view(state, seat)
        worth = weigh(view, playable_cards(view), Random(1), Budget(4, 10**6))
        worlds = sample(view, Random(1), 4)
        for card, found in worth.items():
            values = [
                world.weight
                * minimax(
                    game,
                    game.apply(replace(state, hands=world.hands, dealt=world.dealt), seat, Play(card)).state,
                    pair_of(seat),
                )
                for world in worlds
            ]
            assert found == pytest.approx(sum(values) / sum(world.weight for world in worlds))
        compared += 1
        unlike += len(set(worth.values())) > 1
    assert unlike > 4


def test_it_plays_the_card_that_weighs_most():
    rng = Random(12)
    state = GAME.resume("W 3:3 NS 1")
    state = GAME.apply(state, state.standing.dealer, Deal(tuple(rng.sample(ALL_CARDS, 32)))).state
    chosen = 0
    while (seat := state.turn) is not None:
        view = GAME.view(state, seat)
        action = choose(view, Random(4), SMALL)
        if state.phase is Phase.PLAY and len(view.legal) > 1:
            worth = weigh(view, playable_cards(view), Random(4), SMALL)
            assert isinstance(action, Play)
            assert not worth or worth[action.card] == pytest.approx(max(worth.values()))
            chosen += action != learner.choose(view)
        state = GAME.apply(state, seat, action).state
    assert chosen


def names(ladder_of: Schafkopf, us: int, **before: object) -> list[str]:
    standings = Standings((3, 3), NS, NS, None)._replace(**before)
    return [
        "all" if rung.all_tricks else "one" if rung.one_trick else str(rung.augen)
        for rung in rungs(ladder_of.variant, standings, PAIRS[us])
    ]


def test_b18_the_rungs_of_bauernstoss():
    assert names(GAME, NS) == ["0", "one", "30", "42", "91", "all"]
    assert names(GAME, EW) == ["0", "one", "30", "79", "91", "all"]


def test_s5_the_rungs_of_alter_schoofkopp():
    assert names(SCHOOFKOPP, NS) == ["0", "1", "32", "42", "89", "120"]
    assert names(SCHOOFKOPP, EW) == ["0", "1", "32", "79", "89", "120"]
    assert names(SCHOOFKOPP, NS, kreide=None) == ["0", "1", "32", "61", "89", "120"]
    assert names(SCHOOFKOPP, EW, kreide=None) == ["0", "1", "32", "60", "89", "120"]


def test_c12_at_the_end_of_a_partie_more_striche_than_needed_are_worth_nothing():
    assert names(GAME, NS, striche=(19, 3)) == ["0", "one", "30", "42"]
    assert names(GAME, NS, striche=(19, 19)) == ["0", "42"]
    assert names(GAME, NS, striche=(18, 17)) == ["0", "one", "30", "42", "91"]


def test_the_chance_to_win_rises_with_the_lead_and_the_kreide():
    assert chance_of_partie(20, 20, 5, kreide=False) == 1
    assert chance_of_partie(20, 5, 20, kreide=False) == 0
    with_it, without = ([chance_of_partie(20, ours, 10, kreide) for ours in range(20)] for kreide in (True, False))
    assert with_it == sorted(with_it) and without == sorted(without)
    assert all(0 < less < more < 1 for less, more in zip(without, with_it, strict=True))
    assert chance_of_partie(20, 10, 10, kreide=True) + chance_of_partie(20, 10, 10, kreide=False) == pytest.approx(1)
