"""Leaderboard and player: sums over the ledger by server, game, time and company."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import aiosqlite
import pytest

from bot.store.database import Database
from bot.store.standings import Line, Order, Page, PartnerLine, Period, leaderboard, period_start, record_of
from tests.pairs import pairs

from .playing import GUILD, A, B, C, D, F, Scribe, finished
from .test_ledger import correct

GAME = "bauernstoss"
NOON = datetime(2026, 6, 17, 12, tzinfo=UTC)  # a Wednesday


# -- periods


@pytest.mark.parametrize(
    ("period", "now", "zone", "start"),
    [
        # the plain case: summer in Berlin is two hours ahead
        (Period.WEEK, "2026-06-17T12:00Z", "Europe/Berlin", "2026-06-14T22:00Z"),
        (Period.MONTH, "2026-06-17T12:00Z", "Europe/Berlin", "2026-05-31T22:00Z"),
        # Monday belongs to its own week, from the first moment on
        (Period.WEEK, "2026-06-14T22:00Z", "Europe/Berlin", "2026-06-14T22:00Z"),
        (Period.WEEK, "2026-06-14T21:59Z", "Europe/Berlin", "2026-06-07T22:00Z"),
        # the clocks go forward on Sunday 29 March: the week began in winter, the month too
        (Period.WEEK, "2026-03-29T12:00Z", "Europe/Berlin", "2026-03-22T23:00Z"),
        (Period.MONTH, "2026-03-31T12:00Z", "Europe/Berlin", "2026-02-28T23:00Z"),
        (Period.WEEK, "2026-03-30T12:00Z", "Europe/Berlin", "2026-03-29T22:00Z"),
        # and back on Sunday 25 October
        (Period.WEEK, "2026-10-25T12:00Z", "Europe/Berlin", "2026-10-18T22:00Z"),
        (Period.MONTH, "2026-10-31T12:00Z", "Europe/Berlin", "2026-09-30T22:00Z"),
        (Period.WEEK, "2026-10-26T12:00Z", "Europe/Berlin", "2026-10-25T23:00Z"),
        # New Year: it is 2027 already in Berlin, and its first week began in 2026
        (Period.MONTH, "2026-12-31T23:30Z", "Europe/Berlin", "2026-12-31T23:00Z"),
        (Period.MONTH, "2026-12-31T22:30Z", "Europe/Berlin", "2026-11-30T23:00Z"),
        (Period.WEEK, "2027-01-02T12:00Z", "Europe/Berlin", "2026-12-27T23:00Z"),
        # other places are in other weeks at the same time
        (Period.WEEK, "2026-06-15T05:00Z", "America/Los_Angeles", "2026-06-08T07:00Z"),
        (Period.WEEK, "2026-06-14T15:00Z", "Asia/Tokyo", "2026-06-14T15:00Z"),
        (Period.MONTH, "2026-06-01T00:00Z", "Asia/Kathmandu", "2026-05-31T18:15Z"),
        # midnight comes twice in Havana on Sunday 1 November 2026, and it is past the second
        (Period.MONTH, "2026-11-01T05:30Z", "America/Havana", "2026-11-01T04:00Z"),
        # and not at all in Asuncion on Sunday 1 October 2023
        (Period.MONTH, "2023-10-01T12:00Z", "America/Asuncion", "2023-10-01T04:00Z"),
    ],
)
def test_a_period_begins_by_the_clocks_of_its_place(period: Period, now: str, zone: str, start: str) -> None:
    moment = datetime.fromisoformat(now)
    assert period_start(period, moment, zone) == datetime.fromisoformat(start)
    assert period_start(period, moment.astimezone(ZoneInfo(zone)), zone) == datetime.fromisoformat(start)


def test_all_time_has_no_beginning() -> None:
    assert period_start(Period.ALL, NOON, "Europe/Berlin") is None


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/Havana", "Africa/Cairo", "Australia/Lord_Howe", "UTC"])
def test_every_moment_of_ten_years_lies_in_its_period(zone: str) -> None:
    now = datetime(2020, 1, 1, tzinfo=UTC)
    starts: dict[Period, list[float]] = {Period.WEEK: [], Period.MONTH: []}
    while now.year < 2030:
        for period, longest in ((Period.WEEK, timedelta(days=7, hours=1)), (Period.MONTH, timedelta(days=31, hours=1))):
            start = period_start(period, now, zone)
            assert start is not None
            assert timedelta(0) <= now - start.astimezone(UTC) < longest
            starts[period].append(start.timestamp())
        now += timedelta(hours=11, minutes=7)
    for found in starts.values():
        assert all(a <= b for a, b in pairwise(found))


# -- a ledger made by hand


class Books:
    """Deals and Partien written straight into the ledger."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.deal = 0
        self.at = NOON.timestamp()
        self.guild, self.game, self.computers, self.helped, self.left_early = GUILD, GAME, 0, 0, 0
        self.table = 1

    async def row(self, kind: str, person: int, partner: int | None, striche: int, other: int, won: bool) -> None:
        self.deal += 1
        values = {
            "guild_id": self.guild,
            "game": self.game,
            "kind": kind,
            "table_id": self.table,
            "partie": 1,
            "deal": self.deal,
            "seat": 0,
            "pair": 0,
            "person": person,
            "partner": partner,
            "deals": kind == "deal",
            "partien": kind == "partie",
            "striche": striche,
            "striche_other": other,
            "won": won,
            "computers": self.computers,
            "helped": self.helped,
            "left_early": self.left_early,
            "rules_version": 1,
            "booked_at": self.at,
        }

        async def work(connection: aiosqlite.Connection) -> None:
            marks = ", ".join(f":{name}" for name in values)
            await connection.execute(f"INSERT INTO ledger ({', '.join(values)}) VALUES ({marks})", values)

        await self.database.write(work)

    async def deals(self, person: int, *striche: int, partner: int | None = None) -> None:
        """Deals with so many Striche for the person, or, below 0, for the others."""
        for won in striche:
            await self.row("deal", person, partner, max(0, won), max(0, -won), won > 0)

    async def partie(self, person: int, won: bool, partner: int | None = None) -> None:
        await self.row("partie", person, partner, 20 if won else 7, 7 if won else 20, won)

    async def board(self, order: Order = Order.STRICHE, **asked: object) -> Page:
        wish: dict[str, object] = {"since": None, "computers": False, "page": 0, "size": 10} | asked
        return await leaderboard(self.database, self.guild, self.game, order=order, **wish)  # type: ignore[arg-type]

    async def names(self, order: Order = Order.STRICHE, **asked: object) -> list[tuple[int, int]]:
        return [(line.rank, line.person) for line in (await self.board(order, **asked)).rows]


