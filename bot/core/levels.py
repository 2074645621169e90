"""How well the computers at a table play: by village rules, or by searching less or more."""

from enum import StrEnum

from bot.core import games
from bot.core.actions import Action
from bot.core.game import Phase
from bot.core.games import PlaceView, View
from bot.core.search import heinrich, solve
from bot.core.search.choose import REGULAR, STRONG, Budget, playable_cards
from bot.core.search.choose import choose as search
from bot.core.search.worlds import Luck

NATIVE = not (solve.__file__ or "").endswith(".py")  # the search is compiled
UNCOMPILED = Budget(20, 40_000)  # of a strong player who has only plain Python: about a second
PLACES = Budget(150, 400_000)  # of a strong player of Bauernheinrich, whose search needs no more than plain Python


class Level(StrEnum):
    LEARNER = "learner"
    REGULAR = "regular"
    STRONG = "strong"


def budget_of(level: Level, native: bool = NATIVE) -> Budget | None:
    """What a decision may cost, in nodes and not in time; None for the learner, who does not search."""
    match level:
        case Level.LEARNER:
            return None
        case Level.REGULAR:
            return REGULAR
    return STRONG if native else UNCOMPILED


def stepped_down(level: Level, native: bool = NATIVE) -> bool:
    """Whether the level plays weaker than it could."""
    return level is Level.STRONG and not native


def needs_thought(view: View, level: Level) -> bool:
    """Whether there is anything to search; all else the learner knows at once."""
    if level is Level.LEARNER or view.phase is not Phase.PLAY:
        return False
    if isinstance(view, PlaceView):
        return len(view.legal) > 1
    return len(playable_cards(view)) > 1


def choose(view: View, level: Level, luck: Luck, native: bool = NATIVE) -> Action:
    """One of ``view.legal``, the same for the same luck; the View must be that of the seat to act."""
    budget = budget_of(level, native)
    if budget is None or not needs_thought(view, level):
        return games.choose(view)
    if isinstance(view, PlaceView):
        return heinrich.choose(view, luck, REGULAR if level is Level.REGULAR else PLACES)
    return search(view, luck, budget)
