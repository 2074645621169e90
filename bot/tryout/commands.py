"""Slash commands from the person's side: which there are, and what a typed one means."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from bot.tryout.errors import Json
from bot.tryout.resolver import OPTION_KINDS, Resolver
from bot.tryout.things import DM, Channel, User
from bot.tryout.world import World

STRING, INTEGER, BOOLEAN, NUMBER = 3, 4, 5, 10


class Misuse(Exception):
    """What a person asked for cannot be done; the texts say why, for that person."""

    def __init__(self, english: str, german: str) -> None:
        super().__init__(english)
        self.texts = {"en-US": english, "de": german}


@dataclass
class Found:
    """A command found by its words: the root command, the groups on the way, and what takes the options."""

    root: Json
    way: list[Json]
    path: str

    @property
    def options(self) -> list[Json]:
        """The options of the innermost (sub-)command."""
        return (self.way[-1] if self.way else self.root).get("options") or []


def usable(world: World, user: User, channel: Channel) -> list[Json]:
    """The commands a person may use in a channel, each once, the guild's own before the global ones."""
    here = [*(command for scope, known in world.commands.items() if scope for command in known.values())]
    if channel.kind == DM:
        here = []
    here += world.commands[None].values() if None in world.commands else []
    seen: set[str] = set()
    chosen: list[Json] = []
    for command in here:
        if command["type"] != 1 or command["name"] in seen or not _permitted(command, user, channel):
            continue
        seen.add(command["name"])
        chosen.append(command)
    return chosen


def _permitted(command: Json, user: User, channel: Channel) -> bool:
    contexts = command.get("contexts")
    if channel.kind == DM:
        return 1 in contexts if contexts is not None else command.get("dm_permission") is not False
    if contexts is not None and 0 not in contexts:
        return False
    needed = command.get("default_member_permissions")
    return needed is None or user.owner or (int(needed) != 0 and user.permissions & int(needed) == int(needed))


def find(world: World, user: User, channel: Channel, path: str) -> Found:
    """The command behind words such as "table open", in English or in any language it was localised to.

    Raises Misuse if there is none (and names the one that was probably meant), or if it stops before a sub-command.
    """
    words = path.split()
    root = _named(usable(world, user, channel), words[0]) if words else None
    if root is None:
        raise _unknown(world, user, channel, path)
    way: list[Json] = []
    for word in words[1:]:
        step = _named([o for o in (way[-1] if way else root).get("options") or [] if o["type"] in (1, 2)], word)
        if step is None:
            raise _unknown(world, user, channel, path)
        way.append(step)
    found = Found(root, way, " ".join([root["name"], *(step["name"] for step in way)]))
    if any(option["type"] in (1, 2) for option in found.options):
        more = ", ".join(_local(option, user) for option in found.options)
        raise Misuse(f"/{path} needs one more word: {more}.", f"/{path} braucht noch ein Wort: {more}.")
    return found


def refuse_unknown(world: World, user: User, channel: Channel, text: str) -> None:
    """Raise Misuse for a text that begins like a command but is none: it must not be posted by mistake."""
    if re.match(r"/\w", text):
        find(world, user, channel, text[1:])
        raise Misuse("This is a command: choose it from the list.", "Das ist ein Befehl: Wähl ihn aus der Liste.")


def _unknown(world: World, user: User, channel: Channel, path: str) -> Misuse:
    known = {shown.casefold(): shown for root in usable(world, user, channel) for shown in _paths(root, user)}
    typed = path.casefold()
    # with options behind it, or only half typed, a command is still recognised by its beginning
    near = [name for name in known if typed.startswith(name) or name.startswith(typed)]
    near += difflib.get_close_matches(typed, known, n=1)
    guess = f"/{known[near[0]]}" if near else ""
    english = f"There is no command /{path} here" + (f"; did you mean {guess}?" if near else ".")
    return Misuse(english, f"Hier gibt es keinen Befehl /{path}" + (f"; meinst du {guess}?" if near else "."))


def _paths(thing: Json, user: User) -> list[str]:
    """The words of a command, or of each of its sub-commands, in the person's language."""
    inner = [option for option in thing.get("options") or [] if option["type"] in (1, 2)]
    own = _local(thing, user)
    return [f"{own} {rest}" for option in inner for rest in _paths(option, user)] or [own]


def _local(thing: Json, user: User) -> str:
    return (thing.get("name_localizations") or {}).get(user.locale) or thing["name"]


def _named(things: list[Json], word: str) -> Json | None:
    for thing in things:
        if word == thing["name"] or word in (thing.get("name_localizations") or {}).values():
            return thing
    return None


def data_for(
    world: World, user: User, channel: Channel, path: str, given: Json, focused: str | None = None
) -> tuple[Json, str]:
    """The data of a command interaction (or of an autocomplete, if an option is focused), and the command's path.

    Raises Misuse for unknown or missing options and for values that do not fit.
    """
    found = find(world, user, channel, path)
    resolver = Resolver(world, user, channel)
    options: list[Json] = []
    left = dict(given)
    for option in found.options:
        names = [option["name"], *(option.get("name_localizations") or {}).values()]
        key = next((name for name in names if name in left), None)
        if key is None:
            if option.get("required") and focused is None:
                own = _local(option, user)
                raise Misuse(f"Still missing: {own}.", f"Es fehlt noch: {own}.")
            continue
        value = left.pop(key)
        entry: Json = {"name": option["name"], "type": option["type"]}
        if focused in names:
            entry |= {"value": str(value), "focused": True}
        else:
            try:
                entry["value"] = _value(option, value, resolver, user)
            except Misuse:
                # while one option is being completed, others may still be half typed
                if focused is None:
                    raise
                continue
        options.append(entry)
    if focused is not None and not any(option.get("focused") for option in options):
        left[focused] = ""
    if left:
        names = ", ".join(left)
        raise Misuse(f"/{found.path} has no option {names}.", f"/{found.path} kennt {names} nicht.")
    for step in reversed(found.way):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    data: Json = {"id": found.root["id"], "name": found.root["name"], "type": 1, "options": options}
    if "guild_id" in found.root:
        data["guild_id"] = found.root["guild_id"]
    if resolver.data:
        data["resolved"] = resolver.data
    return data, found.path


def _value(option: Json, value: object, resolver: Resolver, user: User) -> object:
    """A typed value as Discord sends it."""
    text = str(value).strip()
    kind = option["type"]
    own = _local(option, user)
    wrong = Misuse(f"“{text}” does not fit {own}.", f"„{text}“ passt nicht zu {own}.")
    choices = option.get("choices") or []
    if choices:
        for choice in choices:
            if text in (str(choice["value"]), choice["name"], *(choice.get("name_localizations") or {}).values()):
                return choice["value"]
        raise wrong
    if kind in (INTEGER, NUMBER):
        try:
            number = int(text) if kind == INTEGER else float(text)
        except ValueError:
            raise wrong from None
        low, high = option.get("min_value"), option.get("max_value")
        if (low is not None and number < low) or (high is not None and number > high):
            raise wrong
        return number
    if kind == BOOLEAN:
        if text.lower() not in ("true", "false", "ja", "nein", "yes", "no"):
            raise wrong
        return text.lower() in ("true", "ja", "yes")
    if kind in OPTION_KINDS:
        number = resolver.find(text, OPTION_KINDS[kind])
        if number is None:
            raise wrong
        return number
    if kind == STRING and not option.get("min_length", 0) <= len(text) <= min(option.get("max_length", 6000), 6000):
        raise wrong
    return text
