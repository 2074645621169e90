"""Practice tables: everything goes its way and stands on the board, and nothing of it is booked."""

import json

import pytest

from .club import Club
from .players import text_of
from .test_export import file_of
from .test_other_games import to_the_end

GAMES = ("bauernstoss", "schoofkopp", "bauernheinrich")
SAID = "nichts angerechnet"


@pytest.mark.club(seed=61)
@pytest.mark.parametrize("game", GAMES)
async def test_nothing_of_a_practice_table_is_booked_and_everybody_can_read_that(club: Club, game: str) -> None:
    host = await club.lobby(club.karl, club.lisa, club.heinz, game=game, practice="yes")
    assert SAID in text_of(club.board())
    await club.restart()
    assert SAID in text_of(club.board())
    await host.on_board("start")
    assert SAID in text_of(club.board())
    await club.play(club.anything())
    assert club.settled() == 1 and SAID in text_of(club.board())
    assert club.disk.rows("SELECT * FROM ledger") == []
    answer = await club.karl.slash("leaderboard", game=game, computers="with")
    assert not any(name in text_of(answer.response) for name in club.people)
    answer = await club.karl.slash("player", game=game)
    assert "Noch kein Spiel" in text_of(answer.response)
    await club.restart()
    name, _ = file_of(club, await club.karl.slash("deal export"))
    assert name == f"{game}-table1-deal1.toml"
    await club.erna.on_board("next")
    await club.env.advance_time(6)
    assert club.table().deal == 2, "it goes on as usual"


@pytest.mark.club(seed=62)
async def test_a_whole_partie_for_practice(club: Club) -> None:
    """Striche stand on the board, somebody wins, and the books stay empty."""
    await club.four_at_a_table(practice="yes")
    await to_the_end(club)
    assert club.table().phase == "finished" and max(club.table().state.standing.striche) > 0  # type: ignore[union-attr]
    assert club.disk.rows("SELECT * FROM ledger") == []


@pytest.mark.club(seed=63)
async def test_a_table_counts_unless_it_is_opened_for_practice(club: Club) -> None:
    await club.four_at_a_table(practice="no")
    await club.play(club.anything())
    assert SAID not in text_of(club.board()) and len(club.disk.rows("SELECT * FROM ledger")) == 4


@pytest.mark.club(seed=64)
async def test_a_table_of_older_days_counts(club: Club) -> None:
    """What was opened before there was practice has nothing of it among its options."""
    await club.four_at_a_table()
    (row,) = club.disk.rows("SELECT options FROM card_table")
    old = {key: value for key, value in json.loads(row["options"]).items() if key not in ("practice", "same")}
    await club.bot.close()
    club.disk.rows("UPDATE card_table SET options = ?", json.dumps(old))
    await club.restart()
    assert club.table().options.booked
    await club.play(club.anything())
    assert len(club.disk.rows("SELECT * FROM ledger")) == 4
