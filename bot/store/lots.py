"""What packs follow from, on disk: promised before the cut, written down with it, revealed when the deal is settled."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import aiosqlite

from bot import cutting
from bot.arrangements import Shuffle
from bot.core.actions import Deal, parse_code
from bot.core.provable import CutBy, Lot, Revealed, Words, commitment
from bot.core.seats import Seat
from bot.store.database import Database, Row
from bot.table import Table, TablePhase

REVEALED = """
SELECT lot.*, promise.commitment, promise.seed, settlement.outcome, log.action FROM lot
JOIN promise USING (table_id, number) LEFT JOIN settlement USING (table_id, partie, deal)
LEFT JOIN deal USING (table_id, partie, deal)
LEFT JOIN log ON log.table_id = deal.table_id AND log.ply = deal.first_ply
WHERE lot.table_id = ? ORDER BY number
"""


async def save(connection: aiosqlite.Connection, old: Table, new: Table, at: float) -> None:
    """A fresh promise, and the end of one that a closed table leaves behind."""
    shuffle = new.shuffle
    if shuffle is None:
        return
    if old.shuffle is None or old.shuffle.number != shuffle.number:
        await _promise(connection, new, shuffle.number, shuffle.seed, at)
    if new.phase is TablePhase.CLOSED:
        await _write(connection, new.id, cutting.lot(new, CutBy.NOBODY, None, None), None, None, at)


async def dealt(connection: aiosqlite.Connection, old: Table, new: Table, at: float) -> None:
    """What the pack just dealt followed from, its promise too if there was no time to show it before; nothing of known
    cards, which were laid.
    """
    lot = new.lot
    if lot is None or lot == old.lot:
        return
    if old.shuffle is None or old.shuffle.number != lot.number:
        await _promise(connection, new, lot.number, lot.seed, at)
    await _write(connection, new.id, lot, new.partie, new.deal, at)


async def load(database: Database, table: Table, public: dict[str, Any] | None) -> Table:
    """The table with the pack it was promised and the one dealt last; of the former ``public`` holds what is said."""
    last = await database.row(
        "SELECT * FROM lot JOIN promise USING (table_id, number) WHERE table_id = ? ORDER BY number DESC LIMIT 1",
        (table.id,),
    )
    table = replace(table, lot=None if last is None else _lot(last))
    after = 0 if last is None else last["number"]
    row = await database.row("SELECT * FROM promise WHERE table_id = ? AND number > ?", (table.id, after))
    if row is None or public is None:
        return table
    shuffle = Shuffle(row["number"], bytes.fromhex(row["seed"]), _words(public["words"]), public["ask_until"])
    return replace(table, shuffle=shuffle)


async def revealed(database: Database, table_id: int) -> tuple[Revealed, ...]:
    """The table's packs in order, up to the first whose deal is not settled yet: of that nothing may be known."""
    return revealed_of(await database.rows(REVEALED, (table_id,)))


def revealed_of(rows: Sequence[Row]) -> tuple[Revealed, ...]:
    """The same from what REVEALED finds."""
    found: list[Revealed] = []
    for row in rows:
        lot = _lot(row)
        if lot.by is not CutBy.NOBODY and row["outcome"] is None:
            break
        action = None if row["action"] is None else parse_code(row["action"])
        found.append(Revealed(lot, row["commitment"], action.pack if isinstance(action, Deal) else ()))
    return tuple(found)


async def _promise(connection: aiosqlite.Connection, table: Table, number: int, seed: bytes, at: float) -> None:
    row = (table.id, number, commitment(seed, cutting.proper_name(table), number), seed.hex(), at)
    await connection.execute("INSERT INTO promise VALUES (?, ?, ?, ?, ?)", row)


async def _write(
    connection: aiosqlite.Connection, table_id: int, lot: Lot, partie: int | None, deal: int | None, at: float
) -> None:
    words = json.dumps([[seat, text] for seat, text in lot.words])
    row = (table_id, lot.number, partie, deal, lot.cutter, lot.by, lot.cut, lot.press, words, at)
    await connection.execute("INSERT INTO lot VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)


def _lot(row: Row) -> Lot:
    seed, by, words = bytes.fromhex(row["seed"]), CutBy(row["cut_by"]), _words(json.loads(row["words"]))
    return Lot(str(row["table_id"]), row["number"], seed, Seat(row["cutter"]), by, row["cut"], row["press"], words)


def _words(found: list[tuple[int, str]]) -> tuple[Words, ...]:
    return tuple(Words(Seat(seat), text) for seat, text in found)
