"""``python -m bot check --offline``: settings, files and texts, as a process and on real files."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import aiosqlite
import pytest

from bot.check import files
from bot.check.files import check_files, file_system
from bot.check.report import Report
from bot.store.database import Database, migrations
from tests.checks import ROOT, TOKEN, Checked, check_offline

POSIX = pytest.mark.skipif(os.name != "posix", reason="rights of this kind exist on POSIX systems only")
# As root everything may be read and written, so there the check goes on as nobody.
AS_A_USER = "os.geteuid() == 0 and os.setuid(65534)"


def made(path: Path, *statements: str) -> Path:
    """A database as a bot leaves it that was stopped cleanly, with a few rows."""

    async def make() -> None:
        database = await Database.open(path)

        async def work(connection: aiosqlite.Connection) -> None:
            for statement in statements:
                await connection.execute(statement)

        await database.write(work)
        await database.close()

    asyncio.run(make())
    return path


TABLES = (
    "INSERT INTO guild (id, name) VALUES (1, 'Kartentisch')",
    *(
        f"INSERT INTO card_table VALUES ({k}, 1, 5, {k}, 'bauernstoss', NULL, '{phase}', '{{}}', '{{}}', 1, 0, 0)"
        for k, phase in enumerate(("lobby", "partie", "closed"), start=1)
    ),
    *(f"INSERT INTO deal VALUES (3, 1, {k}, '', 1, 0, NULL, NULL, NULL, NULL, 0)" for k in (1, 2)),
    *(f"INSERT INTO settlement VALUES (3, 1, {k}, 'played', '', 2, 0, 0)" for k in (1, 2)),
)


def reported(path: Path, capsys: pytest.CaptureFixture[str]) -> Checked:
    """What is said of a database, in this process."""
    report = Report(sys.stdout)
    check_files(path, report)
    status = report.close()
    return Checked(status, capsys.readouterr().out)


# settings


def test_an_empty_folder_and_a_token_are_enough(tmp_path: Path) -> None:
    checked = check_offline(tmp_path)
    assert checked.status == 0 and not checked.of("FAULT") and not checked.of("warn")
    assert "is made at the first start" in checked.only("ok", "database")
    assert checked.only("skip", "Discord") == "not asked (--offline)"
    assert checked.summary == "summary: no faults, no warnings; the bot can run"
    assert list(tmp_path.iterdir()) == []


def test_every_fault_is_said_with_its_place_and_the_rest_is_checked_all_the_same(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DEFAULT_LANGUAGE=fr\nDATABASE=kept/ledger.sqlite3\n", encoding="utf-8")
    checked = check_offline(tmp_path, DISCORD_TOKEN="", LOG_LEVEL="loud", SHARD_COUNT="none")
    assert checked.status == 78 and checked.summary.startswith("summary: 4 faults")
    assert checked.only("FAULT", "DISCORD_TOKEN").endswith("put it into .env or into the environment")
    assert checked.only("FAULT", "DEFAULT_LANGUAGE").endswith("; DEFAULT_LANGUAGE stands in .env")
    assert checked.only("FAULT", "LOG_LEVEL").endswith("; LOG_LEVEL stands in the environment")
    assert checked.of("FAULT", "SHARD_COUNT")
    assert f"{tmp_path / 'kept'} does not exist yet" in checked.only("ok", "folder")
    assert checked.of("ok", "texts") and checked.of("skip", "Discord")


def test_two_tokens_are_a_fault_that_names_where_both_stand(tmp_path: Path) -> None:
    (tmp_path / "token").write_text(TOKEN, encoding="utf-8")
    (tmp_path / ".env").write_text("DISCORD_TOKEN_FILE=token\n", encoding="utf-8")
    checked = check_offline(tmp_path)
    assert checked.only("FAULT", "DISCORD_TOKEN, DISCORD_TOKEN_FILE").endswith(
        "; DISCORD_TOKEN stands in the environment, DISCORD_TOKEN_FILE stands in .env"
    )


@pytest.mark.parametrize("content", [None, " \n", f"{TOKEN} {TOKEN}"])
def test_a_token_file_of_no_use_is_one_fault_that_says_what_is_wanted(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "token").write_text(content, encoding="utf-8")
    checked = check_offline(tmp_path, DISCORD_TOKEN_FILE="token")
    assert checked.status == 78 and "DISCORD_TOKEN_FILE stands in the environment" in checked.only("FAULT")


def test_a_file_of_settings_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"DEFAULT_LANGUAGE=\xff\xfe\n")
    checked = check_offline(tmp_path)
    assert checked.status == 78 and "UTF-8" in checked.only("FAULT", ".env")


def test_names_that_look_like_a_setting_are_pointed_out(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKN=x\nTOKEN=x\nlog_level=DEBUG\nCOLOUR=red\n", encoding="utf-8")
    checked = check_offline(tmp_path)
    assert checked.status == 0
    warned = {text.split(" ")[0]: text.split(" ")[-3] for text in checked.of("warn", ".env")}
    assert warned == {"DISCORD_TOKN": "was", "TOKEN": "was", "log_level": "was"}
    assert checked.of("warn", ".env")[0] == (
        "DISCORD_TOKN is no setting of this bot and does nothing; was DISCORD_TOKEN meant?"
    )


@POSIX
def test_a_token_that_others_may_read_is_pointed_out(tmp_path: Path) -> None:
    env, token = tmp_path / ".env", tmp_path / "token"
    env.write_text(f"DISCORD_TOKEN={TOKEN}\n", encoding="utf-8")
    env.chmod(0o644)
    assert check_offline(tmp_path).only("warn", ".env").endswith("chmod o-rwx .env")
    env.chmod(0o640)
    assert not check_offline(tmp_path).of("warn")
    env.write_text("DISCORD_TOKEN_FILE=token\n", encoding="utf-8")
    env.chmod(0o644)  # there is no token in it
    token.write_text(TOKEN, encoding="utf-8")
    token.chmod(0o604)
    assert check_offline(tmp_path, DISCORD_TOKEN="").only("warn", "DISCORD_TOKEN_FILE").endswith("chmod o-rwx token")
    token.chmod(0o600)
    assert not check_offline(tmp_path, DISCORD_TOKEN="").of("warn")


# folder and disk


def test_a_place_that_is_no_folder_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    checked = check_offline(tmp_path, DATABASE="file/below/ledger.sqlite3")
    assert checked.status == 78 and f"{tmp_path / 'file'} is no folder" in checked.only("FAULT", "DATABASE")
    assert "is a folder" in check_offline(tmp_path, DATABASE=".").only("FAULT", "DATABASE")


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """One that every user of this machine may enter."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@POSIX
def test_what_the_bots_user_may_not_write_is_a_fault_that_names_it(open_folder: Path) -> None:
    made(open_folder / "ledger.sqlite3")
    (open_folder / "backups").mkdir()
    for place in (open_folder / "backups", open_folder):
        place.chmod(0o555)
    (open_folder / "ledger.sqlite3").chmod(0o444)
    try:
        checked = check_offline(open_folder, before=AS_A_USER, DATABASE="ledger.sqlite3")
    finally:
        for place in (open_folder, open_folder / "backups"):
            place.chmod(0o755)
    assert checked.status == 78
    faults = checked.of("FAULT", "DATABASE") + checked.of("FAULT", "backups")
    for named in (f"the folder {open_folder} cannot", "ledger.sqlite3 cannot", f"{open_folder / 'backups'} cannot"):
        assert any(named in fault and "the user that runs the bot" in fault for fault in faults), named
    assert "is sound" in checked.only("ok", "database")  # it may be read


