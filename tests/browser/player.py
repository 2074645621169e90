"""A person at the page: the place that knows what the page is made of.

A ``Player`` looks at one column and does only what a person could: press what is visible and enabled.
"""

import contextlib
import re
from typing import Literal

from playwright.async_api import Locator, Page, TimeoutError, expect

PATIENCE = 20_000.0  # milliseconds for anything to appear
TOO_LATE = re.compile("no longer there|nicht mehr da")  # what was pressed had just been drawn anew
MOST_STOPS = 60  # of the focus, on the way to anything
QUICK = 2_000.0  # for what the clock may take away
Tab = Literal["channel", "dm"]

# by the verbs of the custom ids, ``k1:<table>:<n>:<verb>[:<arg>]``
ACT = '[data-key*=":a:"]'
CARD = '[data-key*=":a:p"]'
MOVE = f".message:not(.ephemeral):has({CARD} ~ {CARD}) button{ACT}:enabled"  # the last card plays itself
NEXT = '[data-key$=":next"]'
HAND = '[data-key$=":0:hand"]'
SETTLED = f".message:not(.ephemeral):not(:has({HAND}))"  # when there is a button for what comes next in it


def verb(name: str, arg: str | None = None) -> str:
    """The selector of the buttons with that verb (and argument)."""
    return f'[data-key$=":{name}"]' if arg is None else f'[data-key$=":{name}:{arg}"]'


LOBBY = f":is({verb('fill')}, {verb('start')})"  # there is one of the two in every lobby


