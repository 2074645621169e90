"""Following, beating and winning tricks, on bit masks (C2, C9 to C11, B16, S3)."""

from collections.abc import Callable
from typing import NamedTuple

from bot.core.cards import JACKS, NO_CARDS, SUIT_CARDS, Card, Hand, Suit, hand_of, is_jack, suit_of
from bot.core.game import Reason

TRUMPS: tuple[Hand, ...] = tuple(Hand(cards | JACKS) for cards in SUIT_CARDS)

# Strength of a card by trump suit: Jacks by suit, then the trump suit, then plain cards if their suit is led.
_JACK, _TRUMP = 200, 100
_STRENGTH: tuple[tuple[int, ...], ...] = tuple(
    tuple(card + (_JACK if is_jack(Card(card)) else _TRUMP if card >> 3 == trump else 0) for card in range(32))
    for trump in range(4)
)
# By trump suit and card: the trumps that beat it.
_TRUMPS_ABOVE: tuple[tuple[Hand, ...], ...] = tuple(
    tuple(hand_of(Card(x) for x in range(32) if row[x] >= _TRUMP and row[x] > strength) for strength in row)
    for row in _STRENGTH
)


def is_trump(card: Card, trump: Suit) -> bool:
    return bool(TRUMPS[trump] >> card & 1)


def winner(trick: tuple[Card, ...], trump: Suit) -> int:
    """Index in the trick of the card that takes it (C9)."""
    strength = _STRENGTH[trump]
    led = trick[0] >> 3
    best, index = strength[trick[0]], 0
    for i, card in enumerate(trick):
        s = strength[card]
        if s > best and (s >= _TRUMP or card >> 3 == led):
            best, index = s, i
    return index


class Beating(NamedTuple):
    """A rule of which trumps whoever plays a trump must choose among: any of ``required(trick, trump)`` that are held.

    The trick has a card at least.
    """

    rule: Reason
    required: Callable[[tuple[Card, ...], Suit], Hand]


def higher_jacks(trick: tuple[Card, ...], trump: Suit) -> Hand:
    """B16: the Jacks above the highest one fallen, none before one has."""
    highest = max((card for card in trick if is_jack(card)), default=None)
    return NO_CARDS if highest is None else Hand(JACKS & -(1 << (highest + 1)))


def higher_trumps(trick: tuple[Card, ...], trump: Suit) -> Hand:
    """S3: the trumps above the highest one fallen; all of them before one has."""
    above = TRUMPS[trump]
    for card in trick:
        above = Hand(above & _TRUMPS_ABOVE[trump][card])
    return above


def higher_trumps_to_trump(trick: tuple[Card, ...], trump: Suit) -> Hand:
    """S3 with the house rule ``trump-led``."""
    return higher_trumps(trick, trump) if is_trump(trick[0], trump) else NO_CARDS


HIGHER_JACK = Beating(Reason.B16, higher_jacks)
HIGHER_TRUMP = Beating(Reason.S3, higher_trumps)
HIGHER_TRUMP_TO_TRUMP = Beating(Reason.S3, higher_trumps_to_trump)


def followers(hand: Hand, trick: tuple[Card, ...], trump: Suit) -> Hand:
    """The cards of the hand that C10 and C11 leave; the whole hand when leading."""
    if not trick:
        return hand
    trumps = TRUMPS[trump]
    led = trick[0]
    if not trumps >> led & 1:
        following = hand & SUIT_CARDS[suit_of(led)]
        if following:
            return Hand(following)
    return Hand(hand & trumps) or hand


def playable(hand: Hand, trick: tuple[Card, ...], trump: Suit, beating: Beating) -> Hand:
    """The cards of the hand that may be played: C10, C11, then ``beating``, which never touches who follows a plain
    suit.
    """
    cards = followers(hand, trick, trump)
    if trick and cards & TRUMPS[trump]:  # following a plain suit leaves no trump among them
        return Hand(cards & beating.required(trick, trump)) or cards
    return cards


def refusal(hand: Hand, card: Card, trick: tuple[Card, ...], trump: Suit, beating: Beating) -> Reason:
    """Which rule forbids a held card that is not playable: the first of C10, C11 and the rule of ``beating``."""
    if followers(hand, trick, trump) >> card & 1:
        return beating.rule
    led_trump = is_trump(trick[0], trump)
    follows = bool(hand & (TRUMPS[trump] if led_trump else SUIT_CARDS[suit_of(trick[0])]))
    return Reason.C10 if follows else Reason.C11
