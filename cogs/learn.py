"""``/learn``: five short lessons for whoever asks, seen by nobody else; nothing of it touches a table or the ledger."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client import words
from bot.core.actions import Action, NoAction, parse_code
from bot.learn.book import BY_NAME
from bot.learn.lesson import Lesson
from bot.learn.progress import Progress
from bot.store.learning import Learning
from bot.store.people import Person
from bot.table import Stale
from bot.ui import send
from bot.ui.lesson import MENU, NEXT, OPEN, lesson_message, menu_message
from bot.ui.message import Message
from bot.ui.reading import LESSON, Reading
from bot.ui.send import Interaction

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer


class LearnCog(commands.Cog):
    def __init__(self, bot: "Kreidtfuehrer") -> None:
        self.bot = bot

    @property
    def _learning(self) -> Learning:
        return Learning(self.bot.database)  # there once the bot has begun; ``check`` looks at the commands alone

    @app_commands.command(name=words("learn.name"), description=words("learn.description"))
    async def learn(self, interaction: Interaction) -> None:
        async def work(person: Person) -> None:
            await self.bot.desk.say(interaction, menu_message(await self._progress(person), self.bot.texts_for(person)))

        await self.bot.desk.guarded(interaction, work)

    async def pressed(self, interaction: Interaction, asked: Reading) -> None:
        """Every press of a lesson; the answer is the message as it is then."""

        async def work(person: Person) -> None:
            message = await self._answer(person, asked)
            await interaction.response.edit_message(**send.as_edit(message))

        await self.bot.desk.guarded(interaction, work)

    async def _answer(self, person: Person, asked: Reading) -> Message:
        """Raises Stale for what no button says any more."""
        texts = self.bot.texts_for(person)
        progress = await self._progress(person)
        if asked == MENU:
            return menu_message(progress, texts)
        lesson, index, what = _meant(asked)
        if what == OPEN:
            step = progress.step(lesson)
            await self._reach(person, lesson, step)
            return lesson_message(lesson, step, texts)
        if index != progress.shown(lesson):
            return lesson_message(lesson, progress.shown(lesson), texts)  # pressed twice, or on an older message
        moment = lesson.moments[index]
        if what == NEXT and not moment.right and index + 1 < len(lesson.moments):
            await self._reach(person, lesson, index + 1)
            return lesson_message(lesson, index + 1, texts)
        action = _action(what)
        if action not in moment.offered:
            raise Stale
        if moment.answer(action) is not None:
            return lesson_message(lesson, index, texts, wrong=action)
        await self._reach(person, lesson, index + 1)
        return lesson_message(lesson, index + 1, texts, well=True)

    async def _progress(self, person: Person) -> Progress:
        learnt = await self._learning.of(person.id)
        return Progress(
            {one.lesson: one.step for one in learnt}, frozenset(one.lesson for one in learnt if one.finished)
        )

    async def _reach(self, person: Person, lesson: Lesson, step: int) -> None:
        last = step == len(lesson.moments) - 1
        await self._learning.reach(person.id, lesson.name, step, self.bot.means.now() if last else None)


def _meant(asked: Reading) -> tuple[Lesson, int, str]:
    """Which lesson, which of its steps, what was pressed there. Raises Stale."""
    if len(asked.parts) != 3:
        raise Stale
    name, step, what = asked.parts
    if name == OPEN:  # chosen from the list
        name, what = what, OPEN
    lesson = BY_NAME.get(name)
    if lesson is None or not step.isdecimal() or int(step) >= len(lesson.moments):
        raise Stale
    return lesson, int(step), what


def _action(what: str) -> Action:
    try:
        return parse_code(what)
    except NoAction:
        raise Stale from None


async def setup(bot: "Kreidtfuehrer") -> None:
    cog = LearnCog(bot)
    bot.readers[LESSON] = cog.pressed
    await bot.add_cog(cog)
