"""The computer player of Bauernheinrich: sensible cards, and better places than chance gives."""

from random import Random

from bot.core.actions import Deal, code
from bot.core.bauernheinrich.player import choose
from bot.core.cards import ALL_CARDS
from bot.core.game import Outcome
from bot.core.seats import SEATS, N

from .heinrich_positions import GAME, AtTable, leading


def chosen(table: AtTable) -> str:
    """``CJ`` or ``u``"""
    assert table.to_act is not None
    return code(choose(table.view(table.to_act))).removeprefix("p")


def test_it_beats_as_cheaply_as_it_can():
    table = leading("N", N="H8 C7", E="HT HA S7 CJ D7", S="D8", W="D9").do("N plays H8")
    assert chosen(table) == "HT"


def test_it_keeps_the_cards_that_beat_much():
    assert chosen(leading("N", N="CJ CA DA S9", E="D7 SK", S="S8 H7", W="H8 H9")) == "DA"  # only D7 is left to beat
    assert chosen(leading("N", N="CJ CA DA S9", E="D7 D8", S="DK H7", W="H8 H9")) == "S9"
    assert chosen(leading("N", N="C7 DA", E="D7 DK", S="DQ D8", W="SA S7")) == "DA"  # an own trump beats all of these


def test_gone_cards_do_not_count():
    """An ace whose suit is gone beats nothing any more."""
    assert chosen(leading("N", N="HA S8", E="S7 D7", S="C8 D9", W="C9 D8")) == "HA"


def test_it_takes_up_what_it_must():
    assert chosen(leading("N", N="H8 C7", E="D7 D9", S="D8", W="C9").do("N plays H8")) == "u"


def play(deals: int, seats_of_computers: int, seed: int) -> tuple[list[int], int]:
    """The places of the computers, who sit at each seat in turn beside people who play any legal card."""
    rng = Random(seed)
    places: list[int] = []
    unfinished = 0
    for deal in range(deals):
        state = GAME.begin(N)
        state = GAME.apply(state, N, Deal(tuple(rng.sample(ALL_CARDS, 32)))).state
        computers = [SEATS[(deal + i) % 4] for i in range(seats_of_computers)]
        while state.turn is not None:
            view = GAME.view(state, state.turn)
            action = choose(view) if state.turn in computers else rng.choice(view.legal)
            assert action in view.legal
            state = GAME.apply(state, state.turn, action).state
        settlement = GAME.settlement(state)
        assert settlement is not None
        unfinished += settlement.outcome is Outcome.UNFINISHED
        places += [settlement.places.index(seat) + 1 for seat in computers if seat in settlement.places]
    return places, unfinished


def test_it_takes_better_places_than_chance():
    places, _ = play(80, 1, seed=1)
    assert sum(places) / len(places) < 2.0  # by chance 2.5; over thousands of deals it is about 1.6


def test_four_of_them_come_to_an_end():
    places, unfinished = play(60, 4, seed=2)
    assert unfinished == 0
    assert sorted(places) == sorted([1, 2, 3, 4] * 60)


def test_it_sees_nothing_but_its_view_and_chooses_the_same_again():
    table = leading("N", N="H8 C7", E="HT HA S7 CJ D7", S="D8 S9", W="D9 SA").do("N plays H8")
    swapped = leading("N", N="H8 C7", E="HT HA S7 CJ D7", S="D8 SA", W="D9 S9").do("N plays H8")
    assert table.view("E") == swapped.view("E")
    answers = [choose(at_table.view("E")) for at_table in (table, swapped) * 2]
    assert len(set(answers)) == 1
