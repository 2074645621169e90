"""People, messages, channels, rights and servers that go, and come back: each has one calm path."""

from typing import Any

import discord
import pytest
from simcord.backend import serializers
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from bot.holds import Why
from tests.bot.books import Disk

from .club import Club
from .players import Player, buttons_of, changing, text_of


async def in_play(club: Club) -> None:
    await club.four_at_a_table()
    await club.play(club.anything(), until=lambda: club.table().game_phase == "play")


def mover(club: Club) -> Player:
    player = club.on_turn()
    assert player is not None
    return player


def booked(disk: Disk) -> set[int]:
    return {row[0] for row in disk.rows("SELECT person FROM ledger WHERE kind = 'deal'")}


async def told(club: Club, event: str, facts: dict[str, Any]) -> None:
    """What the gateway says of the connection and the server."""
    club.env.backend.emit(event, facts)
    await club.env.advance_time(1)


async def thrown_out(club: Club) -> None:
    await told(club, "GUILD_DELETE", {"id": str(club.guild.id)})
    assert club.bot.get_guild(club.guild.id) is None


async def invited_again(club: Club) -> None:
    guild = club.env.backend.get_guild(club.guild.id)
    await told(club, "GUILD_CREATE", dict(serializers.guild_create_payload(club.env.backend, guild)))
    assert club.bot.get_guild(club.guild.id) is not None


# -- people


@pytest.mark.parametrize("how", ["leaves", "banned"])
async def test_whoever_left_the_server_is_found_out_when_it_is_their_turn(club: Club, how: str) -> None:
    """A computer goes on at once; the deal is finished and booked to the owner of the seat."""
    await in_play(club)
    player, seat = mover(club), club.table().to_act
    assert seat is not None
    others = [one for one in club.people.values() if one is not player]
    if how == "banned":
        club.env.backend.apply_ban(club.guild.id, player.id, None)
    else:
        club.env.backend.remove_member(club.guild.id, player.id)
    await club.env.advance_time(121)
    chair = club.table().chairs[seat]
    assert (chair.person, chair.computer, chair.leaver) == (None, True, player.person)
    assert f"🤖 für {player.name}" in text_of(club.board())
    assert club.table().host in [one.person for one in others]
    await player.slash_in_dm("hand")
    assert club.table().chairs[seat].computer, "who is not there any more does not play on by direct message"
    await club.play(club.anything())
    assert club.settled() == 1 and player.person in booked(club.disk)


async def test_who_is_merely_silent_keeps_the_seat(club: Club) -> None:
    await in_play(club)
    player, seat = mover(club), club.table().to_act
    assert seat is not None
    await club.env.advance_time(121)
    assert club.table().absent and club.table().chairs[seat].person == player.person


# -- messages


async def test_a_deleted_board_is_posted_anew_at_once_but_not_again_and_again(club: Club) -> None:
    await in_play(club)
    for _ in range(2):
        board = club.board()
        assert board is not None
        club.env.backend.delete_message(club.channel.id, board.id)
        await club.env.settle(idle=0.001)
    assert club.board() is None, "somebody does not want it there"
    await club.play(club.anything())
    assert club.board() is not None


# -- the channel


async def test_the_channel_is_deleted_and_the_table_is_fetched_to_another(club: Club) -> None:
    """Those who play by direct message go on, and the host is told."""
    await in_play(club)
    table, parlour = club.table(), club.guild.create_text_channel("stube")
    club.env.backend.delete_channel(club.channel.id)
    await club.env.settle(idle=0.001)
    assert club.bot.tables.held(1) == {Why.PLACE}
    assert "Seinen Kanal gibt es nicht mehr" in text_of(club.erna.mail()[-1])
    await club.env.advance_time(200)
    assert not club.table().absent
    await club.play(club.anything())
    assert club.settled() == 1
    club.channel = parlour
    await club.erna.slash("table show")
    assert club.table().channel_id == parlour.id != table.channel_id
    assert club.board() is not None and not club.bot.tables.held(1)
    assert club.disk.rows("SELECT channel_id FROM card_table")[0][0] == parlour.id
    await club.karl.on_board("next")
    await club.play(club.anything())


