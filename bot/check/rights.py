"""What the bot may do in each of its servers."""

import discord

from bot.check.report import Report
from bot.rights import missing
from bot.ui.text import safe_name, text

MOST_SERVERS = 50  # looked at channel by channel; each costs three requests
MOST_NAMES = 5


async def check_servers(client: discord.Client, servers: list[discord.Guild], invite: str, report: Report) -> None:
    """Raises discord.HTTPException only where Discord itself fails."""
    if not servers:
        report.warn("servers", f"the bot is in none yet; invite it with {invite}")
        return
    for server in servers[:MOST_SERVERS]:
        place = f"server {safe_name(server.name)} ({server.id})"
        try:
            await _check_server(client, server.id, place, invite, report)
        except discord.InvalidData as error:
            report.warn(place, f"cannot be looked at: {error}")
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            report.warn(
                place, f"Discord does not let the bot look at it ({error}); try again, or invite it with {invite}"
            )
    if len(servers) > MOST_SERVERS:
        report.skip("servers", f"{len(servers) - MOST_SERVERS} more were not looked at")


async def _check_server(client: discord.Client, server_id: int, place: str, invite: str, report: Report) -> None:
    assert client.user is not None
    server = await client.fetch_guild(server_id, with_counts=False)
    me = await server.fetch_member(client.user.id)
    channels = [channel for channel in await server.fetch_channels() if isinstance(channel, discord.TextChannel)]
    rights = {channel: channel.permissions_for(me) for channel in channels}
    seen = [channel for channel in channels if rights[channel].view_channel]
    blocked = {channel: lacks for channel in seen if (lacks := missing(rights[channel]))}
    playable = len(seen) - len(blocked)
    lacking = missing(me.guild_permissions)
    again = f"tick {_named(lacking)} for its role (Server Settings, Roles), or invite it again with {invite}"
    if not playable and lacking:
        report.fault(place, f"the bot can play nowhere, for it lacks rights; {again}")
        return
    if not playable:
        report.fault(place, f"the bot can play in none of {len(channels)} text channels; {_by_channel(blocked)}")
        return
    hidden = f"; {len(channels) - len(seen)} it cannot see" if len(seen) < len(channels) else ""
    said = f"the bot can play in {playable} of {len(channels)} text channels{hidden}"
    if lacking:
        report.warn(place, f"{said}; it lacks rights where a channel does not give them; {again}")
    elif blocked:
        report.warn(place, f"{said}; {_by_channel(blocked)}")
    else:
        report.ok(place, said)


def _named(rights: list[str]) -> str:
    return ", ".join(text("en").t(f"right.{name}") for name in rights)


def _by_channel(blocked: dict[discord.TextChannel, list[str]]) -> str:
    mend = "allow the bot's role what is missing there (Edit Channel, Permissions)"
    if not blocked:
        return f"it sees none; {mend}"
    shown = [f"#{safe_name(channel.name)} lacks {_named(lacking)}" for channel, lacking in blocked.items()]
    more = [f"{len(shown) - MOST_NAMES} more channels lack something"] if len(shown) > MOST_NAMES else []
    return f"{'; '.join(shown[:MOST_NAMES] + more)}; {mend}"
