"""Which live Discord messages show a table, so that they can be edited, replaced and repaired after a restart."""

from dataclasses import dataclass

import aiosqlite

from bot.store.database import Database

NO_SEAT = -1


@dataclass(frozen=True, slots=True)
class LiveMessage:
    """``seat`` is NO_SEAT where the kind has none. What it shows is not kept: after a start it is repaired anyway."""

    table_id: int
    kind: str
    seat: int
    partie: int
    deal: int
    channel_id: int
    message_id: int


class Messages:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_table(self, table_id: int) -> list[LiveMessage]:
        rows = await self._database.rows("SELECT * FROM message WHERE table_id = ?", (table_id,))
        return [LiveMessage(**dict(row)) for row in rows]

    async def keep(self, message: LiveMessage) -> None:
        async def work(connection: aiosqlite.Connection) -> None:
            await connection.execute(
                "INSERT OR REPLACE INTO message VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    message.table_id,
                    message.kind,
                    message.seat,
                    message.partie,
                    message.deal,
                    message.channel_id,
                    message.message_id,
                ),
            )

        await self._database.write(work)

    async def forget(self, table_id: int, kind: str, seat: int) -> None:
        async def work(connection: aiosqlite.Connection) -> None:
            await connection.execute(
                "DELETE FROM message WHERE table_id = ? AND kind = ? AND seat = ?", (table_id, kind, seat)
            )

        await self._database.write(work)
