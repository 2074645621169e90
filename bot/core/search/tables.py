"""The rules of play as tables, for a search that plays millions of cards: made by asking ``play``, card by card."""

from functools import cache
from typing import NamedTuple

from bot.core.cards import ALL_CARDS, NO_CARDS, PACK, Card, Hand, Suit, hand_of, is_jack
from bot.core.schafkopf.play import TRUMPS, Beating, playable, winner

LAYERS = 3


class Tables(NamedTuple):
    """``layers``: at ``(led * 32 + best) * 3`` three sets of cards. Of the first of which the hand holds any, any may
    be played; whoever holds none of them may play what they like. ``beats``: by the card that wins the trick so far,
    the cards that would beat it. ``strength``: how unwilling one is to spend a card.
    """

    layers: tuple[int, ...]
    beats: tuple[int, ...]
    strength: tuple[int, ...]


@cache
def tables_of(trump: Suit, beating: Beating) -> Tables:
    layers: list[int] = []
    beats = [hand_of(x for x in ALL_CARDS if x != card and winner((card, x), trump) == 1) for card in ALL_CARDS]
    for led in ALL_CARDS:
        for best in ALL_CARDS:
            possible = best == led or beats[led] >> best & 1
            layers += _layers(led, best, trump, beating) if possible else (0,) * LAYERS
    return Tables(tuple(layers), tuple(beats), tuple(_strength(card, trump) for card in ALL_CARDS))


def _layers(led: Card, best: Card, trump: Suit, beating: Beating) -> list[Hand]:
    """What a hand of the whole pack may play, then one without those cards, and so on.

    No rule of beating asks more of a trick than which card was led and which is winning.
    """
    trick = (led,) if led == best else (led, best)
    rest = PACK
    found: list[Hand] = []
    for _ in range(LAYERS):
        found.append(playable(rest, trick, trump, beating) if rest else NO_CARDS)
        rest = Hand(rest & ~found[-1])
    return found


def _strength(card: Card, trump: Suit) -> int:
    if is_jack(card):
        return 16 + (card >> 3)
    return card % 8 + (8 if TRUMPS[trump] >> card & 1 else 0)
