"""The help: short pages by topic, one at a time, and what the bot says when it has come to a server."""

from collections.abc import Sequence

from bot.table import Stale
from bot.ui.lesson import MENU
from bot.ui.message import LABEL, PLACEHOLDER, Button, Embed, ListOption, ListSelect, Message, Row, cut
from bot.ui.reading import HELP, RULES, Reading
from bot.ui.rules_page import OVERVIEW
from bot.ui.scene import BLUE
from bot.ui.settings import OPEN, SERVER_SCOPE, SettingPress
from bot.ui.text import Texts

START = "start"
PAGES = (START, "cards", "table", "court", "score", "fair", "own")
ASKED = Reading(HELP, ("open",))
PAGE = Reading(HELP, ("page",))  # which one is appended


def help_message(texts: Texts, game: str, page: str = START) -> Message:
    """A page; from the first one leads straight to the lessons and the rules of ``game``. Raises Stale for none."""
    if page not in PAGES:
        raise Stale
    options = tuple(ListOption(one, cut(texts.t(f"help.{one}.title"), LABEL), chosen=one == page) for one in PAGES)
    rows: tuple[Row, ...] = ((ListSelect(PAGE.list_id, cut(texts.t("help.more"), PLACEHOLDER), options),),)
    if page == START:
        learn = Button(MENU.id, texts.t("help.learn"), "🎓", "primary")
        rules = Button(Reading(RULES, (game, OVERVIEW)).id, texts.t("help.rules"), "📖")
        rows = ((learn, rules), *rows)
    embed = Embed(texts.t(f"help.{page}.title"), texts.t(f"help.{page}.text").strip(), colour=BLUE)
    return Message("", embed, rows)


def welcome_message(texts: Texts, missing: Sequence[str]) -> Message:
    """To a whole server, so its buttons open messages of their own. ``missing``: rights the bot lacks, by name."""
    said = texts.t("welcome.text").strip()
    if missing:
        rights = ", ".join(texts.t(f"right.{right}") for right in missing)
        said += "\n\n" + texts.t("welcome.missing", count=len(missing), rights=rights)
    buttons: Row = (
        Button(ASKED.id, texts.t("welcome.help"), "👋", "primary"),
        Button(SettingPress(OPEN, scope=SERVER_SCOPE).id, texts.t("welcome.settings"), "⚙️"),
    )
    return Message("", Embed(texts.t("welcome.title"), said, colour=BLUE), (buttons,))
