"""Positions that are the same one while a deal is searched.

Two cards of a hand are equal if every card between them has left the game and, where Augen are counted, they are worth
the same: then only 9 8 7 of a suit among themselves, and the Jacks. Where only tricks count, a whole suit. Jacks are
never equal to the trumps below them, since B16 asks of Jacks alone.
"""

from bot.core.cards import AUGEN, Hands


def position_keys(hands: Hands, augen_count: bool) -> list[int]:
    """Four tables by the cards left of a suit, and one by the four Jacks: their entries add up to a position's key.

    Positions of one deal with the same key have the same owners in the same order, cards of the same worth.
    """
    owner = [next((seat for seat in range(4) if hands[seat] >> card & 1), 4) for card in range(32)]
    found: list[int] = []
    for suit in range(4):
        found += _numbered([suit * 8 + rank for rank in range(7)], owner, augen_count, 7 * suit)
    return found + _numbered([suit * 8 + 7 for suit in range(4)], owner, augen_count, 28)


def _numbered(cards: list[int], owner: list[int], augen_count: bool, shift: int) -> list[int]:
    """By which of the cards are left: a number for the order of their owners, and the worth of each, shifted.

    What cards that nobody holds any more would be is never asked.
    """
    size = 1 << len(cards)
    known: dict[tuple[int, int], int] = {}  # by the number of the cards below, and what lies above them
    numbers = [0] * size
    used = [0]
    for i, card in enumerate(cards):
        if owner[card] == 4:
            continue
        kind = owner[card] << 4 | (AUGEN[card] if augen_count else 0)
        above = []
        for left in used:
            below = numbers[left]
            numbers[left | 1 << i] = known.setdefault((below, kind), len(known) + 1)
            above.append(left | 1 << i)
        used += above
    return [number << shift for number in numbers]
