"""Computers that think in processes of their own: what they are told, how they die, and that nobody waits for them."""

import asyncio
import gc
import os
import pickle
import pickletools
import signal
import sys
from collections.abc import AsyncIterator, Callable
from random import Random

import pytest

from bot import opponents as shell
from bot.core import games, levels
from bot.core.actions import Action, Deal, code
from bot.core.cards import ALL_CARDS
from bot.core.game import Phase
from bot.core.games import GAMES, PairView, View
from bot.core.levels import Level, needs_thought
from bot.core.search import heinrich
from bot.core.search.choose import REGULAR
from bot.core.seats import SEATS
from bot.opponents import Opponents
from bot.table import Options, Table, TablePhase
from bot.worker import Question, answer
from tests.pairs import pairs

from .evening import Evening, dealt, evening, settled

GAME = GAMES["bauernstoss"]
unix = pytest.mark.skipif(sys.platform == "win32", reason="processes are stopped and killed by signals")
pytestmark = unix


def views(seed: int, wanted: int) -> list[PairView]:
    """Late in a deal, where there is still something to choose."""
    rng, found = Random(seed), []
    while len(found) < wanted:
        state = GAME.resume("W 3:3 NS 1")
        state = GAME.apply(state, state.standing.dealer, Deal(tuple(rng.sample(ALL_CARDS, 32)))).state
        while (seat := state.turn) is not None:
            view = GAME.view(state, seat)
            if state.phase is Phase.PLAY and len(state.tricks) == 4 and needs_thought(view, Level.REGULAR):
                found.append(view)
                break
            state = GAME.apply(state, seat, games.choose(view)).state
    return found


def marked(view: View) -> Action:
    """The rules' choice in these tests: the last that is legal."""
    return view.legal[-1]


@pytest.fixture
async def one() -> AsyncIterator[Opponents]:
    """With a single process."""
    found = Opponents(marked, 1)
    await found.start()
    yield found
    await found.close()


async def until(holds: Callable[[], object]) -> None:
    """A few turns of the loop on."""
    for _ in range(1000):
        if holds():
            return
        await asyncio.sleep(0)
    raise AssertionError("never")


async def taken(opponents: Opponents) -> None:
    """Until no worker is free."""
    await until(opponents._free.empty)


async def test_a_worker_chooses_as_anybody_would_with_that_seed(one: Opponents) -> None:
    for seed, view in enumerate(views(1, 6)):
        chosen = await one.choose(view, Level.REGULAR, seed)
        assert chosen == levels.choose(view, Level.REGULAR, Random(seed))
        assert chosen == await one.choose(view, Level.REGULAR, seed)


async def test_a_worker_killed_while_it_thinks_is_replaced_and_the_move_made_again(one: Opponents) -> None:
    (view,) = views(2, 1)
    (worker,) = one.workers
    os.kill(worker.pid, signal.SIGSTOP)
    asked = asyncio.create_task(one.choose(view, Level.STRONG, 7))
    await taken(one)
    os.kill(worker.pid, signal.SIGKILL)
    assert await asked == levels.choose(view, Level.STRONG, Random(7))
    (other,) = one.workers
    assert other.pid != worker.pid
    with pytest.raises(ProcessLookupError):
        os.kill(worker.pid, 0)


async def test_a_worker_killed_while_idle_is_replaced(one: Opponents) -> None:
    (view,) = views(3, 1)
    os.kill(one.workers[0].pid, signal.SIGKILL)
    assert await one.choose(view, Level.REGULAR, 7) == levels.choose(view, Level.REGULAR, Random(7))
    gc.collect()  # nothing of the lost question is left in a cycle, where Python 3.13 complains of its buffer


async def test_a_question_that_kills_everybody_is_left_to_the_rules(
    one: Opponents, monkeypatch: pytest.MonkeyPatch
) -> None:
    (view,) = views(4, 1)
    hire = one._hire

    async def doomed() -> None:
        await hire()
        os.kill(one.workers[0].pid, signal.SIGKILL)

    os.kill(one.workers[0].pid, signal.SIGKILL)
    monkeypatch.setattr(one, "_hire", doomed)
    assert await one.choose(view, Level.REGULAR, 7) == marked(view)


