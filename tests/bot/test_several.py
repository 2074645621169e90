"""Several tables in a channel, one person at two of them, and people of two servers."""

from .club import Club
from .players import text_of


async def two_tables(club: Club) -> None:
    """Erna is the host of table 1 and Karl of table 2; each sits in the other's north. Both first hands are out."""
    for number, (host, guest) in enumerate([(club.erna, club.karl), (club.karl, club.erna)], 1):
        await host.slash("table open")
        await guest.on_board("sit", "N", number)
        await host.on_board("fill", table=number)
        await host.on_board("start", table=number)


async def test_a_person_at_two_tables_has_two_hands(club: Club) -> None:
    await two_tables(club)
    assert "Tisch 1 ·" in text_of(club.erna.hand(1)) and "Tisch 2 ·" in text_of(club.erna.hand(2))
    for table in (1, 2, 1):
        other = club.table(3 - table)
        await club.play(club.anything(), table=table)
        assert club.table(3 - table) == other, "the other table is left alone"
        if table == 1:
            await club.erna.on_hand("next", table=1)
    assert club.settled(1) == 2 and club.settled(2) == 1


async def test_which_table(club: Club) -> None:
    await two_tables(club)
    tables = {table: club.table(table) for table in (1, 2)}
    due = {name: [t for t in (1, 2) if tables[t].to_act == tables[t].seat_of(getattr(club, name).person)]
           for name in ("erna", "karl")}  # fmt: skip
    for name, mine in due.items():
        player = getattr(club, name)
        offered = await player.offers("card", "table")
        assert offered == ["1", "2"]
        if len(mine) == 1:
            answer = await player.slash("call", word="weg")
            assert "An welchem Tisch" not in text_of(answer.response), "the one where one must act"
        else:
            answer = await player.slash("call", word="weg")
            assert "An welchem Tisch" in text_of(answer.response)
            assert await player.offers("call", "word") == []
        answer = await player.slash("hand", table="2")
        assert "Tisch 2 · Spiel 1" in text_of(answer.response)
        answer = await player.slash("call", word="weg", table="7")
        assert "gibt es hier nicht" in text_of(answer.response)
    choice = await club.erna.slash("hand")
    assert "mehreren Tischen" in text_of(choice.response)
    shown = await club.erna.press_verb(choice.response, "hand")
    assert "Dein Blatt" in text_of(shown.response)


async def test_moves_typed_with_the_table_named(club: Club) -> None:
    """Both in the server and in the DM, with what the choice list gives for that table."""
    await two_tables(club)
    for turn in range(6):
        for number in (1, 2):
            table = club.table(number)
            seat = table.to_act
            if seat is None:
                continue
            player = club.erna if table.chairs[seat].person == club.erna.person else club.karl
            command, option = {"call": ("call", "word"), "name": ("trump", "suit")}.get(
                str(table.game_phase), ("card", "card")
            )
            dm = bool(turn % 2)
            offered = await player.offers(command, option, dm=dm, table=str(number))
            value = next(one for one in offered if "solo" not in one)
            await (player.slash_in_dm if dm else player.slash)(command, **{option: value}, table=str(number))
            assert club.table(number).ply > table.ply
            assert club.table(3 - number).ply >= 1


async def test_no_table_of_another_server(club: Club) -> None:
    """Its number says nothing elsewhere, and its buttons are not there."""
    await club.four_at_a_table()
    elsewhere = club.env.create_guild("Anderswo")
    channel = elsewhere.create_text_channel("spiel")
    erna = elsewhere.add_member(club.erna.user)
    for command in ("hand", "table show", "table leave", "table stop"):
        answer = await erna.slash(channel, command)
        assert answer.response is not None and answer.response.ephemeral
        assert "Dein Blatt" not in text_of(answer.response)
        answer = await erna.slash(channel, command, table="1")
        assert "gibt es hier nicht" in text_of(answer.response)
    assert club.table().people == tuple(p.person for p in club.people.values())
    await erna.slash(channel, "table open")
    assert club.table(2).number == 1
    assert set(await club.erna.offers("hand", "table", dm=True)) == {"#1", "#2"}
    answer = await club.erna.slash_in_dm("hand", table="#1")
    assert "Dein Blatt" in text_of(answer.response)
