"""Take the README's pictures: ``python -m tests.browser.photograph [FOLDER]`` (``docs/pictures`` if not said).

The real bot plays at its try-out in this process, with packs laid out and computers that always choose the same, and
real Chromium photographs the page: the same pictures come out each time, but for the rounding of a few pixels. Each
exists in German (``de-``) and English (``en-``):

- ``table``: a newcomer in the midst of a trick, and ``table-dark``
- ``phone``: a hand with cards to press
- ``four``: four people side by side
- ``result``: a deal that is over, and the leaderboard
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from playwright.async_api import Browser, Page, async_playwright, expect

from bot.deadlines import Pace
from bot.means import Means
from bot.tryout.server import NAMES
from bot.ui.text import text
from tests.bot.chance import Chance, drawing_of, pack_with

from .chromium import FLAGS, HOW_TO_GET_IT, find
from .house import staged
from .player import PATIENCE, Player, arrive, hold_still, on_turn

MOST_BYTES = 200_000
PACE = Pace(computer=0.05, trick=0.1, drawing=1.0)
LOCALES = {"de": "de-DE", "en": "en-US"}
LEADERBOARD = {"de": "/rangliste", "en": "/leaderboard"}
# South has something to say, and something to follow with.
HANDS = {"N": "DJ HK SA ST", "E": "CJ CA CT H7", "S": "SJ HJ HA HT H9 DA D8 CK", "W": "DK DT HQ SK"}
Scheme = Literal["light", "dark"]


class Photographer:
    """Keeps what was taken; ``too_large`` are the pictures that a README should not carry."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self._browser = browser
        self._folder = folder
        self.too_large: list[str] = []

    async def page(
        self, language: str, width: int, height: int, scheme: Scheme = "light", *, phone: bool = False
    ) -> Page:
        context = await self._browser.new_context(
            locale=LOCALES[language],
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            device_scale_factor=1.5 if phone else 1,
            has_touch=phone,
            is_mobile=phone,
        )
        return await context.new_page()

    async def take(self, page: Page, name: str) -> None:
        await hold_still(page)
        path = self._folder / f"{name}.png"
        taken = await page.screenshot(path=path, animations="disabled", caret="hide")
        print(f"{path} {len(taken) // 1000} kB")
        if len(taken) > MOST_BYTES:
            self.too_large.append(name)


def laid_out() -> Means:
    chance = Chance()
    chance.lay_in(drawing_of("E"), pack_with("E", HANDS))
    return Means(shuffled=chance, pack=lambda _: chance(), pace=PACE)


async def all_wait_for(player: Player, players: Sequence[Player], language: str) -> None:
    """Until board and hands have followed what was played last."""
    turn = text(language).t("turn.other_play", name=await player.name()).replace("**", "")
    for each in players:
        await expect(each.board()).to_contain_text(turn, timeout=PATIENCE)
        if each is not player:
            await expect(each.hand()).to_contain_text(turn, timeout=PATIENCE)


async def to_the_table(player: Player, cards: int) -> None:
    """A newcomer with computers, until so many cards of the own hand have been played and it is their turn again."""
    await player.open_table()
    await player.fill()
    await player.start()
    await player.deal()
    played = 0
    while played < cards:
        played += (await player.play_first()).startswith("p")
    await player.bring_up(player.moves().first)


async def alone(photographer: Photographer, language: str, folder: Path) -> None:
    """One person and three computers, on a wide screen in both schemes and on a phone."""
    shots: tuple[tuple[str, int, Scheme, bool], ...] = (
        ("table", 1180, "light", False),
        ("table-dark", 1180, "dark", False),
        ("phone", 390, "light", True),
    )
    for name, width, scheme, phone in shots:
        async with staged(folder / f"{language}-{name}.sqlite3", laid_out(), language=language) as loopback:
            page = await photographer.page(language, width, 760, scheme, phone=phone)
            [player] = await arrive(page, loopback.url, touch=phone)
            await to_the_table(player, 2)
            await all_wait_for(player, [player], language)
            await photographer.take(page, f"{language}-{name}")
            await page.context.close()


async def together(photographer: Photographer, language: str, folder: Path) -> None:
    """Four people in four columns, and afterwards the result."""
    async with staged(folder / f"{language}-four.sqlite3", laid_out(), NAMES, language) as loopback:
        page = await photographer.page(language, 1300, 760)
        players = await arrive(page, loopback.url, len(NAMES))
        host, *others = players
        await host.open_table()
        for player, seat in zip(others, "NEW", strict=True):
            await player.sit(seat)
        await host.start()
        for player in players:
            await player.dealt()
        cards = 0
        while cards < 11:
            player = await on_turn(players)
            assert player is not None
            cards += (await player.play_first()).startswith("p")
        following = await on_turn(players)
        assert following is not None
        await all_wait_for(following, players, language)
        for player in players:
            await player.go("channel" if player is following else "dm")
        await photographer.take(page, f"{language}-four")
        while (player := await on_turn(players)) is not None:
            await player.play_first()
        # the host's column alone: the board of the settled deal, and the leaderboard under it; in the same browser,
        # since another would get no seat
        page = await page.context.new_page()
        await page.set_viewport_size({"width": 1180, "height": 1000})
        [host] = await arrive(page, f"{loopback.url}/?person=0")
        await expect(host.board()).to_contain_text(text(language).t("result.title", deal=1).replace("**", ""))
        await host.command(LEADERBOARD[language])
        await photographer.take(page, f"{language}-result")
        await page.context.close()


async def main(folder: Path) -> int:
    executable = find()
    if executable is None:
        print(HOW_TO_GET_IT, file=sys.stderr)
        return 1
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
        photographer = Photographer(browser, folder)
        with tempfile.TemporaryDirectory() as ledgers:
            for language in LOCALES:
                await alone(photographer, language, Path(ledgers))
                await together(photographer, language, Path(ledgers))
        await browser.close()
    if photographer.too_large:
        print(f"larger than {MOST_BYTES // 1000} kB: {', '.join(photographer.too_large)}", file=sys.stderr)
    return bool(photographer.too_large)


def run(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0, or 1 without Chromium or with a picture that is too large."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.browser.photograph", description="Take the README's pictures."
    )
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs/pictures"), metavar="FOLDER")
    return asyncio.run(main(parser.parse_args(arguments).folder))


if __name__ == "__main__":
    sys.exit(run())
