"""Whole Partien, each in its own way, from the open table to twenty Striche."""

import pytest

from .club import Club
from .players import text_of


@pytest.mark.club(seed=3)
async def test_four_people_press_buttons_to_twenty(club: Club) -> None:
    await club.four_at_a_table()
    deals = 0
    while club.table().phase == "partie":
        deals += 1
        await club.play(club.anything())
        assert club.settled() == deals
        presser = list(club.people.values())[deals % 4]
        if club.table().phase == "partie":
            await (presser.on_hand("next") if deals % 2 else presser.on_board("next"))
    assert club.table().phase == "finished"
    striche = club.disk.rows("SELECT max(striche) FROM ledger WHERE kind = 'partie'")[0][0]
    assert striche >= 20
    assert "Partie" in text_of(club.board())
