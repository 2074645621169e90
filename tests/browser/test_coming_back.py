"""In the middle of a trick the page is reloaded, or the server dies: everything is there again and play goes on."""

import pytest
from playwright.async_api import expect

from .chromium import photograph
from .conftest import Visit
from .house import TryOut
from .player import PATIENCE, Player, arrive, on_turn
from .test_four_people import WIDE, four_hands, plain

# what the browser says while nobody answers its attempts to come back
NOBODY_THERE = (
    r"WebSocket connection to .* failed|ERR_CONNECTION_REFUSED|ERR_ABORTED"  # the page loads itself anew then
)


async def to_mid_trick(players: list[Player]) -> Player:
    """Everyone plays until one or two cards lie on the table in the second trick; whoever is to act then."""
    cards = 0
    while True:
        player = await on_turn(players)
        assert player is not None
        if cards == 6:
            break
        cards += (await player.play_first()).startswith("p")
    waiting = plain("turn.other_play", name=await player.name())
    for each in players:  # the others' hands and the board follow a moment later
        await expect(each.board()).to_contain_text(waiting, timeout=PATIENCE)
        if each is not player:
            await expect(each.hand()).to_contain_text(waiting, timeout=PATIENCE)
    return player


@pytest.mark.people(4)
async def test_a_reload_shows_the_same_hand_and_board(house: TryOut, visit: Visit) -> None:
    async with visit(house.url, viewport=WIDE) as page:
        players = await arrive(page, house.url, 4)
        await four_hands(players)
        player = await to_mid_trick(players)
        await player.go("dm")
        await players[player.number - 1].go("channel")
        before = await photo(players)
        await photograph(page, "reload-1-before")

        await page.reload()
        for each in players:
            await each.arrive()
        await expect(player.hand()).to_be_visible()
        await photograph(page, "reload-2-after")
        assert await photo(players) == before

        await goes_on(player, players)


async def photo(players: list[Player]) -> list[tuple[str, str, str]]:
    return [(await p.open_tab(), await p.text_of_hand(), await p.text_of_board()) for p in players]


async def goes_on(player: Player, players: list[Player]) -> None:
    """The next two cards can be played."""
    cards = await player.hand_cards()
    assert (await player.play_first("p"))[1:] in cards
    following = await on_turn(players)
    assert following is not None and following is not player
    await following.play_first("p")


@pytest.mark.people(4)
async def test_a_server_that_died_is_found_again(house: TryOut, visit: Visit) -> None:
    async with visit(house.url, viewport=WIDE, forgive=(NOBODY_THERE,)) as page:
        players = await arrive(page, house.url, 4)
        await four_hands(players)
        player = await to_mid_trick(players)
        await player.go("dm")
        hands = [await each.hand_cards() for each in players]
        await house.kill()
        for each in players:
            await expect(each.lost()).to_be_visible(timeout=PATIENCE)
        await photograph(page, "restart-1-lost")

        await house.start()
        for each in players:
            await expect(each.lost()).to_be_hidden(timeout=2 * PATIENCE)
            await expect(each.hand()).to_be_attached(timeout=PATIENCE)
        assert await on_turn(players) is player
        assert [await each.hand_cards() for each in players] == hands
        await photograph(page, "restart-2-back")
        await goes_on(player, players)
        await photograph(page, "restart-3-goes-on")
