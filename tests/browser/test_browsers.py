"""Several browsers at one table: each gets a person of its own, and sees no hand but its own."""

import contextlib

from playwright.async_api import Page, expect

from .chromium import photograph
from .conftest import Visit
from .house import TryOut
from .player import PATIENCE, Player, arrive, cards_in, verb

COME, ADD, SHUT = ["Anna", "Bertl", "Chris", "Dora"], ".add", ".shut"


OWN_TEXTS = """nodes => nodes.map(node => [...node.childNodes].filter(child => child.nodeType === Node.TEXT_NODE)
    .map(child => child.textContent).join(""))"""


async def column_of(page: Page, url: str) -> Player:
    [player] = await arrive(page, url)
    return player


async def test_four_browsers_sit_down_and_a_fifth_waits_for_a_seat(house: TryOut, visit: Visit) -> None:
    async with contextlib.AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(visit(house.url)) for _ in range(5)]
        players = [await column_of(page, house.url) for page in pages[:4]]
        assert [await player.name() for player in players] == COME

        host, *others = players
        await host.open_table()
        for seat, player in zip("NEW", others, strict=True):
            await player.press(verb("sit", seat))
            await expect(host.buttons(verb("sit", seat)).last).to_be_disabled(timeout=PATIENCE)
        await host.start()
        await host.deal()
        hands = []
        for player in players:
            await player.dealt()
            hands.append(set(await player.hand_cards()))
        assert len(set.union(*hands)) == 32
        for player, own in zip(players, hands, strict=True):
            await expect(player.column).not_to_contain_text("Geber gezogen", timeout=PATIENCE)  # the board is no older
            pieces = await player.column.locator("*").evaluate_all(OWN_TEXTS)  # else a suit meets the next one's name
            assert cards_in("\n".join(pieces)) <= own

        fifth = pages[4]
        await fifth.goto(house.url)
        await expect(fifth.locator(".full")).to_contain_text("Der Tisch ist voll", timeout=PATIENCE)
        await photograph(fifth, "browsers-1-full")
        assert not await fifth.locator(".column").count()

        await pages[1].reload()
        await players[1].arrive()
        assert await players[1].name() == "Bertl" and set(await players[1].hand_cards()) == hands[1]


async def test_one_browser_takes_a_second_person_and_gives_the_seat_to_another(house: TryOut, visit: Visit) -> None:
    async with visit(house.url) as page, visit(house.url) as other:
        first = await column_of(page, house.url)
        await first.click(page.locator(ADD))
        await expect(page.locator(".column")).to_have_count(2, timeout=PATIENCE)
        second = Player(page, 1)
        await second.arrive()
        assert await second.name() == "Bertl"
        await photograph(page, "browsers-2-two-columns")
        assert await (await column_of(other, house.url)).name() == "Chris"

        await second.click(second.column.locator(SHUT))
        await expect(page.locator(".column")).to_have_count(1, timeout=PATIENCE)
        for number in (1, 2):  # a seat that nobody has had yet, then the one given up
            await other.locator(f"{ADD}:visible").click()
            await expect(other.locator(".column")).to_have_count(number + 1, timeout=PATIENCE)
            await Player(other, number).arrive()
        assert sorted([await Player(other, number).name() for number in range(3)]) == ["Bertl", "Chris", "Dora"]
