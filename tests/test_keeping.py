"""``python -m bot backup``, ``restore`` and ``verify`` of the database: real files, played, tampered with and torn."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store.backups import BACKUPS, backups
from bot.store.database import Database, FileLock
from bot.table import Options
from tests.evening import CHANNEL, GUILD, Evening, dealt, evening, finished
from tests.faults.test_disk import broken, damaged_page
from tests.test_main import bot as run_bot

Run = Callable[..., tuple[int, str, str]]
FINAL = ("log", "deal", "settlement", "ledger", "promise", "lot")


async def play(table: Evening) -> None:
    """A Partie with people who leave and come, one with computers, and deals of the other games; one under way."""
    table.provable = True
    means = table.tables._means
    means.seed, means.lifted = lambda: table.chance.randbytes(32), lambda: 12  # the same evening every time
    first = await table.partie()
    await table.play(first.id, lambda now: now.deal == 2 and dealt(now), solos=True)
    await table.tables.leave(first.id, table.people[3])
    await table.play(first.id, finished, solos=True)
    second = await table.partie(2, Options(by_lot=True))
    await table.play(second.id, finished)
    for game in ("schoofkopp", "bauernheinrich"):
        lobby = await table.tables.open(GUILD, CHANNEL, table.people[0], game, Options())
        for person, seat in zip(table.people[1:4], lobby.free_seats, strict=True):
            await table.tables.sit(lobby.id, person, seat)
        await table.tables.start(lobby.id, table.people[0])
        await table.play(lobby.id, lambda now: (now.deal == 2 and dealt(now)) or finished(now))
    await table.settle()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a whole evening; stopped cleanly."""
    folder = tmp_path_factory.mktemp("evening")
    evening(play)(folder)
    return folder / "ledger.sqlite3"


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    """A copy to tamper with."""
    copy = tmp_path / "ledger.sqlite3"
    copy.write_bytes(played.read_bytes())
    return copy


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> tuple[int, str, str]:
        status = main(list(map(str, arguments)))
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def tamper(path: Path, *statements: str) -> None:
    """Past the triggers that keep the books append-only."""
    with closing(sqlite3.connect(path)) as connection:
        triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert connection.execute(statement).rowcount > 0, statement
        for _, sql in triggers:
            connection.execute(sql)
        connection.commit()


# -- verify


def test_an_evening_as_it_was_played_agrees(path: Path, run: Run) -> None:
    status, out, err = run("verify", "--database", path)
    deals = rows(path, "SELECT count(*) FROM settlement")[0][0]
    open_ones = int(str(rows(path, "SELECT count(*) FROM deal")[0][0])) - int(str(deals))
    booked = rows(path, "SELECT count(*) FROM ledger")[0][0]
    packs = rows(path, "SELECT count(*) FROM settlement JOIN lot USING (table_id, partie, deal)")[0][0]
    assert (status, err) == (0, "")
    assert out == f"ok: {path}: deals: {deals} settled, {open_ones} under way; ledger rows: {booked}; packs: {packs}\n"
    kinds = {row[0] for row in rows(path, "SELECT DISTINCT game || kind FROM ledger")}
    assert kinds >= {"bauernstossdeal", "bauernstosspartie", "schoofkoppdeal", "bauernheinrichdeal"}


A_DEAL = "(SELECT id FROM ledger WHERE kind = 'deal' AND game = 'bauernstoss' AND striche > 0 ORDER BY id LIMIT 1)"
A_PLACE = "(SELECT min(id) FROM ledger WHERE place = 2)"
A_PARTIE = "(SELECT min(id) FROM ledger WHERE kind = 'partie' AND won = 1)"


