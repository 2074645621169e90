"""A table at which nobody has pressed anything for long: it sleeps, and wakes at the first press. Pure."""

from dataclasses import replace

from bot.core.seats import SEATS
from bot.table import Table


def asleep(table: Table) -> Table:
    """Nobody is called absent any more: at waking the silence counts anew."""
    return replace(table, asleep=True, absent=False)


def woken(table: Table, person: int, now: float) -> Table:
    """Somebody who sits there, or has left a seat, has pressed something; the same table for all others."""
    chairs = (table.chairs[seat] for seat in SEATS)
    if not table.asleep or not any(person in (chair.person, chair.leaver) for chair in chairs):
        return table
    return replace(table, asleep=False, since=now)
