"""The shell of play on a real database: what is accepted is written whole, believed, told; time does the rest."""

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from bot.core.actions import Action, Call, Deal, Void
from bot.core.cards import JACKS, Card, cards_in, count
from bot.core.game import IllegalAction, Outcome, Phase, Reason
from bot.core.games import View
from bot.core.seats import SEATS, E, N, S, Seat, W, pair_of
from bot.shell import RETRY_AFTER, Change
from bot.store.database import Database
from bot.store.people import People
from bot.table import Chair, Options, Refused, Stale, Table, TablePhase
from bot.tables import MOST_TABLES_A_HOST, Tables
from tests.pairs import pairs

from .evening import CHANNEL, GUILD, PACE, Evening, dealt, evening, finished, mid_trick, settled

ACTED = (Refused, Stale, IllegalAction)
X = TypeVar("X", bound=Exception)


def acting(table: Table) -> int:
    """The person who is to act."""
    assert table.to_act is not None
    person = table.chairs[table.to_act].person
    assert person is not None
    return person


def acting_seat(table: Table) -> Seat:
    assert table.to_act is not None
    return table.to_act


def bystander(table: Table) -> int:
    """Someone else at the table."""
    return next(person for person in table.people if person != acting(table))


@contextlib.asynccontextmanager
async def unchanged(e: Evening, refusal: type[X]) -> AsyncIterator[pytest.ExceptionInfo[X]]:
    """What happens inside is refused and leaves memory and disk as they are."""
    before, disk = e.tables.all(), e.snapshot()
    with pytest.raises(refusal) as caught:
        yield caught
    assert e.tables.all() == before
    assert e.snapshot() == disk


def seat_of(table: Table, person: int) -> Seat:
    seat = table.seat_of(person)
    assert seat is not None
    return seat


def after_deal(number: int) -> Callable[[Table], bool]:
    return lambda table: settled(table) and table.deal >= number


def in_phase(phase: Phase) -> Callable[[Table], bool]:
    return lambda table: table.game_phase is phase


def in_last_trick(table: Table) -> bool:
    return table.state is not None and table.to_act is not None and len(pairs(table).tricks) == 7


def partie_rows(e: Evening) -> list[tuple[object, ...]]:
    columns = "seat, person, partner, striche, striche_other, won, computers, helped, left_early"
    return [
        tuple(row) for row in e.disk.rows(f"SELECT {columns} FROM ledger WHERE kind = 'partie' ORDER BY partie, seat")
    ]


# -- from the lobby to the start


@evening
async def test_opening_a_table(e: Evening) -> None:
    table = await e.lobby(1)
    a, *_ = e.people
    assert (table.guild_id, table.channel_id, table.number, table.host) == (GUILD, CHANNEL, 1, a)
    assert (table.phase, table.people, table.chairs[S]) == (TablePhase.LOBBY, (a,), Chair(a))
    assert e.tables.get(table.id) == table
    assert e.changes == [Change(None, table, person=a)]
    assert (await e.lobby(1)).number == 2


@evening
async def test_sitting_moving_and_filling_up(e: Evening) -> None:
    a, b, *_ = e.people
    table = await e.lobby(2)
    assert table.chairs == (Chair(), Chair(), Chair(a), Chair(b))
    change = await e.tables.sit(table.id, b, N)
    assert (change.before, change.table.chairs[N], change.person) == (table, Chair(b), b)
    table = (await e.tables.toggle_computer(table.id, a, E)).table
    assert table.chairs[E] == Chair(computer=True)
    table = (await e.tables.fill(table.id, b)).table
    assert table.chairs == (Chair(b), Chair(computer=True), Chair(a), Chair(computer=True))
    table = (await e.tables.stand_up(table.id, b)).table
    assert table.chairs[N] == Chair()
    await e.check()


@evening
async def test_refusals_in_the_lobby_change_nothing(e: Evening) -> None:
    a, b, stranger, *_ = e.people
    table = await e.lobby(2)
    tables = e.tables
    for attempt in (
        lambda: tables.sit(table.id, a, W),
        lambda: tables.stand_up(table.id, stranger),
        lambda: tables.toggle_computer(table.id, stranger, N),
        lambda: tables.fill(table.id, stranger),
        lambda: tables.start(table.id, b),
        lambda: tables.start(table.id, a),
        lambda: tables.leave(table.id, stranger),
        lambda: tables.act(table.id, a, None, Call("weg")),
        lambda: tables.substitute(table.id, a, table.ply),
        lambda: tables.vote_stop(table.id, a, False),
        lambda: tables.vote_stop(table.id, stranger, True),
        lambda: tables.sit(99, a, N),
    ):
        async with unchanged(e, Refused):
            await attempt()
    for attempt in (lambda: tables.ready(table.id, a, 0), lambda: tables.ready(table.id, a, 3)):
        async with unchanged(e, Stale):
            await attempt()
    assert await tables.come_back(table.id, stranger) is None


