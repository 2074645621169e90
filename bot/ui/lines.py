"""The lines that hand and board share: who sits where, what was said, what lies on the table, the slate.

A ``Scene`` with ``me`` None speaks of everyone by name (the board); with a seat it says "you" to that seat.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.core.cards import CLUB_JACK, holds
from bot.core.cards import hand_of as mask_of
from bot.core.game import Phase
from bot.core.house import Conduct
from bot.core.schafkopf.view import View
from bot.core.seats import PAIRS, SEAT_NAMES, SEATS, Pair, Seat, next_seat, pair_of
from bot.table import Table, TablePhase
from bot.ui import ids
from bot.ui.faces import face, rank_letter, suit_words, tally, word
from bot.ui.ids import Press
from bot.ui.message import FIELD_NAME, LABEL, Button, Field, cut
from bot.ui.text import Texts, safe_name

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
    """Who sits there, where the seat is named already: a computer needs no name of its own then."""
    chair = table.chairs[seat]
    if chair.computer and chair.person is None and chair.leaver is None:
        return texts.t("seat.computer_here")
    return seat_label(table, seat, names, texts)


def compass(seat: Seat, texts: Texts) -> str:
    return texts.t(f"seat.{SEAT_NAMES[seat]}")


def striche(count: int, texts: Texts) -> str:
    return texts.t("count.striche", count=count)


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as one reader sees it. ``view`` must be that reader's."""

    table: Table
    view: View
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

    def pair(self, pair: Pair, case: str) -> str:
        """``case`` is nom, acc or dat."""
        if self.me is not None:
            side = "ours" if pair == pair_of(self.me) else "theirs"
            return self.t(f"pair.{side}_{case}")
        first, second = (self.full_name(seat) for seat in SEATS if pair_of(seat) == pair)
        return self.t("pair.named", first=first, second=second)

    @property
    def pairs(self) -> tuple[Pair, Pair]:
        """The reader's own first."""
        first = PAIRS[0] if self.me is None else pair_of(self.me)
        return first, Pair(1 - first)

    # -- whose turn

    @property
    def settled(self) -> bool:
        return self.view.result is not None

    @property
    def running(self) -> bool:
        """A deal is under way."""
        return self.table.to_act is not None

    def turn(self) -> str:
        """The line that must be seen first."""
        if self.table.phase is TablePhase.CLOSED:
            return self.t("turn.closed")
        if self.table.phase is TablePhase.FINISHED or self.view.phase is Phase.OVER:
            return self._partie_over()
        seat = self.table.to_act
        if seat is None:
            return self.t("turn.deal_over" if self.settled else "turn.undealt")
        step = str(self.view.phase)
        if self.view.phase is Phase.PLAY and not self.view.trick:
            step = "lead"
        if seat == self.me:
            return self.t(f"turn.you_{step}")
        if self.me is not None and self.me == self.view.sits_out and self.view.phase is Phase.PLAY:
            return self.t("turn.you_out", name=self.full_name(seat))
        return self.t(f"turn.other_{step}", name=self.full_name(seat))

    def _partie_over(self) -> str:
        result = self.view.result
        winner = result.settlement.winner if result else None
        if winner is None:
            return self.t("turn.stopped")
        if self.me is not None:
            return self.t("turn.won" if winner == pair_of(self.me) else "turn.lost")
        return self.t("turn.partie_over", pair=self.pair(winner, "nom"))

    # -- what was said

    def calls(self) -> str:
        if not self.view.calls:
            return self.t("line.no_calls")
        said = [self.t("line.call", name=self.name(s), word=word(w, self.texts)) for s, w in self.view.calls]
        return self.t("line.calls", calls=" · ".join(said))

    def made_known(self) -> list[str]:
        ranks = [
            self.t("line.made_known_less", name=self.name(known.seat))
            if known.rank is None
            else self.t("line.made_known_rank", name=self.name(known.seat), rank=rank_letter(known.rank, self.texts))
            for known in self.view.made_known
        ]
        return [self.t("line.made_known", ranks=" · ".join(ranks))] if ranks else []

    def trump(self) -> list[str]:
        """Solo, who yielded, trump and who named it."""
        view, lines = self.view, []
        if view.solo is not None and view.soloist is not None and view.sits_out is not None:
            said = _capital(word(view.solo, self.texts))
            lines.append(
                self.t("line.solo", word=said, name=self.full_name(view.soloist), out=self.full_name(view.sits_out))
            )
        if view.trump is not None and view.namer is not None:
            suit, name = suit_words(view.trump, self.texts), self.name(view.namer)
            if view.number is None:
                lines.append(self.t("line.trump", suit=suit, name=name))
            else:
                lines.append(self.t("line.trump_number", suit=suit, name=name, word=view.number))
        elif view.yielded and view.namer is not None:
            lines.append(self.t("line.yielded", name=self.full_name(Seat((view.namer + 2) & 3))))
        if view.jack_given is not None:
            lines.append(self.t("line.jack_given", card=face(view.jack_given, self.texts)))
        elif view.phase is Phase.GIVE and view.gifts == 1:
            lines.append(self.t("line.gift_waits"))
        return lines

    # -- what lies there

    def last_trick(self) -> list[str]:
        if not self.view.tricks:
            return []
        trick = self.view.tricks[-1]
        laid = zip(trick.seats, trick.cards, strict=True)
        shown = [self.t("line.trick_card", name=self.name(seat), card=face(card, self.texts)) for seat, card in laid]
        taker = f"**{self.name(trick.winner)}**"
        return [self.t("line.last_trick", cards=" · ".join(shown), taker=taker)]

    def tricks(self) -> list[str]:
        """How many each pair has taken."""
        if not self.view.tricks:
            return []
        taken = [sum(pair_of(trick.winner) == pair for trick in self.view.tricks) for pair in PAIRS]
        first, second = self.pairs
        return [
            self.t(
                "line.tricks",
                first=self.pair(first, "nom"),
                first_count=taken[first],
                second=self.pair(second, "nom"),
                second_count=taken[second],
            )
        ]

    def kreide_open(self) -> list[str]:
        """In the first deal, before CJ has fallen, nobody may be told who has it (B17)."""
        view = self.view
        if view.kreide is not None or not view.first_deal or self.settled or not self.running:
            return []
        if not view.variant.club_jack_has_kreide:
            return [self.t("line.kreide_61")]
        mine = self.me is not None and holds(mask_of(view.hand), CLUB_JACK)
        return [self.t("line.kreide_open_you" if mine else "line.kreide_open", card=face(CLUB_JACK, self.texts))]

    def slate(self) -> tuple[Field, ...]:
        """Both pairs' Striche as strokes and number, and the Kreide."""
        fields = []
        for pair in self.pairs:
            count = self.view.striche[pair]
            strokes = tally(count) or self.t("slate.none")
            key = "slate.value_kreide" if self.view.kreide == pair else "slate.value"
            seats = "/".join(compass(seat, self.texts) for seat in SEATS if pair_of(seat) == pair)
            name = self.t("slate.pair", names=self.pair(pair, "nom"), seats=seats)
            fields.append(Field(cut(name, FIELD_NAME), self.t(key, tally=strokes, count=count)))
        return tuple(fields)

    # -- what else is going on

    def next_dealer(self) -> str:
        return self.t("line.next_dealer", name=self.name(next_seat(self.view.dealer)))

    def ready(self) -> list[str]:
        seats = [seat for seat in SEATS if seat in self.table.ready]
        return [self.t("line.ready", names=self.people(seats))] if seats else []

    def absent(self) -> list[str]:
        seat = self.table.to_act
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

    @property
    def tavern(self) -> bool:
        return self.view.house.conduct is Conduct.TAVERN

    @property
    def may_report(self) -> bool:
        """In tavern conduct, until the deal is settled or a breach proven (B23)."""
        return self.me is not None and self.tavern and self.view.verdict is None and self.deal_open

    @property
    def deal_open(self) -> bool:
        return self.table.to_act is not None or self.table.unsettled

    def reports(self) -> list[str]:
        """Who has said of whom that he played wrong; nothing tells whether it is so before it is proven (B24)."""
        view = self.view
        if view.verdict is not None or not self.deal_open:
            return []
        said = [
            self.t("line.reported", name=self.full_name(report.seat), accused=self.full_name(report.accused))
            for report in view.reports
        ]
        return said + ([self.t("line.unsettled")] if self.table.unsettled else [])

    def annulled(self) -> list[str]:
        return [self.t("line.annulled")] if self.table.annulled else []

    @property
    def playing(self) -> bool:
        return self.table.phase is TablePhase.PARTIE

    # -- buttons that hand and board share

    def go_on_button(self) -> Button | None:
        """*Next*, or *rematch* after the Partie; None while a deal is under way."""
        table = self.table
        done = self.me is not None and self.me in table.ready
        if table.phase is TablePhase.FINISHED:
            label, verb = self.t("button.rematch_done" if done else "button.rematch"), ids.REMATCH
        elif table.between_deals:
            key = "button.next_done" if done else "button.next" if self.settled else "button.deal"
            label, verb = self.t(key), ids.NEXT
        else:
            return None
        return Button(Press(table.id, table.turn, verb).id, label, "▶️", "success", disabled=done)

    def substitute_button(self) -> Button | None:
        seat = self.table.to_act
        if not self.table.absent or seat is None or seat == self.me:
            return None
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


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
