"""The rules: a page a game, its sections, and single words; for the reader's eyes only, and about no table."""

from bot.core.games import ALL_GAMES
from bot.table import Stale
from bot.ui.message import PLACEHOLDER, Button, Embed, ListOption, ListSelect, Message, Row, cut
from bot.ui.reading import RULES, Reading
from bot.ui.scene import BLUE
from bot.ui.text import Texts
from bot.ui.topics import BY_NAME, SECTIONS, Topic, game_for, with_cards

OVERVIEW = "overview"


def rules_message(texts: Texts, game: str, section: str = OVERVIEW) -> Message:
    """A game on one page, or one of its sections. Raises Stale where there is no such page."""
    if game not in SECTIONS or section not in (OVERVIEW, *SECTIONS[game]):
        raise Stale
    name = texts.t(f"game.{game}")
    if section == OVERVIEW:
        title, body = texts.t("rules.title", game=name), with_cards(f"rules.overview_of.{game}", texts)
    else:
        title = texts.t("rules.section_title", game=name, section=texts.t(f"rules.section.{section}"))
        body = "\n\n".join(_explained(BY_NAME[topic], game, texts) for topic in SECTIONS[game][section])
    others = tuple(
        Button(Reading(RULES, (other, OVERVIEW)).id, texts.t(f"game.{other}"), "📖")
        for other in ALL_GAMES
        if other != game
    )
    rows: tuple[Row, ...] = ((_sections(game, section, texts),), others)
    return Message("", Embed(title, body, footer=texts.t("rules.footer"), colour=BLUE), rows)


def topic_message(texts: Texts, topic: Topic, game: str | None) -> Message:
    """One word, as it is in that game, or where it has no meaning there, in the first that knows it."""
    told = game_for(topic, game)
    name = texts.t(f"game.{told}")
    title = texts.t("rules.section_title", game=name, section=topic.title(texts))
    onward = Button(Reading(RULES, (told, _section_of(topic, told))).id, texts.t("rules.all", game=name), "📖")
    return Message("", Embed(title, topic.explanation(told, texts), colour=BLUE), ((onward,),))


def _explained(topic: Topic, game: str, texts: Texts) -> str:
    return f"**{topic.title(texts)}**\n{topic.explanation(game, texts)}"


def _section_of(topic: Topic, game: str) -> str:
    """The page on which it stands among its neighbours."""
    return next((name for name, topics in SECTIONS[game].items() if topic.name in topics), OVERVIEW)


def _sections(game: str, section: str, texts: Texts) -> ListSelect:
    options = [ListOption(OVERVIEW, texts.t("rules.overview"), chosen=section == OVERVIEW)]
    options += [ListOption(name, texts.t(f"rules.section.{name}"), chosen=section == name) for name in SECTIONS[game]]
    return ListSelect(Reading(RULES, (game,)).list_id, cut(texts.t("rules.more"), PLACEHOLDER), tuple(options))
