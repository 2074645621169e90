"""Bauernheinrich: random deals and random play, and what must hold after every action, whatever is dealt and done."""

from collections import Counter
from dataclasses import fields, replace
from itertools import combinations
from random import Random

from hypothesis import given

from bot.core.actions import Deal, Play, Take, Void, code, parse_code, words
from bot.core.bauernheinrich.engine import deal_hands
from bot.core.bauernheinrich.state import PastTrick, State
from bot.core.bauernheinrich.view import View
from bot.core.cards import ALL_CARDS, CLUB_ACE, CLUB_JACK, EMPTY_HANDS, NAMES, Card, Hand, Hands, cards_in, hand_of
from bot.core.game import IllegalAction, Outcome, Phase
from bot.core.record import read, write
from bot.core.replay import differences, facts, play, record_of
from bot.core.seats import SEAT_NAMES, SEATS, Seat, parse_seat

from .heinrich_positions import GAME, AtTable, names, plain_deal, random_log, states_of, told
from .positions import EVERY_ACTION, SEEDS, Log, often
from .test_properties import VIEWERS, cards_within


def snapshot(state: State) -> tuple[object, ...]:
    """Every field; ``repr`` leaves out the hands."""
    return tuple(getattr(state, field.name) for field in fields(state))


@given(SEEDS)
@often(75)
def test_every_card_is_in_one_place_and_somebody_may_act_or_it_is_over(seed: int):
    standing, log = random_log(seed)
    states = list(states_of(standing, log))
    text = told(standing, log, seed)
    for state in states[1:]:
        places = Counter(card for hand in state.hands for card in cards_in(hand))
        places.update(state.trick)
        places.update(cards_in(state.gone))
        assert places == dict.fromkeys(ALL_CARDS, 1), text
        assert all(known & ~hand == 0 for known, hand in zip(state.known, state.hands, strict=True)), text
        finished = state.settlement is not None
        assert bool(GAME.legal(state)) == (not finished) == (state.turn is not None), text
        assert (GAME.to_act(state) == state.standing.dealer) if finished else (GAME.to_act(state) == state.turn), text
        out = [seat for seat in SEATS if not state.hands[seat]]
        assert sorted(state.places[:3]) == out, text
        assert state.turn not in out, text
        assert len(state.places) <= 2 or (finished and len(state.places) == 4), text
    last = states[-1].settlement
    assert last is not None and last.places == states[-1].places
    assert (last.outcome is Outcome.PLAYED) == (sorted(last.places) == list(SEATS)), told(standing, log, seed)
    assert last.outcome in (Outcome.PLAYED, Outcome.UNFINISHED)


@given(SEEDS)
@often(20)
def test_every_legal_action_applies_and_every_other_is_refused_for_the_right_reason(seed: int):
    standing, log = random_log(seed)
    for state in states_of(standing, log):
        legal = GAME.legal(state)
        assert len(set(legal)) == len(legal)
        before = snapshot(state)
        for action in EVERY_ACTION:
            for seat in VIEWERS:
                reason = expected_refusal(state, seat, action)
                try:
                    step = GAME.apply(state, seat, action)
                except IllegalAction as illegal:
                    assert illegal.reason == reason, f"{seat} {action}\n{told(standing, log, seed)}"
                else:
                    assert reason is None, f"{seat} {action} allowed\n{told(standing, log, seed)}"
                    assert isinstance(action, Deal) or action in legal
                    assert step.events
                    assert step.state != state
        assert snapshot(state) == before, told(standing, log, seed)
        assert GAME.apply(state, None, Void()).state.phase is Phase.OVER


def expected_refusal(state: State, seat: Seat | None, action: object) -> str | None:
    """Worked out without the core's own question of what is playable."""
    if isinstance(action, Deal):
        if state.phase is not Phase.DEAL:
            return "phase"
        return None if seat == state.standing.dealer else "turn"
    if state.settlement is not None:
        return "over"
    if state.turn is None:
        return "phase" if seat == state.standing.dealer else "turn"
    if seat is None or seat != state.turn:
        return "turn"
    beating = {text[8:] for text in plain_now(state).legal() if "plays" in text}
    if isinstance(action, Play):
        if NAMES[action.card] not in names(state.hands[seat]):
            return "hand"
        return None if NAMES[action.card] in beating else "H5"
    if isinstance(action, Take) and state.trick:
        return "H6" if beating else None
    return "phase"