@pytest.fixture
async def books(scribe: Scribe) -> Books:
    await scribe.open()
    return Books(scribe.database)


async def test_an_empty_ledger_has_one_empty_page(books: Books) -> None:
    assert await books.board(page=3, own=A) == Page((), 0, 1, 0)


async def test_a_line_holds_what_one_has_done(books: Books) -> None:
    await books.deals(A, 3, -1, 0)
    await books.partie(A, True)
    await books.partie(A, False)
    assert await books.board(own=B) == Page((Line(1, A, "Anna", 3, 3, 1.0, 1, 2),), 0, 1, 1)


async def test_the_four_orders(books: Books) -> None:
    await books.deals(A, 1, 1, 1, 1)
    await books.deals(B, 3)
    await books.deals(C, 2, -1)
    for person, parties in ((A, [False] * 3), (B, [True, False]), (C, [True] * 2)):
        for won in parties:
            await books.partie(person, won)
    assert await books.names(Order.STRICHE) == [(1, A), (2, B), (3, C)]
    assert await books.names(Order.AVERAGE) == [(1, B), (2, A), (2, C)]
    assert await books.names(Order.WON) == [(1, C), (2, B), (3, A)]
    assert await books.names(Order.PLAYED) == [(1, A), (2, B), (2, C)]


async def test_equals_share_a_rank_and_keep_their_order(books: Books) -> None:
    for person, striche in ((D, 2), (C, 3), (B, 2), (A, 2), (F, 1)):
        await books.deals(person, striche)
    assert await books.names() == [(1, C), (2, A), (2, B), (2, D), (5, F)]
    for _ in range(3):
        assert await books.names(page=1, size=2) == [(2, B), (2, D)]


async def test_pages(books: Books) -> None:
    for person, striche in ((A, 5), (B, 4), (C, 3), (D, 2), (F, 1)):
        await books.deals(person, striche)
    first = await books.board(size=2, own=D)
    assert [line.person for line in first.rows] == [A, B]
    assert (first.page, first.pages, first.total) == (0, 3, 5)
    assert first.own == Line(4, D, "Dora", 1, 2, 2.0, 0, 0)
    last = await books.board(size=2, page=2, own=F)
    assert [line.person for line in last.rows] == [F]
    assert last.own == last.rows[0]
    assert await books.board(size=2, page=99, own=F) == last
    assert await books.board(size=2, page=-1, own=D) == first
    full = await books.board(size=5)
    assert (len(full.rows), full.pages, full.own) == (5, 1, None)


