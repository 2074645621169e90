"""The power failure at every moment: what lies on the disk and stands in Discord then, and the life after it."""

import pickle
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from bot.table import TablePhase

from .house import ACT, House
from .seen import ids_of
from .wire import Wire

_OF_THE_WORLD = ("bot", "people", "users", "text", "dms", "channels", "commands", "emojis", "_last_id")
BOOKS = {
    "log": "ply, seat, action, person",
    "deal": "partie, deal, standing, first_ply, north, east, south, west",
    "settlement": "partie, deal, outcome, standing, striche_ns, striche_ew",
    "ledger": "kind, partie, deal, seat, pair, person, partner, striche, striche_other, won, computers",
}
Books = dict[str, list[tuple[Any, ...]]]


@dataclass(frozen=True)
class Wreck:
    """All that is left after a stop: the file with its WAL, what stands in Discord, which presses were answered."""

    at: str
    database: bytes
    wal: bytes
    world: bytes
    answered: tuple[str, ...]
    waiting: tuple[str, ...]

    def afloat(self, folder: Path) -> tuple[Path, Wire]:
        """Files in that folder, and a Discord that knows nothing of the presses before."""
        folder.mkdir()
        path = folder / "ledger.sqlite3"
        if self.database:
            path.write_bytes(self.database)
        if self.wal:
            path.with_name(path.name + "-wal").write_bytes(self.wal)
        wire = Wire(answer_within=20.0)
        wire.world.__dict__.update(pickle.loads(self.world))
        return path, wire


class Recorder:
    """While ``on``, keeps a wreck of every moment at which something is different from the moment before."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.on = False
        self.points = 0
        self.wrecks: list[Wreck] = []
        self._house = house
        self._last: object = None
        self._quiet = threading.Lock()  # held while SQLite works, in whatever thread
        house.wire.rest.around = lambda moment, what: self.point(f"{moment} {what[:60]}")
        execute = aiosqlite.Connection._execute
        recorder = self

        async def recorded(connection: Any, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
            def alone(*args: Any, **kwargs: Any) -> Any:
                with recorder._quiet:
                    return work(*args, **kwargs)

            what = str(args[0])[:60] if args else getattr(work, "__name__", "a statement")
            recorder.point(f"before {what}")
            result = await execute(connection, alone, *args, **kwargs)
            recorder.point(f"after {what}")
            return result

        monkeypatch.setattr(aiosqlite.Connection, "_execute", recorded)

    def point(self, at: str) -> None:
        if self.on:
            self.points += 1
            wreck = self.wreck(at)
            if wreck is not None:
                self.wrecks.append(wreck)

    def wreck(self, at: str) -> Wreck | None:
        """As it is now; None if nothing has changed since the last one."""
        house, path = self._house, self._house.database
        wal = path.with_name(path.name + "-wal")
        with self._quiet:
            files = [file.read_bytes() if file.exists() else b"" for file in (path, wal)]
        presses = house.wire.interactions._by_id.values()
        answered = tuple(str(one.data.get("custom_id")) for one in presses if one.state == "answered")
        waiting = tuple(str(one.data.get("custom_id")) for one in presses if one.state == "waiting")
        world = house.wire.world
        messages = [(m.id, m.edited) for channel in world.channels.values() for m in channel.messages.values()]
        now = (files, answered, waiting, messages)
        if now == self._last:
            return None
        self._last = now
        kept = pickle.dumps({name: getattr(world, name) for name in _OF_THE_WORLD})
        return Wreck(at, files[0], files[1], kept, answered, waiting)


def books(house: House) -> Books:
    """Everything that counts, without the times."""
    return {
        name: sorted(map(tuple, house.disk.rows(f"SELECT {columns} FROM {name} WHERE table_id = 1")), key=repr)
        for name, columns in BOOKS.items()
    }


def dealt(house: House) -> bool:
    return house.settled() == 1


def partie_over(house: House) -> bool:
    table = house.bot.tables.get(1)
    return table is not None and table.phase is TablePhase.FINISHED


async def onward(house: House, goal: Callable[[House], bool], each_deal: Callable[[], None] | None = None) -> None:
    """From wherever things stand: two people do the next thing that is to be done, by what they see."""
    anna, bert = house.people[:2]
    for _ in range(2000):
        await house.settle()
        if goal(house):
            return
        table = house.bot.tables.get(1)
        if table is None:
            await house.command(anna, "table open", game="schoofkopp")
        elif table.phase is TablePhase.LOBBY:
            offered = {one.split(":", 3)[3]: one for one in ids_of(house.board()) if one.startswith("k1:1:")}
            if len(table.people) < 2:
                await house.press(bert, house.board(), offered["sit:N"])
            elif "fill" in offered:
                await house.press(anna, house.board(), offered["fill"])
            else:
                await house.press(anna, house.board(), offered["start"])
        elif table.to_act is not None:
            assert await house.move(), f"nobody can move: {table}"
        else:
            if each_deal is not None:
                each_deal()
            await house.on_hands("next")
    raise AssertionError("it comes to no end")


async def life_after(wreck: Wreck, folder: Path, goal: Callable[[House], bool], wanted: Books) -> None:
    """Boot from it and play on: it must all come out as if nothing had happened."""
    path, wire = wreck.afloat(folder)
    async with wire, House(path, wire) as house:
        await house.settle()
        logged = {(ply, action) for ply, _, action, _ in books(house)["log"]}
        for custom_id in wreck.answered:
            if match := ACT.fullmatch(custom_id):
                assert (int(match[2]), match[3]) in logged, f"acknowledged and lost: {custom_id}"
        table = house.bot.tables.get(1)
        if table is not None:
            house.check()  # whatever stands in Discord has been put right, also for who was not answered
            await _press_again(house, wreck, logged)
        await onward(house, goal)
        assert books(house) == wanted
        house.check()


async def _press_again(house: House, wreck: Wreck, logged: set[tuple[int, str]]) -> None:
    """Booked but not answered: who presses the same card again, on what is still on the screen, changes nothing."""
    for custom_id in wreck.waiting:
        match = ACT.fullmatch(custom_id)
        if match is None or (int(match[2]), match[3]) not in logged:
            continue
        action = next(row for row in books(house)["log"] if (row[0], row[2]) == (int(match[2]), match[3]))
        user = next(u for u in house.people if house.person(u) == action[3])
        photos = [m for dm in pickle.loads(wreck.world)["dms"] for m in dm.messages.values() if custom_id in ids_of(m)]
        if photos:
            before = books(house)
            assert (await house.press_late(user, photos[-1], custom_id)).state == "answered"
            assert books(house) == before, "played twice"