@POSIX
def test_a_folder_that_may_not_be_entered_is_a_fault(open_folder: Path) -> None:
    shut = open_folder / "shut"
    shut.mkdir(mode=0o700)
    shut.chmod(0o700 if os.geteuid() == 0 else 0)
    checked = check_offline(open_folder, before=AS_A_USER, DATABASE="shut/ledger.sqlite3")
    shut.chmod(0o700)
    assert checked.status == 78 and "cannot be reached (Permission denied)" in "".join(checked.of("FAULT", "DATABASE"))


def test_a_full_disk_is_told_before_it_hurts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reported(tmp_path / "x.sqlite3", capsys).of("ok", "disk")
    monkeypatch.setattr(files, "FEW", 10**18)
    assert "make room" in reported(tmp_path / "x.sqlite3", capsys).only("warn", "disk")
    monkeypatch.setattr(files, "TOO_FEW", 10**18)
    checked = reported(tmp_path / "x.sqlite3", capsys)
    assert checked.status == 78 and "make room" in checked.only("FAULT", "disk")


def test_the_file_system_of_a_folder_is_that_of_the_mount_nearest_above_it() -> None:
    mounts = """\
overlay / overlay rw 0 0
server:/home /home nfs4 rw 0 0
/dev/sdb1 /home/card\\040night ext4 rw 0 0
server:/x /homestead cifs rw 0 0
"""
    kinds = [file_system(Path(place), mounts) for place in ("/srv", "/home/me", "/home/card night/x", "/homestead")]
    assert kinds == ["overlay", "nfs4", "ext4", "cifs"]


