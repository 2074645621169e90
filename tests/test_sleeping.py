"""Nobody presses anything any more; and: nobody can, because Discord or we are away."""

from dataclasses import replace

import pytest

from bot.core.seats import S
from bot.deadlines import RUNNING, Pause, due
from bot.holds import Why
from bot.table import Options, Refused, Stale, Table, TablePhase

from .evening import PACE, START, Evening, dealt, evening, settled

UNTIL_ASLEEP = Options().absence + PACE.sleep


async def fallen_asleep(e: Evening, people: int = 4) -> Table:
    """In the second deal; the first is booked."""
    table = await e.play((await e.partie(people)).id, lambda t: dealt(t) and t.deal == 2)
    await e.pass_time(UNTIL_ASLEEP - 1)
    assert not e.table(table.id).asleep
    await e.pass_time(1)
    table = e.table(table.id)
    assert table.asleep and not table.absent
    return table


@evening
async def test_a_table_sleeps_and_wakes_at_the_first_press(e: Evening) -> None:
    """The silence counts anew then: nobody can be replaced at once."""
    table = await fallen_asleep(e)
    seat = table.to_act
    assert seat is not None
    owner = table.chairs[seat].person
    other = next(person for person in table.people if person != owner)
    await e.pass_time(50_000)
    with pytest.raises(Refused, match="not_absent"):  # it was silent for long, but it slept
        await e.tables.substitute(table.id, other, table.turn)
    woken = e.table(table.id)
    assert woken == replace(table, asleep=False, since=e.now())
    await e.pass_time(119)
    assert not e.table(table.id).absent
    await e.pass_time(1)
    assert e.table(table.id).absent


@evening
async def test_an_old_button_and_a_look_at_the_cards_wake_it_too(e: Evening) -> None:
    table = await fallen_asleep(e)
    with pytest.raises(Stale):
        await e.tables.ready(table.id, table.people[0], table.turn - 1)
    assert not e.table(table.id).asleep
    await e.pass_time(UNTIL_ASLEEP)
    assert e.table(table.id).asleep
    await e.tables.come_back(table.id, table.people[1])
    assert not e.table(table.id).asleep


@evening
async def test_an_onlooker_wakes_nobody(e: Evening) -> None:
    table = await fallen_asleep(e)
    with pytest.raises(Refused):
        await e.tables.substitute(table.id, e.people[5], table.turn)
    await e.tables.come_back(table.id, e.people[5])
    assert e.table(table.id) == table


@evening
async def test_between_deals_it_sleeps_too(e: Evening) -> None:
    table = await e.play((await e.partie()).id, settled)
    await e.pass_time(UNTIL_ASLEEP)
    assert e.table(table.id).asleep
    await e.tables.ready(table.id, table.people[0], table.turn)
    await e.pass_time(PACE.next_pause)
    table = e.table(table.id)
    assert table.to_act is not None and table.deal == 2 and not table.asleep


@evening
async def test_asleep_it_is_left_in_peace_by_a_restart(e: Evening) -> None:
    table = await fallen_asleep(e)
    await e.restart(down=100_000)
    e.changes.clear()
    assert e.table(table.id) == table
    await e.pass_time(100_000)
    assert e.changes == [], "nobody is reminded every night"


@evening
async def test_after_a_week_it_closes(e: Evening) -> None:
    """The open deal is void, what is booked stays."""
    table = await fallen_asleep(e)
    booked = e.count("ledger")
    await e.pass_time(PACE.abandoned - UNTIL_ASLEEP - 1)
    assert e.table(table.id).asleep
    await e.pass_time(1)
    assert e.tables.all() == []
    closed = e.changes[-1].table
    assert closed.phase is TablePhase.CLOSED and closed.asleep and closed.stopped
    assert e.count("ledger") == booked > 0
    assert [deal.outcome for deal in e.disk.deals()][1:] == ["abandoned"]


