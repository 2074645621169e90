"""The discord.py bot: opens the database, takes up the tables, registers buttons, loads cogs, closes in order."""

import hashlib
import json
import logging
import math
import platform
from collections.abc import Awaitable, Callable, Mapping
from importlib import metadata

import discord
from discord import app_commands
from discord.ext import commands

from bot.chronicle import note
from bot.config import Config
from bot.desk import Desk
from bot.finder import Finder
from bot.heartbeat import Heartbeat, ServiceManager
from bot.holds import Why
from bot.logs import about
from bot.means import Means
from bot.nightly import NightlyBackup
from bot.opponents import Opponents
from bot.pictures.packs import keys_of
from bot.pictures.upload import Emojis
from bot.publisher import Publisher
from bot.rights import PERMISSIONS
from bot.settings import hears, pack_of
from bot.store.database import Database, migrations
from bot.store.messages import Messages
from bot.store.people import Guild, People, Person, fact, set_fact
from bot.surfaces import DISCORD_FAULTS
from bot.table import Table
from bot.tables import Tables
from bot.ui.deck import Deck
from bot.ui.reading import Reading
from bot.ui.send import DYNAMIC_ITEMS, Interaction
from bot.ui.settings import SettingPress
from bot.ui.standings import Paging
from bot.ui.text import Texts, text
from bot.vanishing import Vanishing
from bot.welcome import welcome
from bot.whereabouts import Whereabouts

log = logging.getLogger(__name__)

COGS = tuple(
    f"cogs.{name}" for name in ("watch", "table", "play", "deal", "court", "ledger", "settings", "help", "learn")
)
INTENTS = discord.Intents(guilds=True, guild_messages=True)  # none privileged
FLUSH_SECONDS = 3.0
COMMANDS_FACT = "commands"  # digest of the commands as last synced


