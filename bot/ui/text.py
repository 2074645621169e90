"""Every sentence people read, by key and language, and the one place that makes a person's name harmless."""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING

from bot.ui.message import graphemes

if TYPE_CHECKING:
    from bot.ui.deck import Deck

LANGUAGES = ("de", "en")
PARTS = ("", "-rules", "-lessons")  # of a language's texts, a file each
NAME_LENGTH = 32  # in what a reader takes for characters
MARKS = 2  # combining marks a character may carry

Entry = str | Mapping[str, str]  # a plural has ``one`` and ``other``


class NoText(KeyError):
    """A key that no text stands under, or one asked for without its ``count``."""


class Texts:
    """The texts of one language; ``deck``: how cards look in them, None for letters and signs.

    ``spoken``: for those who hear them, cards in words and nothing told by a sign alone.
    """

    def __init__(self, language: str, deck: "Deck | None" = None, *, spoken: bool = False) -> None:
        self.language = language
        self.deck = deck
        self.spoken = spoken
        self._entries = _entries_as(language, german=deck is not None and deck.german, spoken=spoken)

    def showing(self, deck: "Deck | None", *, spoken: bool = False) -> "Texts":
        """The same with cards of that deck, for eyes or for ears."""
        same = (deck, spoken) == (self.deck, self.spoken)
        return self if same else Texts(self.language, deck, spoken=spoken)

    def t(self, key: str, /, **params: object) -> str:
        """The text with its placeholders filled in; ``count`` picks the plural. Raises NoText, KeyError."""
        entry = self._entries.get(key)
        if entry is None:
            raise NoText(key)
        if not isinstance(entry, str):
            if "count" not in params:
                raise NoText(f"{key} without count")
            entry = entry["one" if params["count"] == 1 else "other"]
        return entry.format(**params)

    def has(self, key: str) -> bool:
        return key in self._entries


def text(locale: str | None, default: str = "en") -> Texts:
    """The texts for a locale such as ``de`` or ``en-GB``; ``default`` is the language for all others."""
    language = (locale or default).lower().replace("_", "-").split("-")[0]
    return _texts(language if language in LANGUAGES else default if default in LANGUAGES else "en")


@cache
def _texts(language: str) -> Texts:
    return Texts(language)


@cache
def entries(language: str) -> Mapping[str, Entry]:
    """All texts of a language by dotted key."""
    flat: dict[str, Entry] = {}
    for part in PARTS:
        source = (files("bot.ui") / "texts" / f"{language}{part}.toml").read_text(encoding="utf-8")
        _flatten(tomllib.loads(source), "", flat)
    return flat


SPOKEN = "spoken."  # in front of the key of a text that is told otherwise to those who hear it
INSTEAD = "german_words.instead"  # a line each: what is said of French cards, and what of German ones
# What a screen reader would read out as "backhand index pointing right", with the blank after it.
_SIGNS = re.compile("(?:[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff][\ufe0f\u200d]*)+ ?")


@cache
def _entries_as(language: str, *, german: bool, spoken: bool) -> Mapping[str, Entry]:
    """``german``: in the words of the German pack; ``spoken``: without signs that alone told something."""
    plain = entries(language)
    found = dict(plain)
    if spoken:
        found = {key: _each(entry, lambda text: _SIGNS.sub("", text)) for key, entry in plain.items()}
        found |= {key.removeprefix(SPOKEN): entry for key, entry in plain.items() if key.startswith(SPOKEN)}
    if german:
        instead = dict(line.split(" = ") for line in str(plain[INSTEAD]).strip().splitlines())
        known = re.compile("|".join(rf"\b{re.escape(one)}\b" for one in sorted(instead, key=len, reverse=True)))
        found = {
            key: _each(entry, lambda text: known.sub(lambda word: instead[word[0]], text))
            for key, entry in found.items()
        }
    return found


def _each(entry: Entry, change: Callable[[str], str]) -> Entry:
    return change(entry) if isinstance(entry, str) else {form: change(text) for form, text in entry.items()}


def _flatten(table: Mapping[str, object], prefix: str, flat: dict[str, Entry]) -> None:
    for key, value in table.items():
        path = f"{prefix}{key}"
        if isinstance(value, str):
            flat[path] = value
        elif isinstance(value, dict):
            if value.keys() == {"one", "other"}:
                flat[path] = value
            else:
                _flatten(value, f"{path}.", flat)
        else:
            raise TypeError(f"{path} is no text")


# Look-alikes rather than backslashes: labels, titles and footers show a backslash.
_HARMLESS = str.maketrans("*_~`|<>[]@#\\/", "∗ˍ∼ˋ∣‹›()＠＃∖∕")
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters that look like nothing
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


def safe_name(name: str, most: int = NAME_LENGTH) -> str:
    """What somebody calls themselves or writes, for any message: no markdown, links, mentions or hidden characters, cut
    to ``most`` characters.
    """
    shown: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name):
        category = unicodedata.category(char)
        if category in ("Mn", "Me", "Mc"):
            marks += 1
            if marks <= MARKS and shown and shown[-1] != " ":
                shown.append(char)
            continue
        marks = 0
        if category in ("Zs", "Zl", "Zp", "Cc") or char in _BLANK:
            if shown and shown[-1] != " ":
                shown.append(" ")
        elif category[0] != "C":
            shown.append(char)
    plain = "".join(shown).strip().translate(_HARMLESS)
    if plain[:1] in ("-", "+"):  # a list, at the start of a line
        plain = "‐" + plain[1:]
    clusters = list(islice(graphemes(plain), most + 1))
    short = "".join(clusters) if len(clusters) <= most else "".join(clusters[: most - 1]).rstrip() + "…"
    if not short:
        return "?"
    if any(unicodedata.bidirectional(char) in ("R", "AL") for char in short):
        return f"{_FIRST_STRONG_ISOLATE}{short}{_POP_ISOLATE}"  # the rest of the line keeps its order
    return short
