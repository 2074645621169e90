"""How a deal ends, and what that does to the Partie (B10, B15, B18, S4, S10)."""

from dataclasses import replace

from bot.core.cards import CLUB_JACK, holds
from bot.core.events import DealSettled
from bot.core.game import Outcome, Phase, Settlement, Step
from bot.core.schafkopf import scoring
from bot.core.schafkopf.deeds import Verdict
from bot.core.schafkopf.scoring import Fault, Played, Score
from bot.core.schafkopf.state import Result, State, tricks_taken
from bot.core.schafkopf.variants import Variant
from bot.core.seats import SEATS, Pair, Seat, next_seat, other_pair, pair_of


def played_out(variant: Variant, state: State) -> State:
    """After the last card of a deal without a solo."""
    assert state.namer is not None
    kreide = kreide_before(variant, state)
    deal = Played(state.augen, tricks_taken(state.tricks), kreide, pair_of(state.namer))
    bonus = state.club_jack_pair if state.first_deal and variant.club_jack_has_kreide else None
    score = scoring.with_bonus(variant.score(deal), bonus)
    return ended(variant, state, Outcome.PLAYED, score, bonus=bonus)


def solo_ended(variant: Variant, state: State, won: bool) -> State:
    assert state.soloist is not None and state.solo is not None
    pair = pair_of(state.soloist)
    winner = pair if won else other_pair(pair)
    score = Score(scoring.for_pair(winner, variant.solos[state.solo].striche), winner)
    return ended(variant, state, Outcome.SOLO_WON if won else Outcome.SOLO_LOST, score)


def broken_off(variant: Variant, state: State, verdict: Verdict, false_card: bool, late: bool) -> State:
    """A breach is proven; ``late``: it was reported only after the deal's last card (B23, S7, S8)."""
    state = replace(state, verdict=verdict, may_take_back=None)
    offenders, pending = pair_of(verdict.accused), state.pending
    lost_anyway = pending is not None and pending.settlement.deal_winner == other_pair(offenders)
    if late and false_card and lost_anyway and variant.lost_anyway_stands:
        return state
    bonus = None
    if state.first_deal and variant.club_jack_has_kreide:
        bonus = next(pair_of(seat) for seat in SEATS if holds(state.dealt[seat], CLUB_JACK))  # B19: "immer"
    solo = 0 if state.solo is None else variant.solos[state.solo].striche
    score = variant.breach_score(Fault(offenders, state.standing.kreide, solo, false_card))
    state = replace(state, club_jack_pair=bonus if state.first_deal else state.club_jack_pair)
    return ended(variant, state, Outcome.BREACH, scoring.with_bonus(score, bonus), bonus=bonus)


def kreide_before(variant: Variant, state: State) -> Pair | None:
    """Who had the Kreide in the deal on the table; in the first, once CJ has fallen, the pair that had it (B17)."""
    return state.club_jack_pair if state.first_deal and variant.club_jack_has_kreide else state.standing.kreide


def ended(
    variant: Variant,
    state: State,
    outcome: Outcome,
    score: Score | None,
    *,
    bonus: Pair | None = None,
    thrown_in_by: Seat | None = None,
) -> State:
    """The deal is over and waits for being settled; ``pending`` is what it will be settled with."""
    ns, ew = state.standing.striche
    won = (0, 0) if score is None else score.striche
    striche = (ns + won[0], ew + won[1])
    over = max(striche) >= variant.target  # C12
    partie_winner = None
    if over:
        # Only B19's Strich could bring both pairs home in one deal; then the deal's winner was there first.
        both = min(striche) >= variant.target
        partie_winner = score.winner if both and score else Pair(int(striche[1] > striche[0]))
    settlement = Settlement(outcome, won, score.winner if score else None, over, partie_winner)
    result = Result(
        settlement, state.augen, tricks_taken(state.tricks), kreide_before(variant, state), bonus, thrown_in_by
    )
    return replace(state, phase=Phase.SETTLE, turn=None, may_yield=False, may_take_back=None, pending=result)


def settled(state: State, events: tuple[object, ...] = ()) -> Step[State]:
    """Striche, Kreide and the next dealer stand as the deal that has ended makes them."""
    result, before = state.pending, state.standing
    assert result is not None
    settlement = result.settlement
    (ns, ew), won = before.striche, settlement.striche
    standing = replace(
        before,
        dealer=next_seat(state.dealer),  # C7
        striche=(ns + won[0], ew + won[1]),
        kreide=before.kreide if settlement.deal_winner is None else settlement.deal_winner,
    )
    phase = Phase.OVER if settlement.partie_over else Phase.DEAL
    after = replace(state, standing=standing, phase=phase, result=result, pending=None)
    return Step(after, (*events, DealSettled(settlement)))


def voided(state: State) -> Step[State]:
    """Stopping the table ends the Partie without a winner, in the middle of a deal or between two (S10).

    A deal that waits for being settled is settled by it, unless that would give the Partie a winner.
    """
    events: tuple[object, ...] = ()
    if state.pending is not None and not state.pending.settlement.partie_over:
        state, events = (step := settled(state)).state, step.events
    running = state.phase is not Phase.DEAL
    settlement = Settlement(Outcome.ABANDONED, (0, 0), None, True, None)
    result = Result(settlement, state.augen, tricks_taken(state.tricks), state.standing.kreide, None, None)
    standing = replace(state.standing, dealer=next_seat(state.dealer)) if running else state.standing
    over = replace(
        state,
        standing=standing,
        phase=Phase.OVER,
        turn=None,
        may_yield=False,
        may_take_back=None,
        result=result,
        pending=None,
    )
    return Step(over, (*events, DealSettled(settlement)))
