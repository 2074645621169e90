"""Silence, standing in and coming back; leaving and taking over; stopping."""

import discord
import pytest

from bot.core.games import PairState

from .club import Club
from .players import Player, buttons_of, changing, text_of


def others(club: Club, player: Player) -> list[Player]:
    return [other for other in club.people.values() if other is not player]


def mover(club: Club) -> Player:
    player = club.on_turn()
    assert player is not None
    return player


async def silent(club: Club) -> tuple[Player, list[Player]]:
    """A running deal in which somebody has let two minutes pass."""
    await club.four_at_a_table()
    await club.play(club.anything(), until=lambda: club.table().game_phase == "play")
    player = mover(club)
    await club.env.advance_time(121)
    return player, others(club, player)


async def test_one_reminder_a_turn_and_after_twenty_seconds(club: Club) -> None:
    await club.four_at_a_table()
    player = mover(club)
    first, posts = player.hand(), len(club.env.http_requests)
    await club.env.advance_time(19)
    assert player.hand().id == first.id  # type: ignore[union-attr]
    await club.env.advance_time(2)
    again = player.hand()
    assert again is not None and first is not None and again.id != first.id
    assert first.id not in [message.id for message in player.mail()], "the old one is taken away"
    await club.env.advance_time(80)
    assert club.posts(posts) == [f"/channels/{player.user.dm_channel.id}/messages"]
    await player.move(club.anything())
    assert mover(club) is not player


async def test_who_has_long_been_silent_is_reminded_at_once(club: Club) -> None:
    """Erna sits down, and then does nothing until her turn comes much later."""
    await club.four_at_a_table("S")  # west, north, east, south
    for _ in range(3):
        await club.env.advance_time(60)
        await mover(club).move(club.anything())
    assert mover(club) is club.erna
    hand = club.erna.hand()
    posts = len(club.env.http_requests)
    await club.env.advance_time(1)
    assert club.erna.hand().id == hand.id  # type: ignore[union-attr]
    assert club.posts(posts) == []
    dm = f"/channels/{club.erna.user.dm_channel.id}/messages"
    sent = [r.path for r in club.env.http_requests if r.method == "POST" and r.path == dm]
    assert len(sent) == 3, "welcome, hand, and the hand anew"


async def test_a_takeover_and_the_owners_return(club: Club) -> None:
    player, (first, *_) = await silent(club)
    assert "💤" in text_of(club.board()) and "💤" in text_of(first.hand())
    assert not any(":sub" in button["custom_id"] for button in buttons_of(player.hand()))
    seat = club.table().to_act
    assert seat is not None
    await first.on_hand("sub")
    assert club.table().chairs[seat].computer and club.table().chairs[seat].person == player.person
    assert f"{player.name} (🤖)" in text_of(club.board())
    assert player.moves() == []
    await club.play(club.anything(), until=lambda: len(club.table().state.tricks) == 2)  # type: ignore[union-attr]
    assert club.table().chairs[seat].computer, "it stands in until the owner is back"
    await player.on_hand("show")
    assert not club.table().chairs[seat].computer
    await club.play(club.anything())
    helped = club.disk.rows("SELECT person FROM ledger WHERE helped = 1")
    assert [row[0] for row in helped] == [player.person], "booked to the owner"


async def test_the_absent_one_plays_after_all(club: Club) -> None:
    player, _ = await silent(club)
    board = club.photo(club.board())
    await player.move(club.anything())
    assert "💤" not in text_of(club.board())
    late = await others(club, player)[0].press_late(board, "sub")
    assert late.acknowledged
    assert not any(chair.computer for chair in club.table().chairs)


async def test_nobody_is_replaced_early_or_by_themselves(club: Club) -> None:
    player, _ = await silent(club)
    assert any(":sub" in button["custom_id"] for button in buttons_of(club.board()))
    answer = await player.on_board("sub")
    assert "Für dich selbst?" in text_of(answer.response) or "For yourself?" in text_of(answer.response)
    assert not any(chair.computer for chair in club.table().chairs)
    fritz = club.person("Fritz")
    answer = await fritz.on_board("sub")
    assert "sitzt nicht" in text_of(answer.response)
    assert not any(chair.computer for chair in club.table().chairs)


async def test_the_absence_chosen_when_the_table_was_opened(club: Club) -> None:
    await club.four_at_a_table(absence=30)
    await club.env.advance_time(29)
    assert "💤" not in text_of(club.board())
    await club.env.advance_time(2)
    assert "💤" in text_of(club.board())


async def test_leaving_in_mid_partie_and_coming_back(club: Club) -> None:
    await club.four_at_a_table()
    await club.play(club.anything(), until=lambda: club.table().game_phase == "play")
    await club.lisa.slash("table leave")
    chair = club.table().chairs[1]
    assert (chair.person, chair.computer, chair.leaver) == (None, True, club.lisa.person)
    assert "🤖 für Lisa" in text_of(club.board())
    assert not buttons_of(club.lisa.mail()[-1]), "the hand has no buttons any more"
    await club.play(club.anything())
    assert club.settled() == 1
    await club.karl.on_hand("next")
    await club.play(club.anything(), until=lambda: club.table().game_phase == "play")
    answer = await club.lisa.slash("hand")
    assert "Your hand" in text_of(answer.response) or "♣️" in text_of(answer.response)
    assert club.table().chairs[1].person == club.lisa.person
    await club.play(club.anything())


