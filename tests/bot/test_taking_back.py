"""Taking back at the table: asked, agreed to, refused, lapsed; over a restart; with computers (B25, S9)."""

import pytest

from bot.core.games import PairState
from bot.core.seats import SEATS
from bot.deadlines import Pace
from tests.pairs import pairs

from .club import Club
from .players import Player, buttons_of, text_of


async def card_played(club: Club, cards: int = 1) -> Player:
    """Play until so many cards lie in the trick; who has laid the last one."""
    mover = None
    while len(pairs(club.table()).trick) != cards or club.table().game_phase != "play":
        mover = club.on_turn()
        assert mover is not None
        await mover.move(club.anything())
    assert mover is not None
    return mover


def others(club: Club, player: Player) -> list[Player]:
    return [other for other in club.people.values() if other is not player]


@pytest.mark.club(seed=21)
@pytest.mark.parametrize("options", [{}, {"conduct": "tavern"}])
async def test_all_agree_and_the_card_is_seen(club: Club, options: dict[str, str]) -> None:
    await club.four_at_a_table(**options)
    player = await card_played(club)
    seat = list(club.people.values()).index(player)
    card = pairs(club.table()).trick[-1]
    await player.on_hand("back")
    first, second, third = others(club, player)
    await first.on_hand("plea", "yes")
    await club.restart()
    await second.on_board("plea", "yes")
    assert len(pairs(club.table()).trick) == 1
    await third.on_hand("plea", "yes")
    state = pairs(club.table())
    assert not state.trick and state.turn == SEATS[seat]
    assert state.seen[seat] >> card & 1
    assert club.table().plea is None
    for reader in club.people.values():
        assert "👀" in text_of(reader.hand())
    assert "👀" in text_of(club.board())
    await club.play(club.anything())


@pytest.mark.club(seed=21)
async def test_one_no_is_enough(club: Club) -> None:
    await club.four_at_a_table()
    player = await card_played(club)
    await player.on_hand("back")
    first, second, _ = others(club, player)
    await first.on_hand("plea", "yes")
    await second.on_hand("plea", "no")
    assert club.table().plea is None and len(pairs(club.table()).trick) == 1
    assert not any(":plea:" in button["custom_id"] for button in buttons_of(club.board()))
    await player.on_hand("back")  # asking again is no crime
    assert club.table().plea is not None


@pytest.mark.club(seed=21)
async def test_the_next_card_ends_the_wish(club: Club) -> None:
    await club.four_at_a_table()
    player = await card_played(club)
    photo = club.photo(club.board())
    await player.on_hand("back")
    photo = club.photo(club.board())
    mover = club.on_turn()
    assert mover is not None
    await mover.move(club.anything())
    assert club.table().plea is None
    laid = len(pairs(club.table()).trick)
    for other in others(club, player):
        await other.press_late(photo, "plea", "yes")
    assert len(pairs(club.table()).trick) == laid


@pytest.mark.club(seed=21)
async def test_silence_lets_it_lapse(club: Club) -> None:
    await club.four_at_a_table()
    player = await card_played(club)
    await player.on_hand("back")
    await club.env.advance_time(29)
    assert club.table().plea is not None
    await club.env.advance_time(2)
    assert club.table().plea is None


@pytest.mark.club(seed=21)
async def test_only_whoever_laid_the_last_card_may_ask(club: Club) -> None:
    await club.four_at_a_table()
    player = await card_played(club)
    for other in others(club, player):
        assert not any(":back" in button["custom_id"] for button in buttons_of(other.hand()))
        answer = await other.slash("takeback")
        assert answer.response is not None and "(B25)" in text_of(answer.response)
    answer = await player.slash("takeback")
    assert club.table().plea is not None


@pytest.mark.club(seed=21)
async def test_a_table_that_takes_nothing_back(club: Club) -> None:
    await club.four_at_a_table(take_backs="never")
    player = await card_played(club)
    assert not any(":back" in button["custom_id"] for button in buttons_of(player.hand()))
    answer = await player.slash("takeback")
    assert answer.response is not None and "(B25)" in text_of(answer.response)
    assert club.table().plea is None


@pytest.mark.club(seed=22, pace=Pace(computer=6.0))  # beyond what the simulator waits for
async def test_computers_agree_once_a_player_and_partie(club: Club) -> None:
    await club.erna.slash("table open")
    await club.erna.on_board("fill")
    await club.erna.on_board("start")
    granted = refused = 0
    for _ in range(200):
        if granted and refused:
            break
        await club.env.advance_time(2)
        state = club.table().state
        may = isinstance(state, PairState) and state.may_take_back == 2 and len(state.tricks) < 7
        if may:
            answer = await club.erna.slash("takeback")
            assert answer.response is not None
            if "(B25)" in text_of(answer.response):
                refused += 1
            else:
                granted += 1
                assert pairs(club.table()).turn == 2 and "👀" in text_of(club.board())
        if club.erna.moves():
            await club.erna.move(club.anything())
        elif club.table().between_deals and club.table().deal:
            await club.erna.on_board("next")
    assert (granted, refused) == (1, 1)
