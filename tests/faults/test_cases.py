"""The table of cases names tests that exist."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
TABLE = (TESTS / "CASES.md").read_text("utf-8")


def named() -> list[str]:
    """``file::name`` or the name alone, which is in the file named before it; without parameters."""
    rows = [line for line in TABLE.splitlines() if line.startswith("|")]
    found = [code.split("[")[0] for row in rows for code in re.findall(r"`([^`]+)`", row)]
    return sorted({code for code in found if re.search(r"(^|/)test_", code)})


@pytest.mark.parametrize("code", named())
def test_a_named_test_exists(code: str) -> None:
    file, _, name = code.rpartition("::")
    if code.endswith(".py"):
        assert (TESTS / code).exists()
        return
    files = [TESTS / file] if file else [TESTS / one for one in re.findall(r"`([\w/]+\.py)", TABLE)]
    assert any(f"def {name}(" in one.read_text("utf-8") for one in files)


def test_every_case_says_whether_it_is_held() -> None:
    rows = [line for line in TABLE.splitlines() if line.startswith("| ") and not line.startswith("| case")]
    assert len(rows) > 60
    for row in rows:
        *_, held, _ = row.split("|")
        assert re.match(r" (yes|partly|no)\b", held), row
