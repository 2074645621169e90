"""A settled deal as a record for those who sat in it: which one they mean, and its text form.

Read from what is on disk alone, so that closed tables are as good as open ones. Nothing is laid open before a deal is
settled, in tavern conduct not before the next one is dealt (B23).
"""

from typing import Any

from bot.core.actions import NoAction
from bot.core.game import Game, IllegalAction
from bot.core.games import game_of
from bot.core.record import NoRecord, write
from bot.core.replay import record_of
from bot.store import table_log
from bot.store.database import Database
from bot.store.deals import KeptDeal, last_own_deal, latest_partie, own_deal_tables, table_numbered
from bot.table import Refused


async def which_deal(
    database: Database, person: int, guild_id: int | None, table: str | None, deal: str | None
) -> KeptDeal:
    """The deal meant by a table's number (or ``#`` and its id) and the deal's within the latest Partie there.

    Without them the person's last settled one, in a DM (``guild_id`` None) anywhere. Raises Refused.
    """
    table_id = None if table is None else await _table(database, person, guild_id, table)
    if deal is None:
        found = await last_own_deal(database, person, guild_id=guild_id, table_id=table_id)
        if found is None:  # say why
            found = await last_own_deal(database, person, guild_id=guild_id, table_id=table_id, settled=False)
        if found is None:
            raise Refused("no_deal_yet" if table_id is None else "deal_not_yours")
        return _settled(found)
    if table_id is None:
        table_id = await _last_table(database, person, guild_id)
    if table_id is None:
        raise Refused("no_deal_yet")
    number = digits(deal)
    dealt = [kept for kept in await latest_partie(database, person, table_id) if str(kept.deal) == number]
    if not dealt:
        raise Refused("no_such_deal")
    return _settled(dealt[0])


async def offered_deals(database: Database, person: int, guild_id: int | None, table: str | None) -> list[KeptDeal]:
    """Those of a table's latest Partie that may be exported, the latest first. Raises Refused."""
    if table is None:
        table_id = await _last_table(database, person, guild_id)
    else:
        table_id = await _table(database, person, guild_id, table)
    deals = [] if table_id is None else await latest_partie(database, person, table_id)
    return [kept for kept in deals if kept.sat and kept.outcome not in (None, table_log.ANNULLED)]


async def record_text(database: Database, kept: KeptDeal) -> str:
    """The record's text. Raises Refused where today's rules make something else of the deal."""
    _settled(kept)
    try:
        rules: Game[Any, Any] = game_of(kept.game, kept.house)
        log = await table_log.log_of_deal(database, kept.table_id, kept.partie, kept.deal)
        state = table_log.replay(rules, kept.standing, log)
        settlement = rules.settlement(state)
        if settlement is None or (str(settlement.outcome), rules.standing(state)) != (kept.outcome, kept.after):
            raise ValueError("the deal came out otherwise")
        return write(record_of(rules, kept.standing, log))
    except (IllegalAction, NoAction, NoRecord, ValueError, KeyError):
        raise Refused("deal_other_rules") from None


def file_name(kept: KeptDeal) -> str:
    """``bauernstoss-table12-deal3.toml``"""
    return f"{kept.game}-table{kept.number}-deal{kept.deal}.toml"


def _settled(kept: KeptDeal) -> KeptDeal:
    """Raises Refused unless it may be laid open to the person asked about."""
    if not kept.sat:
        raise Refused("deal_not_yours")
    return settled(kept)


def settled(kept: KeptDeal) -> KeptDeal:
    """Raises Refused while it is played, and where the Kreidtführer has declared it void."""
    if kept.outcome is None:
        raise Refused("deal_running")
    if kept.outcome == table_log.ANNULLED:
        raise Refused("deal_annulled")
    return kept


async def _last_table(database: Database, person: int, guild_id: int | None) -> int | None:
    """Where the person was last dealt cards."""
    last = await last_own_deal(database, person, guild_id=guild_id, settled=False)
    return None if last is None else last.table_id


async def _table(database: Database, person: int, guild_id: int | None, name: str) -> int:
    """A table of this server, in a DM one of the person's own. Raises Refused."""
    number, by_id = digits(name), name.strip().startswith("#")
    if guild_id is not None and not by_id:
        found = await table_numbered(database, guild_id, int(number)) if number else None
        if found is None:
            raise Refused("table_unknown")
        return found
    own = await own_deal_tables(database, person, guild_id, settled=False)
    ids = [kept.table_id for kept in own if str(kept.table_id if by_id else kept.number) == number]
    if len(ids) != 1:
        raise Refused("which_table" if ids else "table_unknown")
    return ids[0]


def digits(typed: str) -> str:
    """A number people typed, perhaps with a word before it; no more digits than a number has."""
    return "".join(char for char in typed if char in "0123456789").lstrip("0")[:18]
