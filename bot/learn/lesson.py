"""A guided practice: fixed hands, played through the real rules, in which the learner presses what is due.

The learner sits in the south. Nothing here knows a table, a person or a language.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from bot.core.actions import MIT, NAME_TRUMPS, NUMBERS, PLAYS, WEG, Action, Call, Deal, Give, words
from bot.core.cards import ALL_SUITS, Hands, cards_in, hand_of, parse_card
from bot.core.game import IllegalAction, Phase, Reason
from bot.core.games import GAMES
from bot.core.record import parse_step
from bot.core.schafkopf.state import State
from bot.core.schafkopf.view import View
from bot.core.seats import SEAT_NAMES, S, Seat

LEARNER = S
CALLS = (*NUMBERS, MIT, WEG)


class Claim(StrEnum):
    """What is said of a step that is allowed and yet not the best; each is proven by a test."""

    TRICK = "trick"  # the others can take the trick, which they could not after the right card
    AUGEN = "augen"  # the trick goes to the same pair, but with fewer Augen for ours
    DEAR = "dear"  # the trick is ours either way, but this trump is higher than needed
    NUMBER = "number"  # a higher number is there to be called
    TIE = "tie"  # with ``mit`` the tie would be won, and so the naming
    TRUMPS = "trumps"  # that suit gives fewer trumps
    SOLO = "solo"  # then the others can take a trick of the solo
    STRICHE = "striche"  # the solo that is certain is worth more than any deal without one
    DEAL = "deal"  # then the others win the deal, and with the right card they cannot


@dataclass(frozen=True, slots=True)
class Step:
    """``before``: what is done first, in the words of a written deal. Without ``right`` it is only told.

    ``worse``: what is said of other steps that are allowed, by their words; ``*`` stands for all that are not named.
    ``solos``: those offered beside the numbers.
    """

    name: str
    before: str = ""
    right: tuple[str, ...] = ()
    worse: MappingProxyType[str, Claim] = field(default_factory=lambda: MappingProxyType({}))
    solos: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A deal. ``standing``: of the Partie before it, in its text form; ``hands``: north, east, south, west."""

    standing: str
    hands: tuple[str, str, str, str]
    steps: tuple[Step, ...]
    game: str = "bauernstoss"


@dataclass(frozen=True)
class Moment:
    """A step of a lesson with everything that lies on the table."""

    step: Step
    state: State
    game: str
    dealer: Seat

    @property
    def view(self) -> View:
        """As the learner sees it."""
        return GAMES[self.game].view(self.state, LEARNER)

    @cached_property
    def right(self) -> tuple[Action, ...]:
        """All that are as good as each other; empty where nothing is asked."""
        return tuple(parse_step(f"{SEAT_NAMES[LEARNER]} {said}").action for said in self.step.right)

    @cached_property
    def offered(self) -> tuple[Action, ...]:
        """Everything there is to press, right or wrong."""
        if not self.right:
            return ()
        match self.state.phase:
            case Phase.CALL:
                return tuple(Call(word) for word in (*CALLS, *self.step.solos))
            case Phase.NAME:
                return tuple(NAME_TRUMPS[suit] for suit in ALL_SUITS)
            case Phase.GIVE:
                return tuple(Give(card) for card in cards_in(self.state.hands[LEARNER]))
        return tuple(PLAYS[card] for card in cards_in(self.state.hands[LEARNER]))

    def after(self, action: Action) -> State:
        """Raises IllegalAction."""
        return GAMES[self.game].apply(self.state, LEARNER, action).state

    def answer(self, action: Action) -> "Reason | Claim | None":
        """None: well done; a Reason: refused by a rule; a Claim: allowed, but not the best.

        Raises KeyError for what is not offered.
        """
        if action not in self.offered:
            raise KeyError(action)
        if action in self.right:
            return None
        try:
            self.after(action)
        except IllegalAction as refused:
            return refused.reason
        said = words(action)
        return self.step.worse[said if said in self.step.worse else "*"]


@dataclass(frozen=True)
class Lesson:
    name: str
    scenes: tuple[Scene, ...]

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        return tuple(moment for scene in self.scenes for moment in _moments(scene))

    @property
    def questions(self) -> int:
        return sum(bool(moment.right) for moment in self.moments)


def _moments(scene: Scene) -> list[Moment]:
    game = GAMES[scene.game]
    state = game.resume(scene.standing)
    dealer = state.standing.dealer
    state = game.apply(state, dealer, Deal(game.pack_for(dealer, _hands(scene)))).state
    found: list[Moment] = []
    for step in scene.steps:
        for written in step.before.split(", ") if step.before else ():
            seat, action = parse_step(written)
            state = game.apply(state, seat, action).state
        moment = Moment(step, state, scene.game, dealer)
        found.append(moment)
        if moment.right:
            state = moment.after(moment.right[0])
    return found


def _hands(scene: Scene) -> Hands:
    north, east, south, west = (hand_of(map(parse_card, cards.split())) for cards in scene.hands)
    return north, east, south, west
