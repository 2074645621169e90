"""A planned stop: the boards of running tables say so, and nothing of it is left after the next start."""

import pytest

from .club import Club
from .players import text_of

AWAY = "Bin gleich wieder da"


def notes(club: Club) -> int:
    return sum(text_of(message).count(AWAY) for message in club.public())


async def start_again(club: Club) -> None:
    club.bot = club._new_bot()
    await club.env.restart_bot(club.bot)
    await club.env.settle(idle=0.001)


async def test_the_board_says_so_and_forgets_it(club: Club) -> None:
    await club.four_at_a_table()
    await club.play(club.anything(), until=lambda: club.table().game_phase == "play")
    board, sent = club.board(), len(club.env.http_requests)
    assert board is not None
    before = text_of(board)
    player = club.on_turn()
    assert player is not None
    photo = club.photo(player.hand())
    button = player.moves()[0]["custom_id"].split(":")
    await club.bot.close()
    assert text_of(club.board()) == f"⏸️ {AWAY}, der Tisch bleibt so stehen.\n{before}"
    assert notes(club) == 1 and club.posts(sent) == [], "no new message, so nobody is disturbed"
    await start_again(club)
    assert text_of(club.board()) == before and club.board().id == board.id  # type: ignore[union-attr]
    await player.press_late(photo, button[3], button[4])
    await club.play(club.anything())
    await club.karl.on_board("next")
    assert club.table().deal == 2 and notes(club) == 0


async def test_between_two_deals_too_but_not_in_a_lobby_or_after_the_partie(club: Club) -> None:
    await club.four_at_a_table()
    await club.play(club.anything())
    await club.lobby(host=club.karl, table=2)
    await club.bot.close()
    assert AWAY in text_of(club.board(1)) and AWAY not in text_of(club.board(2))
    await start_again(club)
    assert notes(club) == 0
    while club.table().phase == "partie":
        await club.erna.on_hand("next")
        await club.play(club.anything(solos=True))
    await club.bot.close()
    assert notes(club) == 0
    await start_again(club)


async def test_stopped_again_and_again(club: Club) -> None:
    await club.four_at_a_table()
    for _ in range(3):
        await club.bot.close()
        assert notes(club) == 1
        await start_again(club)
        assert notes(club) == 0


@pytest.mark.parametrize("status", [500, 429, 403])
async def test_a_note_that_cannot_be_shown_hinders_nothing(club: Club, status: int) -> None:
    await club.four_at_a_table()
    await club.env.advance_time(16 * 60)  # no press pays for an edit any more
    club.env.inject_error("PATCH", "/channels/*/messages/*", status=status, times=None)
    await club.bot.close()
    assert notes(club) == 0
    club.env.backend.faults.clear()
    await start_again(club)
    await club.play(club.anything())
    assert club.settled() == 1


async def test_a_board_that_was_deleted(club: Club) -> None:
    """Where the note finds no board it may post one, which the next start takes up."""
    await club.four_at_a_table()
    board = club.board()
    assert board is not None
    club.env.backend.delete_message(board.channel_id, board.id)
    await club.bot.close()
    await start_again(club)
    assert notes(club) == 0
    assert len([message for message in club.public() if "Spiel 1" in text_of(message)]) == 1
    await club.play(club.anything())