@pytest.mark.parametrize(
    ("column", "row", "value"),
    [
        *(("striche", A_DEAL, "striche + 1"), ("striche_other", A_DEAL, "1"), ("won", A_DEAL, "0")),
        *(("person", A_DEAL, "(SELECT max(id) FROM person)"), ("partner", A_DEAL, "NULL")),
        *(("computers", A_DEAL, "2"), ("booked_at", A_DEAL, "booked_at - 86400"), ("rules_version", A_DEAL, "7")),
        *(("place", A_PLACE, "1"), ("won", A_PLACE, "1"), ("place", A_DEAL, "3")),
        *(("striche", A_PARTIE, "striche - 1"), ("won", A_PARTIE, "0"), ("computers", A_PARTIE, "3")),
    ],
)
def test_a_row_that_was_changed_is_named(path: Path, run: Run, column: str, row: str, value: str) -> None:
    [(number, table, partie, deal)] = rows(path, f"SELECT id, table_id, partie, deal FROM ledger WHERE id = {row}")
    tamper(path, f"UPDATE ledger SET {column} = {value} WHERE id = {row}")
    [(now,)] = rows(path, f"SELECT {column} FROM ledger WHERE id = {number}")
    status, out, _ = run("verify", "--database", path)
    line, summary = out.splitlines()
    place = (
        f"differs: table {table}, Partie {partie}, deal {deal}: ledger row {number}: {column} is {now!r}, by the log "
    )
    assert status == 1 and line.startswith(place) and summary.startswith("differences: 1: ")


def test_rows_that_were_taken_out_or_put_in_are_named(path: Path, run: Run) -> None:
    [(number, person)] = rows(path, f"SELECT id, person FROM ledger WHERE id = {A_DEAL}")
    columns = [row[1] for row in rows(path, "PRAGMA table_info(ledger)") if row[1] not in ("id", "partie")]
    listed = ", ".join(map(str, columns))
    tamper(
        path,
        f"INSERT INTO ledger (partie, {listed}) SELECT 9, {listed} FROM ledger WHERE id = {number}",
        f"DELETE FROM ledger WHERE id = {number}",
    )
    status, out, _ = run("verify", "--database", path)
    assert status == 1 and out.count("differs: ") == 2
    assert "Partie 9" in out and "that the log does not know" in out
    assert f"ledger: missing: the deal of person {person} in seat" in out


def test_a_card_that_was_exchanged_is_refused_by_the_rules(path: Path, run: Run) -> None:
    [(table, ply)] = rows(path, "SELECT table_id, max(ply) FROM log WHERE action GLOB 'p*' AND table_id = 1")
    tamper(
        path,
        f"UPDATE log SET action = (SELECT action FROM log WHERE table_id = 1 AND action GLOB 'p*'"
        f" ORDER BY ply DESC LIMIT 1 OFFSET 1) WHERE table_id = {table} AND ply = {ply}",
    )
    status, out, _ = run("verify", "--database", path)
    assert status == 1 and f"log: ply {ply} is refused by the rules" in out


def test_a_pack_that_was_exchanged_is_named(path: Path, run: Run) -> None:
    tamper(path, "UPDATE lot SET cut = CASE cut WHEN 9 THEN 10 ELSE 9 END WHERE table_id = 1 AND number = 2")
    status, out, _ = run("verify", "--database", path)
    assert status == 1 and "lot: pack 2: the pack does not follow from seed, cut" in out


def test_corrections_are_counted_and_left_alone(path: Path, run: Run) -> None:
    columns = [str(row[1]) for row in rows(path, "PRAGMA table_info(ledger)")]
    kept = [name for name in columns if name not in ("id", "kind", "deals", "striche", "won", "booked_by", "reason")]
    listed = ", ".join(kept)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            f"INSERT INTO ledger (kind, deals, striche, won, booked_by, reason, {listed})"
            f" SELECT 'correction', -1, -striche, -won, 'Dora', 'vergeben', {listed} FROM ledger WHERE id = {A_DEAL}"
        )
        connection.commit()
    status, out, _ = run("verify", "--database", path)
    assert status == 0 and "corrections, left as they are: 1" in out


def test_json(path: Path, run: Run) -> None:
    assert json.loads(run("verify", "--json", "--database", path)[1])["status"] == "ok"
    tamper(path, f"UPDATE ledger SET striche = striche + 1 WHERE id = {A_DEAL}")
    status, out, _ = run("verify", "--json", "--database", path)
    told = json.loads(out)
    assert (status, told["status"], len(told["differences"])) == (1, "differs", 1)
    assert set(told["differences"][0]) == {"row", "table", "partie", "deal", "what"}


