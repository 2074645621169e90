"""``python -m bot arena``: two computer players at Partien with the same cards, each played twice with seats swapped.

Beside them plays *open*, who sees all cards and is an upper bound to what can be won at playing them: the calling is
the learner's, and nobody can have it at a table.
"""

import json
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from time import process_time
from typing import NamedTuple

from bot.core import levels
from bot.core.actions import Action, Deal, Play
from bot.core.cards import ALL_CARDS
from bot.core.games import GAMES, PairState, PairView
from bot.core.levels import NATIVE, Level, needs_thought
from bot.core.search import learner
from bot.core.search.choose import Budget, playable_cards, weigh_in
from bot.core.search.worlds import World
from bot.core.seats import EW, NS, SEATS, Pair, pair_of
from bot.progress import Progress

OPEN = "open"
OPEN_BUDGET = Budget(1, 1_000_000)
MOST_DEALS = 200  # of a Partie
CONFIDENCE = 1.96  # standard errors, for 95 %


class Contest(NamedTuple):
    """``deals``: so many pairs of deals at least, in whole Partien."""

    a: str
    b: str
    game: str
    deals: int
    seed: int


class Played(NamedTuple):
    """One Partie: the net Striche of NS deal by deal, who won, and the seconds of each decision by pair."""

    striche: list[int]
    winner: Pair | None
    seconds: tuple[list[float], list[float]]


class Duplicate(NamedTuple):
    """A Partie and its twin. ``net``: of ``a``, for every deal that both Parties had; ``won``: of the two."""

    net: list[int]
    won: int
    seconds_a: list[float]
    seconds_b: list[float]


@dataclass(frozen=True, slots=True)
class Report:
    """``striche`` a pair of deals for ``a``, give or take ``margin``."""

    pairs: int
    partien: int
    won: int
    striche: float
    margin: float
    seconds_a: tuple[float, float]  # mean and 95th percentile
    seconds_b: tuple[float, float]


def run_arena(contest: Contest, *, as_json: bool = False) -> int:
    """Plays, prints, and gives the exit status."""
    report = reported(_all(contest))
    bound = None
    if OPEN not in (contest.a, contest.b):
        bound = reported(_all(contest._replace(a=OPEN)))
    closed = None if bound is None or bound.striche <= 0 else report.striche / bound.striche
    if as_json:
        print(json.dumps(as_data(contest, report, bound, closed)))
        return 0
    print(f"{contest.a} against {contest.b} at {contest.game}, seed {contest.seed}, ", end="")
    print("compiled search" if NATIVE else "plain Python")
    _tell(report)
    if bound is not None:
        print(f"\nAn upper bound: {OPEN}, who sees all cards, against {contest.b}")
        _tell(bound)
        if closed is not None:
            print(f"Of the gap from {contest.b} to it {contest.a} closes {closed:.0%}")
    return 0


def as_data(contest: Contest, report: Report, bound: Report | None, closed: float | None) -> dict[str, object]:
    def told(one: Report) -> dict[str, object]:
        return {
            "pairs": one.pairs,
            "striche": round(one.striche, 3),
            "margin": None if one.margin == inf else round(one.margin, 3),
            "partien": one.partien,
            "won": one.won,
            "seconds_a": {"mean": round(one.seconds_a[0], 4), "p95": round(one.seconds_a[1], 4)},
            "seconds_b": {"mean": round(one.seconds_b[0], 4), "p95": round(one.seconds_b[1], 4)},
        }

    gap = None if closed is None else round(closed, 3)
    more = {"bound": None if bound is None else told(bound), "gap_closed": gap}
    return {**contest._asdict(), "native": NATIVE, **told(report), **more}


def _tell(report: Report) -> None:
    print(f"  Striche a pair of deals: {report.striche:+.2f} ± {report.margin:.2f} (95 %, {report.pairs} pairs)")
    print(f"  Partien won: {report.won} of {report.partien}")
    for whose, (mean, most) in (("its", report.seconds_a), ("the other's", report.seconds_b)):
        print(f"  {whose} decisions: {mean:.3f} s on average, p95 {most:.3f} s (of the processor)")


