"""The settings: every one checked, all faults at once, the token never shown."""

import ast
import re
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.config import SETTINGS, ConfigFaults, Setting, read_config

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
    wrong = {"LOG_LEVEL": "loud", "LOG_FORMAT": "xml", "SHARD_COUNT": "0", "TEST_GUILD": "x"}
    found = faults(DEFAULT_LANGUAGE="fr", TIME_ZONE="Mars/Olympus", **wrong)
    assert [fault.split(":")[0] for fault in found] == [
        "DISCORD_TOKEN",
        "DEFAULT_LANGUAGE",
        "TIME_ZONE",
        "LOG_LEVEL",
        "LOG_FORMAT",
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


def test_a_token_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\r\n", encoding="utf-8-sig")
    assert read_config({"DISCORD_TOKEN_FILE": str(file)}).token == TOKEN


def test_a_token_file_that_is_of_no_use_is_one_fault(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text(" \n", encoding="utf-8")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "two-lines").write_text(f"{TOKEN}\n{TOKEN}", encoding="utf-8")
    for name, said in (
        ("nowhere", "cannot read"),
        ("", "cannot read"),  # a folder
        ("no\0thing", "cannot read"),
        ("binary", "cannot read"),
        ("empty", "is empty"),
        ("two-lines", "no blanks"),
    ):
        [fault] = faults(DISCORD_TOKEN_FILE=str(tmp_path / name))
        assert fault.startswith("DISCORD_TOKEN") and said in fault and "\n" not in fault
        assert TOKEN not in fault


def test_the_token_in_the_wrong_setting_is_not_repeated() -> None:
    assert not any(TOKEN in fault for fault in faults(DISCORD_TOKEN_FILE=TOKEN))


@pytest.mark.parametrize("token", [f"{TOKEN} {TOKEN}", f"{TOKEN}\tx", "ein-schönes-Token", "\ufeff" + TOKEN])
def test_a_token_holds_no_blanks_and_no_special_characters(token: str) -> None:
    [fault] = faults(DISCORD_TOKEN=token)
    assert fault.startswith("DISCORD_TOKEN:") and token not in fault


def test_the_try_out_needs_no_token() -> None:
    assert read_config({}, need_token=False).token == ""
    [fault] = faults()
    assert fault.startswith("DISCORD_TOKEN: not set")


@pytest.mark.parametrize("name", ["BACKUPS_KEPT", "SHARD_COUNT", "TEST_GUILD"])
@pytest.mark.parametrize("value", ["0", "-1", "1.5", "x", "1e3", "²", "٣", "1" * 5000, "0" * 30])
def test_numbers_are_positive(name: str, value: str) -> None:
    [fault] = faults(DISCORD_TOKEN=TOKEN, **{name: value})
    assert fault.startswith(f"{name}:") and len(fault) < 100


def test_all_settings_together() -> None:
    config = read_config(
        {
            "DISCORD_TOKEN": f" {TOKEN} ",
            "DATABASE": "/var/lib/tables.sqlite3",
            "BACKUPS_KEPT": "3",
            "DEFAULT_LANGUAGE": "en",
            "TIME_ZONE": "America/New_York",
            "LOG_LEVEL": "debug",
            "LOG_FORMAT": "JSON",
            "HEARTBEAT_FILE": "/run/tables/heartbeat",
            "NOTIFY_SOCKET": "/run/systemd/notify",
            "SHARD_COUNT": "4",
            "TEST_GUILD": "1234567890123456789",
            "SOMETHING_ELSE": "is not ours",
        }
    )
    assert (config.token, config.database) == (TOKEN, Path("/var/lib/tables.sqlite3"))
    assert (config.default_language, config.time_zone, config.log_level) == ("en", "America/New_York", "DEBUG")
    assert config.backups_kept == 3
    assert (config.shard_count, config.test_guild) == (4, 1234567890123456789)
    assert (config.log_format, config.heartbeat_file) == ("json", Path("/run/tables/heartbeat"))
    assert (config.notify_socket, config.journal_stream) == ("/run/systemd/notify", None)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_an_empty_setting_is_one_that_is_not_set(setting: Setting) -> None:
    given = {"DISCORD_TOKEN": TOKEN, setting.name: "  "}
    if setting.name == "DISCORD_TOKEN":
        assert faults(**given)[0].startswith("DISCORD_TOKEN: not set")
    else:
        assert read_config(given) == read_config({"DISCORD_TOKEN": TOKEN})


def test_the_example_lists_every_setting_with_its_default_and_meaning() -> None:
    text = (ROOT / "config.example.env").read_text(encoding="utf-8")
    found = re.findall(r"^# (.+)\n(#?)([A-Z_]+)=(.*)$", text, re.MULTILINE)
    assert [(name, value or None, meaning) for meaning, _, name, value in found] == [tuple(s) for s in SETTINGS]
    assert [bool(unset) for _, unset, _, _ in found] == [setting.default is None for setting in SETTINGS]
    assert dotenv_values(ROOT / "config.example.env") == {s.name: s.default for s in SETTINGS if s.default is not None}


@pytest.mark.parametrize("name", ["README.md", "README.de.md"])
def test_the_readme_lists_every_setting(name: str) -> None:
    readme = (ROOT / name).read_text(encoding="utf-8")
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


def test_both_readmes_give_the_same_commands_and_pictures_that_are_there() -> None:
    english, german = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.de.md"))
    blocks = [set(re.findall(r"```sh\n(.+?)\n```", text, re.DOTALL)) for text in (english, german)]
    assert blocks[1] < blocks[0] and len(blocks[1]) == 2
    for text in (english, german):
        places = re.findall(r"docs/pictures/[a-z-]+\.png", text)
        assert places and all((ROOT / place).is_file() for place in places)
