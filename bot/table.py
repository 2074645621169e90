"""A table: who sits where, what is being played, who has pressed what. Frozen; every change gives a new one.

Pure like the core: no Discord, no clock, no database. ``bot.tables`` decides when, writes it down and tells others.
People are referred to by their surrogate ``person`` number.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bot.arrangements import AS_USUAL, Drawing, Options, Plea, Shuffle, StopVote
from bot.core.game import Game, Phase, Settlement
from bot.core.games import PairState, State, View, game_of
from bot.core.provable import Lot
from bot.core.seats import SEATS, Seat, partner_of
from bot.court import NO_COURT, Court


class TablePhase(StrEnum):
    LOBBY = "lobby"
    PARTIE = "partie"  # running, between deals too
    FINISHED = "finished"  # a Partie has ended; a rematch may follow
    CLOSED = "closed"


class Refused(Exception):
    """A wish that the table's order forbids; nothing has changed. ``why`` is a key of the texts' ``refused``."""

    def __init__(self, why: str, **facts: object) -> None:
        super().__init__(why)
        self.why = why
        self.facts = facts


class Stale(Exception):
    """A press on something that is no longer there to be pressed; the present state is shown instead."""


@dataclass(frozen=True, slots=True)
class Chair:
    """``person`` owns the seat; ``computer``: a computer plays here, for good or in the owner's absence.

    ``leaver`` is who left in mid-Partie: its result is still booked to them unless somebody takes the seat.
    """

    person: int | None = None
    computer: bool = False
    leaver: int | None = None

    @property
    def empty(self) -> bool:
        return self.person is None and not self.computer

    @property
    def substituted(self) -> bool:
        """A computer plays for the absent owner."""
        return self.person is not None and self.computer


Chairs = tuple[Chair, Chair, Chair, Chair]
EMPTY_CHAIRS: Chairs = (Chair(), Chair(), Chair(), Chair())


@dataclass(frozen=True, slots=True)
class Table:
    """``ply`` counts the logged actions of all its Partien; ``deal`` the packs dealt in this Partie.

    ``turn`` is the ply since which the present step is due: presses carry it, and a report that changes nothing yet
    makes none of them stale.
    ``owners`` are the chairs' people when the pack was dealt: to them the deal is booked. ``absent``: the seat to act
    has been silent for so long that the others may let a computer play. ``helped``: seats for which a computer has
    acted in its owner's absence in this deal. ``spared``: for whom computers have agreed to a take-back in this Partie.
    ``shuffle``: the next pack, between deals; ``lot``: what the last one dealt followed from, None before the first.
    ``annulled``: the deal before this one could no longer be replayed.
    """

    id: int
    guild_id: int
    channel_id: int
    number: int  # within the server; what people call it by
    game: str
    host: int | None
    phase: TablePhase = TablePhase.LOBBY
    options: Options = AS_USUAL
    chairs: Chairs = EMPTY_CHAIRS
    partie: int = 0
    ply: int = 0
    turn: int = 0
    state: State | None = None
    owners: tuple[int | None, int | None, int | None, int | None] = (None, None, None, None)
    drawing: Drawing | None = None
    shuffle: Shuffle | None = None
    lot: Lot | None = None
    ready: frozenset[Seat] = frozenset()
    stop: StopVote | None = None
    plea: Plea | None = None
    spared: frozenset[Seat] = frozenset()
    absent: bool = False
    asleep: bool = False  # nobody has pressed anything for long
    helped: frozenset[Seat] = frozenset()
    annulled: bool = False
    since: float = 0.0  # seconds since 1970 of the last change that moved the play on
    stopped: bool = False  # the Partie was ended without a winner
    court: Court = NO_COURT

    @property
    def rules(self) -> Game[Any, Any]:
        return game_of(self.game, self.options.house)

    @property
    def deal(self) -> int:
        return self.state.standing.deals if self.state else 0

    @property
    def game_phase(self) -> Phase | None:
        return self.state.phase if self.state else None

    @property
    def last_word(self) -> bool:
        """Unsettled, and the Partie is over with it: there is some time to report before that stands (B23)."""
        state = self.state
        pending = state.pending if isinstance(state, PairState) and self.unsettled else None
        return pending is not None and pending.settlement.partie_over

    @property
    def to_act(self) -> Seat | None:
        """The seat whose step is due; None in the lobby, between deals and at the end."""
        if self.phase is not TablePhase.PARTIE or self.state is None or self.state.phase is Phase.DEAL:
            return None
        return self.state.turn

    @property
    def between_deals(self) -> bool:
        """No card is played; in tavern conduct the last deal may still be ``unsettled``."""
        return self.phase is TablePhase.PARTIE and self.game_phase in (Phase.DEAL, Phase.SETTLE)

    @property
    def cut_until(self) -> float | None:
        """So long (seconds since 1970) the cutter may choose; None while nobody is asked."""
        return None if self.shuffle is None else self.shuffle.ask_until

    @property
    def unsettled(self) -> bool:
        """The deal has ended, and wrong play may still be reported (B23)."""
        return self.phase is TablePhase.PARTIE and self.game_phase is Phase.SETTLE

    @property
    def trick_lies(self) -> bool:
        """A trick just finished is still to be looked at."""
        state = self.state
        if state is None or state.phase is not Phase.PLAY or state.trick:
            return False
        return bool(state.tricks if isinstance(state, PairState) else state.last_trick)

    @property
    def plays_itself(self) -> bool:
        """Everyone has one card left, and nothing is to be chosen any more."""
        state = self.state
        return isinstance(state, PairState) and state.phase is Phase.PLAY and len(state.tricks) == 7

    @property
    def settlement(self) -> Settlement | None:
        return self.rules.settlement(self.state) if self.state else None

    def view(self, seat: Seat | None) -> View | None:
        return self.rules.view(self.state, seat) if self.state else None

    def seat_of(self, person: int) -> Seat | None:
        return next((seat for seat in SEATS if self.chairs[seat].person == person), None)

    def require_seat(self, person: int) -> Seat:
        """Raises Refused for someone who does not sit here."""
        seat = self.seat_of(person)
        if seat is None:
            raise Refused("not_seated")
        return seat

    @property
    def people(self) -> tuple[int, ...]:
        """Those who sit here, in order of the seats."""
        return tuple(chair.person for chair in self.chairs if chair.person is not None)

    @property
    def everyone(self) -> frozenset[int]:
        """All people this table has to do with: seated, gone, dealt in, host, Krischer."""
        chairs = (person for chair in self.chairs for person in (chair.person, chair.leaver))
        others = (self.host, *self.owners, self.court.krischer)
        return frozenset(person for person in (*others, *chairs) if person is not None)

    @property
    def free_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in SEATS if self.chairs[seat].empty)

    @property
    def computers_dealt_in(self) -> int:
        """How many seats of the deal on the table belong to nobody."""
        return sum(owner is None for owner in self.owners)

    def with_chair(self, seat: Seat, chair: Chair) -> "Table":
        chairs = list(self.chairs)
        chairs[seat] = chair
        return replace(self, chairs=(chairs[0], chairs[1], chairs[2], chairs[3]))


def require_open(table: Table) -> None:
    """Raises Refused for a table that has been closed."""
    if table.phase is TablePhase.CLOSED:
        raise Refused("table_closed")


# -- the lobby


def sit(table: Table, person: int, seat: Seat) -> Table:
    """Sit down in the lobby, or move there; a computer makes room. Raises Refused."""
    _require_lobby(table)
    chair = table.chairs[seat]
    if chair.person == person:
        return table
    if chair.person is not None:
        raise Refused("seat_taken", seat=seat)
    old = table.seat_of(person)
    if old is not None:
        table = table.with_chair(old, Chair())
    table = table.with_chair(seat, Chair(person=person))
    return table if table.host is not None else replace(table, host=person)


def stand_up(table: Table, person: int) -> Table:
    """Leave the lobby; the host's right passes on clockwise, and the last one to go closes it. Raises Refused."""
    _require_lobby(table)
    table = table.with_chair(table.require_seat(person), Chair())
    return _without_vote_of(_passed_on(table, person), person)


