"""Random wrong play in tavern conduct: every verdict against the plain judge, who sees the whole deal."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given

from bot.core.actions import Call, Deal, Play, Report, Settle, TakeBack, words
from bot.core.cards import NAMES, cards_in, holds
from bot.core.game import Outcome, Phase
from bot.core.record import read, write
from bot.core.replay import differences, facts, play, record_of
from bot.core.schafkopf import steps
from bot.core.schafkopf.engine import Schafkopf
from bot.core.schafkopf.state import State
from bot.core.schafkopf.watch import MOST_REPORTS
from bot.core.seats import PAIR_NAMES, SEAT_NAMES, SEATS, Seat, next_seat, parse_seat

from .plain_tavern import PlainTavern
from .positions import ALONE, PLAIN_RULES, SEEDS, TAVERN, Log, name_of, often, random_pack, random_standing, told


def random_step(rng: Random, game: Schafkopf, state: State, honesty: float) -> tuple[Seat, object]:
    """What the seat to act does, or a report or a take-back of anybody."""
    chance = rng.random()
    reporters = [seat for seat in SEATS if sum(r.seat == seat for r in state.reports) < MOST_REPORTS]
    if chance < 0.04 and reporters:
        seat = rng.choice(reporters)
        return seat, Report(rng.choice((next_seat(seat), Seat((seat + 3) & 3))))
    if chance < 0.07 and state.may_take_back is not None:
        return state.may_take_back, TakeBack()
    seat = state.turn
    assert seat is not None
    hand = state.hands[seat]
    choice = game.legal(state)
    if rng.random() < honesty:
        choice = steps.lawful(game.variant, state, seat, hand) or choice
    if isinstance(choice[0], Call):
        rare = [action for action in choice if action not in ALONE]
        choice = rare if rng.random() < 0.9 else choice
    return seat, rng.choice(choice)


def wild_deal(game: Schafkopf, seed: int) -> tuple[str, Log, PlainTavern, State]:
    """A deal of random play, step by step beside the plain judge."""
    rng = Random(seed)
    standing, honesty = random_standing(rng, game), rng.choice((0.5, 0.9, 0.97))
    state = game.resume(standing)
    kreide = None if state.standing.kreide is None else PAIR_NAMES[state.standing.kreide]
    log: Log = [(state.standing.dealer, Deal(random_pack(rng)))]
    state = game.apply(state, *log[-1]).state
    hands = {seat: [NAMES[card] for card in cards_in(state.dealt[parse_seat(seat)])] for seat in SEAT_NAMES}
    rules = PLAIN_RULES[game.name, game.house.overtrump]
    plain = PlainTavern(SEAT_NAMES[state.dealer], hands, kreide, rules)
    late = rng.randrange(4)
    while True:
        if state.phase is Phase.SETTLE:
            if not late or state.verdict is not None:
                break
            late -= 1
            seat = rng.choice(SEATS)
            if sum(report.seat == seat for report in state.reports) == MOST_REPORTS:
                continue
            log.append((seat, Report(next_seat(seat))))
        else:
            want = {text[2:] for text in plain.legal()}
            assert {words(action) for action in game.legal(state)} == want, told(standing, log, seed, game)
            log.append(random_step(rng, game, state, honesty))  # pyright: ignore[reportArgumentType]
        seat, action = log[-1]
        assert seat is not None
        state = game.apply(state, seat, action).state
        plain.do(f"{SEAT_NAMES[seat]} {words(action)}")
        verdict = state.verdict
        got = verdict and (
            None if verdict.seat is None else SEAT_NAMES[verdict.seat],
            SEAT_NAMES[verdict.accused],
            "S9" if verdict.seat is None else "card" if isinstance(verdict.action, Play) else "call",
        )
        assert got == plain.verdict, told(standing, log, seed, game)
    return standing, log, plain, state


@pytest.mark.parametrize("game", TAVERN, ids=name_of)
def test_every_verdict_is_that_of_the_plain_judge(game: Schafkopf):
    found: Counter[str] = Counter()

    @given(SEEDS)
    @often(200)
    def check(seed: int):
        standing, log, plain, state = wild_deal(game, seed)
        text = told(standing, log, seed, game)
        end, before = facts(game, state), game.resume(standing).standing.striche
        assert end["outcome"] == plain.outcome, text
        assert end.get("kreide") == plain.kreide, text
        scored = {pair: end["striche"][pair] - before[i] for i, pair in enumerate(PAIR_NAMES)}
        assert scored == plain.striche, text
        # The whole deal lies open now: no report of something true was passed over, none of something false upheld.
        wrong = {(act["seat"], act["made"]) for act in plain.acts if act["wrong"]}
        for report in state.reports:
            true = any(seat == SEAT_NAMES[report.accused] and made <= report.moment for seat, made in wrong)
            if state.verdict is None:
                assert not true, text
            elif (state.verdict.seat, state.verdict.accused) == (report.seat, report.accused):
                found["upheld"] += true
        early = state.verdict is not None and any(state.hands) and state.solo is None
        found["before the end"] += early
        found["mistaken"] += bool(state.reports) and state.verdict is None
        found["as played"] += state.verdict is not None and plain.outcome != "breach"
        found["taken back"] += any(isinstance(action, TakeBack) for _, action in log)
        found[str(plain.outcome)] += 1
        for cards in [state.verdict.cards] if state.verdict else []:
            held = state.dealt if state.solo is None else None
            accused = state.verdict.accused if state.verdict else SEATS[0]
            assert held is None or all(holds(held[accused], card) for card in cards), text

    check()
    assert found["upheld"] > 40
    assert found["before the end"] > 15
    assert found["mistaken"] > 20
    assert found["taken back"] > 40
    assert found[Outcome.BREACH] > 40
    assert found[Outcome.PLAYED] > 20
    assert game.name == "bauernstoss" or found["as played"] > 0


@pytest.mark.parametrize("game", TAVERN, ids=name_of)
@given(seed=SEEDS)
@often(50)
def test_a_wild_deal_written_and_read_is_the_same(game: Schafkopf, seed: int):
    standing, log, _, state = wild_deal(game, seed)
    settled = game.apply(state, None, Settle()).state
    for whole, end in ((log, state), ([*log, (None, Settle())], settled)):
        record = record_of(game, standing, whole, choices=True)
        text = write(record)
        assert read(text) == record, text
        replay = play(record)
        assert differences(replay) == [], text
        assert facts(game, end) == replay.facts, text
