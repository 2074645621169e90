"""The database as it lies on disk, read beside the bot, and what must hold of it and of the tables in memory."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bot.core.actions import parse_code
from bot.core.cards import PACK as WHOLE_PACK
from bot.core.cards import count
from bot.core.game import Game, Outcome
from bot.core.games import PairState, game_of
from bot.core.house import Conduct, HouseRules, Overtrump
from bot.core.seats import SEATS, Seat, pair_of, partner_of
from bot.table import Table

from .cards import Step, WrittenDeal
from .leaks import Books, Seed
from .seen import Moment


class Disk:
    """Reads only what is committed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None

    def rows(self, sql: str, *parameters: object) -> list[sqlite3.Row]:
        if self._connection is None:
            if not self._path.exists():
                return []
            self._connection = sqlite3.connect(self._path, isolation_level=None)
            self._connection.row_factory = sqlite3.Row
        return self._connection.execute(sql, parameters).fetchall()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def moment(self) -> Moment:
        """How things stand; nothing before there is a log."""
        if not self.rows("SELECT name FROM sqlite_master WHERE name = 'log'"):
            return Moment({}, {})
        chairs: dict[int, tuple[int | None, ...]] = {}
        for table, person in self.rows("SELECT table_id, person FROM chair ORDER BY table_id, seat"):
            chairs[table] = (*chairs.get(table, ()), person)
        plies = {row[0]: row[1] for row in self.rows("SELECT table_id, max(ply) FROM log GROUP BY table_id")}
        return Moment(plies, chairs)

    def rules(self) -> dict[int, Game[Any, Any]]:
        """By table, under the house rules it was opened with."""
        found: dict[int, Game[Any, Any]] = {}
        for row in self.rows("SELECT id, game, options FROM card_table"):
            options = json.loads(row["options"])
            house = HouseRules(Conduct(options["conduct"]), Overtrump(options["overtrump"]))
            found[row["id"]] = game_of(row["game"], house)
        return found

    def practice(self) -> set[int]:
        """The tables of which nothing is booked: opened so, or with cards that somebody may know."""
        found = {row["id"]: json.loads(row["options"]) for row in self.rows("SELECT id, options FROM card_table")}
        return {table for table, options in found.items() if options.get("practice") or options.get("same")}

    def standing_after(self, deal: WrittenDeal) -> str:
        sql = "SELECT standing FROM settlement WHERE table_id = ? AND partie = ? AND deal = ?"
        return self.rows(sql, deal.table, deal.partie, deal.number)[0]["standing"]

    def deals(self) -> list[WrittenDeal]:
        written = []
        settled = self.rows("SELECT table_id, partie, deal, outcome FROM settlement")
        outcomes = {(table, partie, deal): outcome for table, partie, deal, outcome in settled}
        games = {row["id"]: row["game"] for row in self.rows("SELECT id, game FROM card_table")}
        for row in self.rows("SELECT * FROM deal ORDER BY table_id, partie, deal"):
            key = (row["table_id"], row["partie"], row["deal"])
            owners = (row["north"], row["east"], row["south"], row["west"])
            game = games[row["table_id"]]
            written.append(WrittenDeal(*key, row["standing"], owners, self._steps(row), outcomes.get(key), game))
            written[-1].others = self._others(written)
        return written

    def _others(self, deals: list[WrittenDeal]) -> frozenset[int]:
        """In the last of these: who played though the seat was nobody's when it was dealt, or had left it before."""
        deal = deals[-1]
        plies = [step.ply for step in deal.steps[1:]] or [-1]
        played = self.rows(
            "SELECT DISTINCT person FROM log WHERE table_id = ? AND ply BETWEEN ? AND ? AND seat IS NOT NULL",
            *(deal.table, min(plies), max(plies)),
        )
        before = [one.owners for one in deals[:-1] if (one.table, one.partie) == (deal.table, deal.partie)]
        left = {owners[seat] for owners in before for seat in SEATS if deal.owners[seat] is None}
        return frozenset(person for person in {row["person"] for row in played} | left if person is not None)

    def _steps(self, deal: sqlite3.Row) -> list[Step]:
        after = self.rows(
            "SELECT min(first_ply) AS ply FROM deal WHERE table_id = ? AND first_ply > ?",
            deal["table_id"],
            deal["first_ply"],
        )[0]["ply"]
        rows = self.rows(
            "SELECT ply, seat, action FROM log WHERE table_id = ? AND ply >= ? AND ply < ? ORDER BY ply",
            deal["table_id"],
            deal["first_ply"],
            after if after is not None else 1 << 40,
        )
        return [Step(*row) for row in rows]

    def books(self, packs: Sequence[tuple[str, ...]], servers: dict[int, int]) -> Books:
        tables = {row["id"]: (row["guild_id"], row["number"]) for row in self.rows("SELECT * FROM card_table")}
        people = {row["discord_id"]: row["id"] for row in self.rows("SELECT * FROM person")}
        names = [row["name"] for row in self.rows("SELECT name FROM person")]
        return Books(self.deals(), tables, people, servers, packs, names, self.seeds())

    def seeds(self) -> list[Seed]:
        """Of all packs promised, dealt or not."""
        last = {(deal.table, deal.partie, deal.number): deal.steps[-1].ply for deal in self.deals() if deal.outcome}
        rows = self.rows("SELECT * FROM promise LEFT JOIN lot USING (table_id, number)")
        return [
            Seed(
                row["table_id"],
                row["seed"],
                -1 if row["cut_by"] == "nobody" else last.get((row["table_id"], row["partie"], row["deal"])),
            )
            for row in rows
        ]