def toggle_computer(table: Table, person: int, seat: Seat) -> Table:
    """Put a computer on a free seat or take it away again. Raises Refused."""
    _require_lobby(table)
    table.require_seat(person)
    chair = table.chairs[seat]
    if chair.person is not None:
        raise Refused("seat_taken", seat=seat)
    return table.with_chair(seat, Chair(computer=not chair.computer))


def fill(table: Table, person: int) -> Table:
    """Computers on all free seats. Raises Refused."""
    _require_lobby(table)
    table.require_seat(person)
    for seat in table.free_seats:
        table = table.with_chair(seat, Chair(computer=True))
    return table


def check_start(table: Table, person: int) -> None:
    """Raises Refused unless this person may start now."""
    _require_lobby(table)
    table.require_seat(person)
    if table.host != person:
        raise Refused("only_host", person=table.host)
    if table.free_seats:
        raise Refused("seats_free", count=len(table.free_seats))


def seated_by_lot(table: Table, partners: tuple[Seat, Seat]) -> Table:
    """The two drawn as partners sit opposite: the second changes places with whoever sits there (C4)."""
    first, second = partners
    opposite = partner_of(first)
    return table.with_chair(opposite, table.chairs[second]).with_chair(second, table.chairs[opposite])


def _require_lobby(table: Table) -> None:
    require_open(table)
    if table.phase is not TablePhase.LOBBY:
        raise Refused("already_playing")


