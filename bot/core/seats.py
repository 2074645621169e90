"""The four seats, the two pairs, and who sits where from whom (C3)."""

from typing import NewType

Seat = NewType("Seat", int)  # 0..3: N E S W, clockwise
Pair = NewType("Pair", int)  # 0 NS, 1 EW

SEAT_NAMES = "NESW"
PAIR_NAMES = ("NS", "EW")
SEATS: tuple[Seat, ...] = tuple(Seat(i) for i in range(4))
PAIRS: tuple[Pair, ...] = (Pair(0), Pair(1))
N, E, S, W = SEATS
NS, EW = PAIRS


def next_seat(seat: Seat) -> Seat:
    """The next clockwise, that is to the left."""
    return Seat((seat + 1) & 3)


def previous_seat(seat: Seat) -> Seat:
    """The next anticlockwise, that is to the right."""
    return Seat((seat - 1) & 3)


def partner_of(seat: Seat) -> Seat:
    return Seat((seat + 2) & 3)


def pair_of(seat: Seat) -> Pair:
    return Pair(seat & 1)


def other_pair(pair: Pair) -> Pair:
    return Pair(1 - pair)


def clockwise_from(seat: Seat) -> tuple[Seat, ...]:
    """All four seats, that one first."""
    return tuple(Seat((seat + i) & 3) for i in range(4))


def seat_name(seat: Seat) -> str:
    return SEAT_NAMES[seat]


def parse_seat(text: str) -> Seat:
    """``N E S W`` to a seat; raises ValueError."""
    index = SEAT_NAMES.find(text) if len(text) == 1 else -1
    if index < 0:
        raise ValueError(f"no seat: {text!r}")
    return Seat(index)
