"""The bench runs and prints numbers; how large they are is no test."""

import json

import pytest

from bot.bench import run_rules
from bot.bench_search import Measured, aims_of, run_search
from bot.core.levels import NATIVE


def test_bench_rules_prints_its_figures(capsys: pytest.CaptureFixture[str]):
    assert run_rules(deals=4) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("4 random deals of Bauernstoss")
    figures = [line.split()[-3:] for line in lines[3:]]
    assert len(figures) == 4
    assert all(float(deals.replace(",", "")) > 0 and float(card) > 0 for deals, card, _ in figures)


def test_bench_rules_as_json(capsys: pytest.CaptureFixture[str]):
    assert run_rules(deals=4, as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["deals"] == 4
    assert found["figures"][0]["ratio"] == 1.0


def test_bench_search_says_which_search_is_in_use_and_what_was_reached(capsys: pytest.CaptureFixture[str]):
    assert run_search(deals=1, as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["native"] is NATIVE
    assert len(found["aims"]) == (5 if NATIVE else 3)
    assert all(aim["found"] >= 0 for aim in found["aims"])


def test_an_aim_missed_is_called_so():
    plain = Measured(False, 10, (4.0, 6.0), (1.0, 2.0), {"regular": (4.0,), "strong": (0.9,)})
    native = Measured(True, 10, (0.1, 0.1), (0.1, 0.1), {"regular": (0.1,), "strong": (0.6,)})
    assert [aim.reached for aim in aims_of(plain, native)] == [True, False, False, True, False]
    assert aims_of(plain, native)[0].found == pytest.approx(50)
    assert [aim.reached for aim in aims_of(plain, None)] == [False, False, True]
