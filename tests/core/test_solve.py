"""The exact solver against plain minimax, which prunes nothing and knows only ``Game.legal`` and ``Game.apply``."""

from collections.abc import Iterator
from random import Random

import pytest

from bot.bench_search import plain_solve
from bot.core.actions import GROSSES_SOLO, KLEINES_SOLO, LECHDICH, Deal, Play
from bot.core.cards import ALL_CARDS, Suit, cards_in, count, hand_of
from bot.core.game import Phase
from bot.core.levels import NATIVE
from bot.core.schafkopf.engine import Schafkopf
from bot.core.schafkopf.play import TRUMPS
from bot.core.schafkopf.state import State, Trick
from bot.core.search.solve import Solver, Spent, lowest_of_equals, lowest_of_equals_in_tricks, position_of
from bot.core.seats import EW, NS, PAIRS, SEATS, partner_of

from .positions import GAME, SCHOOFKOPP, STRICT, cards, name_of, playing, random_choice, random_pack, random_standing

ALL_AUGEN = 120
MOST_STEPS = 700  # of minimax, for one ending

Values = tuple[int, bool, bool]  # the Augen of NS, whether NS takes every trick, whether EW does: each played for alone


class TooLong(Exception):
    pass


class Minimax:
    """Plays on in every possible way, and everyone chooses the best for the own pair."""

    def __init__(self, game: Schafkopf) -> None:
        self.game = game
        self.steps = 0

    def values(self, state: State) -> Values:
        if state.phase is not Phase.PLAY:
            assert state.result is not None
            tricks = state.result.tricks
            return state.result.augen[0], tricks[1] == 0, tricks[0] == 0
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooLong
        assert state.turn is not None
        found = [self.values(self.game.apply(state, state.turn, a).state) for a in self.game.legal(state)]
        augen, ns, ew = zip(*found, strict=True)
        return (max(augen), any(ns), all(ew)) if state.turn & 1 == NS else (min(augen), all(ns), any(ew))


def endings(game: Schafkopf, count: int, most_cards: int, seed: int) -> Iterator[tuple[State, Values]]:
    """Random deals at a random moment of their end, with so many cards or fewer in hand, and what minimax says."""
    rng = Random(f"{seed} {name_of(game)} {most_cards}")
    found = 0
    while found < count:
        state = game.resume(random_standing(rng, game))
        pack = random_pack(rng) if rng.random() < 0.5 else tuple(rng.sample(ALL_CARDS, 32))
        state = game.apply(state, state.standing.dealer, Deal(pack)).state
        size, laid = rng.randint(2, most_cards), rng.randrange(4)
        while state.turn is not None:
            if state.phase is Phase.PLAY and state.hands[0].bit_count() <= size and len(state.trick) >= laid:
                break
            state = game.apply(state, state.turn, random_choice(rng, game.legal(state))).state
        if state.phase is Phase.PLAY and state.soloist is None:
            try:
                values = Minimax(game).values(state)
            except TooLong:
                continue
            found += 1
            yield state, values


def solo_endings(game: Schafkopf, solo: str, count: int, most_cards: int, seed: int) -> Iterator[tuple[State, Values]]:
    """The soloist has taken every trick so far and holds the better cards; somewhere in a trick."""
    rng = Random(f"{seed} {solo}")
    found = 0
    while found < count:
        size, soloist, leader = rng.randint(1, most_cards), rng.choice(SEATS), rng.choice(SEATS)
        pack, trump = rng.sample(ALL_CARDS, 4 * size), Suit(rng.randrange(4))
        pack.sort(key=lambda card: (card in cards_in(TRUMPS[trump])) * 2 + card % 8 + rng.randrange(9))
        held = [hand_of(pack[i * size : (i + 1) * size]) for i in (rng.sample(range(3), 3))]
        held.insert(soloist, hand_of(pack[3 * size :]))
        state = State(
            game.resume("W 3:3 NS 1").standing,
            phase=Phase.PLAY,
            first_deal=False,
            hands=(held[0], held[1], held[2], held[3]),
            turn=soloist if leader == partner_of(soloist) else leader,
            leader=soloist if leader == partner_of(soloist) else leader,
            namer=soloist,
            solo=solo,
            soloist=soloist,
            trump=trump,
            tricks=(Trick(soloist, (), soloist, ()),) * (8 - size),
        )
        for _ in range(rng.randrange(3)):
            state = game.apply(state, state.turn, rng.choice(game.legal(state))).state
        try:
            values = Minimax(game).values(state)
        except TooLong:
            continue
        found += 1
        yield state, values


