"""The lock file of the development environment: complete, and inside what pyproject.toml allows."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent


def locked() -> dict[str, Requirement]:
    lines = (ROOT / "dev.lock").read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(pin.name): pin for pin in pins}


def test_every_package_we_name_is_locked_at_a_version_we_allow() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = locked()
    for line in [*project["dependencies"], *project["optional-dependencies"]["dev"]]:
        wanted = Requirement(line)
        pin = pins.get(canonicalize_name(wanted.name))
        assert pin is not None, f"{wanted.name} is not locked"
        version = str(pin.specifier).removeprefix("==")
        assert re.fullmatch(r"[0-9][0-9a-z.]*", version), f"{pin} is no fixed version"
        assert version in wanted.specifier, f"{pin} is outside {wanted}"


def test_nothing_in_the_lock_is_left_open() -> None:
    assert all(str(pin.specifier).startswith("==") and pin.url is None for pin in locked().values())
