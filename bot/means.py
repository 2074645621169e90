"""What the shell of play is given from outside: time, chance, the computers' choice, and its pace."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import SystemRandom

from bot.core.actions import Action
from bot.core.cards import ALL_CARDS, Card
from bot.core.games import View, choose
from bot.deadlines import Pace

_chance = SystemRandom()


def shuffled() -> tuple[Card, ...]:
    """A pack in an order nobody can foresee."""
    pack = list(ALL_CARDS)
    _chance.shuffle(pack)
    return tuple(pack)


@dataclass(slots=True)
class Means:
    """``now`` in seconds since 1970; ``choose`` is asked for a computer's seat and sees its View only."""

    now: Callable[[], float] = time.time
    shuffled: Callable[[], tuple[Card, ...]] = shuffled
    choose: Callable[[View], Action] = choose
    pace: Pace = field(default_factory=Pace)
