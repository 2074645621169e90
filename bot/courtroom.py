"""What becomes of a table's case: when it stands, who is heard, what the ruling does (S9, S10). Decides only, as
``bot.moves`` does.
"""

from dataclasses import replace

from bot import table as at_table
from bot import taking_back, trial
from bot.core.actions import TakeBack, Void
from bot.core.seats import Seat, next_seat
from bot.court import Case, Decision, Stage
from bot.deadlines import stage_lasts
from bot.means import Means
from bot.moves import Move, Moves
from bot.shouting import Shouts
from bot.table import Refused, Stale, Table, TablePhase


class Courtroom:
    def __init__(self, means: Means, moves: Moves) -> None:
        self._means = means
        self._moves = moves
        self.shouts = Shouts()

    def until(self, stage: Stage) -> float:
        return self._means.now() + stage_lasts(self._means.pace, stage)

    # -- taking back (S9)

    def asked_back(self, table: Table, person: int, sure: bool) -> Move:
        """A wish to take a card back. ``sure``: also if it loses the deal. Raises Refused, IllegalAction."""
        until = self._means.now() + self._means.pace.plea
        trial.require_quiet(table)
        if sure and taking_back.loses(table, person):
            return self._moves.applied(table, table.require_seat(person), TakeBack())
        wished = taking_back.ask(table, person, until)
        plea = wished.plea
        if plea is not None and wished.court.tolerant and trial.asked(wished, plea.seat) is not None:
            return self._granted(wished, plea.seat)  # what he tolerates once he must always tolerate
        return self._moves.pleaded(wished)

    def answered_plea(self, table: Table, person: int, yes: bool) -> Move:
        """By the Kreidtführer, or by one of all three others. Raises Refused, Stale, IllegalAction."""
        plea = table.plea
        judge = None if plea is None else trial.asked(table, plea.seat)
        if plea is None or judge is None:
            return self._moves.pleaded(taking_back.answer(table, person, yes))
        if table.require_seat(person) == plea.seat:
            raise Stale
        own = trial.require_keeper(table, person)
        decision = Decision.GRANT if yes else Decision.REFUSE
        return self.heard(trial.decide(table, decision, own, self.until(Stage.DECIDED), plea.seat))

    def absence(self, table: Table, person: int) -> Move:
        """A computer is to play for the absent seat: with a Kreidtführer his decision. Raises Refused."""
        seat = table.to_act
        if trial.keeper(table) is None or (seat is not None and table.chairs[seat].substituted):
            return Move(at_table.substitute(table, person))
        return self.heard(trial.absent(table, person, self.until(Stage.DECIDED)))

    def _granted(self, table: Table, seat: Seat) -> Move:
        return self._moves.applied(replace(table, plea=None), seat, TakeBack())

    # -- a case

    def heard(self, table: Table) -> Move:
        """As far as the case comes without more words; the table itself where nothing is open."""
        case = table.court.case
        if case is None:
            return Move(table)
        if not trial.has_object(table, case):
            return Move(self._closed(replace(table, court=table.court.dropped())))
        match case.stage:
            case Stage.DECIDED:
                return self._stood(table, case) if trial.stands(table, case) else Move(table)
            case Stage.SHOUTING:
                return Move(table)
            case Stage.RULING:
                return self.ruled(table, case) if case.ruled else Move(table)
        case = trial.with_computers(table, case)
        table = replace(table, court=replace(table.court, case=case))
        return self._ended(table, case) if None not in case.answers or case.refused_by() is not None else Move(table)

    def after(self, move: Move) -> Move:
        """What somebody's going means for the case that is open."""
        if move.action is not None or move.table.phase is TablePhase.CLOSED:
            return move
        return self.heard(move.table)

    def on_time(self, table: Table) -> Move:
        """The open stage is over."""
        case = table.court.case
        if case is None or not trial.has_object(table, case):
            return self.heard(table)
        match case.stage:
            case Stage.DECIDED:
                return self._stood(table, case)
            case Stage.SHOUTING:
                person, cries = self.shouts.loudest(table.id, case.number) or (None, 0)
                self.shouts.forget(table.id)
                found = case.found(person, cries, self.until(Stage.RULING))
                return Move(replace(table, court=replace(table.court, case=found)))
            case Stage.RULING:
                return self.ruled(table, case)
        return self._ended(table, case)  # silence is acceptance

    def ruled(self, table: Table, case: Case) -> Move:
        """Both pairs are asked whether they accept it."""
        asked = case.to_accept(self.until(Stage.ACCEPTING))
        return self.heard(replace(table, court=replace(table.court, case=asked)))

    def _stood(self, table: Table, case: Case) -> Move:
        return self._done(table, case, upheld=True)

    def _ended(self, table: Table, case: Case) -> Move:
        if case.refused_by() is None:
            return self._done(table, case, upheld=case.upheld)
        return self._broken_off(table, case)

    def _done(self, table: Table, case: Case, upheld: bool) -> Move:
        """The decision takes effect, or it does not."""
        table = self._closed(replace(table, court=table.court.closed()))
        seat, decision = case.seat, case.decision
        if seat is not None and decision in (Decision.GRANT, Decision.REFUSE):
            if (decision is Decision.GRANT) == upheld:
                tolerant = table.court.tolerant or decision is Decision.GRANT
                move = self._granted(replace(table, court=replace(table.court, tolerant=tolerant)), seat)
                return _still_said(move, table)
            return Move(replace(table, court=replace(table.court, denied=True)))
        if decision is Decision.ABSENCE and seat is not None:
            return Move(at_table.substituted(table, seat) if upheld else replace(table, absent=False))
        return self._voided(table) if decision is Decision.VOID and upheld else Move(table)

    def _voided(self, table: Table) -> Move:
        """The deal counts for nothing, and the next dealer deals; a take-back used up in it stays so."""
        assert table.state is not None
        standing = table.state.standing
        state = table.rules.resume(replace(standing, dealer=next_seat(standing.dealer)).text())
        after = replace(table, state=state, annulled=True, court=replace(table.court, voided=True), ready=frozenset())
        return Move(after, table, annuls=True)

    def _broken_off(self, table: Table, case: Case) -> Move:
        """A pair does not accept: the Partie ends without a winner."""
        said = replace(case, end=True)
        table = self._closed(replace(table, court=replace(table.court, case=None, said=said)))
        if table.to_act is not None or table.last_word:
            move = self._moves.applied(table, None, Void())
        else:
            move = self._moves.settled(table) if table.unsettled else Move(table)
        after = replace(move.table, phase=TablePhase.FINISHED, ready=frozenset(), stop=None, absent=False)
        return _still_said(replace(move, table=replace(after, since=self._means.now())), table)

    def _closed(self, table: Table) -> Table:
        """Play goes on from now."""
        return replace(table, since=self._means.now())

    def anew(self, table: Table) -> Table:
        """After a start every stage has its whole time again."""
        case = table.court.case
        if case is None:
            return table
        return replace(table, court=replace(table.court, case=replace(case, until=self.until(case.stage))))

    # -- shouting

    def shout(self, table: Table, person: int, number: int | None) -> int:
        """How often this person has shouted. Raises Refused or Stale."""
        case = trial.require_case(table, number, Stage.SHOUTING)
        if table.seat_of(person) is not None or any(chair.leaver == person for chair in table.chairs):
            raise Refused("only_onlookers")
        return self.shouts.add(table.id, case.number, person)


def _still_said(move: Move, table: Table) -> Move:
    """What was decided can be read although the play has moved on with it."""
    court = replace(move.table.court, said=table.court.said)
    return replace(move, table=replace(move.table, court=court))