def played_again(rules: Game[Any, Any], deal: WrittenDeal) -> Any:
    """The deal through the rules, from its standing and its steps alone."""
    state = rules.resume(deal.standing)
    for step in deal.steps:
        seat = None if step.seat is None else Seat(step.seat)
        state = rules.apply(state, seat, parse_code(step.code)).state
    return state


def faults_in_memory(disk: Disk, tables: Sequence[Table]) -> Iterator[str]:
    """Every open table is what its log says, and every card is in exactly one place."""
    deals = disk.deals()
    open_ones = {row["id"]: row for row in disk.rows("SELECT * FROM card_table WHERE phase <> 'closed'")}
    if set(open_ones) != {table.id for table in tables}:
        yield f"open on disk: {sorted(open_ones)}, in memory: {sorted(table.id for table in tables)}"
    for table in tables:
        row = open_ones.get(table.id)
        if row is None:
            continue
        if (row["phase"], row["host"], row["partie"]) != (table.phase, table.host, table.partie):
            yield f"table {table.id}: on disk {dict(row)}, in memory {table.phase} {table.host} {table.partie}"
        chairs = disk.rows("SELECT person, computer, leaver FROM chair WHERE table_id = ? ORDER BY seat", table.id)
        shown = [(chair.person, int(chair.computer), chair.leaver) for chair in table.chairs]
        if list(map(tuple, chairs)) != shown:
            yield f"table {table.id}: chairs on disk {list(map(tuple, chairs))}, in memory {shown}"
        mine = [deal for deal in deals if (deal.table, deal.partie) == (table.id, table.partie)]
        plies = disk.moment().plies.get(table.id, -1) + 1
        if table.ply != plies:
            yield f"table {table.id}: {plies} plies on disk, {table.ply} in memory"
        if mine:
            state = played_again(disk.rules()[table.id], mine[-1])
            if mine[-1].outcome == "annulled":  # what goes on is the standing it left
                state = disk.rules()[table.id].resume(disk.standing_after(mine[-1]))
            if state != table.state:
                yield f"table {table.id}: memory is not what the log says: {state} / {table.state}"
            if isinstance(state, PairState) and mine[-1].outcome != "annulled":
                yield from _lost_cards(table.id, state)


def _lost_cards(table: int, state: PairState) -> Iterator[str]:
    held = [*state.hands]
    laid = [card for trick in (*(t.cards for t in state.tricks), state.trick) for card in trick]
    everything = 0
    for hand in held:
        everything |= hand
    for card in laid:
        everything |= 1 << card
    if everything != WHOLE_PACK or sum(map(count, held)) + len(laid) != 32:
        yield f"table {table}: a card is lost or in two places: {laid}"


def faults_in_ledger(disk: Disk) -> Iterator[str]:
    """Every finished deal is booked once, to whom the seats belonged; every finished Partie too; nothing else is."""
    games, practice = disk.rules(), disk.practice()
    wanted: list[tuple[object, ...]] = []
    parties: set[tuple[int, int, int, int]] = set()
    for deal in disk.deals():
        if deal.outcome == "annulled":
            continue
        state = played_again(games[deal.table], deal)
        settlement = games[deal.table].settlement(state)
        if (settlement is None) != (deal.outcome is None):
            yield f"deal {deal.number} of table {deal.table} is settled: {deal.outcome}"
        if settlement is None:
            continue
        if settlement.outcome in (Outcome.THROWN_IN, Outcome.ABANDONED) or deal.table in practice:
            continue
        for seat in SEATS:
            person, pair = deal.owners[seat], pair_of(seat)
            if person is not None:
                won = pair == settlement.deal_winner or seat in settlement.places[:1]
                alone = deal.game == "bauernheinrich"
                partner = None if alone else deal.owners[partner_of(seat)]
                mine, other = settlement.striche[pair], settlement.striche[1 - pair]
                row = (deal.table, deal.partie, deal.number, seat, person, partner, mine, other, int(won))
                wanted.append(("deal", *row, deal.owners.count(None)))
        if settlement.winner is not None:
            parties.add((deal.table, deal.partie, deal.number, settlement.winner))
    columns = "kind, table_id, partie, deal, seat, person, partner, striche, striche_other, won, computers"
    booked = list(map(tuple, disk.rows(f"SELECT {columns} FROM ledger WHERE kind = 'deal'")))
    for row in wanted:
        if booked.count(row) != 1:
            yield f"booked {booked.count(row)} times instead of once: {row}"
    yield from (f"booked, but never played: {row}" for row in booked if row not in wanted)
    ended = disk.rows("SELECT table_id, partie, deal, pair, seat, won FROM ledger WHERE kind = 'partie'")
    for row in ended:
        winners = {winner for (*key, winner) in parties if key == [row["table_id"], row["partie"], row["deal"]]}
        if not winners or pair_of(Seat(row["seat"])) != row["pair"] or bool(row["won"]) != (row["pair"] in winners):
            yield f"a Partie is booked wrongly: {dict(row)}"
    for table, partie, number, _ in parties:
        if not any((row["table_id"], row["partie"], row["deal"]) == (table, partie, number) for row in ended):
            yield f"Partie {partie} of table {table} is not booked"
