"""The clock rings each table at its deadline, with one timer for all, on a loop whose time is made by hand."""

import asyncio
import random
import selectors
from collections.abc import Callable, Iterator

import pytest

from bot.clock import Clock

START = 1_800_000_000.0


class HandLoop(asyncio.SelectorEventLoop):
    """A loop that never waits: its time stands until a test moves it."""

    def __init__(self) -> None:
        super().__init__(selectors.SelectSelector())
        self.at = 0.0
        self.timers = 0

    def time(self) -> float:
        return self.at

    def call_at(
        self, when: float, callback: Callable[..., object], *args: object, **kwargs: object
    ) -> asyncio.TimerHandle:  # type: ignore[override]
        self.timers += 1
        return super().call_at(when, callback, *args, **kwargs)  # type: ignore[arg-type]

    @property
    def waiting(self) -> list[float]:
        """When the timers that are set will ring, in seconds since 1970."""
        return sorted(START + handle.when() for handle in self._scheduled if not handle.cancelled())  # type: ignore[attr-defined]

    def go(self, to: float) -> None:
        """Move time on, and let happen what is due."""
        self.at = to - START
        for _ in range(3):
            self.run_until_complete(_nothing())


async def _nothing() -> None:
    await asyncio.sleep(0)


class Bench:
    def __init__(self, loop: HandLoop) -> None:
        self.loop = loop
        self.rung: list[tuple[int, float]] = []
        self.late = 0.0  # how far the wall clock is behind the loop's
        self.clock = Clock(self.now, self.ring)

    def now(self) -> float:
        return START + self.loop.at - self.late

    def ring(self, table_id: int) -> None:
        self.rung.append((table_id, self.now() - START))

    def set(self, table_id: int, at: float | None) -> None:
        """``at`` in seconds after START, from within the loop."""

        async def work() -> None:
            self.clock.set(table_id, None if at is None else START + at)

        self.loop.run_until_complete(work())

    def stop(self) -> None:
        async def work() -> None:
            self.clock.stop()

        self.loop.run_until_complete(work())

    def go(self, to: float) -> list[tuple[int, float]]:
        """What rings until then."""
        self.rung.clear()
        self.loop.go(START + to)
        return list(self.rung)


@pytest.fixture
def bench() -> Iterator[Bench]:
    loop = HandLoop()
    yield Bench(loop)
    loop.close()


def test_a_deadline_rings_once_at_its_time(bench: Bench) -> None:
    bench.set(1, 10)
    assert bench.go(9.9) == []
    assert bench.go(10) == [(1, 10)]
    assert bench.go(100) == []
    assert bench.loop.waiting == []


def test_the_earliest_rings_first(bench: Bench) -> None:
    for table_id, at in ((1, 30), (2, 10), (3, 20)):
        bench.set(table_id, at)
    assert bench.loop.waiting == [START + 10]
    assert [bench.go(at) for at in (10, 20, 30)] == [[(2, 10)], [(3, 20)], [(1, 30)]]


def test_a_table_has_one_deadline(bench: Bench) -> None:
    bench.set(1, 10)
    bench.set(1, 20)
    assert bench.go(10) == []
    assert bench.go(20) == [(1, 20)]
    bench.set(1, 40)
    bench.set(1, 30)
    assert bench.go(30) == [(1, 30)]
    assert bench.go(40) == []


def test_none_takes_it_away(bench: Bench) -> None:
    bench.set(1, 10)
    bench.set(2, 20)
    bench.set(1, None)
    assert bench.loop.waiting == [START + 20]
    bench.set(1, None)
    bench.set(3, None)
    assert bench.go(20) == [(2, 20)]
    assert bench.loop.waiting == []


def test_what_is_due_already_rings_at_once_but_not_within_set(bench: Bench) -> None:
    bench.go(50)

    async def work() -> None:
        bench.clock.set(1, START + 10)
        assert bench.rung == []

    bench.loop.run_until_complete(work())
    bench.loop.go(START + 50)
    assert bench.rung == [(1, 50)]