def _passed_on(table: Table, leaver: int) -> Table:
    """The host's right goes to the next person; a table without people closes, but computers finish its deal."""
    if not table.people:
        running = table.phase is TablePhase.PARTIE and (table.unsettled or not table.between_deals)
        return replace(table, phase=table.phase if running else TablePhase.CLOSED, host=None)
    return replace(table, host=table.people[0]) if table.host == leaver else table


def _without_vote_of(table: Table, person: int) -> Table:
    return table if table.stop is None else replace(table, stop=table.stop.without(person))


# -- in the Partie


def leave(table: Table, person: int) -> Table:
    """``/table leave``: in the lobby stand up, in mid-Partie hand the seat to a computer. Raises Refused."""
    if table.phase is TablePhase.LOBBY:
        return stand_up(table, person)
    require_open(table)
    seat = table.require_seat(person)
    finished = table.phase is TablePhase.FINISHED
    chair = Chair(computer=True, leaver=None if finished else person)
    absent = table.absent and table.to_act != seat
    table = replace(table.with_chair(seat, chair), ready=table.ready - {seat}, absent=absent, plea=None)
    return _without_vote_of(_passed_on(table, person), person)


def take_seat(table: Table, person: int, seat: Seat) -> Table:
    """Between deals a person may take a computer's or leaver's seat. Raises Refused."""
    require_open(table)
    # A leaver may take only the own seat back: the Partie is booked to the leaver, and nobody plays for both pairs.
    left = any(table.chairs[other].leaver == person for other in SEATS if other != seat)
    if left or table.seat_of(person) is not None:
        raise Refused("seated_already")
    if table.chairs[seat].person is not None:
        raise Refused("seat_taken", seat=seat)
    if table.unsettled or not (table.between_deals or table.phase is TablePhase.FINISHED):
        raise Refused("only_between_deals")
    return table.with_chair(seat, Chair(person=person))


def come_back(table: Table, person: int) -> Table:
    """The owner's next press ends the substitution; a leaver gets the seat back if nobody took it (same table else)."""
    seat = table.seat_of(person)
    if seat is not None:
        return table.with_chair(seat, Chair(person=person)) if table.chairs[seat].computer else table
    for other in SEATS:
        if table.chairs[other].leaver == person:
            host = person if table.host is None else table.host  # all had left
            return replace(table.with_chair(other, Chair(person=person)), host=host)
    return table


def substitute(table: Table, person: int) -> Table:
    """The others let a computer play for the absent seat to act. Raises Refused."""
    own = table.require_seat(person)
    seat = table.to_act
    if seat is not None and table.chairs[seat].substituted:
        return table  # somebody was quicker
    return substituted(table, absent_seat(table, own))


def absent_seat(table: Table, own: Seat) -> Seat:
    """The one for which a computer may play; ``own``: who says so. Raises Refused."""
    seat = table.to_act
    if seat is None or not table.absent:
        raise Refused("not_absent")
    if seat == own:
        raise Refused("not_yourself")
    return seat


def substituted(table: Table, seat: Seat) -> Table:
    """A computer plays there until the owner is back."""
    return replace(table.with_chair(seat, replace(table.chairs[seat], computer=True)), absent=False)


def press_ready(table: Table, person: int) -> Table:
    """*next* or *rematch*; idempotent. Raises Refused."""
    seat = table.require_seat(person)
    if table.cut_until is not None or not (table.between_deals or table.phase is TablePhase.FINISHED):
        raise Stale
    return replace(table, ready=table.ready | {seat})


def rematch(table: Table) -> Table:
    """The same seats, the dealer moves on, everything from nothing."""
    assert table.state is not None
    chairs = tuple(replace(chair, leaver=None) for chair in table.chairs)
    return replace(
        table,
        phase=TablePhase.PARTIE,
        partie=table.partie + 1,
        stop=None,
        spared=frozenset(),
        court=table.court.fresh(),
        chairs=(chairs[0], chairs[1], chairs[2], chairs[3]),
        state=table.rules.begin(table.state.standing.dealer),
    )


def all_ready(table: Table) -> bool:
    """Everyone who sits here and is not being stood in for has pressed."""
    waiting = [seat for seat in SEATS if table.chairs[seat].person is not None and not table.chairs[seat].computer]
    return bool(table.ready) and all(seat in table.ready for seat in waiting)


# -- playing


def acting_seat(table: Table, person: int, turn: int | None) -> Seat:
    """Where the one who presses sits, if the press is for the present turn; ``turn`` None means that, as a slash
    command does. Raises Refused or Stale.
    """
    require_open(table)
    seat = table.require_seat(person)
    if turn is not None and turn != table.turn:
        raise Stale
    if table.to_act is None:
        raise Refused("nothing_to_do")
    return seat
