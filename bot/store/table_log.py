"""Tables on disk: their present shape, and the append-only log of deals and actions they are replayed from."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import aiosqlite

from bot.arrangements import Drawing, Options, Plea, SameCards, StopVote
from bot.core.actions import Action, Deal, NoAction, code, parse_code
from bot.core.game import Game, IllegalAction
from bot.core.games import State
from bot.core.house import USUAL, Conduct, HouseRules, Overtrump
from bot.core.levels import Level
from bot.core.seats import SEATS, Seat
from bot.store import lots
from bot.store.court_text import court_json, court_of
from bot.store.database import Database, Row
from bot.table import Chair, Table, TablePhase

ANNULLED = "annulled"
Connection = aiosqlite.Connection


async def insert(connection: Connection, table: Table, at: float) -> Table:
    """A new table; gives it its id and its number within the server."""
    cursor = await connection.execute(
        "INSERT INTO card_table (guild_id, channel_id, number, game, host, phase, options, public, since, opened_at)"
        " VALUES (:guild, :channel, (SELECT coalesce(max(number), 0) + 1 FROM card_table WHERE guild_id = :guild),"
        " :game, :host, :phase, :options, :public, :since, :at) RETURNING id, number",
        {
            "guild": table.guild_id,
            "channel": table.channel_id,
            "game": table.game,
            "host": table.host,
            "phase": table.phase,
            "options": _options_text(table.options),
            "public": _public_text(table),
            "since": table.since,
            "at": at,
        },
    )
    row = await cursor.fetchone()
    assert row is not None
    table = replace(table, id=row["id"], number=row["number"])
    await connection.executemany(
        "INSERT INTO chair VALUES (?, ?, ?, ?, ?)", [_chair_row(table, seat) for seat in SEATS]
    )
    return table


async def save(connection: Connection, old: Table, new: Table) -> None:
    """Write what has changed of a table's present shape."""
    await connection.execute(
        "UPDATE card_table SET channel_id = ?, host = ?, phase = ?, public = ?, partie = ?, since = ? WHERE id = ?",
        (new.channel_id, new.host, new.phase, _public_text(new), new.partie, new.since, new.id),
    )
    changed = [_chair_row(new, seat) for seat in SEATS if new.chairs[seat] != old.chairs[seat]]
    if changed:
        await connection.executemany("INSERT OR REPLACE INTO chair VALUES (?, ?, ?, ?, ?)", changed)


async def append(
    connection: Connection, table: Table, seat: Seat | None, action: Action, person: int | None, at: float
) -> None:
    """The action as the table's next ply; fails if that ply is there already."""
    await connection.execute(
        "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", (table.id, table.ply, seat, code(action), person, at)
    )


async def begin_deal(connection: Connection, before: Table, after: Table, at: float) -> None:
    """The deal whose pack is the action at ``before.ply``."""
    assert before.state is not None
    await connection.execute(
        "INSERT INTO deal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            after.id,
            after.partie,
            after.deal,
            after.rules.standing(before.state),
            after.rules.rules_version,
            before.ply,
            *after.owners,
            at,
        ),
    )


async def settle(connection: Connection, table: Table, at: float) -> None:
    """The end of the deal on the table, once."""
    settlement = table.settlement
    assert settlement is not None and table.state is not None
    await connection.execute(
        "INSERT INTO settlement VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            table.id,
            table.partie,
            table.deal,
            settlement.outcome,
            table.rules.standing(table.state),
            *settlement.striche,
            at,
        ),
    )


async def annul(connection: Connection, table: Table, deal: int, standing: str, at: float) -> None:
    """A deal that no longer replays counts for nothing. Said again at every start until the next deal; kept once."""
    await connection.execute(
        "INSERT INTO settlement VALUES (?, ?, ?, ?, ?, 0, 0, ?) ON CONFLICT DO NOTHING",
        (table.id, table.partie, deal, ANNULLED, standing, at),
    )


