"""Chance that a test can foresee, and packs laid out for it."""

from collections import deque
from collections.abc import Mapping
from random import Random

from bot.core.cards import ALL_CARDS, Card, hand_of, name, parse_card
from bot.core.schafkopf.engine import pack_for
from bot.core.seats import Seat, parse_seat


class Chance:
    """A shuffle from a seed; packs laid in beforehand come first."""

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)
        self._laid_in: deque[tuple[Card, ...]] = deque()
        self.given: list[tuple[str, ...]] = []

    def lay_in(self, *packs: tuple[Card, ...]) -> None:
        self._laid_in.extend(packs)

    def __call__(self) -> tuple[Card, ...]:
        pack = self._laid_in.popleft() if self._laid_in else tuple(self.random.sample(ALL_CARDS, len(ALL_CARDS)))
        self.given.append(tuple(map(name, pack)))
        return pack


def drawing_of(dealer: str) -> tuple[Card, ...]:
    """A pack in which that seat draws the lowest card (C5)."""
    first = ["CA", "SA", "HA", "DA"]
    first["NESW".index(dealer)] = "D7"
    rest = [name(card) for card in ALL_CARDS if name(card) not in first]
    return tuple(parse_card(card) for card in (*first, *rest))


def pack_with(dealer: str, hands: Mapping[str, str]) -> tuple[Card, ...]:
    """A pack that gives these hands (``{"N": "CJ SJ ..."}``); what is not named is dealt in order."""
    held = {seat: [parse_card(card) for card in text.split()] for seat, text in hands.items()}
    taken = {card for cards in held.values() for card in cards}
    rest = [card for card in ALL_CARDS if card not in taken]
    full: dict[Seat, list[Card]] = {}
    for seat in "NESW":
        cards = held.get(seat, [])
        while len(cards) < 8:
            cards.append(rest.pop(0))
        full[parse_seat(seat)] = cards
    north, east, south, west = (hand_of(full[parse_seat(seat)]) for seat in "NESW")
    return pack_for(parse_seat(dealer), (north, east, south, west))
