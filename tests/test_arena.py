"""The arena: the same cards from both sides, the same result for the same seed, and honest figures."""

import json
from math import inf

import pytest

from bot.arena import Contest, Duplicate, duplicate, play, reported, run_arena


@pytest.mark.parametrize("game", ["bauernstoss", "schoofkopp"])
def test_equals_gain_nothing_from_changing_seats(game: str) -> None:
    for number in range(3):
        found = duplicate(Contest("learner", "learner", game, 1, 7), number)
        assert found.net and set(found.net) == {0} and found.won == 1


def test_the_same_seed_makes_the_same_partie() -> None:
    contest = Contest("learner", "learner", "bauernstoss", 1, 7)
    assert play(("learner", "open"), contest, 3)[:2] == play(("learner", "open"), contest, 3)[:2]
    assert play(("learner", "learner"), contest, 3)[:2] != play(("learner", "learner"), contest, 4)[:2]


def test_who_sees_all_cards_wins_more() -> None:
    found = reported([duplicate(Contest("open", "learner", "bauernstoss", 1, 7), number) for number in range(4)])
    assert found.striche > 0 and found.won > 4


def test_the_margin_comes_from_whole_partien() -> None:
    def of(*net: int) -> Duplicate:
        return Duplicate(list(net), 1, [1.0, 2.0], [])

    found = reported([of(2, 2), of(0, 0)])
    assert (found.pairs, found.partien, found.won, found.striche) == (4, 4, 2, 1.0)
    assert found.margin == pytest.approx(1.96 * (2 * (4 + 4)) ** 0.5 / 4)
    assert found.seconds_a == (1.5, 2.0) and found.seconds_b == (0.0, 0.0)
    assert reported([of(2, 0)]).margin == inf


def test_it_prints_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    contest = Contest("learner", "learner", "bauernstoss", 1, 7)
    assert run_arena(contest, as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["striche"] == 0 and found["margin"] is None and found["partien"] == 2 and found["won"] == 1
    assert found["bound"]["pairs"] > 0
