"""A player of Bauernheinrich that searches: it deals the unseen cards as they may lie and plays each such deal out.

Open cards would not help an exact search, for positions come again (H12). So every card is tried in the same deals,
and all four, whose choice needs no card they do not see, play on as the plain player would; the best mean place counts.
``choose`` is pure, sees nothing but its own View, and is bounded by cards played, so that the same luck makes the same
choice.
"""

from functools import cache
from math import log, sqrt
from typing import NamedTuple

from bot.core.actions import Action, Play
from bot.core.bauernheinrich import player
from bot.core.bauernheinrich.beating import BEATERS
from bot.core.bauernheinrich.view import View
from bot.core.cards import ALL_CARDS, PACK, Card, Hand, cards_in, hand_of, holds
from bot.core.search.choose import Budget
from bot.core.search.worlds import Luck
from bot.core.seats import SEATS

LONGEST = 300  # cards played out at most; who is still in then shares the places that are left
TRIES = 20  # for each world of the budget
CURIOSITY = 0.5

# What happened since the decision, card by card; then by own card how often it was tried and what it gained.
Tree = dict[tuple[int, ...], dict[int, list[float]]]

# By own trump and by card: everything that such a player beats with it (H5).
BEATEN: tuple[tuple[int, ...], ...] = tuple(
    tuple(int(hand_of(faced for faced in ALL_CARDS if holds(beaters[faced], card))) for card in ALL_CARDS)
    for beaters in BEATERS
)


def choose(view: View, luck: Luck, budget: Budget) -> Action:
    """One of ``view.legal``; the View must be that of the seat to act."""
    plain = player.choose(view)
    if len(view.legal) < 2 or not isinstance(plain, Play):
        return plain
    weighed = weigh(view, luck, budget)
    return Play(max(weighed, key=lambda card: (weighed[card].tried, card == plain.card)))


class Worth(NamedTuple):
    """How often a card was tried, and the mean place, 1 to 4, that it led to."""

    tried: int
    place: float


def weigh(view: View, luck: Luck, budget: Budget) -> dict[Card, Worth]:
    """What each legal card leads to; the better it does, the more often it is tried."""
    cards = [action.card for action in view.legal if isinstance(action, Play)]
    deals = Deals(view)
    tree: Tree = {}
    spent = 0
    for _ in range(budget.worlds * TRIES):
        if spent >= budget.nodes:
            break
        spent += _try(view, deals.draw(luck), tree, luck)
    root = tree.get((), {})
    return {card: _worth(*root.get(card, (0, 0.0))) for card in cards}


def _worth(tried: float, gained: float) -> Worth:
    return Worth(round(tried), 4 - 3 * gained / max(tried, 1))


class Deals:
    """All hands that agree with a View of a seat, every one of them equally likely.

    Cards that are known stay where they are; nobody holds unseen a card that would have beaten one they took up (H6).
    """

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self._seats = [seat for seat in SEATS if seat != view.seat and view.hand_sizes[seat]]
        self._known = [int(hand_of(known)) for known in view.known]
        self._known[view.seat] = int(hand_of(view.hand))
        seen = hand_of((*view.hand, *view.gone, *view.trick)) | sum(self._known[seat] for seat in self._seats)
        may = {seat: ~view.denied[seat] for seat in self._seats}
        pool = list(cards_in(Hand(PACK & ~seen)))
        pool.sort(key=lambda card: sum(may[seat] >> card & 1 for seat in self._seats))
        self._pool = pool
        self._may = [[bool(may[seat] >> card & 1) for seat in self._seats] for card in pool]
        self._sizes = tuple(view.hand_sizes[seat] - self._known[seat].bit_count() for seat in self._seats)

        @cache
        def ways(at: int, sizes: tuple[int, ...]) -> int:
            """In how many ways the cards from there on go to hands that still miss so many."""
            if at == len(pool):
                return int(not any(sizes))
            return sum(ways(at + 1, _one_less(sizes, i)) for i, size in enumerate(sizes) if size and self._may[at][i])

        self._ways = ways
        self.count = ways(0, self._sizes)

    def draw(self, luck: Luck) -> list[int]:
        hands, sizes = list(self._known), self._sizes
        for at, card in enumerate(self._pool):
            ticket = luck.randrange(self._ways(at, sizes))
            for i, seat in enumerate(self._seats):
                if sizes[i] and self._may[at][i]:
                    rest = _one_less(sizes, i)
                    ticket -= self._ways(at + 1, rest)
                    if ticket < 0:
                        hands[seat] |= 1 << card
                        sizes = rest
                        break
        return hands


