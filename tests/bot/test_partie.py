"""Whole Partien, each in its own way, from the open table to twenty Striche."""

import pytest
from simcord.results import ResponseMessage

from bot.core.games import PairState

from .club import Club
from .players import buttons_of, text_of


async def standing(club: Club) -> dict[str, tuple[int, ...]]:
    """Deals, Striche and Partien won on the ledger, by name, without games with computers."""
    rows = club.disk.rows(
        "SELECT name, sum(deals), sum(CASE kind WHEN 'deal' THEN striche ELSE 0 END), sum(partien * won)"
        " FROM ledger JOIN person ON person.id = person WHERE computers = 0 GROUP BY name"
    )
    return {row[0]: tuple(row[1:]) for row in rows}


def twenty(club: Club) -> tuple[int, int]:
    """The Striche of both pairs at the end of a finished Partie."""
    assert club.table().phase == "finished"
    state = club.table().state
    assert isinstance(state, PairState) and max(state.standing.striche) >= 20
    return state.standing.striche


@pytest.mark.club(seed=3)
async def test_four_people_press_buttons_to_twenty(club: Club) -> None:
    await club.four_at_a_table()
    people = list(club.people.values())
    deals = 0
    while club.table().phase == "partie":
        deals += 1
        assert await club.play(club.anything())
        assert club.settled() == deals
        presser = people[deals % 4]
        for player in people:  # the result stands in the hand too, nobody need leave the DM
            assert (f"Spiel {deals} ist aus" in text_of(player.hand())) is (club.locales[player.id] == "de")
        if club.table().phase == "partie":
            await (presser.on_hand("next") if deals % 2 else presser.on_board("next"))
            assert club.table().deal == deals + 1
    striche = twenty(club)
    assert deals > 5
    assert "🏆" in text_of(club.board())
    books = await standing(club)
    for seat, player in enumerate(people):
        counted, scored, won = books[player.name]
        assert (scored, won) == (striche[seat % 2], int(striche[seat % 2] == max(striche)))
        assert 5 < counted <= deals  # one thrown in counts for nothing
    board = await club.karl.slash("leaderboard")
    assert all(name in text_of(board.response) for name in club.people)
    assert f"{max(striche)}" in text_of(board.response)


@pytest.mark.club(seed=4)
async def test_four_people_play_with_slash_commands_only(club: Club) -> None:
    """Sitting down and going on too; in the server and in the DM by turns."""
    host = club.erna
    await host.slash("table open")
    for seat, player in zip("NEW", (club.karl, club.lisa, club.heinz), strict=True):
        await player.slash("table sit", seat=seat)
    await host.slash("table start")
    people = list(club.people.values())
    said: set[str] = set()
    turns = 0
    while club.table().phase == "partie":
        seat = club.table().to_act
        if seat is None:
            presser = people[turns % 4]
            await club.env.advance_time(15 * 60 + 1)  # what Discord shows in private dies after a quarter of an hour
            answer = await presser.slash("table start")
            assert answer.response is not None and answer.response.ephemeral
            continue
        turns += 1
        for other in people:
            if other is not people[seat] and turns % 16 == 0:
                assert await other.offers("card", "card") == []
        said.add(await people[seat].type_move(dm=bool(turns % 3)))
    twenty(club)
    assert {"call weg", "trump H", "card CJ"} <= said


@pytest.mark.club(seed=8)
async def test_one_person_and_three_computers(club: Club) -> None:
    await club.erna.slash("table open")
    await club.erna.on_board("fill")
    await club.erna.on_board("start")
    while club.table().phase == "partie":
        await club.play(club.anything())
        assert club.on_turn() is None
        if club.table().phase == "partie":
            await club.erna.on_hand("next")
    twenty(club)
    rows = club.disk.rows("SELECT DISTINCT person, computers FROM ledger")
    assert [tuple(row) for row in rows] == [(club.erna.person, 3)]
    assert "Erna" not in text_of((await club.karl.slash("leaderboard")).response)
    assert "Erna" in text_of((await club.karl.slash("leaderboard", computers="with")).response)


@pytest.mark.club(seed=11)
async def test_all_direct_messages_closed(club: Club) -> None:
    """Everybody takes the cards from the board, for their eyes only, and is called by a mention."""
    people = list(club.people.values())
    for player in people:
        player.close_dm()
    await club.erna.slash("table open")
    for seat, player in zip("NEW", (club.karl, club.lisa, club.heinz), strict=True):
        sat = await player.on_board("sit", seat)
        assert "*Meine Karten*" in text_of(sat.followups[0]) or "*My cards*" in text_of(sat.followups[0])
    await club.erna.on_board("start")
    assert "Karten nur per Knopf: Karl, Lisa, Erna, Heinz" in text_of(club.board())
    for player in people:
        await player.show_cards()
    deals = 0
    while club.table().phase == "partie":
        deals += 1
        reminded = await _reminded(club) if deals < 4 else None
        assert await club.play(club.anything())
        if reminded is not None:
            assert reminded.id not in [message.id for message in club.public()], "a reminder goes after the move"
        if club.table().phase == "partie":
            await people[deals % 4].on_board("next")
    assert club.settled() == deals
    twenty(club)
    assert all(player.mail() == [] for player in people)


async def _reminded(club: Club) -> ResponseMessage:
    before = {message.id for message in club.public()}
    player = club.on_turn()
    assert player is not None
    await club.env.advance_time(21)
    (mention,) = [message for message in club.public() if message.id not in before]
    assert player.member.mention in text_of(mention)
    assert [button["custom_id"].split(":")[3] for button in buttons_of(mention)] == ["hand"]
    assert mention._message.ping_user_ids == [player.id]
    await club.env.advance_time(60)
    assert len(club.public()) == len(before) + 1, "only one reminder a turn"
    return mention


async def test_the_result_stays_in_the_dm_when_next_is_pressed_under_it(club: Club) -> None:
    await club.four_at_a_table()
    await club.play(club.anything())
    before = [message.id for message in club.karl.mail()]
    result = club.karl.hand()
    assert result is not None
    await club.karl.on_hand("next")
    assert club.table().deal == 2
    shown = {message.id: message for message in club.karl.mail()}
    kept, fresh = shown[result.id], [message for number, message in shown.items() if number not in before]
    assert "Spiel 1 ist aus" in text_of(kept) and not buttons_of(kept)
    assert len(fresh) == 1 and "Spiel 2" in text_of(fresh[0]) and fresh[0].id == club.karl.hand().id  # type: ignore[union-attr]


async def test_the_lobby_goes_when_the_first_board_comes(club: Club) -> None:
    await club.lobby(club.karl, club.lisa, club.heinz)
    lobby = club.board()
    assert lobby is not None
    await club.erna.on_board("start")
    assert lobby.id not in [message.id for message in club.public()]