async def test_while_all_are_busy_for_too_long_the_rules_play(one: Opponents, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = views(5, 2)
    os.kill(one.workers[0].pid, signal.SIGSTOP)
    asked = asyncio.create_task(one.choose(first, Level.REGULAR, 7))
    await taken(one)
    monkeypatch.setattr(shell, "MOST_WAIT", 0.0)
    assert await one.choose(second, Level.REGULAR, 7) == marked(second)
    os.kill(one.workers[0].pid, signal.SIGCONT)
    assert await asked == levels.choose(first, Level.REGULAR, Random(7))


async def test_a_worker_that_hangs_is_replaced_and_the_rules_play(
    one: Opponents, monkeypatch: pytest.MonkeyPatch
) -> None:
    (view,) = views(6, 1)
    stopped = one.workers[0].pid
    os.kill(stopped, signal.SIGSTOP)
    with monkeypatch.context() as hurried:
        hurried.setattr(shell, "MOST_THOUGHT", 0.0)
        assert await one.choose(view, Level.REGULAR, 7) == marked(view)
    assert one.workers[0].pid != stopped
    assert await one.choose(view, Level.REGULAR, 7) == levels.choose(view, Level.REGULAR, Random(7))


async def test_tables_are_served_in_the_order_in_which_they_ask(one: Opponents) -> None:
    order: list[int] = []

    async def ask(number: int, view: View) -> None:
        await one.choose(view, Level.REGULAR, number)
        order.append(number)

    os.kill(one.workers[0].pid, signal.SIGSTOP)
    asking = [asyncio.create_task(ask(number, view)) for number, view in enumerate(views(7, 5))]
    await taken(one)
    os.kill(one.workers[0].pid, signal.SIGCONT)
    await asyncio.gather(*asking)
    assert order == [0, 1, 2, 3, 4]


async def test_closing_waits_for_nobody(one: Opponents) -> None:
    first, second = views(8, 2)
    worker = one.workers[0].pid
    os.kill(worker, signal.SIGSTOP)
    asked = [asyncio.create_task(one.choose(view, Level.REGULAR, 7)) for view in (first, second)]
    await taken(one)
    await one.close()
    assert await asyncio.gather(*asked) == [marked(first), marked(second)]
    assert await one.choose(first, Level.REGULAR, 7) == marked(first)
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


async def test_what_needs_no_thought_disturbs_no_worker() -> None:
    opponents = Opponents(marked, 0)
    (view,) = views(9, 1)
    assert await opponents.choose(view, Level.STRONG, 1) == marked(view)
    assert not needs_thought(view, Level.LEARNER)


def test_a_failure_comes_back_as_such() -> None:
    (view,) = views(10, 1)
    assert isinstance(answer(Question(GAME.view(GAME.resume("W 3:3 NS 1"), view.seat), Level.STRONG, 1)), Exception)


def test_a_worker_is_told_a_view_and_nothing_else() -> None:
    for view in views(11, 20):
        told = pickle.dumps(Question(view, Level.STRONG, 1))
        words = {word for _, word, _ in pickletools.genops(told) if isinstance(word, str)}
        assert "View" in words and "State" not in words
        assert pickle.loads(told) == Question(view, Level.STRONG, 1)


@pytest.mark.parametrize("level", Level)
def test_the_same_luck_makes_the_same_choice(level: Level) -> None:
    for view in views(12, 4):
        found = {levels.choose(view, level, Random(3), native) for native in (False, False)}
        assert len(found) == 1 and found <= set(view.legal)
        if level is Level.LEARNER:
            assert found == {games.choose(view)}


# -- at a table


async def thinking_table(e: Evening, people: int = 1) -> Table:
    """A computer is about to play a card it has to think about; the only process stands still."""
    e.choose = games.choose
    e.workers = 1
    await e.restart()
    table = await e.partie(people, Options(level=Level.REGULAR))

    def thinks(now: Table) -> bool:
        seat = now.to_act
        if seat is None or not now.chairs[seat].computer or len(pairs(now).tricks) < 3:
            return False
        view = now.view(seat)
        assert view is not None
        return needs_thought(view, Level.REGULAR)

    table = await e.play(table.id, thinks)
    os.kill(e.opponents.workers[0].pid, signal.SIGSTOP)
    e.loop.at += max(e.due_in)
    await until(lambda: e.tables._thinking)
    await taken(e.opponents)
    return table


@evening
async def test_a_whole_deal_against_those_who_think(e: Evening) -> None:
    e.choose, e.workers = games.choose, 1
    await e.restart()
    table = await e.partie(1, Options(level=Level.REGULAR))
    await e.play(table.id, settled)
    assert e.count("settlement") == 1


@evening
async def test_the_choice_is_made_with_the_table_s_own_luck_after_a_restart_too(e: Evening) -> None:
    table = await thinking_table(e)
    assert table.to_act is not None
    view = table.view(table.to_act)
    assert view is not None
    await e.restart()
    await e.pass_time(2.0)
    wanted = levels.choose(view, Level.REGULAR, Random(table.id << 32 | table.ply))
    (row,) = e.disk.rows("SELECT seat, action FROM log WHERE ply = ?", table.ply)
    assert (row["seat"], row["action"]) == (table.to_act, code(wanted))


@evening
async def test_who_thinks_holds_no_lock(e: Evening) -> None:
    table = await thinking_table(e, people=2)
    a, b, *_ = e.people
    await asyncio.wait_for(e.tables.vote_stop(table.id, a, True), None)
    assert e.table(table.id).stop is not None and e.table(table.id).ply == table.ply
    os.kill(e.opponents.workers[0].pid, signal.SIGCONT)
    await e.pass_time(0.0)
    assert e.table(table.id).ply == table.ply + 1
    await e.tables.vote_stop(table.id, b, False)


@evening
async def test_what_was_thought_of_a_table_that_has_closed_is_forgotten(e: Evening) -> None:
    table = await thinking_table(e)
    await e.tables.stop(table.id, None)
    os.kill(e.opponents.workers[0].pid, signal.SIGCONT)
    await e.settle()
    assert e.tables.get(table.id) is None
    assert e.count("card_table") == 1 and table.phase is TablePhase.PARTIE


@evening
async def test_a_kill_at_the_table_delays_the_move_and_no_more(e: Evening) -> None:
    table = await thinking_table(e)
    os.kill(e.opponents.workers[0].pid, signal.SIGKILL)
    await e.settle()
    assert e.table(table.id).ply == table.ply + 1
    assert dealt(e.table(table.id)) or settled(e.table(table.id))


async def test_they_think_in_bauernheinrich_too(one: Opponents) -> None:
    """What the process answers is what its search finds here, with the same luck."""
    game = games.BAUERNHEINRICH
    state = game.begin(SEATS[0])
    state = game.apply(state, SEATS[0], Deal(tuple(Random("heinrich").sample(ALL_CARDS, 32)))).state
    assert state.turn is not None
    view = game.view(state, state.turn)
    assert needs_thought(view, Level.REGULAR) and not needs_thought(view, Level.LEARNER)
    found = await one.choose(view, Level.REGULAR, 11)
    assert found in view.legal
    assert found == heinrich.choose(view, Random(11), REGULAR)
    assert found != marked(view)
