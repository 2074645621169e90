"""Who plays with whom and who deals first, settled with the cards (C4, C5). The shuffled pack comes from the caller."""

from typing import NamedTuple

from bot.core.cards import ALL_CARDS, Card, is_jack, rank_of, suit_of
from bot.core.seats import SEATS, Seat, clockwise_from


class Lot(NamedTuple):
    """``shown``: each player's cards, in the order received. ``partners``: first the one whose Jack came first."""

    shown: tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
    partners: tuple[Seat, Seat]


def partners_by_lot(pack: tuple[Card, ...], first_player: Seat) -> Lot:
    """Deals the pack, top card first, face up one at a time, clockwise, until two players have a Jack (C4).

    ``first_player`` sits left of whoever deals. Passed over means dealt no more cards: after the first Jack the cards
    go round among the other three, so the second Jack of the pack always falls to a second player. Seats stand for the
    places the players have while drawing. Raises ValueError unless the pack is 32 different cards.
    """
    if sorted(pack) != list(ALL_CARDS):
        raise ValueError("a pack is 32 different cards")
    shown: list[list[Card]] = [[] for _ in SEATS]
    first: Seat | None = None
    cards = iter(pack)
    while True:
        for player in clockwise_from(first_player):
            if player == first:
                continue
            card = next(cards)  # never runs out: of the four Jacks only one goes to the first player
            shown[player].append(card)
            if not is_jack(card):
                continue
            if first is not None:
                north, east, south, west = (tuple(cards) for cards in shown)
                return Lot((north, east, south, west), (first, player))
            first = player


def draw_order(card: Card) -> tuple[int, int]:
    """The order of C5: by rank 7 8 9 Q K T A J, equal ranks by suit D H S C; the lowest deals."""
    return rank_of(card), suit_of(card)


def first_dealer(cards: tuple[Card, Card, Card, Card]) -> Seat:
    """The seat with the lowest of the four cards drawn, given by seat (C5)."""
    return min(SEATS, key=lambda seat: draw_order(cards[seat]))
