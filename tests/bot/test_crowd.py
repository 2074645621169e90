"""Dozens of people who press anything at any time at many tables: after every step everything holds.

A failure prints the seed and writes down the steps; ``CROWD_SCRIPT=<it> pytest tests/bot/test_crowd.py -k again``
takes them again. ``CROWD_SEED`` is where ``pytest -m soak tests/bot/test_crowd.py`` begins.
"""

import json
import os
import tempfile
from pathlib import Path
from random import Random

import pytest

from .crowd import Crowd
from .whims import Whims

SHORT = 80
STEPS, EVENINGS = 500, 200  # 100,000 in all
FIRST = int(os.environ.get("CROWD_SEED", "1"))


async def evening(crowd: Crowd, steps: int) -> None:
    whims = Whims(crowd, Random(crowd.seed))
    try:
        for _ in range(steps):
            await crowd.do(await whims.next())
        if os.environ.get("CROWD_STATS"):
            from collections import Counter

            print(
                Counter(st[0] for st in crowd.script),
                Counter(whims._verb(p[2]) for st in crowd.script if st[0] == "presses" for p in st[1:]),
            )
            print(
                [
                    dict(r)
                    for r in crowd.disk.rows("SELECT game, phase, count(*) n FROM card_table GROUP BY game, phase")
                ],
                dict(Counter(r[0] for r in crowd.disk.rows("SELECT outcome FROM settlement"))),
                crowd.disk.rows("SELECT count(*) FROM log")[0][0],
                crowd.disk.rows("SELECT count(*) FROM ledger")[0][0],
            )
    except BaseException as error:
        with tempfile.NamedTemporaryFile("w", prefix=f"crowd-{crowd.seed}-", suffix=".jsonl", delete=False) as file:
            file.write(json.dumps(["seed", crowd.seed]) + "\n" + crowd.told() + "\n")
        error.add_note(f"seed {crowd.seed}, step {len(crowd.script)}: {crowd.script[-1]}")
        error.add_note(f"again: CROWD_SCRIPT={file.name} python -m pytest {Path(__file__)} -k again")
        raise


@pytest.mark.parametrize(
    "club", [pytest.param(seed, marks=pytest.mark.club(kind=Crowd, seed=seed)) for seed in (1, 2)], indirect=True
)
async def test_a_short_evening(club: Crowd) -> None:
    await evening(club, SHORT)


@pytest.mark.soak
@pytest.mark.parametrize(
    "club",
    [pytest.param(seed, marks=pytest.mark.club(kind=Crowd, seed=seed)) for seed in range(FIRST, FIRST + EVENINGS)],
    indirect=True,
)
async def test_a_long_evening(club: Crowd) -> None:
    await evening(club, STEPS)


def written() -> list[list[object]]:
    path = os.environ.get("CROWD_SCRIPT")
    lines = Path(path).read_text(encoding="utf-8").splitlines() if path else []
    return [json.loads(line) for line in lines]


SCRIPT = written()


@pytest.mark.skipif(not SCRIPT, reason="no steps given")
@pytest.mark.club(kind=Crowd, seed=SCRIPT[0][1] if SCRIPT else 0)
async def test_the_same_steps_again(club: Crowd) -> None:
    for step in SCRIPT[1:]:
        await club.do(step)
