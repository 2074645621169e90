"""The ids behind everything that is read or learnt and changes no table: rules, *why?*, lessons, help, deals long over.

``k1r:<game>[:<section>]`` a page of the rules, ``k1w:<rule>[:<game>]`` the explanation of a rule,
``k1n:<lesson>:<step>:<what>`` a press in a lesson, ``k1h:open`` the help beside a message, ``k1h:page:<page>`` one of
its pages in place of it, ``k1b:<table>:<partie>:<deal>:<page>:<which>`` a page of a settled deal,
``k1d:<table>:<partie>:<deal>`` its cards once more; a list has ``c`` after the letter, and what is chosen is appended.
"""

import re
from dataclasses import dataclass, replace

from bot.ui.ids import NoPress

RULES, WHY, LESSON, HELP, LOOK, AGAIN = "r", "w", "n", "h", "b", "d"
_PARTS = r"[A-Za-z0-9-]+(?::[A-Za-z0-9-]+)*"
PATTERN = rf"k1(?P<kind>[rwnhbd]):(?P<rest>{_PARTS})"
LIST_PATTERN = rf"k1(?P<kind>[rnh])c:(?P<rest>{_PARTS})"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a press asks to see. ``parts``: whatever the kind needs."""

    kind: str
    parts: tuple[str, ...]

    @property
    def id(self) -> str:
        return f"k1{self.kind}:{':'.join(self.parts)}"

    @property
    def list_id(self) -> str:
        """Of a list of what is appended."""
        return f"k1{self.kind}c:{':'.join(self.parts)}"

    @classmethod
    def parse(cls, custom_id: str) -> "Reading":
        """Inverse of ``id`` and ``list_id``; raises NoPress."""
        match = re.fullmatch(PATTERN, custom_id, re.ASCII) or re.fullmatch(LIST_PATTERN, custom_id, re.ASCII)
        if match is None:
            raise NoPress(custom_id)
        return cls.of(match)

    @classmethod
    def of(cls, match: re.Match[str]) -> "Reading":
        """From a match of one of the patterns."""
        return cls(match["kind"], tuple(match["rest"].split(":")))

    def chosen(self, value: str) -> "Reading":
        return replace(self, parts=(*self.parts, value))


def is_reading(custom_id: str) -> bool:
    return custom_id[:2] == "k1" and custom_id[2:3] in (RULES, WHY, LESSON, HELP, LOOK, AGAIN)