@pytest.mark.parametrize("game", STRICT, ids=name_of)
@pytest.mark.parametrize(("most_cards", "count"), [(3, 200), (5, 40)])
def test_every_test_agrees_with_minimax(game: Schafkopf, most_cards: int, count: int):
    rng = Random(5)
    for state, (ns, ns_sweeps, ew_sweeps) in endings(game, count, most_cards, seed=1):
        solver = Solver(position_of(game.variant, state))
        for _ in range(4):  # in any order: what one test finds out must not spoil the next
            pair, near = rng.choice(PAIRS), rng.randint(-4, 4)
            true = ns if pair == NS else ALL_AUGEN - ns
            assert solver.reaches(pair, true + near) == (near <= 0), state
        assert solver.augen(NS) == ns, state
        assert solver.augen(EW) == ALL_AUGEN - ns, state
        assert solver.takes_every_trick(NS) == ns_sweeps, state
        assert solver.takes_every_trick(EW) == ew_sweeps, state


@pytest.mark.parametrize(("game", "solo"), [(GAME, KLEINES_SOLO), (GAME, GROSSES_SOLO), (SCHOOFKOPP, LECHDICH)])
def test_solos_agree_with_minimax(game: Schafkopf, solo: str):
    outcomes: list[bool] = []
    for state, (_, ns_wins, ew_wins) in solo_endings(game, solo, 400, 5, seed=2):
        assert state.soloist is not None
        won = (ns_wins, ew_wins)[state.soloist & 1]
        outcomes.append(won)
        assert Solver(position_of(game.variant, state)).takes_every_trick(PAIRS[state.soloist & 1]) == won, state
    assert 50 < sum(outcomes) < 350


@pytest.mark.parametrize("game", STRICT, ids=name_of)
def test_every_card_is_worth_what_minimax_says(game: Schafkopf):
    for state, _ in endings(game, 40, 3, seed=3):
        solver = Solver(position_of(game.variant, state))
        for action in game.legal(state):
            assert isinstance(action, Play)
            ns, ns_sweeps, ew_sweeps = Minimax(game).values(game.apply(state, state.turn, action).state)
            assert solver.augen(NS, action.card) == ns, state
            assert solver.takes_every_trick(NS, action.card) == ns_sweeps, state
            assert solver.takes_every_trick(EW, action.card) == ew_sweeps, state


def whole_deals(game: Schafkopf, count: int, tricks: int, seed: int) -> Iterator[State]:
    """Random deals after so many tricks."""
    rng = Random(f"{seed} {game.name}")
    while count:
        state = game.resume("W 3:3 NS 1")
        state = game.apply(state, state.standing.dealer, Deal(tuple(rng.sample(ALL_CARDS, 32)))).state
        while state.turn is not None and not (state.phase is Phase.PLAY and len(state.tricks) == tricks):
            state = game.apply(state, state.turn, random_choice(rng, game.legal(state))).state
        if state.phase is Phase.PLAY and state.soloist is None:
            count -= 1
            yield state


@pytest.mark.parametrize("game", STRICT, ids=name_of)
def test_in_longer_endings_a_position_is_worth_as_much_as_its_best_card(game: Schafkopf):
    """Minimax one card deep, with a fresh solver for each position, so that no table is shared."""
    for state in whole_deals(game, 6, 3, seed=4):
        best = Solver(position_of(game.variant, state)).augen(NS)
        after = [
            Solver(position_of(game.variant, game.apply(state, state.turn, action).state)).augen(NS)
            for action in game.legal(state)
        ]
        assert state.turn is not None
        assert best == (max(after) if state.turn & 1 == NS else min(after)), state


def test_the_first_card_of_a_deal_can_be_tested_and_is_counted():
    nodes = []
    for state in whole_deals(GAME, 3, 0, seed=5):
        solver = Solver(position_of(GAME.variant, state))
        assert solver.nodes == 0
        for augen in (42, 61, 79, 91):
            assert solver.reaches(NS, augen) != solver.reaches(EW, ALL_AUGEN + 1 - augen)
        nodes.append(solver.nodes)
    assert all(8 < count < 10**6 for count in nodes)


