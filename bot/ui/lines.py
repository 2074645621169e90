"""The lines that hand and board of a two-pair game share: what was said, what lies on the table, the slate.

A ``Scene`` with ``me`` None speaks of everyone by name (the board); with a seat it says "you" to that seat.
"""

from dataclasses import dataclass

from bot import trial
from bot.core.cards import CLUB_JACK, holds
from bot.core.cards import hand_of as mask_of
from bot.core.game import Phase
from bot.core.house import Conduct
from bot.core.schafkopf.view import View
from bot.core.seats import PAIRS, SEATS, Pair, Seat, next_seat, pair_of
from bot.ui import ids
from bot.ui.faces import face, faces, rank_letter, suit_words, tally, word
from bot.ui.ids import Press
from bot.ui.message import FIELD_NAME, Button, Field, Row, cut
from bot.ui.scene import TableScene, compass
from bot.ui.text import Texts


def striche(count: int, texts: Texts) -> str:
    return texts.t("count.striche", count=count)


@dataclass(frozen=True, slots=True)
class Scene(TableScene[View]):
    """A table of two pairs as one reader sees it. ``view`` must be that reader's."""

    # -- people

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

    def _due(self, seat: Seat) -> str:
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

    # -- taking back

    def plea(self) -> list[str]:
        """Who wants which card back, and who agrees (B25)."""
        plea, view = self.table.plea, self.view
        if plea is None:
            return []
        card = (view.trick or view.tricks[-1].cards)[-1]
        judge = trial.asked(self.table, plea.seat)
        if judge is not None:
            name, keeper = self.full_name(plea.seat), self.full_name(judge)
            return [self.t("court.plea", name=name, card=face(card, self.texts), keeper=keeper)]
        agreed = [seat for seat in SEATS if seat in plea.yes]
        names = self.people(agreed) or self.t("line.nobody")
        return [self.t("line.plea", name=self.full_name(plea.seat), card=face(card, self.texts), names=names)]

    def plea_buttons(self) -> Row:
        """For those who have not answered; on the board for whoever may be one."""
        plea, table = self.table.plea, self.table
        if plea is None or self.me == plea.seat or self.me in plea.yes:
            return ()
        if self.me is not None and trial.asked(table, plea.seat) not in (None, self.me):
            return ()
        yes = Button(Press(table.id, table.turn, ids.PLEA, "yes").id, self.t("button.plea_yes"), "↩️", "success")
        return yes, Button(Press(table.id, table.turn, ids.PLEA, "no").id, self.t("button.plea_no"))

    def take_back_button(self) -> Button | None:
        """For whoever has laid the last card; a second in the Partie is asked about first where it loses (S9)."""
        view, table = self.view, self.table
        used_up = view.variant.one_take_back and self.me in view.took_back
        asked = table.plea is not None or self.me is None or view.may_take_back != self.me
        if asked or table.court.case is not None or not table.options.take_backs:
            return None
        if used_up:
            return Button(Press(table.id, table.turn, ids.ASK_BACK).id, self.t("button.take_back"), "↩️")
        if table.court.denied:
            return None
        return Button(Press(table.id, table.turn, ids.TAKE_BACK).id, self.t("button.take_back"), "↩️")

    def seen(self) -> list[str]:
        """Cards in hands that all have seen there, after a take-back for instance."""
        shown = [
            self.t("line.call", name=self.name(seat), word=faces(self.view.seen[seat], self.texts))
            for seat in SEATS
            if self.view.seen[seat]
        ]
        return [self.t("line.seen", cards=" · ".join(shown))] if shown and self.running else []


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
