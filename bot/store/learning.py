"""How far each person has come in the lessons."""

from dataclasses import dataclass

import aiosqlite

from bot.store.database import Database


@dataclass(frozen=True, slots=True)
class Learnt:
    """``step`` is the one shown next; ``finished``: the lesson has been gone through at least once."""

    lesson: str
    step: int
    finished: bool


class Learning:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: int) -> list[Learnt]:
        rows = await self._database.rows("SELECT * FROM learning WHERE person = ?", (person,))
        return [Learnt(row["lesson"], row["step"], row["finished_at"] is not None) for row in rows]

    async def reach(self, person: int, lesson: str, step: int, finished_at: float | None) -> None:
        """The step is shown next; ``finished_at`` only with a lesson's last one, and what was finished stays so."""

        async def work(connection: aiosqlite.Connection) -> None:
            await connection.execute(
                "INSERT INTO learning (person, lesson, step, finished_at) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (person, lesson) DO UPDATE SET step = excluded.step,"
                " finished_at = coalesce(excluded.finished_at, finished_at)",
                (person, lesson, step, finished_at),
            )

        await self._database.write(work)
