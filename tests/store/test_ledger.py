"""Each partner is booked the pair's Striche, once a deal, and the Partie's result at its end."""

import sqlite3
from dataclasses import replace

import aiosqlite
import pytest

from bot import table as at_table
from bot.core.actions import Void
from bot.core.cards import ALL_CARDS, CLUB_JACK, JACKS, Card, holds
from bot.core.game import Outcome
from bot.core.seats import SEATS, N, S, other_pair, pair_of, partner_of
from bot.store import ledger
from bot.store.database import Row
from bot.table import Table
from tests.pairs import pairs

from .playing import A, B, C, D, F, Scribe, finished, settled


async def booked(scribe: Scribe, kind: str = "deal") -> list[Row]:
    return await scribe.database.rows("SELECT * FROM ledger WHERE kind = ? ORDER BY partie, deal, seat", (kind,))


async def playing(
    scribe: Scribe, people: tuple[int | None, int | None, int | None, int | None] = (A, B, C, D)
) -> Table:
    return await scribe.start(await scribe.open(people))


def mid_trick(table: Table) -> bool:
    return table.state is not None and len(pairs(table).tricks) == 3 and len(pairs(table).trick) == 2


async def test_each_partner_has_the_pairs_striche_once(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), settled)
    settlement = table.settlement
    assert settlement is not None
    rows = await booked(scribe)
    assert [row["person"] for row in rows] == [A, B, C, D]
    for seat, row in zip(SEATS, rows, strict=True):
        pair = pair_of(seat)
        assert (row["seat"], row["pair"], row["partner"]) == (seat, pair, table.chairs[partner_of(seat)].person)
        assert (row["striche"], row["striche_other"]) == (
            settlement.striche[pair],
            settlement.striche[other_pair(pair)],
        )
        assert row["won"] == (settlement.deal_winner == pair)
        assert (row["deals"], row["partien"]) == (1, 0)
        assert (row["computers"], row["helped"], row["left_early"]) == (0, 0, 0)
        assert (row["game"], row["rules_version"], row["booked_at"]) == ("bauernstoss", 1, scribe.clock)
    assert await booked(scribe, "partie") == []


async def test_the_deals_of_a_partie_add_up_to_its_result(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), finished, solo=None)
    assert table.state is not None and table.settlement is not None
    striche = pairs(table).standing.striche
    deals, partie = await booked(scribe), await booked(scribe, "partie")
    for seat, row in zip(SEATS, partie, strict=True):
        pair = pair_of(seat)
        assert row["won"] == (table.settlement.winner == pair)
        assert (row["striche"], row["striche_other"]) == (striche[pair], striche[other_pair(pair)])
        assert sum(deal["striche"] for deal in deals if deal["seat"] == seat) == striche[pair]
        assert (row["deals"], row["partien"], row["deal"]) == (0, 1, table.deal)
    assert sum(row["won"] for row in partie) == 2
    counted = {deal["deal"] for deal in deals}
    assert len(deals) == 4 * len(counted)


async def test_a_rematch_is_booked_beside_the_first_partie(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), finished)
    await scribe.on(await scribe.deal(table), finished)
    assert [row["partie"] for row in await booked(scribe, "partie")] == [1] * 4 + [2] * 4


async def test_thrown_in_deals_are_not_booked(scribe: Scribe) -> None:
    """Four Jacks in the first deal (B10); the cards of forehand lie first in the pack."""
    table = await playing(scribe)
    jacks = [card for card in ALL_CARDS if holds(JACKS, card)]
    pack = tuple(Card(card) for card in [*jacks, *(card for card in ALL_CARDS if card not in jacks)])
    table = await scribe.deal(table, pack)
    assert table.settlement is not None and table.settlement.outcome is Outcome.THROWN_IN
    assert await booked(scribe) == []
    await scribe.on(table, settled)
    assert {row["deal"] for row in await booked(scribe)} == {2}


async def test_abandoned_deals_are_not_booked(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), settled)
    table = await scribe.on(await scribe.deal(table), mid_trick)
    await scribe.act(table, None, Void())
    assert {row["deal"] for row in await booked(scribe)} == {1}
    assert await booked(scribe, "partie") == []


async def test_a_deal_and_a_partie_are_booked_once(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), finished)
    before = await booked(scribe), await booked(scribe, "partie")
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        await scribe.database.write(lambda connection: ledger.book(connection, table, 1.0))
    assert (await booked(scribe), await booked(scribe, "partie")) == before


async def test_computers_are_counted_and_have_no_row(scribe: Scribe) -> None:
    await scribe.on(await playing(scribe, (A, None, C, None)), settled)
    rows = await booked(scribe)
    assert [(row["person"], row["partner"], row["computers"]) for row in rows] == [(A, C, 2), (C, A, 2)]


async def test_a_partner_that_is_a_computer_is_none(scribe: Scribe) -> None:
    await scribe.on(await playing(scribe, (A, None, None, None)), settled)
    assert [(row["person"], row["partner"], row["computers"]) for row in await booked(scribe)] == [(A, None, 3)]


async def test_one_deal_with_a_computer_marks_the_partie(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe, (A, B, C, None)), settled)
    table = await scribe.change(table, at_table.take_seat(table, D, SEATS[3]))
    await scribe.on(await scribe.deal(table), finished)
    assert {row["computers"] for row in await booked(scribe) if row["deal"] > 1} == {0}
    assert [(row["person"], row["computers"]) for row in await booked(scribe, "partie")] == [
        (A, 1),
        (B, 1),
        (C, 1),
        (D, 1),
    ]


