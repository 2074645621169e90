"""Positions of Bauernheinrich in the words of a written deal, and random deals to make them of."""

from collections.abc import Iterator
from random import Random

from bot.core.actions import Deal
from bot.core.bauernheinrich.engine import Bauernheinrich
from bot.core.bauernheinrich.state import Position, Standing, State
from bot.core.bauernheinrich.view import View
from bot.core.cards import ALL_CARDS, NAMES, PACK, Hand, cards_in, hand_of
from bot.core.game import IllegalAction, Phase, Settlement
from bot.core.games import BAUERNHEINRICH
from bot.core.record import Facts, NoRecord, WrittenStep, parse_step, write
from bot.core.replay import facts, record_of
from bot.core.seats import SEAT_NAMES, SEATS, parse_seat

from .plain_heinrich import PlainDeal
from .positions import Log, cards

GAME: Bauernheinrich = BAUERNHEINRICH


class AtTable:
    """A deal under way. Steps are given one text each or several with commas between."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[object] = []  # those of the steps done here

    @property
    def legal(self) -> set[str]:
        """``{"N plays D7", ...}`` or ``{"N takes"}``"""
        seat = self.state.turn
        return {WrittenStep(seat, action).text for action in GAME.legal(self.state)} if seat is not None else set()

    @property
    def words(self) -> set[str]:
        """The legal steps without the seat, and of cards the cards alone."""
        return {text[2:].removeprefix("plays ") for text in self.legal}

    def do(self, *steps: str) -> "AtTable":
        for step in ", ".join(steps).split(", "):
            seat, action = parse_step(step)
            try:
                done = GAME.apply(self.state, seat, action)
            except IllegalAction as illegal:
                raise AssertionError(f"{step} is refused for {illegal.reason}") from illegal
            self.state = done.state
            self.events += done.events
        return self

    def refuses(self, step: str) -> str:
        """The reason for which a step is refused."""
        seat, action = parse_step(step)
        try:
            GAME.apply(self.state, seat, action)
        except IllegalAction as illegal:
            assert step not in self.legal
            return str(illegal.reason)
        raise AssertionError(f"{step} is not refused")

    @property
    def to_act(self) -> str | None:
        return None if self.state.turn is None else SEAT_NAMES[self.state.turn]

    @property
    def places(self) -> str:
        return "".join(SEAT_NAMES[seat] for seat in self.state.places)

    @property
    def settlement(self) -> Settlement | None:
        return GAME.settlement(self.state)

    @property
    def facts(self) -> Facts:
        return facts(GAME, self.state)

    def view(self, seat: str | None) -> View:
        return GAME.view(self.state, None if seat is None else parse_seat(seat))

    def hand(self, seat: str) -> set[str]:
        return {NAMES[card] for card in cards_in(self.state.hands[parse_seat(seat)])}

    def deal(self, **hands: str) -> "AtTable":
        """The next deal; seats left out share what is left of the pack, low cards first."""
        given = {parse_seat(seat): hand_of(cards(text)) for seat, text in hands.items()}
        rest = iter(list(cards_in(Hand(PACK & ~sum(given.values())))))
        north, east, south, west = (given.get(s) or hand_of(next(rest) for _ in range(8)) for s in SEATS)
        dealer = self.state.standing.dealer
        done = GAME.apply(self.state, dealer, Deal(GAME.pack_for(dealer, (north, east, south, west))))
        self.state = done.state
        self.events += done.events
        return self


def dealt(dealer: str = "W", **hands: str) -> AtTable:
    return AtTable(GAME.begin(parse_seat(dealer))).deal(**hands)


def leading(lead: str, clubs: str = "N", places: str = "", dealer: str = "W", **hands: str) -> AtTable:
    """A lead is due: what each still holds (any number of cards), and who is out already. All else is gone.

    With ``clubs`` N the own trumps are N Clubs, E Spades, S Hearts, W Diamonds.
    """
    north, east, south, west = (hand_of(cards(hands.get(seat, ""))) for seat in SEAT_NAMES)
    held = north, east, south, west
    leader = parse_seat(lead)
    return AtTable(
        State(
            Standing(parse_seat(dealer), 1),
            phase=Phase.PLAY,
            dealer=parse_seat(dealer),
            hands=held,
            gone=Hand(PACK & ~sum(held)),
            clubs=parse_seat(clubs),
            turn=leader,
            trick_length=len(hands),
            positions=(Position(leader, held),),
            places=tuple(parse_seat(seat) for seat in places),
        )
    )


# -- random deals


def random_log(seed: int, deals: int = 1) -> tuple[str, Log]:
    """Where it starts, and the log of so many deals.

    Now and then everyone soon plays the highest card nearly always: then positions come again (H12).
    """
    rng = Random(seed)
    standing = f"{rng.choice(SEAT_NAMES)} {rng.randrange(9)}"
    state = GAME.resume(standing)
    log: Log = []
    for _ in range(deals):
        log.append((state.standing.dealer, Deal(tuple(rng.sample(ALL_CARDS, 32)))))
        state = GAME.apply(state, *log[-1]).state
        alike = rng.random() < 0.4
        while (seat := state.turn) is not None:
            legal = GAME.legal(state)
            high = alike and len(log) > 20 and rng.random() < 0.95
            log.append((seat, legal[-1] if high else rng.choice(legal)))
            state = GAME.apply(state, *log[-1]).state
    return standing, log


def states_of(standing: str, log: Log) -> Iterator[State]:
    """The state before the log and after every action of it."""
    state = GAME.resume(standing)
    yield state
    for seat, action in log:
        state = GAME.apply(state, seat, action).state
        yield state


def plain_deal(state: State) -> PlainDeal:
    """The deal on the table from its beginning, for the plain rules."""
    return PlainDeal({seat: names(state.dealt[parse_seat(seat)]) for seat in SEAT_NAMES})


def names(hand: Hand) -> list[str]:
    return [NAMES[card] for card in cards_in(hand)]


def told(standing: str, log: Log, seed: int) -> str:
    """What a failed random test prints: the record to keep in tests/records."""
    try:
        return f"seed {seed}\n{write(record_of(GAME, standing, log))}"
    except (NoRecord, IllegalAction) as error:
        return f"seed {seed}\n(no record: {error})"
