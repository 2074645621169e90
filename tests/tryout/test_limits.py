"""What Discord would refuse, the loopback refuses too, and names the place; what just fits goes through."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from bot.tryout.server import Loopback
from bot.tryout.things import BOT_ID, CHANNEL_ID

Json = dict[str, Any]
V2 = 1 << 15


@dataclass
class Wire:
    """The REST interface without any client library."""

    url: str
    session: aiohttp.ClientSession

    async def ask(self, method: str, path: str, body: object) -> tuple[int, Any]:
        """One request: status and body."""
        headers = {"Authorization": "Bot try-out"}
        async with (
            asyncio.timeout(10),
            self.session.request(method, f"{self.url}/api/v10{path}", json=body, headers=headers) as response,
        ):
            return response.status, await response.json()

    async def post(self, body: Json) -> tuple[int, Any]:
        """Post a message."""
        return await self.ask("POST", f"/channels/{CHANNEL_ID}/messages", body)


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    """A loopback without bot and people."""
    async with Loopback() as loopback, aiohttp.ClientSession() as session:
        yield Wire(loopback.url, session)


def button(**changes: object) -> Json:
    """A button that Discord would take."""
    return {"type": 2, "style": 1, "label": "x", "custom_id": "a", **changes}


def row(*children: Json) -> Json:
    """An action row."""
    return {"type": 1, "components": list(children)}


def menu(count: int, **changes: object) -> Json:
    """A select menu with that many options."""
    options = [{"label": str(n), "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "menu", "options": options, **changes}


def rows(count: int) -> list[Json]:
    """That many rows of one button each."""
    return [row(button(custom_id=str(n))) for n in range(count)]


def buttons(count: int) -> list[Json]:
    """One row of that many buttons."""
    return [row(*(button(custom_id=str(n)) for n in range(count)))]


FITS: list[Json] = [
    {"content": "x" * 2000},
    {"embeds": [{"description": "x" * 4096, "title": "y" * 256, "footer": {"text": "z" * 1648}}]},
    {"content": "x", "components": rows(5)},
    {"content": "x", "components": buttons(5)},
    {"content": "x", "components": [row(button(label="x" * 80, custom_id="c" * 100))]},
    {"content": "x", "components": [row(button(label=None, emoji={"name": "♣"}))]},
    {"content": "x", "components": [row(button(custom_id=None, style=5, url="https://example.org"))]},
    {"content": "x", "components": [row(menu(25, max_values=25))]},
    {"flags": V2, "components": [{"type": 17, "components": [{"type": 10, "content": "x"}, row(button())]}]},
]

BREAKS: list[tuple[str, Json]] = [
    ("content", {"content": "x" * 2001}),
    ("embeds.0.description", {"embeds": [{"description": "x" * 4097}]}),
    ("embeds", {"embeds": [{"description": "x" * 3001}] * 2}),
    ("embeds", {"embeds": [{"title": "x"}] * 11}),
    ("embeds.0.title", {"embeds": [{"title": "x" * 257}]}),
    ("embeds.0.fields", {"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}),
    ("embeds.0.fields.0.value", {"embeds": [{"fields": [{"name": "n", "value": ""}]}]}),
    ("components", {"content": "x", "components": rows(6)}),
    ("components.0.components", {"content": "x", "components": buttons(6)}),
    ("components.0.components.0.label", {"content": "x", "components": [row(button(label="x" * 81))]}),
    ("components.0.components.0.custom_id", {"content": "x", "components": [row(button(custom_id="x" * 101))]}),
    ("components.0.components.1.custom_id", {"content": "x", "components": [row(button(), button())]}),
    ("components.0.components.0", {"content": "x", "components": [row(button(label=None))]}),
    ("components.0.components.0.emoji.name", {"content": "x", "components": [row(button(emoji={"name": "heart"}))]}),
    ("components.0.components.0.emoji.name", {"content": "x", "components": [row(button(emoji={"id": "7"}))]}),
    ("components.0.components.0.url", {"content": "x", "components": [row(button(style=5))]}),
    ("components.0.components.0.options", {"content": "x", "components": [row(menu(26))]}),
    ("components.0.components.0.options", {"content": "x", "components": [row(menu(0))]}),
    ("components.0.components.0.max_values", {"content": "x", "components": [row(menu(2, max_values=3))]}),
    ("components.0", {"content": "x", "components": [row(menu(2), button())]}),
    ("components.0.type", {"content": "x", "components": [{"type": 10, "content": "x"}]}),
    ("content", {"flags": V2, "content": "x", "components": [{"type": 10, "content": "x"}]}),
    ("nonce", {"content": "x", "nonce": "x" * 26}),
]


@pytest.mark.parametrize("body", FITS, ids=range(len(FITS)))
async def test_what_just_fits_is_taken(wire: Wire, body: Json) -> None:
    status, answer = await wire.post(body)
    assert status == 200, answer


@pytest.mark.parametrize(("place", "body"), BREAKS, ids=[f"{n}-{place}" for n, (place, _) in enumerate(BREAKS)])
async def test_what_does_not_fit_is_refused_at_its_place(wire: Wire, place: str, body: Json) -> None:
    status, answer = await wire.post(body)
    assert (status, answer["code"]) == (400, 50035)
    node = answer["errors"]
    for step in place.split("."):
        node = node[step]
    assert node["_errors"][0]["code"] and node["_errors"][0]["message"]


async def test_an_edit_is_checked_like_a_new_message_and_changes_nothing_when_refused(wire: Wire) -> None:
    _, sent = await wire.post({"content": "as it was"})
    path = f"/channels/{CHANNEL_ID}/messages/{sent['id']}"
    assert (await wire.ask("PATCH", path, {"content": "x" * 2001}))[1]["code"] == 50035
    assert (await wire.ask("PATCH", path, {"content": "", "embeds": []}))[1]["code"] == 50006
    assert (await wire.ask("GET", path, None))[1]["content"] == "as it was"


async def test_an_empty_message_is_refused(wire: Wire) -> None:
    status, answer = await wire.post({"content": "  "})
    assert (status, answer["code"]) == (400, 50006)


def option(name: str, **more: object) -> Json:
    """An option of a command."""
    return {"name": name, "description": "x", "type": 3, **more}


LONG_CHOICE = {"name": "x" * 101, "value": "v"}
COMMANDS: list[tuple[str, Json]] = [
    ("0.name", {"name": "Upper", "description": "x"}),
    ("0.name", {"name": "x" * 33, "description": "x"}),
    ("0.name_localizations.de", {"name": "x", "description": "x", "name_localizations": {"de": "mit leerzeichen"}}),
    ("0.description", {"name": "x", "description": "x" * 101}),
    ("0.options", {"name": "x", "description": "x", "options": [option(f"o{n}") for n in range(26)]}),
    ("0.options.0.choices.0.name", {"name": "x", "description": "x", "options": [option("o", choices=[LONG_CHOICE])]}),
]


@pytest.mark.parametrize(("place", "command"), COMMANDS, ids=[place for place, _ in COMMANDS])
async def test_commands_are_checked(wire: Wire, place: str, command: Json) -> None:
    status, answer = await wire.ask("PUT", f"/applications/{BOT_ID}/commands", [command])
    assert (status, answer["code"]) == (400, 50035)
    node = answer["errors"]
    for step in place.split("."):
        node = node[step]
    assert node["_errors"]


async def test_commands_keep_their_ids_when_they_are_put_again(wire: Wire) -> None:
    path = f"/applications/{BOT_ID}/commands"
    commands = [{"name": name, "description": "x"} for name in ("hand", "tisch")]
    _, first = await wire.ask("PUT", path, commands)
    _, second = await wire.ask("PUT", path, [{**commands[1], "description": "changed"}])
    assert second[0]["id"] == first[1]["id"] and second[0]["description"] == "changed"
    assert (await wire.ask("GET", path, None))[1] == second


async def test_emojis_are_checked(wire: Wire) -> None:
    path = f"/applications/{BOT_ID}/emojis"
    small, large = (base64.b64encode(b"x" * size).decode() for size in (10, 256 * 1024 + 1))
    for name, image in (("a", small), ("with space", small), ("ok", large), ("ok", "")):
        status, answer = await wire.ask("POST", path, {"name": name, "image": f"data:image/png;base64,{image}"})
        assert (status, answer["code"]) == (400, 50035)
    status, answer = await wire.ask("POST", path, {"name": "ok", "image": f"data:image/png;base64,{small}"})
    assert status == 200 and answer["name"] == "ok"
