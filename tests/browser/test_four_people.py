"""Four columns whose people press in the same instant: nothing is doubled, nothing fails, no hand is seen by others."""

import asyncio
from itertools import combinations

import pytest
from playwright.async_api import Page, expect

from bot.ui.text import text

from .chromium import photograph
from .conftest import Visit
from .house import TryOut
from .player import ACT, HAND, NEXT, PATIENCE, Player, arrive, at_once, cards_in, on_turn, verb

WIDE = {"width": 1600, "height": 1000}


async def seat_four(players: list[Player]) -> None:
    """Three want the same seat at once, then two, and the last one takes what is left; one gets it each time."""
    host, *standing = players
    await host.open_table()
    for seat in "NEW":
        await at_once(*(player.buttons(f"{verb('sit', seat)}:enabled").last for player in standing))
        for player in players:
            await expect(player.buttons(verb("sit", seat)).last).to_be_disabled(timeout=PATIENCE)
        seats = await host.lobby().inner_text()
        left = [player for player in standing if await player.name() not in seats]
        assert len(left) == len(standing) - 1, seats
        standing = left


def plain(key: str, **params: object) -> str:
    """A German text as it can be read on the page."""
    return text("de").t(key, **params).replace("**", "")


async def four_hands(players: list[Player]) -> None:
    """Sit down, start and deal, always all four at once; only the host may start, and there is one deal."""
    await seat_four(players)
    start = [player.buttons(f"{verb('start')}:enabled").last for player in players]
    await at_once(*start)
    for player in players:
        await expect(player.buttons(NEXT)).to_have_count(1, timeout=PATIENCE)
    await at_once(*(player.buttons(f"{NEXT}:enabled").last for player in players))
    for player in players:
        await player.dealt()
        await expect(player.board()).to_contain_text(plain("place.board", table=1, game="Bauernstoss", deal=1))
    while await on_turn(players) is None:  # four Jacks in one hand: thrown in before anyone speaks
        await go_on(players)


async def assert_hands_hidden(players: list[Player], laid_open: set[str]) -> None:
    """Nowhere in a column, visible or not, stands a card that its person may not know."""
    for player in players:
        seen = cards_in(await player.everything())
        keys = await player.column.locator("[data-key]").evaluate_all("nodes => nodes.map(node => node.dataset.key)")
        seen |= {key.rpartition(":p")[2] for key in keys if ":a:p" in key}
        own = set(await player.hand_cards())
        assert seen <= own | laid_open, f"{await player.name()} sees {sorted(seen - own - laid_open)}"


async def one_board(player: Player) -> None:
    """Once a board that was shown anew has taken the old one's place."""
    await expect(player.column.locator(f".message:has({HAND})")).to_have_count(1, timeout=PATIENCE)


@pytest.mark.people(4)
async def test_a_deal_in_which_all_press_at_once(house: TryOut, visit: Visit) -> None:
    async with visit(house.url, viewport=WIDE) as page:
        players = await arrive(page, house.url, 4)
        await four_hands(players)
        await photograph(page, "four-1-dealt")
        hands = [await player.hand_cards() for player in players]
        assert all(not set(one) & set(other) for one, other in combinations(hands, 2)), hands
        await play(page, players)
        await photograph(page, "four-3-settled")
        [(settled,)] = house.rows("SELECT count(*) FROM settlement WHERE outcome <> 'thrown-in'")
        assert settled == 1
        await go_on(players)
        await photograph(page, "four-4-next-deal")

        [(deals,)] = house.rows("SELECT count(*) FROM deal")
        [(settlements,)] = house.rows("SELECT count(*) FROM settlement")
        assert deals == settlements + 1
        for player in players:
            assert not await player.complaints()
            assert plain("refused.crash", reference="")[:20] not in await player.everything()


async def play(page: Page, players: list[Player]) -> None:
    """A whole deal; whoever's turn it is presses twice, and at the same instant all others whatever they can."""
    turns, laid_open = 0, set[str]()
    await assert_hands_hidden(players, laid_open)
    while (player := await on_turn(players)) is not None:
        if turns == 8:
            await photograph(page, "four-2-in-the-midst")
        before = await player.hand_cards()
        move = player.moves().first
        key = await move.get_attribute("data-key") or ""
        others = [other.buttons(f"{HAND}:enabled").last for other in players if other is not player]
        wrong = [other.column.locator(f"button{ACT}").first for other in players if other is not player]
        pressing = [move, *others, *wrong, move] if turns % 8 == 0 else [move, *wrong, move]
        await at_once(*pressing)
        await player.has_moved(key)
        card = key.rpartition(":p")[2] if ":a:p" in key else None
        if card is not None:
            laid_open.add(card)
            await expect(player.hand().locator(f'[data-key$=":p{card}"]')).to_have_count(0, timeout=PATIENCE)
            after = await player.hand_cards()
            assert after == [] or sorted(before) == sorted([*after, card])
        turns += 1
        if turns % 4 == 0:
            await assert_hands_hidden(players, laid_open)
    for player in players:
        await one_board(player)
        await expect(player.board()).to_contain_text(plain("turn.deal_over"), timeout=PATIENCE)
    assert len({await player.text_of_board() for player in players}) == 1


async def go_on(players: list[Player]) -> None:
    """All press *next* in the same instant, each in their own messages."""
    await at_once(*(player.onward() for player in players))
    for player in players:
        await player.dealt()
        await one_board(player)


@pytest.mark.people(4)
async def test_two_pages_of_one_person_press_the_same_card(house: TryOut, visit: Visit) -> None:
    async with visit(house.url, viewport=WIDE) as page:
        players = await arrive(page, house.url, 4)
        await four_hands(players)
        second = await page.context.new_page()
        twins = await arrive(second, house.url, 4)
        for _ in range(7):  # the calls, the trump, and a card or two
            player = await on_turn(players)
            assert player is not None
            twin = twins[player.number]
            move, same = player.moves().first, twin.moves().first
            key = await move.get_attribute("data-key") or ""
            await expect(same).to_have_attribute("data-key", key, timeout=PATIENCE)
            [(before,)] = house.rows("SELECT max(ply) FROM log")
            await asyncio.gather(at_once(move), at_once(same))
            for one in (player, twin):
                await one.has_moved(key)
            [(after,)] = house.rows("SELECT max(ply) FROM log")
            assert after == before + 1
        for player in [*players, *twins]:
            assert not await player.complaints()
        following = await on_turn(players)
        assert following is not None
        for player in [*players, *twins]:
            turn = plain("turn.other_play", name=await following.name())
            await expect(player.board()).to_contain_text(turn, timeout=PATIENCE)
        assert len({await player.text_of_board() for player in [*players, *twins]}) == 1
