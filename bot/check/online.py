"""What Discord says of token, application, servers and commands; only asked, and without the gateway."""

import asyncio
import math
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import aiohttp
import discord
from discord.ext import commands

from bot.check.report import Report
from bot.check.rights import check_servers
from bot.client import COGS, Kreidtfuehrer, Translator
from bot.config import Config
from bot.means import Means
from bot.pictures.packs import KEYS, emoji_name
from bot.store.inspection import Inspection

SECONDS = 60.0  # for everything together
FEW_STARTS = 50
SERVERS_A_SHARD = 2500
SKEW = 30.0  # seconds of a wrong clock that nobody notices
LATER = "look at this machine's network and at discordstatus.com, then try again"


class Looker(Kreidtfuehrer):
    """The bot without database and gateway: its token, its commands, its rights."""

    def __init__(self, config: Config) -> None:
        super().__init__(config, Means())
        self.skews: list[float] = []  # seconds this machine's clock was ahead, one an answer
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._answered)
        self.http.http_trace = trace

    async def setup_hook(self) -> None:
        """Nothing is taken up."""

    async def _answered(self, _: object, __: object, heard: aiohttp.TraceRequestEndParams) -> None:
        if date := heard.response.headers.get("Date"):
            self.skews.append((datetime.now(UTC) - parsedate_to_datetime(date)).total_seconds())

    async def own_commands(self) -> tuple[list[dict[str, object]], str]:
        """As this version would register them, and their digest. Raises commands.ExtensionError."""
        await self.tree.set_translator(Translator())
        for cog in COGS:
            await self.load_extension(cog)
        return [command.to_dict(self.tree) for command in self.tree.get_commands()], await self._commands_digest()


async def check_online(config: Config, found: Inspection | None, report: Report) -> None:
    """``found`` is what stands in the database."""
    bot = Looker(config)
    try:
        async with asyncio.timeout(SECONDS):
            await bot.login(config.token)
            await _check_all(bot, found, report)
    except discord.LoginFailure:
        report.fault("token", "Discord does not accept it; copy it again from the developer portal (Bot, Reset Token)")
    except TimeoutError:
        report.unreachable("Discord", f"did not answer everything within {SECONDS:.0f} seconds; {LATER}")
    except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
        report.unreachable("Discord", f"cannot be reached ({_why(error)}); {LATER}")
    finally:
        await bot.close()


def _why(error: Exception) -> str:
    if isinstance(error, discord.HTTPException):  # its text may be a whole page
        return f"it answers {error.status} {error.response.reason}"
    return str(error) or type(error).__name__


async def _check_all(bot: Looker, found: Inspection | None, report: Report) -> None:
    assert bot.user is not None and bot.application is not None
    report.ok("token", f"belongs to {bot.user} (id {bot.user.id})")
    _check_clock(bot.skews, report)
    _check_application(bot.application, report)
    servers = [server async for server in bot.fetch_guilds(limit=None, with_counts=False)]
    await _check_starts(bot, len(servers), report)
    await check_servers(bot, servers, bot.invite_link, report)
    test_guild = bot.config.test_guild
    if test_guild is not None and test_guild not in {server.id for server in servers}:
        report.fault("TEST_GUILD", f"the bot is not in a server {test_guild}; invite it there, or take the setting out")
        test_guild = None
    await _check_commands(bot, test_guild, found, report)
    there = {emoji.name for emoji in await bot.fetch_application_emojis()}
    known = sum(emoji_name(key) in there for key in KEYS)
    rest = "" if known == len(KEYS) else "; the rest comes while the bot runs, until then cards are letters"
    report.ok("emojis", f"{known} of the {len(KEYS)} pictures of cards are there{rest}")


def _check_clock(skews: list[float], report: Report) -> None:
    skew = min(skews, key=abs, default=0.0)
    if abs(skew) <= SKEW:
        report.ok("clock", "right")
        return
    where = f"{abs(skew):.0f} seconds {'ahead of' if skew > 0 else 'behind'} Discord's"
    report.warn(
        "clock", f"{where}, so times are shown wrong; let it be set from the network (timedatectl set-ntp true)"
    )


def _check_application(application: discord.AppInfo, report: Report) -> None:
    portal = f"discord.com/developers/applications/{application.id}"
    found = []
    if application.bot_require_code_grant:
        found.append(f"no invite works while 'Requires OAuth2 Code Grant' is on; turn it off at {portal}/bot")
    if application.interactions_endpoint_url:
        found.append(f"an Interactions Endpoint URL takes all presses from the bot; empty it at {portal}/information")
    for line in found:
        report.fault("application", line)
    if not found:
        who = "anybody" if application.bot_public else "only its owner"
        report.ok("application", f"{application.name}; {who} can add the bot to a server")


async def _check_starts(bot: Looker, servers: int, report: Report) -> None:
    recommended, _, limit = await bot.http.get_bot_gateway()
    left, total = limit["remaining"], limit["total"]
    if left < FEW_STARTS:
        new = timedelta(seconds=limit["reset_after"] // 1000)
        report.warn(
            "starts", f"only {left} of {total} are left, {total} again in {new}; find out why it starts so often"
        )
    else:
        report.ok("starts", f"{left} of {total} a day are left")
    shards = bot.config.shard_count or 1
    needed = math.ceil(servers / SERVERS_A_SHARD)
    if needed > shards:
        report.fault("SHARD_COUNT", f"{servers:,} servers need {needed} shards; set it to {max(needed, recommended)}")
    elif recommended > shards:
        report.warn("SHARD_COUNT", f"Discord recommends {recommended} shards for {servers:,} servers; set it to that")


async def _check_commands(bot: Looker, test_guild: int | None, found: Inspection | None, report: Report) -> None:
    try:
        own, digest = await bot.own_commands()
    except commands.ExtensionError as error:
        report.skip("commands", f"cannot be compared: {error}")
        return
    assert bot.application_id is not None
    everywhere = await bot.http.get_global_commands(bot.application_id)
    registered = everywhere
    if test_guild is not None:
        registered = await bot.http.get_guild_commands(bot.application_id, test_guild)
        if everywhere and registered:
            report.warn("TEST_GUILD", "every command is shown twice there, for all servers have them; take it out")
    theirs = {str(command["name"]): dict(command) for command in registered}
    same = [command["name"] for command in own if _alike(command, theirs.get(str(command["name"])))]
    if len(same) == len(own) == len(theirs):
        report.ok("commands", f"{len(own)} registered, as this version has them")
    elif test_guild is None and found is not None and found.commands == digest:
        report.warn(
            "commands",
            "Discord has others than this version told it; another program may run with the same token. End that, stop "
            "the bot, delete the row 'commands' of the table 'fact' in the database, and start it",
        )
    else:
        report.ok("commands", f"Discord has {len(theirs)}; this version's {len(own)} are registered at the next start")


def _alike(own: object, theirs: object) -> bool:
    """Whether what a person sees of a command, an option or a choice is the same; Discord adds more to it."""
    if not isinstance(own, dict) or not isinstance(theirs, dict):
        return False
    parts = [(list(own.get(key) or []), list(theirs.get(key) or [])) for key in ("options", "choices")]
    return (
        all(own.get(key) == theirs.get(key) for key in ("name", "description", "type", "value"))
        and all(bool(own.get(key)) == bool(theirs.get(key)) for key in ("required", "autocomplete"))
        and all(len(ours) == len(other) for ours, other in parts)
        and all(_alike(one, two) for ours, other in parts for one, two in zip(ours, other, strict=True))
    )
