"""Dozens of people of several servers at the real bot: what they can see and press, what they did, what must hold.

Whatever is done is a ``Step``, a line of JSON that can be done again. Nobody presses what they cannot see; but what
they saw a while ago may be pressed as it was then.
"""

import copy
import hashlib
import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import discord
import simcord
import simcord.interactions
from simcord.backend import serializers
from simcord.backend.models import Message

from bot.core.seats import SEATS
from bot.deadlines import Pace
from bot.means import Means
from bot.surfaces import BOARD, HAND, Spot
from bot.table import Table
from tests.faults.house import as_chosen, differs

from . import limits
from .books import faults_in_ledger, faults_in_memory
from .club import Club
from .leaks import Books, leaks_in, leaks_in_logs
from .players import Player
from .seen import components_in

SERVERS = 3
CHANNELS = 2  # in each
MEMBERS = 10  # of each, some of them in the next one too
DM = -1
STRING_SELECT, USER_SELECT, BUTTON = 3, 5, 2
Step = list[Any]
Json = dict[str, Any]
# What Discord may answer to one request, whatever it is about.
FAULTS = (
    ("POST", "/interactions/*/callback", 404, 10062),
    ("POST", "/interactions/*/callback", 500, 0),
    ("PATCH", "/webhooks/*", 401, 50027),
    ("PATCH", "/webhooks/*", 500, 0),
    ("POST", "/webhooks/*", 500, 0),
    ("PATCH", "/channels/*", 404, 10008),
    ("PATCH", "/channels/*", 500, 0),
    ("PATCH", "/channels/*", 429, 30046),
    ("POST", "/channels/*", 500, 0),
    ("POST", "/channels/*", 403, 50013),
    ("DELETE", "/channels/*", 403, 50013),
    ("POST", "/users/@me/channels", 400, 40003),
)
DISCORD_PY = "Ignoring exception in autocomplete"  # its own word for a choice list that did not arrive
LOSES_ANSWERS = ("/interactions/*/callback", "/webhooks/*")


@dataclass(frozen=True)
class Shown:
    """An item on somebody's screen. ``reader``: a Discord user id, None for all who are in that channel."""

    message: int
    reader: int | None
    item: Json
    photo: Json


