"""The vote to stop a table: asked for, agreed to, counted."""

from dataclasses import replace

from bot.arrangements import StopVote
from bot.table import Refused, Table, require_open


def vote_stop(table: Table, person: int, yes: bool, until: float) -> Table:
    """Ask to stop, agree, or object; ``until`` counts only for the first one who asks. Raises Refused."""
    require_open(table)
    table.require_seat(person)
    vote = table.stop
    if vote is None:
        if not yes:
            raise Refused("no_vote")
        vote = StopVote(frozenset(), frozenset(), until)
    ayes = vote.yes | {person} if yes else vote.yes - {person}
    noes = vote.no - {person} if yes else vote.no | {person}
    return replace(table, stop=StopVote(ayes, noes, vote.until))


def vote_result(table: Table, now: float) -> bool | None:
    """True: stop; False: play on; None: not decided. A majority of the seated people decides, silence is a yes."""
    vote = table.stop
    if vote is None:
        return None
    people = len(table.people)
    if 2 * len(vote.yes) > people:
        return True
    if not vote.yes or 2 * len(vote.no) >= people:  # nobody wants it any more, or it cannot be won
        return False
    return True if now >= vote.until else None