def test_a_test_that_needs_too_many_nodes_breaks_off_and_leaves_the_solver_sound():
    for state in whole_deals(GAME, 2, 3, seed=6):
        position = position_of(GAME.variant, state)
        true, limited, broken_off = Solver(position).augen(NS), Solver(position), 0
        for most in range(0, 4000, 80):
            limited.most_nodes = most
            try:
                assert limited.augen(NS) == true
            except Spent:
                broken_off += 1
                assert limited.nodes <= most + 1
        assert broken_off
        limited.most_nodes = 10**6
        assert limited.augen(NS) == true


def test_the_same_questions_in_another_order_have_the_same_answers():
    for state in whole_deals(SCHOOFKOPP, 4, 2, seed=7):
        up, down = (Solver(position_of(SCHOOFKOPP.variant, state)) for _ in range(2))
        rising = [up.reaches(NS, augen) for augen in range(121)]
        falling = [down.reaches(NS, augen) for augen in range(120, -1, -1)]
        assert rising == falling[::-1] == sorted(rising, reverse=True)


@pytest.mark.parametrize(
    ("held", "others", "augen", "tricks"),
    [
        ("S9 S8 S7", "", "S7", "S7"),
        ("S9 S7", "S8", "S9 S7", "S9 S7"),  # S8 stands between them
        ("S9 S7", "", "S7", "S7"),  # S8 is gone
        ("SQ S9", "", "SQ S9", "S9"),  # worth 3 and 0
        ("SA ST", "", "SA ST", "ST"),
        ("CJ SJ DJ", "HJ", "SJ DJ", "SJ DJ"),
        ("CJ DJ", "", "DJ", "DJ"),
        ("DJ DA", "", "DJ DA", "DJ DA"),  # B16 asks of Jacks alone
        ("HJ S8", "", "HJ S8", "HJ S8"),  # neighbours as ints, with S7 gone
        ("HJ S7", "", "HJ S7", "HJ S7"),
        ("SA C7", "", "SA C7", "SA C7"),
        ("SA C7", "SJ", "SA C7", "SA C7"),
    ],
)
def test_which_cards_are_equal(held: str, others: str, augen: str, tricks: str):
    hand = hand_of(cards(held))
    gone = hand_of(ALL_CARDS) & ~hand & ~hand_of(cards(others))
    assert lowest_of_equals(hand, gone) == hand_of(cards(augen))
    assert lowest_of_equals_in_tricks(hand, gone) == hand_of(cards(tricks))


def test_a_card_on_the_table_stands_between_two_of_a_hand():
    at_table = playing("C", trick="D8", N="S7", E="D9 D7", S="HA S9", W="SA HT")
    solver = Solver(position_of(GAME.variant, at_table.state))
    nine, seven = cards("D9 D7")
    assert solver.augen(NS, nine) < solver.augen(NS, seven)


@pytest.mark.skipif(not NATIVE, reason="the search is not compiled here")
@pytest.mark.parametrize("game", STRICT, ids=name_of)
def test_compiled_and_plain_search_agree_to_the_last_node(game: Schafkopf):
    plain = plain_solve()
    assert (plain.__file__ or "").endswith(".py")
    rng = Random(f"native {name_of(game)}")
    for _ in range(12):
        state = game.resume(random_standing(rng, game))
        state = game.apply(state, state.standing.dealer, Deal(random_pack(rng))).state
        while (seat := state.turn) is not None and not (state.phase is Phase.PLAY and rng.random() < 0.1):
            state = game.apply(state, seat, random_choice(rng, game.legal(state))).state
        if seat is None or sum(map(count, state.hands)) > 16:
            continue
        position = position_of(game.variant, state)
        ours, theirs = Solver(position), plain.Solver(position)
        for pair in PAIRS:
            assert ours.augen(pair) == theirs.augen(pair)
            assert ours.takes_every_trick(pair) == theirs.takes_every_trick(pair)
            for card in cards_in(state.hands[seat]):
                if Play(card) in game.legal(state):
                    need = rng.randint(1, 120)
                    assert ours.reaches(pair, need, card) == theirs.reaches(pair, need, card)
        assert ours.nodes == theirs.nodes
        few = Solver(position, ours.nodes // 2), plain.Solver(position, ours.nodes // 2)
        broken = []
        for solver in few:
            try:
                solver.augen(NS)
            except (Spent, plain.Spent):
                broken.append(solver.nodes)
        assert len(broken) in (0, 2) and len(set(broken)) < 2
