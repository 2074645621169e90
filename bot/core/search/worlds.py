"""Deals that agree with everything a View says, drawn with the chances they truly have.

The unknown cards of each suit, and the Jacks, are dealt in every possible way that the knowledge leaves; then it is
counted how the suits go together, so that the hands have their sizes and bear out what was claimed. A world is drawn
from these counts: every one that agrees is equally likely and none is ever thrown away, except after a kleines Solo's
hidden exchange, where worlds weigh as many as there are gifts that lead to them.
"""

from bisect import bisect_right
from itertools import accumulate
from typing import NamedTuple, Protocol

from bot.core.cards import (
    CLUB_JACK,
    JACKS,
    SUIT_CARDS,
    Card,
    Hand,
    Hands,
    cards_in,
    count,
    hand_of,
    holds,
    with_hand,
)
from bot.core.schafkopf.view import View
from bot.core.search.credence import credence
from bot.core.search.knowledge import Knowledge, Trust, Unknown, bears_out, knowledge_of
from bot.core.seats import Seat, partner_of

FRUITLESS = 4000  # draws without gifts that fit, after which the words are no longer believed

Split = tuple[int, int, int]  # cards for the three unknown hands


class Luck(Protocol):
    """What this needs of a ``random.Random``."""

    def randrange(self, stop: int, /) -> int: ...


class World(NamedTuple):
    """``hands`` as they are now, ``dealt`` as they were at first; ``gifts`` laid so far, the soloist's first (B13).

    ``weight``: how much likelier it is than another world drawn.
    """

    hands: Hands
    dealt: Hands
    gifts: tuple[Card, ...]
    weight: float


class _Entry(NamedTuple):
    """Ways to deal one suit that make no difference to the rest: cards for the first two hands, claims borne out."""

    first: int
    second: int
    borne_out: int
    splits: list[Split]


class _Choice(NamedTuple):
    total: int
    upto: list[int]
    entries: list[_Entry]


class _Combination:
    """The ways in which all suits can be dealt, given how many Jacks each hand has."""

    def __init__(self, unknown: tuple[Unknown, ...], jacks: Split, splits: list[Split], suits: list[list[_Entry]]):
        self.splits = splits
        self._suits = suits
        self._memo: dict[tuple[int, int, int, int], _Choice] = {}
        self._wanted = tuple(unknown[i].size - jacks[i] for i in range(3))
        self._claimed = _all_claims(unknown)
        self.total = len(splits) * self._choice(0, self._wanted[0], self._wanted[1], self._claimed).total

    def _choice(self, suit: int, first: int, second: int, need: int) -> _Choice:
        key = (suit, first, second, need)
        found = self._memo.get(key)
        if found is None:
            entries: list[_Entry] = []
            ways: list[int] = []
            for entry in self._suits[suit]:
                n, m = first - entry.first, second - entry.second
                if n < 0 or m < 0:
                    continue
                missing = need & ~entry.borne_out
                rest = self._choice(suit + 1, n, m, missing).total if suit < 3 else int(n == m == missing == 0)
                if rest:
                    entries.append(entry)
                    ways.append(rest * len(entry.splits))
            found = self._memo[key] = _Choice(sum(ways), list(accumulate(ways)), entries)
        return found

    def draw(self, luck: Luck) -> Split:
        one, two, three = self.splits[luck.randrange(len(self.splits))]
        first, second, need = self._wanted[0], self._wanted[1], self._claimed
        for suit in range(4):
            choice = self._choice(suit, first, second, need)
            entry = choice.entries[bisect_right(choice.upto, luck.randrange(choice.total))]
            first, second, need = first - entry.first, second - entry.second, need & ~entry.borne_out
            split = entry.splits[luck.randrange(len(entry.splits))]
            one, two, three = one | split[0], two | split[1], three | split[2]
        return one, two, three


