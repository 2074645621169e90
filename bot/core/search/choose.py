"""A computer player that searches: it deals the unseen cards as they may lie, solves each such deal and counts.

``choose`` is pure, sees nothing but its own View, and is bounded by nodes, so that the same luck makes the same choice.
What is called, named and given, and the choice between cards that do equally well, it leaves to the learner.
"""

from typing import NamedTuple

from bot.core.actions import Action, Play
from bot.core.cards import AUGEN, CLUB_JACK, Card, hand_of, holds
from bot.core.game import Phase
from bot.core.house import Conduct
from bot.core.schafkopf.state import tricks_taken
from bot.core.schafkopf.steps import lawful
from bot.core.schafkopf.view import View
from bot.core.search import learner
from bot.core.search.match import Rung, Standings, rungs
from bot.core.search.solve import Position, Solver, Spent
from bot.core.search.worlds import Luck, World, Worlds
from bot.core.seats import PAIRS, SEATS, Pair, pair_of

SHARE = 4  # a world may use up so many times its share of the nodes
ALIKE = 1e-9


class Budget(NamedTuple):
    """For one decision: how many deals are tried at most, and how many tricks are looked into."""

    worlds: int
    nodes: int


REGULAR = Budget(10, 100_000)
STRONG = Budget(100, 1_000_000)


def choose(view: View, luck: Luck, budget: Budget) -> Action:
    """One of ``view.legal``; the View must be that of the seat to act, in a phase with something to choose."""
    plain = learner.choose(view)
    if view.phase is not Phase.PLAY or not isinstance(plain, Play):
        return plain
    cards = playable_cards(view)
    if len(cards) < 2:
        return plain
    worth = weigh(view, cards, luck, budget)
    best = max(worth.values(), default=0.0)
    if not worth or worth[plain.card] >= best - ALIKE:
        return plain
    return Play(max(cards, key=lambda card: worth[card]))


def playable_cards(view: View) -> list[Card]:
    """What the rules allow the seat to act to play; in tavern conduct that is less than it could (B21)."""
    assert view.seat is not None
    legal = view.legal
    if view.house.conduct is Conduct.TAVERN:
        legal = lawful(view.variant, view, view.seat, hand_of(view.hand)) or legal
    return [action.card for action in legal if isinstance(action, Play)]


def weigh(view: View, cards: list[Card], luck: Luck, budget: Budget) -> dict[Card, float]:
    """How likely each card wins the Partie, or in a solo the solo; empty if the nodes did not last for a world."""
    return weigh_in(view, cards, Worlds(view).sample(luck, budget.worlds), budget)


def weigh_in(view: View, cards: list[Card], worlds: list[World], budget: Budget) -> dict[Card, float]:
    """The same in these worlds."""
    total = dict.fromkeys(cards, 0.0)
    weights, spent = 0.0, 0
    for world in worlds:
        most = min(budget.nodes - spent, SHARE * budget.nodes // budget.worlds)
        if most <= 0:
            break
        solver = Solver(position_in(view, world), most)
        try:
            found = _solved(view, world, solver, cards)
        except Spent:
            continue
        finally:
            spent += solver.nodes
        weights += world.weight
        for card, worth in found.items():
            total[card] += world.weight * worth
    return {card: worth / weights for card, worth in total.items()} if weights else {}


def position_in(view: View, world: World) -> Position:
    assert view.trump is not None
    augen = [0, 0]
    for trick in view.tricks:
        augen[pair_of(trick.winner)] += sum(AUGEN[card] for card in trick.cards)
    return Position(
        world.hands,
        view.trump,
        view.variant.beating,
        view.leader,
        view.trick,
        view.sits_out,
        (augen[0], augen[1]),
        tricks_taken(view.tricks),
    )


def _solved(view: View, world: World, solver: Solver, cards: list[Card]) -> dict[Card, float]:
    assert view.seat is not None and view.namer is not None
    us = pair_of(view.seat)
    if view.soloist is not None:
        alone = pair_of(view.soloist)
        return {card: float(solver.takes_every_trick(alone, card) == (alone == us)) for card in cards}
    club_jack = next(pair_of(seat) for seat in SEATS if holds(world.dealt[seat], CLUB_JACK))
    first = view.first_deal and view.variant.club_jack_has_kreide
    kreide = club_jack if first else view.kreide
    before = Standings(view.striche, kreide, pair_of(view.namer), club_jack if first else None)
    ladder = rungs(view.variant, before, us)
    top = 0
    while top + 1 < len(ladder) and reached(solver, ladder[top + 1], us):
        top += 1
    return {card: ladder[_rung(solver, ladder, top, us, card)].worth for card in cards}


def _rung(solver: Solver, ladder: list[Rung], top: int, us: Pair, card: Card) -> int:
    """The highest rung the pair can reach with that card; none reaches more than ``top``."""
    while top and not reached(solver, ladder[top], us, card):
        top -= 1
    return top


def reached(solver: Solver, rung: Rung, us: Pair, first: Card | None = None) -> bool:
    if rung.all_tricks:
        return solver.takes_every_trick(us, first)
    if rung.one_trick:
        return not solver.takes_every_trick(PAIRS[1 - us], first)
    return solver.reaches(us, rung.augen, first)