def plain_now(state: State):
    """The plain rules with this trick and these hands."""
    plain = plain_deal(state)
    plain.hands = {seat: set(names(state.hands[parse_seat(seat)])) for seat in SEAT_NAMES}
    plain.trick = [(SEAT_NAMES[seat], NAMES[card]) for seat, card in zip(state.trick_seats, state.trick, strict=True)]
    plain.turn = SEAT_NAMES[state.turn] if state.turn is not None else ""
    return plain


# -- who may know what


def may_know(viewer: Seat | None, log: Log) -> set[Card]:
    """From what was dealt and done alone; the log starts with the pack. CA is announced."""
    dealer, deal = log[0]
    assert isinstance(deal, Deal)
    assert dealer is not None
    own: set[Card] = set() if viewer is None else set(cards_in(deal_hands(dealer, deal.pack)[viewer]))
    return own | {CLUB_ACE} | {action.card for _, action in log if isinstance(action, Play)}


@given(SEEDS)
@often(30)
def test_no_view_holds_a_card_that_was_never_open(seed: int):
    standing, log = random_log(seed, deals=2)
    start = 0
    for done, state in enumerate(states_of(standing, log)):
        if done == 0:
            continue
        if isinstance(log[done - 1][1], Deal):
            start = done - 1
        for viewer in VIEWERS:
            view = replace(GAME.view(state, viewer), denied=EMPTY_HANDS)  # what nobody holds unseen is no card shown
            foreign = set(cards_within(view, View)) - may_know(viewer, log[start:done])
            assert not foreign, f"{viewer} sees {[NAMES[card] for card in foreign]}\n{told(standing, log[:done], seed)}"


def test_the_search_for_cards_finds_them():
    standing, log = random_log(1)
    view = GAME.view(list(states_of(standing, log))[9], SEATS[0])
    for slipped in (
        replace(view, trick=(CLUB_JACK,)),
        replace(view, known=((), (CLUB_JACK,), (), ())),
        replace(view, gone=(CLUB_JACK,)),
        replace(view, last_trick=PastTrick((CLUB_JACK,), (SEATS[1],), None)),
    ):
        assert CLUB_JACK in set(cards_within(slipped, View))


def hands_swapped(hands: Hands, one: tuple[Seat, Card], other: tuple[Seat, Card]) -> Hands:
    changed = list(hands)
    (seat, card), (other_seat, other_card) = one, other
    changed[seat] = Hand(changed[seat] & ~(1 << card) | 1 << other_card)
    changed[other_seat] = Hand(changed[other_seat] & ~(1 << other_card) | 1 << card)
    return changed[0], changed[1], changed[2], changed[3]


def history(standing: str, log: Log) -> tuple[State, list[object]] | None:
    """The state and everything said in public, or None if the rules refuse the log."""
    state, events = GAME.resume(standing), []
    for seat, action in log:
        try:
            step = GAME.apply(state, seat, action)
        except IllegalAction:
            return None
        state = step.state
        events += step.events
    return state, events


def test_a_view_does_not_depend_on_what_is_hidden_from_it():
    """Two unseen cards of two others change places; if the public history can stay the same, so does the View."""
    tried = 0
    for seed in range(60):
        standing, log = random_log(seed)
        rng = Random(seed)
        for done in rng.sample(range(1, min(len(log), 30)), 6):
            part = log[:done]
            dealer, deal = part[0]
            assert isinstance(deal, Deal) and dealer is not None
            hands = deal_hands(dealer, deal.pack)
            true = history(standing, part)
            assert true is not None
            for viewer in VIEWERS:
                seen = may_know(viewer, part)
                unseen = [(s, card) for s in SEATS if s != viewer for card in cards_in(hands[s]) if card not in seen]
                pairs = [(one, other) for one, other in combinations(unseen, 2) if one[0] != other[0]]
                for one, other in rng.sample(pairs, min(6, len(pairs))):
                    pack = GAME.pack_for(dealer, hands_swapped(hands, one, other))
                    twin = history(standing, [(dealer, Deal(pack)), *part[1:]])
                    if twin is not None and twin[1] == true[1]:
                        view = GAME.view(true[0], viewer)
                        assert GAME.view(twin[0], viewer) == view, f"viewer {viewer}\n{told(standing, part, seed)}"
                        tried += 1
    assert tried > 1000  # else the test has proved nothing


