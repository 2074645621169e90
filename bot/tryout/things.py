"""What the pretended Discord is made of: users, channels, messages, files, emojis, and their fixed ids."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.tryout.errors import Json

EPOCH_MS = 1_420_070_400_000
# Ids that stay the same over restarts, so that a ledger kept in a file goes on fitting. They lie in 2018, before
# any id the clock can give.
GUILD_ID = 400_000_000_000_000_001
EVERYONE_ID = GUILD_ID
BOT_ID = 400_000_000_000_000_010
BOT_ROLE_ID = 400_000_000_000_000_011
CHANNEL_ID = 400_000_000_000_000_100
PERSON_IDS = tuple(400_000_000_000_001_000 + k for k in range(1, 26))
DM_IDS = tuple(400_000_000_000_002_000 + k for k in range(1, 26))

VIEW, SEND, EMBED, ATTACH, HISTORY = 1 << 10, 1 << 11, 1 << 14, 1 << 15, 1 << 16
EXTERNAL_EMOJIS, USE_COMMANDS, THREADS, SEND_IN_THREADS = 1 << 18, 1 << 31, 1 << 35, 1 << 38
MANAGE_MESSAGES = 1 << 13
BOT_PERMISSIONS = VIEW | SEND | EMBED | ATTACH | HISTORY | EXTERNAL_EMOJIS | THREADS | SEND_IN_THREADS
MEMBER_PERMISSIONS = BOT_PERMISSIONS | USE_COMMANDS
ALL_PERMISSIONS = (1 << 51) - 1

TEXT, DM, THREAD = 0, 1, 11
EPHEMERAL, LOADING, HAS_THREAD, SUPPRESS_EMBEDS, SILENT = 1 << 6, 1 << 7, 1 << 5, 1 << 2, 1 << 12


@dataclass
class User:
    """Somebody on the pretended Discord; `locale`, `dms_closed` and `read` matter for people only."""

    id: int
    name: str
    bot: bool = False
    locale: str = "de"
    dms_closed: bool = False
    owner: bool = False
    read: dict[int, int] = field(default_factory=dict)

    @property
    def permissions(self) -> int:
        """What the person may do in the guild; the first one owns it."""
        return ALL_PERMISSIONS if self.owner else MEMBER_PERMISSIONS


@dataclass
class File:
    """An uploaded file; `secret` is the part of its address that nobody can guess."""

    id: int
    name: str
    data: bytes
    url: str
    secret: str
    description: str | None = None


@dataclass
class Upload:
    """A file as it comes in with a request, before it has an id."""

    key: str
    name: str
    data: bytes


@dataclass
class Message:
    """One message; `reader` is set when it is ephemeral and nobody else may see it."""

    id: int
    channel: Channel
    author: User
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    files: list[File] = field(default_factory=list)
    mentions: list[User] = field(default_factory=list)
    flags: int = 0
    kind: int = 0
    nonce: str | int | None = None
    reader: User | None = None
    dismissed: bool = False
    edited: float | None = None
    reply_to: int | None = None
    thread: Channel | None = None
    metadata: Json | None = None
    legacy: Json | None = None


@dataclass
class Channel:
    """A text channel, a DM or a public thread; messages by id, in the order they were sent."""

    id: int
    kind: int
    name: str
    person: User | None = None
    parent: Channel | None = None
    owner_id: int = BOT_ID
    archived: bool = False
    locked: bool = False
    archive_after: int = 1440
    opened: bool = True
    messages: dict[int, Message] = field(default_factory=dict)
    nonces: dict[tuple[int, str], tuple[float, int]] = field(default_factory=dict)


@dataclass
class Emoji:
    """An application emoji and its picture."""

    id: int
    name: str
    image: bytes
    media_type: str
    animated: bool = False
