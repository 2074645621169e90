"""Cards that may stand for each other while a deal is searched, and the positions that are therefore the same one.

Two cards of a hand are equal if every card between them has left the game and, where Augen are counted, they are worth
the same: then only 9 8 7 of a suit among themselves, and the Jacks. Where only tricks count, a whole suit. Jacks are
never equal to the trumps below them, since B16 asks of Jacks alone.
"""

from bot.core.cards import AUGEN, JACKS, Hands

_AUGEN_CHAIN = 0x06060606  # 9 and 8 of each suit: a card of the run below may be next to them
_TRICK_CHAIN = 0x7E7E7E7E


def lowest_of_equals(cards: int, gone: int) -> int:
    """Of those cards of a hand the lowest of every run of equal ones, Augen counted; ``gone`` have left the game."""
    near = cards << 1 & _AUGEN_CHAIN
    near |= (near & gone) << 1 & _AUGEN_CHAIN
    jacks = cards << 8 & JACKS
    jacks |= (jacks & gone) << 8 & JACKS
    jacks |= (jacks & gone) << 8 & JACKS
    return cards & ~(near | jacks)


def lowest_of_equals_in_tricks(cards: int, gone: int) -> int:
    """The same where only tricks count."""
    near = cards << 1 & _TRICK_CHAIN
    for _ in range(5):
        near |= (near & gone) << 1 & _TRICK_CHAIN
    jacks = cards << 8 & JACKS
    jacks |= (jacks & gone) << 8 & JACKS
    jacks |= (jacks & gone) << 8 & JACKS
    return cards & ~(near | jacks)


def position_keys(hands: Hands, augen_count: bool) -> list[list[int]]:
    """Four tables by the byte of a suit, and one by the four Jacks: their entries add up to the key of a position.

    Positions of one deal with the same key have the same owners in the same order, cards of the same worth.
    """
    owner = [next((seat for seat in range(4) if hands[seat] >> card & 1), 4) for card in range(32)]
    found: list[list[int]] = []
    shift = 0
    for suit in range(4):
        cards = [suit * 8 + rank for rank in range(7)]
        numbers = _numbered(cards, owner, augen_count)
        found.append([numbers[byte & 127] << shift for byte in range(256)])
        shift += 7
    jacks = _numbered([suit * 8 + 7 for suit in range(4)], owner, augen_count)
    found.append([number << shift for number in jacks])
    return found


def _numbered(cards: list[int], owner: list[int], augen_count: bool) -> list[int]:
    """By which of the cards are left: a number for the order of their owners, and the worth of each."""
    known: dict[tuple[tuple[int, int], ...], int] = {}
    numbers: list[int] = []
    for left in range(1 << len(cards)):
        order = tuple((owner[card], AUGEN[card] if augen_count else 0) for i, card in enumerate(cards) if left >> i & 1)
        numbers.append(known.setdefault(order, len(known)))
    return numbers
