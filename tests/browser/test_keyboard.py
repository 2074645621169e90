"""Nobody needs a mouse: a table is opened, a number called and cards are played by Tab, arrows and Enter alone."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.deadlines import Pace
from bot.means import Means
from tests.bot.chance import Chance, drawing_of, pack_with

from .chromium import photograph
from .conftest import Visit
from .house import staged
from .player import CARD, NEXT, PATIENCE, arrive, verb


@pytest.mark.usefixtures("discord_stays_where_it_was")
async def test_from_the_hint_to_the_second_card(tmp_path: Path, visit: Visit) -> None:
    chance = Chance()
    chance.lay_in(drawing_of("E"), pack_with("E", {"S": "CJ SJ HA HT SK C9 C8 D8"}))
    means = Means(shuffled=chance, pack=lambda _: chance(), pace=Pace(computer=0.05, trick=0.1))
    async with staged(tmp_path / "try.sqlite3", means) as loopback, visit(loopback.url) as page:
        [player] = await arrive(page, loopback.url)
        await player.open_table_by_keys()
        await player.enter(player.buttons(verb("fill")))
        await player.enter(player.buttons(f"{verb('start')}:enabled"))
        await player.enter(player.buttons(f"{NEXT}:enabled"))
        await player.dealt()
        await player.enter(player.tab("dm"))
        await expect(player.tab("dm")).to_be_focused()
        await player.enter(player.moves().first)
        await expect(player.moves().and_(page.locator(CARD)).first).to_be_visible(timeout=PATIENCE)
        await photograph(page, "keyboard-1-hand")

        # a card by the command
        [first, *_] = await player.moves().evaluate_all("nodes => nodes.map(node => node.dataset.key)")
        await player.tab_to(player.line())
        await page.keyboard.type("/")
        await player.choose("/karte")
        await photograph(page, "keyboard-2-form")
        await page.keyboard.type("kreuz")
        await player.choose("Kreuz-")
        await photograph(page, "keyboard-3-chosen")
        await page.keyboard.press("Enter")
        await expect(player.hand().locator(CARD)).to_have_count(7, timeout=PATIENCE)
        await player.has_moved(first)

        # and one by its button, where the focus stays near
        await expect(player.moves().first).to_be_visible(timeout=PATIENCE)
        await player.enter(player.moves().first)
        await expect(player.hand().locator(CARD)).to_have_count(6, timeout=PATIENCE)
        await photograph(page, "keyboard-4-after")
        assert not await player.complaints()
