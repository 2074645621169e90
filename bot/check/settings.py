"""The settings: where each stands, what is wrong with it, and who else may read the token."""

import difflib
import os
import stat
from collections.abc import Mapping
from pathlib import Path

from bot.check.report import Report
from bot.config import SETTINGS, Config, ConfigFaults, read_config, settings

FILE = Path(".env")
OTHERS = stat.S_IROTH | stat.S_IWOTH
TOKENS = {"DISCORD_TOKEN", "DISCORD_TOKEN_FILE"}
MENDING = {"DISCORD_TOKEN_FILE": "the user that runs the bot must be able to read it, and it holds only the token"}


def check_settings(environ: dict[str, str], report: Report) -> Config:
    """The settings as far as they are right, with defaults for the others; ``token`` is empty where it is not."""
    try:
        in_file = settings({})
    except ConfigFaults as error:
        in_file = {}
        for line in error.faults:
            _fault(line, "give the user that runs the bot the right to read it; it is plain text in UTF-8", report)
    else:
        if FILE.exists():
            report.ok(".env", f"read from {FILE.absolute()}")
        else:
            report.ok(".env", f"there is none in {Path.cwd()}; the settings come from the environment alone")
    values = in_file | environ
    try:
        config = read_config(values)
    except ConfigFaults as error:
        at_fault: set[str] = set()
        for line in error.faults:
            names = line.partition(":")[0].split(", ")
            _fault(line, _mending(names, in_file, environ), report)
            at_fault |= TOKENS if TOKENS & set(names) else set(names)
        values = {name: value for name, value in values.items() if name not in at_fault}
        config = read_config(values, need_token=False)
    else:
        shown = {setting.name: values.get(setting.name) or setting.default for setting in SETTINGS}
        said = [f"{name}={value}" for name, value in shown.items() if value is not None and name not in TOKENS]
        report.ok("settings", ", ".join(said))
    _check_names(in_file, report)
    _check_readers(in_file, values, report)
    return config


def _fault(line: str, mending: str, report: Report) -> None:
    place, _, text = line.partition(": ")
    report.fault(place, f"{text}; {mending}")


def _mending(names: list[str], in_file: Mapping[str, str], environ: Mapping[str, str]) -> str:
    known = TOKENS if TOKENS & set(names) else set(names)
    stands = [
        f"{name} stands in {'the environment' if name in environ else '.env'}"
        for name in sorted(known)
        if environ.get(name) or in_file.get(name)
    ]
    hints = [MENDING[name] for name in names if name in MENDING and len(names) == 1]
    return ", ".join(hints + stands) or "put it into .env or into the environment"


def _check_names(in_file: Mapping[str, str], report: Report) -> None:
    ours = [setting.name for setting in SETTINGS]
    for name in sorted(in_file.keys() - set(ours)):
        alike = [own for own in ours if own in name.upper() or name.upper() in own]
        alike += difflib.get_close_matches(name.upper(), ours, n=1)
        if alike:
            report.warn(".env", f"{name} is no setting of this bot and does nothing; was {alike[0]} meant?")


def _check_readers(in_file: Mapping[str, str], values: Mapping[str, str], report: Report) -> None:
    if os.name != "posix":
        return
    holding = [FILE] if in_file.get("DISCORD_TOKEN") else []
    if named := values.get("DISCORD_TOKEN_FILE", "").strip():
        holding.append(Path(named))
    for file in holding:
        try:
            open_to_others = file.stat().st_mode & OTHERS
        except (OSError, ValueError):
            continue  # said already: it cannot be read
        if open_to_others:
            name = ".env" if file is FILE else "DISCORD_TOKEN_FILE"
            report.warn(name, f"everybody on this machine may read the token in it; mend it with: chmod o-rwx {file}")
