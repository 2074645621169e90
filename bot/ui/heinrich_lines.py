"""The lines that hand and board of Bauernheinrich share: who holds how much, what lies there, what became of it."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.core.actions import Take
from bot.core.bauernheinrich.beating import height
from bot.core.cards import Card, Suit, is_jack, suit_of
from bot.core.game import Outcome
from bot.core.games import BAUERNHEINRICH, PlaceView
from bot.core.seats import Seat
from bot.ui.faces import face, sign, suit_name, suit_words
from bot.ui.scene import TableScene

STANDSTILL = 3  # the same position so often ends the deal (H12)


@dataclass(frozen=True, slots=True)
class PlaceScene(TableScene[PlaceView]):
    """A table of Bauernheinrich as one reader sees it. ``view`` must be that reader's."""

    @property
    def trump(self) -> Suit | None:
        """The reader's own (H3)."""
        trumps = self.view.trumps
        return None if trumps is None or self.me is None else trumps[self.me]

    @property
    def must_take(self) -> bool:
        """The reader is to act, and nothing held beats (H6)."""
        return Take() in self.view.legal

    # -- whose turn

    def _pause(self) -> str:
        places = self.view.places
        if self.settled and self.me is not None and self.me in places:
            return self.t(f"turn.place_{places.index(self.me) + 1}")
        return self.t("turn.deal_over" if self.settled else "turn.undealt")

    def _due(self, seat: Seat) -> str:
        lead = not self.view.trick
        if seat == self.me:
            return self.t("turn.you_lead" if lead else "turn.you_take" if self.must_take else "turn.you_beat")
        name = self.full_name(seat)
        if self.me is not None and self.me in self.view.places:
            return self.t("turn.you_done", place=self.place(self.me), name=name)
        return self.t("turn.other_lead" if lead else "turn.other_beat", name=name)

    def _partie_over(self) -> str:
        return self.t("turn.evening_over")

    # -- who holds what

    def place(self, seat: Seat) -> str:
        """Of a seat that has one: ``🥇 1. Platz``."""
        return self.t(f"result.place_{self.view.places.index(seat) + 1}")

    def holding(self, seat: Seat) -> str:
        """Own trump and how many cards (H3), or the place taken; nothing before anything is dealt."""
        trumps = self.view.trumps
        if trumps is None:
            return ""
        if seat in self.view.places:
            return self.place(seat)
        cards = self.t("count.cards", count=self.view.hand_sizes[seat])
        return self.t("places.holding", trump=sign(trumps[seat], self.texts), cards=cards)

    def clubs(self) -> list[str]:
        """What the holder of CA says, until the first trick is gone or taken up (H3)."""
        clubs = self.view.clubs
        if clubs is None or self.view.last_trick is not None:
            return []
        return [self.t("places.clubs_you" if clubs == self.me else "places.clubs", name=self.full_name(clubs))]

    def own_trump(self) -> list[str]:
        return [] if self.trump is None else [self.t("places.trump", suit=suit_words(self.trump, self.texts))]

    # -- what lies there

    def trick(self) -> list[str]:
        """The trick on the table and the one before; one that has just ended stays until the next card falls."""
        view = self.view
        if view.trick:
            head = self.t("places.on_table", laid=len(view.trick), length=view.trick_length)
            return [head, *self._laid(view.trick, view.trick_seats), *self.last_trick()]
        last = view.last_trick
        if last is None:
            return [self.t("line.table_empty")]
        taker = last.taken_up_by
        if taker is None:
            head = self.t("places.gone")
        else:
            head = self.t("places.taken_you" if taker == self.me else "places.taken", name=self.full_name(taker))
        return [head, *self._laid(last.cards, last.seats)]

    def _laid(self, cards: Iterable[Card], seats: Iterable[Seat]) -> list[str]:
        return [
            self.t("line.played", card=f"**{face(card, self.texts)}**", name=self.name(seat))
            for card, seat in zip(cards, seats, strict=True)
        ]

    def last_trick(self) -> list[str]:
        """In one line, with what became of it (H6, H8); the deal's very last trick is still on the table."""
        last = self.view.last_trick
        if last is None:
            return []
        laid = zip(last.seats, last.cards, strict=True)
        shown = [self.t("line.trick_card", name=self.name(seat), card=face(card, self.texts)) for seat, card in laid]
        taker = last.taken_up_by
        cards = " · ".join(shown)
        if taker is None:
            return [self.t("places.last_gone", cards=cards)]
        key = "places.last_taken_you" if taker == self.me else "places.last_taken"
        return [self.t(key, cards=cards, name=self.full_name(taker))]

    def standstill(self) -> list[str]:
        """A warning before the position comes for the last time (H12)."""
        if not self.running or self.view.position_count != STANDSTILL - 1:
            return []
        return [self.t("places.standstill")]

    def to_beat(self) -> list[str]:
        """Why not every card may be played, or why none, for the seat to act (H5, H6)."""
        view, trump = self.view, self.trump
        if not view.legal or not view.trick or trump is None:
            return []
        last, by = view.trick[-1], view.trick_seats[-1]
        card = face(last, self.texts)
        if self.must_take:
            return [self.t("hint.H6", card=card, name=self.full_name(by))]
        if len(view.legal) == len(view.hand):
            return []
        if is_jack(last):
            return [self.t("hint.H5_jack", card=card)]
        suit = suit_name(suit_of(last), self.texts)
        if suit_of(last) == trump:
            return [self.t("hint.H5_trump", card=card, suit=suit)]
        return [self.t("hint.H5", card=card, suit=suit, trump=suit_name(trump, self.texts))]

    # -- what a deal has brought

    def result(self) -> list[str]:
        """The places of a settled deal, or why there are none."""
        view = self.view
        if view.settlement is None or not view.deal_number:
            return []
        lines = [self.t("result.title", deal=view.deal_number)]
        complete = len(view.places) == 4 or view.position_count == STANDSTILL
        if view.settlement.outcome is Outcome.ABANDONED and not complete:  # else it was stopped between two deals
            return [*lines, self.t("result.abandoned")]
        lines += [self.t("places.result", place=self.place(seat), name=self.name(seat)) for seat in view.places]
        return lines if len(view.places) == 4 else [*lines, self.t("places.unfinished")]

    def last_cards(self) -> list[str]:
        """What fell last in a deal that is over: the trick that took out the last but one, or the last taken up."""
        view = self.view
        if not view.trick:
            return self.last_trick()
        laid = zip(view.trick_seats, view.trick, strict=True)
        shown = [self.t("line.trick_card", name=self.name(seat), card=face(card, self.texts)) for seat, card in laid]
        return [self.t("places.last", cards=" · ".join(shown))]

    def after(self) -> list[str]:
        """Who deals next and who has pressed already."""
        if not self.playing:
            return self.ready()
        dealer = BAUERNHEINRICH.next_dealer(self.view.dealer)
        return [self.t("line.next_dealer", name=self.name(dealer)), *self.ready()]


def sort_hand(cards: Iterable[Card], trump: Suit | None) -> list[Card]:
    """As one holds them: Jacks, the own trump, the other suits, each from the top down, the ten below the Queen."""

    def place(card: Card) -> tuple[bool, bool, int, int]:
        jack = is_jack(card)
        return jack, not jack and suit_of(card) == trump, suit_of(card), height(card)

    return sorted(cards, key=place, reverse=True)
