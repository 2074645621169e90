"""Perft of Bauernheinrich: how many ways fixed endings go on. The numbers were found by ``plain_heinrich``."""

import pytest

from bot.core.bauernheinrich.state import State

from . import plain_heinrich
from .heinrich_positions import GAME, leading
from .plain_heinrich import PlainDeal

# Who holds what, who leads, how many steps; N has Clubs as own trump, E Spades, S Hearts, W Diamonds.
DEAL = {
    "N": "CA CT SQ S8 HK H9 DQ DJ",
    "E": "SA ST S7 HQ H7 DT D8 CJ",
    "S": "CK C9 C7 HA HT DK D9 SJ",
    "W": "CQ C8 SK S9 H8 DA D7 HJ",
}
FOUR = {"N": "CA S8 HK", "E": "ST HQ D8", "S": "C9 HA SJ", "W": "CQ S9 DA"}
THREE = {"N": "CA H9 DQ", "S": "HT DK C7", "W": "S9 D7 HJ"}
TWO = {"E": "S7 HQ CK", "S": "HA D9 CA"}
ROUND = {"E": "HK DK", "S": "D7 D9", "W": "H8 DA"}

POSITIONS = [
    (DEAL, "N", 3, 64),
    (DEAL, "N", 5, 1086),
    (FOUR, "N", 8, 44),
    (FOUR, "W", 12, 120),
    (THREE, "S", 12, 487),
    (THREE, "W", 14, 404),
    (TWO, "S", 20, 7),
    (TWO, "E", 20, 8),
    (ROUND, "E", 26, 1583),
]


def perft(state: State, depth: int) -> int:
    legal = GAME.legal(state)
    if depth == 0 or not legal:
        return 1
    return sum(perft(GAME.apply(state, state.turn, action).state, depth - 1) for action in legal)


@pytest.mark.parametrize(("held", "lead", "depth", "ways"), POSITIONS)
def test_perft(held: dict[str, str], lead: str, depth: int, ways: int):
    out = "".join(seat for seat in "NESW" if seat not in held)
    assert perft(leading(lead, places=out, **held).state, depth) == ways


@pytest.mark.parametrize(("held", "lead", "depth", "ways"), POSITIONS)
def test_perft_of_the_plain_rules(held: dict[str, str], lead: str, depth: int, ways: int):
    plain = PlainDeal({seat: held.get(seat, "").split() for seat in "NESW"}, clubs="N", lead=lead)
    assert plain_heinrich.perft(plain, depth) == ways
