"""What is saved of a table comes back as it was, in every phase, and its log replays to the same state."""

import sqlite3
from collections.abc import Callable
from dataclasses import replace

import aiosqlite
import pytest

from bot import table as at_table
from bot import votes
from bot.core.actions import MIT, Call, Deal, Play, Void, code
from bot.core.cards import ALL_CARDS, Card
from bot.core.game import Outcome, Phase
from bot.core.house import Conduct, HouseRules
from bot.core.levels import Level
from bot.core.schafkopf.engine import Schafkopf
from bot.core.schafkopf.variants import BAUERNSTOSS
from bot.core.seats import E, N, S, W
from bot.store import table_log
from bot.store.database import Database
from bot.table import Options, Table, TablePhase
from tests.pairs import pairs

from .playing import A, B, C, D, F, Scribe, finished, settled


async def comes_back(scribe: Scribe, table: Table) -> None:
    assert await table_log.open_tables(scribe.database) == [table]


def in_phase(phase: Phase) -> Callable[[Table], bool]:
    return lambda table: table.game_phase is phase


def mid_trick(table: Table) -> bool:
    return table.state is not None and len(pairs(table).tricks) == 3 and len(pairs(table).trick) == 2


def in_exchange(gifts: int) -> Callable[[Table], bool]:
    def there(table: Table) -> bool:
        return table.game_phase is Phase.GIVE and table.state is not None and len(pairs(table).gifts) == gifts

    return there


async def playing(
    scribe: Scribe, people: tuple[int | None, int | None, int | None, int | None] = (A, B, C, D)
) -> Table:
    return await scribe.start(await scribe.open(people))


# -- the phases of a table


async def test_a_lobby(scribe: Scribe) -> None:
    table = await scribe.open((A, None, C, D), Options(by_lot=True, absence=300))
    assert (table.id, table.number) == (1, 1)
    await comes_back(scribe, table)
    table = await scribe.change(table, at_table.stand_up(table, A))
    assert table.host == C
    await comes_back(scribe, table)
    table = await scribe.change(table, replace(at_table.sit(table, F, N), since=1_800_000_123.456))
    await comes_back(scribe, table)


async def test_every_option_comes_back_and_those_of_old_are_as_usual(scribe: Scribe) -> None:
    house = HouseRules(Conduct.TAVERN)
    chosen = Options(by_lot=True, absence=300, house=house, take_backs=False, ask_cut=True, level=Level.STRONG)
    await comes_back(scribe, await scribe.open((A, B, C, D), chosen))

    async def work(connection: aiosqlite.Connection) -> None:
        await connection.execute("UPDATE card_table SET options = ?", ('{"by_lot": true, "absence": 300}',))

    await scribe.database.write(work)
    (loaded,) = await table_log.open_tables(scribe.database)
    assert loaded.options == Options(by_lot=True, absence=300)


async def test_tables_are_numbered_within_the_server(scribe: Scribe) -> None:
    first, second = await scribe.open(), await scribe.open((F, None, None, None))
    assert [table.number for table in (first, second)] == [1, 2]
    assert await table_log.open_tables(scribe.database) == [first, second]
    await scribe.change(first, replace(first, phase=TablePhase.CLOSED))
    assert await table_log.open_tables(scribe.database) == [second]
    assert (await scribe.open()).number == 3


@pytest.mark.parametrize("by_lot", [False, True])
async def test_a_partie_before_its_first_deal(scribe: Scribe, by_lot: bool) -> None:
    table = await scribe.start(await scribe.open(options=Options(by_lot=by_lot)))
    assert table.drawing is not None and (table.drawing.lot is not None) is by_lot
    await comes_back(scribe, table)


@pytest.mark.parametrize(
    "until",
    [
        in_phase(Phase.CALL),
        lambda table: table.state is not None and len(table.state.calls) == 2,
        in_phase(Phase.NAME),
        in_phase(Phase.PLAY),
        mid_trick,
        settled,
        finished,
    ],
    ids=["dealt", "calling", "naming", "first-card", "mid-trick", "between-deals", "finished"],
)
async def test_a_partie(scribe: Scribe, until: Callable[[Table], bool]) -> None:
    await comes_back(scribe, await scribe.on(await playing(scribe), until))


