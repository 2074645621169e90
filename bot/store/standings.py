"""What ``/leaderboard`` and ``/player`` show: sums over the ledger, corrections included, of one game in one server."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from typing import Generic, TypeVar
from zoneinfo import ZoneInfo

from bot.store.database import Database, Row

DEALS_TOGETHER = 3  # fewer say nothing about two partners
BEST_PARTNERS = 5

L = TypeVar("L")


class Period(StrEnum):
    ALL = "all"
    MONTH = "month"
    WEEK = "week"


class Order(StrEnum):
    STRICHE = "striche"
    AVERAGE = "average"  # Striche per deal
    WON = "won"  # Partien
    PLAYED = "played"  # Partien


@dataclass(frozen=True, slots=True)
class Line:
    """One person's place. ``rank`` is shared by equals; ``average`` None without a deal; ``name`` '' once forgotten."""

    rank: int
    person: int
    name: str
    deals: int
    striche: int
    average: float | None
    partien_won: int
    partien_played: int


@dataclass(frozen=True, slots=True)
class Page(Generic[L]):
    """``page`` counts from 0 and is the last one where a later one was asked for; ``total`` people in ``pages``.

    ``own`` is the asker's line wherever it stands, None if it stands nowhere.
    """

    rows: tuple[L, ...]
    page: int
    pages: int
    total: int
    own: L | None = None


@dataclass(frozen=True, slots=True)
class PartnerLine:
    """How two play together; ``average`` in Striche per deal."""

    person: int
    name: str
    deals: int
    average: float
    partien_won: int


@dataclass(frozen=True, slots=True)
class Record:
    """One person's own sums. ``left_early`` counts Partien, ``helped`` deals in which a computer stood in."""

    person: int
    name: str
    deals: int
    deals_won: int
    striche: int
    striche_against: int
    average: float | None
    partien_won: int
    partien_played: int
    left_early: int
    helped: int
    partners: tuple[PartnerLine, ...]


def period_start(period: Period, now: datetime, zone: str) -> datetime | None:
    """The first moment, in UTC, of the period that ``now`` (aware) lies in by the clocks of ``zone``; None: all time.

    Where midnight does not exist that day it is the moment the clocks jump; where it comes twice, the first.
    """
    if period is Period.ALL:
        return None
    place = ZoneInfo(zone)
    today = now.astimezone(place).date()
    first = today.replace(day=1) if period is Period.MONTH else today - timedelta(days=today.weekday())
    return datetime.combine(first, time(), place).astimezone(UTC)


COUNTED = """
    FROM ledger
    WHERE guild_id = :guild AND game = :game AND booked_at >= :since AND (computers = 0 OR :computers)
"""

# Of the table ``averaged`` one page, and the asker's own line.
RANKED = """, ranked AS (
    SELECT *,
           rank() OVER (ORDER BY {value} {way}) AS rank,
           row_number() OVER (ORDER BY {value} {way}, person) - 1 AS line,
           count(*) OVER () AS total
    FROM averaged WHERE {value} IS NOT NULL
)
SELECT ranked.*, person.name, line / :size = min(:page, (total - 1) / :size) AS on_page
FROM ranked JOIN person ON person.id = ranked.person
WHERE on_page OR person = :own
ORDER BY line
"""

# Of a Partie's row the Striche are those it ended with: they have been counted deal by deal already.
_BOARD = (
    """
WITH books AS (
    SELECT person,
           sum(deals) AS deals,
           coalesce(sum(striche) FILTER (WHERE partien = 0), 0) AS striche,
           coalesce(sum(won) FILTER (WHERE partien <> 0), 0) AS partien_won,
           sum(partien) AS partien_played
"""
    + COUNTED
    + """
    GROUP BY person
    HAVING sum(deals) > 0 OR sum(partien) > 0
), averaged AS (
    SELECT *, CASE WHEN deals > 0 THEN 1.0 * striche / deals END AS average FROM books
)"""
    + RANKED
)

