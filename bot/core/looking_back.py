"""A settled deal trick by trick, with all hands as they then stood."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from bot.core.actions import Action, Deal, Play, Take
from bot.core.cards import AUGEN, EMPTY_HANDS, Card, Hand, Hands, hand_of
from bot.core.game import Game
from bot.core.games import PairState, PlaceState
from bot.core.seats import SEATS, Pair, Seat, pair_of

Log = Iterable[tuple[Seat | None, Action]]


class PastTrick(NamedTuple):
    """``hands``: before it was led. ``taker``: who won it, in a game of places who took it up, None: it left the game.

    ``whole``: it was played to its end. ``augen`` per pair and ``places``: after it.
    """

    hands: Hands
    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    taker: Seat | None
    whole: bool
    augen: tuple[int, int] = (0, 0)
    places: tuple[Seat, ...] = ()


class PastDeal(NamedTuple):
    state: Any
    tricks: tuple[PastTrick, ...]


def look_back(rules: Game[Any, Any], standing: str, log: Log) -> PastDeal:
    """From where the Partie stood and all that was done. Raises IllegalAction and ValueError as the rules do."""
    state = rules.resume(standing)
    tricks: list[PastTrick] = []
    hands = EMPTY_HANDS
    for seat, action in log:
        before, state = state, rules.apply(state, seat, action).state
        if not isinstance(state, PlaceState) or isinstance(action, Deal) or seat is None:
            continue
        if not before.trick:
            hands = before.hands
        if isinstance(action, Take):
            tricks.append(PastTrick(hands, before.trick_seats, before.trick, seat, True, places=state.places))
        elif isinstance(action, Play) and not state.trick:
            seats, cards = (*before.trick_seats, seat), (*before.trick, action.card)
            tricks.append(PastTrick(hands, seats, cards, None, True, places=state.places))
    if isinstance(state, PairState):
        return PastDeal(state, _of_pairs(state))
    if state.trick:
        tricks.append(PastTrick(hands, state.trick_seats, state.trick, None, False, places=state.places))
    return PastDeal(state, tuple(tricks))


def _of_pairs(state: PairState) -> tuple[PastTrick, ...]:
    """Backwards from the cards nobody has played."""
    laid: list[tuple[tuple[Seat, ...], tuple[Card, ...], Seat | None]] = [
        (trick.seats, trick.cards, trick.winner) for trick in state.tricks
    ]
    if state.trick:
        laid.append((state.trick_seats, state.trick, None))
    held: list[Hands] = []
    hands = state.hands
    for seats, cards, _ in reversed(laid):
        own = {seat: hand_of([card]) for seat, card in zip(seats, cards, strict=True)}
        north, east, south, west = (Hand(hands[seat] | own.get(seat, 0)) for seat in SEATS)
        hands = (north, east, south, west)
        held.append(hands)
    found: list[PastTrick] = []
    augen = [0, 0]
    for (seats, cards, winner), before in zip(laid, reversed(held), strict=True):
        if winner is not None:
            pair: Pair = pair_of(winner)
            augen[pair] += sum(AUGEN[card] for card in cards)
        found.append(PastTrick(before, seats, cards, winner, winner is not None, (augen[0], augen[1])))
    return tuple(found)
