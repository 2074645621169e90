"""The command line as a process: one line a fault, exit statuses, signals."""

import contextlib
import http.server
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RECORDS = Path(__file__).parent / "records"
SECONDS = 30
TOKEN = "MTk4NjIyNDgzNDcx.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


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


def test_a_file_of_settings_that_cannot_be_read_is_one_fault(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe\n")
    done = bot(cwd=tmp_path)
    assert done.returncode == 78
    [line] = done.stderr.splitlines()
    assert line.startswith(".env:")


class AnsweredBy(http.server.BaseHTTPRequestHandler):
    """A Discord that knows nobody."""

    def do_GET(self) -> None:
        body = b'{"message": "401: Unauthorized", "code": 0}'
        self.send_response(401)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


def connecting(port: int, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """``python -m bot`` with a token, and Discord said to be at this port."""
    script = f"""
import discord, sys
discord.http.Route.BASE = "http://127.0.0.1:{port}"
from bot.__main__ import main
sys.exit(main([]))
"""
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(ROOT), "DISCORD_TOKEN": TOKEN, "DATABASE": str(cwd / "ledger.sqlite3")},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def test_a_token_that_discord_does_not_accept_is_one_fault_and_not_shown(tmp_path: Path) -> None:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), AnsweredBy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        done = connecting(server.server_port, tmp_path)
        server.shutdown()
    assert done.returncode == 78  # tried again and again it would count towards a ban
    [line] = done.stderr.splitlines()
    assert line.startswith("DISCORD_TOKEN:") and TOKEN not in line


def test_that_discord_cannot_be_reached_is_one_line_and_worth_another_try(tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        done = connecting(unused.getsockname()[1], tmp_path)
    assert done.returncode == 75
    [line] = done.stderr.splitlines()
    assert line.startswith("Discord cannot be reached:") and TOKEN not in line


@pytest.mark.parametrize(
    "arguments",
    [
        ["dance"],
        ["try", "--people", "5"],
        ["try", "--port", "65536"],
        ["try", "--port", "-1"],
        ["try", "--port", "http"],
        ["healthy", "--within", "0"],
        ["replay"],
        ["verify", "deals.toml", "--database", "ledger.sqlite3"],
        ["restore"],
        ["bench"],
        ["bench", "rules", "--deals", "0"],
    ],
)
def test_wrong_words_are_answered_with_the_usage(tmp_path: Path, arguments: list[str]) -> None:
    done = bot(*arguments, cwd=tmp_path)
    assert done.returncode == 2 and "usage: python -m bot" in done.stderr and "Traceback" not in done.stderr


def test_help_names_every_command(tmp_path: Path) -> None:
    done = bot("--help", cwd=tmp_path)
    assert done.returncode == 0
    assert all(
        re.search(rf"^\s+{command}\s", done.stdout, re.MULTILINE)
        for command in ("run", "check", "healthy", "try", "replay", "verify", "backup", "restore", "bench")
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
    assert second.returncode == 78
    [line] = second.stderr.splitlines()
    assert line.startswith("--port:")


@pytest.mark.parametrize("place", [".", "file/ledger.sqlite3"])
def test_a_database_that_cannot_be_used_is_named(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    done = bot("try", "--port", "0", "--database", place, cwd=tmp_path)
    assert done.returncode == 78
    [line] = done.stderr.splitlines()
    assert line.startswith("--database:")