@evening
async def test_starting_sitting_opposite(e: Evening) -> None:
    before = await e.lobby()
    table = (await e.tables.start(before.id, e.people[0])).table
    assert (table.phase, table.partie, table.chairs, table.ply) == (TablePhase.PARTIE, 1, before.chairs, 0)
    assert table.drawing is not None and table.drawing.lot is None
    assert table.between_deals and table.state is not None
    cards = table.drawing.dealer_cards
    assert cards is not None and len(set(cards)) == 4
    lowest = min(cards, key=lambda card: ("789QKTAJ".index("789QKTAJ"[card % 8]), card // 8))  # C5: rank, then suit
    assert table.state.standing.dealer == cards.index(lowest)
    await e.check()


@evening
async def test_starting_by_lot(e: Evening) -> None:
    before = await e.lobby(options=Options(by_lot=True))
    table = (await e.tables.start(before.id, e.people[0])).table
    assert sorted(table.people) == sorted(before.people)
    assert table.drawing is not None and table.drawing.lot is not None
    jacks = [seat for seat in SEATS if any(card % 8 == 7 for card in table.drawing.lot[seat])]
    assert len(jacks) == 2 and jacks[0] % 2 == jacks[1] % 2  # who drew them sit opposite now, their cards with them
    assert table.host == e.people[0]
    await e.check()
    await e.play(table.id, finished)


@evening
async def test_the_drawn_cards_stand_before_the_first_deal(e: Evening) -> None:
    table = await e.partie()
    assert e.due_in == [PACE.drawing]
    await e.pass_time(PACE.drawing - 0.5)
    assert e.table(table.id) == table
    await e.pass_time(0.5)
    after = e.table(table.id)
    assert (after.deal, after.ply, after.drawing, after.game_phase) == (1, 1, None, Phase.CALL)
    assert after.owners == tuple(chair.person for chair in after.chairs)


@evening
async def test_nobody_need_look_at_the_drawn_cards_who_has_seen_them(e: Evening) -> None:
    table = await e.partie()
    for person in e.people[:3]:
        table = (await e.tables.ready(table.id, person, table.ply)).table
        assert table.between_deals
    assert dealt((await e.tables.ready(table.id, e.people[3], table.ply)).table)


# -- whole Partien


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("by_lot", [False, True], ids=["opposite", "by-lot"])
@pytest.mark.parametrize("people", [1, 2, 3, 4])
@evening
async def test_a_whole_partie(e: Evening, people: int, by_lot: bool, seed: int) -> None:
    table = await e.partie(people, Options(by_lot=by_lot))
    table = await e.play(table.id, finished, solos=seed == 1)
    assert table.state is not None and table.settlement is not None
    striche = pairs(table).standing.striche
    assert max(striche) >= 20
    winner = table.settlement.winner
    assert winner is not None
    assert partie_rows(e) == [
        (
            *(seat, table.chairs[seat].person, table.chairs[(seat + 2) % 4].person),
            *(striche[pair_of(seat)], striche[1 - pair_of(seat)], pair_of(seat) == winner, 4 - people, 0, 0),
        )
        for seat in SEATS
        if table.chairs[seat].person is not None
    ]
    won = [e.disk.rows("SELECT sum(striche_ns), sum(striche_ew) FROM settlement")[0][pair] for pair in (0, 1)]
    assert tuple(won) == striche
    assert e.count("log") == table.ply
    await e.check()
    await e.restart()
    await e.check()


@evening
async def test_computers_see_only_their_own_view(e: Evening) -> None:
    """They are asked for the seat to act, which is theirs, and are given what that seat may know."""
    asked: list[View] = []

    def choose(view: View) -> Action:
        asked.append(view)
        table = next(iter(e.tables.all()))
        assert table.state is not None and view.seat is not None
        assert view.seat == table.to_act and table.chairs[view.seat].computer
        assert view == table.rules.view(table.state, view.seat)
        return e.chance.choice(view.legal)

    e.choose = choose
    table = await e.partie(1)
    table = await e.play(table.id, after_deal(2))
    assert table.helped == frozenset()  # they play for nobody
    rows = e.disk.rows("SELECT count(*) FROM log WHERE person IS NULL AND seat IS NOT NULL AND action NOT LIKE 'd%'")
    by_itself = e.disk.rows("SELECT count(*) FROM log WHERE person IS NULL AND seat = 2 AND action NOT LIKE 'd%'")
    assert len(asked) == rows[0][0] - by_itself[0][0] > 0


@evening
async def test_the_log_tells_who_did_it(e: Evening) -> None:
    table = await e.partie(2)
    await e.play(table.id, settled)
    owners = [chair.person for chair in table.chairs]
    for row in e.disk.rows("SELECT * FROM log"):
        person = None if row["action"].startswith("d") else owners[row["seat"]]
        assert row["person"] in (person, None)
        if person is not None and row["ply"] < table.ply + 25:
            assert row["person"] == person


@pytest.mark.parametrize("seed", range(2))
@evening
async def test_two_tables_do_not_disturb_each_other(e: Evening, seed: int) -> None:
    one = await e.partie(4)
    two = await e.partie(2, first=3)  # person 3 sits at both
    assert e.tables.of_person(e.people[3]) == [one, two]
    while not (finished(e.table(one.id)) and finished(e.table(two.id))):
        for table in (one, two):
            if not finished(e.table(table.id)):
                await e.step(table.id)
    for table in (one, two):
        mine = [change for change in e.changes if change.table.id == table.id and change.remind is None]
        plies = [change.table.ply for change in mine]
        assert plies == sorted(plies)
    await e.check()
    await e.restart()
    await e.check()


@evening
async def test_of_person_lists_first_where_one_must_act(e: Evening) -> None:
    a = e.people[0]
    one = await e.play((await e.partie()).id, settled)
    two = await e.play((await e.partie(1)).id, lambda t: t.to_act == S)
    assert e.tables.of_person(a) == [two, one]
    assert e.tables.of_person(e.people[1]) == [one]
    assert e.tables.of_person(e.people[5]) == []
    await e.tables.leave(one.id, a)
    assert [table.id for table in e.tables.of_person(a)] == [two.id, one.id]  # it may still be gone back to


# -- acting


@evening
async def test_a_step_out_of_turn_is_refused_by_the_rules(e: Evening) -> None:
    table = await e.play((await e.partie()).id, dealt)
    async with unchanged(e, IllegalAction) as caught:
        await e.tables.act(table.id, bystander(table), table.ply, Call("weg"))
    assert caught.value.reason is Reason.TURN
    async with unchanged(e, IllegalAction) as caught:
        await e.tables.act(table.id, bystander(table), None, Call("weg"))
    assert caught.value.reason is Reason.TURN


@evening
async def test_every_step_that_is_not_legal_is_refused(e: Evening) -> None:
    from bot.core.actions import CALL_WORDS, GIVES, NAME_TRUMPS, PLAYS, Yield

    everything = [*map(Call, CALL_WORDS), *NAME_TRUMPS, *GIVES, *PLAYS, Yield()]
    table = await e.play((await e.partie()).id, dealt)
    for until in (dealt, in_phase(Phase.NAME), in_phase(Phase.PLAY), mid_trick):
        table = await e.play(table.id, lambda t, until=until: t.to_act is not None and until(t))
        assert table.state is not None
        legal = table.rules.legal(table.state)
        disk, heard = e.snapshot(), len(e.changes)
        for action in everything:
            if action not in legal:
                with pytest.raises(IllegalAction):
                    await e.tables.act(table.id, acting(table), table.ply, action)
        assert e.snapshot() == disk and len(e.changes) == heard and e.table(table.id) == table


@evening
async def test_people_neither_deal_nor_void(e: Evening) -> None:
    """What only chance and the house may do comes through no one's press."""
    table = await e.play((await e.partie()).id, dealt)
    for action in (Deal(e.shuffled()), Void()):
        async with unchanged(e, IllegalAction):
            await e.tables.act(table.id, acting(table), table.ply, action)


@evening
async def test_old_buttons_are_stale_whoever_presses_them(e: Evening) -> None:
    table = await e.play((await e.partie()).id, mid_trick)
    for person in table.people:
        for ply in (table.ply - 1, table.ply + 1, 0, -1):
            async with unchanged(e, Stale):
                await e.tables.act(table.id, person, ply, e.legal(table))
    async with unchanged(e, Refused) as caught:
        await e.tables.act(table.id, e.people[5], table.ply, e.legal(table))
    assert caught.value.why == "not_seated"


@evening
async def test_there_is_nothing_to_do_between_deals(e: Evening) -> None:
    table = await e.play((await e.partie()).id, settled)
    for ply in (None, table.ply):
        async with unchanged(e, Refused) as caught:
            await e.tables.act(table.id, e.people[0], ply, Call("weg"))
        assert caught.value.why == "nothing_to_do"


@pytest.mark.parametrize("same", [True, False], ids=["one-button", "different-buttons"])
@evening
async def test_of_four_presses_at_once_one_counts(e: Evening, same: bool) -> None:
    table = await e.play((await e.partie()).id, in_phase(Phase.PLAY))
    assert table.state is not None
    legal = table.rules.legal(table.state)
    person = acting(table)
    pressed = [legal[0] if same else legal[i % len(legal)] for i in range(4)]
    results = await asyncio.gather(
        *(e.tables.act(table.id, person, table.ply, action) for action in pressed), return_exceptions=True
    )
    assert [type(result) for result in results] == [Change, Stale, Stale, Stale]
    assert e.table(table.id).ply == table.ply + 1
    await e.check()


@evening
async def test_typed_twice_the_second_is_the_next_players_turn(e: Evening) -> None:
    """A slash command means the present turn, and that is somebody else's then."""
    table = await e.play((await e.partie()).id, dealt)
    person = acting(table)
    results = await asyncio.gather(
        *(e.tables.act(table.id, person, None, Call("weg")) for _ in range(3)), return_exceptions=True
    )
    assert [type(result) for result in results] == [Change, IllegalAction, IllegalAction]
    assert e.table(table.id).ply == table.ply + 1


@evening
async def test_presses_at_two_tables_at_once_both_count(e: Evening) -> None:
    one, two = await e.partie(4), await e.partie(2, first=4)
    two = await e.play(two.id, lambda t: t.to_act is not None and t.chairs[t.to_act].person is not None)
    one = await e.play(one.id, dealt)
    results = await asyncio.gather(
        *(e.tables.act(t.id, acting(t), t.ply, e.legal(t)) for t in (e.table(one.id), e.table(two.id)))
    )
    assert [result.table.id for result in results] == [one.id, two.id]
    await e.check()


# -- cancelled, failed


@pytest.mark.parametrize("until", [dealt, in_last_trick], ids=["a-call", "the-last-trick"])
@evening
async def test_a_caller_that_goes_away_leaves_nothing_half_done(e: Evening, until: Callable[[Table], bool]) -> None:
    """Cancelled after so many turns of the loop: the step is there, whole, or it never began."""
    table = await e.play((await e.partie()).id, until)
    happened: set[bool] = set()
    for turns in range(30):
        table = await e.play(table.id, lambda t: t.to_act is not None and until(t))
        call = asyncio.ensure_future(e.tables.act(table.id, acting(table), table.ply, e.legal(table)))
        for _ in range(turns):
            await asyncio.sleep(0)
        call.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await call
        await e.settle()
        after = e.table(table.id)
        assert after.ply - table.ply in (0, 1)
        happened.add(after.ply == table.ply + 1)
        await e.check()
        assert len(e.disk.rows("SELECT * FROM log WHERE ply = ?", table.ply)) == after.ply - table.ply
    assert happened == {True, False}


@evening
async def test_every_call_survives_its_caller(e: Evening) -> None:
    """Begun is done, for whatever is asked of the tables."""
    a, b, *_ = e.people
    table = await e.lobby(1)
    wishes: list[tuple[Callable[[], object], Callable[[Table | None], bool]]] = [
        (lambda: e.tables.sit(table.id, b, N), lambda t: t is not None and t.chairs[N].person == b),
        (lambda: e.tables.toggle_computer(table.id, a, E), lambda t: t is not None and t.chairs[E].computer),
        (lambda: e.tables.fill(table.id, a), lambda t: t is not None and not t.free_seats),
        (lambda: e.tables.start(table.id, a), lambda t: t is not None and t.drawing is not None),
        (lambda: e.tables.ready(table.id, a, 0), lambda t: t is not None and t.ready == {S}),
        (lambda: e.tables.vote_stop(table.id, b, True), lambda t: t is not None and t.stop is not None),
        (lambda: e.tables.leave(table.id, a), lambda t: t is None),  # b's is the majority now
    ]
    for wish, there in wishes:
        call = asyncio.ensure_future(wish())  # type: ignore[arg-type]
        await e.writing()
        call.cancel()
        await e.settle()
        assert call.cancelled()
        assert there(e.tables.get(table.id))
        await e.check()


NO_LOG = "CREATE TRIGGER no BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'on purpose'); END"
NO_LEDGER = "CREATE TRIGGER no BEFORE INSERT ON ledger WHEN NEW.seat = 3 BEGIN SELECT RAISE(ABORT, 'on purpose'); END"
NO_SAVE = "CREATE TRIGGER no BEFORE UPDATE ON card_table BEGIN SELECT RAISE(ABORT, 'on purpose'); END"


@pytest.mark.parametrize("fault", [NO_LOG, NO_SAVE], ids=["log", "table"])
@evening
async def test_what_cannot_be_written_has_not_happened(e: Evening, fault: str) -> None:
    table = await e.play((await e.partie()).id, mid_trick)
    action = e.legal(table)
    await e.sql(fault)
    async with unchanged(e, sqlite3.IntegrityError):
        await e.tables.act(table.id, acting(table), table.ply, action)
    heard = len(e.changes)
    await e.settle()
    assert len(e.changes) == heard
    await e.sql("DROP TRIGGER no")
    await e.tables.act(table.id, acting(table), table.ply, action)
    await e.play(table.id, settled)
    await e.check()


@evening
async def test_the_last_card_and_its_books_are_one(e: Evening) -> None:
    """A row of the ledger that cannot be written takes the card back; time tries again and says so once."""
    table = await e.play((await e.partie()).id, lambda t: in_last_trick(t) and len(t.state.trick) == 3)  # type: ignore[union-attr]
    await e.sql(NO_LEDGER)
    async with unchanged(e, sqlite3.IntegrityError):
        await e.tables.act(table.id, acting(table), table.ply, e.legal(table))
    disk = e.snapshot()
    await e.pass_time(PACE.computer)  # the last trick plays itself, or tries to
    assert e.table(table.id) == table and e.snapshot() == disk
    assert len(e.errors.records) == 1
    assert e.due_in == [RETRY_AFTER]
    await e.pass_time(2 * RETRY_AFTER)
    assert len(e.errors.records) == 1 and e.snapshot() == disk
    e.errors.records.clear()
    await e.sql("DROP TRIGGER no")
    await e.pass_time(RETRY_AFTER)
    assert settled(e.table(table.id))
    assert e.count("ledger") == 4
    await e.check()


@evening
async def test_a_locked_file_fails_the_step_and_no_more(e: Evening) -> None:
    """Somebody looks into the database with another program and holds it."""
    table = await e.play((await e.partie()).id, mid_trick)
    await e.sql("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(e.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    action = e.legal(table)
    async with unchanged(e, sqlite3.OperationalError):
        await e.tables.act(table.id, acting(table), table.ply, action)
    with pytest.raises(sqlite3.OperationalError):
        await e.tables.open(GUILD, CHANNEL, e.people[0], "bauernstoss", Options())
    other.execute("ROLLBACK")
    other.close()
    assert (await e.tables.act(table.id, acting(table), table.ply, action)).table.ply == table.ply + 1
    await e.check()


@evening
async def test_the_clock_s_work_is_tried_again(e: Evening) -> None:
    table = await e.partie(1)
    await e.sql(NO_LOG)
    await e.pass_time(PACE.drawing)
    assert e.table(table.id) == table
    assert [record.exc_info is not None for record in e.errors.records] == [True]
    e.errors.records.clear()
    await e.sql("DROP TRIGGER no")
    await e.pass_time(RETRY_AFTER)
    assert e.table(table.id).deal == 1
    await e.play(table.id, settled)


@evening
async def test_a_computer_that_errs_is_asked_again(e: Evening) -> None:
    """Neither an error of its own nor a step against the rules moves anything."""
    table = await e.partie(1)
    answers: list[Callable[[View], Action]] = [lambda view: (_ for _ in ()).throw(ZeroDivisionError), lambda _: Void()]

    def choose(view: View) -> Action:
        return answers.pop()(view) if answers else e.chance.choice(view.legal)

    e.choose = choose
    computers = lambda t: dealt(t) and t.chairs[t.to_act].computer  # type: ignore[index]  # noqa: E731
    table = await e.play(table.id, computers)
    for left in (1, 0):
        await e.tick()
        assert len(answers) == left
        assert e.table(table.id) == table
    assert len(e.errors.records) == 1  # said once
    e.errors.records.clear()
    await e.play(table.id, settled)


@evening
async def test_a_listener_that_fails_spoils_nothing(e: Evening) -> None:
    """What is committed has happened, whoever cannot show it; the others are told."""
    told: list[Change] = []

    def fail(change: Change) -> None:
        raise ZeroDivisionError

    e.tables.listeners.insert(0, fail)
    e.tables.listeners.append(told.append)
    table = await e.partie(1)
    table = await e.play(table.id, lambda t: dealt(t) and t.to_act == S)
    change = await e.tables.act(table.id, e.people[0], table.ply, e.legal(table))
    assert change.table == e.table(table.id)
    assert told[-1] == change
    assert len(e.errors.records) == len(told)
    e.errors.records.clear()
    e.tables.listeners.remove(fail)
    await e.check()


@evening
async def test_presses_on_tables_that_are_gone_leave_nothing_behind(e: Evening) -> None:
    table = await e.lobby(1)
    await e.tables.stand_up(table.id, e.people[0])
    for table_id in range(50):
        for wish in (e.tables.stop(table_id, None), e.tables.act(table_id, e.people[0], None, Call("weg"))):
            with pytest.raises(Refused) as caught:
                await wish
            assert caught.value.why == "table_closed"
    assert e.tables._locks == {}
    assert e.tables._reminded == {}


# -- too many tables


@evening
async def test_one_host_has_so_many_tables_at_most(e: Evening) -> None:
    a, b, *_ = e.people
    tables = [await e.lobby(1) for _ in range(MOST_TABLES_A_HOST)]
    async with unchanged(e, Refused) as caught:
        await e.lobby(1)
    assert (caught.value.why, caught.value.facts) == ("too_many_tables", {"count": MOST_TABLES_A_HOST})
    await e.lobby(1, first=1)
    await e.tables.sit(tables[0].id, b, N)
    await e.tables.leave(tables[0].id, a)  # the host passes on
    await e.lobby(1)
    async with unchanged(e, Refused):
        await e.lobby(1)


@evening
async def test_hurried_presses_open_no_more(e: Evening) -> None:
    results = await asyncio.gather(
        *(e.tables.open(GUILD, CHANNEL, e.people[0], "bauernstoss", Options()) for _ in range(MOST_TABLES_A_HOST + 3)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Table) for result in results) == MOST_TABLES_A_HOST
    assert sum(isinstance(result, Refused) for result in results) == 3
    assert sorted(table.number for table in e.tables.all()) == list(range(1, MOST_TABLES_A_HOST + 1))


# -- between deals


@evening
async def test_next_from_all_or_from_one_after_a_pause(e: Evening) -> None:
    table = await e.play((await e.partie()).id, settled)
    people = table.people
    assert e.due_in == [table.options.absence + PACE.sleep]  # nobody is hurried
    for person in people[:3]:
        table = (await e.tables.ready(table.id, person, table.ply)).table
        assert table.between_deals
    table = (await e.tables.ready(table.id, people[3], table.ply)).table
    assert (table.deal, table.ready) == (2, frozenset())

    table = await e.play(table.id, after_deal(2))
    await e.pass_time(PACE.next_pause - 0.5)
    table = (await e.tables.ready(table.id, people[2], table.ply)).table
    assert table.ready == {seat_of(table, people[2])} and e.due_in == [0.5]
    await e.pass_time(0.5)
    assert e.table(table.id).deal == 3

    table = await e.play(table.id, after_deal(3))
    await e.pass_time(PACE.next_pause)
    assert (await e.tables.ready(table.id, people[0], table.ply)).table.deal == 4


@evening
async def test_next_pressed_by_all_at_once_deals_once(e: Evening) -> None:
    table = await e.play((await e.partie()).id, settled)
    await e.pass_time(PACE.next_pause)
    results = await asyncio.gather(
        *(e.tables.ready(table.id, person, table.ply) for person in table.people), return_exceptions=True
    )
    assert [type(result) for result in results] == [Change, Stale, Stale, Stale]
    assert e.table(table.id).deal == 2


@evening
async def test_an_old_next_is_stale(e: Evening) -> None:
    """The button of the deal before, pressed after this one."""
    table = await e.play((await e.partie()).id, settled)
    old = table.ply
    table = await e.play(table.id, after_deal(2))
    async with unchanged(e, Stale):
        await e.tables.ready(table.id, e.people[0], old)


@evening
async def test_a_press_at_the_very_moment_time_comes(e: Evening) -> None:
    """The clock has found something due and waits for its turn while a person does just that."""
    table = await e.play((await e.partie(2)).id, settled)
    one, two = table.people
    await e.tables.ready(table.id, one, table.ply)
    e.loop.at = e.loop.timers[0]
    change = await e.tables.ready(table.id, two, table.ply)
    await e.settle()
    assert (change.table.deal, e.table(table.id)) == (2, change.table)

    table = await e.play(table.id, lambda t: in_last_trick(t) and t.chairs[acting_seat(t)].person is not None)
    e.loop.at = e.loop.timers[0]
    change = await e.act(table)
    await e.settle()
    assert e.table(table.id) == change
    await e.check()


@evening
async def test_pressing_next_twice_is_pressing_it_once(e: Evening) -> None:
    table = await e.play((await e.partie(2)).id, settled)
    once = (await e.tables.ready(table.id, e.people[0], table.ply)).table
    again = await e.tables.ready(table.id, e.people[0], table.ply)
    assert again.table == once == e.table(table.id)
    async with unchanged(e, Refused):
        await e.tables.ready(table.id, e.people[5], table.ply)
    await e.check()
    await e.restart()
    assert e.table(table.id).ready == once.ready
    assert e.due_in == [PACE.next_pause]


@evening
async def test_seats_are_taken_between_deals_only(e: Evening) -> None:
    a, b, new, other, *_ = e.people
    table = await e.play((await e.partie(2)).id, mid_trick)
    free = next(seat for seat in SEATS if table.chairs[seat].person is None)
    async with unchanged(e, Refused) as caught:
        await e.tables.sit(table.id, new, free)
    assert caught.value.why == "only_between_deals"
    table = await e.play(table.id, settled)
    for person, seat in ((a, free), (new, seat_of(table, b))):
        async with unchanged(e, Refused):
            await e.tables.sit(table.id, person, seat)
    results = await asyncio.gather(
        *(e.tables.sit(table.id, person, free) for person in (new, other)), return_exceptions=True
    )
    assert [type(result) for result in results] == [Change, Refused]
    table = await e.play(table.id, mid_trick)
    assert table.owners[free] == new
    table = await e.play(table.id, after_deal(table.deal))
    booked = e.disk.rows("SELECT seat, computers FROM ledger WHERE person = ? AND kind = 'deal'", new)
    assert [tuple(row) for row in booked] == [(free, 1)]
    await e.play(table.id, finished)
    assert [(row[1], row[6]) for row in partie_rows(e) if row[0] == free] == [(new, 2)]  # a deal with two computers


@evening
async def test_a_rematch(e: Evening) -> None:
    table = await e.play((await e.partie()).id, finished, solos=True)
    assert table.state is not None
    last_dealer, ply = table.state.dealer, table.ply
    first = partie_rows(e)
    for person in table.people:
        assert finished(e.table(table.id))
        table = (await e.tables.ready(table.id, person, ply)).table
    assert table.state is not None
    assert (table.phase, table.partie, table.deal, table.ply) == (TablePhase.PARTIE, 2, 1, ply + 1)
    assert table.state.dealer == (last_dealer + 1) % 4
    assert pairs(table).standing.striche == (0, 0) and pairs(table).first_deal
    await e.check()
    await e.restart()
    await e.check()
    await e.play(table.id, finished, solos=True)
    rows = partie_rows(e)
    assert len(rows) == 8 and rows[:4] == first
    assert {tuple(row) for row in e.disk.rows("SELECT DISTINCT partie FROM ledger")} == {(1,), (2,)}
    await e.check()


@evening
async def test_a_rematch_with_other_people(e: Evening) -> None:
    """Who leaves after the Partie owes nothing; who takes the seat begins anew."""
    a, b, new, *_ = e.people
    table = await e.play((await e.partie(2)).id, finished)
    seat = seat_of(table, b)
    await e.tables.leave(table.id, b)
    table = (await e.tables.sit(table.id, new, seat)).table
    assert table.chairs[seat] == Chair(new)
    await e.pass_time(PACE.next_pause)
    table = (await e.tables.ready(table.id, a, table.ply)).table
    assert table.owners[seat] == new
    await e.play(table.id, finished)
    assert {row[1] for row in partie_rows(e)[2:]} == {a, new}
    assert not any(row[-1] for row in partie_rows(e))
    await e.check()


def four_jacks_in(seat: Seat, dealer: Seat) -> tuple[Card, ...]:
    from bot.core.cards import ALL_CARDS, hand_of
    from bot.core.schafkopf.engine import pack_for

    jacks = list(cards_in(JACKS))
    rest = [card for card in ALL_CARDS if card not in jacks]
    hands = []
    for i in SEATS:
        held = jacks if i == seat else []
        hands.append(hand_of((*held, *(rest.pop() for _ in range(8 - len(held))))))
    return pack_for(dealer, (hands[0], hands[1], hands[2], hands[3]))


@evening
async def test_a_deal_thrown_in_before_anyone_has_spoken(e: Evening) -> None:
    """Settled by the deal itself: the one log entry is the pack, nothing is booked, and the next one deals."""
    table = await e.partie()
    assert table.state is not None
    dealer = table.state.standing.dealer
    e.packs.append(four_jacks_in(E, dealer))
    await e.pass_time(PACE.drawing)
    table = e.table(table.id)
    assert table.state is not None and table.settlement is not None
    assert table.settlement.outcome is Outcome.THROWN_IN and table.between_deals
    assert (e.count("log"), e.count("settlement"), e.count("ledger")) == (1, 1, 0)
    assert count(table.state.dealt[E] & JACKS) == 4  # type: ignore[arg-type]
    await e.check()
    await e.restart()
    await e.check()
    table = await e.play(table.id, lambda t: dealt(t) and t.deal == 2)
    assert table.state is not None and table.state.dealer == (dealer + 1) % 4


# -- the last trick


@evening
async def test_the_last_trick_plays_itself(e: Evening) -> None:
    table = await e.play(
        (await e.partie()).id, lambda t: in_last_trick(t) and t.state is not None and not t.state.trick
    )
    assert e.due_in == [PACE.trick]  # the seventh stands a while
    await e.pass_time(PACE.trick)
    assert e.table(table.id).ply == table.ply + 1
    assert e.due_in == [PACE.computer]
    await e.pass_time(3 * PACE.computer)
    assert settled(e.table(table.id))
    rows = e.disk.rows("SELECT person FROM log ORDER BY ply DESC LIMIT 4")
    assert [row["person"] for row in rows] == [None] * 4
    assert not any(row["helped"] for row in e.disk.rows("SELECT helped FROM ledger"))


@evening
async def test_the_last_card_can_be_played_by_hand(e: Evening) -> None:
    table = await e.play((await e.partie()).id, in_last_trick)
    while table.to_act is not None:
        table = await e.act(table)
    assert settled(table)
    await e.check()


# -- absence


@evening
async def test_a_reminder_once_a_turn(e: Evening) -> None:
    table = await e.play((await e.partie()).id, dealt)
    for _ in range(3):
        e.changes.clear()
        await e.pass_time(PACE.remind - 0.5)
        assert e.changes == []
        await e.pass_time(0.5)
        assert e.changes == [Change(table, table, remind=table.to_act)]
        await e.pass_time(15)
        assert len(e.changes) == 1
        table = await e.act(e.table(table.id))


@evening
async def test_who_moves_in_time_is_not_reminded(e: Evening) -> None:
    table = await e.play((await e.partie()).id, dealt)
    for _ in range(6):
        await e.pass_time(PACE.remind - 0.5)
        table = await e.act(e.table(table.id))
    assert not [change for change in e.changes if change.remind is not None]


@evening
async def test_computers_are_not_reminded(e: Evening) -> None:
    table = await e.partie(1)
    await e.play(table.id, settled)
    assert {change.remind for change in e.changes} == {None}


@evening
async def test_who_was_silent_before_the_turn_is_reminded_at_once(e: Evening) -> None:
    table = await e.play((await e.partie()).id, dealt)
    first, quiet = acting(table), table.chairs[(table.to_act + 1) % 4].person  # type: ignore[operator]
    await e.pass_time(100)
    for person in table.people:
        if person not in (first, quiet):
            with pytest.raises(Stale):  # an old button, and yet a sign of life
                await e.tables.act(table.id, person, -1, Call("weg"))
    await e.pass_time(25)
    e.changes.clear()
    table = await e.act(e.table(table.id))
    assert acting(table) == quiet
    await e.pass_time(0)
    assert [change.remind for change in e.changes] == [None, table.to_act]
    table = await e.act(e.table(table.id))
    await e.pass_time(0)
    assert [change.remind for change in e.changes if change.remind is not None] == [(table.to_act - 1) % 4]  # type: ignore[operator]


@evening
async def test_the_others_may_let_a_computer_play_after_two_minutes(e: Evening) -> None:
    table = await e.play((await e.partie()).id, dealt)
    other = bystander(table)
    await e.pass_time(119.5)
    async with unchanged(e, Refused) as caught:
        await e.tables.substitute(table.id, other, table.ply)
    assert caught.value.why == "not_absent"
    await e.pass_time(0.5)
    table = e.table(table.id)
    assert table.absent
    for wish, why in (
        (lambda: e.tables.substitute(table.id, acting(table), table.ply), "not_yourself"),
        (lambda: e.tables.substitute(table.id, e.people[5], table.ply), "not_seated"),
    ):
        async with unchanged(e, Refused) as caught:
            await wish()
        assert caught.value.why == why
    async with unchanged(e, Stale):
        await e.tables.substitute(table.id, other, table.ply - 1)
    await e.pass_time(PACE.sleep - 1)
    assert e.table(table.id) == table  # nobody's cards are played unasked
    results = await asyncio.gather(
        *(e.tables.substitute(table.id, p, table.ply) for p in table.people if p != acting(table))
    )
    assert all(isinstance(result, Change) for result in results)


@evening
async def test_the_patience_is_an_option_of_the_table(e: Evening) -> None:
    table = await e.play((await e.partie(options=Options(absence=300))).id, dealt)
    await e.pass_time(299.5)
    assert not e.table(table.id).absent
    await e.pass_time(0.5)
    assert e.table(table.id).absent


@evening
async def test_who_is_alone_with_computers_is_not_offered(e: Evening) -> None:
    table = await e.play((await e.partie(1)).id, lambda t: dealt(t) and t.to_act == S)
    await e.pass_time(100_000)
    assert e.table(table.id) == replace(table, asleep=True)
    assert [change.remind for change in e.changes if change.remind is not None] == [S]


@evening
async def test_the_stand_in_plays_what_is_needed_until_the_owner_presses(e: Evening) -> None:
    table = await e.play((await e.partie()).id, in_phase(Phase.PLAY))
    seat, owner, other = table.to_act, acting(table), bystander(table)
    assert seat is not None
    await e.pass_time(120)
    table = (await e.tables.substitute(table.id, other, table.ply)).table
    assert table.chairs[seat] == Chair(owner, computer=True)
    assert e.table(table.id).ply == table.ply
    await e.pass_time(0)
    table = e.table(table.id)
    assert table.ply > 0 and table.to_act != seat and table.helped == {seat}
    moves = [row["person"] for row in e.disk.rows("SELECT person FROM log WHERE ply = ?", table.ply - 1)]
    assert moves == [None]
    await e.restart()
    assert e.table(table.id).helped == {seat} and e.table(table.id).chairs[seat].substituted
    table = await e.play(table.id, lambda t: t.to_act == seat)
    assert table.chairs[seat].computer
    with pytest.raises(Stale):  # an old button, and yet a sign of life
        await e.tables.act(table.id, owner, 0, e.legal(table))
    table = e.table(table.id)
    assert table.chairs[seat] == Chair(owner) and table.to_act == seat
    table = await e.act(table)
    table = await e.play(table.id, settled)
    booked = e.disk.rows("SELECT seat, person, helped, left_early, computers FROM ledger WHERE kind = 'deal'")
    assert {tuple(row) for row in booked} == {(i, table.chairs[i].person, int(i == seat), 0, 0) for i in SEATS}
    table = await e.play(table.id, lambda t: dealt(t) and t.deal == 2)
    assert table.helped == frozenset()


@evening
async def test_nobody_waits_for_the_next_of_someone_stood_in_for(e: Evening) -> None:
    table = await e.play((await e.partie(2)).id, lambda t: dealt(t) and t.chairs[t.to_act].person is not None)  # type: ignore[index]
    other = bystander(table)
    await e.pass_time(120)
    await e.tables.substitute(table.id, other, table.ply)
    table = await e.play(table.id, settled)
    assert dealt((await e.tables.ready(table.id, other, table.ply)).table)


@evening
async def test_the_owner_ends_it_by_pressing_next_too(e: Evening) -> None:
    table = await e.play((await e.partie()).id, dealt)
    owner, seat = acting(table), table.to_act
    assert seat is not None
    await e.pass_time(120)
    await e.tables.substitute(table.id, bystander(table), table.ply)
    table = await e.play(table.id, settled)
    assert table.chairs[seat].substituted
    table = (await e.tables.ready(table.id, owner, table.ply)).table
    assert table.chairs[seat] == Chair(owner)
    assert table.ready == {seat}


# -- leaving


@evening
async def test_a_leaver_s_deal_and_partie_are_the_leaver_s(e: Evening) -> None:
    table = await e.play((await e.partie()).id, mid_trick)
    leaver, seat = acting(table), table.to_act
    assert seat is not None
    deal = table.deal
    table = (await e.tables.leave(table.id, leaver)).table
    assert table.chairs[seat] == Chair(computer=True, leaver=leaver)
    await e.pass_time(0)
    assert e.table(table.id).ply > table.ply or e.due_in[0] <= PACE.trick
    table = await e.play(table.id, after_deal(deal))
    booked = {row["seat"]: tuple(row) for row in e.disk.rows("SELECT * FROM ledger WHERE kind = 'deal'")}
    columns = [column[1] for column in e.disk.rows("PRAGMA table_info(ledger)")]
    mine = dict(zip(columns, booked[seat], strict=True))
    assert (mine["person"], mine["left_early"], mine["computers"]) == (leaver, 1, 0)
    assert sum(dict(zip(columns, row, strict=True))["left_early"] for row in booked.values()) == 1
    table = await e.play(table.id, finished)
    rows = {row[0]: row for row in partie_rows(e)}
    assert len(rows) == 4
    assert rows[seat][1] == leaver and rows[seat][-1] == 1
    if table.deal > deal:
        assert all(row[6] == 1 for row in rows.values())
        assert len(e.disk.rows("SELECT * FROM ledger WHERE kind = 'deal' AND person = ?", leaver)) == 1
    await e.check()


@evening
async def test_a_leaver_s_partie_is_theirs_who_took_the_seat(e: Evening) -> None:
    a, b, new, *_ = e.people
    table = await e.play((await e.partie(2)).id, settled)
    seat = seat_of(table, b)
    await e.tables.leave(table.id, b)
    await e.tables.sit(table.id, new, seat)
    table = await e.play(table.id, finished)
    assert [(row[1], row[-1]) for row in partie_rows(e)] == [
        (table.chairs[s].person, 0) for s in SEATS if table.chairs[s].person
    ]
    assert {row[1] for row in partie_rows(e)} == {a, new}


@evening
async def test_a_leaver_comes_back_at_the_next_move(e: Evening) -> None:
    table = await e.play((await e.partie()).id, in_phase(Phase.PLAY))
    leaver, seat = acting(table), table.to_act
    assert seat is not None
    await e.tables.leave(table.id, leaver)
    table = e.table(table.id)
    change = await e.tables.act(table.id, leaver, table.ply, e.legal(table))
    assert change.table.chairs[seat] == Chair(leaver)
    assert e.disk.rows("SELECT person FROM log WHERE ply = ?", table.ply)[0]["person"] == leaver
    await e.play(table.id, finished)
    assert not any(row[-1] for row in partie_rows(e))
    assert [row[1] for row in partie_rows(e)] == [chair.person for chair in e.table(table.id).chairs]


@evening
async def test_the_table_of_the_last_to_leave_plays_its_deal_out_and_closes(e: Evening) -> None:
    table = await e.play((await e.partie(2)).id, mid_trick)
    people = table.people
    for person in people:
        table = (await e.tables.leave(table.id, person)).table
    assert (table.phase, table.host, table.people) == (TablePhase.PARTIE, None, ())
    await e.restart()
    await e.pass_time(32 * PACE.trick)
    assert e.tables.get(table.id) is None and e.due_in == []
    last = e.changes[-1]
    assert last.before is not None and last.before.to_act is not None  # with the deal's last card, not later
    assert settled(last.table) and last.table.phase is TablePhase.CLOSED
    booked = e.disk.rows("SELECT person, left_early FROM ledger WHERE kind = 'deal' ORDER BY seat")
    assert [tuple(row) for row in booked] == [(person, 1) for person in people]
    assert partie_rows(e) == []
    await e.check()


@evening
async def test_all_leave_in_the_deal_that_ends_the_partie(e: Evening) -> None:
    """It is theirs to the end, and no finished table waits for a rematch."""

    def will_end_it(t: Table) -> bool:
        state = t.state
        if state is None or not in_last_trick(t):
            return False
        while state.turn is not None:  # everybody has one card
            state = t.rules.apply(state, state.turn, t.rules.legal(state)[0]).state
        return state.phase is Phase.OVER

    table = await e.play((await e.partie()).id, will_end_it)
    people = table.people
    for person in people:
        await e.tables.leave(table.id, person)
    await e.pass_time(4 * PACE.trick)
    last = e.changes[-1].table
    assert last.phase is TablePhase.CLOSED and last.settlement is not None and last.settlement.partie_over
    assert [(row[1], row[-1]) for row in partie_rows(e)] == [(person, 1) for person in people]
    assert e.due_in == []
    await e.check()


@evening
async def test_the_last_to_leave_may_come_back_while_the_deal_lasts(e: Evening) -> None:
    table = await e.play((await e.partie(1)).id, lambda t: dealt(t) and t.to_act == S)
    a = e.people[0]
    await e.tables.leave(table.id, a)
    await e.tables.come_back(table.id, a)
    table = e.table(table.id)
    assert (table.chairs[S], table.host) == (Chair(a), a)
    await e.play(table.id, finished)
    await e.check()


@evening
async def test_leaving_between_deals_closes_the_last_one_s_table(e: Evening) -> None:
    table = await e.play((await e.partie(2)).id, settled)
    one, two = table.people
    await e.tables.leave(table.id, one)
    assert e.table(table.id).people == (two,)
    change = await e.tables.leave(table.id, two)
    assert change.table.phase is TablePhase.CLOSED and e.tables.get(table.id) is None
    assert e.due_in == []


@evening
async def test_leaving_while_the_drawn_cards_stand(e: Evening) -> None:
    table = await e.partie(2)
    one, two = e.people[:2]
    await e.tables.leave(table.id, one)
    await e.pass_time(PACE.drawing)
    table = e.table(table.id)
    assert table.deal == 1 and table.owners[seat_of(table, two)] == two and table.computers_dealt_in == 3


# -- stopping


@evening
async def test_a_moderator_stops_a_deal(e: Evening) -> None:
    table = await e.play((await e.partie()).id, mid_trick)
    change = await e.tables.stop(table.id, None)
    assert (change.table.phase, change.table.stopped) == (TablePhase.CLOSED, True)
    assert e.tables.get(table.id) is None and e.due_in == []
    rows = e.disk.rows("SELECT outcome, striche_ns, striche_ew FROM settlement")
    assert [tuple(row) for row in rows] == [("abandoned", 0, 0)]
    assert e.count("ledger") == 0
    async with unchanged(e, Refused):
        await e.tables.stop(table.id, None)
    await e.restart()
    assert e.tables.all() == []


@pytest.mark.parametrize("moment", ["lobby", "drawing", "between", "finished"])
@evening
async def test_a_moderator_stops_a_table_where_nothing_is_played(e: Evening, moment: str) -> None:
    table = await e.lobby() if moment == "lobby" else await e.partie()
    if moment in ("between", "finished"):
        table = await e.play(table.id, finished if moment == "finished" else settled)
    logged, booked = e.count("log"), e.count("ledger")
    assert (await e.tables.stop(table.id, None)).table.phase is TablePhase.CLOSED
    assert (e.count("log"), e.count("ledger")) == (logged, booked)
    assert e.tables.get(table.id) is None


@evening
async def test_a_majority_stops(e: Evening) -> None:
    table = await e.play((await e.partie()).id, mid_trick)
    a, b, c, _ = table.people
    assert not (await e.tables.vote_stop(table.id, a, True)).table.stopped
    assert not (await e.tables.vote_stop(table.id, b, True)).table.stopped
    assert (await e.tables.vote_stop(table.id, c, True)).table.stopped
    assert e.disk.rows("SELECT outcome FROM settlement")[-1]["outcome"] == "abandoned"


@evening
async def test_half_of_them_object(e: Evening) -> None:
    table = await e.play((await e.partie()).id, mid_trick)
    a, b, c, _ = table.people
    await e.tables.vote_stop(table.id, a, True)
    assert (await e.tables.vote_stop(table.id, b, False)).table.stop is not None
    assert (await e.tables.vote_stop(table.id, c, False)).table.stop is None
    await e.pass_time(PACE.stop_vote)
    assert e.table(table.id).ply == table.ply


@evening
async def test_two_minutes_silence_is_a_yes(e: Evening) -> None:
    table = await e.play((await e.partie()).id, settled)
    a, b, *_ = table.people
    await e.tables.vote_stop(table.id, a, True)
    assert e.due_in == [PACE.stop_vote]
    await e.pass_time(60)
    await e.tables.vote_stop(table.id, b, False)
    await e.tables.vote_stop(table.id, a, True)  # asking again gives no more time
    await e.pass_time(PACE.stop_vote - 60.5)
    assert e.table(table.id).stop is not None
    await e.pass_time(0.5)
    assert e.tables.get(table.id) is None
    assert e.changes[-1].table.stopped and e.changes[-1].person is None


@evening
async def test_the_vote_goes_on_while_they_play(e: Evening) -> None:
    """Its time is its own, whatever else is due meanwhile."""
    table = await e.play((await e.partie(2)).id, dealt)
    await e.tables.vote_stop(table.id, e.people[0], True)
    began = e.now()
    while e.tables.get(table.id) is not None:
        await e.step(table.id)
        assert e.now() <= began + PACE.stop_vote
        if e.tables.get(table.id) is not None:
            await e.pass_time(5)
    assert e.now() <= began + PACE.stop_vote + 5
    assert e.changes[-1].table.stopped


@evening
async def test_no_vote_is_lost_when_somebody_goes(e: Evening) -> None:
    """Who asked and left asks no more; who stays alone with a question has answered it."""
    table = await e.lobby(3)
    a, b, c, *_ = e.people
    await e.tables.vote_stop(table.id, a, True)
    assert (await e.tables.stand_up(table.id, a)).table.stop is None
    await e.tables.vote_stop(table.id, b, True)
    assert (await e.tables.leave(table.id, c)).table.stopped
    assert e.tables.get(table.id) is None


@evening
async def test_the_one_who_asked_can_leave_a_lobby(e: Evening) -> None:
    table = await e.lobby(2)
    a, b, *_ = e.people
    await e.tables.vote_stop(table.id, a, True)
    await e.tables.vote_stop(table.id, a, False)
    await e.tables.stand_up(table.id, b)
    assert (await e.tables.leave(table.id, a)).table.phase is TablePhase.CLOSED


@evening
async def test_a_vote_is_not_decided_by_the_silence_of_the_time_we_were_away(e: Evening) -> None:
    table = await e.play((await e.partie()).id, settled)
    await e.tables.vote_stop(table.id, e.people[0], True)
    await e.restart(down=3600)
    assert e.due_in == [PACE.stop_vote]
    await e.tables.vote_stop(table.id, e.people[1], False)
    await e.tables.vote_stop(table.id, e.people[2], False)
    assert e.table(table.id).stop is None


# -- closing by time


@evening
async def test_an_abandoned_lobby_closes(e: Evening) -> None:
    table = await e.lobby(1)
    assert e.due_in == [PACE.lobby]
    await e.pass_time(PACE.lobby - 1)
    await e.tables.sit(table.id, e.people[1], N)  # somebody is there after all
    await e.pass_time(PACE.lobby - 0.5)
    assert e.table(table.id).phase is TablePhase.LOBBY
    await e.pass_time(0.5)
    assert e.tables.get(table.id) is None
    change = e.changes[-1]
    assert (change.table.phase, change.person, change.table.stopped) == (TablePhase.CLOSED, None, False)
    assert e.due_in == []


@evening
async def test_a_finished_table_closes(e: Evening) -> None:
    table = await e.play((await e.partie()).id, finished)
    assert e.due_in == [PACE.finished]
    await e.pass_time(PACE.finished)
    assert e.tables.get(table.id) is None
    assert len(partie_rows(e)) == 4


# -- starting again


def turn_waits(table: Table) -> list[float]:
    """What the clock waits for right after a start, in seconds from then."""
    seat = table.to_act
    if seat is None:
        return [PACE.drawing] if table.drawing is not None else [PACE.next_pause] if table.ready else []
    assert table.state is not None
    if in_last_trick(table):
        return [PACE.computer if table.state.trick else PACE.trick]
    if table.chairs[seat].computer:
        return [PACE.trick if pairs(table).tricks and not pairs(table).trick else PACE.computer]
    return [PACE.remind]


@pytest.mark.parametrize("people", [4, 1])
@evening
async def test_a_restart_at_every_ply_of_a_deal(e: Evening, people: int) -> None:
    table: Table | None = await e.partie(people)
    plies = 0
    while table is not None and not (settled(table) and table.deal == 1):
        before = e.table(table.id)
        await e.restart(down=1000)
        after = e.table(table.id)
        assert replace(after, since=before.since, absent=before.absent) == before
        assert after.since == e.now()  # nobody is hurried for the time we were away
        assert e.due_in == turn_waits(after), f"ply {after.ply}"
        await e.check()
        table = await e.step(table.id)
        plies += 1
    assert plies >= 33
    await e.restart()
    assert e.table(1).settlement is not None
    assert e.count("ledger") == people
    await e.play(1, finished)


@evening
async def test_who_is_to_act_is_reminded_after_a_start_too(e: Evening) -> None:
    """Once, after the usual time: perhaps they have moved meanwhile, as far as they know."""
    table = await e.play((await e.partie()).id, dealt)
    await e.pass_time(PACE.remind)
    await e.restart(down=1000)
    e.changes.clear()
    await e.pass_time(PACE.remind - 0.5)
    assert e.changes == []
    await e.pass_time(60)
    assert [change.remind for change in e.changes] == [table.to_act]


@evening
async def test_restarts_in_the_exchange_of_a_kleines_solo(e: Evening) -> None:
    """From its call on, after every ply."""
    table = await e.play((await e.partie()).id, settled)

    def can(t: Table) -> bool:
        assert t.state is not None
        return Call("kleines-solo") in t.rules.legal(t.state)

    table = await e.play(table.id, can)
    table = (await e.tables.act(table.id, acting(table), table.ply, Call("kleines-solo"))).table
    seen: set[tuple[Phase | None, int]] = set()
    while table.to_act is not None:
        assert table.state is not None
        seen.add((table.game_phase, len(pairs(table).gifts)))
        await e.restart()
        await e.check()
        assert e.table(table.id).state == table.state
        following = await e.step(table.id)
        assert following is not None
        table = following
    assert {(Phase.NAME, 0), (Phase.GIVE, 0), (Phase.GIVE, 1), (Phase.PLAY, 2)} <= seen


@evening
async def test_a_start_tells_every_table_and_its_people(e: Evening) -> None:
    one, two = await e.partie(4), await e.lobby(2, first=4)
    await e.tables.leave(one.id, e.people[0])
    await e.stop()
    database = await Database.open(e.path)
    people = People(database)
    tables = Tables(database, people, e.tables._means)
    told: list[Change] = []
    tables.listeners.append(told.append)
    loaded = await tables.load()
    assert [table.id for table in loaded] == [one.id, two.id]
    assert told == []
    for person in e.people:
        assert people.get(person).name
    tables.go_on()
    assert [(change.before, change.table) for change in told] == [(None, table) for table in loaded]
    await tables.close()
    await database.close()
    await e._open()


@evening
async def test_an_offer_is_made_anew_after_a_start(e: Evening) -> None:
    table = await e.play((await e.partie()).id, dealt)
    await e.pass_time(120)
    assert e.table(table.id).absent
    await e.restart()
    assert not e.table(table.id).absent
    await e.pass_time(119.5)
    assert not e.table(table.id).absent
    await e.pass_time(0.5)
    assert e.table(table.id).absent


@evening
async def test_a_lobby_that_was_abandoned_while_we_were_away_closes(e: Evening) -> None:
    table = await e.lobby(1)
    await e.restart(down=PACE.lobby - 10)
    assert e.due_in == [10]
    await e.restart(down=100)
    await e.settle()
    assert e.tables.get(table.id) is None


# -- deals under other rules


async def as_dealt_by_other_rules(e: Evening) -> None:
    """Stop, and go on from a copy of the file in which all deals were dealt by an earlier version of the rules."""
    await e.stop()
    with contextlib.closing(sqlite3.connect(e.path, isolation_level=None)) as connection:
        [(trigger,)] = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'deal_is_final'").fetchall()
        connection.execute("DROP TRIGGER deal_is_final")
        connection.execute("UPDATE deal SET rules_version = rules_version - 1")
        connection.execute(trigger)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    copy = e.path.with_name("copy.sqlite3")
    shutil.copy(e.path, copy)
    e.path.unlink()
    copy.rename(e.path)
    e.disk.close()
    await e._open()


@evening
async def test_an_open_deal_of_other_rules_is_annulled_and_dealt_again(e: Evening) -> None:
    table = await e.play((await e.partie()).id, after_deal(1))
    before = await e.play(table.id, lambda t: t.deal == table.deal + 1 and mid_trick(t))
    assert table.state is not None
    booked = e.count("ledger")
    e.changes.clear()
    await as_dealt_by_other_rules(e)
    assert [change.table.annulled for change in e.changes] == [True]
    annulled = e.table(before.id)
    assert annulled.between_deals and annulled.settlement is None and annulled.state is not None
    assert pairs(annulled).standing.striche == pairs(table).standing.striche
    assert annulled.state.standing.dealer == before.state.dealer  # type: ignore[union-attr]
    assert annulled.ply == before.ply
    assert e.disk.rows("SELECT outcome FROM settlement ORDER BY deal DESC LIMIT 1")[0]["outcome"] == "annulled"
    assert e.count("ledger") == booked
    for person in before.people:  # an old button
        with pytest.raises(Refused):
            await e.tables.act(before.id, person, before.ply, Call("weg"))
    await e.restart()
    assert e.table(before.id).annulled
    assert len(e.disk.rows("SELECT * FROM settlement WHERE outcome = 'annulled'")) == 1
    again = await e.play(before.id, dealt)
    assert again.deal == before.deal + 1 and not again.annulled
    await e.check()
    await e.play(before.id, finished)
    await e.check()
    assert len(partie_rows(e)) == 4


@evening
async def test_what_is_settled_stays_whatever_the_rules_are_now(e: Evening) -> None:
    table = await e.play((await e.partie()).id, settled)
    await as_dealt_by_other_rules(e)
    assert not e.table(table.id).annulled
    assert e.table(table.id).state == table.state
    await e.check()


@evening
async def test_an_annulled_deal_that_nobody_is_left_to_deal_again_closes_its_table(e: Evening) -> None:
    table = await e.play((await e.partie(1)).id, mid_trick)
    await e.tables.leave(table.id, e.people[0])
    await as_dealt_by_other_rules(e)
    await e.settle()
    assert e.tables.get(table.id) is None
    assert e.tables.all() == [] and e.due_in == []


# -- the end


@evening
async def test_after_the_end_everything_is_refused(e: Evening) -> None:
    table = await e.play((await e.partie()).id, mid_trick)
    disk, heard = e.snapshot(), len(e.changes)
    await e.tables.close()
    assert e.loop.timers == []
    person = acting(table)
    for wish in (
        lambda: e.tables.act(table.id, person, table.ply, e.legal(table)),
        lambda: e.tables.ready(table.id, person, table.ply),
        lambda: e.tables.leave(table.id, person),
        lambda: e.tables.stop(table.id, None),
        lambda: e.tables.vote_stop(table.id, person, True),
        lambda: e.tables.open(GUILD, CHANNEL, e.people[5], "bauernstoss", Options()),
    ):
        with pytest.raises(Refused) as caught:
            await wish()
        assert caught.value.why == "shutting_down"
    await e.pass_time(100_000)
    assert (e.snapshot(), len(e.changes)) == (disk, heard)
    await e.tables.close()
    assert e.loop.timers == []


@evening
async def test_what_has_begun_is_finished_at_the_end(e: Evening) -> None:
    table = await e.play((await e.partie()).id, mid_trick)
    call = asyncio.ensure_future(e.tables.act(table.id, acting(table), table.ply, e.legal(table)))
    await e.writing()
    await e.tables.close()
    assert call.done() or e.count("log") == table.ply + 1
    assert (await call).table.ply == table.ply + 1
    assert e.loop.timers == []


@evening
async def test_what_fails_at_the_end_is_not_tried_again(e: Evening) -> None:
    """The clock's work fails while the tables close: no timer may be left for a closed database."""
    table = await e.play((await e.partie(1)).id, lambda t: dealt(t) and t.chairs[t.to_act].computer)  # type: ignore[index]
    await e.sql(NO_LOG)
    e.loop.at = e.loop.timers[0]
    await e.writing()
    await e.tables.close()
    assert e.loop.timers == []
    assert len(e.errors.records) == 1
    e.errors.records.clear()
    await e.sql("DROP TRIGGER no")
    assert e.count("log") == table.ply


# -- random evenings


@pytest.mark.parametrize("seed", range(6))
@evening
async def test_people_who_come_and_go(e: Evening, seed: int) -> None:
    """Everything that can be wished, by anybody, at any time, with restarts: afterwards all that must hold holds."""
    chance = e.chance
    await e.lobby(chance.randrange(1, 5), Options(by_lot=chance.random() < 0.5))
    for _ in range(220):
        if not e.tables.all() or (len(e.tables.all()) < 3 and chance.random() < 0.02):
            await e.lobby(1, first=chance.randrange(6))
        table = chance.choice(e.tables.all())
        person, seat, ply = chance.choice(e.people), chance.choice(SEATS), table.ply - (chance.random() < 0.1)
        wish = chance.choices(
            (
                "play",
                "sit",
                "ready",
                "leave",
                "fill",
                "start",
                "vote",
                "substitute",
                "time",
                "restart",
                "stand",
                "computer",
            ),
            (40, 6, 4, 1, 3, 3, 1, 3, 6, 1, 0.5, 1),
        )[0]
        with contextlib.suppress(*ACTED):
            match wish:
                case "play":
                    to_act = table.to_act
                    owner = None if to_act is None else table.chairs[to_act].person
                    if owner is None:
                        await e.pass_time(chance.choice((0, 1, 2, 6)))
                    else:
                        await e.tables.act(table.id, owner, ply, e.legal(table, solos=chance.random() < 0.1))
                case "sit":
                    await e.tables.sit(table.id, person, seat)
                case "ready":
                    await e.tables.ready(table.id, person, ply)
                case "leave":
                    await e.tables.leave(table.id, person)
                case "fill":
                    await e.tables.fill(table.id, person)
                case "start" if table.host is not None:
                    await e.tables.start(table.id, table.host)
                case "vote":
                    await e.tables.vote_stop(table.id, person, chance.random() < 0.3)
                case "substitute":
                    await e.pass_time(120)
                    now = e.tables.get(table.id)
                    await e.tables.substitute(table.id, person, now.ply if now is not None else 0)
                case "time":
                    await e.pass_time(chance.choice((0.5, 2, 5, 30, 121)))
                case "restart":
                    await e.check()
                    await e.restart(down=chance.choice((0, 50)))
                case "stand":
                    await e.tables.stand_up(table.id, person)
                case "computer":
                    await e.tables.toggle_computer(table.id, person, seat)
        await e.settle()
        for open_table in e.tables.all():
            owned = [c.person for c in open_table.chairs if c.person] + [
                c.leaver for c in open_table.chairs if c.leaver
            ]
            assert len(owned) == len(set(owned)), f"seed {seed}: one person at two seats"
            assert open_table.host is None or open_table.host in open_table.people
            assert open_table.people or dealt(open_table), f"seed {seed}: an open table without people"
    await e.check()


def test_the_watch_of_these_tests_does_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Something that only time would bring fails the test instead of hanging it."""
    from . import evening as this

    monkeypatch.setattr(this, "WATCHDOG", 0.0)

    async def hang() -> None:
        await asyncio.sleep(1)

    with pytest.raises(AssertionError), asyncio.Runner(loop_factory=this.HandLoop) as runner:
        runner.run(hang())
