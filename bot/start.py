"""Beginning a Partie: partners by lot if wished (C4), then the first dealer (C5)."""

from collections.abc import Callable
from dataclasses import replace

from bot.arrangements import Drawing
from bot.core.cards import Card
from bot.core.drawing import first_dealer, partners_by_lot
from bot.core.games import State
from bot.core.seats import SEATS, Seat, next_seat, partner_of
from bot.table import Table, TablePhase, seated_by_lot
from bot.trial import laid_down


def begin_partie(table: Table, shuffled: Callable[[], tuple[Card, ...]]) -> Table:
    """The table with its drawing laid open and nothing dealt yet; where known cards are laid nothing is drawn."""
    if table.options.same is not None:
        return _begun(table, table.rules.resume(table.options.same.standing), Drawing(None, None))
    lot = None
    if table.options.by_lot:
        host = None if table.host is None else table.seat_of(table.host)
        drawn = partners_by_lot(shuffled(), next_seat(host or Seat(0)))
        table = seated_by_lot(table, drawn.partners)
        # Shown where people sit now: the cards go with them.
        first, second = drawn.partners
        came_from = {partner_of(first): second, second: partner_of(first)}
        lot = tuple(drawn.shown[came_from.get(seat, seat)] for seat in SEATS)
    north, east, south, west, *_ = shuffled()
    cards = (north, east, south, west)
    return _begun(table, table.rules.begin(first_dealer(cards)), Drawing(lot, cards))


def _begun(table: Table, state: State, drawing: Drawing) -> Table:
    begun = replace(table, phase=TablePhase.PARTIE, partie=table.partie + 1, state=state, drawing=drawing, stop=None)
    return laid_down(begun)