@pytest.mark.parametrize("gifts", [0, 1])
async def test_the_exchange_of_a_kleines_solo(scribe: Scribe, gifts: int) -> None:
    table = await scribe.on(await playing(scribe), in_exchange(gifts), solo=True)
    await comes_back(scribe, table)


async def test_after_every_step_of_two_partien(scribe: Scribe) -> None:
    """Solos by chance among them, so that every kind of deal's end is met."""
    table = await playing(scribe, (A, None, C, D))
    outcomes: set[str] = set()
    for _ in range(2):
        while True:
            seat = table.to_act
            table = await (scribe.deal(table) if seat is None else scribe.act(table, seat, scribe.choice(table, None)))
            await comes_back(scribe, table)
            if table.settlement is not None:
                outcomes.add(table.settlement.outcome)
            if finished(table):
                break
    assert table.partie == 2
    assert len(await scribe.database.rows("SELECT * FROM deal WHERE partie = 2")) == table.deal
    assert {Outcome.PLAYED, Outcome.SOLO_LOST} <= outcomes


async def test_presses_votes_and_substitutes(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), mid_trick)
    seat = table.to_act
    assert seat is not None
    owner, other = table.chairs[seat].person, table.chairs[(seat + 1) & 3].person
    assert owner is not None and other is not None
    absent = await scribe.change(table, replace(table, absent=True))
    assert await table_log.open_tables(scribe.database) == [table]  # the silence counts anew
    table = await scribe.change(absent, at_table.substitute(absent, other))
    assert table.chairs[seat].substituted
    await comes_back(scribe, table)
    table = await scribe.change(table, replace(table, helped=frozenset({seat})))
    await comes_back(scribe, table)
    table = await scribe.change(table, votes.vote_stop(table, other, True, 1_800_000_500.5))
    await comes_back(scribe, table)
    table = await scribe.change(table, votes.vote_stop(table, owner, False, 0.0))
    await comes_back(scribe, table)
    table = await scribe.change(table, at_table.come_back(replace(table, stop=None), owner))
    await comes_back(scribe, table)
    table = await scribe.on(table, settled)
    table = await scribe.change(table, at_table.press_ready(at_table.press_ready(table, A), C))
    assert table.ready == {N, S}
    await comes_back(scribe, table)


async def test_leavers_and_those_who_take_their_seats(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), mid_trick)
    table = await scribe.change(table, at_table.leave(table, A))
    assert (table.chairs[N].leaver, table.host) == (A, B)
    await comes_back(scribe, table)
    table = await scribe.on(table, settled)
    await comes_back(scribe, table)
    table = await scribe.change(table, at_table.take_seat(table, F, N))
    await comes_back(scribe, table)
    table = await scribe.on(await scribe.deal(table), in_phase(Phase.PLAY))
    assert table.owners[N] == F
    await comes_back(scribe, table)


async def test_a_stopped_table_does_not_come_back(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), mid_trick)
    table = await scribe.act(table, None, Void())
    assert await table_log.open_tables(scribe.database) == []
    row = await scribe.database.row("SELECT outcome, striche_ns + striche_ew AS striche FROM settlement")
    assert row is not None and tuple(row) == ("abandoned", 0)
    actions = await table_log.log_of_deal(scribe.database, table.id, 1, table.deal)
    assert actions[-1] == (None, Void())
    assert table.rules.settlement(table_log.replay(table.rules, "N 0:0 - 0", [])) is None


async def test_the_log_of_each_deal_replays_to_what_was_settled(scribe: Scribe) -> None:
    """Two tables at a time, so that their logs lie side by side."""
    one, two = await playing(scribe), await playing(scribe, (F, None, None, None))
    while not (finished(one) and finished(two)):
        one, two = [
            table if finished(table) else await scribe.on(await scribe.deal(table), lambda t: t.to_act is None, None)
            for table in (one, two)
        ]
    deals = await scribe.database.rows(
        "SELECT d.*, s.standing AS after FROM deal d JOIN settlement s USING (table_id, partie, deal)"
    )
    assert len(deals) == one.deal + two.deal
    logged = 0
    for deal in deals:
        actions = await table_log.log_of_deal(scribe.database, deal["table_id"], deal["partie"], deal["deal"])
        state = table_log.replay(one.rules, deal["standing"], actions)
        assert one.rules.settlement(state) is not None
        assert one.rules.standing(state) == deal["after"]
        logged += len(actions)
    assert logged == one.ply + two.ply


