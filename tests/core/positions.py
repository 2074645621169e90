"""Positions in the words of a written deal, and random deals to make them of."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from bot.core.actions import (
    CALL_WORDS,
    GIVES,
    GROSSES_SOLO,
    KLEINES_SOLO,
    LECHDICH,
    LOWS,
    NAME_TRUMPS,
    PLAYS,
    Action,
    Call,
    Concede,
    Deal,
    Report,
    Settle,
    Take,
    TakeBack,
    Yield,
)
from bot.core.cards import ALL_CARDS, AUGEN, JACKS, NAMES, PACK, Card, Hand, cards_in, hand_of, parse_card, parse_suit
from bot.core.game import IllegalAction, Phase
from bot.core.games import GAMES, schafkopf
from bot.core.house import Conduct, HouseRules, Overtrump
from bot.core.record import Facts, NoRecord, WrittenStep, parse_step, write
from bot.core.replay import facts, record_of
from bot.core.schafkopf.engine import Schafkopf, pack_for
from bot.core.schafkopf.state import Standing, State, Trick
from bot.core.schafkopf.view import View
from bot.core.seats import PAIR_NAMES, SEAT_NAMES, SEATS, N, Pair, Seat, parse_seat

from .plain_rules import ALTER_SCHOOFKOPP, BAUERNSTOSS, WITH_TRUMP_LED, PlainDeal

GAME, SCHOOFKOPP = GAMES["bauernstoss"], GAMES["schoofkopp"]
TRUMP_LED = schafkopf("schoofkopp", HouseRules(overtrump=Overtrump.TRUMP_LED))
STRICT = (GAME, SCHOOFKOPP, TRUMP_LED)
TAVERN = tuple(schafkopf(game.name, replace(game.house, conduct=Conduct.TAVERN)) for game in STRICT)

PLAIN_RULES = {
    ("bauernstoss", Overtrump.ALWAYS): BAUERNSTOSS,
    ("schoofkopp", Overtrump.ALWAYS): ALTER_SCHOOFKOPP,
    ("schoofkopp", Overtrump.TRUMP_LED): WITH_TRUMP_LED,
}
ALONE = (Call(KLEINES_SOLO), Call(GROSSES_SOLO), Call(LECHDICH))


def name_of(game: Schafkopf) -> str:
    """To name a test by."""
    words = (game.name, str(game.house.conduct), str(game.house.overtrump))
    return "-".join(word for word in words if word not in ("strict", "always"))


Log = list[tuple[Seat | None, Action]]

SEEDS = st.integers(0, 2**32 - 1)

EVERY_ACTION: tuple[Action, ...] = (
    *(Call(word) for word in CALL_WORDS),
    Yield(),
    *NAME_TRUMPS,
    *GIVES,
    *PLAYS,
    *LOWS,
    Concede(),
    TakeBack(),
    *(Report(seat) for seat in SEATS),
    Settle(),
    Take(),
    Deal(ALL_CARDS),
)


def often(examples: int) -> settings:
    return settings(max_examples=examples)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(name) for name in text.split())


class Position:
    """A deal under way. Steps are given one text each or several with commas between."""

    def __init__(self, state: State, game: Schafkopf = GAME) -> None:
        self.game = game
        self.state = state
        self.events: list[object] = []  # those of the steps done here

    @property
    def legal(self) -> set[str]:
        """``{"N weg", ...}``"""
        seat = self.state.turn
        return {WrittenStep(seat, action).text for action in self.game.legal(self.state)} if seat is not None else set()

    @property
    def words(self) -> set[str]:
        """The legal steps without the seat, and of cards the cards alone."""
        return {text[2:].removeprefix("plays ").removeprefix("gives ") for text in self.legal}

    def do(self, *steps: str) -> "Position":
        for step in ", ".join(steps).split(", "):
            seat, action = parse_step(step)
            try:
                done = self.game.apply(self.state, seat, action)
            except IllegalAction as illegal:
                raise AssertionError(f"{step} is refused for {illegal.reason}") from illegal
            self.state = done.state
            self.events += done.events
        return self

    def refuses(self, step: str) -> str:
        """The reason for which a step is refused; it must change nothing."""
        before = self.state
        seat, action = parse_step(step)
        try:
            self.game.apply(self.state, seat, action)
        except IllegalAction as illegal:
            assert self.state is before
            assert step not in self.legal
            return str(illegal.reason)
        raise AssertionError(f"{step} is not refused")

    def play_out(self, **plan: str) -> "Position":
        """Plays on to the end of the deal; everyone plays the first legal card of their plan, else the lowest Augen."""
        while self.state.phase is Phase.PLAY:
            legal = self.words
            seat = SEAT_NAMES[self.turn_seat]
            wanted = [card for card in plan.get(seat, "").split() if card in legal]
            card = wanted[0] if wanted else min(legal, key=lambda name: (AUGEN[parse_card(name)], name))
            self.do(f"{seat} plays {card}")
        return self

    @property
    def turn_seat(self) -> Seat:
        assert self.state.turn is not None
        return self.state.turn

    @property
    def to_act(self) -> str:
        return SEAT_NAMES[self.turn_seat]

    @property
    def facts(self) -> Facts:
        return facts(self.game, self.state)

    def view(self, seat: str | None) -> View:
        return self.game.view(self.state, None if seat is None else parse_seat(seat))

    def hand(self, seat: str) -> set[str]:
        return {NAMES[card] for card in cards_in(self.state.hands[parse_seat(seat)])}

    def deal(self, **hands: str) -> "Position":
        """The next deal of the Partie; seats left out share what is left of the pack, low cards first."""
        given = {parse_seat(seat): hand_of(cards(text)) for seat, text in hands.items()}
        rest = iter(list(cards_in(Hand(PACK & ~sum(given.values())))))
        whole = [given[s] if s in given else hand_of(next(rest) for _ in range(8)) for s in SEATS]
        dealer = self.state.standing.dealer
        done = self.game.apply(self.state, dealer, Deal(pack_for(dealer, (whole[0], whole[1], whole[2], whole[3]))))
        self.state = done.state
        self.events += done.events
        return self


def partie(dealer: str = "W", ns: int = 0, ew: int = 0, kreide: str = "-", game: Schafkopf = GAME) -> Position:
    """A Partie between two deals."""
    return Position(game.resume(f"{dealer} {ns}:{ew} {kreide} 0"), game)


def first_deal(dealer: str = "W", game: Schafkopf = GAME, **hands: str) -> Position:
    return partie(dealer, game=game).deal(**hands)


def later_deal(
    dealer: str = "W", kreide: str = "NS", ns: int = 3, ew: int = 3, game: Schafkopf = GAME, **hands: str
) -> Position:
    return partie(dealer, ns, ew, kreide, game).deal(**hands)


def playing(trump: str, trick: str = "", dealer: str = "W", game: Schafkopf = GAME, **hands: str) -> Position:
    """In mid-play: what each still holds (any number of cards) and the cards on the table, forehand's first."""
    held = [hand_of(cards(hands.get(seat, ""))) for seat in SEAT_NAMES]
    leader = Seat((parse_seat(dealer) + 1) & 3)
    laid = cards(trick)
    state = State(
        game.resume(f"{dealer} 3:3 NS 1").standing,
        phase=Phase.PLAY,
        dealer=parse_seat(dealer),
        first_deal=False,
        hands=(held[0], held[1], held[2], held[3]),
        turn=Seat((leader + len(laid)) & 3),
        number=3,
        namer=leader,
        trump=parse_suit(trump),
        trick=laid,
        leader=leader,
    )
    return Position(state, game)


