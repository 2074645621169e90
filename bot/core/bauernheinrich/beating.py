"""Own trump suits, and which cards beat a card (H1, H3, H5)."""

from bot.core.cards import (
    ALL_CARDS,
    ALL_SUITS,
    JACKS,
    NO_CARDS,
    RANKS,
    SUIT_CARDS,
    Card,
    Hand,
    Suit,
    cards_in,
    hand_of,
    is_jack,
    rank_of,
    suit_of,
)
from bot.core.seats import Seat

_HEIGHTS: tuple[int, ...] = tuple("789TQKAJ".index(rank) for rank in RANKS)


def height(card: Card) -> int:
    """0 to 7 within the suit: the ten is below the Queen (H1)."""
    return _HEIGHTS[rank_of(card)]


def own_trump(seat: Seat, clubs: Seat) -> Suit:
    """Clubs for the seat ``clubs``, which was dealt CA; clockwise from there Spades, Hearts, Diamonds (H3)."""
    return ALL_SUITS[(seat - clubs) & 3]


def _beaters(trump: Suit, last: Card) -> Hand:
    if is_jack(last):
        return hand_of(jack for jack in cards_in(JACKS) if jack > last)
    higher = hand_of(card for card in cards_in(SUIT_CARDS[suit_of(last)]) if height(card) > height(last))
    trumps = NO_CARDS if suit_of(last) == trump else SUIT_CARDS[trump]
    return Hand(JACKS | higher | trumps)


# By own trump and by the card played last: everything that beats it for such a player (H5).
BEATERS: tuple[tuple[Hand, ...], ...] = tuple(
    tuple(_beaters(Suit(trump), last) for last in ALL_CARDS) for trump in range(4)
)