async def open_tables(database: Database, damaged: Callable[[int, Exception], None] | None = None) -> list[Table]:
    """Every table that is not closed, as it stood at its last commit.

    Only ``absent`` is not kept: after a start the silence counts anew. A deal under way that no longer replays comes
    back as ``annulled`` with nothing dealt; the caller records that with ``annul``. A table whose rows make no sense is
    left out and told to ``damaged``, its id and what was raised; without that it is raised.
    """
    found: list[Table] = []
    for row in await database.rows("SELECT * FROM card_table WHERE phase <> 'closed' ORDER BY id"):
        try:
            table = await _load(database, row)
            found.append(await lots.load(database, table, json.loads(row["public"]).get("shuffle")))
        except Exception as error:
            if damaged is None:
                raise
            damaged(row["id"], error)
    return found


async def log_of_deal(database: Database, table_id: int, partie: int, deal: int) -> list[tuple[Seat | None, Action]]:
    """The actions of a deal in order, its pack first."""
    found = await database.row(
        "SELECT first_ply FROM deal WHERE table_id = ? AND partie = ? AND deal = ?", (table_id, partie, deal)
    )
    if found is None:
        return []
    after = await database.row(
        "SELECT min(first_ply) AS ply FROM deal WHERE table_id = ? AND first_ply > ?", (table_id, found["first_ply"])
    )
    end = after["ply"] if after and after["ply"] is not None else 1 << 60
    rows = await database.rows(
        "SELECT seat, action FROM log WHERE table_id = ? AND ply >= ? AND ply < ? ORDER BY ply",
        (table_id, found["first_ply"], end),
    )
    return [(None if row["seat"] is None else Seat(row["seat"]), parse_code(row["action"])) for row in rows]


def replay(rules: Game[Any, Any], standing: str, actions: list[tuple[Seat | None, Action]]) -> State:
    """Play a deal from its log; raises IllegalAction or ValueError where the rules no longer allow it."""
    state = rules.resume(standing)
    for seat, action in actions:
        state = rules.apply(state, seat, action).state
    return state


async def _load(database: Database, row: Row) -> Table:
    table_id = row["id"]
    chairs = await database.rows("SELECT * FROM chair WHERE table_id = ? ORDER BY seat", (table_id,))
    north, east, south, west = (Chair(c["person"], bool(c["computer"]), c["leaver"]) for c in chairs)
    ply = await database.row("SELECT max(ply) AS ply FROM log WHERE table_id = ?", (table_id,))
    length = 0 if ply is None or ply["ply"] is None else ply["ply"] + 1
    public = json.loads(row["public"])
    table = Table(
        id=table_id,
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        number=row["number"],
        game=row["game"],
        host=row["host"],
        phase=TablePhase(row["phase"]),
        options=options_of(json.loads(row["options"])),
        chairs=(north, east, south, west),
        partie=row["partie"],
        ply=length,
        turn=length,
        drawing=_drawing(public["drawing"]),
        ready=frozenset(Seat(seat) for seat in public["ready"]),
        stop=_stop_vote(public["stop"]),
        plea=_plea(public.get("plea")),
        spared=frozenset(Seat(seat) for seat in public.get("spared", ())),
        helped=frozenset(Seat(seat) for seat in public["helped"]),
        asleep=public.get("asleep", False),
        since=row["since"],
        court=court_of(public.get("court")),
    )
    rules = table.rules  # also where nothing has been dealt: an unknown game is damage too
    if public["standing"] is None:
        return table
    deal = await database.row(
        "SELECT d.*, s.standing AS after, s.outcome FROM deal d LEFT JOIN settlement s USING (table_id, partie, deal)"
        " WHERE d.table_id = ? AND d.partie = ? ORDER BY d.deal DESC LIMIT 1",
        (table_id, table.partie),
    )
    if deal is None:
        return replace(table, state=rules.resume(public["standing"]))
    owners = (deal["north"], deal["east"], deal["south"], deal["west"])
    settled = deal["outcome"] is not None
    if deal["outcome"] == ANNULLED:
        return replace(table, state=rules.resume(deal["after"]), owners=owners, annulled=True)
    try:
        if not settled and deal["rules_version"] != rules.rules_version:
            # It may replay by chance and yet mean something else: nobody should play on under two sets of rules.
            raise ValueError("dealt under other rules")
        actions = await log_of_deal(database, table_id, table.partie, deal["deal"])
        state = replay(rules, deal["standing"], actions)
        if (rules.settlement(state) is not None) != settled or (settled and rules.standing(state) != deal["after"]):
            raise ValueError("the deal came out otherwise")
    except (IllegalAction, NoAction, ValueError):
        if settled:  # a finished deal never changes: go on from what was settled then
            return replace(table, state=rules.resume(deal["after"]), owners=owners)
        standing = replace(rules.resume(deal["standing"]).standing, deals=deal["deal"]).text()
        return replace(table, state=rules.resume(standing), owners=owners, annulled=True)
    return replace(table, state=state, owners=owners)