async def test_nobody_moves_a_table_that_is_well(club: Club) -> None:
    await in_play(club)
    other, here = club.guild.create_text_channel("stube"), club.channel
    club.channel = other
    await club.erna.slash("table show")
    club.channel = here
    assert club.table().channel_id == here.id


# -- rights


async def test_lost_rights_are_named_to_the_host_and_the_table_goes_on_when_they_are_back(club: Club) -> None:
    await in_play(club)
    me, send = club.bot.user, discord.Permissions(send_messages=True).value
    assert me is not None
    club.env.backend.set_overwrite(club.channel.id, Overwrite(me.id, OverwriteType.MEMBER, deny=send))
    board = club.board()
    assert board is not None
    club.env.backend.delete_message(club.channel.id, board.id)
    await club.env.settle(idle=0.001)
    assert club.bot.tables.held(1) == {Why.PLACE}
    assert "Nachrichten senden" in text_of(club.erna.mail()[-1])
    await club.env.advance_time(200)
    assert not club.table().absent and club.board() is None
    club.env.backend.delete_overwrite(club.channel.id, me.id)
    await club.env.settle(idle=0.001)
    assert club.board() is not None and not club.bot.tables.held(1)
    await club.env.advance_time(121)
    assert club.table().absent


# -- the server


async def test_thrown_out_and_invited_again(club: Club) -> None:
    """Nobody is hurried, nothing is tried in vain, and then everything is shown as it is."""
    await in_play(club)
    await thrown_out(club)
    asked = len(club.env.http_requests)
    await club.env.advance_time(500)
    assert not club.table().absent and len(club.env.http_requests) == asked
    await invited_again(club)
    assert not club.bot.tables.held(1)
    await club.play(club.anything())
    assert club.settled() == 1


async def test_thrown_out_a_lobby_is_closed(club: Club) -> None:
    await club.lobby(club.karl)
    await thrown_out(club)
    assert club.bot.tables.all() == []


# -- Discord


async def test_while_there_is_no_connection_nobody_is_called_absent(club: Club) -> None:
    await in_play(club)
    await club.env.advance_time(100)
    club.bot.dispatch("disconnect")
    await club.env.advance_time(600)
    assert not club.table().absent and not club.table().asleep
    await told(club, "RESUMED", {})
    await club.env.advance_time(118)
    assert not club.table().absent
    await club.env.advance_time(2)
    assert club.table().absent


# -- nobody


async def test_a_table_says_that_it_sleeps_and_how_to_wake_it(club: Club) -> None:
    await in_play(club)
    await club.env.advance_time(121 + 600)
    assert "Der Tisch schläft" in text_of(club.board())
    assert not any(":sub" in button["custom_id"] for button in buttons_of(club.board()))
    await club.karl.on_board("hand")
    assert "schläft" not in text_of(club.board())
    await club.play(club.anything())


async def test_a_table_nobody_wakes_is_closed_with_a_word(club: Club) -> None:
    await in_play(club)
    await club.env.advance_time(8 * 24 * 3600)
    assert club.bot.tables.all() == []
    last = club.public()[-1]
    assert "tagelang niemand" in text_of(last) and not changing(last)


# -- haste


async def test_whoever_opens_tables_in_bursts_is_asked_to_slow_down(club: Club) -> None:
    for number in range(1, 9):
        await club.erna.slash("table open")
        await club.erna.slash("table leave", table=str(number))
    answer = await club.erna.slash("table open")
    assert "Gemach" in text_of(answer.response) and club.bot.tables.all() == []
    await club.lisa.slash("table open")
    assert len(club.bot.tables.all()) == 1, "the others may"
    await club.env.advance_time(601)
    await club.erna.slash("table open")
    assert len(club.bot.tables.all()) == 2