def _one_less(sizes: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*sizes[:at], sizes[at] - 1, *sizes[at + 1 :])


def _try(view: View, hands: list[int], tree: Tree, luck: Luck) -> int:
    """Play these hands to the seat's place, remember in the tree what came of its cards; how many were played.

    The same rules as the engine's (H4 to H11) on bare integers: this loop is what the time goes into.
    """
    assert view.trumps is not None and view.seat is not None
    me, trumps = int(view.seat), view.trumps
    turn, length = me, view.trick_length
    table, laid = int(hand_of(view.trick)), len(view.trick)
    last = view.trick[-1] if view.trick else -1
    out, played = len(view.places), 0
    seen: tuple[int, ...] | None = ()  # what happened since, as long as the tree knows it
    path: list[list[float]] = []
    while True:
        hand = hands[turn]
        able = hand if last < 0 else hand & BEATERS[trumps[turn]][last]
        if not able:
            hands[turn] |= table
            table, laid, last = 0, 0, -1
            turn = _next_in(hands, turn)
            length = sum(1 for held in hands if held)
            continue
        if turn == me and seen is not None:
            node = tree.get(seen)
            if node is None:
                node = tree[seen] = {}
            card = _promising(node, able)
            leaf = node.get(card)
            if leaf is None:
                leaf = node[card] = [0, 0.0]
            path.append(leaf)
            seen = (*seen, card) if leaf[0] else None
        else:
            card = able.bit_length() - 1
            if able & (able - 1):
                faced = (hands[0] | hands[1] | hands[2] | hands[3]) & ~hand
                card = _least_of_use(able, BEATEN[trumps[turn]], faced)
            if seen is not None:
                seen = (*seen, card)
        hands[turn] &= ~(1 << card)
        table |= 1 << card
        laid += 1
        played += 1
        gone_out = not hands[turn]
        if gone_out:
            out += 1
            if turn == me or out == 3 or played >= LONGEST:
                break
        elif played >= LONGEST:
            break
        last = card
        if laid == length:
            table, laid, last = 0, 0, -1
            if gone_out:
                turn = _next_in(hands, turn)
            length = sum(1 for held in hands if held)
        else:
            turn = _next_in(hands, turn)
    left = 0.0 if out == 3 else (3 - out) / 6  # last, or the middle of the places that are left
    gained = left if hands[me] else (4 - out) / 3
    for leaf in path:
        leaf[0] += 1
        leaf[1] += gained
    return played


def _promising(node: dict[int, list[float]], able: int) -> int:
    """One not yet tried, else the one that may be best as far as the tries tell (UCB1)."""
    total = sum(leaf[0] for leaf in node.values()) or 1
    bonus = CURIOSITY * sqrt(log(total))
    best, most = -1, -1.0
    while able:
        low = able & -able
        able ^= low
        card = low.bit_length() - 1
        leaf = node.get(card)
        if leaf is None or not leaf[0]:
            return card
        hope = leaf[1] / leaf[0] + bonus / sqrt(leaf[0])
        if hope > most:
            best, most = card, hope
    return best


def _next_in(hands: list[int], turn: int) -> int:
    turn = (turn + 1) & 3
    while not hands[turn]:
        turn = (turn + 1) & 3
    return turn


def _least_of_use(able: int, beaten: tuple[int, ...], faced: int) -> int:
    """As ``player.choose``: the card that beats fewest of those the others hold, of several the lowest."""
    found, least = -1, 33
    while able:
        low = able & -able
        able ^= low
        card = low.bit_length() - 1
        use = (beaten[card] & faced).bit_count()
        if use < least:
            found, least = card, use
    return found
