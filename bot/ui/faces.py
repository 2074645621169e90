"""Cards, suits and Striche as people see them."""

from collections.abc import Iterable

from bot.core.actions import NUMBERS
from bot.core.cards import RANKS, SUITS, Card, Rank, Suit, is_jack, rank_of, suit_of
from bot.core.schafkopf.play import is_trump
from bot.ui.text import Texts

# With the selector that asks for the coloured picture, the form in which Discord takes them for a button too.
SYMBOLS: tuple[str, ...] = ("♦\ufe0f", "♥\ufe0f", "♠\ufe0f", "♣\ufe0f")  # D H S C


def symbol(suit: Suit) -> str:
    return SYMBOLS[suit]


def sign(suit: Suit, texts: Texts) -> str:
    """The suit's picture, in a message or on a button; its name where it is heard."""
    if texts.spoken:
        return suit_name(suit, texts)
    return symbol(suit) if texts.deck is None else texts.deck.suit(suit)


def suit_name(suit: Suit, texts: Texts) -> str:
    return texts.t(f"{_of_pack('suit', texts)}.{SUITS[suit]}")


def suit_words(suit: Suit, texts: Texts) -> str:
    """Picture and word: ``♥️ Herz``."""
    if texts.spoken:
        return suit_name(suit, texts)
    return f"{sign(suit, texts)} {suit_name(suit, texts)}"


def rank_letter(rank: Rank, texts: Texts) -> str:
    if texts.spoken:
        return rank_name(rank, texts)
    return texts.t(f"{_of_pack('letter', texts)}.{RANKS[rank]}")


def rank_name(rank: Rank, texts: Texts) -> str:
    return texts.t(f"{_of_pack('rank', texts)}.{RANKS[rank]}")


def _of_pack(what: str, texts: Texts) -> str:
    """The section of the texts: in the German pack suits and pictures are called otherwise."""
    return f"german_{what}" if texts.deck is not None and texts.deck.german else what


def face(card: Card, texts: Texts) -> str:
    """As short as it goes: ``♣️B``, or the card's picture; in words where it is heard."""
    if texts.spoken:
        return card_name(card, texts)
    if texts.deck is not None:
        return texts.deck.card(card)
    return symbol(suit_of(card)) + rank_letter(rank_of(card), texts)


def card_sign(card: Card, texts: Texts) -> str:
    """For a button that has the rank's letter on it."""
    return symbol(suit_of(card)) if texts.deck is None else texts.deck.card(card)


def faces(cards: Iterable[Card], texts: Texts) -> str:
    return (", " if texts.spoken else " ").join(face(card, texts) for card in cards)


def card_name(card: Card, texts: Texts) -> str:
    """In words: ``Kreuz-Bube``."""
    return texts.t("card.name", suit=suit_name(suit_of(card), texts), rank=rank_name(rank_of(card), texts))


def word(said: str, texts: Texts) -> str:
    """A word of the calling as it is shown: a number as it is, the others in the language's spelling."""
    return said if said in NUMBERS else texts.t(f"word.{said}")


def sort_hand(cards: Iterable[Card], trump: Suit | None) -> list[Card]:
    """As one holds them: Jacks, then the trump suit once it is known, then the other suits, each from the top down.

    Jacks stand first before trump is known too: they are trumps whatever is named.
    """

    def place(card: Card) -> tuple[bool, bool, int]:
        return is_jack(card), trump is not None and is_trump(card, trump), card

    return sorted(cards, key=place, reverse=True)


def tally(striche: int) -> str:
    """Chalk strokes in fives, the fifth drawn across four: ``~~IIII~~ II``.

    Discord strikes the four letters through itself, in its own font, on every device; tally glyphs are missing on many
    phones, and two bars side by side would hide text as a spoiler. The number always stands beside it for those who
    hear the message or do not count strokes.
    """
    fives, ones = divmod(striche, 5)
    groups = ["~~IIII~~"] * fives + (["I" * ones] if ones else [])
    return " ".join(groups)
