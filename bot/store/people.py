"""Persons, servers and small facts."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import aiosqlite

from bot.store.database import Database, Row


@dataclass(frozen=True, slots=True)
class Person:
    """``id`` is ours and never changes; the rest is as last seen, ``discord_id`` None once forgotten.

    ``settings``: what they have set for themselves, by the names of ``bot.settings``.
    """

    id: int
    discord_id: int | None
    name: str
    locale: str | None
    dm_channel_id: int | None
    dm_closed: bool
    settings: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def speaks(self) -> str | None:
        """The locale they want to be spoken to in."""
        return self.settings.get("language", self.locale)


@dataclass(frozen=True, slots=True)
class Guild:
    """A Discord server; ``locale`` and ``time_zone`` None mean the admin's defaults.

    ``settings``: all it has set, those two too, by the names of ``bot.settings``.
    """

    id: int
    name: str
    locale: str | None
    time_zone: str | None
    settings: Mapping[str, str]


_COLUMNS = {"language": "locale", "time_zone": "time_zone"}  # settings that have one of their own


class People:
    """Everyone seen, kept in memory once read: names are needed at every render and never fetched from Discord."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._by_id: dict[int, Person] = {}
        self._by_discord_id: dict[int, Person] = {}
        self._guilds: dict[int, Guild] = {}

    def get(self, person: int) -> Person:
        """A person who has been loaded; raises KeyError."""
        return self._by_id[person]

    async def load(self, ids: Iterable[int]) -> None:
        """Make these available to ``get``."""
        for person in set(ids) - self._by_id.keys():
            row = await self._database.row("SELECT * FROM person WHERE id = ?", (person,))
            if row is not None:
                self._keep(_person(row))

    async def find(self, discord_id: int) -> Person | None:
        known = self._by_discord_id.get(discord_id)
        if known is None:
            row = await self._database.row("SELECT * FROM person WHERE discord_id = ?", (discord_id,))
            known = self._keep(_person(row)) if row else None
        return known

    async def seen(self, discord_id: int, name: str, locale: str | None) -> Person:
        """Someone has pressed or typed something: keep the name and language; writes only what is new."""
        known = await self.find(discord_id)
        locale = locale or (known.locale if known else None)
        if known is not None and (known.name, known.locale) == (name, locale):
            return known

        async def work(connection: aiosqlite.Connection) -> Row:
            cursor = await connection.execute(
                "INSERT INTO person (discord_id, name, locale) VALUES (?, ?, ?)"
                " ON CONFLICT (discord_id) DO UPDATE SET name = excluded.name, locale = excluded.locale RETURNING *",
                (discord_id, name, locale),
            )
            row = await cursor.fetchone()
            assert row is not None
            return row

        return self._keep(_person(await self._database.write(work)))

    async def set_dm(self, person: int, channel_id: int | None, closed: bool) -> Person:
        """Remember the person's DM channel (None: as it was), and whether it takes messages."""

        async def work(connection: aiosqlite.Connection) -> Row:
            cursor = await connection.execute(
                "UPDATE person SET dm_channel_id = coalesce(?, dm_channel_id), dm_closed = ? WHERE id = ? RETURNING *",
                (channel_id, closed, person),
            )
            row = await cursor.fetchone()
            assert row is not None
            return row

        return self._keep(_person(await self._database.write(work)))

    async def forget_dm(self, person: int) -> Person:
        """Discord does not know the person's DM channel any more: it has to be opened again."""

        async def work(connection: aiosqlite.Connection) -> Row:
            cursor = await connection.execute(
                "UPDATE person SET dm_channel_id = NULL WHERE id = ? RETURNING *", (person,)
            )
            row = await cursor.fetchone()
            assert row is not None
            return row

        return self._keep(_person(await self._database.write(work)))

    async def set_own(self, person: int, changes: Mapping[str, str | None]) -> Person:
        """Keep what a person has set for themselves; None: no longer set. All others stay as they are."""

        async def work(connection: aiosqlite.Connection) -> Row:
            cursor = await connection.execute(
                "UPDATE person SET settings = json_patch(settings, ?) WHERE id = ? RETURNING *",
                (json.dumps(dict(changes)), person),
            )
            row = await cursor.fetchone()
            assert row is not None
            return row

        return self._keep(_person(await self._database.write(work)))

    async def guild_seen(self, guild_id: int, name: str) -> Guild:
        """A server somebody has pressed or typed in; ``name`` empty where it is not known just now."""
        known = self._guilds.get(guild_id)
        if known is not None and name in ("", known.name):
            return known

        async def work(connection: aiosqlite.Connection) -> Row:
            cursor = await connection.execute(
                "INSERT INTO guild (id, name) VALUES (?, ?)"
                " ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING *",
                (guild_id, name),
            )
            row = await cursor.fetchone()
            assert row is not None
            return row

        return self._keep_guild(await self._database.write(work))

    async def set_guild(self, guild_id: int, changes: Mapping[str, str | None]) -> Guild:
        """Keep settings of a server that has been seen; None: no longer set. All others stay as they are."""

        async def work(connection: aiosqlite.Connection) -> Row:
            columns = [name for name in changes if name in _COLUMNS]
            rest = {name: value for name, value in changes.items() if name not in _COLUMNS}
            parts = [f"{_COLUMNS[name]} = ?" for name in columns] + ["settings = json_patch(settings, ?)"]
            cursor = await connection.execute(
                f"UPDATE guild SET {', '.join(parts)} WHERE id = ? RETURNING *",
                (*(changes[name] for name in columns), json.dumps(rest), guild_id),
            )
            row = await cursor.fetchone()
            assert row is not None
            return row

        return self._keep_guild(await self._database.write(work))

    async def load_guilds(self) -> None:
        """Make all servers available to ``known_guild``."""
        for row in await self._database.rows("SELECT * FROM guild"):
            self._keep_guild(row)

    def known_guild(self, guild_id: int) -> Guild | None:
        return self._guilds.get(guild_id)

    def _keep(self, person: Person) -> Person:
        self._by_id[person.id] = person
        if person.discord_id is not None:
            self._by_discord_id[person.discord_id] = person
        return person

    def _keep_guild(self, row: Row) -> Guild:
        own = {name: row[column] for name, column in _COLUMNS.items() if row[column] is not None}
        settings = {**json.loads(row["settings"]), **own}
        guild = Guild(row["id"], row["name"], row["locale"], row["time_zone"], settings)
        self._guilds[guild.id] = guild
        return guild


def _person(row: Row) -> Person:
    return Person(
        row["id"],
        row["discord_id"],
        row["name"],
        row["locale"],
        row["dm_channel_id"],
        bool(row["dm_closed"]),
        json.loads(row["settings"]),
    )


async def fact(database: Database, name: str) -> str | None:
    row = await database.row("SELECT value FROM fact WHERE name = ?", (name,))
    return None if row is None else str(row["value"])


async def set_fact(database: Database, name: str, value: str) -> None:
    async def work(connection: aiosqlite.Connection) -> None:
        await connection.execute(
            "INSERT INTO fact VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", (name, value)
        )

    await database.write(work)