def last_trick(
    augen: tuple[int, int],
    tricks: tuple[int, int],
    kreide: str = "NS",
    first: bool = False,
    club_jack: str = "NS",
    striche: tuple[int, int] | None = None,
    game: Schafkopf = GAME,
) -> Position:
    """One trick to play, worth no Augen and taken by N; ``augen`` and ``tricks`` are those after it.

    In a first deal ``club_jack`` is the pair whose CJ has fallen and ``kreide`` is not asked. ``striche`` before it.
    """
    at_table = playing("C", N="S9", E="D8", S="S8", W="S7", game=game)
    if striche is None:
        striche = (0, 0) if first else (3, 3)
    north, east = (Trick(N, (), Seat(i), ()) for i in (0, 1))
    at_table.state = replace(
        at_table.state,
        standing=Standing(parse_seat("W"), striche, None if first else Pair(PAIR_NAMES.index(kreide)), 1),
        first_deal=first,
        club_jack_pair=Pair(PAIR_NAMES.index(club_jack)),
        augen=augen,
        tricks=(north,) * (tricks[0] - 1) + (east,) * tricks[1],
    )
    return at_table


def single_cards(game: Schafkopf = GAME, **singles: str) -> Position:
    """A later deal in which every seat has one Jack, one card of one suit and two of each other.

    So each can call 2 with the card given and 3 with any other suit. N takes a Clubs card and CJ, E Spades and SJ, S
    Hearts and HJ, W Diamonds and DJ; W deals.
    """
    default = {"N": "C7", "E": "S7", "S": "H7", "W": "D7"} | singles
    hands = {seat: [f"{default[seat][0]}J", default[seat]] for seat in SEAT_NAMES}
    for seat, single in default.items():
        rest = [single[0] + rank for rank in "789QKTA" if rank != single[1]]
        for other in SEAT_NAMES.replace(seat, ""):
            hands[other] += [rest.pop(0), rest.pop(0)]
    return partie("W", 3, 3, "NS", game).deal(**{seat: " ".join(hand) for seat, hand in hands.items()})


