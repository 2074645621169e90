"""No commands: what Discord tells of places that disappear, are closed to us, or come back."""

from typing import TYPE_CHECKING

import discord
from discord.ext import commands

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer


class WatchCog(commands.Cog):
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.bot.whereabouts.channel_deleted(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        self.bot.whereabouts.channel_deleted(payload.thread_id)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        self.bot.whereabouts.messages_deleted(payload.channel_id, (payload.message_id,))

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        self.bot.whereabouts.messages_deleted(payload.channel_id, payload.message_ids)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        self.bot.whereabouts.rights_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        self.bot.whereabouts.rights_changed(payload.guild_id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        self.bot.whereabouts.rights_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Without the members intent only of ourselves."""
        self.bot.whereabouts.rights_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.bot.whereabouts.server_gone(guild.id, thrown_out=True)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        self.bot.whereabouts.server_gone(guild.id, thrown_out=False)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.bot.whereabouts.server_back(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        self.bot.whereabouts.server_back(guild.id)


async def setup(bot: "Kreidtfuehrer") -> None:
    await bot.add_cog(WatchCog(bot))
