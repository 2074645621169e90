"""Packs promised, cut and laid open, without Discord: whatever becomes of deals and Partien, each is accounted for."""

from bot.arrangements import Options
from bot.core.provable import Claim, CutBy, check, commitment
from bot.store import lots
from bot.table import Table
from tests.evening import Evening, dealt, evening, finished, settled

ASK = Options(ask_cut=True)


def promised(table: Table) -> int:
    assert table.shuffle is not None
    return table.shuffle.number


async def faultless(e: Evening, table: int, numbers: int) -> None:
    """Everything revealed so far is right, and it is the packs from 1 to that one."""
    checked = check(await lots.revealed(e.database, table))
    assert [one.findings for one in checked] == [()] * numbers
    assert [one.deal.lot.number for one in checked] == list(range(1, numbers + 1))


@evening
async def test_a_pack_is_promised_before_anything_of_it_is_known(e: Evening) -> None:
    e.provable = True
    table = await e.lobby()
    assert table.shuffle is None and e.count("promise") == 0
    assert table.host is not None
    table = (await e.tables.start(table.id, table.host)).table
    assert promised(table) == 1 and table.shuffle is not None
    (row,) = e.disk.rows("SELECT * FROM promise")
    assert row["commitment"] == commitment(table.shuffle.seed, str(table.id), 1)
    table = await e.play(table.id, dealt)
    assert table.shuffle is None and table.lot is not None and table.lot.seed.hex() == row["seed"]
    assert await lots.revealed(e.database, table.id) == ()
    await e.play(table.id, settled)
    await faultless(e, table.id, 1)
    assert promised(e.table(table.id)) == 2


@evening
async def test_over_a_whole_partie_and_a_rematch(e: Evening) -> None:
    e.provable = True
    table = await e.partie()
    table = await e.play(table.id, finished)
    deals = table.deal
    await faultless(e, table.id, deals)
    assert promised(table) == deals + 1
    for person in table.people:
        await e.tables.ready(table.id, person, e.table(table.id).turn)
    table = await e.play(table.id, settled)
    assert table.partie == 2
    await faultless(e, table.id, deals + 1)


@evening
async def test_a_deal_that_was_annulled_is_laid_open_too(e: Evening) -> None:
    e.provable = True
    table = await e.partie()
    await e.play(table.id, dealt)
    await e.sql("DROP TRIGGER deal_is_final")
    await e.sql("UPDATE deal SET rules_version = rules_version + 1")
    await e.restart()
    assert e.table(table.id).annulled
    await faultless(e, table.id, 1)
    await e.play(table.id, dealt)
    table = await e.play(table.id, settled)
    await faultless(e, table.id, 2)


@evening
async def test_a_table_from_before_packs_were_promised(e: Evening) -> None:
    """What was dealt then has no lot; the next pack is the first, promised in the moment it is dealt at the latest."""
    e.provable = True
    table = await e.partie()
    table = await e.play(table.id, settled)
    await e.sql("DROP TRIGGER lot_stays")
    await e.sql("DROP TRIGGER promise_stays")
    await e.sql("DELETE FROM lot")
    await e.sql("DELETE FROM promise")
    await e.sql("UPDATE card_table SET public = json_remove(public, '$.shuffle')")
    await e.restart()
    old = e.table(table.id)
    assert old.lot is None and old.shuffle is None and old.settlement is not None
    table = await e.play(table.id, lambda table: table.deal == 2 and settled(table))
    await faultless(e, table.id, 1)


@evening
async def test_a_table_closed_by_itself_gives_its_pack_up(e: Evening) -> None:
    e.provable = True
    table = await e.partie()
    table = await e.play(table.id, finished)
    last = promised(table)
    await e.pass_time(2 * 3600)
    assert e.tables.get(table.id) is None
    revealed = await lots.revealed(e.database, table.id)
    assert [one.lot.number for one in revealed] == list(range(1, last + 1))
    assert revealed[-1].lot.by is CutBy.NOBODY and revealed[-1].pack == ()
    assert [one.claim for one in check(revealed)][-1] is Claim.NOT_DEALT


@evening
async def test_whoever_is_asked_to_cut(e: Evening) -> None:
    """Words are closed then; the time counts anew after a start; then it is cut all the same."""
    e.provable = True
    table = await e.partie(options=ASK)
    await e.tables.add_words(table.id, e.people[0], "eins")
    await e.pass_time(6.0)
    asked = e.table(table.id)
    assert asked.shuffle is not None and asked.shuffle.ask_until is not None and asked.deal == 0
    await e.restart(down=1000.0)
    assert e.table(table.id).deal == 0
    await e.pass_time(29.0)
    assert e.table(table.id).deal == 0
    await e.pass_time(1.0)
    table = e.table(table.id)
    assert table.deal == 1 and table.lot is not None
    assert table.lot.by is CutBy.AUTOMATIC and [words.text for words in table.lot.words] == ["eins"]
    table = await e.play(table.id, lambda now: now.deal == 3)
    await faultless(e, table.id, 2)


@evening
async def test_promises_and_lots_are_final(e: Evening) -> None:
    table = await e.partie()
    await e.play(table.id, settled)
    for statement in (
        "UPDATE promise SET seed = ''",
        "DELETE FROM promise",
        "UPDATE lot SET cut = 5",
        "DELETE FROM lot",
    ):
        try:
            await e.sql(statement)
        except Exception as error:
            assert "append-only" in str(error)
        else:
            raise AssertionError(statement)
