"""People at a simulated Discord: they press what they see and type what they could type."""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import simcord
from simcord.backend.models import Message
from simcord.results import InteractionResult, ResponseMessage

from bot.ui.reading import is_reading

from .seen import components_in, pieces_of

if TYPE_CHECKING:
    from .club import Club

_MOVE = re.compile(r"k1:([0-9]+):[0-9]+:(a|ask):([A-Za-z0-9-]+)")
_LIST = re.compile(r"k1c:([0-9]+:[0-9]+:(?:a|ask))(?::[0-9]+)?")
Button = dict[str, Any]
Choice = Callable[[Sequence[Button]], Button]


def text_of(message: Message | ResponseMessage | None) -> str:
    """All a message says, buttons too."""
    if message is None:
        return ""
    return "\n".join(pieces_of(message._message if isinstance(message, ResponseMessage) else message))


def changing(message: ResponseMessage | None) -> list[Button]:
    """Those that change something at a table, and not only show something."""
    return [button for button in buttons_of(message) if not is_reading(button["custom_id"])]


def buttons_of(message: ResponseMessage | None) -> list[Button]:
    """What can be pressed, and what can be chosen from lists as if each were a button: ``list`` is where from."""
    if message is None:
        return []
    found = [item for item in components_in(message._message.components) if item.get("custom_id")]  # no copy of it all
    for item in list(found):
        match = _LIST.fullmatch(item["custom_id"])
        if match:
            found += [
                {"custom_id": f"k1:{match[1]}:{option['value']}", "label": option["label"], "list": item["custom_id"]}
                for option in item["options"]
            ]
    return found


def moves_of(message: ResponseMessage | None, table: int | None = None) -> list[Button]:
    """What may be called, named, given or played by button now."""
    found = []
    for button in buttons_of(message):
        match = _MOVE.fullmatch(button["custom_id"])
        if match and not button.get("disabled") and table in (None, int(match[1])):
            found.append(button)
    return found


def code_of(button: Button) -> str:
    """What the button does, as the log would write it: ``pCJ``."""
    match = _MOVE.fullmatch(button["custom_id"])
    assert match is not None
    return match[3]


