"""A table as one reader sees it, whatever is played there: who sits where, whose turn, what else is going on.

A scene with ``me`` None speaks of everyone by name (the board); with a seat it says "you" to that seat. What belongs to
the game itself is added by ``bot.ui.lines`` and ``bot.ui.heinrich_lines``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot import cutting, trial
from bot.core.game import Phase
from bot.core.games import View
from bot.core.levels import Level
from bot.core.seats import SEAT_NAMES, SEATS, Seat
from bot.table import Table, TablePhase
from bot.ui import ids
from bot.ui.ids import Press
from bot.ui.message import LABEL, Button, cut
from bot.ui.text import Texts, safe_name

V = TypeVar("V", bound=View)

GREEN, GREY, GOLD, BLUE = 0x2E8B57, 0x5B6270, 0xC9A227, 0x3B6EA5


def person_name(names: Mapping[int, str], person: int | None) -> str:
    """Harmless, also for a person nobody has a name for."""
    return safe_name("" if person is None else names.get(person, ""))


def seat_label(table: Table, seat: Seat, names: Mapping[int, str], texts: Texts) -> str:
    """Who sits there, in a word; a computer is marked as one."""
    chair = table.chairs[seat]
    if chair.person is not None:
        name = person_name(names, chair.person)
        return texts.t("seat.substituted", name=name) if chair.computer else name
    if chair.leaver is not None:
        return texts.t("seat.leaver", name=person_name(names, chair.leaver))
    if chair.computer:
        return texts.t("seat.computer", seat=compass(seat, texts))
    return texts.t("seat.free")


def sitting_label(table: Table, seat: Seat, names: Mapping[int, str], texts: Texts) -> str:
    """Who sits there, where the seat is named already: a computer needs no name of its own then,
    but it is said how well it plays, unless it is the learner."""
    chair = table.chairs[seat]
    if chair.computer and chair.person is None and chair.leaver is None:
        match table.options.level:
            case Level.REGULAR:
                return texts.t("seat.computer_regular")
            case Level.STRONG:
                return texts.t("seat.computer_strong")
        return texts.t("seat.computer_here")
    return seat_label(table, seat, names, texts)


def compass(seat: Seat, texts: Texts) -> str:
    return texts.t(f"seat.{SEAT_NAMES[seat]}")


@dataclass(frozen=True, slots=True)
class TableScene(Generic[V]):
    """``view`` must be the reader's own. A game adds ``_due`` and ``_partie_over``."""

    table: Table
    view: V
    names: Mapping[int, str]
    texts: Texts
    me: Seat | None = None

    def t(self, key: str, /, **params: object) -> str:
        return self.texts.t(key, **params)

    # -- people

    def name(self, seat: Seat) -> str:
        return self.t("seat.you") if seat == self.me else self.full_name(seat)

    def full_name(self, seat: Seat) -> str:
        return seat_label(self.table, seat, self.names, self.texts)

    def people(self, seats: Iterable[Seat]) -> str:
        return ", ".join(self.full_name(seat) for seat in seats)

    # -- whose turn

    @property
    def settled(self) -> bool:
        return self.table.settlement is not None

    @property
    def running(self) -> bool:
        """A deal is under way."""
        return self.table.to_act is not None

    @property
    def playing(self) -> bool:
        return self.table.phase is TablePhase.PARTIE

    def turn(self) -> str:
        """The line that must be seen first."""
        if self.table.phase is TablePhase.CLOSED:
            return self.t("turn.abandoned" if self.table.asleep else "turn.closed")
        if self.table.phase is TablePhase.FINISHED or self.view.phase is Phase.OVER:
            return self._partie_over()
        if (case := self.table.court.case) is not None:
            return self.t(f"turn.court_{case.stage}")
        seat = self.table.to_act
        if seat is None:
            return self._cutting() if cutting.asked(self.table) else self._pause()
        return self._due(seat)

    def _cutting(self) -> str:
        seat = cutting.cutter(self.table)
        return self.t("turn.you_cut") if seat == self.me else self.t("turn.other_cut", name=self.full_name(seat))

    def _pause(self) -> str:
        return self.t("turn.deal_over" if self.settled else "turn.undealt")

    def _due(self, seat: Seat) -> str:
        """What that seat has to do."""
        raise NotImplementedError

    def _partie_over(self) -> str:
        raise NotImplementedError

    # -- what else is going on

    def ready(self) -> list[str]:
        seats = [seat for seat in SEATS if seat in self.table.ready]
        return [self.t("line.ready", names=self.people(seats))] if seats else []

    def absent(self) -> list[str]:
        seat = self.table.to_act
        if self.table.asleep and self.playing:
            return [self.t("line.asleep")]
        if not self.table.absent or seat is None or seat == self.me:
            return []
        return [self.t("line.absent", name=self.full_name(seat))]

    def stop(self) -> list[str]:
        vote = self.table.stop
        if vote is None or not self.playing:
            return []
        yes, no = (self._voters(people) for people in (vote.yes, vote.no))
        return [self.t("line.stop", yes=yes, no=no)]

    def _voters(self, people: frozenset[int]) -> str:
        names = [person_name(self.names, person) for person in self.table.people if person in people]
        return ", ".join(names) or self.t("line.nobody")

    def annulled(self) -> list[str]:
        key = "line.voided" if self.table.court.voided else "line.annulled"
        return [self.t(key)] if self.table.annulled else []

    # -- buttons that hand and board share

    def go_on_button(self) -> Button | None:
        """*Next*, or *rematch* after the Partie; None while a deal is under way."""
        table = self.table
        done = self.me is not None and self.me in table.ready
        if table.phase is TablePhase.FINISHED:
            label, verb = self.t("button.rematch_done" if done else "button.rematch"), ids.REMATCH
        elif table.between_deals and not cutting.asked(table):
            key = "button.next_done" if done else "button.next" if self.settled else "button.deal"
            label, verb = self.t(key), ids.NEXT
        else:
            return None
        return Button(Press(table.id, table.turn, verb).id, label, "▶️", "success", disabled=done)

    def substitute_button(self) -> Button | None:
        seat = self.table.to_act
        if not self.table.absent or seat is None or seat == self.me or self.table.court.case is not None:
            return None
        keeper = trial.keeper(self.table)
        if keeper is not None and self.me not in (None, keeper) and seat != keeper:
            return None  # his alone to decide (S9)
        label = cut(self.t("button.substitute", name=self.full_name(seat)), LABEL)
        return Button(Press(self.table.id, self.table.turn, ids.SUBSTITUTE).id, label, "🤖")

    def stop_buttons(self) -> tuple[Button, ...]:
        if self.table.stop is None or not self.playing:
            return ()
        table = self.table
        return (
            Button(Press(table.id, table.partie, ids.STOP, "yes").id, self.t("button.stop_yes"), "⏹️", "danger"),
            Button(Press(table.id, table.partie, ids.STOP, "no").id, self.t("button.stop_no"), None),
        )
