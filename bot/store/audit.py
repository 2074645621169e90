"""Every stored deal played through the rules again, and everything that was booked of it compared."""

import json
import sqlite3
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from bot.core.actions import NoAction, parse_code
from bot.core.game import Game, IllegalAction, Settlement
from bot.core.games import PlaceState, game_of
from bot.core.provable import Fault, check
from bot.core.seats import SEATS, Seat, other_pair, pair_of, partner_of
from bot.store import lots
from bot.store.backups import Tell, nobody
from bot.store.ledger import NOT_BOOKED
from bot.store.table_log import ANNULLED, house_rules

Row = sqlite3.Row
Key = tuple[int, int, int, str]  # Partie, deal, seat, kind
OWNERS = ("north", "east", "south", "west")
# What the log cannot tell stays unchecked: who was helped by a computer, and who left before the end.
CHECKED = (
    *("guild_id", "game", "pair", "person", "partner", "deals", "partien", "striche", "striche_other", "won"),
    *("computers", "rules_version", "booked_at", "place"),
)
_PACKS = {
    Fault.COMMITMENT: "the commitment is not that of its seed",
    Fault.PACK: "the pack does not follow from seed, cut, press and words",
    Fault.GAP: "the packs before it are missing",
    Fault.TWICE: "its number is there twice",
    Fault.SEED: "its seed was used before",
    Fault.CUT: "it was cut as nobody can",
    Fault.PRESS: "a person's cut has a press, and no other has one",
    Fault.WORDS: "the words given along are too long",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """``row`` is the relation and, of a ledger row, its id; ``deal`` None where a whole table or Partie is meant."""

    row: str
    table: int
    partie: int | None
    deal: int | None
    what: str

    @property
    def place(self) -> str:
        parts = (("table", self.table), ("Partie", self.partie), ("deal", self.deal))
        return ", ".join(f"{name} {number}" for name, number in parts if number is not None)


@dataclass(slots=True)
class Audit:
    """``other_rules`` were dealt under other rules than today's and are taken as they were settled."""

    deals: int = 0
    under_way: int = 0
    annulled: int = 0
    other_rules: int = 0
    rows: int = 0
    corrections: int = 0
    packs: int = 0
    differences: list[Difference] = field(default_factory=list)


@dataclass(slots=True)
class _Table:
    """What is compared at one table."""

    id: int
    rules: Game[Any, Any]
    row: Row
    found: Audit
    wanted: dict[Key, dict[str, object]] = field(default_factory=dict)
    unsure: set[Key] = field(default_factory=set)  # of a seat left before the last deal: to whom the Partie is booked

    def differs(self, relation: str, deal: Row | None, what: str) -> None:
        place = (None, None) if deal is None else (deal["partie"], deal["deal"])
        self.found.differences.append(Difference(relation, self.id, *place, what))


def audit(connection: sqlite3.Connection, tell: Tell = nobody) -> Audit:
    """Of one moment of a database in this version's form. Raises sqlite3.Error."""
    connection.row_factory = sqlite3.Row
    found = Audit()
    tables = connection.execute("SELECT * FROM card_table ORDER BY id").fetchall()
    for number, row in enumerate(tables, 1):
        try:
            house = house_rules(json.loads(row["options"]))
            table = _Table(row["id"], game_of(row["game"], house), row, found)
        except (KeyError, ValueError, TypeError, AttributeError):
            found.differences.append(
                Difference("card_table", row["id"], None, None, "its game or options make no sense")
            )
            continue
        _check_log(connection, table)
        _check_ledger(connection, table)
        _check_packs(connection, table)
        tell(number, len(tables))
    return found


def _check_log(connection: sqlite3.Connection, table: _Table) -> None:
    deals = connection.execute(
        "SELECT d.*, s.outcome, s.standing AS after, s.striche_ns, s.striche_ew, s.settled_at FROM deal d"
        " LEFT JOIN settlement s USING (table_id, partie, deal) WHERE d.table_id = ? ORDER BY d.first_ply",
        (table.id,),
    ).fetchall()
    log = connection.execute("SELECT * FROM log WHERE table_id = ? ORDER BY ply", (table.id,)).fetchall()
    plies = [row["ply"] for row in log]
    if plies != list(range(len(log))):
        table.differs("log", None, "a ply is missing")
    if log and (not deals or deals[0]["first_ply"] > log[0]["ply"]):
        table.differs("log", None, "actions before the first deal")
    begins = [*(bisect_left(plies, deal["first_ply"]) for deal in deals), len(log)]
    for deal, (begin, end) in zip(deals, pairwise(begins), strict=True):
        _check_deal(table, deal, log[begin:end], deals)
    for before, after in pairwise(deals):
        follows = before["partie"] == after["partie"]
        if follows and before["after"] is None:
            table.differs("settlement", before, "missing, though the next deal of the Partie was dealt")
        elif follows and before["after"] != after["standing"]:
            table.differs(
                "deal", after, f"begins at {after['standing']!r}, the one before ended at {before['after']!r}"
            )


def _check_deal(table: _Table, deal: Row, steps: Sequence[Row], deals: Sequence[Row]) -> None:
    found, rules = table.found, table.rules
    if deal["outcome"] == ANNULLED:
        found.annulled += 1
        return None
    found.deals += deal["outcome"] is not None
    found.under_way += deal["outcome"] is None
    if deal["rules_version"] != rules.rules_version:
        found.other_rules += 1
        return None
    ply = deal["first_ply"]
    try:
        state = rules.resume(deal["standing"])
        for step in steps:
            ply = step["ply"]
            seat = None if step["seat"] is None else Seat(step["seat"])
            state = rules.apply(state, seat, parse_code(step["action"])).state
    except IllegalAction as error:
        return table.differs("log", deal, f"ply {ply} is refused by the rules ({error.reason})")
    except (NoAction, ValueError, IndexError, KeyError):
        return table.differs("log", deal, f"ply {ply} cannot be read")
    settlement = rules.settlement(state)
    if settlement is None or deal["outcome"] is None:
        if settlement is not None:
            table.differs("settlement", deal, f"missing; by the log the deal is over ({settlement.outcome})")
        if deal["outcome"] is not None:
            table.differs("settlement", deal, f"is {deal['outcome']}, by the log the deal is not over")
        return None
    said = (deal["outcome"], deal["after"], deal["striche_ns"], deal["striche_ew"])
    played = (str(settlement.outcome), rules.standing(state), *settlement.striche)
    for name, one, other in zip(("outcome", "standing", "striche_ns", "striche_ew"), said, played, strict=True):
        if one != other:
            table.differs("settlement", deal, f"{name} is {one!r}, by the log {other!r}")
    if settlement.outcome not in NOT_BOOKED:
        _want(table, deal, state, settlement, deals)
    return None


# -- what must stand in the ledger


def _want(table: _Table, deal: Row, state: Any, settlement: Settlement, deals: Sequence[Row]) -> None:
    owners = tuple(deal[name] for name in OWNERS)
    alone = isinstance(state, PlaceState)
    common = {"guild_id": table.row["guild_id"], "game": table.row["game"]}
    common |= {"rules_version": deal["rules_version"], "booked_at": deal["settled_at"]}
    computers = owners.count(None)
    for seat in SEATS:
        if owners[seat] is None:
            continue
        won = seat in settlement.places[:1] if alone else pair_of(seat) == settlement.deal_winner
        place = settlement.places.index(seat) + 1 if seat in settlement.places else None
        row = _row(seat, owners, settlement.striche, won) | {"deals": 1, "partien": 0, "computers": computers}
        row |= {"place": place, "partner": None if alone else owners[partner_of(seat)]} | common
        table.wanted[deal["partie"], deal["deal"], seat, "deal"] = row
    if settlement.winner is None:
        return
    mine = [each for each in deals if each["partie"] == deal["partie"] and each["first_ply"] <= deal["first_ply"]]
    last = tuple(next((each[name] for each in reversed(mine) if each[name] is not None), None) for name in OWNERS)
    most = max(sum(each[name] is None for name in OWNERS) for each in mine)
    for seat in SEATS:
        key = (deal["partie"], deal["deal"], seat, "partie")
        if owners[seat] is None or owners[partner_of(seat)] is None:
            table.unsure.add(key)
        won = pair_of(seat) == settlement.winner
        row = _row(seat, last, state.standing.striche, won) | {"deals": 0, "partien": 1, "computers": most}
        table.wanted[key] = row | {"place": None} | common


def _row(seat: Seat, people: tuple[int | None, ...], striche: tuple[int, int], won: bool) -> dict[str, object]:
    pair = pair_of(seat)
    partner = people[partner_of(seat)]
    striche_other = striche[other_pair(pair)]
    said: dict[str, object] = {"pair": pair, "person": people[seat], "partner": partner, "won": int(won)}
    return said | {"striche": striche[pair], "striche_other": striche_other}


def _check_ledger(connection: sqlite3.Connection, table: _Table) -> None:
    wanted, taken = dict(table.wanted), _taken_as_settled(connection, table)
    for row in connection.execute("SELECT * FROM ledger WHERE table_id = ? ORDER BY id", (table.id,)):
        if row["kind"] == "correction":
            table.found.corrections += 1
            continue
        table.found.rows += 1
        relation = f"ledger row {row['id']}"
        if (row["partie"], row["deal"]) in taken:
            continue
        key = (row["partie"], row["deal"], row["seat"], row["kind"])
        expected = wanted.pop(key, None)
        if expected is None:
            table.differs(relation, row, f"books a {row['kind']} for seat {row['seat']} that the log does not know")
            continue
        for name in CHECKED:
            if name in ("person", "partner") and key in table.unsure:
                continue
            if row[name] != expected[name]:
                table.differs(relation, row, f"{name} is {row[name]!r}, by the log {expected[name]!r}")
    for (partie, deal, seat, kind), expected in wanted.items():
        if (partie, deal, seat, kind) not in table.unsure:
            what = f"missing: the {kind} of person {expected['person']} in seat {int(seat)}"
            table.found.differences.append(Difference("ledger", table.id, partie, deal, what))


def _taken_as_settled(connection: sqlite3.Connection, table: _Table) -> set[tuple[int, int]]:
    """Deals under other rules, and those already named because they do not come out."""
    rows: Iterable[Row] = connection.execute(
        "SELECT partie, deal FROM deal WHERE table_id = ? AND rules_version <> ?", (table.id, table.rules.rules_version)
    )
    named = {
        (each.partie, each.deal)
        for each in table.found.differences
        if each.table == table.id and each.row == "log" and each.partie is not None and each.deal is not None
    }
    return named | {(row["partie"], row["deal"]) for row in rows}


def _check_packs(connection: sqlite3.Connection, table: _Table) -> None:
    for row, what in _pack_faults(connection, table):
        table.differs("lot", row, what)


def _pack_faults(connection: sqlite3.Connection, table: _Table) -> Iterator[tuple[Row | None, str]]:
    rows = connection.execute(lots.REVEALED, (table.id,)).fetchall()
    try:
        revealed = lots.revealed_of(rows)
    except (NoAction, ValueError, KeyError, TypeError):
        yield None, "what a pack follows from cannot be read"
        return
    table.found.packs += len(revealed)
    by_number = {row["number"]: row for row in rows}
    for one in check(revealed):
        row = by_number[one.deal.lot.number]
        for finding in one.findings:
            yield (row if row["deal"] is not None else None), f"pack {row['number']}: {_PACKS[finding.fault]}"
