"""Booking: each partner gets the pair's Striche, once a deal, and the Partie's result at its end; in a game of places
everyone gets the own place.

Rows are only ever added; a mistake is put right by a counter-entry that names who corrected it and why.
"""

import aiosqlite

from bot.core.game import Outcome
from bot.core.games import PairState, PlaceState
from bot.core.seats import SEATS, Seat, other_pair, pair_of, partner_of
from bot.table import Table

NOT_BOOKED = (Outcome.THROWN_IN, Outcome.ABANDONED)

_INSERT = """
INSERT INTO ledger (guild_id, game, kind, table_id, partie, deal, seat, pair, person, partner, deals, partien,
                    striche, striche_other, won, computers, helped, left_early, rules_version, booked_at, place)
VALUES (:guild, :game, :kind, :table, :partie, :deal, :seat, :pair, :person, :partner, :deals, :partien,
        :striche, :striche_other, :won, :computers, :helped, :left_early, :rules_version, :at, :place)
"""


async def book(connection: aiosqlite.Connection, table: Table, at: float) -> None:
    """Book the deal just settled, and the Partie if it is over; of a practice table nothing.

    A second call for the same deal fails.
    """
    settlement = table.settlement
    assert settlement is not None
    if settlement.outcome in NOT_BOOKED or not table.options.booked:
        return
    if isinstance(table.state, PlaceState):
        await _book_places(connection, table, settlement.places, at)
        return
    assert isinstance(table.state, PairState)
    deal = [
        _row(table, "deal", seat, table.owners, settlement.striche, pair_of(seat) == settlement.deal_winner)
        | {"computers": table.computers_dealt_in, "at": at}
        for seat in SEATS
        if table.owners[seat] is not None
    ]
    await connection.executemany(_INSERT, deal)
    if settlement.winner is None:
        return
    people = tuple(chair.leaver if chair.person is None else chair.person for chair in table.chairs)
    computers = await _most_computers(connection, table)
    partie = [
        _row(table, "partie", seat, people, table.state.standing.striche, pair_of(seat) == settlement.winner)
        | {"computers": computers, "at": at}
        for seat in SEATS
        if people[seat] is not None
    ]
    await connection.executemany(_INSERT, partie)


async def _book_places(connection: aiosqlite.Connection, table: Table, places: tuple[Seat, ...], at: float) -> None:
    """Everyone alone, without Striche; who has no place in an unfinished deal has played it all the same (H12, H13)."""
    rows = [
        _row(table, "deal", seat, table.owners, (0, 0), seat in places[:1])
        | {"partner": None, "place": places.index(seat) + 1 if seat in places else None}
        | {"computers": table.computers_dealt_in, "at": at}
        for seat in SEATS
        if table.owners[seat] is not None
    ]
    await connection.executemany(_INSERT, rows)


def _row(
    table: Table, kind: str, seat: Seat, people: tuple[int | None, ...], striche: tuple[int, int], won: bool
) -> dict[str, object]:
    pair = pair_of(seat)
    return {
        "guild": table.guild_id,
        "game": table.game,
        "kind": kind,
        "table": table.id,
        "partie": table.partie,
        "deal": table.deal,
        "seat": seat,
        "pair": pair,
        "person": people[seat],
        "partner": people[partner_of(seat)],
        "deals": kind == "deal",
        "partien": kind == "partie",
        "striche": striche[pair],
        "striche_other": striche[other_pair(pair)],
        "won": won,
        "place": None,
        "helped": seat in table.helped,
        "left_early": table.chairs[seat].leaver == people[seat],
        "rules_version": table.rules.rules_version,
    }


async def _most_computers(connection: aiosqlite.Connection, table: Table) -> int:
    """The most computer seats in any deal of the Partie: one is enough to keep it apart."""
    cursor = await connection.execute(
        "SELECT max((north IS NULL) + (east IS NULL) + (south IS NULL) + (west IS NULL)) FROM deal"
        " WHERE table_id = ? AND partie = ?",
        (table.id, table.partie),
    )
    row = await cursor.fetchone()
    return int(row[0]) if row else 0