class Player:
    """One person with a DM with the bot, seen in one server."""

    def __init__(self, club: "Club", member: simcord.MemberActor) -> None:
        self.club = club
        self.member = member
        self.user = member.user
        self.private: ResponseMessage | None = None  # the hand shown in the channel, if this person looks there

    def __repr__(self) -> str:
        return f"Player({self.name})"

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.name

    @property
    def person(self) -> int:
        """The surrogate number in the database."""
        return self.club.disk.rows("SELECT id FROM person WHERE discord_id = ?", self.id)[0][0]

    # -- looking

    def mail(self) -> list[ResponseMessage]:
        """The DM, oldest first."""
        return self.club.messages_in(self.user.dm_channel.id)

    def hand(self, table: int = 1) -> ResponseMessage | None:
        """The newest message in the DM about that table with something to press."""
        for message in reversed(self.mail()):
            if any(button["custom_id"].startswith(f"k1:{table}:") for button in buttons_of(message)):
                return message
        return None

    def moves(self, table: int = 1) -> list[Button]:
        """From the message this person plays with."""
        return moves_of(self._place(table), table)

    def _place(self, table: int) -> ResponseMessage | None:
        return self.private if self.private is not None else self.hand(table)

    # -- pressing

    async def press(self, message: ResponseMessage | None, custom_id: str) -> InteractionResult:
        assert message is not None, f"{self.name} has nothing to press"
        chosen = next((one for one in buttons_of(message) if one["custom_id"] == custom_id and "list" in one), None)
        if chosen is not None:
            return await self.choose(message, chosen["list"], custom_id.rsplit(":", 1)[1])
        if message.channel_id == self.user.dm_channel.id:
            return await self.user.click(message, custom_id=custom_id)
        return await self.member.click(message, custom_id=custom_id)

    async def choose(self, message: ResponseMessage, custom_id: str, value: str) -> InteractionResult:
        """From a list."""
        if message.channel_id == self.user.dm_channel.id:
            return await self.user.select(message, [value], custom_id=custom_id)
        return await self.member.select(message, [value], custom_id=custom_id)

    async def press_verb(self, message: ResponseMessage | None, verb: str, arg: str | None = None) -> InteractionResult:
        """Press the button of that verb, whatever its number is now."""
        for button in buttons_of(message):
            parts = button["custom_id"].split(":")
            if parts[3:4] == [verb] and (arg is None or parts[4:5] == [arg]):
                return await self.press(message, button["custom_id"])
        raise AssertionError(f"no button {verb} {arg or ''} in {text_of(message)!r}")

    async def on_hand(self, verb: str, arg: str | None = None, table: int = 1) -> InteractionResult:
        return await self.press_verb(self._place(table), verb, arg)

    async def on_board(self, verb: str, arg: str | None = None, table: int = 1) -> InteractionResult:
        return await self.press_verb(self.club.board(table), verb, arg)

    async def show_cards(self, table: int = 1) -> ResponseMessage:
        """*Meine Karten* on the board."""
        result = await self.on_board("hand", table=table)
        assert result.response is not None and result.response.ephemeral
        self.private = result.response
        return result.response

    async def press_late(self, photo: dict[str, Any], verb: str, arg: str | None = None) -> InteractionResult:
        """Press a button on a message as it once was; it may have changed on its way."""
        for item in components_in(photo["components"]):
            parts = item.get("custom_id", "").split(":")
            if parts[3:4] == [verb] and (arg is None or parts[4:5] == [arg]):
                (result,) = await self.club.at_once((self, photo, item["custom_id"]))
                return result
        raise AssertionError(f"no button {verb} {arg or ''} in {photo['components']}")

    async def move(self, choose: Choice, table: int = 1) -> str:
        """Press one of the moves, a solo's confirmation too; what it was."""
        button = choose(self.moves(table))
        await self.press(self._place(table), button["custom_id"])
        if ":ask:" in button["custom_id"]:
            await self.on_hand("a", code_of(button), table)
        return code_of(button)

    # -- typing

    async def slash(self, command: str, **options: Any) -> InteractionResult:
        """In the channel."""
        return await self.member.slash(self.club.channel, command, **options)

    async def offers(self, command: str, option: str, typed: str = "", *, dm: bool = False, **filled: Any) -> list[str]:
        """The values of the choice list while this person types."""
        if dm:
            found = await self.user.autocomplete(command, option, typed, **filled)
        else:
            found = await self.member.autocomplete(self.club.channel, command, option, typed, **filled)
        return [choice["value"] for choice in found]

    async def slash_in_dm(self, command: str, **options: Any) -> InteractionResult:
        return await self.user.slash(command, **options)

    async def type_move(self, *, dm: bool = False) -> str:
        """Type one of what the choice lists offer for this turn, no solo; what it was."""
        phase, chance = self.club.table().game_phase, self.club.chance.random
        command, option = {"call": ("call", "word"), "name": ("trump", "suit")}.get(str(phase), ("card", "card"))
        if command == "trump" and chance.random() < 0.5 and await self.offers("call", "word", dm=dm):
            command, option = "call", "word"  # yields
        offered = await self.offers(command, option, dm=dm)
        value = chance.choice([one for one in offered if "solo" not in one])
        result = await (self.slash_in_dm if dm else self.slash)(command, **{option: value})
        assert result.response is not None and result.response.ephemeral
        return f"{command} {value}"

    # -- settings

    def speaks(self, locale: str) -> "Player":
        self.club.locales[self.id] = locale
        return self

    def close_dm(self, *, code: int = 50007) -> None:
        path = f"/channels/{self.user.dm_channel.id}/messages*"
        for method in ("POST", "PATCH"):
            self.club.env.inject_error(method, path, status=403, code=code, message="Cannot send messages", times=None)

    def open_dm(self) -> None:
        path = f"/channels/{self.user.dm_channel.id}/messages*"
        faults = self.club.env.backend.faults
        faults[:] = [fault for fault in faults if fault["path"] != path]