def test_all_that_are_due_ring_together(bench: Bench) -> None:
    for table_id in (1, 2, 3):
        bench.set(table_id, 10)
    bench.set(4, 10.5)
    assert bench.go(10) == [(1, 10), (2, 10), (3, 10)]
    assert bench.loop.waiting == [START + 10.5]


def test_stopping_leaves_no_timer(bench: Bench) -> None:
    bench.set(1, 10)
    bench.set(2, 20)
    bench.stop()
    assert bench.loop.waiting == []
    assert bench.go(100) == []
    bench.stop()


def test_one_timer_stands_for_all_tables(bench: Bench) -> None:
    """A move at a table that is not next sets no timer anew."""
    for table_id in range(100):
        bench.set(table_id, 1000 + table_id)
    timers = bench.loop.timers
    for table_id in range(1, 100):
        bench.set(table_id, 2000 + table_id)
    assert bench.loop.timers == timers
    assert len(bench.loop.waiting) == 1


def test_ringing_may_set_anew(bench: Bench) -> None:
    """As tables do: the same table's next deadline, one due at once, and another table's taken away."""

    def ring(table_id: int) -> None:
        bench.rung.append((table_id, bench.now() - START))
        if (table_id, bench.now()) == (1, START + 10):
            bench.clock.set(1, START + 15)
            bench.clock.set(2, START + 10)
            bench.clock.set(3, None)

    bench.clock._ring = ring
    bench.set(1, 10)
    bench.set(3, 12)
    assert bench.go(10) == [(1, 10), (2, 10)]
    assert bench.loop.waiting == [START + 15]
    assert bench.go(15) == [(1, 15)]


def test_a_table_rung_together_may_be_set_by_the_first(bench: Bench) -> None:
    """Its own ring still comes: whoever is rung looks for what is due and finds nothing too early."""

    def ring(table_id: int) -> None:
        bench.rung.append((table_id, bench.now() - START))
        bench.clock.set(2, START + 99)

    bench.clock._ring = ring
    bench.set(1, 10)
    bench.set(2, 10)
    assert bench.go(10) == [(1, 10), (2, 10)]
    assert bench.loop.waiting == [START + 99]


def test_an_error_in_a_ring_stops_neither_the_others_nor_the_clock(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:

    def ring(table_id: int) -> None:
        bench.rung.append((table_id, bench.now() - START))
        if table_id == 1:
            raise KeyError("on purpose")

    bench.clock._ring = ring
    for table_id, at in ((1, 10), (2, 10), (3, 20)):
        bench.set(table_id, at)
    assert bench.go(10) == [(1, 10), (2, 10)]
    assert bench.go(20) == [(3, 20)]
    assert len(caplog.records) == 1


def test_a_wall_clock_that_was_put_back_rings_when_it_gets_there(bench: Bench) -> None:
    """The loop's time and the wall's are two: after the wall clock was put back by five seconds nothing rings early."""
    bench.set(1, 10)
    bench.late = 5.0
    assert bench.go(10) == []
    assert bench.loop.waiting == [START + 15]
    assert bench.go(15) == [(1, 10)]


def test_against_a_plain_list(bench: Bench) -> None:
    """Random sets and steps: what rings is always what a list of deadlines would ring."""
    chance = random.Random(5)
    deadlines: dict[int, int] = {}
    now = 0
    for _ in range(500):
        table_id, step = chance.randrange(6), chance.choice(("set", "set", "none", "go"))
        if step == "set":
            deadlines[table_id] = now + chance.randrange(-3, 12)
            bench.set(table_id, deadlines[table_id])
        elif step == "none":
            deadlines.pop(table_id, None)
            bench.set(table_id, None)
        now += chance.randrange(4) if step == "go" else 0
        due = {table_id for table_id, at in deadlines.items() if at <= now}
        already = {table_id for table_id, _ in bench.rung} if step != "go" else set()
        assert {table_id for table_id, _ in bench.go(now)} | already == due | already
        bench.rung.clear()
        for table_id in due:
            del deadlines[table_id]
        assert bench.loop.waiting == ([START + min(deadlines.values())] if deadlines else [])
