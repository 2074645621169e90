"""A newcomer's first deal against three computers, with nothing typed but what the page offers."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.deadlines import Pace
from bot.means import Means
from bot.ui.text import text
from tests.bot.chance import Chance

from .chromium import photograph
from .conftest import Visit
from .house import TryOut, staged
from .player import PATIENCE, Player, arrive

DEAL_SECONDS = 150.0


async def first_deal(player: Player, shots: str) -> list[str]:
    """From the hint to the first hand, and on to the end of the deal; what was pressed."""
    await expect(player.hint()).to_be_visible()
    await photograph(player.page, f"{shots}-1-hint")
    await player.open_table()
    await photograph(player.page, f"{shots}-2-lobby")
    await player.fill()
    await player.start()
    await photograph(player.page, f"{shots}-3-drawing")
    await player.deal()
    await photograph(player.page, f"{shots}-4-dealt")
    await player.bring_up(player.moves().or_(player.onward()).first)
    await photograph(player.page, f"{shots}-5-my-turn")
    async with asyncio.timeout(DEAL_SECONDS):
        pressed = await player.play_on()
    await photograph(player.page, f"{shots}-6-settled")
    return pressed


async def next_deal(player: Player, shots: str) -> None:
    await player.bring_up(player.onward())
    await player.onward().click()
    await player.dealt()
    await photograph(player.page, f"{shots}-7-next-deal")


async def test_in_german_at_the_pace_of_the_house(house: TryOut, visit: Visit) -> None:
    async with visit(house.url) as page:
        [player] = await arrive(page, house.url)
        pressed = await first_deal(player, "newcomer-de")
        while not pressed:  # four Jacks in one hand: thrown in before anyone speaks
            await next_deal(player, "newcomer-de")
            pressed = await player.play_on()
        cards = [move for move in pressed if move.startswith("p")]
        assert 0 < len(cards) <= 7  # a solo may end earlier; the last card plays itself
        [(outcome, striche)] = house.rows(
            "SELECT outcome, striche_ns + striche_ew FROM settlement WHERE outcome NOT IN ('thrown-in', 'annulled')"
        )
        assert striche > 0, outcome
        number = len(house.rows("SELECT deal FROM deal"))
        assert text("de").t("result.title", deal=number).replace("**", "") in await player.everything()
        await next_deal(player, "newcomer-de")
        place = text("de").t("place.hand", table=1, deal=number + 1, server="Kartentisch")
        await expect(player.hand()).to_contain_text(place, timeout=PATIENCE)
        assert not await player.complaints()


@pytest.mark.usefixtures("discord_stays_where_it_was")
async def test_in_english_with_quick_computers(tmp_path: Path, visit: Visit) -> None:
    chance = Chance(5)
    means = Means(shuffled=chance, pack=lambda _: chance(), pace=Pace(computer=0.05, trick=0.1))
    house = staged(tmp_path / "try.sqlite3", means, language="en")
    async with house as loopback, visit(loopback.url, locale="en-US") as page:
        [player] = await arrive(page, loopback.url)
        pressed = await first_deal(player, "newcomer-en")
        assert any(move.startswith("p") for move in pressed)
        assert text("en").t("result.title", deal=1).replace("**", "") in await player.everything()
        await next_deal(player, "newcomer-en")
        place = text("en").t("place.hand", table=1, deal=2, server="Kartentisch")
        await expect(player.hand()).to_contain_text(place, timeout=PATIENCE)
        place = text("en").t("place.board", table=1, game="Bauernstoss", deal=2)
        await expect(player.board()).to_contain_text(place, timeout=PATIENCE)
        assert not await player.complaints()
