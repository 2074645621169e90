"""The words of the games that are explained one by one, and which of them explains a rule."""

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType

from bot.core.cards import ALL_CARDS, NAMES
from bot.core.games import ALL_GAMES
from bot.ui.faces import face
from bot.ui.text import Texts

BAUERNSTOSS, SCHOOFKOPP, HEINRICH = ALL_GAMES
_PAIRS = (BAUERNSTOSS, SCHOOFKOPP)


@dataclass(frozen=True, slots=True)
class Topic:
    """``games``: in which it means anything. ``rules``: the numbers of which it is the explanation."""

    name: str
    games: tuple[str, ...]
    rules: tuple[str, ...]

    def title(self, texts: Texts) -> str:
        return texts.t(f"topic.{self.name}.title")

    def also(self, texts: Texts) -> str:
        """Words under which people may look for it."""
        return texts.t(f"topic.{self.name}.also")

    def explanation(self, game: str, texts: Texts) -> str:
        """As it is in that game, where the games differ; ``game`` must be one of ``games``."""
        own = f"topic.{self.name}.{game}"
        key = own if texts.has(own) else f"topic.{self.name}.text"
        return with_cards(key, texts)


TOPICS: tuple[Topic, ...] = (
    Topic("cards", ALL_GAMES, ("C1", "H1")),
    Topic("trumps", _PAIRS, ("C2", "C9")),
    Topic("calling", _PAIRS, ("B1", "B5")),
    Topic("number", _PAIRS, ("B2",)),
    Topic("must-call", _PAIRS, ("B4",)),
    Topic("weg", _PAIRS, ("B3",)),
    Topic("mit", _PAIRS, ("B6",)),
    Topic("low-card", _PAIRS, ("B7", "S2")),
    Topic("yield", _PAIRS, ("B8",)),
    Topic("naming", _PAIRS, ("B9", "B12")),
    Topic("four-jacks", _PAIRS, ("B10",)),
    Topic("turn", ALL_GAMES, ("turn", "C8", "H4", "H10")),
    Topic("follow", _PAIRS, ("C10",)),
    Topic("must-trump", _PAIRS, ("C11",)),
    Topic("jack-rule", (BAUERNSTOSS,), ("B16",)),
    Topic("overtrump", (SCHOOFKOPP,), ("S3",)),
    Topic("kreide", _PAIRS, ("B17", "S4")),
    Topic("scoring", _PAIRS, ("B18", "B19", "B20", "S5")),
    Topic("striche", _PAIRS, ("C12",)),
    Topic("first-deal", _PAIRS, ()),
    Topic("solo", (BAUERNSTOSS,), ("B11", "B14", "B15")),
    Topic("kleines-solo", _PAIRS, ("B13", "S1")),
    Topic("grosses-solo", (BAUERNSTOSS,), ()),
    Topic("lechdich", (SCHOOFKOPP,), ("S6",)),
    Topic("partners", _PAIRS, ("C3", "C4")),
    Topic("dealing", ALL_GAMES, ("C5", "C7", "H2")),
    Topic("cut", _PAIRS, ("C6",)),
    Topic("take-back", _PAIRS, ("B25",)),
    Topic("tavern", _PAIRS, ("B21", "B22")),
    Topic("report", _PAIRS, ("B23", "B24", "S7", "S8")),
    Topic("kreidtfuehrer", (SCHOOFKOPP,), ("S9",)),
    Topic("court", (SCHOOFKOPP,), ("S10",)),
    Topic("own-trump", (HEINRICH,), ("H3",)),
    Topic("beat", (HEINRICH,), ("H5",)),
    Topic("take-up", (HEINRICH,), ("H6", "H7")),
    Topic("gone", (HEINRICH,), ("H8",)),
    Topic("out", (HEINRICH,), ("H9", "H11")),
    Topic("standstill", (HEINRICH,), ("H12",)),
    Topic("places", (HEINRICH,), ("H13",)),
    Topic("own-cards", ALL_GAMES, ("hand",)),
    Topic("phase", ALL_GAMES, ("phase",)),
    Topic("over", ALL_GAMES, ("over",)),
)
BY_NAME = MappingProxyType({topic.name: topic for topic in TOPICS})
BY_RULE = MappingProxyType({rule: topic for topic in TOPICS for rule in topic.rules})

