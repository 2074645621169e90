"""The settings: every one checked, all faults at once, the token never shown."""

import ast
import re
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.config import SETTINGS, ConfigFaults, read_config

ROOT = Path(__file__).parent.parent
TOKEN = "MTk4NjIyNDgzNDcx.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


def faults(**environ: str) -> list[str]:
    with pytest.raises(ConfigFaults) as raised:
        read_config(environ)
    return raised.value.faults


def test_the_token_is_enough() -> None:
    config = read_config({"DISCORD_TOKEN": TOKEN})
    assert config.token == TOKEN
    assert config.default_language == "de" and config.time_zone == "Europe/Berlin" and config.log_level == "INFO"
    assert config.database == Path("kreidtfuehrer.sqlite3") and config.shard_count is None


def test_all_faults_are_reported_together_and_each_names_its_setting() -> None:
    found = faults(DEFAULT_LANGUAGE="fr", TIME_ZONE="Mars/Olympus", LOG_LEVEL="loud", SHARD_COUNT="0", TEST_GUILD="x")
    assert [fault.split(":")[0] for fault in found] == [
        "DISCORD_TOKEN",
        "DEFAULT_LANGUAGE",
        "TIME_ZONE",
        "LOG_LEVEL",
        "SHARD_COUNT",
        "TEST_GUILD",
    ]
    assert all("\n" not in fault for fault in found)


@pytest.mark.parametrize("zone", ["", "../../etc/passwd", "Nowhere", "Europe/"])
def test_a_time_zone_must_be_known(zone: str) -> None:
    if zone:
        assert faults(DISCORD_TOKEN=TOKEN, TIME_ZONE=zone)[0].startswith("TIME_ZONE:")
    else:
        assert read_config({"DISCORD_TOKEN": TOKEN, "TIME_ZONE": zone}).time_zone == "Europe/Berlin"


def test_the_token_is_in_no_print_and_no_message() -> None:
    assert TOKEN not in repr(read_config({"DISCORD_TOKEN": TOKEN}))
    assert not any(TOKEN[:10] in fault for fault in faults(DISCORD_TOKEN=TOKEN + " x", LOG_LEVEL="?"))


def test_a_token_may_stand_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n", encoding="utf-8")
    assert read_config({"DISCORD_TOKEN_FILE": str(file)}).token == TOKEN
    both = faults(DISCORD_TOKEN=TOKEN, DISCORD_TOKEN_FILE=str(file))
    assert len(both) == 1 and both[0].startswith("DISCORD_TOKEN, DISCORD_TOKEN_FILE:")


def test_a_token_file_that_is_missing_or_empty_is_named(tmp_path: Path) -> None:
    assert faults(DISCORD_TOKEN_FILE=str(tmp_path / "nowhere"))[0].startswith("DISCORD_TOKEN_FILE: cannot read")
    (tmp_path / "empty").touch()
    assert "is empty" in faults(DISCORD_TOKEN_FILE=str(tmp_path / "empty"))[0]


def test_the_example_lists_every_setting_with_its_default_and_meaning() -> None:
    text = (ROOT / "config.example.env").read_text(encoding="utf-8")
    found = re.findall(r"^# (.+)\n(#?)([A-Z_]+)=(.*)$", text, re.MULTILINE)
    assert [(name, value or None, meaning) for meaning, _, name, value in found] == [tuple(s) for s in SETTINGS]
    assert [bool(unset) for _, unset, _, _ in found] == [setting.default is None for setting in SETTINGS]
    assert dotenv_values(ROOT / "config.example.env") == {s.name: s.default for s in SETTINGS if s.default is not None}


def test_the_readme_lists_every_setting() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([A-Z_]+)` \| (?:`([^`]+)`)? ?\|", readme, re.MULTILINE)
    assert [(name, default or None) for name, default in listed] == [(s.name, s.default) for s in SETTINGS]


def test_only_the_command_line_looks_at_the_environment() -> None:
    readers = set()
    for folder in ("bot", "cogs"):
        for file in (ROOT / folder).rglob("*.py"):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
            if names & {"environ", "getenv"}:
                readers.add(file.relative_to(ROOT).as_posix())
    assert readers == {"bot/__main__.py"}


def test_ci_calls_the_test_command_as_the_readme_gives_it() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [command] = [line for line in readme.splitlines() if line.endswith("-m pytest -n 2")]
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
