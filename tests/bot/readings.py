"""Every piece of text on the pages of the rules and in the lessons: made without any table, so nobody's cards."""

from functools import cache
from typing import Any

from bot.core.game import Reason
from bot.learn.book import LESSONS
from bot.learn.progress import Progress
from bot.pictures.packs import KEYS, Pack
from bot.ui.deck import Deck
from bot.ui.lesson import lesson_message, menu_message
from bot.ui.message import Button, ListSelect, Message
from bot.ui.rules_page import OVERVIEW, rules_message, topic_message
from bot.ui.text import Texts, text
from bot.ui.topics import SECTIONS, TOPICS
from bot.ui.why import why_message

PICTURES = {
    key: 1_400_000_000_000_000_000 + i for i, key in enumerate(sorted(KEYS))
}  # as Discord numbers them in tests


def pages(texts: Texts) -> list[Message]:
    """The rules, whole and by words."""
    found = [
        rules_message(texts, game, section) for game, sections in SECTIONS.items() for section in (OVERVIEW, *sections)
    ]
    found += [topic_message(texts, topic, game) for topic in TOPICS for game in topic.games]
    return found + [why_message(texts, (str(reason), game)) for reason in Reason for game in SECTIONS]


def steps(texts: Texts) -> list[Message]:
    """The lessons, with everything that can be answered to a press."""
    found: list[Message] = []
    for lesson in LESSONS:
        for index, moment in enumerate(lesson.moments):
            found.append(lesson_message(lesson, index, texts))
            if index and lesson.moments[index - 1].right:
                found.append(lesson_message(lesson, index, texts, well=True))
            found += [
                lesson_message(lesson, index, texts, wrong=action)
                for action in moment.offered
                if moment.answer(action) is not None
            ]
    return found


def menus(texts: Texts) -> list[Message]:
    """None begun, each under way, each finished, all finished."""
    found = [menu_message(Progress(), texts)]
    names: list[str] = []
    for lesson in LESSONS:
        done = frozenset(names)
        found += [menu_message(Progress({lesson.name: at}, done), texts) for at in range(len(lesson.moments))]
        names.append(lesson.name)
        found.append(menu_message(Progress({}, frozenset(names)), texts))
    return found


@cache
def readings() -> frozenset[str]:
    """As ``pieces_of`` would have them, of both languages, with letters and with every kind of pictures."""
    return frozenset(
        piece
        for texts in every_look()
        for message in (*pages(texts), *steps(texts), *menus(texts))
        for piece in _pieces(message)
    )


def every_look() -> list[Texts]:
    """All that a reader's texts can be."""
    return [
        text(language).showing(
            None if pack is None else Deck(pack, language, {} if spoken else PICTURES), spoken=spoken
        )
        for language in ("de", "en")
        for pack in (None, *Pack)
        for spoken in (False, True)
    ]


def _pieces(message: Message) -> list[str]:
    found: list[Any] = [message.content]
    if message.embed:
        found += [message.embed.title, message.embed.description, message.embed.footer]
    for item in (item for row in message.rows for item in row):
        if isinstance(item, Button):
            found += [f"{_emoji(item)}{item.label}", item.id]
        elif isinstance(item, ListSelect):
            found += [item.id, item.placeholder, *(f"{option.label} {option.value}" for option in item.options)]
    return [piece for piece in found if piece]


def _emoji(button: Button) -> str:
    """Of a picture its name alone, which is all that Discord tells beside its number."""
    emoji = button.emoji or ""
    return emoji.split(":")[1] if emoji.startswith("<") else emoji
