"""Bauernheinrich on the books: everyone's own place, once a deal, and what it adds up to."""

import sqlite3
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import aiosqlite
import pytest

from bot import table as at_table
from bot.core.actions import Void
from bot.core.game import Outcome
from bot.core.games import PlaceState
from bot.core.seats import SEATS, S
from bot.store import ledger
from bot.store.database import Database, Row
from bot.store.places import PlaceLine, PlaceOrder, PlaceRecord, place_board, place_record_of
from bot.store.standings import Page
from bot.table import Table

from .playing import GUILD, A, B, C, D, Scribe
from .test_ledger import booked, correct

GAME = "bauernheinrich"
NOON = datetime(2026, 6, 17, 12, tzinfo=UTC)
People = tuple[int | None, int | None, int | None, int | None]


async def playing(scribe: Scribe, people: People = (A, B, C, D)) -> Table:
    return await scribe.start(await scribe.open(people, game=GAME))


def played(table: Table) -> bool:
    return table.settlement is not None and table.settlement.outcome is Outcome.PLAYED


def mid_deal(table: Table) -> bool:
    return isinstance(table.state, PlaceState) and len(table.state.places) == 1 and table.settlement is None


async def unfinished(scribe: Scribe) -> Table:
    """A deal that H12 ends with some places taken: everyone plays the highest card."""

    def ended(table: Table) -> bool:
        return table.settlement is not None

    for _ in range(100):
        table = await scribe.deal(await playing(scribe))
        while not ended(table):
            assert table.to_act is not None
            legal = table.rules.legal(table.state)
            table = await scribe.act(table, table.to_act, max(legal, key=lambda each: getattr(each, "card", 0) & 7))
        settlement = table.settlement
        assert settlement is not None
        if settlement.outcome is Outcome.UNFINISHED and settlement.places:
            return table
    raise AssertionError("never")


# -- booking


async def test_everyone_is_booked_the_own_place_once(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), played)
    settlement = table.settlement
    assert settlement is not None
    rows = [row for row in await booked(scribe) if row["deal"] == table.deal]
    assert [row["person"] for row in rows] == [A, B, C, D]
    for seat, row in zip(SEATS, rows, strict=True):
        place = settlement.places.index(seat) + 1
        assert (row["seat"], row["place"], row["won"]) == (seat, place, place == 1)
        assert (row["partner"], row["striche"], row["striche_other"]) == (None, 0, 0)
        assert (row["deals"], row["partien"], row["game"]) == (1, 0, GAME)
        assert (row["computers"], row["helped"], row["left_early"]) == (0, 0, 0)
    assert await booked(scribe, "partie") == []
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        await scribe.database.write(lambda connection: ledger.book(connection, table, 1.0))


async def test_deal_follows_deal(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), played)
    await scribe.on(await scribe.deal(table), played)
    assert len({row["deal"] for row in await booked(scribe)}) >= 2


async def test_an_unfinished_deal_books_the_places_taken(scribe: Scribe) -> None:
    table = await unfinished(scribe)
    assert table.settlement is not None
    places = table.settlement.places
    rows = [row for row in await booked(scribe) if row["table_id"] == table.id]
    assert len(rows) == 4
    for row in rows:
        expected = places.index(row["seat"]) + 1 if row["seat"] in places else None
        assert (row["place"], row["won"], row["deals"]) == (expected, expected == 1, 1)


async def test_an_abandoned_deal_is_not_booked(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), mid_deal)
    before = {row["deal"] for row in await booked(scribe)}
    await scribe.act(table, None, Void())
    assert {row["deal"] for row in await booked(scribe)} == before
    assert table.deal not in before


async def test_computers_leavers_and_the_helped_are_marked(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe, (A, None, C, D)), mid_deal)
    table = await scribe.change(table, replace(table, helped=frozenset({S})))
    table = await scribe.change(table, at_table.leave(table, A))
    table = await scribe.on(table, lambda each: each.settlement is not None)
    rows = [row for row in await booked(scribe) if row["deal"] == table.deal]
    assert [(row["person"], row["computers"], row["helped"], row["left_early"]) for row in rows] == [
        (A, 1, 0, 1),
        (C, 1, 1, 0),
        (D, 1, 0, 0),
    ]