async def test_only_the_server_the_game_and_the_time_asked_for(books: Books, scribe: Scribe) -> None:
    async def another(connection: aiosqlite.Connection) -> None:
        await connection.execute("INSERT INTO guild (id, name) VALUES (43, 'Anderswo')")

    await scribe.database.write(another)
    await books.deals(A, 1)
    books.guild = 43
    await books.deals(B, 1)
    books.guild, books.game = GUILD, "schoofkopp"
    await books.deals(C, 1)
    books.game, books.at = GAME, NOON.timestamp() - 0.001
    await books.deals(D, 1)
    assert await books.names() == [(1, A), (1, D)]
    assert await books.names(since=NOON) == [(1, A)]
    assert await books.names(since=NOON + timedelta(seconds=1)) == []
    books.guild = 43
    assert await books.names() == [(1, B)]
    assert (await record_of(scribe.database, 43, A, game=GAME, since=None, computers=True)).deals == 0


async def test_with_and_without_computers(books: Books) -> None:
    await books.deals(A, 1)
    books.computers = 2
    await books.deals(A, 3)
    await books.deals(B, 2)
    assert await books.names(computers=False) == [(1, A)]
    assert await books.names(computers=True) == [(1, A), (2, B)]
    assert [line.striche for line in (await books.board(computers=True)).rows] == [4, 2]


async def test_a_partie_without_a_deal_has_no_average(books: Books) -> None:
    """Whoever left in the week before and was booked the Partie in this one."""
    await books.partie(A, True)
    await books.deals(B, -1)
    assert (await books.board(Order.WON)).rows[0] == Line(1, A, "Anna", 0, 0, None, 1, 1)
    assert await books.names(Order.AVERAGE) == [(1, B)]
    assert (await record_of(books.database, GUILD, A, game=GAME, since=None, computers=False)).average is None


async def test_the_forgotten_stay_on_the_books_without_a_name(books: Books, scribe: Scribe) -> None:
    async def forget(connection: aiosqlite.Connection) -> None:
        await connection.execute("UPDATE person SET discord_id = NULL, name = '' WHERE id = ?", (A,))

    await books.deals(A, 2)
    await books.deals(B, 1, 0, 0, partner=A)
    await scribe.database.write(forget)
    assert [(line.person, line.name) for line in (await books.board()).rows] == [(A, ""), (B, "Bert")]
    record = await record_of(scribe.database, GUILD, B, game=GAME, since=None, computers=False)
    assert [partner.name for partner in record.partners] == [""]


async def test_corrections_count(books: Books, scribe: Scribe) -> None:
    await books.deals(A, 3, 1, partner=B)
    await books.deals(A, -2)
    await books.partie(A, True, partner=B)
    before = await books.board(own=A)
    (row, *_) = await scribe.database.rows("SELECT * FROM ledger WHERE striche = 3")
    await correct(scribe, row)
    assert before.own is not None
    assert (await books.board(own=A)).own == replace(before.own, deals=2, striche=1, average=0.5)
    record = await record_of(scribe.database, GUILD, A, game=GAME, since=None, computers=False)
    assert (record.deals, record.deals_won, record.striche, record.striche_against) == (2, 1, 1, 2)
    (row, *_) = await scribe.database.rows("SELECT * FROM ledger WHERE kind = 'partie'")
    await correct(scribe, row)
    assert (await books.board(own=A)).own == replace(
        before.own, deals=2, striche=1, average=0.5, partien_won=0, partien_played=0
    )
    # Only the Striche were wrong.
    (row, *_) = await scribe.database.rows("SELECT * FROM ledger WHERE striche = 1 AND kind = 'deal'")
    await correct(scribe, row, deals=0, striche=1, striche_other=0, won=0)
    assert (await books.board(own=A)).own == replace(
        before.own, deals=2, striche=2, average=1.0, partien_won=0, partien_played=0
    )


async def test_who_has_nothing_left_is_off_the_board(books: Books, scribe: Scribe) -> None:
    await books.deals(A, 3)
    (row,) = await scribe.database.rows("SELECT * FROM ledger")
    await correct(scribe, row)
    assert await books.names() == []


# -- a player's own record


async def test_a_record(books: Books) -> None:
    await books.deals(A, 3, 1, -2, 0)
    books.helped = 1
    await books.deals(A, 1)
    books.helped = 0
    await books.partie(A, True)
    await books.partie(A, False)
    await books.deals(B, 9)
    record = await record_of(books.database, GUILD, A, game=GAME, since=None, computers=False)
    assert (record.person, record.name) == (A, "Anna")
    assert (record.deals, record.deals_won, record.striche, record.striche_against) == (5, 3, 5, 2)
    assert (record.average, record.partien_won, record.partien_played) == (1.0, 1, 2)
    assert (record.left_early, record.helped, record.partners) == (0, 1, ())
    (row,) = await books.database.rows("SELECT * FROM ledger WHERE helped")
    await correct(Scribe(books.database), row)
    assert (await record_of(books.database, GUILD, A, game=GAME, since=None, computers=False)).helped == 0


