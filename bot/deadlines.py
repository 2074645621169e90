"""When a table moves on by itself: what is due next, and when."""

from dataclasses import dataclass
from enum import StrEnum

from bot import cutting
from bot.court import Stage
from bot.table import Table, TablePhase


@dataclass(frozen=True, slots=True)
class Pace:
    """Delays in seconds. Tests play with ``Pace.immediate()``."""

    computer: float = 1.0  # after the last move
    trick: float = 2.0  # a finished trick stands
    drawing: float = 6.0  # the cards drawn before a Partie stand
    next_pause: float = 5.0  # until *next* needs only one press
    remind: float = 20.0
    stop_vote: float = 120.0
    lobby: float = 30 * 60.0
    finished: float = 60 * 60.0
    plea: float = 30.0  # a wish to take a card back waits for the others
    cut: float = 30.0  # whoever is to cut has so long, then it is cut automatically
    picture: float = 1.0  # between two pictures brought to Discord: people who play go first
    grace: float = 60.0  # to report wrong play in the last deal of a Partie (B23)
    decision: float = 10.0  # what the Kreidtführer decides may be rejected (S10)
    shouting: float = 10.0
    ruling: float = 60.0
    accepting: float = 60.0
    sleep: float = 10 * 60.0  # after the others could have let a computer play, or could have gone on
    abandoned: float = 7 * 24 * 3600.0  # a Partie sleeps for so long
    awake: float = 6 * 3600.0  # and we have been there for so long, in which somebody could have woken it

    @classmethod
    def immediate(cls) -> "Pace":
        """No delay in which nothing happens; what waits for people keeps its time."""
        return cls(computer=0.0, trick=0.0, drawing=0.0, next_pause=0.0, picture=0.0)


class Kind(StrEnum):
    CLOSE = "close"  # an abandoned lobby or finished table
    DEAL = "deal"
    CUT = "cut"  # nobody has cut in time
    PLEA = "plea"  # not all have agreed in time to a card's being taken back
    SETTLE = "settle"  # of a Partie's last deal nobody has reported anything
    COMPUTER = "computer"
    LAST_CARD = "last-card"  # the last trick plays itself
    REMIND = "remind"
    ABSENT = "absent"  # from now on the others may let a computer play
    STOP = "stop"  # the vote's silence becomes a yes
    COURT = "court"  # a stage of the Schiedsgericht's case is over (S10)
    SLEEP = "sleep"  # nobody has done anything for long
    ABANDONED = "abandoned"  # nobody has woken the table in days


# What comes of people's silence. It does not count while they cannot be told, or cannot answer.
SILENCE = frozenset((Kind.CLOSE, Kind.CUT, Kind.PLEA, Kind.SETTLE, Kind.REMIND, Kind.ABSENT, Kind.STOP, Kind.COURT))


@dataclass(frozen=True, slots=True)
class Pause:
    """``held``: people's silence does not count now; it counts from ``anew`` (seconds since 1970) on."""

    held: bool = False
    anew: float = 0.0


RUNNING = Pause()


@dataclass(frozen=True, slots=True)
class Due:
    at: float  # seconds since 1970
    kind: Kind


def due(
    table: Table, pace: Pace, *, reminded: bool, quiet: bool, pause: Pause = RUNNING, began: float = 0.0
) -> Due | None:
    """What comes next at this table, None if only people can move it.

    ``reminded``: the seat to act has been reminded at this ply; ``quiet``: its owner was already silent before the turn
    came, and is reminded at once. ``began``: since when we have been there.
    """
    anew = pause.anew
    found = [] if table.stop is None else [Due(max(table.stop.until, anew + pace.stop_vote), Kind.STOP)]
    since, case = table.since, table.court.case
    still = max(since, anew)  # people have had time since then
    if case is not None:  # nothing is played meanwhile
        found.append(Due(max(case.until, anew + stage_lasts(pace, case.stage)), Kind.COURT))
    elif table.phase is TablePhase.LOBBY:
        found.append(Due(still + pace.lobby, Kind.CLOSE))
    elif table.phase is TablePhase.FINISHED:
        found.append(Due(still + pace.finished, Kind.CLOSE))
        if table.ready:
            found.append(Due(since + pace.next_pause, Kind.DEAL))
    elif table.between_deals:
        fresh = table.drawing is not None
        if not table.people:  # all left in a deal that was annulled then, or before it was settled
            return Due(since, Kind.SETTLE if table.unsettled else Kind.CLOSE)
        if (until := table.cut_until) is not None:
            alone = table.chairs[cutting.cutter(table)].computer  # who was asked has gone
            found.append(Due(since if alone else max(until, anew + pace.cut), Kind.CUT))
        elif table.last_word:
            found.append(Due(still + pace.grace, Kind.SETTLE))
        elif fresh or table.ready:
            found.append(Due(since + (pace.drawing if fresh else pace.next_pause), Kind.DEAL))
    elif table.to_act is not None:
        found += _turn(table, pace, reminded, quiet, still)
    if pause.held:
        found = [one for one in found if one.kind not in SILENCE]
    if table.phase is TablePhase.PARTIE and table.people:
        found.append(_sleep(table, pace, still, began))
    return min(found, key=lambda one: one.at, default=None)


def _sleep(table: Table, pace: Pace, still: float, began: float) -> Due:
    if table.asleep:
        return Due(max(table.since + pace.abandoned, began + pace.awake), Kind.ABANDONED)
    return Due(still + table.options.absence + pace.sleep, Kind.SLEEP)


def _turn(table: Table, pace: Pace, reminded: bool, quiet: bool, still: float) -> list[Due]:
    seat = table.to_act
    assert seat is not None
    if table.plea is not None:  # computers and the clock wait; people may play on, which is a no
        return [Due(max(table.plea.until, still + pace.plea), Kind.PLEA)]
    since = table.since
    if table.chairs[seat].computer:
        return [Due(since + (max(pace.trick, pace.computer) if table.trick_lies else pace.computer), Kind.COMPUTER)]
    if table.plays_itself:
        return [Due(since + (pace.trick if table.trick_lies else pace.computer), Kind.LAST_CARD)]
    found = []
    if table.asleep:
        return found
    if not reminded:
        found.append(Due(still + (0.0 if quiet else pace.remind), Kind.REMIND))
    if not table.absent and len(table.people) > 1:
        found.append(Due(still + table.options.absence, Kind.ABSENT))
    return found


def stage_lasts(pace: Pace, stage: Stage) -> float:
    """How long people have in that stage of a case (S10)."""
    lasts = {Stage.DECIDED: pace.decision, Stage.SHOUTING: pace.shouting, Stage.RULING: pace.ruling}
    return lasts.get(stage, pace.accepting)
