"""Brings the drawn pictures to Discord as the application's own emojis; without them everything works with letters."""

import asyncio
import logging
from collections.abc import Mapping
from types import MappingProxyType

import aiohttp
import discord

from bot.pictures.packs import KEYS, drawn, emoji_name, key_of, mention

log = logging.getLogger(__name__)

MOST_FAILURES = 3  # in a row; after that the others are not tried
_FAULTS = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)


class Emojis:
    """Which picture is which emoji; grows while they are brought up, and is empty where that does not work."""

    def __init__(self, client: discord.Client, pause: float) -> None:
        self._client = client
        self._pause = pause
        self._ids: dict[str, int] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def ids(self) -> Mapping[str, int]:
        """By key; what is in it can be shown."""
        return MappingProxyType(self._ids)

    def mention(self, key: str) -> str | None:
        """As written in a message; None as long as it is not there."""
        found = self._ids.get(key)
        return None if found is None else mention(key, found)

    def has(self, keys: frozenset[str]) -> bool:
        """Whether all of them can be shown: a hand of pictures and letters would be worse than one of letters."""
        return keys <= self._ids.keys()

    def start(self) -> None:
        """Once logged in; does nothing while it is at it."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self.bring_up())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def bring_up(self) -> None:
        """What is missing is made, then what an older version made goes. Says in one line what did not work."""
        try:
            wanted = {emoji_name(key): key for key in KEYS}
            there = await self._client.fetch_application_emojis()
        except _FAULTS as error:
            log.warning("the pictures of the cards cannot be looked up, letters stand for them: %s", error)
            return
        self._ids = {wanted[emoji.name]: emoji.id for emoji in there if emoji.name in wanted}
        made, failures = await self._make()
        old = [one for one in there if one.name not in wanted and key_of(one.name) in self._ids]
        removed = await self._remove(old, failures)
        if made or removed:
            log.info("pictures of the cards: %s brought up, %s old ones removed", made, removed)
        if failures:
            log.warning(
                "pictures of the cards: %s of %s are missing, letters stand for them: %s",
                *(len(KEYS) - len(self._ids), len(KEYS), failures[0]),
            )

    async def _make(self) -> tuple[int, list[Exception]]:
        made, in_a_row = 0, 0
        failures: list[Exception] = []
        for key in sorted(KEYS - self._ids.keys()):
            try:
                emoji = await self._client.create_application_emoji(name=emoji_name(key), image=drawn(key))
            except _FAULTS as error:
                failures.append(error)
                in_a_row += 1
                if in_a_row == MOST_FAILURES:
                    break
            else:
                self._ids[key] = emoji.id
                made, in_a_row = made + 1, 0
            await asyncio.sleep(self._pause)
        return made, failures

    async def _remove(self, old: list[discord.Emoji], failures: list[Exception]) -> int:
        removed = 0
        for emoji in old:
            try:
                await emoji.delete()
            except discord.NotFound:
                continue
            except _FAULTS as error:
                failures.append(error)
                break
            removed += 1
            await asyncio.sleep(self._pause)
        return removed