@given(SEEDS)
@often(30)
def test_events_tell_only_what_all_may_know(seed: int):
    standing, log = random_log(seed)
    state = GAME.resume(standing)
    for done, (seat, action) in enumerate(log, 1):
        step = GAME.apply(state, seat, action)
        state = step.state
        for event in step.events:
            foreign = set(cards_within(event, type(event))) - may_know(None, log[:done])
            assert not foreign, f"{event}\n{told(standing, log[:done], seed)}"


@given(SEEDS)
@often(30)
def test_a_view_tells_the_table_as_it_is(seed: int):
    standing, log = random_log(seed, deals=2)
    text = told(standing, log, seed)
    public = ("phase", "clubs", "trick", "trick_seats", "trick_length", "last_trick", "places", "settlement")
    for state in states_of(standing, log):
        for viewer in VIEWERS:
            view = GAME.view(state, viewer)
            assert view.seat == viewer
            assert view.hand == (() if viewer is None else tuple(cards_in(state.hands[viewer]))), text
            assert view.hand_sizes == tuple(len(names(hand)) for hand in state.hands), text
            assert view.legal == (GAME.legal(state) if viewer is not None and viewer == state.turn else ()), text
            assert view.known == tuple(tuple(cards_in(known)) for known in state.known), text
            assert hand_of(view.gone) == state.gone, text
            assert (view.to_act, view.deal_number) == (state.turn, state.standing.deals), text
            for name in public:
                assert getattr(view, name) == getattr(state, name), text
            waiting = state.phase is Phase.DEAL and state.settlement is None
            assert view.dealer == (state.standing.dealer if waiting else state.dealer), text
            assert view.game == "bauernheinrich"


# -- text forms


@given(SEEDS)
@often(30)
def test_the_log_gives_the_same_deals_again(seed: int):
    standing, log = random_log(seed, deals=3)
    states = list(states_of(standing, log))
    coded = [(seat, code(action)) for seat, action in log]
    assert states == list(states_of(standing, [(seat, parse_code(text)) for seat, text in coded]))
    last = max(i for i, (_, action) in enumerate(log) if isinstance(action, Deal))
    resumed = list(states_of(GAME.standing(states[last]), log[last:]))
    assert resumed[1:] == states[last + 1 :], told(standing, log, seed)


@given(SEEDS)
@often(30)
def test_a_record_written_and_read_is_equal_and_plays_the_same(seed: int):
    standing, log = random_log(seed, deals=3)
    rng = Random(seed)
    part = log[: rng.randrange(1, len(log) + 1)]
    if rng.random() < 0.2:
        part.append((None, Void()))
    record = record_of(GAME, standing, part, choices=True)
    text = write(record)
    assert read(text) == record, text
    replay = play(record)
    assert differences(replay) == [], text
    there = list(states_of(standing, part))[-1]
    deals = replace(there.standing, deals=replay.state.standing.deals)
    assert replay.state == replace(there, standing=deals), text


# -- against the rules written down a second time


def test_the_core_agrees_with_the_plain_rules():
    outcomes: Counter[object] = Counter()

    @given(SEEDS)
    @often(150)
    def check(seed: int):
        standing, log = random_log(seed)
        states = list(states_of(standing, log))
        plain = plain_deal(states[1])
        text = told(standing, log, seed)
        for (seat, action), state in zip([*log[1:], (None, None)], states[1:], strict=True):
            assert AtTable(state).legal == plain.legal(), text
            assert names(state.gone) == sorted((c for t in plain.gone for _, c in t), key=NAMES.index), text
            assert [set(names(known)) for known in state.known] == [plain.known[s] for s in SEAT_NAMES], text
            if not plain.outcome:
                assert state.trick_length == plain.length, text
                assert GAME.view(state, None).position_count == plain.seen.count(plain.seen[-1]), text
            if action is not None and seat is not None:
                plain.do(f"{SEAT_NAMES[seat]} {words(action)}")
        end = facts(GAME, states[-1])
        assert (end["outcome"], end["places"]) == (plain.outcome, plain.places), text
        outcomes[plain.outcome] += 1

    check()
    assert outcomes["unfinished"] >= 5 and outcomes["played"] >= 100  # else the test has proved little
