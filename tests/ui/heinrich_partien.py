"""Whole random evenings of Bauernheinrich as tables, and what each seat has seen, from the packs and steps alone."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from bot.core.actions import Action, Deal, Play, Take
from bot.core.bauernheinrich.engine import deal_hands
from bot.core.cards import ALL_CARDS, NAMES, Card, cards_in
from bot.core.games import PlaceState, PlaceView
from bot.core.seats import SEATS, N, Seat
from bot.start import begin_partie
from bot.table import Chairs, Table, TablePhase
from bot.ui.heinrich_board import board_message
from bot.ui.heinrich_hand import hand_message
from bot.ui.message import Message
from bot.ui.text import text

from .partien import FOUR, NAMES_OF, URL, card, lobby, step

HANDS = {  # East holds CA: own trumps E Clubs, S Spades, W Hearts, N Diamonds
    "N": "CJ D7 D8 DK HA S7 S8 C7",
    "E": "CA CK CT HJ H7 SA S9 D9",
    "S": "SJ SK SQ ST HK HQ DA DQ",
    "W": "DJ H9 H8 HT C8 C9 CQ DT",
}


def heinrich_lobby(chairs: Chairs = FOUR) -> Table:
    return replace(lobby(chairs), game="bauernheinrich")


def state_of(table: Table) -> PlaceState:
    assert isinstance(table.state, PlaceState)
    return table.state


def view_of(table: Table, seat: Seat | None) -> PlaceView:
    view = table.view(seat)
    assert isinstance(view, PlaceView)
    return view


def hand(table: Table, seat: Seat, locale: str = "de", names=NAMES_OF, server: str = "Stammtisch", **more) -> Message:
    return hand_message(table, view_of(table, seat), seat, names, text(locale), server=server, **more)


def board(table: Table, locale: str = "de", names=NAMES_OF, hands_in_dm=SEATS) -> Message:
    return board_message(table, view_of(table, None), names, text(locale), hands_in_dm=hands_in_dm)


def everything(table: Table, locale: str) -> Iterator[tuple[Seat | None, Message]]:
    """The board and all four hands, with whose eyes each is for."""
    yield None, board(table, locale)
    for seat in SEATS:
        yield seat, hand(table, seat, locale, board_url=URL)


def pack_of(dealer: Seat, hands: dict[str, str]) -> tuple[Card, ...]:
    """A pack that gives these hands."""
    rest = [[card(name) for name in hands[seat].split()] for seat in "NESW"]
    order = [Seat((dealer - i) % 4) for i in (1, 2, 3, 4)]
    return tuple(rest[seat].pop(0) for packet in (3, 2, 3) for seat in order for _ in range(packet))


def dealt(hands: dict[str, str] = HANDS) -> Table:
    """North has dealt."""
    table = replace(heinrich_lobby(), phase=TablePhase.PARTIE, partie=1)
    table = replace(table, state=table.rules.begin(N))
    return step(table, N, Deal(pack_of(N, hands)))


def acted(table: Table, *steps: str) -> Table:
    """By the seat whose turn it is: cards played, or ``takes``."""
    for each in steps:
        table = step(table, table.to_act, Take() if each == "takes" else Play(card(each)))
    return table


def with_hands(table: Table, **hands: str) -> Table:
    """The same deal with nothing but these cards left; all others have left the game."""
    kept = [sum(1 << card(name) for name in hands.get(seat, "").split()) for seat in "NESW"]
    out = tuple(seat for seat in SEATS if not kept[seat])
    state = replace(
        state_of(table),
        hands=tuple(kept),  # type: ignore[arg-type]
        known=(0, 0, 0, 0),  # type: ignore[arg-type]
        trick_length=4 - len(out),
        places=out,
        gone=(1 << 32) - 1 - sum(kept),  # type: ignore[arg-type]
    )
    return replace(table, state=state)


@dataclass
class Seen:
    """Card names: what lies or lay open in this deal, and what each seat alone has been dealt."""

    open: set[str] = field(default_factory=set)
    own: list[set[str]] = field(default_factory=lambda: [set(), set(), set(), set()])

    def by(self, seat: Seat | None) -> set[str]:
        return self.open if seat is None else self.open | self.own[seat]

    def step(self, table: Table, action: Action) -> None:
        """``table`` is the one before the step. CA is announced and not shown (H3)."""
        match action:
            case Deal(pack):
                hands = deal_hands(state_of(table).standing.dealer, pack)
                self.open, self.own = set(), [{NAMES[held] for held in cards_in(mask)} for mask in hands]
            case Play(played):
                self.open.add(NAMES[played])


@dataclass(frozen=True)
class Moment:
    table: Table
    seen: Seen


def evening(seed: int, deals: int = 2, chairs: Chairs = FOUR) -> Iterator[Moment]:
    """Every moment of so many random deals. By turns steps are random and as wasteful as can be, which leads to H12."""
    rng = Random(seed)
    table = begin_partie(heinrich_lobby(chairs), lambda: tuple(rng.sample(ALL_CARDS, 32)))
    seen = Seen()
    yield Moment(table, seen)
    while True:
        legal = table.rules.legal(table.state)
        if table.to_act is None:
            if table.deal == deals:
                return
            seat, action = state_of(table).standing.dealer, Deal(tuple(rng.sample(ALL_CARDS, 32)))
        elif seed % 2:
            seat, action = table.to_act, rng.choice(legal)
        else:
            seat, action = table.to_act, max(legal, key=lambda each: getattr(each, "card", 0) & 7)
        seen.step(table, action)
        table = step(table, seat, action)
        yield Moment(table, seen)