class Worlds:
    """All that agree with a View; it must be of a seat, in a deal under way.

    ``trust``: how much of what was done could be believed, less than all only if somebody has played wrong.
    ``count``: how many ways there are to deal the unknown cards.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        for trust in sorted(Trust, reverse=True):
            self._take(trust)
            if self.count:
                break

    def _take(self, trust: Trust) -> None:
        self.trust = trust
        self.knowledge = knowledge_of(self.view, trust)
        self._combinations = _combinations(self.knowledge)
        self._upto = list(accumulate(combination.total for combination in self._combinations))
        self.count = self._upto[-1] if self._upto else 0

    def sample(self, luck: Luck, wanted: int) -> list[World]:
        """So many worlds; after a hidden exchange perhaps fewer, but one at least."""
        found: list[World] = []
        tries = 0
        while len(found) < wanted and (tries < 50 * wanted or not found):
            tries += 1
            world = self._draw(luck)
            if world is not None:
                found.append(world)
            elif tries > FRUITLESS and self.trust is Trust.ALL:
                self._take(Trust.CARDS)
        return found

    def _draw(self, luck: Luck) -> World | None:
        view, knowledge = self.view, self.knowledge
        assert view.seat is not None
        combination = self._combinations[bisect_right(self._upto, luck.randrange(self.count))]
        hands: Hands = with_hand((Hand(0), Hand(0), Hand(0), Hand(0)), view.seat, hand_of(view.hand))
        for unknown, cards in zip(knowledge.unknown, combination.draw(luck), strict=True):
            hands = with_hand(hands, unknown.seat, Hand(unknown.sure | cards))
        whole: Hands = tuple(Hand(hands[s] | knowledge.played[s]) for s in range(4))  # type: ignore[assignment]
        gifts, ways = self._gifts(luck, whole)
        if not ways:
            return None
        dealt = whole if len(gifts) < 2 or view.soloist is None else exchanged_back(whole, view.soloist, gifts)
        return World(hands, dealt, gifts, ways * credence(view, dealt))

    def _gifts(self, luck: Luck, whole: Hands) -> tuple[tuple[Card, ...], int]:
        """The gifts laid so far in a kleines Solo, and in how many ways they may have led to these hands."""
        view = self.view
        if not view.gifts or view.soloist is None:
            return (), 1
        if view.gave is not None and view.seat == view.soloist:
            return ((view.gave,) if view.got is None else (view.gave, view.got)), 1
        if view.gave is not None and view.got is not None:
            return (view.got, view.gave), 1
        givable = [card for card in cards_in(whole[view.soloist]) if card != CLUB_JACK]
        if view.gifts == 1:
            return (givable[luck.randrange(len(givable))],), 1
        pairs = self._pairs(whole, view.soloist)
        return (pairs[luck.randrange(len(pairs))], len(pairs)) if pairs else ((), 0)

    def _pairs(self, whole: Hands, soloist: Seat) -> list[tuple[Card, Card]]:
        """The gifts that nobody else has seen: those by which hands that bear out what was said became these."""
        view, partner = self.view, partner_of(soloist)
        shown = view.jack_given
        theirs = [shown] if shown is not None else list(cards_in(Hand(whole[soloist] & ~JACKS)))
        pairs = [(mine, gift) for mine in cards_in(whole[partner]) if mine != CLUB_JACK for gift in theirs]
        if self.trust < Trust.ALL:
            return pairs
        jacks = count(Hand(whole[soloist] & JACKS)) - (shown is not None)
        spoke = any(call.seat == partner for call in view.calls)
        return [
            pair
            for pair in pairs
            if jacks + holds(JACKS, pair[0]) < 4
            and (not spoke or bears_out(view, partner, exchanged_back(whole, soloist, pair)[partner]))
        ]


def sample(view: View, luck: Luck, wanted: int) -> list[World]:
    """So many worlds that agree with the View of a seat, with their weights."""
    return Worlds(view).sample(luck, wanted)


def exchanged_back(whole: Hands, soloist: Seat, gifts: tuple[Card, ...]) -> Hands:
    """The hands before the exchange of the two gifts (B13)."""
    mine, theirs = gifts
    partner = partner_of(soloist)
    hands = with_hand(whole, soloist, Hand(whole[soloist] & ~(1 << theirs) | 1 << mine))
    return with_hand(hands, partner, Hand(whole[partner] & ~(1 << mine) | 1 << theirs))


def _all_claims(unknown: tuple[Unknown, ...]) -> int:
    """A bit for every claim to be borne out: a suit of the number, and the suit named."""
    bits = 0
    for i, hand in enumerate(unknown):
        if hand.claim is not None:
            bits |= 1 << 2 * i | (0 if hand.claim.named is None else 2 << 2 * i)
    return bits


def _splits(cards: Hand, unknown: tuple[Unknown, ...]) -> list[Split]:
    """Every way to deal these cards to the three hands."""
    found: list[Split] = [(0, 0, 0)]
    for card in cards_in(cards):
        bit = 1 << card
        one, two, three = (bool(hand.may & bit) for hand in unknown)
        found = [
            split
            for a, b, c in found
            for split, possible in (((a | bit, b, c), one), ((a, b | bit, c), two), ((a, b, c | bit), three))
            if possible
        ]
    return found


def _combinations(knowledge: Knowledge) -> list[_Combination]:
    pool, unknown = knowledge.pool, knowledge.unknown
    by_jacks: dict[Split, list[Split]] = {}
    for split in _splits(Hand(pool & JACKS), unknown):
        numbers = (split[0].bit_count(), split[1].bit_count(), split[2].bit_count())
        by_jacks.setdefault(numbers, []).append(split)
    suits = [_by_shape(_splits(Hand(pool & cards), unknown), unknown, cards) for cards in SUIT_CARDS]
    found: list[_Combination] = []
    for jacks, splits in by_jacks.items():
        had = [jacks[i] + count(Hand(unknown[i].dealt & JACKS)) for i in range(3)]
        if all(unknown[i].least_jacks <= had[i] <= unknown[i].most_jacks for i in range(3)):
            tables = [_entries(suit, shapes, unknown, had) for suit, shapes in enumerate(suits)]
            combination = _Combination(unknown, jacks, splits, tables)
            if combination.total:
                found.append(combination)
    return found


Shape = tuple[tuple[int, int, int], tuple[int, int, int]]  # by hand: cards dealt of the suit, and the lowest's rank


def _by_shape(
    splits: list[Split], unknown: tuple[Unknown, ...], suit: Hand
) -> dict[tuple[Shape, int, int], list[Split]]:
    """Ways to deal a suit, those together that no claim can tell apart."""
    dealt = [int(hand.dealt & suit) for hand in unknown]
    claiming = [hand.claim is not None for hand in unknown]
    found: dict[tuple[Shape, int, int], list[Split]] = {}
    for split in splits:
        lengths = [0, 0, 0]
        lowest = [0, 0, 0]
        for i in range(3):
            if claiming[i]:
                cards = split[i] | dealt[i]
                lengths[i] = cards.bit_count()
                lowest[i] = ((cards & -cards).bit_length() - 1) & 7 if cards else 0
        shape = ((lengths[0], lengths[1], lengths[2]), (lowest[0], lowest[1], lowest[2]))
        found.setdefault((shape, split[0].bit_count(), split[1].bit_count()), []).append(split)
    return found


def _entries(
    suit: int, shapes: dict[tuple[Shape, int, int], list[Split]], unknown: tuple[Unknown, ...], jacks: list[int]
) -> list[_Entry]:
    """What each shape bears out of the claims, with so many Jacks in the hands dealt; shapes against them left out."""
    merged: dict[tuple[int, int, int], list[Split]] = {}
    for ((lengths, lowest), first, second), splits in shapes.items():
        borne_out = 0
        for i, hand in enumerate(unknown):
            claim = hand.claim
            if claim is None or not lengths[i] or lengths[i] + jacks[i] != claim.number:
                continue
            if lowest[i] > claim.most:
                break
            if lowest[i] >= claim.least:
                borne_out |= 1 << 2 * i
            if suit == claim.named and lowest[i] >= claim.named_least:
                borne_out |= 2 << 2 * i
        else:
            merged.setdefault((first, second, borne_out), []).extend(splits)
    return [_Entry(*key, splits) for key, splits in merged.items()]
