"""Following, beating Jacks and winning tricks, on bit masks (C2, C9 to C11, B16)."""

from bot.core.cards import JACKS, SUIT_CARDS, Card, Hand, Suit, is_jack, suit_of
from bot.core.game import Reason

TRUMPS: tuple[Hand, ...] = tuple(Hand(cards | JACKS) for cards in SUIT_CARDS)

# Strength of a card by trump suit: Jacks by suit, then the trump suit, then plain cards if their suit is led.
_JACK, _TRUMP = 200, 100
_STRENGTH: tuple[tuple[int, ...], ...] = tuple(
    tuple(card + (_JACK if is_jack(Card(card)) else _TRUMP if card >> 3 == trump else 0) for card in range(32))
    for trump in range(4)
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


def higher_jacks(trick: tuple[Card, ...]) -> Hand | None:
    """The Jacks above the highest one fallen in the trick, or None if none has fallen."""
    highest = max((card for card in trick if card & 7 == 7), default=None)
    return None if highest is None else Hand(JACKS >> (highest + 1) << (highest + 1))


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


def playable(hand: Hand, trick: tuple[Card, ...], trump: Suit) -> Hand:
    """The cards of the hand that may be played: C10, C11, then B16, which never touches who follows a plain suit."""
    cards = followers(hand, trick, trump)
    if trick and cards & TRUMPS[trump]:  # following a plain suit leaves no trump among them
        jacks = higher_jacks(trick)
        if jacks is not None and cards & jacks:
            return Hand(cards & jacks)
    return cards


def refusal(hand: Hand, card: Card, trick: tuple[Card, ...], trump: Suit) -> Reason:
    """Which rule forbids a held card that is not playable; the first of C10, C11, B16."""
    cards = followers(hand, trick, trump)
    if cards >> card & 1:
        return Reason.B16
    led_trump = is_trump(trick[0], trump)
    follows = bool(hand & (TRUMPS[trump] if led_trump else SUIT_CARDS[suit_of(trick[0])]))
    return Reason.C10 if follows else Reason.C11
