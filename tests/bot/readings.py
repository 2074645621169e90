"""Every piece of text on the pages of the rules and in the lessons: made without any table, so nobody's cards."""

from functools import cache
from typing import Any

from bot.core.game import Reason
from bot.learn.book import LESSONS
from bot.learn.progress import Progress
from bot.ui.lesson import lesson_message, menu_message
from bot.ui.message import Button, ListSelect, Message
from bot.ui.rules_page import OVERVIEW, rules_message, topic_message
from bot.ui.topics import SECTIONS, TOPICS
from bot.ui.why import why_message


def pages(language: str) -> list[Message]:
    """The rules, whole and by words."""
    found = [
        rules_message(language, game, section)
        for game, sections in SECTIONS.items()
        for section in (OVERVIEW, *sections)
    ]
    found += [topic_message(language, topic, game) for topic in TOPICS for game in topic.games]
    return found + [why_message(language, (str(reason), game)) for reason in Reason for game in SECTIONS]


def steps(language: str) -> list[Message]:
    """The lessons, with everything that can be answered to a press."""
    found: list[Message] = []
    for lesson in LESSONS:
        for index, moment in enumerate(lesson.moments):
            found.append(lesson_message(lesson, index, language))
            if index and lesson.moments[index - 1].right:
                found.append(lesson_message(lesson, index, language, well=True))
            found += [
                lesson_message(lesson, index, language, wrong=action)
                for action in moment.offered
                if moment.answer(action) is not None
            ]
    return found


def menus(language: str) -> list[Message]:
    """None begun, each under way, each finished, all finished."""
    found = [menu_message(Progress(), language)]
    names: list[str] = []
    for lesson in LESSONS:
        done = frozenset(names)
        found += [menu_message(Progress({lesson.name: at}, done), language) for at in range(len(lesson.moments))]
        names.append(lesson.name)
        found.append(menu_message(Progress({}, frozenset(names)), language))
    return found


@cache
def readings() -> frozenset[str]:
    """As ``pieces_of`` would have them, of both languages."""
    return frozenset(
        piece
        for language in ("de", "en")
        for message in (*pages(language), *steps(language), *menus(language))
        for piece in _pieces(message)
    )


def _pieces(message: Message) -> list[str]:
    found: list[Any] = [message.content]
    if message.embed:
        found += [message.embed.title, message.embed.description, message.embed.footer]
    for item in (item for row in message.rows for item in row):
        if isinstance(item, Button):
            found += [f"{item.emoji or ''}{item.label}", item.id]
        elif isinstance(item, ListSelect):
            found += [item.id, item.placeholder, *(f"{option.label} {option.value}" for option in item.options)]
    return [piece for piece in found if piece]
