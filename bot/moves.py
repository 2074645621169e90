"""What an action, a vote or the clock makes of a table: decided here, written down and told by ``bot.tables``."""

from dataclasses import dataclass, replace

from bot import cutting, sleeping, taking_back, trial, votes
from bot import table as at_table
from bot.core.actions import Action, Deal, Report, Settle, TakeBack, Void
from bot.core.game import IllegalAction, Reason
from bot.core.provable import CutBy
from bot.core.seats import Seat
from bot.deadlines import Kind
from bot.means import Means
from bot.table import Table, TablePhase


@dataclass(frozen=True, slots=True)
class Move:
    """A decided change: the table after it, and the action to be logged, if there is one, done at ``base``."""

    table: Table
    base: Table | None = None
    seat: Seat | None = None
    action: Action | None = None
    events: tuple[object, ...] = ()
    annuls: bool = False  # the deal on the table at ``base`` counts for nothing


class Moves:
    """Changes nothing; time, chance and the computers' choice come from ``means``."""

    def __init__(self, means: Means) -> None:
        self._means = means

    def applied(self, table: Table, seat: Seat | None, action: Action) -> Move:
        """The action by the rules of the game; raises IllegalAction, Refused."""
        assert table.state is not None
        if isinstance(action, Void | Settle) and seat is not None:  # the house's word; no seat can say it
            raise IllegalAction(Reason.PHASE)
        if seat is not None:
            trial.require_quiet(table, seat)
        step = table.rules.apply(table.state, seat, action)
        after = replace(table, state=step.state, ply=table.ply + 1, annulled=False)
        if not isinstance(action, Report) or table.rules.phase(step.state) is not table.game_phase:
            court = after.court.moved_on()
            after = replace(after, turn=after.ply, since=self._means.now(), absent=False, plea=None, court=court)
        if isinstance(action, Deal):
            owners = tuple(chair.person for chair in table.chairs)
            after = replace(
                after,
                owners=(owners[0], owners[1], owners[2], owners[3]),
                ready=frozenset(),
                helped=frozenset(),
                drawing=None,
            )
        settlement = after.settlement
        if settlement is not None and not table.people:
            after = replace(after, phase=TablePhase.CLOSED)
        elif settlement is not None and settlement.partie_over:
            after = replace(after, phase=TablePhase.FINISHED, stop=None, ready=frozenset())
        return Move(after, table, seat, action, step.events)

    def settled(self, table: Table) -> Move:
        """Nobody has reported anything (any more): what the deal brought stands (B23).

        Whoever wanted to go on still does, and has waited long enough.
        """
        move = self.applied(table, None, Settle())
        goes_on = move.table.phase is TablePhase.PARTIE and move.table.ready
        return replace(move, table=replace(move.table, since=table.since)) if goes_on else move

    def next(self, table: Table) -> Move:
        """The next pack, in a fresh Partie after a finished one; a deal not yet settled is settled first."""
        if table.unsettled:
            return self.settled(table)
        if table.phase is TablePhase.FINISHED:
            table = at_table.rematch(table)
        if (same := cutting.laid_next(table)) is not None and table.state is not None:
            return self.applied(table, table.rules.to_act(table.state), Deal(same.pack))
        table = cutting.prepared(table, self._means.seed)
        if cutting.to_be_asked(table):
            now = self._means.now()
            return Move(replace(cutting.ask(table, now + self._means.pace.cut), since=now))
        return self.cut(table, CutBy.AUTOMATIC, self._means.lifted())

    def cut(self, table: Table, by: CutBy, cut: int | None, press: int | None = None) -> Move:
        """The pack that was promised, cut and dealt."""
        assert table.state is not None
        lot = cutting.lot(table, by, cut, press)
        move = self.applied(table, table.rules.to_act(table.state), Deal(self._means.pack(lot)))
        return replace(move, table=replace(move.table, lot=lot, shuffle=None))

    def promised(self, move: Move) -> Move:
        """Whatever was decided: as soon as the next thing may be a deal, its pack is promised."""
        if not cutting.waits_for_pack(move.table):
            return move
        return replace(move, table=cutting.prepared(move.table, self._means.seed))

    def pleaded(self, table: Table) -> Move:
        """The card goes back into the hand if all have agreed."""
        plea = table.plea
        if plea is None or not taking_back.granted(table):
            return Move(table)
        if any(chair.computer for chair in table.chairs):
            table = replace(table, spared=table.spared | {plea.seat})
        return self.applied(table, plea.seat, TakeBack())

    def counted(self, table: Table) -> Move:
        """The running vote, if it has a result by now."""
        result = votes.vote_result(table, self._means.now())
        if result is None:
            return Move(table)
        return self.stopped(table) if result else Move(replace(table, stop=None))

    def stopped(self, table: Table) -> Move:
        """Closed without a winner. Raises Refused."""
        at_table.require_open(table)
        if table.unsettled:
            move = self.settled(table)
        else:
            move = self.applied(table, None, Void()) if table.to_act is not None else Move(table)
        return replace(move, table=replace(move.table, phase=TablePhase.CLOSED, stop=None, stopped=True, asleep=False))

    def on_time(self, table: Table, kind: Kind, chosen: Action | None = None) -> Move:
        """What is due has come, other than a reminder. ``chosen``: what a computer has thought of."""
        match kind:
            case Kind.CLOSE:
                return Move(replace(table, phase=TablePhase.CLOSED))
            case Kind.PLEA:
                return Move(trial.lapsed(table, self._means.now()))
            case Kind.SETTLE:
                return self.settled(table)
            case Kind.DEAL:
                return self.next(table)
            case Kind.CUT:
                return self.cut(table, CutBy.AUTOMATIC, self._means.lifted())
            case Kind.STOP:
                return self.counted(table)
            case Kind.ABSENT:
                return Move(replace(table, absent=True))
            case Kind.SLEEP:
                return Move(sleeping.asleep(table))
            case Kind.ABANDONED:  # the deal is void; what is booked stays
                move = self.stopped(table)
                return replace(move, table=replace(move.table, asleep=True))
        seat = table.to_act
        assert seat is not None and table.state is not None
        if kind is Kind.LAST_CARD:
            return self.applied(table, seat, table.rules.legal(table.state)[0])
        if chosen is None:
            chosen = self._means.choose(table.rules.view(table.state, seat))
        move = self.applied(table, seat, chosen)
        if table.chairs[seat].substituted:
            move = replace(move, table=replace(move.table, helped=move.table.helped | {seat}))
        return move
