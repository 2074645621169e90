"""The wish to take back the card just played: asked, agreed to by the three others, or refused (B25)."""

from dataclasses import replace

from bot.arrangements import Plea
from bot.core.game import IllegalAction, Reason
from bot.core.games import PairState, PairView
from bot.core.seats import SEATS
from bot.table import Refused, Stale, Table, require_open
from bot.trial import asked


def ask(table: Table, person: int, until: float) -> Table:
    """Computers agree at once, but once a player and Partie. Raises Refused, IllegalAction."""
    require_open(table)
    seat = table.require_seat(person)
    state, view = table.state, table.view(seat)
    if not isinstance(state, PairState) or not isinstance(view, PairView) or state.may_take_back != seat:
        raise IllegalAction(Reason.B25)
    if not table.options.take_backs:
        raise Refused("no_take_backs")
    if view.variant.one_take_back and seat in view.took_back:
        raise IllegalAction(Reason.S9)
    if asked(table, seat) is not None:  # one answers for all (S9)
        if table.court.denied:
            raise Refused("chalk_said_no")
        return replace(table, plea=table.plea or Plea(seat, frozenset(), until))
    computers = frozenset(other for other in SEATS if other != seat and table.chairs[other].computer)
    if computers and seat in table.spared:
        raise Refused("computers_decline")
    if table.plea is not None:
        return table
    return replace(table, plea=Plea(seat, computers, until))


def loses(table: Table, person: int) -> bool:
    """Whether that person's wish would be the second in this Partie, and lose the deal (S9)."""
    seat = table.seat_of(person)
    state, view = table.state, None if seat is None else table.view(seat)
    if seat is None or not isinstance(state, PairState) or not isinstance(view, PairView):
        return False
    used_up = view.variant.one_take_back and seat in view.took_back
    return used_up and state.may_take_back == seat and table.options.take_backs


def answer(table: Table, person: int, yes: bool) -> Table:
    """One no is enough. Raises Refused; Stale where nothing is asked (any more)."""
    require_open(table)
    seat = table.require_seat(person)
    plea = table.plea
    if plea is None or plea.seat == seat:
        raise Stale
    return replace(table, plea=replace(plea, yes=plea.yes | {seat}) if yes else None)


def granted(table: Table) -> bool:
    plea = table.plea
    return plea is not None and all(seat == plea.seat or seat in plea.yes for seat in SEATS)
