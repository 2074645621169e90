"""Bauernstoss on one page."""

from bot.ui.lines import BLUE
from bot.ui.message import Embed, Message
from bot.ui.text import text


def rules_message(locale: str) -> Message:
    texts = text(locale)
    return Message(
        "", Embed(texts.t("rules.title"), texts.t("rules.text").strip(), footer=texts.t("rules.footer"), colour=BLUE)
    )
