"""Deals as they lie on disk, at closed tables too: which there are and who sat in them."""

import json
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from bot.arrangements import Options
from bot.core.actions import Action, parse_code
from bot.core.house import HouseRules
from bot.core.seats import Seat
from bot.store.database import Database, Row
from bot.store.table_log import options_of


@dataclass(frozen=True, slots=True)
class KeptDeal:
    """``number`` is the table's within its server; ``standing`` the one before the deal, ``after`` the one after it.

    ``outcome`` and ``after`` are None until it is settled. ``sat``: whether the person asked about had a seat in it.
    """

    table_id: int
    number: int
    guild_id: int
    game: str
    options: Options
    partie: int
    deal: int
    standing: str
    outcome: str | None
    after: str | None
    sat: bool
    owners: tuple[int | None, int | None, int | None, int | None]  # of the seats, when it was dealt

    @property
    def house(self) -> HouseRules:
        return self.options.house


# An owner when it was dealt; in the Partie on the table its leaver, for whom a computer plays; and whoever came back in
# the middle of it and played.
_DEALS = """
SELECT d.*, t.number, t.guild_id, t.game, t.options, s.outcome, s.standing AS after,
       (:person IN (ifnull(d.north, 0), ifnull(d.east, 0), ifnull(d.south, 0), ifnull(d.west, 0))
        OR (d.table_id IN (SELECT table_id FROM chair WHERE person = :person OR leaver = :person)
            AND (EXISTS (SELECT 1 FROM chair c
                         WHERE c.table_id = d.table_id AND c.leaver = :person AND t.partie = d.partie)
                 OR EXISTS (SELECT 1 FROM log l
                            WHERE l.table_id = d.table_id AND l.person = :person AND l.seat IS NOT NULL
                              AND l.ply > d.first_ply
                              AND l.ply < (SELECT ifnull(min(n.first_ply), 1 << 60) FROM deal n
                                           WHERE n.table_id = d.table_id AND n.first_ply > d.first_ply))))) AS sat
FROM deal d JOIN card_table t ON t.id = d.table_id LEFT JOIN settlement s USING (table_id, partie, deal)
"""
_SETTLED = "s.outcome IS NOT NULL AND s.outcome <> 'annulled'"


async def last_own_deal(
    database: Database, person: int, *, guild_id: int | None, table_id: int | None = None, settled: bool = True
) -> KeptDeal | None:
    """The last one settled, else dealt, in which the person sat; in that server (None: in all) or at that table."""
    wanted = ["sat"] + [_SETTLED] * settled
    wanted += ["t.guild_id = :guild"] * (guild_id is not None) + ["d.table_id = :table"] * (table_id is not None)
    order = "s.settled_at" if settled else "d.dealt_at"
    row = await database.row(
        f"{_DEALS} WHERE {' AND '.join(wanted)} ORDER BY {order} DESC, d.table_id DESC, d.first_ply DESC LIMIT 1",
        {"person": person, "guild": guild_id, "table": table_id},
    )
    return None if row is None else _kept(row)


async def own_deal_tables(
    database: Database, person: int, guild_id: int | None, *, settled: bool = True, limit: int = 1000
) -> list[KeptDeal]:
    """The latest deal of each table at which the person sat in one, the latest first; ``settled``: only such."""
    wanted = ["sat"] + [_SETTLED] * settled + ["t.guild_id = :guild"] * (guild_id is not None)
    # Beside a max() SQLite takes the other columns from the row that has it.
    rows = await database.rows(
        f"SELECT *, max(dealt_at) AS latest FROM ({_DEALS} WHERE {' AND '.join(wanted)})"
        " GROUP BY table_id ORDER BY latest DESC, table_id DESC LIMIT :limit",
        {"person": person, "guild": guild_id, "limit": limit},
    )
    return [_kept(row) for row in rows]


async def latest_partie(database: Database, person: int, table_id: int) -> list[KeptDeal]:
    """All deals of the last Partie dealt at the table, the latest first, whoever sat in them."""
    rows = await database.rows(
        f"{_DEALS} WHERE d.table_id = :table AND d.partie = (SELECT max(partie) FROM deal WHERE table_id = :table)"
        " ORDER BY d.deal DESC",
        {"person": person, "table": table_id},
    )
    return [_kept(row) for row in rows]


async def deal_at(database: Database, person: int, table_id: int, partie: int, deal: int) -> KeptDeal | None:
    """That one, settled or not, whoever sat in it."""
    row = await database.row(
        f"{_DEALS} WHERE d.table_id = :table AND d.partie = :partie AND d.deal = :deal",
        {"person": person, "table": table_id, "partie": partie, "deal": deal},
    )
    return None if row is None else _kept(row)


