"""*Why?*: a button beside a refusal that names a rule, and what it opens."""

from dataclasses import replace
from types import MappingProxyType

from bot.core.game import IllegalAction
from bot.table import Refused, Stale
from bot.ui.message import ROW_BUTTONS, ROWS, Button, LinkButton, Message
from bot.ui.reading import WHY, Reading
from bot.ui.rules_page import topic_message
from bot.ui.text import Texts, text
from bot.ui.topics import BY_RULE, game_of_rule

# Refusals that are about no single step of a game and yet name a rule.
REFUSED_RULES = MappingProxyType(
    {
        "not_cutter": "C6",
        "cut_range": "C6",
        "no_take_backs": "B25",
        "computers_decline": "B25",
        "no_overtrump": "S3",
        "chalk_is_asked": "S9",
        "chalk_said_no": "S9",
        "only_chalk": "S9",
        "no_chalk": "S9",
        "court_sits": "S10",
        "not_the_wirt": "S10",
    }
)


def rule_of(error: Exception) -> str | None:
    """The number of the rule that a refusal names."""
    match error:
        case IllegalAction(reason=reason):
            return str(reason) if reason[1:].isdigit() else None
        case Refused(why=why):
            return REFUSED_RULES.get(why)
    return None


def with_why(message: Message, rule: str | None, game: str | None, locale: str) -> Message:
    """The message with the button: beside the last ones where there is room, else in a row of its own."""
    if rule is None:
        return message
    parts = (rule,) if game is None else (rule, game)
    button = Button(Reading(WHY, parts).id, text(locale).t("rules.why"), "💡")
    rows = message.rows
    if rows and len(rows[-1]) < ROW_BUTTONS and all(isinstance(item, Button | LinkButton) for item in rows[-1]):
        return replace(message, rows=(*rows[:-1], (*rows[-1], button)))
    return replace(message, rows=(*rows, (button,))) if len(rows) < ROWS else message


def why_message(texts: Texts, parts: tuple[str, ...]) -> Message:
    """The explanation of a rule. Raises Stale for what is none."""
    rule, game = parts[0], parts[1] if len(parts) > 1 else None
    if rule not in BY_RULE:
        raise Stale
    return topic_message(texts, BY_RULE[rule], game_of_rule(rule, game))
