"""The life of the tables in the log: a line for each thing that happens once a deal or less, with public facts only."""

import logging

from bot.core.games import PairState
from bot.core.seats import PAIR_NAMES, SEAT_NAMES
from bot.shell import Change
from bot.table import Table, TablePhase

log = logging.getLogger(__name__)


def note(change: Change) -> None:
    """Listener of the tables."""
    before, table = change.before, change.table
    if before is None:
        if change.person is not None:  # else it is one taken up again
            log.info("opened by person %s in channel %s", change.person, table.channel_id)
        return
    if table.partie != before.partie:
        log.info("Partie %s begun", table.partie)
    if table.deal and (table.partie, table.deal) != (before.partie, before.deal):
        log.info("dealt")
    if before.settlement is None:
        _settled(table)
    _heard(before, table)
    if table.phase is TablePhase.CLOSED:
        log.info("closed")


def _heard(before: Table, table: Table) -> None:
    """What has become of the Kreidtführer's decisions (S9, S10)."""
    case, said = before.court.case, table.court.said
    if before.court.cases != table.court.cases and table.court.case is not None:
        log.info("case %s (%s) begins", table.court.cases, table.court.case.decision)
    if said is not None and said != before.court.said:
        word = "not accepted" if said.end else "stands" if said.upheld else "reversed"
        log.info("case %s (%s): %s", said.number, said.decision, word)
        if said.end and not (table.settlement is not None and table.settlement.partie_over):  # between two deals
            log.info("Partie %s ended without a winner", table.partie)
    elif case is not None and table.court.case is None:
        log.info("case %s (%s) dropped", case.number, case.decision)
    if table.court.voided and not before.court.voided:
        log.info("the deal is void")


def _settled(table: Table) -> None:
    settlement = table.settlement
    if settlement is None or table.state is None:
        return
    if isinstance(table.state, PairState):
        won, stand = settlement.striche, table.state.standing.striche
        log.info("settled (%s): Striche NS:EW %s:%s, now %s:%s", settlement.outcome, *won, *stand)
    else:
        places = " ".join(SEAT_NAMES[seat] for seat in settlement.places)
        log.info("settled (%s): places %s", settlement.outcome, places or "none")
    if settlement.winner is not None:
        log.info("Partie %s won by %s", table.partie, PAIR_NAMES[settlement.winner])
    elif settlement.partie_over:
        log.info("Partie %s ended without a winner", table.partie)