async def last_deal_here(
    database: Database, person: int, guild_id: int, channel_id: int | None, table_id: int | None
) -> KeptDeal | None:
    """The last one settled at that table, else in that channel, whoever sat in it."""
    place = "t.channel_id = :channel" if table_id is None else "d.table_id = :table"
    row = await database.row(
        f"{_DEALS} WHERE {_SETTLED} AND t.guild_id = :guild AND {place}"
        " ORDER BY s.settled_at DESC, d.table_id DESC, d.first_ply DESC LIMIT 1",
        {"person": person, "guild": guild_id, "channel": channel_id, "table": table_id},
    )
    return None if row is None else _kept(row)


@dataclass(frozen=True, slots=True)
class SettledDeal:
    """``number`` within the Partie; ``striche`` what it brought each pair; ``owners`` by seat, to whom it was dealt.

    Prints without its actions: the pack is one of them.
    """

    number: int
    standing: str
    outcome: str
    after: str
    striche: tuple[int, int]
    owners: tuple[int | None, int | None, int | None, int | None]
    settled_at: float
    actions: tuple[tuple[Seat | None, Action], ...] = field(repr=False)


async def settled_deals(database: Database, table_id: int, partie: int) -> list[SettledDeal]:
    """All of that Partie that have been settled, annulled ones too, in order."""
    rows = await database.rows(
        "SELECT d.*, s.outcome, s.standing AS after, s.striche_ns, s.striche_ew, s.settled_at"
        " FROM deal d LEFT JOIN settlement s USING (table_id, partie, deal)"
        " WHERE d.table_id = ? AND d.partie = ? ORDER BY d.deal",
        (table_id, partie),
    )
    if not rows:
        return []
    log = await database.rows(
        "SELECT ply, seat, action FROM log WHERE table_id = :table AND ply >= :first"
        " AND ply < (SELECT ifnull(min(first_ply), 1 << 60) FROM deal WHERE table_id = :table AND partie > :partie)"
        " ORDER BY ply",
        {"table": table_id, "first": rows[0]["first_ply"], "partie": partie},
    )
    ends = [*(row["first_ply"] for row in rows), 1 << 60]
    return [
        SettledDeal(
            row["deal"],
            row["standing"],
            row["outcome"],
            row["after"],
            (row["striche_ns"], row["striche_ew"]),
            (row["north"], row["east"], row["south"], row["west"]),
            row["settled_at"],
            tuple(_action(one) for one in log if first <= one["ply"] < end),
        )
        for row, (first, end) in zip(rows, pairwise(ends), strict=True)
        if row["outcome"] is not None
    ]


def _action(row: Row) -> tuple[Seat | None, Action]:
    return None if row["seat"] is None else Seat(row["seat"]), parse_code(row["action"])


class Found(NamedTuple):
    id: int
    number: int  # within the server


async def find_table(database: Database, guild_id: int, channel_id: int | None, number: int | None) -> Found | None:
    """The server's table of that number, open or closed; without one the channel's last that has dealt."""
    if number is not None:
        table_id = await table_numbered(database, guild_id, number)
        return None if table_id is None else Found(table_id, number)
    row = await database.row(
        "SELECT id, number FROM card_table WHERE guild_id = ? AND channel_id = ?"
        " AND EXISTS (SELECT 1 FROM lot WHERE table_id = card_table.id) ORDER BY id DESC LIMIT 1",
        (guild_id, channel_id),
    )
    return None if row is None else Found(row["id"], row["number"])


async def last_table_of(database: Database, person: int, number: int | None) -> Found | None:
    """The table, of that number if it is given, at which the person was dealt cards last."""
    row = await database.row(
        "SELECT t.id, t.number FROM card_table t JOIN deal d ON d.table_id = t.id"
        " WHERE :person IN (d.north, d.east, d.south, d.west) AND :number IN (t.number, 0)"
        " ORDER BY d.dealt_at DESC LIMIT 1",
        {"person": person, "number": number or 0},
    )
    return None if row is None else Found(row["id"], row["number"])


async def table_numbered(database: Database, guild_id: int, number: int) -> int | None:
    """The id of a server's table, closed or not."""
    row = await database.row("SELECT id FROM card_table WHERE guild_id = ? AND number = ?", (guild_id, number))
    return None if row is None else int(row["id"])


def _kept(row: Row) -> KeptDeal:
    return KeptDeal(
        row["table_id"],
        row["number"],
        row["guild_id"],
        row["game"],
        options_of(json.loads(row["options"])),
        row["partie"],
        row["deal"],
        row["standing"],
        row["outcome"],
        row["after"],
        bool(row["sat"]),
        (row["north"], row["east"], row["south"], row["west"]),
    )