async def test_someone_without_a_record(books: Books) -> None:
    for person, name in ((A, "Anna"), (999, "")):
        record = await record_of(books.database, GUILD, person, game=GAME, since=NOON, computers=True)
        assert (record.name, record.deals, record.average, record.partners) == (name, 0, None, ())


async def test_a_partie_left_counts_once(books: Books, scribe: Scribe) -> None:
    """In the deal that was left and in the Partie's result."""
    await scribe.open()
    books.left_early = 1
    await books.deals(A, 1)
    await books.partie(A, False)
    books.table = 2
    await books.deals(A, 1)
    books.left_early = 0
    await books.deals(A, 1)
    record = await record_of(scribe.database, GUILD, A, game=GAME, since=None, computers=False)
    assert record.left_early == 2
    for row in await scribe.database.rows("SELECT * FROM ledger WHERE table_id = 1"):
        await correct(scribe, row)
    record = await record_of(scribe.database, GUILD, A, game=GAME, since=None, computers=False)
    assert record.left_early == 1


async def test_the_best_partners(books: Books, scribe: Scribe) -> None:
    async def more(connection: aiosqlite.Connection) -> None:
        people = [(person, f"P{person}") for person in range(10, 16)]
        await connection.executemany("INSERT INTO person (id, name) VALUES (?, ?)", people)

    await scribe.database.write(more)
    await books.deals(A, 3, 3, partner=B)  # too few
    await books.deals(A, 1, 1, 1, partner=C)
    await books.partie(A, True, partner=C)
    await books.partie(A, False, partner=C)
    await books.deals(A, 1, 1, 1, 1, partner=D)  # more often as well
    await books.deals(A, 9, 9, 9)  # with computers
    for person in range(10, 16):
        await books.deals(A, 2, -1, -1, partner=person)
    record = await record_of(scribe.database, GUILD, A, game=GAME, since=None, computers=False)
    assert record.partners[:2] == (PartnerLine(D, "Dora", 4, 1.0, 0), PartnerLine(C, "Cleo", 3, 1.0, 1))
    assert [partner.person for partner in record.partners[2:]] == [10, 11, 12]


async def test_a_real_partie_adds_up(scribe: Scribe) -> None:
    table = await scribe.on(await scribe.start(await scribe.open()), finished, solo=None)
    assert table.state is not None
    page = await leaderboard(
        scribe.database, GUILD, GAME, since=None, order=Order.STRICHE, computers=False, page=0, size=10
    )
    striche = pairs(table).standing.striche
    assert {line.person: line.striche for line in page.rows} == {
        person: striche[seat & 1] for seat, person in enumerate((A, B, C, D))
    }
    assert sum(line.partien_won for line in page.rows) == 2
    record = await record_of(scribe.database, GUILD, A, game=GAME, since=None, computers=False)
    assert (record.striche, record.striche_against) == striche
    assert [partner.person for partner in record.partners] == [C]


# -- indexes


async def test_the_sums_go_by_index(books: Books) -> None:
    """Each query looks at one server's or one person's rows and not at the whole ledger."""
    asked: list[str] = []

    class Explaining:
        """Stands where a database does and keeps what SQLite plans."""

        async def rows(self, sql: str, parameters: dict[str, object]) -> list[object]:
            plan = await books.database.rows(f"EXPLAIN QUERY PLAN {sql}", parameters)
            asked.append("\n".join(row["detail"] for row in plan))
            return await books.database.rows(sql, parameters)  # type: ignore[return-value]

        async def row(self, sql: str, parameters: dict[str, object]) -> object:
            return (await self.rows(sql, parameters))[0]

    spy = Explaining()
    for order in Order:
        await leaderboard(spy, GUILD, GAME, since=NOON, order=order, computers=False, page=0, size=10)  # type: ignore[arg-type]
    boards = len(asked)
    await record_of(spy, GUILD, A, game=GAME, since=NOON, computers=False)  # type: ignore[arg-type]
    board_index = "SEARCH ledger USING INDEX ledger_board (guild_id=? AND game=? AND booked_at>?)"
    own_index = "SEARCH ledger USING INDEX ledger_person (person=? AND guild_id=? AND game=? AND booked_at>?)"
    assert all(board_index in plan for plan in asked[:boards]), asked
    assert all(own_index in plan for plan in asked[boards:]), asked
    assert not [plan for plan in asked if "SCAN ledger" in plan]
