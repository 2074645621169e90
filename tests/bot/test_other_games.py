"""Alter Schoofkopp and tavern conduct at the table: whole Partien, wrong play and who notices it."""

import pytest

from bot.core.games import PairState

from .club import Club
from .players import moves_of, text_of

GAMES = [
    pytest.param({"game": "schoofkopp"}, 15, id="schoofkopp"),
    pytest.param({"game": "schoofkopp", "overtrump": "trump-led", "conduct": "tavern"}, 15, id="schoofkopp-tavern"),
    pytest.param({"conduct": "tavern"}, 20, id="bauernstoss-tavern"),
]


def state_of(club: Club) -> PairState:
    state = club.table().state
    assert isinstance(state, PairState)
    return state


async def to_the_end(club: Club, *, restarts: bool = False) -> int:
    """Play the Partie whole, whoever presses *next* when a deal has ended; how many deals it took."""
    people, deals = list(club.people.values()), 0
    while club.table().phase == "partie":
        deals += 1
        await club.play(club.anything())
        if club.table().phase != "partie":
            break
        if restarts and deals % 3 == 0:
            await club.restart()
        if club.table().last_word:
            for player in people:  # all agree that nothing was wrong
                if club.table().phase == "partie":
                    await player.on_board("next")
        else:
            await people[deals % 4].on_hand("next")
    return deals


@pytest.mark.club(seed=11)
@pytest.mark.parametrize(("options", "target"), GAMES)
async def test_a_whole_partie(club: Club, options: dict[str, str], target: int) -> None:
    await club.four_at_a_table(**options)
    deals = await to_the_end(club, restarts=True)
    striche = state_of(club).standing.striche
    assert max(striche) >= target and club.settled() == deals
    assert "\N{TROPHY}" in text_of(club.board())
    booked = club.disk.rows("SELECT sum(striche) AS s FROM ledger WHERE kind = 'deal' AND pair = 0 AND seat = 0")
    assert booked[0]["s"] == striche[0]


@pytest.mark.club(seed=12)
@pytest.mark.parametrize(("options", "target"), GAMES)
async def test_a_whole_partie_with_computers(club: Club, options: dict[str, str], target: int) -> None:
    """Three computers and one person, who presses anything allowed."""
    await club.erna.slash("table open", **options)
    await club.erna.on_board("fill")
    await club.erna.on_board("start")
    while club.table().phase == "partie":
        await club.env.advance_time(3)
        if club.erna.moves():
            await club.erna.move(club.anything())
        elif club.table().between_deals and club.table().deal:
            await club.erna.on_board("next")
    assert max(state_of(club).standing.striche) >= target


@pytest.mark.club(seed=13)
async def test_wrong_play_is_possible_in_the_tavern_and_costs_the_deal_when_proven(club: Club) -> None:
    await club.four_at_a_table(conduct="tavern")
    first = club.on_turn()
    assert first is not None
    offered = {button["custom_id"].rsplit(":", 1)[1] for button in moves_of(first.hand())}
    assert {"c2", "c8"} <= offered or len(offered) >= 8  # whatever the hand holds
