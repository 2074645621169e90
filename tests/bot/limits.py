"""Discord's limits, over every request the bot made; simcord itself does not know all of them."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from simcord.types import HttpLogEntry

CONTENT, LABEL, CUSTOM_ID, PLACEHOLDER, URL, NONCE, CHOICES, ROWS, ROW = 2000, 80, 100, 150, 512, 25, 25, 5, 5
TITLE, DESCRIPTION, FIELDS, FIELD_NAME, FIELD_VALUE, FOOTER, EMBED = 256, 4096, 25, 256, 1024, 2048, 6000
COMMAND_NAME, COMMAND_DESCRIPTION, CHOICE_NAME = 32, 100, 100
BUTTON, LIST, LINK = 2, 3, 5

_NAME = re.compile(r"[-_'\w]{1,32}")


def faults_in(requests: Iterable[HttpLogEntry]) -> list[str]:
    """What Discord would refuse, one line each."""
    return [f"{request.method} {request.path}: {fault}" for request in requests for fault in _faults(request)]


def _faults(request: HttpLogEntry) -> Iterator[str]:
    if request.path.endswith("/commands") and isinstance(request.json, list):
        for command in request.json:
            yield from _command(command, command["name"])
        return
    body = request.json if isinstance(request.json, dict) else {}
    if request.path.endswith("/callback"):
        body = body.get("data") or {}
        yield from _choices(body.get("choices") or [])
    yield from _message(body)


def _over(what: str, text: object, limit: int) -> Iterator[str]:
    length = len(str(text or "").encode("utf-16-le")) // 2
    if length > limit:
        yield f"{what} has {length} of {limit}"


def _message(body: dict[str, Any]) -> Iterator[str]:
    yield from _over("content", body.get("content"), CONTENT)
    yield from _over("nonce", body.get("nonce"), NONCE)
    embeds = body.get("embeds") or []
    if len(embeds) > 10:
        yield f"{len(embeds)} embeds"
    for embed in embeds:
        yield from _embed(embed)
    yield from _rows(body.get("components") or [])


def _embed(embed: dict[str, Any]) -> Iterator[str]:
    texts = [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
    for what, text, limit in zip(("title", "description", "footer"), texts, (TITLE, DESCRIPTION, FOOTER), strict=True):
        yield from _over(what, text, limit)
    fields = embed.get("fields") or []
    if len(fields) > FIELDS:
        yield f"{len(fields)} fields"
    for one in fields:
        if not one["name"].strip() or not one["value"].strip():
            yield "empty field"
        yield from _over("field name", one["name"], FIELD_NAME)
        yield from _over("field value", one["value"], FIELD_VALUE)
        texts += [one["name"], one["value"]]
    yield from _over("embed", "".join(text or "" for text in texts), EMBED)
    if not any(texts):
        yield "empty embed"


def _rows(rows: list[dict[str, Any]]) -> Iterator[str]:
    if len(rows) > ROWS:
        yield f"{len(rows)} rows"
    ids: list[str] = []
    for row in rows:
        items = row["components"]
        if not 1 <= len(items) <= ROW or (len(items) > 1 and any(item["type"] != BUTTON for item in items)):
            yield f"a row of {len(items)}"
        for item in items:
            yield from _item(item)
            ids += [item["custom_id"]] if item.get("custom_id") else []
    yield from (f"id twice: {found}" for found in sorted({one for one in ids if ids.count(one) > 1}))


def _item(item: dict[str, Any]) -> Iterator[str]:
    yield from _over("custom id", item.get("custom_id"), CUSTOM_ID)
    yield from _over("label", item.get("label"), LABEL)
    yield from _over("url", item.get("url"), URL)
    yield from _over("placeholder", item.get("placeholder"), PLACEHOLDER)
    if item["type"] == LIST:
        yield from _list(item.get("options") or [])
    if item["type"] != BUTTON:
        return
    if not item.get("label") and not item.get("emoji"):
        yield "a button with neither label nor emoji"
    if (item.get("style") == LINK) != bool(item.get("url")) or bool(item.get("url")) == bool(item.get("custom_id")):
        yield f"a button that is neither link nor button: {item}"
    emoji = item.get("emoji")
    if emoji and not emoji.get("id") and not _is_emoji(emoji["name"]):
        yield f"no emoji: {emoji['name']!r}"


def _list(options: list[dict[str, Any]]) -> Iterator[str]:
    if not 1 <= len(options) <= CHOICES or sum(bool(option.get("default")) for option in options) > 1:
        yield f"a list of {len(options)}"
    if len({option["value"] for option in options}) < len(options):
        yield "a list with a value twice"
    for option in options:
        for key in ("label", "value", "description"):
            yield from _over(f"an option's {key}", option.get(key), CHOICE_NAME)
        if not option["label"] or not option["value"]:
            yield "an empty option"


def _is_emoji(name: str) -> bool:
    """Unicode's own; those that are black on white by default need the selector."""
    return ord(name[0]) >= 0x1F000 or (ord(name[0]) >= 0x2190 and name.endswith("\ufe0f")) or name in ("⏳", "⏹")


def _choices(choices: list[dict[str, Any]]) -> Iterator[str]:
    if len(choices) > CHOICES:
        yield f"{len(choices)} choices"
    for choice in choices:
        names = [choice["name"], *(choice.get("name_localizations") or {}).values()]
        for name in names:
            yield from _over("choice", name, CHOICE_NAME)
            if not name:
                yield "empty choice"
        if isinstance(choice["value"], str):
            yield from _over("choice's value", choice["value"], CHOICE_NAME)
    values = [choice["value"] for choice in choices]
    if len(set(values)) != len(values):
        yield f"a value twice: {values}"


def _command(command: dict[str, Any], path: str) -> Iterator[str]:
    for name in (command["name"], *(command.get("name_localizations") or {}).values()):
        if not _NAME.fullmatch(name) or name != name.lower():
            yield f"{path}: {name!r} is no name"
    for text in (command["description"], *(command.get("description_localizations") or {}).values()):
        if not 1 <= len(text) <= COMMAND_DESCRIPTION:
            yield f"{path}: description of {len(text)}"
    yield from _choices(command.get("choices") or [])
    options = command.get("options") or []
    if len(options) > CHOICES:
        yield f"{path}: {len(options)} options"
    optional = [option for option in options if option["type"] > 2 and not option.get("required")]
    if optional and options[-len(optional) :] != optional:
        yield f"{path}: a required option after an optional one"
    for language in (None, "de"):
        names = [(option.get("name_localizations") or {}).get(language, option["name"]) for option in options]
        if len(set(names)) != len(names):
            yield f"{path}: a name twice: {names}"
    for option in options:
        yield from _command(option, f"{path} {option['name']}")