async def test_a_deal_that_never_was_has_no_log(scribe: Scribe) -> None:
    assert await table_log.log_of_deal(scribe.database, 1, 1, 1) == []


# -- rules that have changed

ChangeRules = Callable[..., None]


class Changed(Schafkopf):
    """Rules of another version that do not know `mit`, and give a Strich more for a played deal."""

    def apply(self, state, seat, action):  # type: ignore[no-untyped-def]
        if action == Call(MIT):
            raise ValueError("no such word")
        step = super().apply(state, seat, action)
        result = step.state.result
        if result is not None and result.settlement.outcome is Outcome.PLAYED:
            striche = step.state.standing.striche
            standing = replace(step.state.standing, striche=(striche[0] + 1, striche[1]))
            return replace(step, state=replace(step.state, standing=standing))
        return step


@pytest.fixture
def change_rules(monkeypatch: pytest.MonkeyPatch) -> ChangeRules:
    """From now on the game is played by these rules, of this version."""

    def change(version: int, rules: type[Schafkopf] = Changed) -> None:
        changed = rules(replace(BAUERNSTOSS, rules_version=version))
        monkeypatch.setattr(at_table, "game_of", lambda name, house: changed)

    return change


async def annul(database: Database, table: Table) -> None:
    assert table.state is not None
    standing = table.rules.standing(table.state)
    await database.write(lambda connection: table_log.annul(connection, table, table.deal, standing, 1.0))


async def test_an_open_deal_under_other_rules_is_annulled(scribe: Scribe, change_rules: ChangeRules) -> None:
    first = await scribe.on(await playing(scribe), settled)
    open_deal = await scribe.on(await scribe.deal(first), mid_trick)
    change_rules(2, Schafkopf)  # it would replay, and yet mean something else
    (table,) = await table_log.open_tables(scribe.database)
    assert first.state is not None and open_deal.state is not None and table.state is not None
    assert table.annulled
    assert table.between_deals and table.to_act is None
    assert table.settlement is None
    assert table.deal == open_deal.deal  # its number is used up
    assert replace(table.state.standing, deals=0) == replace(first.state.standing, deals=0)  # the same one deals again
    assert (table.ply, table.chairs, table.owners) == (open_deal.ply, open_deal.chairs, open_deal.owners)

    for _ in range(3):  # and at every start until it is dealt again
        await annul(scribe.database, table)
        assert await table_log.open_tables(scribe.database) == [table]
    assert (await scribe.database.row("SELECT count(*) AS n FROM settlement WHERE outcome = 'annulled'"))["n"] == 1  # type: ignore[index]

    again = await scribe.deal(table)
    assert again.deal == open_deal.deal + 1
    await comes_back(scribe, again)


async def test_a_first_deal_annulled_is_the_first_again(scribe: Scribe, change_rules: ChangeRules) -> None:
    await scribe.on(await playing(scribe), mid_trick)
    change_rules(2)
    (table,) = await table_log.open_tables(scribe.database)
    assert table.annulled and table.state is not None and pairs(table).standing.first_deal


async def test_a_settled_deal_keeps_what_was_settled(scribe: Scribe, change_rules: ChangeRules) -> None:
    before = await scribe.on(await playing(scribe), settled)
    change_rules(2)
    (table,) = await table_log.open_tables(scribe.database)
    assert table.state is not None and before.state is not None
    assert not table.annulled
    assert table.state.standing == before.state.standing
    assert table.between_deals
    await comes_back(scribe, await scribe.deal(table))


async def test_a_finished_partie_keeps_its_winner(scribe: Scribe, change_rules: ChangeRules) -> None:
    before = await scribe.on(await playing(scribe), finished)
    change_rules(2)
    (table,) = await table_log.open_tables(scribe.database)
    assert table.state is not None and before.state is not None
    assert (table.phase, table.game_phase) == (TablePhase.FINISHED, Phase.OVER)
    assert table.state.standing == before.state.standing


