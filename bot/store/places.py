"""What ``/leaderboard`` and ``/player`` show of a game of places: who came first how often, and the average place."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.store.database import Database, Row
from bot.store.standings import COUNTED, RANKED, Page, page_of, seconds


class PlaceOrder(StrEnum):
    FIRSTS = "firsts"
    PLACE = "place"  # the average one, the lowest first
    DEALS = "deals"


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """One person's line. ``rank`` is shared by equals; ``average`` None without a place; ``name`` '' once forgotten."""

    rank: int
    person: int
    name: str
    deals: int
    firsts: int
    average: float | None


@dataclass(frozen=True, slots=True)
class PlaceRecord:
    """One person's own sums. ``places``: how often first, second, third and last; the rest of the ``deals`` had none.

    ``left_early`` and ``helped`` count deals.
    """

    person: int
    name: str
    deals: int
    places: tuple[int, int, int, int]
    average: float | None
    left_early: int
    helped: int


@dataclass(frozen=True, slots=True)
class TablePlaces:
    """How often one person came first, second, third and last at a table, of so many ``deals``."""

    person: int
    deals: int
    places: tuple[int, int, int, int]


# A counter-entry names the place it takes back, and counts -1 deals.
_BOARD = (
    """
WITH books AS (
    SELECT person,
           sum(deals) AS deals,
           coalesce(sum(deals) FILTER (WHERE place = 1), 0) AS firsts,
           coalesce(sum(deals) FILTER (WHERE place IS NOT NULL), 0) AS placed,
           coalesce(sum(deals * place), 0) AS places
"""
    + COUNTED
    + """
    GROUP BY person
    HAVING sum(deals) > 0
), averaged AS (
    SELECT *, CASE WHEN placed > 0 THEN 1.0 * places / placed END AS average FROM books
)
"""
    + RANKED
)

_VALUES = {
    PlaceOrder.FIRSTS: ("firsts", "DESC"),
    PlaceOrder.PLACE: ("average", "ASC"),
    PlaceOrder.DEALS: ("deals", "DESC"),
}

_RECORD = (
    "WITH mine AS (SELECT *"
    + COUNTED
    + """AND person = :person)
SELECT coalesce((SELECT name FROM person WHERE id = :person), '') AS name,
       coalesce(sum(deals), 0) AS deals,
       coalesce(sum(deals) FILTER (WHERE place = 1), 0) AS first,
       coalesce(sum(deals) FILTER (WHERE place = 2), 0) AS second,
       coalesce(sum(deals) FILTER (WHERE place = 3), 0) AS third,
       coalesce(sum(deals) FILTER (WHERE place = 4), 0) AS last,
       coalesce(sum(left_early * deals), 0) AS left_early,
       coalesce(sum(helped * deals), 0) AS helped
FROM mine
"""
)


async def place_board(
    database: Database,
    guild_id: int,
    game: str,
    *,
    since: datetime | None,
    order: PlaceOrder,
    computers: bool,
    page: int,
    size: int,
    own: int | None = None,
) -> Page[PlaceLine]:
    """A page of everyone on the books. ``computers``: deals with computer seats too. ``own``: who asks."""
    value, way = _VALUES[order]
    asked = {
        "guild": guild_id,
        "game": game,
        "since": seconds(since),
        "computers": computers,
        "page": max(0, page),
        "size": size,
        "own": own,
    }
    return page_of(await database.rows(_BOARD.format(value=value, way=way), asked), _line, page, size, own)


async def place_record_of(
    database: Database, guild_id: int, person: int, *, game: str, since: datetime | None, computers: bool
) -> PlaceRecord:
    """What one person has played; all zero for who has not."""
    asked = {"guild": guild_id, "game": game, "since": seconds(since), "computers": computers, "person": person}
    row = await database.row(_RECORD, asked)
    assert row is not None
    places = (row["first"], row["second"], row["third"], row["last"])
    placed = sum(places)
    average = sum(place * often for place, often in enumerate(places, 1)) / placed if placed > 0 else None
    return PlaceRecord(person, row["name"], row["deals"], places, average, row["left_early"], row["helped"])


async def table_places(database: Database, table_id: int) -> list[TablePlaces]:
    """Everyone who has played there, the most frequent winner first."""
    rows = await database.rows(
        "SELECT person, sum(deals) AS deals,"
        " coalesce(sum(deals) FILTER (WHERE place = 1), 0) AS first,"
        " coalesce(sum(deals) FILTER (WHERE place = 2), 0) AS second,"
        " coalesce(sum(deals) FILTER (WHERE place = 3), 0) AS third,"
        " coalesce(sum(deals) FILTER (WHERE place = 4), 0) AS last"
        " FROM ledger WHERE table_id = ? GROUP BY person HAVING sum(deals) > 0"
        " ORDER BY first DESC, second DESC, third DESC, last, person",
        (table_id,),
    )
    return [
        TablePlaces(row["person"], row["deals"], (row["first"], row["second"], row["third"], row["last"]))
        for row in rows
    ]


def _line(row: Row) -> PlaceLine:
    return PlaceLine(row["rank"], row["person"], row["name"], row["deals"], row["firsts"], row["average"])
