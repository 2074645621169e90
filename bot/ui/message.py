"""A message as plain data, and Discord's limits on it. Nothing here knows discord.py."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

Style = Literal["primary", "secondary", "success", "danger"]

CONTENT, TITLE, DESCRIPTION, FIELD_NAME, FIELD_VALUE, FOOTER, EMBED = 2000, 256, 4096, 256, 1024, 2048, 6000
FIELDS, ROWS, ROW_BUTTONS, LABEL, CUSTOM_ID, PLACEHOLDER, URL = 25, 5, 5, 80, 100, 150, 512
FILE = 10 * 1024 * 1024  # bytes
ALT = 1024
_FILE_NAME = re.compile(r"[A-Za-z0-9_-]+\.[a-z0-9]+")  # Discord writes others anew
OPTIONS, OPTION = 25, 100  # of a list; each of an option's texts


@dataclass(frozen=True, slots=True)
class Button:
    id: str
    label: str
    emoji: str | None = None
    style: Style = "secondary"
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class LinkButton:
    url: str
    label: str
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class UserSelect:
    """Lets people choose one person of the server."""

    id: str
    placeholder: str


@dataclass(frozen=True, slots=True)
class ListOption:
    value: str
    label: str
    description: str | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class ListSelect:
    """Lets people choose one of these."""

    id: str
    placeholder: str
    options: tuple[ListOption, ...]


Item = Button | LinkButton | UserSelect | ListSelect
Row = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    value: str
    inline: bool = True


@dataclass(frozen=True, slots=True)
class Embed:
    title: str | None
    description: str
    fields: tuple[Field, ...] = ()
    footer: str | None = None
    colour: int | None = None


@dataclass(frozen=True, slots=True)
class Attachment:
    """A text file to keep; ``name`` with its ending."""

    name: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG to look at; ``alt`` says the same in words, to whoever cannot see it."""

    name: str
    data: bytes = field(repr=False)
    alt: str


@dataclass(frozen=True, slots=True)
class Message:
    """An edit without ``file`` leaves what is attached as it is."""

    content: str
    embed: Embed | None = None
    rows: tuple[Row, ...] = ()
    file: Attachment | Picture | None = None

    def without_buttons(self) -> "Message":
        """The same to read, with nothing left to press; links stay."""
        links = tuple(tuple(item for item in row if isinstance(item, LinkButton)) for row in self.rows)
        return replace(self, rows=tuple(row for row in links if row))

    @property
    def buttons(self) -> tuple[Button, ...]:
        return tuple(item for row in self.rows for item in row if isinstance(item, Button))

    @property
    def faults(self) -> tuple[str, ...]:
        """What Discord would refuse, one phrase each; empty for a message that can be sent."""
        return tuple(_faults(self))


def units(text: str) -> int:
    """Length as Discord may count it: UTF-16 units, never less than the code points."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def graphemes(text: str) -> Iterator[str]:
    """What a reader takes for one character: a base with its marks, a flag, a joined emoji."""
    cluster = ""
    flag = 0  # regional indicators in the cluster
    for char in text:
        regional = "\U0001f1e6" <= char <= "\U0001f1ff"
        joined = cluster.endswith("\u200d") or (regional and flag == 1)
        if cluster and not joined and not _extends(char):
            yield cluster
            cluster, flag = "", 0
        cluster += char
        flag += regional
    if cluster:
        yield cluster


def cut(text: str, limit: int) -> str:
    """The text in at most ``limit`` units, with an ellipsis where something is left out."""
    if units(text) <= limit:
        return text
    kept, room = "", limit - 1
    for cluster in graphemes(text):
        room -= units(cluster)
        if room < 0:
            break
        kept += cluster
    return kept.rstrip() + "…"


def _extends(char: str) -> bool:
    if char == "\u200d" or "\U0001f3fb" <= char <= "\U0001f3ff":
        return True
    return unicodedata.category(char) in ("Mn", "Me", "Mc")


def _faults(message: Message) -> Iterator[str]:
    yield from _over("content", message.content, CONTENT)
    if not message.content and message.embed is None:
        yield "empty"
    if message.embed:
        yield from _embed_faults(message.embed)
    if message.file is not None:
        yield from _file_faults(message.file)
    if len(message.rows) > ROWS:
        yield f"{len(message.rows)} rows"
    for row in message.rows:
        if not row:
            yield "empty row"
        if len(row) > ROW_BUTTONS:
            yield f"{len(row)} items in a row"
        if len(row) > 1 and any(isinstance(item, UserSelect | ListSelect) for item in row):
            yield "a select shares its row"
        for item in row:
            yield from _item_faults(item)
    ids = [item.id for row in message.rows for item in row if not isinstance(item, LinkButton)]
    for doubled in {i for i in ids if ids.count(i) > 1}:
        yield f"id twice: {doubled}"


def _file_faults(file: Attachment | Picture) -> Iterator[str]:
    if not _FILE_NAME.fullmatch(file.name):
        yield f"no file's name: {file.name}"
    if len(file.data if isinstance(file, Picture) else file.text.encode()) > FILE:
        yield "file too large"
    if isinstance(file, Picture):
        yield from _over("alt text", file.alt, ALT)
        if not file.alt:
            yield "picture without alt text"


def _embed_faults(embed: Embed) -> Iterator[str]:
    texts = [embed.title or "", embed.description, embed.footer or ""]
    for what, text, limit in zip(("title", "description", "footer"), texts, (TITLE, DESCRIPTION, FOOTER), strict=True):
        yield from _over(what, text, limit)
    if len(embed.fields) > FIELDS:
        yield f"{len(embed.fields)} fields"
    for one in embed.fields:
        texts += [one.name, one.value]
        if not one.name or not one.value:
            yield "empty field"
        yield from _over("field name", one.name, FIELD_NAME)
        yield from _over("field value", one.value, FIELD_VALUE)
    if sum(map(units, texts)) > EMBED:
        yield "embed too long"
    if not any(texts):
        yield "empty embed"


def _item_faults(item: Item) -> Iterator[str]:
    match item:
        case UserSelect(id, placeholder):
            yield from _over("placeholder", placeholder, PLACEHOLDER)
            yield from _over("id", id, CUSTOM_ID)
        case ListSelect(id, placeholder, options):
            yield from _over("placeholder", placeholder, PLACEHOLDER)
            yield from _over("id", id, CUSTOM_ID)
            yield from _option_faults(options)
        case LinkButton(url, label, emoji):
            yield from _over("url", url, URL)
            yield from _over("label", label, LABEL)
            if not label and not emoji:
                yield "bare button"
        case Button(id, label, emoji):
            yield from _over("id", id, CUSTOM_ID)
            yield from _over("label", label, LABEL)
            if not id:
                yield "button without id"
            if not label and not emoji:
                yield "bare button"


def _option_faults(options: tuple[ListOption, ...]) -> Iterator[str]:
    if not 1 <= len(options) <= OPTIONS:
        yield f"a list of {len(options)}"
    if len({option.value for option in options}) < len(options):
        yield "a list with a value twice"
    if sum(option.chosen for option in options) > 1:
        yield "a list with several chosen"
    for option in options:
        for what, said in (("value", option.value), ("label", option.label)):
            yield from _over(f"option's {what}", said, OPTION)
            if not said:
                yield f"option without {what}"
        yield from _over("option's description", option.description or "", OPTION)


def _over(what: str, text: str, limit: int) -> Iterator[str]:
    if units(text) > limit:
        yield f"{what} has {units(text)} of {limit}"