async def test_another_person_takes_the_seat_between_deals(club: Club) -> None:
    fritz = club.person("Fritz")
    await club.four_at_a_table()
    await club.lisa.slash("table leave")
    answer = await fritz.slash("table sit", seat="E")
    assert "erst, wenn dieses Spiel aus ist" in text_of(answer.response)
    await club.play(club.anything())
    await fritz.on_board("take", "E")
    assert club.table().chairs[1].person == fritz.person
    refused = await club.lisa.slash("table sit", seat="E")
    assert refused.response is not None and refused.response.ephemeral
    club.people["Lisa"] = fritz
    await club.erna.on_board("next")
    await club.play(club.anything())
    owners = [row[0] for row in club.disk.rows("SELECT person FROM ledger WHERE seat = 1 ORDER BY deal")]
    assert owners[-1] == fritz.person


async def test_all_people_leave_and_the_computers_finish_the_deal(club: Club) -> None:
    await club.four_at_a_table()
    await club.play(club.anything(), until=lambda: club.table().game_phase == "play")
    for player in club.people.values():
        await player.slash("table leave")
    assert club.bot.tables.all() == []
    assert club.settled() == 1
    assert len(club.disk.rows("SELECT * FROM ledger WHERE kind = 'deal'")) == 4


async def test_a_rematch_with_the_same_seats(club: Club) -> None:
    await club.four_at_a_table()
    while club.table().phase == "partie":
        await club.play(club.anything(solos=True))
        if club.table().phase == "partie":
            await club.erna.on_hand("next")
    dealer = club.table().state.dealer  # type: ignore[union-attr]
    await club.karl.on_board("rematch")
    state = club.table().state
    assert isinstance(state, PairState) and club.table().partie == 2
    assert state.dealer == (dealer + 1) % 4 and state.standing.striche == (0, 0) and state.first_deal
    await club.play(club.anything())
    assert club.disk.rows("SELECT count(*) FROM ledger WHERE partie = 2")[0][0] == 4


async def test_a_finished_table_closes_after_an_hour(club: Club) -> None:
    await club.four_at_a_table()
    while club.table().phase == "partie":
        await club.play(club.anything(solos=True))
        if club.table().phase == "partie":
            await club.erna.on_hand("next")
    await club.env.advance_time(3601)
    assert club.bot.tables.all() == []
    assert "🏆" in text_of(club.public()[-1]) and not changing(club.public()[-1])


# -- stopping


async def test_a_majority_stops(club: Club) -> None:
    await club.four_at_a_table()
    await club.karl.slash("table stop")
    assert "Aufhören? Ja: Karl" in text_of(club.board())
    await club.lisa.on_board("stop", "yes")
    assert club.table().stop is not None
    await club.heinz.on_hand("stop", "yes")
    assert club.bot.tables.all() == []
    assert not [b for m in (*club.public(), *club.karl.mail(), *club.erna.mail()) for b in changing(m)]
    assert club.disk.rows("SELECT count(*) FROM ledger")[0][0] == 0
    assert club.disk.deals()[0].outcome == "abandoned"


async def test_two_who_object_play_on(club: Club) -> None:
    await club.four_at_a_table()
    await club.karl.slash("table stop")
    await club.lisa.on_board("stop", "no")
    assert "Nein: Lisa" in text_of(club.board())
    await club.heinz.on_board("stop", "no")
    assert club.table().stop is None
    assert "Aufhören" not in text_of(club.board())
    await club.play(club.anything())


async def test_two_minutes_of_silence_are_a_yes(club: Club) -> None:
    await club.four_at_a_table()
    await club.play(club.anything())
    await club.karl.slash("table stop")
    await club.lisa.on_board("stop", "no")
    await club.env.advance_time(119)
    assert club.table().stop is not None
    await club.env.advance_time(2)
    assert club.bot.tables.all() == []
    assert club.disk.rows("SELECT count(*) FROM ledger")[0][0] in (0, 4)


@pytest.mark.parametrize("moderates", [True, False])
async def test_a_moderator_stops_at_once_and_nobody_else(club: Club, moderates: bool) -> None:
    role = club.guild.create_role("Wirt", permissions=discord.Permissions(manage_guild=moderates))
    wirt = club.person("Wirt", roles=[role])
    await club.four_at_a_table()
    answer = await wirt.slash("table stop")
    assert answer.response is not None and answer.response.ephemeral
    assert (club.bot.tables.all() == []) is moderates
    if not moderates:
        assert "sitzt nicht" in text_of(answer.response)
