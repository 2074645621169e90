"""Which settled deal somebody wants to see again, and what is told of it; its cards once more for a new table.

In the server where it was played for everybody, elsewhere for nobody; in a DM for those who sat in it.
"""

from dataclasses import replace
from typing import Any

from bot.arrangements import Options, SameCards
from bot.core.actions import Deal, NoAction
from bot.core.game import Game, IllegalAction
from bot.core.games import PairState, game_of
from bot.core.looking_back import PastDeal, look_back
from bot.exports import digits, settled, which_deal
from bot.store import table_log
from bot.store.database import Database
from bot.store.deals import KeptDeal, deal_at, last_deal_here, latest_partie, table_numbered
from bot.table import Chair, Refused, Table, TablePhase


async def deal_meant(
    database: Database, person: int, guild_id: int | None, channel_id: int | None, table: str | None, deal: str | None
) -> KeptDeal:
    """By a table's number and the deal's within the latest Partie there, else the last one in the channel.

    Raises Refused.
    """
    if guild_id is None:
        return await which_deal(database, person, None, table, deal)
    table_id = None
    if table is not None:
        table_id = await table_numbered(database, guild_id, int(digits(table) or 0))
        if table_id is None:
            raise Refused("table_unknown")
    last = await last_deal_here(database, person, guild_id, channel_id, table_id)
    if last is None:
        raise Refused("nothing_to_see")
    if deal is None:
        return last
    found = [one for one in await latest_partie(database, person, last.table_id) if str(one.deal) == digits(deal)]
    if not found:
        raise Refused("no_such_deal")
    return open_to_all(found[0], guild_id)


async def deal_pressed(database: Database, person: int, guild_id: int | None, key: tuple[int, int, int]) -> KeptDeal:
    """By table's id, Partie and deal, as a button has them. Raises Refused."""
    found = await deal_at(database, person, *key)
    if found is None:
        raise Refused("no_such_deal")
    return open_to_all(found, guild_id)


def open_to_all(kept: KeptDeal, guild_id: int | None) -> KeptDeal:
    """Raises Refused unless it may be laid open there."""
    if kept.guild_id != guild_id and (guild_id is not None or not kept.sat):
        raise Refused("wrong_server")
    return settled(kept)


async def past_deal(database: Database, kept: KeptDeal) -> tuple[Table, PastDeal]:
    """The table as it was then, and the deal. Raises Refused where today's rules make something else of it."""
    try:
        rules: Game[Any, Any] = game_of(kept.game, kept.house)
        log = await table_log.log_of_deal(database, kept.table_id, kept.partie, kept.deal)
        past = look_back(rules, kept.standing, log)
        settlement = rules.settlement(past.state)
        if settlement is None or (str(settlement.outcome), rules.standing(past.state)) != (kept.outcome, kept.after):
            raise ValueError("the deal came out otherwise")
    except (IllegalAction, NoAction, ValueError, KeyError):
        raise Refused("deal_not_known") from None
    north, east, south, west = (Chair(person=owner, computer=owner is None) for owner in kept.owners)
    table = Table(kept.table_id, kept.guild_id, 0, kept.number, kept.game, None, TablePhase.PARTIE, kept.options)
    chairs = (north, east, south, west)
    return replace(table, chairs=chairs, partie=kept.partie, owners=kept.owners, state=past.state), past


async def same_cards(database: Database, kept: KeptDeal) -> Options:
    """For a table that lays them again, by the same house rules. Whoever knows them must win nothing by it."""
    log = await table_log.log_of_deal(database, kept.table_id, kept.partie, kept.deal)
    dealt = next((action for _, action in log if isinstance(action, Deal)), None)
    try:
        rules = game_of(kept.game, kept.house)
        state = rules.resume(kept.standing)
    except (ValueError, KeyError):
        raise Refused("deal_not_known") from None
    if dealt is None:
        raise Refused("deal_not_known")
    standing = replace(state.standing, deals=0)
    if isinstance(state, PairState):
        standing = replace(standing, striche=(0, 0), took_back=())
    same = SameCards(kept.number, kept.partie, kept.deal, standing.text(), dealt.pack)
    return replace(kept.options, by_lot=False, practice=True, same=same)
