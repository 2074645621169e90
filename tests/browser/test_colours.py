"""Light and dark: whatever must be read stands out from what is behind it."""

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.async_api import Page, expect

from bot.deadlines import Pace
from bot.means import Means
from tests.bot.chance import Chance, drawing_of, pack_with

from .chromium import photograph
from .conftest import Visit
from .house import staged
from .player import arrive

LEAST = 4.5  # WCAG 2, AA, for text of any size

# Every visible text with its colour, what is painted behind it, and how much lighter the one is than the other. Signs
# that bring their own colours (suits, faces) are left out, and so is what is see-through on purpose.
MEASURE = """
() => {
  const parse = (text) => {
    const numbers = text.match(/[\\d.]+/g).map(Number);
    return [numbers[0], numbers[1], numbers[2], numbers.length > 3 ? numbers[3] : 1];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const light = (colour) => {
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = colour.map((part) => linear(part / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const behind = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) layers.push(parse(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), dark ? [18, 18, 18, 1] : [255, 255, 255, 1]);
  };
  const dimmed = (node) => {
    let whole = 1;
    for (let at = node; at; at = at.parentElement) whole *= Number(getComputedStyle(at).opacity);
    return whole;
  };
  const found = [];
  const measure = (node, text, style) => {
    const ground = behind(node);
    const colour = parse(style.color);
    colour[3] *= dimmed(node);
    const [high, low] = [light(over(colour, ground)), light(ground)].sort((a, b) => b - a);
    const what = `${node.tagName.toLowerCase()}.${node.className}`;
    found.push({ what, text, contrast: (high + 0.05) / (low + 0.05) });
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    const read = /[\\p{L}\\p{N}]/u.test(text) && !node.closest(".emoji, .spoiler, noscript");
    if (read && node.checkVisibility()) measure(node, text, getComputedStyle(node));
  }
  for (const field of document.querySelectorAll("input, textarea")) {
    if (!field.checkVisibility() || !field.placeholder) continue;
    measure(field, field.placeholder, getComputedStyle(field, "::placeholder"));
  }
  return found;
}
"""


async def assert_readable(page: Page, *wanted: str) -> None:
    """Every text in sight, and among it the elements of the classes that are ``wanted``."""
    measured: list[dict[str, Any]] = await page.evaluate(MEASURE)
    for text in wanted:
        assert any(text in one["text"] for one in measured), f"{text!r} is not in sight"
    faint = [f"{one['what']} {one['text']!r}: {one['contrast']:.2f}" for one in measured if one["contrast"] < LEAST]
    assert not faint, "\n".join(faint)


@pytest.mark.usefixtures("discord_stays_where_it_was")
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_everything_can_be_read(scheme: Literal["light", "dark"], tmp_path: Path, visit: Visit) -> None:
    chance = Chance()
    # the person in the south speaks second: a number stands, so that mit and weg are there too
    chance.lay_in(drawing_of("N"), pack_with("N", {"E": "HJ DA D9 D7", "S": "CJ SJ HA HT SK C9 C8 D8"}))
    means = Means(shuffled=chance, pack=lambda _: chance(), pace=Pace(computer=0.05, trick=0.1))
    async with staged(tmp_path / "try.sqlite3", means) as loopback, visit(loopback.url, color_scheme=scheme) as page:
        [player] = await arrive(page, loopback.url)
        await expect(player.hint()).to_be_visible()
        await photograph(page, f"{scheme}-1-hint")
        await assert_readable(page, "Willkommen", "/tisch öffnen", "Nachricht oder")
        await player.open_table()
        await photograph(page, f"{scheme}-2-lobby")
        await assert_readable(page, "Mit Computern auffüllen", "Aufstehen", "Nur du siehst das", "BOT")
        await player.fill()
        await player.start()
        await assert_readable(page, "Geben", "Geber gezogen")
        await player.deal()
        await player.bring_up(player.moves().first)
        await photograph(page, f"{scheme}-3-call")
        await assert_readable(page, "Du bist dran", "mit", "weg", "(bearbeitet)", "Die Partie geht bis")
        await player.play_first()
        await player.bring_up(player.moves().first)
        await photograph(page, f"{scheme}-4-card")
        await assert_readable(page, "Auf dem Tisch")
        await player.play_on()
        await player.bring_up(player.onward())
        await photograph(page, f"{scheme}-5-settled")
        await assert_readable(page, "Weiter", "Spiel 1 ist aus")
        await player.go("channel")
        await player.suggest("/")
        await photograph(page, f"{scheme}-6-commands")
        await assert_readable(page, "/tisch öffnen", "Die Regeln aller drei Spiele")
