"""``python -m bot bench rules``: how fast the rules core is, on complete random deals of Bauernstoss.

Compare figures of one run only; machines differ, and so do two runs on one.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import perf_counter

from bot.core.actions import Action, Deal, Play, code, parse_code
from bot.core.cards import ALL_CARDS, Card, Hand, Suit
from bot.core.game import Phase
from bot.core.games import GAMES
from bot.core.schafkopf import play
from bot.core.schafkopf.state import State
from bot.core.seats import N, Seat, seat_name

GAME = GAMES["bauernstoss"]

Log = list[tuple[Seat | None, Action]]
CodedLog = list[tuple[Seat | None, str]]
Trick = tuple[tuple[tuple[Hand, Card], ...], Suit]  # the hands before each card, the cards, the trump


@dataclass(frozen=True, slots=True)
class Figure:
    name: str
    seconds: float
    deals: int
    cards: int

    @property
    def deals_per_second(self) -> float:
        return self.deals / self.seconds

    @property
    def microseconds_per_card(self) -> float:
        """All of the work, that of calling and scoring too, over the cards played."""
        return self.seconds * 1e6 / self.cards


def run_rules(deals: int = 2000, *, seed: int = 1, as_json: bool = False) -> int:
    """Plays so many deals (one at least) and prints what each way of going through them takes; the exit status."""
    figures = measure(max(deals, 1), seed)
    if as_json:
        rows = [
            {
                "name": figure.name,
                "deals_per_second": round(figure.deals_per_second, 1),
                "microseconds_per_card": round(figure.microseconds_per_card, 3),
                "ratio": round(figure.seconds / figures[0].seconds, 3),
            }
            for figure in figures
        ]
        print(json.dumps({"deals": figures[0].deals, "cards": figures[0].cards, "figures": rows}))
        return 0
    print(f"{figures[0].deals} random deals of Bauernstoss, {figures[0].cards} cards played\n")
    print(f"{'':48}{'deals/s':>10}{'µs/card':>10}{'time':>8}")
    for figure in figures:
        ratio = figure.seconds / figures[0].seconds
        print(f"{figure.name:48}{figure.deals_per_second:>10,.0f}{figure.microseconds_per_card:>10.2f}{ratio:>8.1%}")
    return 0


def measure(deals: int, seed: int) -> list[Figure]:
    """The first figure is the one that counts: choosing, writing down, reading back and applying every action."""
    rng = Random(seed)
    packs = [tuple(rng.sample(ALL_CARDS, 32)) for _ in range(deals)]
    logs: list[Log] = []
    played = _timed(lambda: logs.extend(_play_deals(packs, rng)))
    coded: list[CodedLog] = [[(seat, code(action)) for seat, action in log] for log in logs]
    tricks = [trick for log in logs for trick in _tricks(log)]
    cards = sum(isinstance(action, Play) for log in logs for _, action in log)

    def replay_from_codes() -> None:
        for log in coded:
            state = _before(log[0][0])
            for seat, text in log:
                state = GAME.apply(state, seat, parse_code(text)).state

    def apply_only() -> None:
        for log in logs:
            state = _before(log[0][0])
            for seat, action in log:
                state = GAME.apply(state, seat, action).state

    def masks_only() -> None:
        for steps, trump in tricks:
            trick: tuple[Card, ...] = ()
            for hand, card in steps:
                play.playable(hand, trick, trump, GAME.variant.beating)
                trick = (*trick, card)
            play.winner(trick, trump)

    ways: list[tuple[str, float]] = [
        ("chosen at random, logged and validated", played),
        ("replayed from the log", _timed(replay_from_codes)),
        ("validated apply alone", _timed(apply_only)),
        ("follow and winner on masks, nothing kept", _timed(masks_only)),
    ]
    return [Figure(name, seconds, len(logs), cards) for name, seconds in ways]


def _timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def _before(dealer: Seat | None) -> State:
    """A first deal when N deals, else a later one, in which solos may be called."""
    return GAME.begin(N) if dealer in (N, None) else GAME.resume(f"{seat_name(dealer)} 0:0 EW 1")


def _play_deals(packs: list[tuple[Card, ...]], rng: Random) -> list[Log]:
    """Every action goes through its log text; solos are called seldom, since they end early."""
    logs: list[Log] = []
    for number, pack in enumerate(packs):
        dealer = Seat(number % 4)
        state = _before(dealer)
        log: Log = []
        seat: Seat | None = dealer
        action: Action = Deal(pack)
        while True:
            text = code(action)
            log.append((seat, action))
            state = GAME.apply(state, seat, parse_code(text)).state
            if state.result is not None:
                break
            seat = state.turn
            legal = GAME.legal(state)
            if state.phase is Phase.CALL and rng.random() < 0.9:
                legal = tuple(call for call in legal if "solo" not in code(call))
            action = legal[int(rng.random() * len(legal))]
        logs.append(log)
    return logs


def _tricks(log: Log) -> list[Trick]:
    """The whole tricks of a log, for the bare masks."""
    state = _before(log[0][0])
    tricks: list[Trick] = []
    steps: list[tuple[Hand, Card]] = []
    for seat, action in log:
        if isinstance(action, Play) and seat is not None and state.trump is not None:
            steps.append((state.hands[seat], action.card))
        after = GAME.apply(state, seat, action).state
        if len(after.tricks) > len(state.tricks) and state.trump is not None:
            tricks.append((tuple(steps), state.trump))
            steps = []
        state = after
    return tricks