async def test_a_leaver_is_booked_the_deal_and_the_partie(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), mid_trick)
    table = await scribe.change(table, at_table.leave(table, A))
    table = await scribe.on(table, settled)
    assert [(row["person"], row["left_early"]) for row in await booked(scribe)] == [(A, 1), (B, 0), (C, 0), (D, 0)]
    await scribe.on(await scribe.deal(table), finished)
    later = [row for row in await booked(scribe) if row["deal"] > 1]
    assert {row["person"] for row in later} == {B, C, D}
    assert {row["computers"] for row in later} == {1}
    assert {row["partner"] for row in later if row["person"] == C} == {None}
    partie = await booked(scribe, "partie")
    assert [(row["person"], row["left_early"]) for row in partie] == [(A, 1), (B, 0), (C, 0), (D, 0)]
    assert [row["partner"] for row in partie] == [C, D, A, B]


async def test_who_takes_a_leavers_seat_takes_the_partie(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), mid_trick)
    table = await scribe.on(await scribe.change(table, at_table.leave(table, A)), settled)
    table = await scribe.change(table, at_table.take_seat(table, F, N))
    await scribe.on(await scribe.deal(table), finished)
    assert [(row["person"], row["left_early"]) for row in await booked(scribe, "partie")] == [
        (F, 0),
        (B, 0),
        (C, 0),
        (D, 0),
    ]
    assert {row["person"] for row in await booked(scribe) if row["deal"] == 1} == {A, B, C, D}


async def test_who_was_helped_is_marked_in_that_deal(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), mid_trick)
    table = await scribe.on(await scribe.change(table, replace(table, helped=frozenset({S}))), settled)
    await scribe.on(await scribe.deal(table), settled)
    assert [(row["deal"], row["person"]) for row in await booked(scribe) if row["helped"]] == [(1, C)]


async def test_a_deal_that_ends_without_people_is_booked_to_its_owners(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), mid_trick)
    for person in (A, B, C, D):
        table = await scribe.change(table, at_table.leave(table, person))
    await scribe.on(table, settled)
    assert [(row["person"], row["left_early"]) for row in await booked(scribe)] == [(A, 1), (B, 1), (C, 1), (D, 1)]


async def test_the_first_deals_bonus_is_booked_too(scribe: Scribe) -> None:
    """B19: the pair that had CJ scores a Strich even when it loses, so both pairs may have Striche of one deal."""

    def bonus_lost(table: Table) -> bool:
        return table.settlement is not None and min(table.settlement.striche) == 1

    table = await playing(scribe)
    for _ in range(200):
        table = await scribe.on(table, settled)
        if bonus_lost(table):
            break
        table = await playing(scribe)
    assert table.state is not None and bonus_lost(table)
    holder = next(seat for seat in SEATS if holds(table.state.dealt[seat], CLUB_JACK))
    rows = await scribe.database.rows("SELECT * FROM ledger WHERE table_id = ?", (table.id,))
    mine = [(row["striche"], row["won"]) for row in rows if row["pair"] == pair_of(holder)]
    assert mine == [(1, 0), (1, 0)]


# -- corrections


async def correct(scribe: Scribe, row: Row, **changed: object) -> None:
    """A counter-entry against a row of the ledger."""
    entry = dict(row) | {"id": None, "kind": "correction", "booked_by": "Wirt", "reason": "misdealt"}
    entry |= {name: -int(row[name]) for name in ("deals", "partien", "striche", "striche_other", "won")} | changed
    marks = ", ".join(f":{name}" for name in entry)

    async def work(connection: aiosqlite.Connection) -> None:
        await connection.execute(f"INSERT INTO ledger ({', '.join(entry)}) VALUES ({marks})", entry)

    await scribe.database.write(work)


@pytest.mark.parametrize("missing", [{"booked_by": None}, {"reason": None}, {"booked_by": " "}, {"reason": ""}])
async def test_a_correction_needs_a_name_and_a_reason(scribe: Scribe, missing: dict[str, object]) -> None:
    await scribe.on(await playing(scribe), settled)
    row, *_ = await booked(scribe)
    with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
        await correct(scribe, row, **missing)
    await correct(scribe, row)
    await correct(scribe, row)  # there may be more than one


@pytest.mark.parametrize(
    "wrong", [{"booked_by": "Wirt"}, {"reason": "x"}, {"deals": 0}, {"deals": 2}, {"partien": 1}, {"deals": -1}]
)
async def test_an_entry_that_is_no_correction_counts_one_and_has_no_reason(
    scribe: Scribe, wrong: dict[str, object]
) -> None:
    await scribe.on(await playing(scribe), settled)
    row, *_ = await booked(scribe)
    plain: dict[str, object] = {"kind": "deal", "deal": 99, "booked_by": None, "reason": None, "deals": 1}
    await correct(scribe, row, **plain)
    with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
        await correct(scribe, row, **(plain | {"deal": 98} | wrong))


async def test_a_correction_counts_a_deal_or_a_partie(scribe: Scribe) -> None:
    await scribe.on(await playing(scribe), settled)
    row, *_ = await booked(scribe)
    with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
        await correct(scribe, row, partien=-1)
