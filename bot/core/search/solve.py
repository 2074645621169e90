"""Card play with all hands open, solved exactly: can this pair reach so many Augen, can it take every trick?

A test is one null-window alpha-beta search. What it learns about a position is kept, so the next test of the same deal
costs less, and an exact number of Augen is a few tests. The rules of following, beating and winning are those of
``play``, asked once and written into tables. Strict conduct.
"""

from typing import NamedTuple

from bot.core.cards import AUGEN, JACKS, NO_CARDS, PACK, Card, Hands, Suit, cards_in, hand_of, with_hand
from bot.core.schafkopf.play import Beating
from bot.core.schafkopf.state import State, tricks_taken
from bot.core.schafkopf.variants import Variant
from bot.core.search.equals import position_keys
from bot.core.search.tables import tables_of
from bot.core.seats import Pair, Seat

NO_LIMIT = 1 << 62
# Plain ints, which a compiler may make its own.
_PACK = int(PACK)
_JACKS = int(JACKS)
_AUGEN_CHAIN = 0x06060606  # 9 and 8 of each suit: a card of the run below may be next to them
_TRICK_CHAIN = 0x7E7E7E7E
_KEYS = 128  # of each suit
_PLACE = [0] * 37  # by a single card's bit, modulo 37: which card it is
for _card in range(32):
    _PLACE[(1 << _card) % 37] = _card


def lowest_of_equals(cards: int, gone: int) -> int:
    """Of those cards of a hand the lowest of every run of equal ones, Augen counted; ``gone`` have left the game."""
    near = cards << 1 & _AUGEN_CHAIN
    near |= (near & gone) << 1 & _AUGEN_CHAIN
    jacks = cards << 8 & _JACKS
    jacks |= (jacks & gone) << 8 & _JACKS
    jacks |= (jacks & gone) << 8 & _JACKS
    return cards & ~(near | jacks)


def lowest_of_equals_in_tricks(cards: int, gone: int) -> int:
    """The same where only tricks count."""
    near = cards << 1 & _TRICK_CHAIN
    for _ in range(5):
        near |= (near & gone) << 1 & _TRICK_CHAIN
    jacks = cards << 8 & _JACKS
    jacks |= (jacks & gone) << 8 & _JACKS
    jacks |= (jacks & gone) << 8 & _JACKS
    return cards & ~(near | jacks)


class Spent(Exception):
    """The search has used up the nodes it was given; nothing was found out."""


class Position(NamedTuple):
    """A deal in mid-play, all hands known. ``trick``: the cards on the table, led by ``leader``; ``augen`` and
    ``tricks`` taken so far, per pair. ``sits_out``: the soloist's partner (B14).
    """

    hands: Hands
    trump: Suit
    beating: Beating
    leader: Seat
    trick: tuple[Card, ...] = ()
    sits_out: Seat | None = None
    augen: tuple[int, int] = (0, 0)
    tricks: tuple[int, int] = (0, 0)


def position_of(variant: Variant, state: State) -> Position:
    """Of a state in phase PLAY."""
    assert state.trump is not None
    return Position(
        state.hands,
        state.trump,
        variant.beating,
        state.leader,
        state.trick,
        state.sits_out,
        state.augen,
        tricks_taken(state.tricks),
    )


