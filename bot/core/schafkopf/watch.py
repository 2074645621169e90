"""Tavern conduct, step by step: notes breaches, finds proofs, decides reports (B23, B24)."""

from dataclasses import replace

from bot.core.actions import Action
from bot.core.events import BreachProven, BreachReported
from bot.core.game import IllegalAction, Phase, Reason, Step
from bot.core.schafkopf import ending
from bot.core.schafkopf.breaches import breach_of, examined
from bot.core.schafkopf.deeds import Breach, Reported, Verdict
from bot.core.schafkopf.state import State
from bot.core.schafkopf.variants import Variant
from bot.core.seats import Seat, pair_of

MOST_REPORTS = 3  # of one player in one deal


def watched(variant: Variant, before: State, seat: Seat, action: Action, step: Step[State]) -> Step[State]:
    """The step that an action in ``before`` made, with what it broke and what it proves."""
    after = replace(step.state, moment=before.moment + 1)
    breach = breach_of(variant, before, seat, action, after.moment)
    breaches = after.breaches if breach is None else (*after.breaches, breach)
    ended = after.phase is Phase.SETTLE
    after = replace(after, breaches=tuple(examined(variant, after, found, ended) for found in breaches))
    return _judged(variant, after, step.events)


def reported(variant: Variant, state: State, seat: Seat, accused: Seat) -> Step[State]:
    """``seat`` reports a breach of ``accused``; raises IllegalAction."""
    if pair_of(seat) == pair_of(accused):
        raise IllegalAction(Reason.B23)
    if sum(report.seat == seat for report in state.reports) >= MOST_REPORTS:
        raise IllegalAction(Reason.B24)
    after = replace(state, reports=(*state.reports, Reported(seat, accused, state.moment)))
    return _judged(variant, after, (BreachReported(seat, accused),))


def _judged(variant: Variant, state: State, events: tuple[object, ...]) -> Step[State]:
    """The deal is over with the first report whose breach is proven; of several at once the earliest made counts."""
    if state.verdict is not None:
        return Step(state, events)
    for report in state.reports:
        breach = _proven(state, report)
        if breach is not None and breach.proof is not None:
            proof = breach.proof
            verdict = Verdict(report.seat, report.accused, breach.action, proof.rule, proof.cards)
            late = state.phase is Phase.SETTLE and report.moment == state.moment
            after = ending.broken_off(variant, state, verdict, breach.false_card, late)
            return Step(after, (*events, BreachProven(verdict)))
    return Step(state, events)


def _proven(state: State, report: Reported) -> Breach | None:
    """The breach that was proven first; both at once: the false call (S8)."""
    proven = [
        (breach.proof.moment, breach.false_card, breach.made, breach)
        for breach in state.breaches
        if breach.proof is not None and breach.seat == report.accused and breach.made <= report.moment
    ]
    return min(proven)[-1] if proven else None
