"""Cards, suits and hands as small ints and bit masks.

A card is ``suit * 8 + rank``. Ranks run in the order that C2 and C5 give (7 8 9 Q K T A J) and suits in the order that
decides equal ranks (D H S C), so of two cards of one suit the higher int is the higher card, and of two Jacks as well.
"""

from collections.abc import Iterable, Iterator
from typing import NewType

Card = NewType("Card", int)  # 0..31
Suit = NewType("Suit", int)  # 0..3: D H S C
Rank = NewType("Rank", int)  # 0..7: 7 8 9 Q K T A J
Hand = NewType("Hand", int)  # bit mask over the 32 cards
Hands = tuple[Hand, Hand, Hand, Hand]  # by seat

SUITS = "DHSC"
RANKS = "789QKTAJ"
DIAMONDS, HEARTS, SPADES, CLUBS = (Suit(i) for i in range(4))
SEVEN, ACE, JACK = Rank(0), Rank(6), Rank(7)

ALL_CARDS: tuple[Card, ...] = tuple(Card(i) for i in range(32))
ALL_SUITS: tuple[Suit, ...] = (CLUBS, SPADES, HEARTS, DIAMONDS)  # high to low, the order people name them in
PACK = Hand((1 << 32) - 1)
NO_CARDS = Hand(0)
EMPTY_HANDS: Hands = (NO_CARDS, NO_CARDS, NO_CARDS, NO_CARDS)

AUGEN: tuple[int, ...] = tuple({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(RANKS[c % 8], 0) for c in range(32))  # C1
NAMES: tuple[str, ...] = tuple(SUITS[c // 8] + RANKS[c % 8] for c in range(32))
_BY_NAME = {name: Card(i) for i, name in enumerate(NAMES)}

JACKS = Hand(sum(1 << (suit * 8 + JACK) for suit in range(4)))
SUIT_CARDS: tuple[Hand, ...] = tuple(Hand(0xFF << (suit * 8) & ~JACKS) for suit in range(4))  # without the Jack
CLUB_JACK, CLUB_ACE = _BY_NAME["CJ"], _BY_NAME["CA"]


class NoCard(ValueError):
    """A text that is not the name of a card or suit; ``text`` is what was given."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no card: {text!r}")
        self.text = text


def suit_of(card: Card) -> Suit:
    """The suit printed on the card, for a Jack too."""
    return Suit(card >> 3)


def rank_of(card: Card) -> Rank:
    return Rank(card & 7)


def is_jack(card: Card) -> bool:
    return card & 7 == JACK


def parse_card(text: str) -> Card:
    """``CJ`` or ``dt`` to a card; raises NoCard."""
    card = _BY_NAME.get(text.upper())
    if card is None:
        raise NoCard(text)
    return card


def parse_suit(text: str) -> Suit:
    """``C S H D`` to a suit; raises NoCard."""
    index = SUITS.find(text.upper()) if len(text) == 1 else -1
    if index < 0:
        raise NoCard(text)
    return Suit(index)


def name(card: Card) -> str:
    return NAMES[card]


def hand_of(cards: Iterable[Card]) -> Hand:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return Hand(mask)


def cards_in(hand: Hand) -> Iterator[Card]:
    """The cards of a hand, lowest int first."""
    rest = int(hand)
    while rest:
        low = rest & -rest
        yield Card(low.bit_length() - 1)
        rest ^= low


def holds(hand: Hand, card: Card) -> bool:
    return bool(hand >> card & 1)


def count(hand: Hand) -> int:
    return hand.bit_count()


def lowest(hand: Hand) -> Card:
    """The card with the lowest int; the hand must not be empty."""
    return Card((hand & -hand).bit_length() - 1)


def with_hand(hands: Hands, seat: int, hand: Hand) -> Hands:
    """The hands with that seat's changed."""
    changed = list(hands)
    changed[seat] = hand
    return changed[0], changed[1], changed[2], changed[3]