class Search:
    """The search itself, on plain ints. It looks for the value of what is still to be taken, for the pair ``pair``.

    Augen counted: their sum. ``every``: 1 if the pair takes all tricks to come, else 0.
    """

    def __init__(self, position: Position, pair: int, every: bool) -> None:
        hands = position.hands
        if position.sits_out is not None:
            hands = with_hand(hands, position.sits_out, NO_CARDS)
        tables = tables_of(position.trump, position.beating)
        self.layers = tables.layers
        self.beats = tables.beats
        self.strength = tables.strength
        self.start = [int(hand) for hand in hands]
        self.hands = list(self.start)
        self.pair = pair
        self.every = every
        self.prize = 1 if every else 0
        weights = [0] * 32 if every else list(AUGEN)
        self.weights = weights
        self.keys = position_keys(hands, augen_count=not every)
        self.bounds: dict[int, int] = {}  # by key: lower bound, upper bound and best card to lead
        self.codes = [0] * 256  # the cards to be tried, in order, of all seats still to decide
        self.top = 0  # so many of them are taken
        self.first = -1  # the card found best by the last lead looked into
        self.nodes = 0
        self.most_nodes = 0
        playing = [seat for seat in range(4) if seat != position.sits_out]
        self.players = len(playing)
        self.after = [next(s for i in (1, 2, 3) if (s := seat + i & 3) in playing) for seat in range(4)]
        self.leader = int(position.leader)
        self.trick = [int(card) for card in position.trick]
        self.left = sum(weights[card] for held in (*hands, hand_of(position.trick)) for card in cards_in(held))

    def value(self, need: int, first: int) -> int:
        """At least ``need`` if that can be reached, else less; ``first``: the card played first, or -1."""
        self.hands = list(self.start)  # a search broken off leaves cards on the table
        self.top = 0
        live = self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3]
        if not self.trick:
            if first < 0:
                return self.lead(self.leader, live, self.left, need)
            return self.play(self.leader, self.players, -1, -1, -1, 0, live, self.left, need, 1 << first)
        led = best = self.trick[0]
        seat = taker = self.leader
        points = 0
        for card in self.trick:
            if self.beats[best] >> card & 1:
                best = card
                taker = seat
            points += self.weights[card]
            live |= 1 << card
            seat = self.after[seat]
        players = self.players - len(self.trick)
        if players == 0:
            raise ValueError("the trick is full")
        return self.play(seat, players, led, best, taker, points, live, self.left, need, 0 if first < 0 else 1 << first)

    def lead(self, leader: int, live: int, left: int, need: int) -> int:
        """Before a trick: a value on the right side of ``need``; ``live`` cards are worth ``left``."""
        prize = self.prize
        if need <= 0:
            return 0
        if need > left + prize:
            return left + prize
        if not live:
            return prize
        self.nodes += 1
        if self.nodes > self.most_nodes:
            raise Spent
        keys = self.keys
        jacks = live >> 7 & 1 | live >> 14 & 2 | live >> 21 & 4 | live >> 28 & 8
        key = keys[live & 127] + keys[_KEYS + (live >> 8 & 127)] + keys[2 * _KEYS + (live >> 16 & 127)]
        key = (key + keys[3 * _KEYS + (live >> 24 & 127)] + keys[4 * _KEYS + jacks]) << 2 | leader
        entry = self.bounds.get(key, -1)
        lower = 0
        upper = left + prize
        hint = -1
        if entry >= 0:
            lower = entry >> 13
            upper = entry >> 6 & 127
            hint = (entry & 63) - 1
            if lower >= need:
                return lower
            if upper < need:
                return upper
        value = self.play(leader, self.players, -1, -1, hint, 0, live, left, need, 0)
        if value >= need:
            lower = value
        else:
            upper = value
        self.bounds[key] = lower << 13 | upper << 6 | self.first + 1
        return value

    def play(
        self,
        seat: int,
        players: int,
        led: int,
        best: int,
        taker: int,
        points: int,
        live: int,
        left: int,
        need: int,
        cards: int,
    ) -> int:
        """One card, of ``cards`` if any are given; ``players`` have still to play to the trick, this one included.

        ``live`` cards were in the game when the trick began. When leading, ``taker`` is a card to try first, or -1.
        """
        hands = self.hands
        beats = self.beats
        weights = self.weights
        hand = hands[seat]
        hint = -1
        first = -1
        if not cards:
            if led < 0:
                cards = hand
                hint = taker
            else:
                row = (led << 5 | best) * 3
                layers = self.layers
                cards = hand & layers[row] or hand & layers[row + 1] or hand & layers[row + 2] or hand
            if cards & (cards - 1):
                gone = ~live & _PACK
                cards = lowest_of_equals_in_tricks(cards, gone) if self.every else lowest_of_equals(cards, gone)
        codes = self.codes
        place = self.top
        if cards & (cards - 1):
            end = self.order(seat, players, led, best, taker, cards, hint)
        else:
            end = place + 1
            codes[place] = _PLACE[cards % 37]
        self.top = end
        ours = seat & 1 == self.pair
        found = -1 if ours else 1 << 20
        after = self.after[seat]
        for i in range(place, end):
            card = codes[i] & 31
            hands[seat] = hand ^ 1 << card
            worth = points + weights[card]
            if led < 0:
                value = self.play(after, players - 1, card, card, seat, worth, live, left, need, 0)
            else:
                if beats[best] >> card & 1:
                    new_best = card
                    new_taker = seat
                else:
                    new_best = best
                    new_taker = taker
                if players > 1:
                    value = self.play(after, players - 1, led, new_best, new_taker, worth, live, left, need, 0)
                elif new_taker & 1 == self.pair:
                    now = hands[0] | hands[1] | hands[2] | hands[3]
                    value = worth + self.lead(new_taker, now, left - worth, need - worth)
                elif self.every:
                    value = 0
                else:
                    now = hands[0] | hands[1] | hands[2] | hands[3]
                    value = self.lead(new_taker, now, left - worth, need)
            if ours:
                if value > found:
                    found = value
                    if led < 0:
                        first = card
                    if value >= need:
                        break
            elif value < found:
                found = value
                if led < 0:
                    first = card
                if value < need:
                    break
        hands[seat] = hand
        self.top = place
        if led < 0:
            self.first = first
        return found

    def order(self, seat: int, players: int, led: int, best: int, taker: int, cards: int, hint: int) -> int:
        """Puts the cards on ``codes``, the most promising first; the card is the low five bits. Where they end."""
        hands = self.hands
        beats = self.beats
        layers = self.layers
        weights = self.weights
        codes = self.codes
        place = self.top
        end = place
        while cards:
            bit = cards & -cards
            cards ^= bit
            card = _PLACE[bit % 37]
            if led < 0 or beats[best] >> card & 1:
                top = card
                mine = True
            else:
                top = best
                mine = taker & 1 == seat & 1
            # What those after this seat may play, and would win with.
            row = ((card if led < 0 else led) << 5 | top) * 3
            threat = 0
            aid = 0
            later = self.after[seat]
            for _ in range(players - 1):
                held = hands[later]
                held = (held & layers[row] or held & layers[row + 1] or held & layers[row + 2] or held) & beats[top]
                if later & 1 == seat & 1:
                    aid |= held
                else:
                    threat |= held
                later = self.after[later]
            if mine and not threat:
                score = 128 + 4 * weights[card]
            elif aid:
                score = 64 + 2 * weights[card]
            elif mine:
                score = 64 - 4 * weights[card]
            else:
                score = -4 * weights[card]
            score -= self.strength[card]
            if card == hint:
                score = 1 << 16
            code = score * 32 + card
            i = end
            while i > place and codes[i - 1] < code:
                codes[i] = codes[i - 1]
                i -= 1
            codes[i] = code
            end += 1
        return end


