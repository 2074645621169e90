"""How cards look to one reader: pictures, where Discord has all of a pack, else letters beside a suit's sign."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.core.cards import Card, Suit
from bot.pictures.packs import BACK, Pack, card_key, mention, suit_key


@dataclass(frozen=True, slots=True)
class Deck:
    """``ids``: Discord's, of every picture of the pack in the reader's language."""

    pack: Pack
    language: str
    ids: Mapping[str, int] = field(repr=False, hash=False)

    def card(self, card: Card) -> str:
        """As it is written in a message, and as a button's emoji."""
        return self._mention(card_key(card, self.pack, self.language))

    def suit(self, suit: Suit) -> str:
        return self._mention(suit_key(suit, self.pack))

    @property
    def back(self) -> str:
        return self._mention(BACK)

    @property
    def german(self) -> bool:
        """Its suits and pictures have names of their own."""
        return self.pack is Pack.GERMAN

    def _mention(self, key: str) -> str:
        return mention(key, self.ids[key])
