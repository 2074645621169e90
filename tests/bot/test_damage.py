"""A table whose rows make no sense any more: it rests as it is, and all the others play on."""

import sqlite3
from contextlib import closing

import pytest

from .club import Club
from .players import text_of
from .test_several import two_tables

DAMAGE = {
    "no JSON": "UPDATE card_table SET public = '{' WHERE id = 1",
    "another program's JSON": "UPDATE card_table SET options = '{\"patience\": 3}' WHERE id = 1",
    "an unknown game": "UPDATE card_table SET game = 'tarock' WHERE id = 1",
}
REST_DE = "deshalb ruht er"


def rows(club: Club) -> dict[str, list[tuple[object, ...]]]:
    """Everything on the disk about table 1."""
    with closing(sqlite3.connect(club.path)) as disk:
        found = {"card_table": disk.execute("SELECT * FROM card_table WHERE id = 1").fetchall()}
        for relation in ("chair", "deal", "settlement", "log", "message"):
            found[relation] = disk.execute(f"SELECT * FROM {relation} WHERE table_id = 1").fetchall()
    return found


def mend(club: Club, tables: list[tuple[object, ...]]) -> None:
    with closing(sqlite3.connect(club.path)) as disk, disk:
        for row in tables:
            disk.execute(f"INSERT OR REPLACE INTO card_table VALUES ({', '.join('?' * len(row))})", row)


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_damaged_table_rests_and_the_others_play_on(club: Club, damage: str) -> None:
    await two_tables(club)
    mover = club.on_turn(1)
    assert mover is not None
    hand, board = club.photo(mover.hand(1)), club.photo(club.board(1))
    await club.bot.close()
    whole = rows(club)
    with closing(sqlite3.connect(club.path)) as disk, disk:
        disk.execute(DAMAGE[damage])
    damaged = rows(club)
    club.expected_errors.append("the table cannot be loaded")
    await club.restart()
    assert [table.id for table in club.bot.tables.all()] == [2]

    for photo, verb in ((board, "hand"), (hand, "a")):
        late = await mover.press_late(photo, verb)
        assert late.response is not None and late.response.ephemeral and REST_DE in text_of(late.response)
    assert club.photo(mover.hand(1))["components"] == hand["components"], "the buttons wait for the table"
    await club.play(club.anything(), table=2)
    assert club.settled(2) == 1
    assert rows(club) == damaged

    await club.bot.close()
    mend(club, whole["card_table"])
    await club.restart()
    await club.play(club.anything(), table=1)
    assert club.settled(1) == 1, "once mended it plays on"