_VALUES = {
    Order.STRICHE: "striche",
    Order.AVERAGE: "average",
    Order.WON: "partien_won",
    Order.PLAYED: "partien_played",
}

_MINE = "WITH mine AS (SELECT *" + COUNTED + "AND person = :person)"

_RECORD = (
    _MINE
    + """
SELECT coalesce((SELECT name FROM person WHERE id = :person), '') AS name,
       coalesce(sum(deals), 0) AS deals,
       coalesce(sum(won) FILTER (WHERE partien = 0), 0) AS deals_won,
       coalesce(sum(striche) FILTER (WHERE partien = 0), 0) AS striche,
       coalesce(sum(striche_other) FILTER (WHERE partien = 0), 0) AS striche_against,
       coalesce(sum(won) FILTER (WHERE partien <> 0), 0) AS partien_won,
       coalesce(sum(partien), 0) AS partien_played,
       (SELECT count(*) FROM (SELECT 1 FROM mine WHERE left_early
                              GROUP BY table_id, partie HAVING sum(deals + partien) > 0)) AS left_early,
       coalesce(sum(helped * deals), 0) AS helped
FROM mine
"""
)

_PARTNERS = (
    _MINE
    + """
SELECT partner, person.name, sum(deals) AS deals,
       1.0 * sum(striche) FILTER (WHERE partien = 0) / sum(deals) AS average,
       coalesce(sum(mine.won) FILTER (WHERE partien <> 0), 0) AS partien_won
FROM mine JOIN person ON person.id = mine.partner
GROUP BY partner HAVING sum(deals) >= :together
ORDER BY average DESC, deals DESC, partner LIMIT :best
"""
)


async def leaderboard(
    database: Database,
    guild_id: int,
    game: str,
    *,
    since: datetime | None,
    order: Order,
    computers: bool,
    page: int,
    size: int,
    own: int | None = None,
) -> Page[Line]:
    """A page of everyone on the books. ``computers``: deals and Partien with computer seats too. ``own``: who asks."""
    rows = await database.rows(
        _BOARD.format(value=_VALUES[order], way="DESC"),
        {
            "guild": guild_id,
            "game": game,
            "since": seconds(since),
            "computers": computers,
            "page": max(0, page),
            "size": size,
            "own": own,
        },
    )
    return page_of(rows, _line, page, size, own)


def page_of(rows: list[Row], line: Callable[[Row], L], page: int, size: int, own: int | None) -> Page[L]:
    """From what ``RANKED`` gives."""
    if not rows:
        return Page((), 0, 1, 0)
    shown = tuple(line(row) for row in rows if row["on_page"])
    mine = next((line(row) for row in rows if row["person"] == own), None)
    total = int(rows[0]["total"])
    pages = (total - 1) // size + 1
    return Page(shown, min(max(0, page), pages - 1), pages, total, mine)


async def record_of(
    database: Database, guild_id: int, person: int, *, game: str, since: datetime | None, computers: bool
) -> Record:
    """What one person has played, and with which partners best; all zero for who has not."""
    asked = {
        "guild": guild_id,
        "game": game,
        "since": seconds(since),
        "computers": computers,
        "person": person,
        "together": DEALS_TOGETHER,
        "best": BEST_PARTNERS,
    }
    row = await database.row(_RECORD, asked)
    assert row is not None
    partners = await database.rows(_PARTNERS, asked)
    return Record(
        person=person,
        average=row["striche"] / row["deals"] if row["deals"] > 0 else None,
        partners=tuple(
            PartnerLine(one["partner"], one["name"], one["deals"], one["average"], one["partien_won"])
            for one in partners
        ),
        **dict(row),
    )


def seconds(since: datetime | None) -> float:
    return 0.0 if since is None else since.timestamp()


def _line(row: Row) -> Line:
    return Line(
        row["rank"],
        row["person"],
        row["name"],
        row["deals"],
        row["striche"],
        row["average"],
        row["partien_won"],
        row["partien_played"],
    )