async def test_there_are_four_places(scribe: Scribe) -> None:
    await scribe.on(await playing(scribe), played)
    row, *_ = await booked(scribe)
    for wrong in (0, 5):
        with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
            await correct(scribe, row, place=wrong)


# -- sums over a ledger made by hand


class Books:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.deal, self.at = 0, NOON.timestamp()
        self.game, self.computers, self.helped, self.left_early = GAME, 0, 0, 0

    async def places(self, person: int, *places: int | None) -> None:
        """A deal each; None where it was unfinished."""
        for place in places:
            self.deal += 1
            values = {
                "guild_id": GUILD,
                "game": self.game,
                "kind": "deal",
                "table_id": 1,
                "partie": 1,
                "deal": self.deal,
                "seat": 0,
                "pair": 0,
                "person": person,
                "partner": None,
                "deals": 1,
                "partien": 0,
                "striche": 0,
                "striche_other": 0,
                "won": place == 1,
                "computers": self.computers,
                "helped": self.helped,
                "left_early": self.left_early,
                "rules_version": 1,
                "booked_at": self.at,
                "place": place,
            }
            await self.database.write(lambda connection, values=values: insert(connection, values))

    async def board(self, order: PlaceOrder = PlaceOrder.FIRSTS, **asked: object) -> Page[PlaceLine]:
        wish: dict[str, object] = {"since": None, "computers": False, "page": 0, "size": 10} | asked
        return await place_board(self.database, GUILD, GAME, order=order, **wish)  # type: ignore[arg-type]

    async def names(self, order: PlaceOrder, **asked: object) -> list[tuple[int, int]]:
        return [(line.rank, line.person) for line in (await self.board(order, **asked)).rows]

    async def record(self, person: int) -> PlaceRecord:
        return await place_record_of(self.database, GUILD, person, game=GAME, since=None, computers=False)


async def insert(connection: aiosqlite.Connection, values: dict[str, object]) -> None:
    marks = ", ".join(f":{name}" for name in values)
    await connection.execute(f"INSERT INTO ledger ({', '.join(values)}) VALUES ({marks})", values)


@pytest.fixture
async def books(scribe: Scribe) -> Books:
    await scribe.open()
    return Books(scribe.database)


async def test_the_three_orders(books: Books) -> None:
    await books.places(A, 1, 1, 4, 4)
    await books.places(B, 1, 2)
    await books.places(C, 2, 2, 2)
    await books.places(D, None)
    assert await books.names(PlaceOrder.FIRSTS) == [(1, A), (2, B), (3, C), (3, D)]
    assert await books.names(PlaceOrder.PLACE) == [(1, B), (2, C), (3, A)]
    assert await books.names(PlaceOrder.DEALS) == [(1, A), (2, C), (3, B), (4, D)]
    assert (await books.board()).rows[1] == PlaceLine(2, B, "Bert", 2, 1, 1.5)


async def test_a_deal_without_a_place_counts_as_played_and_in_no_average(books: Books) -> None:
    await books.places(A, 1, None, 3)
    assert (await books.board()).rows == (PlaceLine(1, A, "Anna", 3, 1, 2.0),)
    assert await books.record(A) == PlaceRecord(A, "Anna", 3, (1, 0, 1, 0), 2.0, 0, 0)
    await books.places(B, None)
    assert (await books.record(B)).average is None