class Player:
    """``touch``: press with a finger."""

    def __init__(self, page: Page, number: int = 0, *, touch: bool = False) -> None:
        self.page = page
        self.number = number
        self.touch = touch
        self.column = page.locator(".column").nth(number)

    # -- the page

    async def arrive(self) -> None:
        """Wait until the column is there and the commands are known."""
        await expect(self.column.locator(".tab").first).to_be_attached(timeout=PATIENCE)
        await expect(self.column.locator(".lost")).to_be_hidden(timeout=PATIENCE)

    async def show(self) -> None:
        """At phone width, where only one column is shown: ours."""
        await self.click(self.switch())

    def switch(self) -> Locator:
        """What shows our column at phone width."""
        return self.page.locator(".switcher .seat").nth(self.number)

    def tab(self, tab: Tab) -> Locator:
        return self.column.locator(f".tab.{tab}")

    async def go(self, tab: Tab) -> None:
        """Open a tab."""
        await self.click(self.tab(tab))

    async def open_tab(self) -> str:
        """The name of the tab that is open."""
        return await self.column.locator('.tab[aria-selected="true"] .name').inner_text()

    async def name(self) -> str:
        return await self.column.locator("h2").inner_text()

    def lost(self) -> Locator:
        """The line that says that the connection is lost."""
        return self.column.locator(".lost")

    async def complaints(self) -> list[str]:
        """What the page itself says went wrong, at a message or at the input line; not that a press came too late."""
        said = await self.column.locator(".notice:not(:empty), .note:not(:empty)").all_text_contents()
        return [text for text in said if not TOO_LATE.search(text)]

    async def everything(self) -> str:
        """The column's whole text, what is not visible included."""
        return await self.column.text_content() or ""

    # -- pressing

    async def click(self, what: Locator, *, trial: bool = False, patience: float = PATIENCE) -> None:
        """``trial``: only make sure that it could be pressed."""
        press = what.tap if self.touch else what.click
        await press(timeout=patience, trial=trial)

    def buttons(self, selector: str) -> Locator:
        return self.column.locator(f"button{selector}")

    async def bring_up(self, button: Locator) -> None:
        """Open the tab that shows the button."""
        await expect(button).to_be_attached(timeout=PATIENCE)
        for tab in ("channel", "dm"):
            if await button.is_visible():
                return
            await self.go(tab)
        await expect(button).to_be_visible(timeout=PATIENCE)

    async def press(self, selector: str) -> None:
        """The newest such button that is enabled."""
        button = self.buttons(f"{selector}:enabled").last
        await self.bring_up(button)
        await self.click(button)

    def controls(self) -> Locator:
        """Everything that can be pressed or filled in where one looks now."""
        return self.column.locator(":is(button, select, input, a, summary):enabled:visible")

    def widths(self) -> Locator:
        """What scrolls up and down, and so must not scroll sideways."""
        return self.column.locator(".scroller:visible")

    # -- the input line

    def line(self) -> Locator:
        return self.column.locator(".composer .line")

    def suggestions(self) -> Locator:
        """What the page offers for what is being typed."""
        return self.column.locator(".suggest .item")

    async def suggest(self, text: str) -> None:
        """Type the beginning of something, and wait for what is offered."""
        await self.click(self.line())
        await self.page.keyboard.type(text)
        await expect(self.suggestions().first).to_be_visible()

    async def command(self, name: str) -> None:
        """Send a command that needs no options, and wait for the answer."""
        messages = self.column.locator(".message:visible")
        before = await messages.count()
        await self.suggest(name)
        await self.page.keyboard.press("Enter")
        await self.page.keyboard.press("Enter")
        await expect(messages).to_have_count(before + 1, timeout=PATIENCE)

    # -- without a mouse

    async def tab_to(self, what: Locator) -> None:
        """Press Tab until it has the focus; whatever has it on the way must be in sight."""
        await expect(what).to_be_attached(timeout=PATIENCE)
        for _ in range(MOST_STOPS):
            if await what.evaluate("node => node === document.activeElement"):
                return
            await self.page.keyboard.press("Tab")
            focus = self.page.locator(":focus")
            if await focus.count():
                await expect(focus).to_be_in_viewport(timeout=PATIENCE)
        raise AssertionError(f"no way to {what} by Tab")

    async def enter(self, what: Locator) -> None:
        """Go there by Tab and press Enter."""
        await self.tab_to(what)
        await self.page.keyboard.press("Enter")

    async def open_table_by_keys(self) -> None:
        await self.enter(self.hint())
        if await self.line().input_value():
            await expect(self.line()).to_be_focused()
            await self.page.keyboard.press("Enter")

    async def choose(self, name: str) -> None:
        """Go down the list of what is offered until that is marked, and take it."""
        marked = self.column.locator('.suggest .item[aria-selected="true"]')
        await expect(self.suggestions().filter(has_text=name).first).to_be_visible(timeout=PATIENCE)
        for _ in range(MOST_STOPS):
            if name in await marked.inner_text():
                await self.page.keyboard.press("Enter")
                return
            await self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"no way to {name} by the arrow keys")

    # -- the lobby

    def hint(self) -> Locator:
        """The newcomer's first button."""
        return self.column.locator(".empty .button")

    async def open_table(self) -> None:
        """By the hint, and where it only writes the command, by sending that off."""
        await self.click(self.hint())
        if await self.line().input_value():
            await self.click(self.column.locator(".send"))
        await expect(self.buttons(LOBBY)).to_be_attached(timeout=PATIENCE)

    def lobby(self) -> Locator:
        """Who sits where, as the newest lobby says it."""
        return self.column.locator(f".message:has({LOBBY}) .embed").last

    async def sit(self, seat: str) -> None:
        await self.press(verb("sit", seat))

    async def fill(self) -> None:
        await self.press(verb("fill"))

    async def start(self) -> None:
        await self.press(verb("start"))
        await expect(self.buttons(NEXT).last).to_be_attached(timeout=PATIENCE)

    async def deal(self) -> None:
        """Go on from the cards drawn for the deal; the clock may be quicker."""
        with contextlib.suppress(TimeoutError):
            await self.click(self.buttons(f"{NEXT}:enabled").last, patience=QUICK)
        await self.dealt()

    # -- the hand and the board

    def hand(self) -> Locator:
        """The newest hand that came by direct message, as long as there are cards in it."""
        return self.column.locator(f".message:not(.ephemeral):has({CARD})").last

    def board(self) -> Locator:
        return self.column.locator(f".message:has({HAND})").last

    async def dealt(self) -> None:
        """Until eight cards are there."""
        await expect(self.hand().locator(CARD)).to_have_count(8, timeout=PATIENCE)

    async def hand_cards(self) -> list[str]:
        """The cards in hand, as in ``CJ``; none where no deal is running."""
        if not await self.hand().count():
            return []
        keys = await self.hand().locator(CARD).evaluate_all("nodes => nodes.map(node => node.dataset.key)")
        return [key.rpartition(":p")[2] for key in keys]

    async def text_of_hand(self) -> str:
        return await self.hand().locator(".body").text_content() or ""

    async def text_of_board(self) -> str:
        return await self.board().locator(".body").text_content() or ""

    def moves(self) -> Locator:
        """What may be pressed to act now, in the direct message."""
        return self.column.locator(MOVE)

    def onward(self) -> Locator:
        """*Next* under a settled deal, in the direct message."""
        return self.column.locator(f"{SETTLED} button{NEXT}:enabled").last

    async def play_first(self, move: str = "") -> str:
        """Press the first thing allowed (whose code begins so), and wait until it is done; the code, as in ``pCJ``."""
        choice = self.moves().and_(self.page.locator(f'[data-key*=":a:{move}"]')).first
        await self.bring_up(choice)
        key = await choice.get_attribute("data-key") or ""
        await self.click(choice)
        await self.has_moved(key)
        return key.rpartition(":")[2]

    async def has_moved(self, key: str) -> None:
        """Until that button can no longer be pressed."""
        pressed = self.column.locator(f'.message:not(.ephemeral) button[data-key="{key}"]:enabled')
        await expect(pressed).to_have_count(0, timeout=PATIENCE)

    async def play_on(self) -> list[str]:
        """Whenever it is our turn the first thing allowed, until the deal is settled; what was pressed."""
        pressed: list[str] = []
        while True:
            await expect(self.moves().or_(self.onward()).first).to_be_attached(timeout=2 * PATIENCE)
            if await self.onward().count():
                return pressed
            pressed.append(await self.play_first())

    async def on_turn(self) -> bool:
        return await self.moves().count() > 0