class Kreidtfuehrer(commands.Bot):
    """``means`` gives time, chance and pace; tests give their own."""

    def __init__(self, config: Config, means: Means) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,  # slash commands only; the library wants one
            help_command=None,
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            max_messages=None,
            chunk_guilds_at_startup=False,
            shard_count=config.shard_count,
        )
        self.config = config
        self.means = means
        self.database: Database
        self.people: People
        self.messages: Messages
        self.opponents: Opponents
        self.tables: Tables
        self.publisher: Publisher
        self.desk: Desk
        self.finder: Finder
        self.whereabouts: Whereabouts
        self.vanishing: Vanishing
        self.backup: NightlyBackup
        self.pictures: Emojis
        self.heartbeat: Heartbeat
        self.turn_page: Callable[[Interaction, Paging], Awaitable[None]]  # the leaderboard's, set by its cog
        self.settings_pressed: Callable[[Interaction, SettingPress, list[str]], Awaitable[None]]  # likewise
        self.readers: dict[str, Callable[[Interaction, Reading], Awaitable[None]]] = {}  # by kind, set by their cogs
        self._opened = False

    # -- coming and going

    async def setup_hook(self) -> None:
        """Once a start: everything that must stand before the first press arrives."""
        self.database = await Database.open(self.config.database, self.config.backups_kept)
        self.people = People(self.database)
        self.messages = Messages(self.database)
        self.opponents = Opponents(lambda view: self.means.choose(view), self.means.workers)
        await self.opponents.start()
        self.tables = Tables(self.database, self.people, self.means, self.opponents)
        self.publisher = Publisher(self)
        self.desk = Desk(self)
        self.finder = Finder(self)
        self.whereabouts = Whereabouts(self)
        self.vanishing = Vanishing(self)
        self.backup = NightlyBackup(self.database, self.means.now, self.config.time_zone)
        self.heartbeat = Heartbeat(self, self.config.heartbeat_file, ServiceManager(self.config.notify_socket))
        self.pictures = Emojis(self, self.means.pace.picture)
        self._opened = True
        await self.people.load_guilds()
        self.add_dynamic_items(*DYNAMIC_ITEMS)
        await self.tree.set_translator(Translator())
        self.tree.error(self.desk.failed)
        for cog in COGS:
            await self.load_extension(cog)
        await self._sync()
        for table in await self.tables.load():
            with about(table):
                await self.publisher.take_up(table)
        self.tables.listeners += [note, self.publisher.changed, self.vanishing.changed]
        log.info(
            "started: version %s, Python %s, database %s (schema %s), tables taken up: %s",
            *(_version(), platform.python_version(), self.config.database, len(migrations()), len(self.tables.all())),
        )
        self.tables.hold(Why.DISCORD)  # until it is there
        self.tables.go_on()
        self.backup.start()

    async def on_ready(self) -> None:
        """Also after a connection that could not be resumed."""
        log.info("ready: servers: %s", len(self.guilds))
        if self._opened:
            self._back()
            self.whereabouts.servers_known()
            self.heartbeat.start()
            if self.config.card_pictures:
                self.pictures.start()

    async def on_resumed(self) -> None:
        """The connection is there again, and nothing was lost."""
        if self._opened:
            self._back()

    async def on_disconnect(self) -> None:
        """Nobody can press anything: nobody's silence counts. Told again at every try that fails."""
        if self._opened and self.tables.hold(Why.DISCORD):
            log.info("no connection to Discord; the deadlines stand still")

    def _back(self) -> None:
        if self._connected and self.tables.release(Why.DISCORD):
            log.debug("connected; the deadlines run")  # the library says so too

    @property
    def reachable(self) -> bool:
        """Whether Discord can tell us what people press, as far as we know."""
        return self.is_ready() and self._connected and math.isfinite(self.latency)

    @property
    def _connected(self) -> bool:
        return self.ws.open

    async def on_message(self, message: discord.Message, /) -> None:
        """What people write buries boards; nothing of it is read."""
        if self._opened:
            self.publisher.heard(message.channel.id, message.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        if self._opened:
            await welcome(self, guild)

    async def close(self) -> None:
        """Refuse what comes, finish what runs, show what is still to be shown, then shut everything."""
        opened, self._opened = self._opened, False
        if opened:
            log.info("stopping")
            try:
                await self.heartbeat.stop()
                await self.pictures.stop()
                await self.backup.stop()
                await self.tables.close()
                await self.publisher.close(FLUSH_SECONDS)
            finally:
                await self.database.close()
        await super().close()
        if opened:
            log.info("stopped")

    async def _sync(self) -> None:
        """Tell Discord the commands, but only when they have changed: syncing is strictly limited."""
        digest = await self._commands_digest()
        try:
            if self.config.test_guild is not None:
                guild = discord.Object(self.config.test_guild)
                self.tree.copy_global_to(guild=guild)
                await self.tree.sync(guild=guild)
                return
            if await fact(self.database, COMMANDS_FACT) == digest:
                return
            await self.tree.sync()
        except (*DISCORD_FAULTS, app_commands.AppCommandError) as error:
            log.error("the commands could not be brought up to date; the old ones stay: %s", error)
            return
        await set_fact(self.database, COMMANDS_FACT, digest)

    async def _commands_digest(self) -> str:
        translator = self.tree.translator
        assert translator is not None
        found = [await command.get_translated_payload(self.tree, translator) for command in self.tree.get_commands()]
        owner = str(self.application_id)  # another application has none of them yet
        return hashlib.sha256((owner + json.dumps(found, sort_keys=True, default=str)).encode()).hexdigest()

    # -- languages and names

    def public_texts(self, guild_id: int | None) -> Texts:
        guild = None if guild_id is None else self.people.known_guild(guild_id)
        return text(guild.locale if guild else None, self.config.default_language)

    def private_texts(self, locale: str | None) -> Texts:
        """German for German clients, English for all others; the default where nothing is known."""
        return text(locale, self.config.default_language if locale is None else "en")

    def texts_for(self, person: Person | None) -> Texts:
        """In the person's language, with the cards they want, or in words."""
        texts = self.private_texts(person.speaks if person else None)
        kept = {} if person is None else person.settings
        if hears(kept):
            pack = pack_of(kept)
            return texts.showing(None if pack is None else Deck(pack, texts.language, {}), spoken=True)
        return texts.showing(self._deck(kept, texts.language))

    def board_texts(self, guild_id: int) -> Texts:
        """In the server's language, with the cards it has set."""
        guild, texts = self.people.known_guild(guild_id), self.public_texts(guild_id)
        return texts.showing(self._deck(guild.settings if guild else {}, texts.language))

    def _deck(self, settings: Mapping[str, str], language: str) -> Deck | None:
        pack = pack_of(settings)
        if pack is None or not self.pictures.has(keys_of(pack, language)):
            return None
        return Deck(pack, language, self.pictures.ids)

    def names(self, table: Table) -> Mapping[int, str]:
        """As last seen, not yet made harmless."""
        return {person: self.people.get(person).name for person in table.everyone}

    def server_name(self, guild_id: int) -> str:
        guild: Guild | None = self.people.known_guild(guild_id)
        return guild.name if guild else ""

    # -- places

    def channel(self, channel_id: int, guild_id: int | None) -> discord.PartialMessageable:
        return self.get_partial_messageable(channel_id, guild_id=guild_id)

    async def dm_channel(self, person: Person) -> discord.PartialMessageable:
        """Opened once a person; raises discord.HTTPException."""
        if person.dm_channel_id is None:
            if person.discord_id is None:
                raise LookupError("forgotten")
            opened = await self.create_dm(discord.Object(person.discord_id))
            person = await self.people.set_dm(person.id, opened.id, closed=person.dm_closed)
        assert person.dm_channel_id is not None
        return self.channel(person.dm_channel_id, None)

    @property
    def invite_link(self) -> str:
        assert self.application_id is not None
        return discord.utils.oauth_url(
            self.application_id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
        )


class ShardedKreidtfuehrer(Kreidtfuehrer, commands.AutoShardedBot):
    """For more servers than one connection carries."""

    @property
    def _connected(self) -> bool:
        return bool(self.shards) and not any(shard.is_closed() for shard in self.shards.values())


class Translator(app_commands.Translator):
    """German names and descriptions for commands; every ``locale_str`` carries its ``key`` in the texts."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        key = string.extras.get("key")
        if locale is not discord.Locale.german or key is None:
            return None
        return text("de").t(key)


def _version() -> str:
    try:
        return metadata.version("kreidtfuehrer")
    except metadata.PackageNotFoundError:  # run from a folder in which nothing has been installed
        return "unknown"


def words_at(key: str) -> app_commands.locale_str:
    """The English text under a key, with the key for the translator."""
    return app_commands.locale_str(text("en").t(key), key=key)


def words(key: str) -> app_commands.locale_str:
    """Of a command, its option or choice: what stands under ``command.<key>``."""
    return words_at(f"command.{key}")
