"""Bauernheinrich at the table: beating, taking up, places, over restarts, by buttons and words, with computers."""

import pytest

from bot.core.games import PlaceState

from .club import Club
from .players import text_of


def state_of(club: Club) -> PlaceState:
    state = club.table().state
    assert isinstance(state, PlaceState)
    return state


@pytest.mark.club(seed=31)
async def test_some_deals_by_buttons_over_restarts(club: Club) -> None:
    await club.four_at_a_table(game="bauernheinrich")
    people = list(club.people.values())
    taken_up = 0
    for deal in range(1, 5):
        moves = 0
        while club.on_turn() is not None:
            moves += 1
            pressed = await club.play(club.anything(), until=lambda: True)
            assert pressed == []
            mover = club.on_turn()
            assert mover is not None
            taken_up += await mover.move(club.anything()) == "u"
            if moves == 7:
                await club.restart()
        assert club.settled() == deal and club.table().between_deals
        places = state_of(club).places
        rows = club.disk.rows("SELECT seat, place, won, striche, partner FROM ledger WHERE deal = ?", deal)
        booked = {row["seat"]: row["place"] for row in rows}
        assert [booked[seat] for seat in places] == list(range(1, len(places) + 1))
        assert all(row["striche"] == 0 and row["partner"] is None for row in rows)
        assert sum(row["won"] for row in rows) == (1 if places else 0)
        assert "1." in text_of(club.board())
        await people[deal % 4].on_board("next")
        await club.env.advance_time(6)
    assert taken_up > 0


@pytest.mark.club(seed=32)
async def test_typed_and_refused(club: Club) -> None:
    """Who can beat must beat (H6), who cannot takes up, by word too."""
    await club.four_at_a_table(game="bauernheinrich")
    people, refused, taken = list(club.people.values()), False, False
    while club.on_turn() is not None and not (refused and taken):
        seat = club.table().to_act
        assert seat is not None
        codes = {button["custom_id"].rsplit(":", 1)[1] for button in people[seat].moves()}
        if state_of(club).trick and "u" not in codes:
            answer = await people[seat].slash("card", card="takes")
            assert answer.response is not None and "(H6)" in text_of(answer.response)
            refused = True
        if "u" in codes:
            answer = await people[seat].slash("card", card="takes")
            taken = True
        else:
            await people[seat].move(club.anything())
    assert refused and taken


@pytest.mark.club(seed=33)
async def test_against_computers(club: Club) -> None:
    await club.erna.slash("table open", game="bauernheinrich")
    assert "gegenüber" not in text_of(club.board())
    await club.erna.on_board("fill")
    await club.erna.on_board("start")
    for _ in range(300):
        await club.env.advance_time(3)
        if club.erna.moves():
            await club.erna.move(club.anything())
        elif club.table().between_deals and club.table().deal:
            break
    assert club.settled() == 1
    board = await club.erna.slash("leaderboard", game="bauernheinrich", computers="with")
    assert board.response is not None and "Erna" in text_of(board.response)


@pytest.mark.club(seed=34)
async def test_what_cannot_be_chosen(club: Club) -> None:
    for options in ({"partners": "lot"}, {"conduct": "tavern"}, {"overtrump": "trump-led"}):
        answer = await club.erna.slash("table open", game="bauernheinrich", **options)
        assert answer.response is not None and answer.response.ephemeral
    assert club.bot.tables.all() == []