# the database


def test_nothing_is_changed_where_a_bot_was_stopped(tmp_path: Path) -> None:
    made(tmp_path / "kreidtfuehrer.sqlite3", *TABLES)
    before = {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in tmp_path.iterdir()}
    checked = check_offline(tmp_path)
    assert checked.status == 0
    assert f"tables: 3 (2 open), settled deals: 2; schema {len(migrations())}; no bot is running" in checked.only(
        "ok", "database"
    )
    assert {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in tmp_path.iterdir()} == before


async def test_a_bot_that_runs_on_it_is_no_fault_and_is_not_hindered(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "kreidtfuehrer.sqlite3")
    try:

        async def work(connection: aiosqlite.Connection) -> None:
            for statement in TABLES:
                await connection.execute(statement)

        await database.write(work)  # stands in the write-ahead log alone
        checked = await asyncio.to_thread(check_offline, tmp_path)
        assert checked.status == 0
        assert (
            f"tables: 3 (2 open), settled deals: 2; schema {len(migrations())}; in use by a running bot"
            in checked.only("ok", "database")
        )

        async def more(connection: aiosqlite.Connection) -> None:
            await connection.execute("INSERT INTO guild (id, name) VALUES (2, 'another')")

        await database.write(more)
    finally:
        await database.close()
    assert not (tmp_path / "kreidtfuehrer.sqlite3-wal").exists()


def test_what_a_bot_wrote_before_it_was_killed_is_seen(tmp_path: Path) -> None:
    script = f"""
import asyncio, os
from pathlib import Path
from bot.store.database import Database
async def crash():
    database = await Database.open(Path("kreidtfuehrer.sqlite3"))
    async def work(connection):
        for statement in {TABLES!r}:
            await connection.execute(statement)
    await database.write(work)
    os._exit(9)
asyncio.run(crash())
"""
    killed = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert killed.returncode == 9 and (tmp_path / "kreidtfuehrer.sqlite3-wal").stat().st_size
    said = check_offline(tmp_path).only("ok", "database")
    assert "tables: 3 (2 open)" in said and "no bot is running" in said


def test_a_newer_database_asks_for_a_newer_bot(tmp_path: Path) -> None:
    path = made(tmp_path / "kreidtfuehrer.sqlite3")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version=99")
    checked = check_offline(tmp_path)
    assert checked.status == 78
    said = checked.only("FAULT", "DATABASE")
    assert "newer version of the bot (schema 99" in said and said.endswith("update the bot")