def test_a_broken_page_is_said_and_which_backup_is_good(path: Path, run: Run) -> None:
    status, _, _ = run("backup", "--database", path)
    assert status == 0
    [copy] = backups(path)
    broken(path, damaged_page(path))
    status, out, err = run("verify", "--database", path)
    [line] = err.splitlines()
    assert (status, out) == (2, "") and line.startswith(f"{path}: damaged") and line.endswith(f"good backup is {copy}")


def test_an_index_that_does_not_fit_is_damage_too(path: Path, run: Run) -> None:
    [(page,)] = rows(path, "SELECT rootpage FROM sqlite_master WHERE name = 'ledger_person'")
    [(other,)] = rows(path, "SELECT rootpage FROM sqlite_master WHERE name = 'card_table_open'")
    image = bytearray(path.read_bytes())
    start, of = (int(str(page)) - 1) * 4096, (int(str(other)) - 1) * 4096
    image[start : start + 4096] = image[of : of + 4096]
    path.write_bytes(image)
    status, _, err = run("verify", "--database", path)
    assert status == 2 and "damaged" in err and "there is no good backup" in err


def test_an_older_form_is_verified_as_the_next_start_would_make_it(
    path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    import bot.keeping
    import bot.store.database as store

    was, image = store.migrations(), path.read_bytes()
    monkeypatch.setattr(bot.keeping, "migrations", lambda: [*was, "ALTER TABLE fact ADD COLUMN more TEXT;\n"])
    assert run("verify", "--database", path)[0] == 0
    assert path.read_bytes() == image
    monkeypatch.setattr(bot.keeping, "migrations", lambda: was[:-1])
    status, _, err = run("verify", "--database", path)
    assert status == 2 and "newer version" in err


@pytest.mark.parametrize("command", [("verify",), ("backup",), ("restore",)])
def test_a_file_that_is_not_there_or_not_ours(tmp_path: Path, run: Run, command: tuple[str, ...]) -> None:
    gone, text, foreign = tmp_path / "gone.sqlite3", tmp_path / "text.sqlite3", tmp_path / "foreign.sqlite3"
    text.write_text("no database at all " * 500, encoding="utf-8")
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE song (title)")
        connection.commit()
    for file, wanted in ((gone, (78,)), (text, (1, 2)), (foreign, (1, 2, 78))):
        target = ("restore", file, "--database", tmp_path / "x.sqlite3")
        status, out, err = run(*(target if command == ("restore",) else (*command, "--database", file)))
        assert status in wanted and out == "", (file, status)
        [line] = err.splitlines()
        assert str(file) in line
    assert not gone.exists() and not (tmp_path / "x.sqlite3").exists()


@evening
async def test_beside_a_running_bot_and_nothing_hidden_is_told(table: Evening) -> None:
    table.provable = True
    opened = await table.partie()
    now = await table.play(opened.id, lambda now: now.deal == 2 and dealt(now))
    done = run_bot("verify", "--database", str(table.path), cwd=table.path.parent)
    assert (done.returncode, done.stderr) == (0, "") and "1 under way" in done.stdout
    assert now.state is not None
    other = run_bot("backup", "--database", str(table.path), cwd=table.path.parent)
    assert other.returncode == 0 and len(backups(table.path)) == 1
    refused = run_bot("restore", str(backups(table.path)[0]), "--database", str(table.path), cwd=table.path.parent)
    [line] = refused.stderr.splitlines()
    assert refused.returncode == 75 and "another instance" in line and line.endswith("stop it first")


# -- backup


def test_backups_are_kept_up_to_the_setting(
    path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", path.name)
    monkeypatch.setenv("BACKUPS_KEPT", "2")
    for _ in range(4):
        status, out, _ = run("backup")
        assert status == 0 and "which is sound: tables: 4, settled deals: " in out
    assert len(backups(path)) == 2
    monkeypatch.setenv("BACKUPS_KEPT", "none")
    status, _, err = run("backup")
    assert status == 78 and err.startswith("BACKUPS_KEPT: ")


def test_a_backup_to_a_place_of_its_own(path: Path, run: Run, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere.sqlite3"
    assert run("backup", "--database", path, "--to", target)[0] == 0
    assert run("verify", "--database", target)[0] == 0 and not backups(path)
    status, _, err = run("backup", "--database", path, "--to", target)
    assert status == 78 and "is there already" in err
    status, _, err = run("backup", "--database", path, "--to", tmp_path / "no" / "folder")
    assert status == 78 and "no copy could be made" in err


def test_of_a_damaged_database_no_copy_is_made_and_none_goes(path: Path, run: Run) -> None:
    for _ in range(2):
        assert run("backup", "--database", path)[0] == 0
    before = backups(path)
    broken(path, damaged_page(path))
    status, _, err = run("backup", "--database", path)
    [line] = err.splitlines()
    assert status == 1 and line.endswith(f"the newest good backup is {before[-1]}")
    assert sorted((path.parent / BACKUPS).iterdir()) == before


# -- restore


def test_a_copy_is_put_back_and_what_was_there_is_kept(path: Path, run: Run) -> None:
    was = path.read_bytes()
    assert run("backup", "--database", path)[0] == 0
    [copy] = backups(path)
    tamper(path, f"UPDATE ledger SET striche = striche + 1 WHERE id = {A_DEAL}")
    changed = path.read_bytes()
    status, out, err = run("restore", copy, "--database", path)
    [aside] = path.parent.glob("ledger.sqlite3.replaced-*")
    assert (status, err) == (0, "") and out.endswith(f"what was there is kept as {aside}\n")
    assert aside.read_bytes() == changed and changed != was
    assert run("verify", "--database", path)[0] == 0 and run("verify", "--database", aside)[0] == 1
    assert copy.exists() and not list(path.parent.glob("*.restoring"))


@pytest.mark.parametrize("damage", ["torn", "a row without its deal"])
def test_a_copy_that_is_not_sound_is_not_put_back(path: Path, run: Run, tmp_path: Path, damage: str) -> None:
    copy, was = tmp_path / "copy.sqlite3", path.read_bytes()
    copy.write_bytes(was)
    if damage == "torn":
        broken(copy, damaged_page(copy))
    else:
        tamper(copy, "DELETE FROM settlement WHERE table_id = 1", "DELETE FROM lot", "DELETE FROM deal WHERE deal = 1")
        tamper(copy, "INSERT INTO settlement VALUES (1, 1, 1, 'played', 'N', 0, 0, 0.0)")
    status, out, err = run("restore", copy, "--database", path)
    [line] = err.splitlines()
    assert (status, out) == (1, "") and line.startswith(f"{copy}: is not put back")
    assert path.read_bytes() == was and not list(path.parent.glob("*.re*-*"))


def test_the_database_itself_is_no_copy(path: Path, run: Run) -> None:
    status, _, err = run("restore", path, "--database", path)
    assert status == 78 and "is the database itself" in err


def test_while_a_bot_runs_nothing_is_put_back(path: Path, run: Run, tmp_path: Path) -> None:
    copy, was = tmp_path / "copy.sqlite3", path.read_bytes()
    copy.write_bytes(was)
    lock = FileLock(path)
    try:
        status, _, err = run("restore", copy, "--database", path)
    finally:
        lock.release()
    assert status == 75 and "another instance" in err and path.read_bytes() == was
    assert run("restore", copy, "--database", path)[0] == 0


def test_where_there_was_none_it_is_simply_there(played: Path, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "new" / "ledger.sqlite3"
    status, out, _ = run("restore", played, "--database", path)
    assert status == 0 and "is kept as" not in out and run("verify", "--database", path)[0] == 0


async def test_play_goes_on_from_what_was_put_back(played: Path, tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite3"
    assert main(["restore", str(played), "--database", str(path)]) == 0
    database = await Database.open(path)
    found = await database.rows("SELECT id FROM card_table WHERE phase = 'partie'")
    await database.close()
    assert found
