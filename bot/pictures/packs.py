"""Which pictures there are and what they are called; the drawn files, ready to be shown to Discord.

A *key* says what a picture shows (``french_clubs_jack_de``); its emoji's *name* has six digits of its content more, so
that another drawing of the same card is another emoji.
"""

import hashlib
from enum import StrEnum
from functools import cache
from importlib import resources

from bot.core.cards import ALL_CARDS, ALL_SUITS, RANKS, SUITS, Card, Suit, rank_of, suit_of


class Pack(StrEnum):
    """``FOUR`` is the French pack with a colour for each suit."""

    FRENCH = "french"
    FOUR = "four"
    GERMAN = "german"


LANGUAGES = ("de", "en")
BACK, CHALK, CAP = "card_back", "chalk", "dealers_cap"

_FRENCH_SUITS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
_GERMAN_SUITS = {"C": "acorns", "S": "leaves", "H": "hearts", "D": "bells"}
_RANKS = {"7": "seven", "8": "eight", "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_GERMAN_RANKS = _RANKS | {"J": "unter", "Q": "ober"}
_LETTERS = {"T": "10"}
_OWN_LETTERS = {"de": {"J": "B", "Q": "D"}, "en": {"J": "J", "Q": "Q"}}  # else alike in both languages
_GERMAN_LETTERS = {"J": "U", "Q": "O"}


def _looks(suit: Suit, pack: Pack) -> Pack:
    """Clubs and hearts are black and red in both French packs."""
    return Pack.FRENCH if pack is Pack.FOUR and SUITS[suit] in "CH" else pack


def suit_key(suit: Suit, pack: Pack) -> str:
    names = _GERMAN_SUITS if pack is Pack.GERMAN else _FRENCH_SUITS
    return f"{_looks(suit, pack)}_{names[SUITS[suit]]}"


def card_key(card: Card, pack: Pack, language: str) -> str:
    """English letters for every language but German; the German pack has its own in all."""
    rank = RANKS[rank_of(card)]
    suit = suit_key(suit_of(card), pack)
    if pack is Pack.GERMAN:
        return f"{suit}_{_GERMAN_RANKS[rank]}"
    own = _language(language)
    return f"{suit}_{_RANKS[rank]}_{own}" if rank in _OWN_LETTERS[own] else f"{suit}_{_RANKS[rank]}"


def letter(card: Card, pack: Pack, language: str) -> str:
    """What is written on the card."""
    rank = RANKS[rank_of(card)]
    own = _GERMAN_LETTERS if pack is Pack.GERMAN else _OWN_LETTERS[_language(language)]
    return own.get(rank) or _LETTERS.get(rank, rank)


def _language(language: str) -> str:
    return "de" if language == "de" else "en"


def keys_of(pack: Pack, language: str) -> frozenset[str]:
    """All that must be there before the pack is used: its cards, its suits and the back."""
    cards = {card_key(card, pack, language) for card in ALL_CARDS}
    return frozenset(cards | {suit_key(suit, pack) for suit in ALL_SUITS} | {BACK})


KEYS: frozenset[str] = frozenset({CHALK, CAP}).union(*(keys_of(pack, one) for pack in Pack for one in LANGUAGES))


@cache
def drawn(key: str) -> bytes:
    """The PNG; raises FileNotFoundError if there is no such picture."""
    return (resources.files("bot.pictures") / "drawn" / f"{key}.png").read_bytes()


@cache
def emoji_name(key: str) -> str:
    return f"{key}_{hashlib.sha256(drawn(key)).hexdigest()[:6]}"


def key_of(name: str) -> str | None:
    """The key of an emoji that this bot made, whatever version of it; None for emojis of others."""
    key, _, digits = name.rpartition("_")
    made = key in KEYS and len(digits) == 6 and set(digits) <= set("0123456789abcdef")
    return key if made else None


def mention(key: str, emoji_id: int) -> str:
    """As it is written in a message."""
    return f"<:{emoji_name(key)}:{emoji_id}>"
