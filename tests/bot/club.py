"""A server with a channel, people and the real bot, and all that must hold once they have done something."""

import asyncio
import copy
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import simcord
import simcord.interactions
from simcord.backend import serializers
from simcord.results import InteractionResult, ResponseMessage

from bot.client import Kreidtfuehrer
from bot.config import read_config
from bot.core.cards import Card
from bot.core.games import choose
from bot.core.provable import Lot, pack
from bot.deadlines import Pace
from bot.means import Means
from bot.pictures.poster import Poster
from bot.pictures.slate import Slate
from bot.table import Table

from . import limits
from .books import Disk, faults_in_ledger, faults_in_memory
from .chance import Chance, drawing_of
from .leaks import Books, leaks_in, leaks_in_logs
from .players import Button, Choice, Player, buttons_of, code_of
from .seen import Witness, components_in

Photo = dict[str, Any]
PEOPLE = {"Karl": "de", "Lisa": "en-US", "Erna": "de", "Heinz": "en-GB"}  # north, east, south, west
LEGAL_SECONDS = 10.0
SMALL_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
    "0000000a49444154789c6360000000020001e221bc330000000049454e44ae426082"
)


def quick_picture(_: Slate | Poster) -> bytes:
    """Drawing takes its time; what a picture looks like is tested in tests/pictures."""
    return SMALL_PNG