@evening
async def test_after_a_week_in_which_we_were_away_there_is_still_time(e: Evening) -> None:
    table = await fallen_asleep(e)
    await e.restart(down=PACE.abandoned)
    await e.pass_time(PACE.awake - 1)
    assert e.table(table.id).asleep
    await e.tables.come_back(table.id, table.people[0])
    await e.pass_time(2)
    assert not e.table(table.id).asleep


@evening
async def test_while_discord_is_away_nobody_falls_silent(e: Evening) -> None:
    table = await e.play((await e.partie()).id, dealt)
    await e.pass_time(100)
    assert e.tables.hold(Why.DISCORD) and not e.tables.hold(Why.DISCORD)
    e.changes.clear()
    await e.pass_time(500)
    assert not e.table(table.id).absent and e.changes == []
    assert e.tables.release(Why.DISCORD) and not e.tables.release(Why.DISCORD)
    await e.pass_time(119)
    assert not e.table(table.id).absent, "the whole time anew"
    await e.pass_time(1)
    assert e.table(table.id).absent


@evening
async def test_a_vote_waits_too(e: Evening) -> None:
    table = await e.play((await e.partie()).id, dealt)
    await e.tables.vote_stop(table.id, table.people[0], True)
    await e.pass_time(60)
    e.tables.hold(Why.DISCORD)
    await e.pass_time(300)
    assert e.table(table.id).stop is not None
    e.tables.release(Why.DISCORD)
    await e.pass_time(PACE.stop_vote - 1)
    assert e.table(table.id).stop is not None
    await e.pass_time(1)
    assert e.tables.all() == []


@evening
async def test_a_lobby_waits_too(e: Evening) -> None:
    table = await e.lobby()
    e.tables.hold(Why.DISCORD)
    await e.pass_time(2 * PACE.lobby)
    assert e.table(table.id).phase is TablePhase.LOBBY
    e.tables.release(Why.DISCORD)
    await e.pass_time(PACE.lobby)
    assert e.tables.all() == []


@evening
async def test_meanwhile_computers_play_on(e: Evening) -> None:
    e.tables.hold(Why.DISCORD)
    table = await e.partie(1)
    await e.pass_time(100)
    table = e.table(table.id)
    assert table.deal == 1 and table.to_act == S


@evening
async def test_one_table_may_wait_and_the_other_not(e: Evening) -> None:
    one = await e.play((await e.partie(2)).id, dealt)
    while e.table(one.id).chairs[e.table(one.id).to_act or 0].computer:
        await e.tick()
    two = await e.play((await e.partie(2, first=2)).id, dealt)
    while e.table(two.id).chairs[e.table(two.id).to_act or 0].computer:
        await e.tick()
    e.tables.hold(Why.PLACE, one.id)
    assert e.tables.held(one.id) == {Why.PLACE} and not e.tables.held(two.id)
    await e.pass_time(200)
    assert not e.table(one.id).absent and e.table(two.id).absent
    e.tables.hold(Why.DISCORD)
    e.tables.release(Why.PLACE, one.id)
    assert e.tables.held(one.id) == {Why.DISCORD}


@evening
async def test_a_table_that_waits_for_its_place_sleeps_and_ends_all_the_same(e: Evening) -> None:
    table = await e.play((await e.partie()).id, dealt)
    e.tables.hold(Why.PLACE, table.id)
    await e.pass_time(UNTIL_ASLEEP)
    assert e.table(table.id).asleep
    await e.pass_time(PACE.abandoned)
    assert e.tables.all() == []


@evening
async def test_the_clock_is_where_it_was_if_nothing_was_held(e: Evening) -> None:
    table = await e.play((await e.partie()).id, dealt)
    plain = due(table, PACE, reminded=False, quiet=False)
    for pause in (RUNNING, Pause(False, START - 1)):
        assert due(table, PACE, reminded=False, quiet=False, pause=pause) == plain