async def arrive(page: Page, url: str, people: int = 1, *, touch: bool = False) -> list[Player]:
    """Open the page; its players, from the left."""
    page.set_default_timeout(PATIENCE)
    await page.goto(url)
    await expect(page.locator(".column")).to_have_count(people, timeout=PATIENCE)
    players = [Player(page, number, touch=touch) for number in range(people)]
    for player in players:
        await player.arrive()
    return players


async def hold_still(page: Page) -> None:
    """Before a picture is taken: nothing has the focus or the mouse over it, and every clock says the same."""
    await page.mouse.move(0, 0)
    await page.evaluate("""() => {
      document.activeElement?.blur();
      for (const time of document.querySelectorAll("time:not([data-relative])")) time.textContent = "20:15";
    }""")


async def at_once(*buttons: Locator) -> None:
    """Press several buttons of one page in the same instant, as several hands would."""
    handles = [await button.element_handle(timeout=PATIENCE) for button in buttons]
    await buttons[0].page.evaluate("buttons => buttons.forEach(button => button.click())", handles)


async def on_turn(players: list[Player]) -> Player | None:
    """Whoever may act, None when the deal is settled for everybody."""
    moves = players[0].page.locator(MOVE)
    settled = players[0].page.locator(f"{SETTLED} button{NEXT}:enabled")
    await expect(moves.or_(settled.nth(len(players) - 1)).first).to_be_attached(timeout=PATIENCE)
    for player in players:
        if await player.on_turn():
            return player
    return None


_FACE = re.compile(r"([♣♠♥♦])\ufe0f?(10|[789DQKABJ])(?![a-z])")  # no card: ♦ Karo
_SUITS = dict(zip("♣♠♥♦", "CSHD", strict=True))
_LETTERS = {"10": "T", "D": "Q", "B": "J"}  # German, where it differs
_WHO_HAS_THE_KREIDE = re.compile(r"Kreide[^:]*: (?:wer|whoever holds) ♣\ufe0f?[BJ]")


def cards_in(text: str) -> set[str]:
    """Every card a text speaks of, as in ``CJ``; not the Jack of Clubs where it stands for the Kreide."""
    found = _FACE.findall(_WHO_HAS_THE_KREIDE.sub("", text))
    return {f"{_SUITS[suit]}{_LETTERS.get(letter, letter)}" for suit, letter in found}
