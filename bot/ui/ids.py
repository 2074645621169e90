"""The ids behind buttons: ``k1:<table>:<n>:<verb>[:<arg>]``, for example ``k1:412:57:a:pCJ``.

``n`` says what the press is about, so that an old one can be told: the table's ``turn`` for the seat to act and for
what several may press; 0 in the lobby and for *Meine Karten*; the pack's number for the cut; the deal for a report of
wrong play; the Partie for a vote to stop; the case's number for what is said before the Schiedsgericht. A select for
the argument has ``k1c`` in front, and behind it, if the choice takes more than one, which of them it is.
"""

import re
from dataclasses import dataclass

from bot.core.actions import Action, code
from bot.core.seats import Seat, parse_seat, seat_name

PATTERN = r"k1:(?P<table>[0-9]+):(?P<n>[0-9]+):(?P<verb>[a-z]+)(?::(?P<arg>[A-Za-z0-9-]+))?"
SELECT_PREFIX = "k1c:"
SELECT_PATTERN = r"k1c:(?P<table>[0-9]+):(?P<n>[0-9]+):(?P<verb>[a-z]+)(?::(?P<arg>[0-9]+))?"
INVITE_PATTERN = r"k1u:(?P<table>[0-9]+):invite"

# n = turn: the seat to act, or a press on what stands there now
ACT = "a"  # arg: the action's code
ASK = "ask"  # arg: the action's code; first press on a solo
SHOW = "show"  # the present hand again
NEXT = "next"
TAKE_BACK = "back"
ASK_BACK = "askback"  # a second take-back, which loses the deal
PLEA = "plea"  # arg: yes or no
CHALK = "chalk"  # what the Kreidtführer may do, and who may be it
REMATCH = "rematch"
SUBSTITUTE = "sub"
TAKE = "take"  # arg: seat
# n = 0
HAND = "hand"
SIT = "sit"  # arg: seat
COMPUTER = "pc"  # arg: seat
FILL = "fill"
STAND = "stand"
START = "start"
CHOOSE = "choose"  # arg: seat
ACCUSE = "accuse"  # whom to report is asked next
# n = number of the pack
CUT = "cut"  # arg: how many cards are lifted, or knock
# n = deal
REPORT = "report"  # arg: seat accused of wrong play
VOID = "void"
QUARREL = "quarrel"  # arg: what it is about
# n = Partie
STOP = "stop"  # arg: yes or no
ADMONISH = "admonish"  # arg: seat
# n = number of the Schiedsgericht's case
STANDS = "stands"
REJECT = "reject"
SHOUT = "shout"
RULE = "rule"  # arg: yes or no
ACCEPT = "accept"  # arg: yes or no

_ABOUT_TURN = (ACT, ASK, SHOW, NEXT, TAKE_BACK, PLEA, REMATCH, SUBSTITUTE, TAKE, ACCUSE)
COURT = frozenset((CHALK, CHOOSE, VOID, QUARREL, ADMONISH, STANDS, REJECT, RULE, ACCEPT))
VERBS = frozenset((*_ABOUT_TURN, HAND, SIT, COMPUTER, FILL, STAND, START, CUT, REPORT, STOP, ASK_BACK, SHOUT)) | COURT
QUESTIONS = frozenset((ACCUSE, CHALK, ASK_BACK))  # a first press that only asks
# Stand on nothing but a player's own message.
ON_HAND = frozenset((ACT, ASK, ACCUSE, SHOW, ASK_BACK, VOID, QUARREL, ADMONISH))


class NoPress(ValueError):
    """A text that is no button id."""


@dataclass(frozen=True, slots=True)
class Press:
    table: int
    n: int
    verb: str
    arg: str | None = None

    @property
    def id(self) -> str:
        tail = "" if self.arg is None else f":{self.arg}"
        return f"k1:{self.table}:{self.n}:{self.verb}{tail}"

    @classmethod
    def parse(cls, text: str) -> "Press":
        """Inverse of ``id``; raises NoPress."""
        match = re.fullmatch(PATTERN, text, re.ASCII)
        if match is None:
            raise NoPress(text)
        return cls.of(match)

    @property
    def select_id(self) -> str:
        """Of a select for the argument; ``arg``: which of several, until something is chosen."""
        return f"{SELECT_PREFIX}{self.id.removeprefix('k1:')}"

    @classmethod
    def parse_select(cls, text: str) -> "Press":
        """Inverse of ``select_id``; raises NoPress."""
        match = re.fullmatch(SELECT_PATTERN, text, re.ASCII)
        if match is None:
            raise NoPress(text)
        return cls.of(match)

    @classmethod
    def of(cls, match: re.Match[str]) -> "Press":
        """From a match of ``PATTERN``."""
        return cls(int(match["table"]), int(match["n"]), match["verb"], match["arg"])

    @property
    def seat(self) -> Seat:
        """The argument as a seat; raises ValueError."""
        return parse_seat(self.arg or "")


def action_id(table: int, ply: int, action: Action, verb: str = ACT) -> str:
    return Press(table, ply, verb, code(action)).id


def seat_id(table: int, n: int, verb: str, seat: Seat) -> str:
    return Press(table, n, verb, seat_name(seat)).id


def invite_id(table: int) -> str:
    return f"k1u:{table}:invite"