async def test_only_the_game_the_time_and_the_company_asked_for(books: Books) -> None:
    await books.places(A, 1)
    books.game = "bauernstoss"
    await books.places(B, 1)
    books.game, books.computers = GAME, 2
    await books.places(C, 1)
    books.computers, books.at = 0, NOON.timestamp() - 1
    await books.places(D, 1)
    assert await books.names(PlaceOrder.FIRSTS) == [(1, A), (1, D)]
    assert await books.names(PlaceOrder.FIRSTS, since=NOON) == [(1, A)]
    assert await books.names(PlaceOrder.FIRSTS, since=NOON + timedelta(seconds=1)) == []
    assert await books.names(PlaceOrder.FIRSTS, computers=True) == [(1, A), (1, C), (1, D)]


async def test_pages_and_the_own_line(books: Books) -> None:
    for person, places in ((A, [1, 1, 1]), (B, [1, 1]), (C, [1])):
        await books.places(person, *places)
    page = await books.board(size=2, own=C)
    assert ([line.person for line in page.rows], page.pages, page.total) == ([A, B], 2, 3)
    assert page.own == PlaceLine(3, C, "Cleo", 1, 1, 1.0)
    assert await books.board(own=D, page=9) == replace(await books.board(), page=0)
    assert await Books(books.database).board(since=NOON + timedelta(days=1)) == Page((), 0, 1, 0)


async def test_corrections_count(books: Books, scribe: Scribe) -> None:
    """A place taken back, and booked anew as another one."""

    async def row_of(place: int) -> Row:
        (row,) = await books.database.rows("SELECT * FROM ledger WHERE place = ? AND kind = 'deal'", (place,))
        return row

    await books.places(A, 1, 3)
    await correct(scribe, await row_of(1))
    assert (await books.board()).rows == (PlaceLine(1, A, "Anna", 1, 0, 3.0),)
    await correct(scribe, await row_of(1), deals=1, won=0, place=2)
    assert (await books.record(A)) == PlaceRecord(A, "Anna", 2, (0, 1, 1, 0), 2.5, 0, 0)
    await correct(scribe, await row_of(3))
    await correct(scribe, await row_of(1), deals=-1, won=0, place=2)
    assert (await books.board()).rows == ()


async def test_a_record_tells_of_help_and_leaving(books: Books) -> None:
    await books.places(A, 4, 2)
    books.helped = 1
    await books.places(A, 2)
    books.helped, books.left_early = 0, 1
    await books.places(A, 1, 1)
    await books.places(B, 1)
    assert await books.record(A) == PlaceRecord(A, "Anna", 5, (2, 2, 0, 1), 2.0, 2, 1)
    assert await books.record(999) == PlaceRecord(999, "", 0, (0, 0, 0, 0), None, 0, 0)


async def test_real_deals_add_up(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), played)
    table = await scribe.on(await scribe.deal(table), played)
    page = await Books(scribe.database).board()
    rows = await booked(scribe)
    assert {line.person: line.firsts for line in page.rows} == {
        person: sum(row["person"] == person and row["place"] == 1 for row in rows) for person in (A, B, C, D)
    }
    assert {line.deals for line in page.rows} == {len(rows) / 4}


async def test_the_sums_go_by_index(books: Books) -> None:
    plans: list[str] = []

    class Explaining:
        async def rows(self, sql: str, parameters: dict[str, object]) -> list[Row]:
            plan = await books.database.rows(f"EXPLAIN QUERY PLAN {sql}", parameters)
            plans.append("\n".join(row["detail"] for row in plan))
            return await books.database.rows(sql, parameters)

        async def row(self, sql: str, parameters: dict[str, object]) -> Row:
            return (await self.rows(sql, parameters))[0]

    spy = Explaining()
    for order in PlaceOrder:
        await place_board(spy, GUILD, GAME, since=NOON, order=order, computers=False, page=0, size=10)  # type: ignore[arg-type]
    await place_record_of(spy, GUILD, A, game=GAME, since=NOON, computers=False)  # type: ignore[arg-type]
    assert all("ledger_board (guild_id=? AND game=?" in plan for plan in plans[:-1]), plans
    assert "ledger_person (person=? AND guild_id=? AND game=?" in plans[-1]
    assert not [plan for plan in plans if "SCAN ledger" in plan]