class Crowd(Club):
    """The people are numbered, and so are the channels; ``DM`` is everybody's own."""

    def __init__(self, folder: Path, seed: int = 0, **options: Any) -> None:
        self.seed = seed
        super().__init__(folder, seed, provable=True, **options)
        self.script: list[Step] = []
        self.known: dict[tuple[int, str], Shown] = {}  # by channel and id, the newest that ever stood there
        self.crowd: list[Player] = []
        self.homes: list[list[int]] = []  # which servers each of them is in
        self.channels: list[simcord.ChannelHandle] = []
        self._seen_interactions = 0
        self._seen_requests = 0
        self._settled = 0
        self._armed: list[tuple[str, str, int, int]] = []

    def _means(self, pace: Pace) -> Means:
        """Chance that is the same however often these steps are taken; computers do not think long."""

        def drawn() -> bytes:
            promised = self.disk.rows("SELECT count(*) FROM promise")[0][0]
            return hashlib.sha256(f"{self.seed} {promised}".encode()).digest()

        return replace(super()._means(pace), choose=as_chosen, seed=drawn, lifted=lambda: 12)

    async def open(self) -> None:
        await super().open()
        servers = [self.guild, *(self.env.create_guild(f"Stammtisch {n}") for n in range(1, SERVERS))]
        self.channels = [self.channel]
        for n, server in enumerate(servers):
            self.channels += [server.create_text_channel(f"spiel-{k}") for k in range(CHANNELS - (n == 0))]
        self.crowd = []
        for n, server in enumerate(servers):
            host = server.create_role("Wirt", permissions=discord.Permissions(manage_guild=True))
            for k in range(MEMBERS):
                user = self.env.create_user(f"Gast{n}{k}")
                player = Player(self, server.add_member(user, roles=[host] if k == 0 else []))
                self.crowd.append(player.speaks(("de", "en-US", "en-GB")[k % 3]))
                self.homes.append([n])
                if k > MEMBERS - 4:
                    servers[(n + 1) % SERVERS].add_member(user)
                    self.homes[-1].append((n + 1) % SERVERS)
        self._watch()

    def _watch(self) -> None:
        backend = self.env.backend
        commit, edit = backend.commit_message, backend.edit_message

        def commit_message(message: Message, *, broadcast: bool = True) -> Message:
            return self._note(commit(message, broadcast=broadcast))

        def edit_message(channel_id: int, message_id: int, fields: Json) -> Message:
            return self._note(edit(channel_id, message_id, fields))

        backend.commit_message = commit_message  # type: ignore[method-assign]
        backend.edit_message = edit_message  # type: ignore[method-assign]

    def _note(self, message: Message) -> Message:
        if message.author_id == self.env.backend.bot_user.id and message.components:
            photo: Json = copy.deepcopy(dict(serializers.message_payload(self.env.backend, message)))
            reader = self.witness._reader(message)
            for item in components_in(photo["components"]):
                if item.get("custom_id") and not item.get("disabled"):
                    shown = Shown(message.id, reader, item, photo)
                    self.known[message.channel_id, item["custom_id"]] = shown
        return message

    # -- looking

    def place(self, who: int, where: int) -> int:
        """The channel's id."""
        return self.crowd[who].user.dm_channel.id if where == DM else self.channels[where].id

    def places(self, who: int) -> list[int]:
        """Where that person can be."""
        servers = {self.channels[CHANNELS * home].guild.id for home in self.homes[who]}  # type: ignore[union-attr]
        return [DM, *(n for n, c in enumerate(self.channels) if c.guild is not None and c.guild.id in servers)]

    def on_screen(self, who: int) -> Iterator[tuple[int, str, Shown, bool]]:
        """All that person could ever press, with where it is, and whether it still stands there."""
        where = {self.place(who, place): place for place in self.places(who)}
        for (channel, custom_id), shown in self.known.items():
            if channel not in where or shown.reader not in (None, self.crowd[who].id):
                continue
            stored = self.env.backend.messages.get(channel, {}).get(shown.message)
            if stored is None:
                continue
            items = components_in(stored.components)
            now = any(item.get("custom_id") == custom_id and not item.get("disabled") for item in items)
            yield where[channel], custom_id, shown, now

    # -- doing

    async def do(self, step: Step) -> None:
        """One step, and then all that must hold."""
        self.script.append(step)
        kind, *told = step
        await getattr(self, f"_{kind}")(*told)
        await self.env.settle(idle=0.001)
        if kind != "fault":
            self.env.backend.faults.clear()
        found = [*self.wrong_now()]
        if kind != "fault":
            self._armed.clear()
        assert not found, "\n".join(found)

    async def _presses(self, *presses: Step) -> None:
        """Of several people in the same instant: who, where, on what, and what is chosen there."""
        payloads = []
        for who, where, custom_id, values in presses:
            channel = self.place(who, where)
            shown = self.known.get((channel, custom_id))
            if shown is None or shown.message not in self.env.backend.messages.get(channel, {}):
                continue
            data: Json = {"custom_id": custom_id, "component_type": shown.item["type"]}
            if shown.item["type"] == USER_SELECT:
                resolved: dict[str, Json] = {}
                for one in values:
                    handle = self.crowd[one].user
                    simcord.interactions.resolve_handle(self.crowd[who].user, handle, resolved, channel_id=channel)
                data |= {"values": [str(self.crowd[one].id) for one in values], "resolved": resolved}
            elif values:
                data["values"] = values
            payloads.append(self._payload(who, channel, 3, data, shown))
        for payload in payloads:
            self.env.backend.emit("INTERACTION_CREATE", payload)

    def _payload(self, who: int, channel: int, kind: int, data: Json, shown: Shown | None = None) -> Json:
        record, payload = simcord.interactions.base_payload(
            self.env.backend,
            type=kind,
            channel_id=channel,
            guild_id=self.env.backend.get_channel(channel).guild_id,
            user_id=self.crowd[who].id,
            data=data,
        )
        if shown is not None:
            payload["message"] = shown.photo
            record.source_message_id = shown.message
        return payload

    async def _slash(self, who: int, where: int, command: str, options: Json) -> None:
        given = {key: self.crowd[one["person"]].user if isinstance(one, dict) else one for key, one in options.items()}
        actor = self.crowd[who].user
        await (actor.slash(command, **given) if where == DM else self._member(who, where).slash(
            self.channels[where], command, **given
        ))  # fmt: skip

    async def offered(self, who: int, where: int, command: str, option: str, typed: str, filled: Json) -> list[str]:
        """What the choice list holds."""
        if where == DM:
            found = await self.crowd[who].user.autocomplete(command, option, typed, **filled)
        else:
            member = self._member(who, where)
            found = await member.autocomplete(self.channels[where], command, option, typed, **filled)
        return [choice["value"] for choice in found]

    async def _types(self, who: int, where: int, command: str, option: str, typed: str, filled: Json) -> None:
        await self.offered(who, where, command, option, typed, filled)

    def _member(self, who: int, where: int) -> simcord.MemberActor:
        guild = self.channels[where].guild
        assert guild is not None
        return simcord.MemberActor(self.env, guild, self.crowd[who].user)

    async def _writes(self, who: int, where: int) -> None:
        """Boards are buried by what people say."""
        await self._member(who, where).send(self.channels[where], "Prost!")

    async def _waits(self, seconds: float) -> None:
        await self.env.advance_time(seconds)

    async def _restart(self) -> None:
        await self.restart()

    async def _fault(self, number: int, times: int) -> None:
        """Strikes in the next step."""
        method, path, status, code = FAULTS[number]
        self._armed.append(FAULTS[number])
        self.env.inject_error(method, path, status=status, code=code, times=times)

    async def _shuts(self, who: int) -> None:
        """Direct messages, for the next step."""
        path = f"/channels/{self.place(who, DM)}/messages*"
        self._armed.append(("POST", path, 403, 50007))
        for method in ("POST", "PATCH"):
            self.env.inject_error(method, path, status=403, code=50007, times=None)

    # -- what must hold

    def books(self) -> Books:
        servers = {channel.id: channel.guild.id for channel in self.channels if channel.guild is not None}
        return self.disk.books(self.chance.given, servers)

    def wrong_now(self) -> Iterator[str]:
        """What has come about since the last step and may not be."""
        interactions = list(self.env.backend.interactions.values())
        lost = [one for one in interactions[self._seen_interactions :] if not one.responded]
        spoilt = any(path in LOSES_ANSWERS for _, path, _, _ in self._armed)
        if spoilt:
            self.unanswered += len(lost)
        else:
            yield from (f"never answered: {one}" for one in lost)
        self._seen_interactions = len(interactions)
        yield from (f"unheard: {context}" for context in self.unheard)
        yield from (f"raised: {error!r}" for error in self.env.errors)
        for line in self.log.lines(logging.ERROR):
            if not (spoilt and DISCORD_PY in line):
                yield f"logged: {line}"
        yield from limits.faults_in(self.env.http_requests[self._seen_requests :])
        self._seen_requests = len(self.env.http_requests)
        if self.witness.sights or self.log.records:
            books = self.books()
            yield from leaks_in(self.witness.sights, books)
            yield from leaks_in_logs(self.log.records, books.seeds)
            self.witness.sights.clear()
            self.log.records.clear()
        yield from faults_in_memory(self.disk, self.bot.tables.all())
        settled = self.disk.rows("SELECT count(*) FROM settlement")[0][0]
        if settled != self._settled:
            self._settled = settled
            yield from faults_in_ledger(self.disk)
        for table in self.bot.tables.all():
            yield from self._wrong_messages(table)

    def _wrong_messages(self, table: Table) -> Iterator[str]:
        """What stands there is not what would be shown now, though nothing is under way any more."""
        publisher = self.bot.publisher
        spots = [(Spot(table.id, BOARD), publisher.board(table))]
        for seat in SEATS:
            owner = table.chairs[seat].person
            if owner is None or table.deal == 0 or self.bot.people.get(owner).dm_closed:
                continue
            if table.to_act in (None, seat):  # others may lag behind in mid-deal
                spots.append((Spot(table.id, HAND, seat), publisher.hand(table, seat)))
        for spot, wanted in spots:
            surface = publisher._surfaces.get(spot)
            if surface is not None and (surface.tries or surface.dirty or surface.task is not None):
                continue  # after a fault: it comes
            live = None if surface is None else surface.live
            stored = live and self.env.backend.messages.get(live.channel_id, {}).get(live.message_id)
            if spot.kind == HAND and stored is not None and self._asks(stored):
                continue
            if (wrong := differs(stored, wanted)) is not None:  # type: ignore[arg-type]
                yield f"{spot} of table {table.id} {wrong}"

    @staticmethod
    def _asks(message: Message) -> bool:
        """A question stands in place of the hand until it is answered or taken back."""
        ids = [item.get("custom_id", "") for item in components_in(message.components)]
        return any(one.endswith(":show") for one in ids) and not any(":a:" in one for one in ids)

    def told(self) -> str:
        """The steps so far, to be taken again."""
        return "\n".join(json.dumps(step, ensure_ascii=False) for step in self.script)
