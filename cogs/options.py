"""Options that several commands have: their names, what is said of them, and what may be chosen."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from discord import app_commands

from bot.client import words, words_at
from bot.settings import OWN, PRACTICE, SERVER, Setting

F = TypeVar("F")

SEAT_CHOICES = [app_commands.Choice(name=words_at(f"seat.{seat}"), value=seat) for seat in "NESW"]
# Those that are typed freely have no fixed choices.
CHOICES = {
    setting.name: [
        app_commands.Choice(
            name=words_at(f"game.{value}") if setting.name == "game" else words(f"choice.{setting.name}.{value}"),
            value=value,
        )
        for value in setting.values
    ]
    for setting in (*SERVER, *OWN, PRACTICE)
    if setting.reads is None
}
# Said outright: to ``guild_only`` discord.py adds the direct messages in which the other commands may be typed.
in_servers = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)


def options(settings: Sequence[Setting]) -> Callable[[F], F]:
    """For a command that has an option for each of these."""
    names = {setting.name: words(f"option.{setting.name}.name") for setting in settings}
    said = {setting.name: words(f"option.{setting.name}.description") for setting in settings}
    choices = {setting.name: CHOICES[setting.name] for setting in settings if setting.name in CHOICES}

    def decorate(command: F) -> F:
        for decorator in (app_commands.rename(**names), app_commands.describe(**said), app_commands.choices(**choices)):
            command = decorator(command)
        return command

    return decorate
