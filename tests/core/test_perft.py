"""Perft: how many legal continuations fixed positions have. The numbers were found by ``plain_rules``, not by the core.

A position is a kept record after so many of its steps; followed so far, or to the end of the deal.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.core.record import Record, played_by, read
from bot.core.replay import play
from bot.core.schafkopf.engine import Schafkopf
from bot.core.schafkopf.state import State

from . import plain_rules
from .positions import plain_deal

RECORDS = Path(__file__).parent.parent / "records"
TO_THE_END = 99

AUCTIONS = [
    ("bauernstoss-000", 0, 5, 813),  # four calls and the naming
    ("bauernstoss-006", 0, 5, 1142),
    ("bauernstoss-009", 0, 6, 5236),  # with both solos and the first gifts
    ("bauernstoss-011", 0, 6, 2261),
    ("bauernstoss-013", 0, 5, 8),  # a first deal: no solos
    ("bauernstoss-017", 0, 5, 19),  # with partners who may yield
    ("bauernstoss-020", 0, 5, 2318),
]
ENDINGS = [
    ("bauernstoss-000", 21, TO_THE_END, 912),  # four tricks to go
    ("bauernstoss-000", 25, TO_THE_END, 48),
    ("bauernstoss-005", 25, TO_THE_END, 232),
    ("bauernstoss-009", 4, 3, 34),  # a kleines Solo's first trick
    ("bauernstoss-011", 7, TO_THE_END, 1),
    ("bauernstoss-016", 21, TO_THE_END, 1232),
    ("bauernstoss-018", 22, TO_THE_END, 2592),
]
SCHOOFKOPP = [
    ("schoofkopp-000", 0, 5, 127),  # a first deal
    ("schoofkopp-003", 0, 5, 347),
    ("schoofkopp-028", 0, 5, 29),
    ("schoofkopp-001", 25, TO_THE_END, 120),
    ("schoofkopp-004", 25, TO_THE_END, 208),
    ("schoofkopp-007", 25, TO_THE_END, 720),
    ("schoofkopp-002", 25, TO_THE_END, 144),  # overtrump = trump-led
    ("schoofkopp-012", 0, 5, 544),
    ("schoofkopp-019", 25, TO_THE_END, 336),
]
LONG_ENDINGS = [
    ("bauernstoss-007", 21, TO_THE_END, 16416),
    ("bauernstoss-022", 21, TO_THE_END, 32640),
]


def record_after(name: str, steps: int) -> Record:
    record = read((RECORDS / f"{name}.toml").read_text())
    deal = record.deals[0]
    return replace(record, deals=(replace(deal, steps=deal.steps[:steps], choices=None),))


def perft(game: Schafkopf, state: State, depth: int) -> int:
    legal = game.legal(state)
    if depth == 0 or not legal:
        return 1
    return sum(perft(game, game.apply(state, state.turn, action).state, depth - 1) for action in legal)


def engine_of(record: Record) -> Schafkopf:
    engine = played_by(record)
    assert isinstance(engine, Schafkopf)
    return engine


@pytest.mark.parametrize(("name", "steps", "depth", "ways"), AUCTIONS + ENDINGS + SCHOOFKOPP + LONG_ENDINGS)
def test_perft(name: str, steps: int, depth: int, ways: int):
    record = record_after(name, steps)
    assert perft(engine_of(record), play(record).state, depth) == ways


@pytest.mark.parametrize(("name", "steps", "depth", "ways"), AUCTIONS + ENDINGS + SCHOOFKOPP)
def test_perft_of_the_plain_rules(name: str, steps: int, depth: int, ways: int):
    record = record_after(name, steps)
    plain = plain_deal(play(replace(record, deals=(replace(record.deals[0], steps=()),))).state, engine_of(record))
    for step in record.deals[0].steps:
        plain.do(step.text)
    assert plain_rules.perft(plain, depth) == ways