# -- random deals


def random_pack(rng: Random) -> tuple[Card, ...]:
    """A shuffled pack; now and then a hand with four Jacks, many cards of a suit, or a solo that cannot fail."""
    pack = list(ALL_CARDS)
    rng.shuffle(pack)
    suit = 8 * rng.randrange(4)
    wishes = (
        [*range(suit + 3, suit + 7), *cards_in(JACKS)],
        list(cards_in(JACKS)),
        [Card(suit + rank) for rank in range(8)],
    )
    wish = rng.randrange(9)
    if wish < 3:
        wanted = [Card(card) for card in wishes[wish]]
        rest = [card for card in pack if card not in wanted]
        seat = rng.randrange(4)
        mine = [4 * seat + i for i in range(4)] + [16 + 4 * seat + i for i in range(4)]
        for place in sorted(mine[: len(wanted)]):
            rest.insert(place, wanted.pop())
        pack = rest
    return tuple(pack)


def random_standing(rng: Random, game: Schafkopf = GAME) -> str:
    dealer = rng.choice(SEAT_NAMES)
    if rng.random() < 0.4:
        return f"{dealer} 0:0 - 0"
    target = game.variant.target
    return f"{dealer} {rng.randrange(target)}:{rng.randrange(target)} {rng.choice(PAIR_NAMES)} 0"


def random_choice(rng: Random, legal: tuple[Action, ...]) -> Action:
    """Any legal action, but solos seldom, and ``mit`` often."""
    if isinstance(legal[0], Call) and len(legal) > 1:
        weights = [2 if call in ALONE else 12 if "mit" in str(call) else 5 for call in legal]
        return rng.choices(legal, weights)[0]
    return rng.choice(legal)


def random_partie(seed: int, deals: int = 1, game: Schafkopf = GAME) -> tuple[str, Log]:
    """Where it starts, and the log of so many deals or fewer, if the Partie ends before."""
    rng = Random(seed)
    standing = random_standing(rng, game)
    state = game.resume(standing)
    log: Log = []
    for _ in range(deals):
        if state.phase is Phase.OVER:
            break
        log.append((state.standing.dealer, Deal(random_pack(rng))))
        state = game.apply(state, *log[-1]).state
        while (seat := state.turn) is not None:
            log.append((seat, random_choice(rng, game.legal(state))))
            state = game.apply(state, *log[-1]).state
    return standing, log


def states_of(standing: str, log: Log, game: Schafkopf = GAME) -> Iterator[State]:
    """The state before the log and after every action of it."""
    state = game.resume(standing)
    yield state
    for seat, action in log:
        state = game.apply(state, seat, action).state
        yield state


def written(standing: str, log: Log, game: Schafkopf = GAME) -> str:
    """The record of a log as text, to keep in tests/records when a test has failed on it."""
    try:
        return write(record_of(game, standing, log))
    except (NoRecord, IllegalAction) as error:
        return f"(no record: {error})"


def plain_deal(state: State, game: Schafkopf = GAME) -> PlainDeal:
    """The deal on the table from its beginning, for the plain rules."""
    kreide = state.standing.kreide
    hands = {seat: [NAMES[card] for card in cards_in(state.dealt[parse_seat(seat)])] for seat in SEAT_NAMES}
    rules = PLAIN_RULES[game.name, game.house.overtrump]
    return PlainDeal(SEAT_NAMES[state.dealer], hands, None if kreide is None else PAIR_NAMES[kreide], rules)


def told(standing: str, log: Log, seed: int, game: Schafkopf = GAME) -> str:
    """What a failed random test prints."""
    return f"seed {seed}\n{written(standing, log, game)}"