# The pages of each game's rules, and what is explained on each.
SECTIONS: MappingProxyType[str, MappingProxyType[str, tuple[str, ...]]] = MappingProxyType(
    {
        BAUERNSTOSS: MappingProxyType(
            {
                "cards": ("cards", "trumps"),
                "calling": (
                    *("calling", "number", "must-call", "weg", "mit", "low-card", "yield", "naming", "four-jacks"),
                ),
                "play": ("turn", "follow", "must-trump", "jack-rule"),
                "kreide": ("kreide", "scoring", "striche", "first-deal"),
                "solos": ("solo", "kleines-solo", "grosses-solo"),
                "table": ("partners", "dealing", "cut", "take-back", "tavern", "report"),
            }
        ),
        SCHOOFKOPP: MappingProxyType(
            {
                "cards": ("cards", "trumps"),
                "calling": ("calling", "number", "must-call", "weg", "mit", "low-card", "naming", "four-jacks"),
                "play": ("turn", "follow", "must-trump", "overtrump"),
                "kreide": ("kreide", "scoring", "striche", "first-deal"),
                "solos": ("lechdich",),
                "table": ("partners", "dealing", "cut", "take-back", "kreidtfuehrer", "court", "tavern", "report"),
            }
        ),
        HEINRICH: MappingProxyType(
            {
                "cards": ("cards", "own-trump", "dealing"),
                "play": ("turn", "beat", "take-up", "gone"),
                "end": ("out", "standstill", "places"),
            }
        ),
    }
)


def with_cards(key: str, texts: Texts) -> str:
    """The text under a key with the cards in it drawn."""
    return texts.t(key, **{NAMES[card]: face(card, texts) for card in ALL_CARDS}).strip()


def game_for(topic: Topic, game: str | None) -> str:
    """In which game it is explained to whoever asks at that one."""
    return game if game in topic.games else topic.games[0]


def game_of_rule(rule: str, game: str | None) -> str:
    """In which game a rule is explained; its letter tells, where the game is not known."""
    topic = BY_RULE[rule]
    if game is None and rule[:1] in "SH" and rule[1:].isdigit():
        game = SCHOOFKOPP if rule[0] == "S" else HEINRICH
    return game_for(topic, game)


def found(typed: str, game: str | None, texts: Texts) -> Topic | None:
    """What somebody means by a word: a name, a title, a rule's number, or the first that would be offered."""
    word = typed.strip()
    if word.casefold() in BY_NAME:
        return BY_NAME[word.casefold()]
    if word.upper() in BY_RULE:
        return BY_RULE[word.upper()]
    return next(_matching(word, game, texts), None) if word else None


def offered(typed: str, game: str | None, texts: Texts) -> list[Topic]:
    """What is offered while somebody types, the game's own words first."""
    return list(_matching(typed.strip(), game, texts))


def _matching(typed: str, game: str | None, texts: Texts) -> Iterator[Topic]:
    """Those whose title begins with it, those in whose title it stands, those also looked for under it."""
    word = typed.casefold()

    def rank(topic: Topic) -> int | None:
        title = topic.title(texts).casefold()
        if word in title:
            return 0 if title.startswith(word) else 1
        return 2 if word in topic.also(texts).casefold() else None

    ranked = [(found, topic) for topic in TOPICS if (found := rank(topic)) is not None]
    for _, topic in sorted(ranked, key=lambda pair: (game is not None and game not in pair[1].games, pair[0])):
        yield topic
