"""The systemd unit and the container's files: what they promise fits the bot, and what they run works."""

import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.config import read_config
from bot.process import CONFIG_FAULT, STOP_SECONDS, UNREACHABLE
from tests.checks import TOKEN, Checked

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "kreidtfuehrer.service"
IDENTIFIES_A_DAY = 1000  # after which Discord takes the token away
SECONDS = 300
MOST_EXPOSED = 1.5  # of 10, by systemd's own measure


def unit() -> dict[str, list[str]]:
    """All values of the unit, by key."""
    found: dict[str, list[str]] = {}
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


def one(key: str) -> str:
    [value] = unit()[key]
    return value


def seconds(text: str) -> float:
    """A time as systemd and Compose write it."""
    match = re.fullmatch(r"([0-9]+)(s|min)", text)
    assert match, text
    return float(match[1]) * {"s": 1, "min": 60}[match[2]]


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's, with lines joined."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, " ".join(rest.split())) for word, _, rest in (line.partition(" ") for line in lines)]


def last(word: str) -> str:
    return [rest for known, rest in instructions() if known == word][-1]


def compose() -> str:
    return (DEPLOY / "compose.yaml").read_text(encoding="utf-8")


# systemd


def test_systemd_does_not_restart_on_faults_in_the_settings_but_on_all_else() -> None:
    assert one("Restart") == "on-failure"
    assert one("RestartPreventExitStatus").split() == [str(CONFIG_FAULT)]
    assert str(UNREACHABLE) not in one("RestartPreventExitStatus")
    assert one("StartLimitIntervalSec") == "0"  # else it gives up while Discord is away


def test_not_even_a_bot_that_always_crashes_uses_up_the_connections_of_a_day() -> None:
    assert 86_400 / seconds(one("RestartSec")) < IDENTIFIES_A_DAY


def test_systemd_gives_the_bot_more_time_to_close_than_it_takes() -> None:
    assert one("KillSignal") == "SIGTERM" and one("KillMode") == "mixed"
    assert seconds(one("TimeoutStopSec")) > STOP_SECONDS


def test_the_token_comes_as_a_credential_that_the_bot_reads(tmp_path: Path) -> None:
    name, _, source = one("LoadCredential").partition(":")
    assert Path(source).is_absolute()
    (tmp_path / name).write_text(f"{TOKEN}\n", encoding="utf-8")
    setting, _, value = one("Environment").partition("=")
    assert read_config({setting: value.replace("%d", str(tmp_path))}).token == TOKEN


def test_the_bot_writes_only_into_its_own_folder_and_nobody_else_reads_it() -> None:
    assert one("ProtectSystem") == "strict"
    assert one("WorkingDirectory") == f"%S/{one('StateDirectory')}"
    assert int(one("StateDirectoryMode"), 8) & 0o007 == 0 and int(one("UMask"), 8) & 0o077 == 0o077
    assert one("User") not in ("root", "nobody") and one("NoNewPrivileges") == "yes"


def test_systemd_starts_what_the_wheel_installs() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    assert Path(one("ExecStart")).name in scripts
    # Not ``python -m``: that looks for code in the working directory, into which the bot may write.
    assert " " not in one("ExecStart")


