"""Messages that vanish, answers that get lost, faults of Discord's: the move stays, and what is shown is repaired."""

import pytest

from .club import Club
from .players import buttons_of, text_of


async def in_play(club: Club) -> None:
    await club.four_at_a_table()
    await club.play(club.anything(), until=lambda: club.table().game_phase == "play")


def delete(club: Club, message: object) -> None:
    club.env.backend.delete_message(message.channel_id, message.id)  # type: ignore[attr-defined]


async def test_a_board_deleted_is_posted_anew(club: Club) -> None:
    await in_play(club)
    board = club.board()
    assert board is not None
    delete(club, board)
    player = club.on_turn()
    assert player is not None
    await player.move(club.anything())
    fresh = club.board()
    assert fresh is not None and fresh.id != board.id
    await club.play(club.anything())
    assert club.board().id == fresh.id  # type: ignore[union-attr]
    assert all(f"/{fresh.id}" in text_of(player.hand()) for player in club.people.values()), "the links lead there"
    assert len([message for message in club.public() if "Spiel 1" in text_of(message)]) == 1


async def test_a_lobby_deleted_is_shown_again(club: Club) -> None:
    await club.lobby(club.karl)
    delete(club, club.board())
    await club.erna.slash("table show")
    assert "Karl" in text_of(club.board())
    await club.lisa.on_board("sit", "E")
    assert "Lisa" in text_of(club.board())


async def test_the_board_shown_again_stands_at_the_end(club: Club) -> None:
    await in_play(club)
    old = club.board()
    await club.karl.member.send(club.channel, "Na endlich")
    await club.karl.slash("table show")
    assert club.public()[-1].id == club.board().id != old.id  # type: ignore[union-attr]
    with_buttons = [message for message in club.public() if buttons_of(message)]
    assert [message.id for message in with_buttons] == [club.board().id]  # type: ignore[union-attr]


async def test_a_hand_deleted_is_sent_anew(club: Club) -> None:
    await in_play(club)
    player = club.on_turn()
    assert player is not None
    delete(club, player.hand())
    answer = await player.slash("hand")
    assert answer.response is not None and answer.response.ephemeral
    await player.press(
        answer.response, next(b["custom_id"] for b in buttons_of(answer.response) if not b.get("disabled"))
    )
    await club.play(club.anything())
    assert club.settled() == 1
    assert all(player.hand() is not None for player in club.people.values())


async def test_a_direct_message_closed_in_mid_game(club: Club) -> None:
    """From then on cards by button, a word in the channel, and never two hands."""
    await in_play(club)
    await club.play(club.anything())
    club.karl.close_dm()
    await club.erna.on_hand("next")
    assert "Karten nur per Knopf: Karl" in text_of(club.board())
    await club.karl.show_cards()
    await club.play(club.anything())
    assert club.settled() == 2


async def test_a_direct_message_closed_in_the_middle_of_a_deal(club: Club) -> None:
    await in_play(club)
    player = club.on_turn()
    assert player is not None
    player.close_dm(code=50278)
    await club.env.advance_time(16 * 60)  # the tokens of earlier presses are dead too
    assert f"Karten nur per Knopf: {player.name}" in text_of(club.board())
    assert any(player.member.mention in text_of(message) for message in club.public())
    await player.show_cards()
    await club.play(club.anything())
    assert club.settled() == 1
    assert not any(player.member.mention in text_of(message) for message in club.public())


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060), (500, 0)])
async def test_an_answer_that_gets_lost(club: Club, status: int, code: int) -> None:
    """The move was committed before: it stays, and the hand is repaired by the other way."""
    await in_play(club)
    player, ply = club.on_turn(), club.table().ply
    assert player is not None
    club.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
    club.unanswered = 1
    await player.move(club.anything())
    assert club.table().ply == ply + 1
    assert player.moves() == []
    assert club.on_turn() not in (None, player)
    assert "Am Spiel hat sich nichts geändert" not in "".join(text_of(message) for message in player.mail())
    await club.play(club.anything())
    assert club.settled() == 1


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (500, 0)])
async def test_an_answer_on_the_board_that_gets_lost(club: Club, status: int, code: int) -> None:
    await club.four_at_a_table()
    await club.play(club.anything())
    club.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
    club.unanswered = 1
    await club.karl.on_board("next")
    assert club.table().deal == 2
    assert "Spiel 2" in text_of(club.board())
    await club.play(club.anything())


async def test_a_typed_move_whose_answer_gets_lost(club: Club) -> None:
    await in_play(club)
    player, ply = club.on_turn(), club.table().ply
    assert player is not None
    club.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    club.unanswered = 1
    await player.slash("card", card=player.moves()[0]["custom_id"][-2:])
    assert club.table().ply == ply + 1
    assert player.moves() == []


@pytest.mark.parametrize(("status", "code"), [(500, 0), (429, 0), (400, 30046)])
async def test_an_edit_that_fails(club: Club, status: int, code: int) -> None:
    """Tried again, or posted anew where Discord wants no more edits of an old message."""
    await in_play(club)
    board = club.board()
    assert board is not None
    await club.env.advance_time(16 * 60)  # no token pays for an edit any more
    club.env.inject_error("PATCH", f"/channels/{club.channel.id}/messages/*", status=status, code=code)
    await club.karl.slash("table stop")
    assert "Ja: Karl" in text_of(club.board())
    assert (club.board().id == board.id) is (code == 0)  # type: ignore[union-attr]


async def test_a_post_that_fails_is_tried_again_and_not_posted_twice(club: Club) -> None:
    await club.four_at_a_table()
    await club.play(club.anything())
    club.env.inject_error("POST", f"/channels/{club.channel.id}/messages", status=500)
    await club.erna.on_hand("next")
    assert len([message for message in club.public() if "Spiel 2" in text_of(message)]) == 1


async def test_a_token_that_dies_early(club: Club) -> None:
    await in_play(club)
    club.env.inject_error("PATCH", "/webhooks/*", status=401, code=50027, times=None)
    await club.play(club.anything())
    assert "Spiel 1 ist aus" in text_of(club.board())
    assert all("Next" in text_of(p.hand()) or "Weiter" in text_of(p.hand()) for p in club.people.values())