async def test_a_log_that_no_longer_replays_is_annulled(scribe: Scribe, change_rules: ChangeRules) -> None:
    """Without a new version too: a rule was changed and nobody raised the number."""

    def said_mit(table: Table) -> bool:
        return table.state is not None and any(call.word == MIT for call in pairs(table).calls)

    await scribe.on(await playing(scribe), said_mit)
    change_rules(BAUERNSTOSS.rules_version)
    (table,) = await table_log.open_tables(scribe.database)
    assert table.annulled and table.between_deals


@pytest.mark.parametrize("text", ["nonsense", "v v", "", code(Deal(tuple(ALL_CARDS))), "p??"])
async def test_a_log_line_that_makes_no_sense_is_annulled(scribe: Scribe, text: str) -> None:
    table = await scribe.on(await playing(scribe), mid_trick)

    async def spoil(connection: aiosqlite.Connection) -> None:
        await connection.execute("INSERT INTO log VALUES (?, ?, 0, ?, NULL, 0)", (table.id, table.ply, text))

    await scribe.database.write(spoil)
    (back,) = await table_log.open_tables(scribe.database)
    assert back.annulled and back.between_deals


# -- written once


async def refused(database: Database, sql: str, match: str) -> None:
    async def work(connection: aiosqlite.Connection) -> None:
        await connection.execute(sql)

    with pytest.raises(sqlite3.IntegrityError, match=match):
        await database.write(work)


@pytest.mark.parametrize(
    ("relation", "column"),
    [("log", "action"), ("deal", "standing"), ("settlement", "striche_ns"), ("ledger", "striche")],
)
async def test_what_is_written_stays(scribe: Scribe, relation: str, column: str) -> None:
    await scribe.on(await playing(scribe), settled)
    before = await scribe.database.rows(f"SELECT * FROM {relation}")
    assert before
    await refused(scribe.database, f"UPDATE {relation} SET {column} = 1", "append-only")
    await refused(scribe.database, f"DELETE FROM {relation}", "append-only")
    assert await scribe.database.rows(f"SELECT * FROM {relation}") == before


async def test_a_ply_is_written_once(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), in_phase(Phase.PLAY))
    seat = table.to_act
    assert seat is not None and table.state is not None
    first, *_, last = table.rules.legal(table.state)
    assert isinstance(first, Play)
    after = await scribe.act(table, seat, first)
    with pytest.raises(sqlite3.IntegrityError, match=r"log\.ply"):
        await scribe.act(table, seat, last)
    await comes_back(scribe, after)


async def test_a_deal_is_written_once(scribe: Scribe) -> None:
    before = await playing(scribe)
    after = await scribe.deal(before)
    with pytest.raises(sqlite3.IntegrityError, match=r"deal\.deal"):
        await scribe.database.write(lambda connection: table_log.begin_deal(connection, before, after, 1.0))


async def test_a_deal_is_settled_once(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), settled)
    with pytest.raises(sqlite3.IntegrityError, match=r"settlement\.deal"):
        await scribe.database.write(lambda connection: table_log.settle(connection, table, 1.0))


async def test_a_settled_deal_is_not_annulled(scribe: Scribe) -> None:
    table = await scribe.on(await playing(scribe), settled)
    await annul(scribe.database, table)
    await comes_back(scribe, table)


async def test_a_failed_save_takes_the_action_along(scribe: Scribe) -> None:
    """The action, the books and the table's shape are one transaction."""
    table = await scribe.on(await playing(scribe), in_phase(Phase.PLAY))
    seat = table.to_act
    assert seat is not None and table.state is not None
    stranger = replace(table, host=99)
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        await scribe.act(stranger, seat, table.rules.legal(table.state)[0], saved=table)
    await comes_back(scribe, table)


async def test_the_pack_is_in_the_log_and_nowhere_in_the_table(scribe: Scribe) -> None:
    """What is shown of a table is made from Views; its row can be read out for a log line without a card in it."""
    pack = tuple(Card(card) for card in reversed(ALL_CARDS))
    table = await scribe.deal(await playing(scribe), pack)
    rows = await scribe.database.rows("SELECT * FROM log")
    assert [row["action"] for row in rows] == [code(Deal(pack))]
    shape = await scribe.database.row("SELECT * FROM card_table")
    assert shape is not None and not any(code(Deal(pack))[1:] in str(value) for value in tuple(shape))
    assert table.to_act in (N, E, S, W)
