"""What the tests of ``python -m bot check`` share."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SECONDS = 60
TOKEN = "MTk4NjIyNDgzNDcx.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
LINE = re.compile(r"(ok   |warn |skip |FAULT) ([^:]+(?:\([0-9]+\))?): \S.*")
AFTER = """
import os, sys
import bot.__main__, bot.checking, bot.check.files, bot.check.online, bot.check.settings
{before}
sys.exit(bot.__main__.main(sys.argv[1:]))
"""


class Checked:
    """How a check came out; everything it printed has the one form, and never the token."""

    def __init__(self, status: int, printed: str) -> None:
        self.status = status
        *lines, self.summary = printed.splitlines()
        assert TOKEN not in printed and TOKEN[:18] not in printed
        assert self.summary.startswith("summary: ")
        self.found: list[tuple[str, str, str]] = []
        for line in lines:
            match = LINE.fullmatch(line)
            assert match, line
            self.found.append((match[1].strip(), match[2], line[match.end(2) + 2 :]))

    def of(self, kind: str, place: str = "") -> list[str]:
        """The texts of one kind, at places that begin so."""
        return [text for known, where, text in self.found if known == kind and where.startswith(place)]

    def only(self, kind: str, place: str = "") -> str:
        """The one text of that kind there."""
        found = self.of(kind, place)
        assert len(found) == 1, self.found
        return found[0]


def check_offline(cwd: Path, packages: Path = ROOT, before: str = "", **environ: str) -> Checked:
    """``python -m bot check --offline`` as a process in that folder, with a token unless another is given.

    ``before`` is done in it first, when everything has been imported.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DISCORD", "PYTHONPATH"))}
    if "DISCORD_TOKEN_FILE" not in environ:
        kept["DISCORD_TOKEN"] = TOKEN
    done = subprocess.run(
        [sys.executable, *(["-c", AFTER.format(before=before)] if before else ["-m", "bot"]), "check", "--offline"],
        cwd=cwd,
        env=kept | {"PYTHONPATH": str(packages), "PYTHONDONTWRITEBYTECODE": "1"} | environ,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.stderr == ""
    return Checked(done.returncode, done.stdout)