def test_an_older_database_will_be_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = made(tmp_path / "old.sqlite3")
    newer = len(migrations()) + 1
    monkeypatch.setattr(files, "migrations", lambda: ["SELECT 1;"] * newer)
    checked = reported(path, capsys)
    assert checked.status == 0 and f"brought to {newer} at the next start" in checked.only("ok", "database")


@pytest.mark.parametrize("version", [0, 1])
def test_a_database_of_another_program_is_not_taken(tmp_path: Path, version: int) -> None:
    with closing(sqlite3.connect(tmp_path / "kreidtfuehrer.sqlite3")) as connection:
        connection.execute("CREATE TABLE songs (title)")
        connection.execute(f"PRAGMA user_version={version}")
    checked = check_offline(tmp_path)
    assert checked.status == 78
    said = checked.only("FAULT", "DATABASE")
    assert "another program" in said and said.endswith("let DATABASE name a file of the bot's own")


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    (tmp_path / "kreidtfuehrer.sqlite3").touch()
    assert "is empty" in check_offline(tmp_path).only("ok", "database")


async def backed_up(path: Path) -> list[Path]:
    database = await Database.open(path)
    copies = [await database.backup() for _ in range(2)]
    await database.close()
    return copies


@pytest.mark.parametrize("table", ["sqlite_master", "ledger"])
async def test_a_damaged_database_names_the_copy_to_put_back(tmp_path: Path, table: str) -> None:
    """Also where the check reads nothing else."""
    path = tmp_path / "kreidtfuehrer.sqlite3"
    _, newest = await backed_up(path)
    content = bytearray(path.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    at = (found[0] - 1) * 4096 if found else 0
    content[at : at + 4096] = b"\x55" * 4096
    path.write_bytes(content)
    checked = check_offline(tmp_path)
    assert checked.status == 78
    said = checked.only("FAULT", "DATABASE")
    assert "it is damaged" in said and said.endswith(f"put back the newest copy, {newest.resolve()}")


async def test_copies_without_their_database_raise_a_question(tmp_path: Path) -> None:
    path = tmp_path / "kreidtfuehrer.sqlite3"
    _, newest = await backed_up(path)
    path.unlink()
    checked = check_offline(tmp_path)
    assert checked.status == 0 and newest.name in checked.only("warn", "database")


async def test_copies_that_have_fallen_behind_are_pointed_out(tmp_path: Path) -> None:
    older, newest = await backed_up(tmp_path / "kreidtfuehrer.sqlite3")
    assert f"the newest is {newest.name}, 0.0 days old" in check_offline(tmp_path).only("ok", "backups")
    for copy in (older, newest):
        os.utime(copy, (0, copy.stat().st_mtime - files.OLD_BACKUP - 60))
    checked = check_offline(tmp_path)
    assert checked.status == 0 and "2.0 days old" in checked.only("warn", "backups")


# texts


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"View Channel"', '"View Channel', "en.toml cannot be used"),
        ('"View Channel"', "1", "en.toml cannot be used (right.view_channel is no text)"),
        ('"View Channel"', '"View {channel}"', "de and en do not say the same at right.view_channel"),
        ('view_channel = "View Channel"\n', "", "de and en do not say the same at right.view_channel"),
    ],
)
def test_a_broken_installation_is_known_by_its_texts(tmp_path: Path, old: str, new: str, said: str) -> None:
    for package in ("bot", "cogs"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    file = tmp_path / "bot" / "ui" / "texts" / "en.toml"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    checked = check_offline(tmp_path, packages=tmp_path)
    assert checked.status == 78
    fault = checked.only("FAULT", "texts")
    assert fault.startswith(said) and fault.endswith("install the bot again")
    assert checked.of("skip", "everything else")
