"""Who does something in bursts is asked to slow down, and nobody else."""

import contextlib

import pytest

from bot.core.game import IllegalAction
from bot.core.seats import next_seat
from bot.haste import LIMITS, MOST_PEOPLE, Haste, Kind
from bot.table import Refused

from .evening import Evening, dealt, evening


def test_so_often_in_so_long_and_what_is_refused_counts_for_nothing() -> None:
    now = 0.0
    haste = Haste(lambda: now)
    most, seconds = LIMITS[Kind.OPEN]
    for _ in range(most):
        haste.require_calm(Kind.OPEN, 1)
        now += 1.0
    for _ in range(3):
        with pytest.raises(Refused, match="too_hasty") as caught:
            haste.require_calm(Kind.OPEN, 1)
        assert caught.value.facts == {"count": int(seconds - most) + 1}
    haste.require_calm(Kind.OPEN, 2)
    haste.require_calm(Kind.REPORT, 1)
    now = seconds
    haste.require_calm(Kind.OPEN, 1)
    with pytest.raises(Refused):
        haste.require_calm(Kind.OPEN, 1)


def test_who_was_longest_at_rest_is_forgotten_first() -> None:
    haste = Haste(lambda: 0.0)
    for person in range(MOST_PEOPLE + 10):
        haste.require_calm(Kind.OPEN, person)
    assert len(haste._did) == MOST_PEOPLE and (Kind.OPEN, 9) not in haste._did


@evening
async def test_reports_in_bursts(e: Evening) -> None:
    table = await e.play((await e.partie()).id, dealt)
    seat = table.seat_of(table.people[0])
    assert seat is not None
    most, seconds = LIMITS[Kind.REPORT]
    for _ in range(most):
        with contextlib.suppress(IllegalAction):
            await e.tables.report(table.id, table.people[0], None, next_seat(seat))
    with pytest.raises(Refused, match="too_hasty"):
        await e.tables.report(table.id, table.people[0], None, next_seat(seat))
    await e.pass_time(seconds)
    with contextlib.suppress(IllegalAction):
        await e.tables.report(table.id, table.people[0], None, next_seat(seat))
