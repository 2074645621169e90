"""The house's order: arrows point down only, the core is pure, no module grows too large."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MOST_LINES = 400

# From the top down; a module may import from its own layer and from those below.
LAYERS = (
    r"bot\.__main__|bot\.(running|trying|checking|keeping)|bot\.check(\..*)?",
    r"cogs(\..*)?",
    r"bot\.(client|desk|court_desk|answering|finder|exports|publisher|private|reminders|greeting|welcome|surfaces|errands)|"
    r"bot\.(posting|rights|slates|whereabouts|vanishing|looking_back|nightly|heartbeat|config)",
    r"bot\.pictures\.upload",
    r"bot\.ui\.send",
    r"bot\.(chronicle|tables|shell|trials|moves|courtroom|shouting|means|opponents|start|deadlines|clock|holds|haste)",
    r"bot\.ui(\..*)?",
    r"bot\.settings",
    r"bot\.pictures(\..*)?",
    r"bot\.store(\..*)?",
    r"bot\.(table|votes|cutting|sleeping|taking_back|arrangements|court|trial)|bot\.learn(\..*)?",
    r"bot\.(replay|verify|bench|bench_search|arena|process|progress|logs|worker)",
    r"bot\.core(\..*)?",
)
IMPURE = {"discord", "asyncio", "aiosqlite", "aiohttp", "sqlite3"}
IMPURE |= {"random", "secrets", "time", "os", "pathlib", "logging"}


def modules() -> Iterator[tuple[str, Path]]:
    for folder in ("bot", "cogs"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            parts = file.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), file


def imports(file: Path) -> set[str]:
    """What a module imports when it runs; what only the type checker sees binds nothing."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            node.body = []
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def layer(module: str) -> int | None:
    return next((i for i, pattern in enumerate(LAYERS) if re.fullmatch(pattern, module)), None)


def known() -> set[str]:
    return {name for name, _ in modules()}


def named(start: str) -> list[str]:
    return sorted(name for name in known() if name.startswith(start))


@pytest.mark.parametrize(("name", "file"), list(modules()), ids=lambda value: value if isinstance(value, str) else "")
def test_arrows_point_down_only(name: str, file: Path) -> None:
    if name == "bot" or name.startswith("bot.tryout"):
        return
    own = layer(name)
    assert own is not None, f"{name} has no place in the house"
    for imported in imports(file) & known() - {"bot"}:
        if imported.startswith("bot.tryout"):
            assert name == "bot.trying", f"{name} imports {imported}"
        else:
            below = layer(imported)
            assert below is not None and below >= own, f"{name} imports {imported}"


@pytest.mark.parametrize(
    "name", [*named("bot.core"), *named("bot.learn"), "bot.table", "bot.court", "bot.trial", "bot.sleeping"]
)
def test_the_core_and_the_table_are_pure(name: str) -> None:
    found = {imported.split(".")[0] for imported in imports(dict(modules())[name])}
    assert not found & IMPURE


@pytest.mark.parametrize("name", [name for name in named("bot.ui.") if name != "bot.ui.send"])
def test_messages_are_plain_data(name: str) -> None:
    assert "discord" not in {imported.split(".")[0] for imported in imports(dict(modules())[name])}


@pytest.mark.parametrize(
    "name",
    [
        *("bot.tables", "bot.trials", "bot.shell", "bot.moves", "bot.courtroom", "bot.shouting", "bot.chronicle"),
        *("bot.start", "bot.deadlines", "bot.clock", "bot.means", "bot.holds", "bot.haste"),
    ],
)
def test_the_shell_of_play_knows_no_discord(name: str) -> None:
    assert "discord" not in {imported.split(".")[0] for imported in imports(dict(modules())[name])}


def test_the_try_out_knows_nothing_of_the_bot() -> None:
    for name, file in modules():
        if name.startswith("bot.tryout"):
            own = {imported for imported in imports(file) if imported.split(".")[0] in ("bot", "cogs")}
            assert all(imported.startswith("bot.tryout") for imported in own), name


def test_no_module_is_too_large_or_called_utils() -> None:
    for name, file in modules():
        assert len(file.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, name
        assert "utils" not in name


def test_nothing_is_left_to_be_done() -> None:
    mark = re.compile(r"\b(TO" r"DO|FIX" r"ME|X" r"XX)\b")
    for folder in ("bot", "cogs", "tests"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in (".py", ".toml", ".sql", ".js", ".css", ".html"):
                found = mark.search(file.read_text(encoding="utf-8"))
                assert found is None, f"{file.relative_to(ROOT)}: {found}"


def test_modules_are_named_in_full() -> None:
    """These tests read imports by name; one relative to a package would go unseen."""
    for name, file in modules():
        if not name.startswith("bot.tryout"):
            nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            assert not [node for node in nodes if isinstance(node, ast.ImportFrom) and node.level], name


def test_imports_are_found_wherever_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(
        """
import one.two as three
from bot import table
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from bot.client import Unseen
def inside():
    from bot.core import cards
    try:
        import os, time
    except ImportError:
        pass
""",
        encoding="utf-8",
    )
    found = imports(file)
    assert found == {
        *("one.two", "bot", "bot.table", "typing", "typing.TYPE_CHECKING"),
        *("bot.core", "bot.core.cards", "os", "time"),
    }
    assert layer("bot.core.schafkopf.state") != layer("bot.table") is not None
    assert layer("bot.something_new") is None
