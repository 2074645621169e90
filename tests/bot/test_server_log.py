"""Whoever runs the bot may turn the log up to DEBUG and still learns nobody's cards."""

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import asyncio, sys
from pathlib import Path
from bot import process
from bot.store.database import Database

async def main():
    database = await Database.open(Path(sys.argv[1]))
    async def work(connection):
        await connection.execute("INSERT INTO fact VALUES (?, ?)", ("name", "as secret as a pack"))
    await database.write(work)
    await database.close()

process.log_to_stderr("DEBUG")
process.logging.getLogger("bot.somewhere").debug("the log is turned up")
asyncio.run(main())
"""


def test_the_pack_is_not_in_the_log_at_debug(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "ledger.sqlite3")]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=60, check=True)
    assert "the log is turned up" in run.stderr
    assert "secret" not in run.stderr