class Solver:
    """Tests of one deal, which share what they find out. ``pair`` is 0 or 1, Augen are those of the whole deal.

    ``first``: only if the seat to act plays that card now. Raises Spent once ``most_nodes`` have been visited.
    """

    def __init__(self, position: Position, most_nodes: int = NO_LIMIT) -> None:
        self.position = position
        self.most_nodes = most_nodes
        self._augen: Search | None = None
        self._every: list[Search | None] = [None, None]

    @property
    def nodes(self) -> int:
        """Tricks that have been looked into."""
        return sum(search.nodes for search in (self._augen, *self._every) if search is not None)

    def reaches(self, pair: Pair, augen: int, first: Card | None = None) -> bool:
        """Whether the pair can reach so many Augen against any defence."""
        if self._augen is None:
            self._augen = Search(self.position, 0, False)
        search = self._augen
        need = augen - self.position.augen[pair]
        return self._found(search, need, first) if pair == 0 else not self._found(search, search.left - need + 1, first)

    def takes_every_trick(self, pair: Pair, first: Card | None = None) -> bool:
        """Whether the pair can take all tricks, those before this position included."""
        if self.position.tricks[1 - pair]:
            return False
        search = self._every[pair]
        if search is None:
            search = self._every[pair] = Search(self.position, pair, True)
        return self._found(search, 1, first)

    def augen(self, pair: Pair, first: Card | None = None) -> int:
        """How many Augen the pair has at the end if nobody errs."""
        lower, upper = self.position.augen[pair], 120 - self.position.augen[1 - pair]
        while lower < upper:
            middle = (lower + upper + 1) // 2
            if self.reaches(pair, middle, first):
                lower = middle
            else:
                upper = middle - 1
        return lower

    def _found(self, search: Search, need: int, first: Card | None) -> bool:
        search.most_nodes = search.nodes + self.most_nodes - self.nodes
        return search.value(need, -1 if first is None else first) >= need
