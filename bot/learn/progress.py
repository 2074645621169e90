"""How far somebody has come in the lessons."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from bot.learn.book import LESSONS
from bot.learn.lesson import Lesson


@dataclass(frozen=True, slots=True)
class Progress:
    """``steps``: by lesson the step that is shown next; ``done``: those that were ever finished."""

    steps: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    done: frozenset[str] = frozenset()

    def shown(self, lesson: Lesson) -> int:
        """The step that was shown last; the last one of a lesson that has become shorter since."""
        return min(self.steps.get(lesson.name, 0), len(lesson.moments) - 1)

    def step(self, lesson: Lesson) -> int:
        """Where to go on: a lesson that was gone through begins anew."""
        step = self.shown(lesson)
        return step if step < len(lesson.moments) - 1 else 0

    def finished(self, lesson: Lesson) -> bool:
        return lesson.name in self.done

    @property
    def due(self) -> Lesson | None:
        """The first one not finished yet."""
        return next((lesson for lesson in LESSONS if not self.finished(lesson)), None)