def _all(contest: Contest) -> list[Duplicate]:
    """Partie after Partie on all processors, until there are enough pairs of deals."""
    found: list[Duplicate] = []
    done = 0
    pool_of = multiprocessing.get_context("spawn").Pool
    with Progress(f"{contest.a} against {contest.b}") as progress, pool_of(os.cpu_count() or 1) as pool:
        for one in pool.imap(_numbered, _numbers(contest)):  # in order: how many are ready first is chance
            found.append(one)
            done += len(one.net)
            progress.at(done, contest.deals)
            if done >= contest.deals:
                pool.terminate()
                break
    return found


def _numbers(contest: Contest) -> Iterator[tuple[Contest, int]]:
    """More than will be needed, since a pair of Partien may have as little as one deal in common."""
    return ((contest, number) for number in range(contest.deals))


def _numbered(task: tuple[Contest, int]) -> Duplicate:
    return duplicate(*task)


def duplicate(contest: Contest, number: int) -> Duplicate:
    """The Partie of that number, with ``a`` in NS and then in EW."""
    one = play((contest.a, contest.b), contest, number)
    other = play((contest.b, contest.a), contest, number)
    net = [ours - theirs for ours, theirs in zip(one.striche, other.striche, strict=False)]
    won = (one.winner == NS) + (other.winner == EW)
    return Duplicate(net, won, one.seconds[0] + other.seconds[1], one.seconds[1] + other.seconds[0])


def play(players: tuple[str, str], contest: Contest, number: int) -> Played:
    """A whole Partie; the cards of its deals follow from seed and number alone."""
    game = GAMES[contest.game]
    cards, luck = Random(f"{contest.seed} {number}"), Random(f"luck {contest.seed} {number}")
    state = game.begin(SEATS[number % 4])
    striche: list[int] = []
    winner: Pair | None = None
    seconds: tuple[list[float], list[float]] = ([], [])
    for _ in range(MOST_DEALS):
        state = game.apply(state, game.to_act(state), Deal(tuple(cards.sample(ALL_CARDS, 32)))).state
        while (settlement := game.settlement(state)) is None:
            seat = state.turn
            assert seat is not None
            view, pair = game.view(state, seat), pair_of(seat)
            start = process_time()
            action = chosen(players[pair], view, state, luck)
            if needs_thought(view, Level.REGULAR):
                seconds[pair].append(process_time() - start)
            state = game.apply(state, seat, action).state
        striche.append(settlement.striche[0] - settlement.striche[1])
        if settlement.partie_over:
            winner = settlement.winner
            break
    return Played(striche, winner, seconds)


def chosen(player: str, view: PairView, state: PairState, luck: Random) -> Action:
    """What the player does; only *open* looks at the state."""
    if player != OPEN:
        return levels.choose(view, Level(player), luck)
    plain = learner.choose(view)
    if not isinstance(plain, Play) or not needs_thought(view, Level.STRONG):
        return plain
    cards = playable_cards(view)
    worth = weigh_in(view, cards, [World(state.hands, state.dealt, (), 1.0)], OPEN_BUDGET)
    if not worth or worth[plain.card] == max(worth.values()):
        return plain
    return Play(max(cards, key=lambda card: worth[card]))


def reported(found: Sequence[Duplicate]) -> Report:
    """Deals of one Partie are not independent: the margin is worked out from whole Partien."""
    pairs = sum(len(one.net) for one in found)
    mean = sum(sum(one.net) for one in found) / pairs
    margin = inf
    if len(found) > 1:
        strayed = sum((sum(one.net) - mean * len(one.net)) ** 2 for one in found)
        margin = CONFIDENCE * sqrt(strayed * len(found) / (len(found) - 1)) / pairs
    return Report(
        pairs,
        2 * len(found),
        sum(one.won for one in found),
        mean,
        margin,
        _times([second for one in found for second in one.seconds_a]),
        _times([second for one in found for second in one.seconds_b]),
    )


def _times(seconds: list[float]) -> tuple[float, float]:
    seconds = sorted(seconds) or [0.0]
    return sum(seconds) / len(seconds), seconds[int(len(seconds) * 0.95)]