class Log(logging.Handler):
    """Everything the bot logs, from INFO on."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def lines(self, level: int = logging.INFO) -> list[str]:
        return [record.getMessage() for record in self.records if record.levelno >= level]


class Club:
    """``expected_errors``: parts of the log lines that a test provokes; ``unanswered``: how many answers it spoils.

    ``watched``: somebody looks at a heartbeat file and listens at a socket, as systemd does. ``provable``: packs follow
    from their lots, as outside tests, and not from ``chance``.
    """

    def __init__(
        self,
        folder: Path,
        seed: int = 0,
        pace: Pace | None = None,
        watched: bool = False,
        provable: bool = False,
    ) -> None:
        self._provable = provable
        self.heartbeat_file = folder / "heartbeat" if watched else None
        self.notify_socket = folder / "notify" if watched else None
        self.path = folder / "ledger.sqlite3"
        self.chance = Chance(seed)
        self.locales: dict[int, str] = {}
        self.disk = Disk(self.path)
        self.log = Log()
        self.expected_errors: list[str] = []
        self.unanswered = 0
        self.unheard: list[dict[str, Any]] = []
        self.drawn: list[Slate | Poster] = []
        self.draw: Callable[[Slate | Poster], bytes] = quick_picture
        self._pace = pace or Pace.immediate()
        self.bot = self._new_bot()
        self.env = simcord.Env(self.bot)

    def _new_bot(self) -> Kreidtfuehrer:
        config = replace(
            read_config({}, need_token=False),
            database=self.path,
            card_pictures=False,
            heartbeat_file=self.heartbeat_file,
            notify_socket=None if self.notify_socket is None else str(self.notify_socket),
        )
        return Kreidtfuehrer(config, self._means(self._pace))

    def _means(self, pace: Pace) -> Means:
        means = Means(lambda: self.env.now().timestamp(), self.chance, choose, pace, pack=self._pack)
        means.draw = self._draw
        return means

    def _draw(self, what: Slate | Poster) -> bytes:
        self.drawn.append(what)
        return self.draw(what)

    def _pack(self, lot: Lot) -> tuple[Card, ...]:
        return pack(lot) if self._provable else self.chance()

    async def open(self) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: self.unheard.append(context))
        root = logging.getLogger()
        root.addHandler(self.log)
        logging.getLogger("bot").setLevel(logging.INFO)
        await self.env.start()
        self.witness = Witness(self.env, self.disk.moment)
        self.guild = self.env.create_guild("Wirtshaus zum Stich")
        self.channel = self.guild.create_text_channel("karten")
        self.people = {name: self.person(name, locale) for name, locale in PEOPLE.items()}
        self.karl, self.lisa, self.erna, self.heinz = self.people.values()

    def person(self, name: str, locale: str = "de", **member: Any) -> Player:
        """Somebody more in the server."""
        return Player(self, self.guild.add_member(self.env.create_user(name), **member)).speaks(locale)

    async def close(self) -> None:
        try:
            await self.bot.close()
        finally:
            self.disk.close()
            logging.getLogger().removeHandler(self.log)
            await self.env.shutdown()

    async def restart(self) -> None:
        """The bot is stopped and started on the same file."""
        await self.bot.close()
        self.bot = self._new_bot()
        await self.env.restart_bot(self.bot)
        await self.env.settle(idle=0.001)

    # -- looking

    def messages_in(self, channel_id: int) -> list[ResponseMessage]:
        stored = self.env.backend.messages.get(channel_id, {})
        return [ResponseMessage(self.env, message) for message in stored.values()]

    def public(self) -> list[ResponseMessage]:
        """What everybody sees in the channel, oldest first."""
        return [message for message in self.messages_in(self.channel.id) if not message.ephemeral]

    def board(self, table: int = 1) -> ResponseMessage | None:
        """The newest lobby or board of the table."""
        for message in reversed(self.public()):
            if message.embeds and any(button["custom_id"].startswith(f"k1:{table}:") for button in buttons_of(message)):
                return message
        return None

    def table(self, table: int = 1) -> Table:
        """As the bot has it in memory."""
        found = self.bot.tables.get(table)
        assert found is not None, f"table {table} is closed"
        return found

    def settled(self, table: int = 1) -> int:
        """How many deals have been settled there."""
        return self.disk.rows("SELECT count(*) FROM settlement WHERE table_id = ?", table)[0][0]

    def posts(self, since: int) -> list[str]:
        """The messages sent since that request, by channel; answers to interactions do not count."""
        sent = [request for request in self.env.http_requests[since:] if request.method == "POST"]
        return [request.path for request in sent if request.path.startswith("/channels/")]

    def seat(self, name: str) -> Player:
        """Whoever plays on that seat: ``N``, ``E``, ``S`` or ``W``."""
        return list(self.people.values())["NESW".index(name)]

    # -- playing

    async def lobby(self, *others: Player, host: Player | None = None, table: int = 1, **options: Any) -> Player:
        """A table with its host in the south and the others in north, east and west."""
        host = host or self.erna
        await host.slash("table open", **options)
        for seat, player in zip("NEW", others, strict=False):
            await player.on_board("sit", seat, table)
        return host

    async def four_at_a_table(self, dealer: str | None = None, **options: Any) -> None:
        """Karl in the north, Lisa in the east, Erna in the south, Heinz in the west; the first hands are out."""
        if dealer is not None:
            self.chance.lay_in(drawing_of(dealer))
        host = await self.lobby(self.karl, self.lisa, self.heinz, **options)
        await host.on_board("start")

    def on_turn(self, table: int = 1) -> Player | None:
        """Who has something to press, as the messages show it."""
        able = [player for player in self.people.values() if player.moves(table)]
        assert len(able) < 2, f"{able} can all move"
        return able[0] if able else None

    async def play(self, choose: Choice, table: int = 1, until: Any = None) -> list[str]:
        """Press on until the deal is over, or ``until`` holds; the moves pressed."""
        pressed = []
        while until is None or not until():
            player = self.on_turn(table)
            if player is None:
                break
            pressed.append(await player.move(choose, table))
        return pressed

    def anything(self, *, solos: bool = False) -> Choice:
        """Some move by chance, solos only if wished."""

        def choose(moves: list[Button]) -> Button:
            return self.chance.random.choice([m for m in moves if solos or "solo" not in code_of(m)])

        return choose  # type: ignore[return-value]

    # -- several at once, and too late

    def photo(self, message: ResponseMessage | None) -> Photo:
        """The message as it is on somebody's screen now."""
        assert message is not None
        stored = self.env.backend.get_message(message.channel_id, message.id)
        return copy.deepcopy(dict(serializers.message_payload(self.env.backend, stored)))

    async def at_once(self, *presses: tuple[Player, Photo, str]) -> list[InteractionResult]:
        """Clicks that reach the bot in the same instant, on buttons that may be gone by now."""
        backend, records = self.env.backend, []
        for player, photo, custom_id in presses:
            shown = [item["custom_id"] for item in components_in(photo["components"]) if "custom_id" in item]
            assert custom_id in shown, f"{custom_id} is not among {shown}"
            channel = int(photo["channel_id"])
            record, payload = simcord.interactions.base_payload(
                backend,
                type=3,
                channel_id=channel,
                guild_id=backend.get_channel(channel).guild_id,
                user_id=player.id,
                data={"custom_id": custom_id, "component_type": 2},
            )
            payload["message"] = photo
            record.source_message_id = int(photo["id"])
            records.append((record, payload))
        for _, payload in records:
            backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle(idle=0.001)
        return [InteractionResult(self.env, record) for record, _ in records]

    # -- what must hold

    def books(self) -> Books:
        return self.disk.books(self.chance.given, {self.channel.id: self.guild.id})

    def leaks(self) -> list[str]:
        books = self.books()
        sights = [*self.witness.sights, *self.witness.choices()]
        return [*leaks_in(sights, books), *leaks_in_logs(self.log.records, books.seeds)]

    def faults(self) -> list[str]:
        """Everything that may never be, however people play."""
        found = self.leaks()
        found += limits.faults_in(self.env.http_requests)
        open_interactions = [one for one in self.env.backend.interactions.values() if not one.responded]
        if len(open_interactions) > self.unanswered:
            found.append(f"never answered: {open_interactions}")
        found += [f"unheard: {context}" for context in self.unheard]
        found += [f"raised: {error!r}" for error in self.env.errors]
        errors = self.log.lines(logging.ERROR)
        found += [f"logged: {line}" for line in errors if not any(part in line for part in self.expected_errors)]
        found += faults_in_memory(self.disk, self.bot.tables.all())
        found += faults_in_ledger(self.disk)
        return found

    async def check(self) -> None:
        await self.env.settle(idle=0.001)
        found = self.faults()
        assert not found, "\n".join(found)
