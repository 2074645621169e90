"""What the shell of play is given from outside: time, chance, the computers' choice, and its pace."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import SystemRandom, randbelow, token_bytes

from bot.core import provable
from bot.core.actions import Action
from bot.core.cards import ALL_CARDS, Card
from bot.core.games import View, choose
from bot.deadlines import Pace
from bot.pictures.poster import Poster, draw_poster
from bot.pictures.slate import Slate, draw_slate

_chance = SystemRandom()


def shuffled() -> tuple[Card, ...]:
    """A pack in an order nobody can foresee."""
    pack = list(ALL_CARDS)
    _chance.shuffle(pack)
    return tuple(pack)


def seed() -> bytes:
    """What nobody can guess, for a pack that can be checked afterwards."""
    return token_bytes(32)


def lifted() -> int:
    """How many cards an automatic cut lifts (C6)."""
    return provable.LEAST_CUT + randbelow(provable.MOST_CUT - provable.LEAST_CUT + 1)


def drawn(what: Slate | Poster) -> bytes:
    """A PNG; takes up to a second or two of one processor."""
    return draw_slate(what) if isinstance(what, Slate) else draw_poster(what)


@dataclass(slots=True)
class Means:
    """``now`` in seconds since 1970; ``choose`` is asked for a computer's seat and sees its View only.

    ``workers``: processes in which the better computers think; without any they play as ``choose`` does.
    ``shuffled`` is for the drawings before a Partie; the pack of a deal is what ``pack`` makes of its lot.
    ``draw`` is called in a thread of its own.
    """

    now: Callable[[], float] = time.time
    shuffled: Callable[[], tuple[Card, ...]] = shuffled
    choose: Callable[[View], Action] = choose
    pace: Pace = field(default_factory=Pace)
    seed: Callable[[], bytes] = seed
    lifted: Callable[[], int] = lifted
    pack: Callable[[provable.Lot], tuple[Card, ...]] = provable.pack
    workers: int = 0
    draw: Callable[[Slate | Poster], bytes] = drawn
