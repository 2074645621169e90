"""``python -m bot bench search``: how fast the search is, compiled and as plain Python, and whether that is enough.

Compare figures of one run only; machines differ, and so do two runs on one.
"""

import importlib.util
import json
import multiprocessing
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.core.schafkopf.state import State
    from bot.core.schafkopf.variants import Variant
    from bot.core.schafkopf.view import View

NAME = "bot.core.search.solve"
NATIVE_RATIO, TEST_SHARE = 40.0, 0.1  # the aims: at least, at most
STRONG_SECONDS, REGULAR_SECONDS, UNCOMPILED_SECONDS = 0.5, 3.0, 1.0


@dataclass(frozen=True, slots=True)
class Measured:
    """Of one way to run the search, in seconds of the processor: exact solves and threshold tests at
    first cards, and decisions.
    """

    native: bool
    nodes: int
    solves: tuple[float, ...]
    tests: tuple[float, ...]
    decisions: dict[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Aim:
    what: str
    found: float
    wanted: float
    reached: bool


def plain_solve(name: str = "plain_solve") -> ModuleType:
    """The search as plain Python, whether or not there is a compiled one."""
    file = Path(__file__).parent / "core" / "search" / "solve.py"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def run_search(deals: int = 8, *, seed: int = 1, as_json: bool = False) -> int:
    """Measures and prints; the exit status is 0 whether or not the aims are reached."""
    context = multiprocessing.get_context("spawn")
    measured: list[Measured] = []
    for plain in (True, False):  # a process each: which of the two is used is settled at the first import
        with context.Pool(1) as pool:
            measured.append(pool.apply(measure, (deals, seed, plain)))
    without, with_ = measured
    aims = aims_of(without, with_ if with_.native else None)
    if as_json:
        print(json.dumps({"native": with_.native, "deals": deals, "aims": [asdict(aim) for aim in aims]}))
        return 0
    print(f"In use: {'the compiled search' if with_.native else 'plain Python (the search is not compiled here)'}\n")
    print(f"{f'seconds of the processor, {deals} deals':44}{'median':>10}{'p95':>10}{'most':>10}")
    for one in measured if with_.native else [without]:
        kind = "compiled" if one.native else "plain"
        print(f"{kind}: {one.nodes:,} nodes of exact solves, {one.nodes / sum(one.solves):,.0f} a second")
        for what, times in {"exact solve": one.solves, "threshold test": one.tests, **one.decisions}.items():
            print(f"  {what:42}{median(times):>10.4f}{p95(times):>10.4f}{max(times):>10.4f}")
    print()
    for aim in aims:
        print(f"{'reached' if aim.reached else 'MISSED ':8}{aim.what}: {aim.found:.3g} (aim: {aim.wanted:g})")
    return 0


def aims_of(plain: Measured, native: Measured | None) -> list[Aim]:
    share = median(plain.tests) / median(plain.solves)
    slow = p95(plain.decisions["regular"])
    brief = p95(plain.decisions["strong"])
    found = [
        Aim("plain: threshold test / exact solve, at most", share, TEST_SHARE, share <= TEST_SHARE),
        Aim("plain: regular's p95 in seconds, under", slow, REGULAR_SECONDS, slow < REGULAR_SECONDS),
        Aim("plain: strong's p95 stepped down, under", brief, UNCOMPILED_SECONDS, brief < UNCOMPILED_SECONDS),
    ]
    if native is not None:
        ratio = sum(plain.solves) / sum(native.solves)
        quick = p95(native.decisions["strong"])
        found.insert(0, Aim("compiled: times as fast as plain, at least", ratio, NATIVE_RATIO, ratio >= NATIVE_RATIO))
        found.append(Aim("compiled: strong's p95 in seconds, under", quick, STRONG_SECONDS, quick < STRONG_SECONDS))
    return found


def p95(times: tuple[float, ...]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


def measure(deals: int, seed: int, plain: bool) -> Measured:
    """In a process in which the search has not been imported yet."""
    if plain:
        plain_solve(NAME)
    from bot.core.levels import NATIVE, Level, choose, needs_thought
    from bot.core.search.solve import Solver, position_of
    from bot.core.seats import NS

    solves, tests = [], []
    decisions: dict[str, list[float]] = {"regular": [], "strong": []}
    nodes = 0
    for variant, first, state, view in _moments(deals, seed):
        position = position_of(variant, state)
        if first:
            start = process_time()
            Solver(position).reaches(NS, 42)
            tests.append(process_time() - start)
            start = process_time()
            solver = Solver(position)
            solver.augen(NS)
            solves.append(process_time() - start)
            nodes += solver.nodes
        for level in (Level.REGULAR, Level.STRONG):
            if needs_thought(view, level):
                start = process_time()
                choose(view, level, Random(seed))
                decisions[level].append(process_time() - start)
    times = {name: tuple(found) for name, found in decisions.items()}
    return Measured(NATIVE, nodes, tuple(solves), tuple(tests), times)


def _moments(deals: int, seed: int) -> Iterator["tuple[Variant, bool, State, View]"]:
    """Every card of deals that the learner plays without solos: variant, whether it is the first, state and View."""
    from bot.core import games
    from bot.core.actions import Deal
    from bot.core.cards import ALL_CARDS
    from bot.core.game import Phase

    rng, game = Random(seed), games.GAMES["bauernstoss"]
    found = 0
    while found < deals:
        state = game.resume(f"{'NESW'[found % 4]} 3:3 NS 1")
        state = game.apply(state, state.standing.dealer, Deal(tuple(rng.sample(ALL_CARDS, 32)))).state
        first = True
        while (seat := state.turn) is not None and state.soloist is None:
            view = game.view(state, seat)
            if state.phase is Phase.PLAY:
                yield game.variant, first, state, view
                first = False
            state = game.apply(state, seat, games.choose(view)).state
        found += not first
