"""Random deals and random legal play: what must hold after every action, whatever is dealt and done."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import combinations, pairwise
from random import Random
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given

from bot.core.actions import (
    Deal,
    Give,
    Play,
    TakeBack,
    Void,
    words,
)
from bot.core.cards import ALL_CARDS, CLUB_JACK, NAMES, Card, Hand, cards_in, is_jack
from bot.core.game import IllegalAction, Outcome, Phase
from bot.core.replay import facts
from bot.core.schafkopf.engine import Schafkopf, deal_hands, pack_for
from bot.core.schafkopf.state import Hands, State
from bot.core.schafkopf.view import View
from bot.core.seats import PAIR_NAMES, SEAT_NAMES, SEATS, Seat, pair_of, partner_of

from .positions import (
    EVERY_ACTION,
    GAME,
    SEEDS,
    STRICT,
    Log,
    Position,
    name_of,
    often,
    plain_deal,
    random_partie,
    states_of,
    told,
)

VIEWERS: tuple[Seat | None, ...] = (*SEATS, None)


def snapshot(state: State) -> tuple[object, ...]:
    """Every field; ``repr`` leaves out the hands."""
    return tuple(getattr(state, field.name) for field in fields(state))


# -- cards, Augen, somebody to act


@pytest.mark.parametrize("game", STRICT, ids=name_of)
@given(seed=SEEDS)
@often(150)
def test_every_card_is_in_one_place_and_the_augen_add_up(game: Schafkopf, seed: int):
    standing, log = random_partie(seed, game=game)
    for state in states_of(standing, log, game):
        if state.phase is Phase.DEAL and state.result is None:
            continue
        places = Counter(card for hand in state.hands for card in cards_in(hand))
        places.update(card for trick in state.tricks for card in trick.cards)
        places.update(state.trick)
        assert places == dict.fromkeys(ALL_CARDS, 1), told(standing, log, seed, game)
        finished = state.result is not None
        assert (game.to_act(state) is None) == (state.phase is Phase.OVER), told(standing, log, seed, game)
        assert bool(game.legal(state)) == (not finished), told(standing, log, seed, game)
        assert (game.settlement(state) is not None) == finished, told(standing, log, seed, game)
        if state.result is None:
            continue
        outcome, striche = state.result.settlement.outcome, state.result.settlement.striche
        if outcome is Outcome.PLAYED:
            assert sum(state.augen) == 120, told(standing, log, seed, game)
            assert sum(state.result.tricks) == 8, told(standing, log, seed, game)
            assert sum(striche) in (1, 2, 3, 4), told(standing, log, seed, game)
        elif outcome is Outcome.THROWN_IN:
            assert striche == (0, 0), told(standing, log, seed, game)
        else:
            assert sorted(striche) in ([0, solo.striche] for solo in game.variant.solos.values()), told(
                standing, log, seed, game
            )


@pytest.mark.parametrize("game", STRICT, ids=name_of)
@given(seed=SEEDS)
@often(50)
def test_a_whole_partie_ends_at_the_target(game: Schafkopf, seed: int):
    standing, log = random_partie(seed, deals=60, game=game)
    states = list(states_of(standing, log, game))
    last = states[-1]
    assert last.phase is Phase.OVER, told(standing, log, seed, game)
    settlement = game.settlement(last)
    assert settlement is not None
    assert settlement.partie_over
    assert settlement.winner is not None
    assert (
        last.standing.striche[settlement.winner] >= game.variant.target > last.standing.striche[1 - settlement.winner]
    )
    booked = [0, 0]
    for before, after in pairwise(states):
        if after.result is not None:
            booked = [a + b for a, b in zip(booked, after.result.settlement.striche, strict=True)]
            assert after.standing.dealer == (before.standing.dealer + 1) % 4, told(standing, log, seed, game)
        assert (after.phase is Phase.OVER) == (max(after.standing.striche) >= game.variant.target), told(
            standing, log, seed, game
        )
    start = states[0].standing.striche
    assert last.standing.striche == (start[0] + booked[0], start[1] + booked[1])


@pytest.mark.parametrize("game", STRICT, ids=name_of)
@given(seed=SEEDS)
@often(100)
def test_every_legal_action_applies_and_every_other_is_refused(game: Schafkopf, seed: int):
    standing, log = random_partie(seed, game=game)
    for state in states_of(standing, log, game):
        legal = game.legal(state)
        assert len(set(legal)) == len(legal)
        before = snapshot(state)
        for action in EVERY_ACTION:
            for seat in VIEWERS:
                if isinstance(action, Deal):
                    allowed = state.phase is Phase.DEAL and seat == state.standing.dealer
                elif isinstance(action, TakeBack):
                    allowed = seat is not None and seat == state.may_take_back
                else:
                    allowed = action in legal and seat == state.turn and seat is not None
                try:
                    step = game.apply(state, seat, action)
                except IllegalAction:
                    assert not allowed, f"{seat} {action} refused\n{told(standing, log, seed, game)}"
                else:
                    assert allowed, f"{seat} {action} allowed\n{told(standing, log, seed, game)}"
                    assert step.events
                    assert step.state != state
        assert snapshot(state) == before, told(standing, log, seed, game)
        if state.phase is not Phase.OVER:
            assert game.apply(state, None, Void()).state.phase is Phase.OVER


# -- who may know what


@cache
def hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def cards_within(value: Any, hint: Any) -> Iterator[Card]:
    """Every card that lies anywhere in a value, found by the annotations, since a Card is an int at run time."""
    if hint is Card:
        yield value
    elif hint is Hand:
        yield from cards_in(value)
    elif get_origin(hint) in (Union, UnionType):
        if value is None:
            return
        options = [option for option in get_args(hint) if option is not type(None)]
        own = [option for option in options if isinstance(option, type) and isinstance(value, option)]
        assert len(own or options) == 1, hint
        yield from cards_within(value, (own or options)[0])
    elif get_origin(hint) is tuple:
        inner = get_args(hint)
        kinds = [inner[0]] * len(value) if inner[-1] is Ellipsis else inner
        for item, kind in zip(value, kinds, strict=True):
            yield from cards_within(item, kind)
    elif is_dataclass(hint) or hasattr(hint, "_fields"):
        for name, kind in hints(hint).items():
            yield from cards_within(getattr(value, name), kind)
    else:
        plain = getattr(hint, "__supertype__", hint)  # Seat, Suit, Rank, ...
        assert plain in (int, str, bool) or issubclass(plain, str), f"teach me {hint}"


def may_know(viewer: Seat | None, log: Log) -> set[Card]:
    """Worked out from what was dealt and done alone; the log starts with the pack."""
    dealer, deal = log[0]
    assert isinstance(deal, Deal)
    assert dealer is not None
    known: set[Card] = set() if viewer is None else set(cards_in(deal_hands(dealer, deal.pack)[viewer]))
    gifts = [(seat, action.card) for seat, action in log if isinstance(action, Give)]
    for i, (seat, card) in enumerate(gifts):
        assert seat is not None
        if len(gifts) == 2 and viewer == partner_of(seat):
            known.add(card)
        if i == 1 and is_jack(card):
            known.add(card)
    return known | {action.card for _, action in log if isinstance(action, Play)}


def assert_views_are_clean(standing: str, log: Log, seed: int, game: Schafkopf = GAME) -> None:
    start = 0
    for done, state in enumerate(states_of(standing, log, game)):
        if done == 0:
            continue
        if isinstance(log[done - 1][1], Deal):
            start = done - 1
        for viewer in VIEWERS:
            view = game.view(state, viewer)
            foreign = set(cards_within(view, View)) - may_know(viewer, log[start:done])
            assert not foreign, (
                f"{viewer} sees {[NAMES[card] for card in foreign]}\n{told(standing, log[:done], seed, game)}"
            )


@pytest.mark.parametrize("game", STRICT, ids=name_of)
@given(seed=SEEDS)
@often(75)
def test_no_view_holds_a_foreign_card(game: Schafkopf, seed: int):
    standing, log = random_partie(seed, deals=2, game=game)
    assert_views_are_clean(standing, log, seed, game)


def test_the_search_for_cards_finds_them():
    standing, log = next(found for found in map(random_partie, range(99)) if len(found[1]) > 30)
    view = GAME.view(list(states_of(standing, log))[-2], SEATS[0])
    for slipped in (
        replace(view, trick=(*view.trick, CLUB_JACK)),
        replace(view, gave=CLUB_JACK),
        replace(view, legal=(Play(CLUB_JACK),)),
        replace(view, tricks=(view.tricks[0]._replace(cards=(CLUB_JACK,)),)),
    ):
        assert CLUB_JACK in set(cards_within(slipped, View))


@pytest.mark.parametrize("game", STRICT, ids=name_of)
@given(seed=SEEDS)
@often(50)
def test_a_view_tells_the_table_as_it_is(game: Schafkopf, seed: int):
    standing, log = random_partie(seed, deals=2, game=game)
    for done, state in enumerate(states_of(standing, log, game)):
        for viewer in VIEWERS:
            view = game.view(state, viewer)
            text = told(standing, log[:done], seed, game)
            assert view.seat == viewer
            assert view.hand == (() if viewer is None else tuple(cards_in(state.hands[viewer]))), text
            assert view.hand_sizes == tuple(len(list(cards_in(hand))) for hand in state.hands), text
            assert view.to_act == state.turn
            assert view.legal == (game.legal(state) if viewer is not None and viewer == state.turn else ()), text
            assert len(view.trick_seats) == len(view.trick), text
            laid = [(seat, action.card) for seat, action in log[:done] if isinstance(action, Play)]
            on_table = laid[len(laid) - len(view.trick) :]
            assert list(zip(view.trick_seats, view.trick, strict=True)) == on_table, text
            for name in ("phase", "calls", "made_known", "number", "namer", "yielded", "solo", "soloist", "trump"):
                assert getattr(view, name) == getattr(state, name), text
            assert (view.tricks, view.result, view.first_deal) == (state.tricks, state.result, state.first_deal), text
            assert (view.striche, view.deal_number) == (state.standing.striche, state.standing.deals), text
            waiting = state.phase is Phase.DEAL and state.result is None
            assert view.dealer == (state.standing.dealer if waiting else state.dealer), text
            assert (view.gifts, view.target, view.game) == (len(state.gifts), game.variant.target, game.name)


@pytest.mark.parametrize("game", STRICT, ids=name_of)
@given(seed=SEEDS)
@often(100)
def test_events_tell_only_what_all_may_know(game: Schafkopf, seed: int):
    standing, log = random_partie(seed, game=game)
    state = game.resume(standing)
    for done, (seat, action) in enumerate(log, 1):
        step = game.apply(state, seat, action)
        state = step.state
        for event in step.events:
            foreign = set(cards_within(event, type(event))) - may_know(None, log[:done])
            assert not foreign, f"{event}\n{told(standing, log[:done], seed, game)}"


def hands_swapped(hands: Hands, one: tuple[Seat, Card], other: tuple[Seat, Card]) -> Hands:
    changed = list(hands)
    (seat, card), (other_seat, other_card) = one, other
    changed[seat] = Hand(changed[seat] & ~(1 << card) | 1 << other_card)
    changed[other_seat] = Hand(changed[other_seat] & ~(1 << other_card) | 1 << card)
    return changed[0], changed[1], changed[2], changed[3]


def history(standing: str, log: Log) -> tuple[State, list[object]] | None:
    """The state and everything said in public, or None if the rules refuse the log."""
    state = GAME.resume(standing)
    events: list[object] = []
    for seat, action in log:
        try:
            state, new = (step := GAME.apply(state, seat, action)).state, step.events
        except IllegalAction:
            return None
        events += new
    return state, events


def twins(standing: str, log: Log, viewer: Seat | None, rng: Random) -> Iterator[State]:
    """States that cannot be told from the log's by the viewer: other hidden cards, the same public history.

    Two unseen cards of two others change places; CJ whenever it is among them.
    """
    dealer, deal = log[0]
    assert isinstance(deal, Deal)
    assert dealer is not None
    hands = deal_hands(dealer, deal.pack)
    seen = may_know(viewer, log) | {action.card for _, action in log if isinstance(action, Give | Play)}
    unseen = [(seat, card) for seat in SEATS if seat != viewer for card in cards_in(hands[seat]) if card not in seen]
    pairs = [(one, other) for one, other in combinations(unseen, 2) if one[0] != other[0]]
    with_club_jack = [pair for pair in pairs if CLUB_JACK in (pair[0][1], pair[1][1])]
    chosen = rng.sample(pairs, min(4, len(pairs))) + rng.sample(with_club_jack, min(4, len(with_club_jack)))
    true = history(standing, log)
    assert true is not None
    for one, other in chosen:
        pack = pack_for(dealer, hands_swapped(hands, one, other))
        twin = history(standing, [(dealer, Deal(pack)), *log[1:]])
        if twin is not None and twin[1] == true[1]:
            yield twin[0]


def test_a_view_does_not_depend_on_what_is_hidden_from_it():
    """Nor on who holds CJ in the first deal, before it falls (B17)."""
    found: Counter[str] = Counter()

    @given(SEEDS)
    @often(75)
    def check(seed: int):
        standing, log = random_partie(seed)
        rng = Random(seed)
        for done in sorted(rng.sample(range(1, len(log)), min(12, len(log) - 1))):
            part = log[:done]
            state = list(states_of(standing, part))[-1]
            for viewer in VIEWERS:
                view = GAME.view(state, viewer)
                for twin in twins(standing, part, viewer, rng):
                    assert GAME.view(twin, viewer) == view, f"viewer {viewer}\n{told(standing, part, seed)}"
                    found["all"] += 1
                    moved = [seat for seat in SEATS if (twin.dealt[seat] ^ state.dealt[seat]) >> CLUB_JACK & 1]
                    if state.first_deal and moved and pair_of(moved[0]) != pair_of(moved[1]):
                        found["kreide elsewhere"] += 1

    check()
    assert found["all"] > 1000  # else the test has proved nothing
    assert found["kreide elsewhere"] > 100


def random_exchange(seed: int) -> tuple[str, Log] | None:
    """A log up to the first card after the exchange of a kleines Solo."""
    standing, log = random_partie(seed)
    gives = [i for i, (_, action) in enumerate(log) if isinstance(action, Give)]
    return (standing, log[: gives[1] + 1]) if len(gives) == 2 else None


def test_the_exchange_is_hidden_from_the_other_pair():
    """Whatever the two give each other, the others see the same, unless the partner gives a Jack (B13)."""
    tried = 0
    for seed in range(400):
        exchange = random_exchange(seed)
        if exchange is None:
            continue
        standing, log = exchange
        *before, (soloist, first), (partner, second) = log
        assert soloist is not None
        assert isinstance(second, Give)
        states = list(states_of(standing, log))
        gives = GAME.legal(states[-3])
        backs = [give for give in GAME.legal(states[-2]) if isinstance(give, Give) and not is_jack(give.card)]
        for give, back in [(give, second) for give in gives] + [(first, back) for back in backs]:
            other = list(states_of(standing, [*before, (soloist, give), (partner, back)]))
            for viewer in (None, Seat((soloist + 1) & 3), Seat((soloist + 3) & 3)):
                assert GAME.view(other[-2], viewer) == GAME.view(states[-2], viewer), told(standing, log, seed)
                if back == second or not is_jack(second.card):
                    assert GAME.view(other[-1], viewer) == GAME.view(states[-1], viewer), told(standing, log, seed)
            assert GAME.view(other[-2], partner) == GAME.view(states[-2], partner), told(standing, log, seed)
            tried += 1
    assert tried > 100


# -- against the rules written down a second time


@pytest.mark.parametrize("game", STRICT, ids=name_of)
@given(seed=SEEDS)
@often(500)
def test_the_core_agrees_with_the_plain_rules(game: Schafkopf, seed: int):
    standing, log = random_partie(seed, game=game)
    states = list(states_of(standing, log, game))
    if states[-1].result is not None and states[-1].result.settlement.outcome is Outcome.THROWN_IN and len(log) == 1:
        assert states[-1].first_deal
        return
    plain = plain_deal(states[1], game)
    for (seat, action), state in zip(log[1:], states[1:], strict=False):
        position = Position(state, game)
        assert position.legal == plain.legal(), told(standing, log, seed, game)
        assert seat is not None
        plain.do(f"{SEAT_NAMES[seat]} {words(action)}")
    end = facts(game, states[-1])
    assert plain.legal() == set()
    assert end["outcome"] == plain.outcome, told(standing, log, seed, game)
    assert end["augen"] == {pair: plain.augen(pair) for pair in PAIR_NAMES}, told(standing, log, seed, game)
    assert end["tricks"] == {pair: plain.taken(pair) for pair in PAIR_NAMES}, told(standing, log, seed, game)
    assert end.get("kreide") == plain.kreide, told(standing, log, seed, game)
    striche = {pair: states[0].standing.striche[i] + plain.striche[pair] for i, pair in enumerate(PAIR_NAMES)}
    assert end["striche"] == striche, told(standing, log, seed, game)
