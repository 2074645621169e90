"""The bench runs and prints numbers; how large they are is no test."""

import json

import pytest

from bot.bench import run_rules


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
