"""Taking back the card just played, all having agreed, or the Kreidtführer having granted it (B25, S9)."""

from dataclasses import replace

from bot.core.actions import TakeBack
from bot.core.cards import AUGEN, Card, Hand, with_hand
from bot.core.events import BreachProven, TakenBack
from bot.core.game import IllegalAction, Phase, Reason, Step
from bot.core.schafkopf import ending
from bot.core.schafkopf.deeds import Verdict
from bot.core.schafkopf.state import State
from bot.core.schafkopf.variants import Variant
from bot.core.seats import Seat


def taken_back(variant: Variant, state: State, seat: Seat) -> Step[State]:
    """The card is in the hand again, where all know it to be. Raises IllegalAction."""
    if state.phase is not Phase.PLAY:
        raise IllegalAction(Reason.PHASE)
    if seat != state.may_take_back:
        raise IllegalAction(Reason.B25)
    card = (state.trick or state.tricks[-1].cards)[-1]
    if variant.one_take_back and seat in state.standing.took_back:
        verdict = Verdict(None, seat, TakeBack(), Reason.S9, (card,))
        return Step(ending.broken_off(variant, state, verdict, false_card=True, late=False), (BreachProven(verdict),))
    standing = state.standing
    if variant.one_take_back:
        standing = replace(standing, took_back=(*standing.took_back, seat))
    back = replace(
        _without_last_card(state, seat, card),
        standing=standing,
        seen=with_hand(state.seen, seat, Hand(state.seen[seat] | 1 << card)),
        may_take_back=None,
        # What the card itself broke is undone with it; what it has proven of others stays proven.
        breaches=tuple(breach for breach in state.breaches if breach.made != state.moment),
    )
    return Step(back, (TakenBack(seat, card),))


def _without_last_card(state: State, seat: Seat, card: Card) -> State:
    hands = with_hand(state.hands, seat, Hand(state.hands[seat] | 1 << card))
    if state.trick:
        return replace(state, hands=hands, trick=state.trick[:-1], turn=seat)
    last = state.tricks[-1]
    augen = list(state.augen)
    augen[last.winner & 1] -= sum(AUGEN[laid] for laid in last.cards)
    return replace(
        state,
        hands=hands,
        trick=last.cards[:-1],
        turn=seat,
        leader=last.leader,
        tricks=state.tricks[:-1],
        augen=(augen[0], augen[1]),
    )
