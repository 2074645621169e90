"""What tests of the two-pair games ask of a table."""

from bot.core.games import PairState
from bot.table import Table


def pairs(table: Table) -> PairState:
    assert isinstance(table.state, PairState)
    return table.state
