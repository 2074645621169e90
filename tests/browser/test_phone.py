"""At phone width, with a finger: nothing runs out of the screen, everything can be reached."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from bot.deadlines import Pace
from bot.means import Means
from bot.tryout.server import NAMES
from tests.bot.chance import Chance

from .chromium import photograph
from .conftest import Visit
from .house import staged
from .player import CARD, Player, arrive, on_turn

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
FINGER = 40  # pixels that a card must be high


def means(**pace: float) -> Means:
    """Quick computers, and cards that nobody throws in."""
    chance = Chance(5)
    return Means(shuffled=chance, pack=lambda _: chance(), pace=Pace(computer=0.05, trick=0.1, **pace))


async def assert_fits(page: Page, player: Player) -> None:
    """Nothing is wider than the screen, and whatever can be pressed is within reach of a finger."""
    wide = "node => [node.scrollWidth, node.clientWidth]"
    for node in [page.locator("html"), *await player.widths().all()]:
        scroll, client = await node.evaluate(wide)
        assert scroll <= client, f"{scroll} pixels in {client}"
    for control in await player.controls().all():
        await player.click(control, trial=True)
        box = await control.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["viewport"]["width"], box


async def assert_switch_says_who(player: Player) -> None:
    """The letter in the circle, the name, and how much is unread; nothing else."""
    name = await player.name()
    await expect(player.switch()).to_have_text(re.compile(rf"^{name[0]}\s*{name}\s*[0-9]*$"))


async def assert_cards_large(player: Player) -> None:
    cards = await player.hand().locator(CARD).all()
    assert cards
    for card in cards:
        box = await card.bounding_box()
        assert box is not None and box["height"] >= FINGER and box["width"] >= FINGER, box


@pytest.mark.usefixtures("discord_stays_where_it_was")
async def test_one_person_from_the_hint_to_a_card(tmp_path: Path, visit: Visit) -> None:
    house = staged(tmp_path / "try.sqlite3", means())
    async with house as loopback, visit(loopback.url, **PHONE) as page:
        [player] = await arrive(page, loopback.url, touch=True)
        await photograph(page, "phone-1-hint")
        await assert_fits(page, player)
        await player.open_table()
        await photograph(page, "phone-2-lobby")
        await assert_fits(page, player)
        await player.fill()
        await player.start()
        await photograph(page, "phone-3-drawing")
        await assert_fits(page, player)
        await player.deal()
        await photograph(page, "phone-4-board")
        await player.bring_up(player.moves().or_(player.onward()).first)
        await photograph(page, "phone-5-hand")
        await assert_fits(page, player)
        await assert_cards_large(player)
        await player.play_first()
        await player.bring_up(player.moves().or_(player.onward()).first)
        await photograph(page, "phone-6-next-turn")
        await assert_fits(page, player)


@pytest.mark.usefixtures("discord_stays_where_it_was")
async def test_four_people_one_after_the_other(tmp_path: Path, visit: Visit) -> None:
    house = staged(tmp_path / "try.sqlite3", means(drawing=1.0), NAMES)
    async with house as loopback, visit(loopback.url, **PHONE) as page:
        players = await arrive(page, loopback.url, 4, touch=True)
        host, *others = players
        await host.open_table()
        for player, seat in zip(others, "NEW", strict=True):
            await player.show()
            for other in players:
                await expect(other.column).to_be_visible(visible=other is player)
            await player.sit(seat)
        await photograph(page, "phone-four-1-lobby")
        await host.show()
        await host.start()
        for player in players:
            await player.dealt()
        await host.show()
        await photograph(page, "phone-four-2-board")
        for turn in range(6):
            player = await on_turn(players)
            assert player is not None
            await player.show()
            await player.bring_up(player.moves().first)
            await assert_cards_large(player)
            if turn in (0, 5):
                await photograph(page, f"phone-four-{3 + turn}-hand")
                await assert_fits(page, player)
            await player.play_first()
            for each in players:
                await assert_switch_says_who(each)