@pytest.fixture
def analysed(tmp_path: Path) -> Path:
    """The unit with a program that exists on this machine."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed here")
    file = tmp_path / UNIT.name
    text = UNIT.read_text(encoding="utf-8")
    file.write_text(text.replace(f"ExecStart={one('ExecStart')}", "ExecStart=/bin/true"), encoding="utf-8")
    return file


def analyse(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, timeout=SECONDS, check=False)


def test_systemd_understands_the_unit(analysed: Path) -> None:
    done = analyse("verify", "--man=no", analysed)
    assert done.returncode == 0 and UNIT.name not in done.stderr, done.stderr


def test_systemd_finds_little_that_the_bot_may_do(analysed: Path) -> None:
    done = analyse("security", "--offline=yes", "--no-pager", f"--threshold={MOST_EXPOSED * 10:.0f}", analysed)
    assert done.returncode == 0, done.stdout + done.stderr


# the container


def test_the_container_runs_as_nobody_special_and_hears_signals() -> None:
    user = last("USER").partition(":")[0]
    assert user.isdecimal() and int(user) > 0
    assert last("STOPSIGNAL") == "SIGTERM"
    assert json.loads(last("ENTRYPOINT"))  # a list: no shell stands between the signal and the bot
    assert json.loads(last("HEALTHCHECK").partition(" CMD ")[2]) == [*json.loads(last("ENTRYPOINT")), "healthy"]
    order = [word for word, _ in instructions()]
    assert order.index("USER") > max(place for place, word in enumerate(order) if word == "RUN")


def test_the_container_keeps_its_database_in_the_volume() -> None:
    settings = dict(pair.split("=") for pair in last("ENV").split())
    assert Path(read_config(settings, need_token=False).database).parent == Path(last("VOLUME"))
    assert last("WORKDIR") == last("VOLUME") and "HEARTBEAT_FILE" in settings
    made = next(rest for word, rest in instructions() if word == "RUN" and "useradd" in rest)
    user = last("USER").partition(":")[0]
    assert f"--uid {user} " in made and f"--owner={user} " in made and made.endswith(f" {last('VOLUME')}")


def test_the_container_has_a_python_that_the_bot_runs_on() -> None:
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    oldest = tuple(map(int, needed.removeprefix(">=").split(".")))
    images = [re.match(r"python:([0-9]+)\.([0-9]+)-slim", rest) for word, rest in instructions() if word == "FROM"]
    assert len(images) == 2 and all(image and (int(image[1]), int(image[2])) >= oldest for image in images)
    assert len({image[0] for image in images if image}) == 1  # else the environment copied over would not fit


def test_no_secret_and_no_database_is_sent_to_the_builder() -> None:
    rules = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").split()
    assert rules[0] == "*"

    def sent(path: str) -> bool:
        taken = True
        for rule in rules:
            pattern = rule.removeprefix("!").removeprefix("**/")
            parts = Path(path).parts
            found = fnmatch.fnmatch(parts[0], pattern) if rule[:2] != "**" else pattern in parts
            taken = rule.startswith("!") if found else taken
        return taken

    copied = [
        name for word, rest in instructions() if word == "COPY" and "--from" not in rest for name in rest.split()[:-1]
    ]
    assert copied and all(sent(name) and (ROOT / name).exists() for name in copied)
    for name in (
        ".env",
        "deploy/token",
        "kreidtfuehrer.sqlite3",
        "backups/x.sqlite3",
        ".git/config",
        "bot/__pycache__",
    ):
        assert not sent(name), name


def test_compose_gives_the_bot_time_to_close_and_no_more_than_it_needs() -> None:
    [grace] = re.findall(r"stop_grace_period: (\S+)", compose())
    assert seconds(grace) > STOP_SECONDS
    for line in ("restart: unless-stopped", "read_only: true", "- no-new-privileges:true"):
        assert re.search(rf"^ +{line}$", compose(), re.MULTILINE), line
    assert re.search(r"cap_drop:\s+- ALL\b", compose())
    assert re.search(rf"volumes:\s+- data:{last('VOLUME')}\n", compose())
    heartbeat = Path(dict(pair.split("=") for pair in last("ENV").split())["HEARTBEAT_FILE"])
    assert re.search(rf"tmpfs:\s+- {heartbeat.parent}\n", compose())  # all else cannot be written


def test_compose_hands_the_token_over_as_a_file_that_git_does_not_take() -> None:
    [name] = re.findall(r"DISCORD_TOKEN_FILE: /run/secrets/(\S+)", compose())
    assert re.search(rf"secrets:\n +- {name}\n", compose())
    assert re.search(rf"\nsecrets:\n  {name}:\n    file: \./{name}\n", compose())
    assert f"deploy/{name}" in (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    assert f"chown {last('USER').partition(':')[0]} deploy/{name}" in compose()


def called(command: str, cwd: Path, **environ: str) -> "subprocess.CompletedProcess[str]":
    kept: Mapping[str, str] = {
        name: value for name, value in os.environ.items() if not name.startswith(("DISCORD", "PYTHONPATH", "VIRTUAL"))
    }
    return subprocess.run(
        command, shell=True, cwd=cwd, env={**kept, **environ}, capture_output=True, text=True, timeout=SECONDS
    )


@pytest.mark.skipif(os.name != "posix", reason="the container's commands are those of a POSIX shell")
def test_what_the_container_builds_runs_in_an_empty_folder(tmp_path: Path) -> None:
    """The commands of the first stage, done here with the container's folders below this one."""

    def here(text: str) -> str:
        return re.sub(r"(?<![\w.:*])/(?=source|wheels|opt)", f"{tmp_path}/", text)

    source, first = tmp_path / "source", True
    for word, rest in instructions():
        if word == "FROM":
            if not first:
                break
            first = False
        elif word == "WORKDIR":
            Path(here(rest)).mkdir()
        elif word == "COPY":
            *names, target = rest.split()
            for name in names:
                if (ROOT / name).is_dir():
                    shutil.copytree(ROOT / name, source / target, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    shutil.copy(ROOT / name, source / target)
        else:
            assert word == "RUN"
            command = here(rest)
            for program in ("pip", "python"):  # the image's own
                if command.startswith(f"{program} "):
                    command = f"{sys.executable} {'-m pip' if program == 'pip' else ''} {command[len(program) + 1 :]}"
            done = called(command, source)
            assert done.returncode == 0, done.stdout + done.stderr
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "token").write_text(TOKEN, encoding="utf-8")
    (folder / "token").chmod(0o400)
    [entry] = json.loads(last("ENTRYPOINT"))
    done = called(f"{here(entry)} check --offline", folder, DISCORD_TOKEN_FILE="token")
    checked = Checked(done.returncode, done.stdout)
    assert checked.status == 0 and not checked.of("warn") and done.stderr == ""
    assert [file.name for file in folder.iterdir()] == ["token"]
    python = Path(here(entry)).with_name("python")
    done = called(f"{python} -c 'import bot.client; [__import__(name) for name in bot.client.COGS]'", folder)
    assert done.returncode == 0, done.stderr
