"""The command line as a process: one line a fault, exit statuses, signals."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RECORDS = Path(__file__).parent / "records"
SECONDS = 30


def bot(*arguments: str, cwd: Path, **environ: str) -> "subprocess.CompletedProcess[str]":
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD")}
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=cwd,
        env=kept | {"PYTHONPATH": str(ROOT)} | environ,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


@contextlib.contextmanager
def trying(database: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """``python -m bot try`` once it listens, and its port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "try", "--port", "0", "--database", str(database)],
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout is not None
        printed = ""
        while (found := re.search(r"http://127\.0\.0\.1:([0-9]+)", printed)) is None:
            line = process.stdout.readline()
            assert line, printed
            printed += line
        yield process, found[1]
    finally:
        process.kill()
        process.communicate(timeout=SECONDS)


def test_faults_in_the_settings_are_listed_and_end_it_with_78(tmp_path: Path) -> None:
    done = bot(cwd=tmp_path, DEFAULT_LANGUAGE="fr", TIME_ZONE="Mars/Olympus")
    assert done.returncode == 78 and done.stdout == ""
    lines = done.stderr.splitlines()
    assert [line.split(":")[0] for line in lines] == ["DISCORD_TOKEN", "DEFAULT_LANGUAGE", "TIME_ZONE"]


def test_settings_are_read_from_a_file_and_overruled_by_the_environment(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DEFAULT_LANGUAGE=fr\nLOG_LEVEL=loud\n", encoding="utf-8")
    done = bot(cwd=tmp_path, LOG_LEVEL="INFO")
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == ["DISCORD_TOKEN", "DEFAULT_LANGUAGE"]


@pytest.mark.parametrize("arguments", [["dance"], ["try", "--people", "5"], ["replay"], ["bench"]])
def test_wrong_words_are_answered_with_the_usage(tmp_path: Path, arguments: list[str]) -> None:
    done = bot(*arguments, cwd=tmp_path)
    assert done.returncode == 2 and "usage: python -m bot" in done.stderr and "Traceback" not in done.stderr


def test_help_names_every_command(tmp_path: Path) -> None:
    done = bot("--help", cwd=tmp_path)
    assert done.returncode == 0
    assert all(
        re.search(rf"^\s+{command}\s", done.stdout, re.MULTILINE) for command in ("run", "try", "replay", "bench")
    )


def test_replay_says_how_each_file_came_out(tmp_path: Path) -> None:
    good = RECORDS / "bauernstoss-000.toml"
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(good.read_text(encoding="utf-8").replace("NS = 34", "NS = 35"), encoding="utf-8")
    assert bot("replay", str(good), cwd=tmp_path).returncode == 0
    assert bot("replay", str(good), str(wrong), cwd=tmp_path).returncode == 1
    missing = bot("replay", str(good), str(tmp_path / "missing.toml"), cwd=tmp_path)
    assert missing.returncode == 2 and "Traceback" not in missing.stderr


def test_bench_prints_its_figures(tmp_path: Path) -> None:
    done = bot("bench", "rules", "--deals", "20", cwd=tmp_path)
    assert done.returncode == 0 and re.search(r"\d", done.stdout)


@pytest.mark.skipif(os.name == "nt", reason="signals of this kind exist on POSIX systems only")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_closes_it_cleanly_within_five_seconds(tmp_path: Path, number: signal.Signals) -> None:
    with trying(tmp_path / "try.sqlite3") as (process, _):
        began = time.monotonic()
        process.send_signal(number)
        assert process.wait(timeout=SECONDS) == 0
        assert time.monotonic() - began < 5
    with trying(tmp_path / "try.sqlite3"):  # and the file is free again
        pass


def test_a_second_instance_on_the_same_file_says_so(tmp_path: Path) -> None:
    database = tmp_path / "try.sqlite3"
    with trying(database):
        second = bot("try", "--port", "0", "--database", str(database), cwd=tmp_path)
    assert second.returncode == 78
    [line] = second.stderr.splitlines()
    assert line.startswith("--database:") and "another instance" in line


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with trying(tmp_path / "one.sqlite3") as (_, taken):
        second = bot("try", "--port", taken, "--database", str(tmp_path / "two.sqlite3"), cwd=tmp_path)
    assert second.returncode == 78 and second.stderr.startswith("--port:") and "Traceback" not in second.stderr
