"""``python -m bot check`` asks Discord: the loopback, in this process and from one of its own."""

import asyncio
import contextlib
import io
import os
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import discord.gateway
import discord.http
import pytest
from aiohttp import web

from bot.check.report import Report
from bot.checking import examine
from bot.client import PERMISSIONS, Kreidtfuehrer
from bot.config import read_config
from bot.means import Means
from bot.tryout.errors import Json, Refusal, refusal
from bot.tryout.rest import Rest
from bot.tryout.routing import BASE, Call, route
from bot.tryout.server import Loopback
from bot.tryout.things import BOT_ID, BOT_ROLE_ID, EVERYONE_ID, GUILD_ID, HISTORY, SEND, VIEW
from tests.checks import ROOT, SECONDS, TOKEN, Checked

SERVER = f"server Kartentisch ({GUILD_ID})"


class Discord(Rest):
    """A Discord whose answers a test can change; it keeps what it was asked."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.asked: list[str] = []
        self.refused: dict[str, Refusal] = {}  # by the end of the path
        self.about_me: Json = {}
        self.guilds: list[Json] | None = None
        self.everyone: int | None = None  # the rights of everyone
        self.overwrites: list[list[Json]] = [[]]  # of one text channel each
        self.start: Json = {}
        self.shards = 1
        self.clock_ahead = 0.0  # seconds

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(f"{request.method} {request.path.removeprefix(BASE)}")
        for end, fault in self.refused.items():
            if request.path.endswith(end):
                return web.json_response(fault.payload(), status=fault.status)
        response = await super().handle(request)
        response.headers["Date"] = format_datetime(datetime.now(UTC) + timedelta(seconds=self.clock_ahead), usegmt=True)
        return response

    @route("GET", "/oauth2/applications/@me")
    def application(self, _: Call) -> Json:
        return super().application(Call()) | self.about_me

    @route("GET", "/users/@me/guilds")
    def own_guilds(self, call: Call) -> list[Any]:
        if self.guilds is None:
            return super().own_guilds(call)
        after = int(call.query.get("after", 0))
        return [guild for guild in self.guilds if int(guild["id"]) > after][: int(call.query["limit"])]

    @route("GET", "/guilds/{guild}")
    def guild(self, _: Call, guild: int) -> Json:
        found = super().guild(Call(), guild)
        if self.everyone is not None:
            found["roles"][0]["permissions"] = str(self.everyone)
        return found

    @route("GET", "/guilds/{guild}/channels")
    def guild_channels(self, _: Call, guild: int) -> list[Any]:
        [only] = super().guild_channels(Call(), guild)
        return [
            only | {"id": str(guild + k), "name": f"karten-{k}", "permission_overwrites": overwrites}
            for k, overwrites in enumerate(self.overwrites)
        ]

    @route("GET", "/gateway/bot")
    def gateway(self, _: Call) -> Json:
        found = super().gateway(Call())
        return found | {"shards": self.shards, "session_start_limit": found["session_start_limit"] | self.start}


def denied(rights: int, role: int = EVERYONE_ID) -> list[Json]:
    return [{"id": str(role), "type": 0, "allow": "0", "deny": str(rights)}]


@pytest.fixture(autouse=True)
def discord_stays_where_it_was() -> Iterator[None]:
    base, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    yield
    discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


class Scene:
    def __init__(self, loopback: Loopback, folder: Path) -> None:
        assert isinstance(loopback.rest, Discord)
        self.loopback = loopback
        self.discord = loopback.rest
        self.folder = folder
        self.environ = {"DISCORD_TOKEN": TOKEN, "DATABASE": str(folder / "ledger.sqlite3")}

    async def check(self, **environ: str) -> Checked:
        printed = io.StringIO()
        async with asyncio.timeout(SECONDS):
            status = await examine(self.environ | environ, Report(printed), offline=False)
        return Checked(status, printed.getvalue())

    @contextlib.asynccontextmanager
    async def running_bot(self, **environ: str) -> AsyncIterator[Kreidtfuehrer]:
        bot = Kreidtfuehrer(read_config(self.environ | environ), Means())
        ready = asyncio.Event()

        async def on_ready() -> None:
            ready.set()

        bot.add_listener(on_ready)
        running = asyncio.create_task(bot.start(TOKEN))
        try:
            async with asyncio.timeout(SECONDS):
                await ready.wait()
            yield bot
        finally:
            await bot.close()
            await running


@pytest.fixture
async def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scene]:
    monkeypatch.chdir(tmp_path)
    async with Loopback(rest=Discord, token=TOKEN) as loopback:
        loopback.point_discord_here()
        yield Scene(loopback, tmp_path)


async def test_all_is_well_and_nothing_was_changed(scene: Scene) -> None:
    checked = await scene.check()
    assert checked.status == 0 and not checked.of("FAULT") and not checked.of("warn"), checked.found
    assert checked.only("ok", "token") == f"belongs to Kreidtführer (id {BOT_ID})"
    assert checked.only("ok", "application") == "Kreidtführer; anybody can add the bot to a server"
    assert checked.only("ok", "starts") == "1000 of 1000 a day are left"
    assert checked.only("ok", SERVER) == "the bot can play in 1 of 1 text channels"
    assert checked.only("ok", "commands").startswith("Discord has 0; this version's ")
    assert checked.of("ok", "clock") and checked.of("ok", "emojis")
    assert scene.discord.asked and all(asked.startswith("GET ") for asked in scene.discord.asked)
    assert list(scene.folder.iterdir()) == [] and not scene.loopback.world.text.messages


async def test_it_looks_beside_a_running_bot(scene: Scene) -> None:
    async with scene.running_bot():
        checked = await scene.check()
        assert checked.status == 0 and not checked.of("FAULT") and not checked.of("warn"), checked.found
        assert "in use by a running bot" in checked.only("ok", "database")
        assert checked.only("ok", "commands").endswith(" registered, as this version has them")
    assert "no bot is running on it" in (await scene.check()).only("ok", "database")


# token and application


async def test_a_token_that_discord_does_not_know_is_a_fault(scene: Scene) -> None:
    scene.discord.refused["/users/@me"] = refusal(0)
    checked = await scene.check()
    assert checked.status == 78 and "copy it again" in checked.only("FAULT", "token")


async def test_settings_of_the_application_that_keep_the_bot_out_are_faults(scene: Scene) -> None:
    scene.discord.about_me = {"bot_require_code_grant": True, "interactions_endpoint_url": "https://cards.example"}
    checked = await scene.check()
    assert checked.status == 78
    grant, endpoint = checked.of("FAULT", "application")
    assert "turn it off" in grant and "empty it" in endpoint
    scene.discord.about_me = {"bot_public": False}
    assert "only its owner" in (await scene.check()).only("ok", "application")


async def test_few_starts_left_are_pointed_out(scene: Scene) -> None:
    scene.discord.start = {"remaining": 3, "reset_after": 2 * 3600 * 1000}
    checked = await scene.check()
    assert checked.status == 0 and "only 3 of 1000 are left, 1000 again in 2:00:00" in checked.only("warn", "starts")


async def test_many_servers_need_shards(scene: Scene) -> None:
    one = scene.discord.own_guilds(Call())[0]
    scene.discord.guilds = [one | {"id": str(k)} for k in range(1, 2502)]
    scene.discord.shards = 3
    checked = await scene.check()
    assert checked.status == 78
    assert checked.only("FAULT", "SHARD_COUNT") == "2,501 servers need 2 shards; set it to 3"
    assert checked.only("skip", "servers") == "2451 more were not looked at"
    assert len(checked.of("warn", "server Kartentisch")) == 50  # unknown to the loopback
    scene.discord.guilds = None
    assert "recommends 3 shards for 1 server" in (await scene.check()).only("warn", "SHARD_COUNT")
    assert not (await scene.check(SHARD_COUNT="3")).of("warn")


@pytest.mark.parametrize(("ahead", "said"), [(120, "behind"), (-120, "ahead of")])
async def test_a_wrong_clock_is_pointed_out(scene: Scene, ahead: float, said: str) -> None:
    scene.discord.clock_ahead = ahead
    checked = await scene.check()
    assert checked.status == 0 and f"seconds {said} Discord's" in checked.only("warn", "clock")


# rights


async def test_without_a_server_it_gives_the_invite_link(scene: Scene) -> None:
    scene.discord.guilds = []
    checked = await scene.check()
    said = checked.only("warn", "servers")
    assert checked.status == 0
    assert f"client_id={BOT_ID}" in said and f"permissions={PERMISSIONS.value}" in said


async def test_rights_the_role_lacks_are_named(scene: Scene) -> None:
    scene.discord.everyone = VIEW | HISTORY
    scene.loopback.world.bot_permissions = VIEW
    checked = await scene.check()
    assert checked.status == 78
    said = checked.only("FAULT", SERVER)
    assert "tick Send Messages, Send Messages in Threads, Embed Links for its role" in said and "client_id=" in said
    assert "Read Message History" not in said


async def test_rights_that_only_some_channels_give_are_a_warning(scene: Scene) -> None:
    scene.discord.everyone = VIEW | HISTORY
    scene.loopback.world.bot_permissions = VIEW
    allowed: Json = {"id": str(BOT_ID), "type": 1, "allow": str(PERMISSIONS.value), "deny": "0"}
    scene.discord.overwrites = [[allowed], []]
    checked = await scene.check()
    assert checked.status == 0
    assert "can play in 1 of 2 text channels; it lacks rights where" in checked.only("warn", SERVER)


async def test_channels_in_which_it_may_not_play_are_listed_a_few_by_name(scene: Scene) -> None:
    scene.discord.overwrites = [[], denied(HISTORY), denied(SEND, BOT_ROLE_ID), denied(VIEW)]
    checked = await scene.check()
    assert checked.status == 0
    said = checked.only("warn", SERVER)
    assert said.startswith("the bot can play in 1 of 4 text channels; 1 it cannot see; ")
    assert "#karten-1 lacks Read Message History; #karten-2 lacks Send Messages" in said and "#karten-3" not in said
    scene.discord.overwrites = [[], *[denied(HISTORY)] * 9]
    said = (await scene.check()).only("warn", SERVER)
    assert said.count("#karten-") == 5 and "4 more channels lack something" in said


@pytest.mark.parametrize("right", [HISTORY, VIEW])
async def test_a_server_without_any_channel_to_play_in_is_a_fault(scene: Scene, right: int) -> None:
    scene.discord.overwrites = [denied(right)] * 2
    checked = await scene.check()
    assert checked.status == 78 and "in none of 2 text channels" in checked.only("FAULT", SERVER)


async def test_a_server_that_may_not_be_looked_at_hides_nothing_else(scene: Scene) -> None:
    scene.discord.refused[f"/guilds/{GUILD_ID}/channels"] = refusal(50001)
    checked = await scene.check()
    assert checked.status == 0 and "Missing Access" in checked.only("warn", SERVER) and checked.of("ok", "commands")


# commands


async def test_commands_of_another_version_are_brought_up_to_date_at_the_next_start(scene: Scene) -> None:
    scene.discord.replace_commands(Call(body=[{"name": "table", "description": "An old one"}]), BOT_ID)
    checked = await scene.check()
    assert checked.status == 0
    assert checked.only("ok", "commands").startswith("Discord has 1;")


@pytest.mark.parametrize("change", ["gone", "described", "option"])
async def test_commands_that_another_program_has_changed_are_pointed_out(scene: Scene, change: str) -> None:
    async with scene.running_bot():
        pass
    known = scene.loopback.world.commands[None]
    number, command = next((number, command) for number, command in known.items() if command["name"] == "leaderboard")
    if change == "gone":
        del known[number]
    elif change == "described":
        command["description"] += "!"
    else:
        command["options"][0]["required"] = True
    checked = await scene.check()
    assert checked.status == 0 and "another program" in checked.only("warn", "commands")


async def test_a_test_server_must_be_one_of_the_bots(scene: Scene) -> None:
    checked = await scene.check(TEST_GUILD="1234")
    assert checked.status == 78 and "not in a server 1234" in checked.only("FAULT", "TEST_GUILD")


async def test_commands_that_a_test_server_shows_twice_are_pointed_out(scene: Scene) -> None:
    test_guild = str(GUILD_ID)
    async with scene.running_bot(TEST_GUILD=test_guild):
        pass
    checked = await scene.check(TEST_GUILD=test_guild)
    assert not checked.of("warn") and checked.only("ok", "commands").endswith("as this version has them")
    async with scene.running_bot():
        pass
    assert "shown twice" in (await scene.check(TEST_GUILD=test_guild)).only("warn", "TEST_GUILD")


# reachability, as a process


async def checking(base: str, folder: Path, **environ: str) -> Checked:
    """``python -m bot check`` in a process of its own, with Discord said to be there."""
    script = f"import discord, sys; discord.http.Route.BASE = {base!r}; import bot.__main__ as m; sys.exit(m.main())"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", script, "check"),
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "DISCORD_TOKEN": TOKEN} | environ,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(SECONDS):
        out, err = await process.communicate()
    assert err == b"" and process.returncode is not None
    return Checked(process.returncode, out.decode())


async def test_as_a_process_it_ends_with_0_where_all_is_well(scene: Scene) -> None:
    checked = await checking(scene.loopback.url + BASE, scene.folder)
    assert checked.status == 0 and checked.of("ok", SERVER)
    checked = await checking(scene.loopback.url + BASE, scene.folder, LOG_LEVEL="loud")
    assert checked.status == 78 and checked.of("ok", SERVER)  # one wrong setting hides nothing


async def test_that_discord_cannot_be_reached_ends_it_with_75_unless_more_is_wrong(tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        base = f"http://127.0.0.1:{unused.getsockname()[1]}"
        checked = await checking(base, tmp_path)
        assert checked.status == 75 and "try again" in checked.only("FAULT", "Discord")
        assert checked.summary.startswith("summary: Discord cannot be reached; otherwise no faults")
        assert (await checking(base, tmp_path, LOG_LEVEL="loud")).status == 78


@pytest.mark.parametrize("end", ["/users/@me", "/users/@me/guilds", "/gateway/bot", f"/guilds/{GUILD_ID}", "/commands"])
async def test_a_discord_that_fails_in_the_middle_is_not_reached_either(scene: Scene, end: str) -> None:
    scene.discord.refused[end] = Refusal(503, 0, "<html>a whole page</html>")
    checked = await scene.check()
    assert checked.status == 75
    assert "a whole page" not in checked.only("FAULT", "Discord")
