"""The wheel: nothing is missing in it, and what a clean environment installs from it works far from the sources."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("bot", "cogs")
NEEDED = ("pyproject.toml", "setup.py", "README.md", "LICENSE", *PACKAGES)
SECONDS = 300.0
COMPILED = (".so", ".pyd")
WHEEL = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir")


def called(*command: str | Path, cwd: Path, environ: Mapping[str, str] = MappingProxyType({})) -> str:
    """What a command prints; it must end well."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DISCORD", "PYTHONPATH"))}
    done = subprocess.run(
        command, cwd=cwd, env=kept | dict(environ), capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def copied(source: Path) -> Path:
    """What an earlier build left lying in the sources must not come along."""
    source.mkdir()
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
        else:
            shutil.copy(ROOT / name, source / name)
    return source


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    called(*WHEEL, out, copied(out / "source"), cwd=out)
    (found,) = out.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a clean environment into which only the wheel was installed."""
    home = tmp_path_factory.mktemp("clean")
    called(sys.executable, "-m", "venv", home, cwd=home)
    found = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    called(found, "-m", "pip", "install", "--quiet", wheel, cwd=home)
    return found


@pytest.fixture
def page(python: Path, tmp_path: Path) -> Iterator[str]:
    """Where the installed bot shows its try-out page."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [python, "-m", "bot", "try", "--port", "0"],
        cwd=tmp_path,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout is not None
        printed = ""
        while (found := re.search(r"http://127\.0\.0\.1:[0-9]+", printed)) is None:
            line = process.stdout.readline()
            assert line, printed
            printed += line
        yield found[0]
    finally:
        process.kill()
        process.communicate(timeout=SECONDS)


def test_every_file_of_the_packages_is_in_the_wheel_and_nothing_else(wheel: Path) -> None:
    sources = {
        file.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and file.suffix not in COMPILED
    }
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    compiled = {name for name in packed if name.endswith(COMPILED)}
    assert packed - compiled == sources
    assert {name.split(".")[0] for name in compiled} <= {"bot/core/search/solve"}


def test_without_a_compiler_the_wheel_is_built_all_the_same(tmp_path: Path) -> None:
    source = copied(tmp_path / "source")
    broken = {"CC": str(tmp_path / "no-compiler"), "CXX": str(tmp_path / "no-compiler")}
    called(*WHEEL, tmp_path, source, cwd=tmp_path, environ=broken)
    (found,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(found) as archive:
        names = archive.namelist()
    assert "bot/core/search/solve.py" in names
    assert sys.platform == "win32" or not [name for name in names if name.endswith(COMPILED)]


def test_the_installed_bot_plays_written_deals(python: Path, tmp_path: Path) -> None:
    records = sorted((ROOT / "tests" / "records").glob("*.toml"))
    assert records
    for line in called(python, "-m", "bot", "replay", "--json", *records, cwd=tmp_path).splitlines():
        assert json.loads(line)["status"] == "ok", line


def test_the_installed_bot_opens_its_ledger_and_shows_its_page(page: str, tmp_path: Path) -> None:
    html = urllib.request.urlopen(page, timeout=SECONDS).read().decode()
    linked = re.findall(r'(?:href|src)="(/[^"]+)"', html)
    assert linked
    for place in linked:
        assert urllib.request.urlopen(page + place, timeout=SECONDS).read()
    assert (tmp_path / "try-out.sqlite3").stat().st_size