def _chair_row(table: Table, seat: Seat) -> tuple[object, ...]:
    chair = table.chairs[seat]
    return table.id, seat, chair.person, chair.computer, chair.leaver


def _options_text(options: Options) -> str:
    house = {"conduct": options.house.conduct, "overtrump": options.house.overtrump}
    chosen = {"by_lot": options.by_lot, "absence": options.absence, "practice": options.practice}
    chosen |= {"take_backs": options.take_backs, "ask_cut": options.ask_cut, "level": options.level}
    same = {"same": None if options.same is None else _same_text(options.same)}
    return json.dumps({**chosen, **house, **same})


def options_of(found: dict[str, Any]) -> Options:
    """Of a table's kept options; what there was not yet when it was opened is as usual."""
    house, same = house_rules(found), found.get("same")
    take_backs, ask_cut = found.get("take_backs", True), found.get("ask_cut", False)
    level, practice = Level(found.get("level", Level.LEARNER)), found.get("practice", False)
    laid = None if same is None else _same(same)
    return Options(found["by_lot"], found["absence"], house, take_backs, ask_cut, level, practice, laid)


def _same_text(same: SameCards) -> dict[str, Any]:
    place = {"table": same.table, "partie": same.partie, "deal": same.deal}
    return {**place, "standing": same.standing, "pack": code(Deal(same.pack))}


def _same(found: dict[str, Any]) -> SameCards:
    pack = parse_code(found["pack"])
    assert isinstance(pack, Deal)
    return SameCards(found["table"], found["partie"], found["deal"], found["standing"], pack.pack)


def house_rules(options: dict[str, Any]) -> HouseRules:
    """Of a table's kept options; one opened before there were house rules plays by the usual ones."""
    conduct, overtrump = options.get("conduct", USUAL.conduct), options.get("overtrump", USUAL.overtrump)
    return HouseRules(Conduct(conduct), Overtrump(overtrump))


def _public_text(table: Table) -> str:
    drawing, stop, plea, shuffle = table.drawing, table.stop, table.plea, table.shuffle
    return json.dumps(
        {
            "standing": None if table.state is None else table.rules.standing(table.state),
            "drawing": None if drawing is None else {"lot": drawing.lot, "dealer_cards": drawing.dealer_cards},
            "ready": sorted(table.ready),
            "helped": sorted(table.helped),
            "plea": None if plea is None else {"seat": plea.seat, "yes": sorted(plea.yes), "until": plea.until},
            "spared": sorted(table.spared),
            "asleep": table.asleep,
            "shuffle": None if shuffle is None else {"words": shuffle.words, "ask_until": shuffle.ask_until},
            "court": court_json(table.court),
            "stop": None if stop is None else {"yes": sorted(stop.yes), "no": sorted(stop.no), "until": stop.until},
        }
    )


def _drawing(found: dict[str, list[list[int]] | list[int] | None] | None) -> Drawing | None:
    if found is None:
        return None
    lot, cards = found["lot"], found["dealer_cards"]
    shown = None if lot is None else tuple(tuple(row) for row in lot if isinstance(row, list))
    if cards is None:
        return Drawing(shown, None)
    north, east, south, west = (int(card) for card in cards if isinstance(card, int))
    return Drawing(shown, (north, east, south, west))


def _plea(found: dict[str, Any] | None) -> Plea | None:
    if found is None:
        return None
    return Plea(Seat(found["seat"]), frozenset(Seat(seat) for seat in found["yes"]), found["until"])


def _stop_vote(found: dict[str, object] | None) -> StopVote | None:
    if found is None:
        return None
    yes, no, until = found["yes"], found["no"], found["until"]
    assert isinstance(yes, list) and isinstance(no, list) and isinstance(until, float | int)
    return StopVote(frozenset(yes), frozenset(no), float(until))
