"""Which card a sensible player lays when two play against two.

Every legal card is weighed the same way: how likely our pair takes the trick with it, what the trick's Augen then mean
for the thresholds of B18 or S5, less what the card would still be worth in hand. Schmieren, saving Augen, winning
cheaply and keeping the high trumps all come out of that one sum.
"""

from dataclasses import dataclass
from math import exp, sqrt
from types import MappingProxyType

from bot.core.cards import AUGEN, CLUB_JACK, SUIT_CARDS, Card, Hand, cards_in, count, holds, suit_of
from bot.core.schafkopf.play import TRUMPS, winner
from bot.core.schafkopf.scoring import KREIDE_NEEDS, MAJORITY, SCHNEIDER
from bot.core.schafkopf.view import View
from bot.core.search.insight import BEATEN_BY, Insight, insight_of
from bot.core.seats import Seat, next_seat, pair_of

ALL_AUGEN = 120

# What is at stake, in Striche. Winning the deal turns the other pair's Strich into ours and brings the Kreide.
WIN_WORTH = 2.8
# By game: Augen from which on the winners score more, and how much more; and what all tricks bring on top (B18, S5).
HIGHER_GOALS = MappingProxyType(
    {"bauernstoss": (((SCHNEIDER, 1.0),), 1.0), "schoofkopp": (((89, 1.0), (120, 2.0)), 0.0)}
)
PER_AUGE = 0.01  # so that play stays sensible when nothing is at stake any more

# What the seats still to play will add, in Augen, to a trick their pair takes and to one it loses.
ADDED_TO_OWN, ADDED_TO_LOST = 5.0, 2.0

# What a card is worth if kept, in Augen.
BOSS_TRUMP, LOW_TRUMP, BOSS_PLAIN, LOSER_SHARE, GUARD = 16.0, 5.0, 3.0, 0.3, 1.5

USUAL = 6.0  # what any card is worth on average

# What leading trump is worth, in Augen: per trump that we have more than they, and per plain winner to run afterwards.
DRAWING, RUNNING = 1.0, 1.0
# What leading the highest of a plain suit is worth, before somebody is void, and leading below it costs.
CASHING, UNDERLEADING = 7.0, 5.0


@dataclass(frozen=True, slots=True)
class Stake:
    """Where the deal stands for our pair.

    ``goals``: how many Augen of our own bring (or save) so many Striche.
    """

    ours: int
    theirs: int
    goals: tuple[tuple[int, float], ...]
    sweep_worth: float  # what all eight tricks bring above the last goal, in Striche
    our_tricks: int
    their_tricks: int

    def outlook(self, ours: float, theirs: float, future: float, sweep: float) -> float:
        """Expected Striche, up to a constant, with so many Augen taken (B18, S5).

        ``future``: how many Augen more than usual we may hope for from the rest; ``sweep``: how open B20 still is.
        """
        rest = max(0.0, ALL_AUGEN - ours - theirs)
        middle, spread = ours + (rest + future) / 2, 1.5 * sqrt(rest) + 0.5
        worth = PER_AUGE * (ours - theirs + future) + self.sweep_worth * sweep
        for threshold, weight in self.goals:
            if ours >= threshold:
                worth += weight  # nobody can take it away any more
            elif ours + rest >= threshold:
                worth += weight / (1 + exp((threshold - 0.5 - middle) / spread))
        return worth

    def after(self, augen: float, won: bool, future: float) -> float:
        """The outlook once a trick of so many Augen is taken or lost."""
        sweep = ((self.our_tricks + self.their_tricks + 1) / 8) ** 3
        if won:
            return self.outlook(self.ours + augen, self.theirs, future, 0.0 if self.their_tricks else sweep)
        return self.outlook(self.ours, self.theirs + augen, future, 0.0 if self.our_tricks else -sweep)


def stake_of(view: View, insight: Insight) -> Stake:
    augen, tricks = [0, 0], [0, 0]
    for trick in view.tricks:
        pair = pair_of(trick.winner)
        augen[pair] += sum(AUGEN[card] for card in trick.cards)
        tricks[pair] += 1
    us = pair_of(insight.me)
    named = view.namer is not None and pair_of(view.namer) == us
    if view.kreide is None and not view.variant.club_jack_has_kreide:
        wins = ((MAJORITY if named else ALL_AUGEN + 1 - MAJORITY, WIN_WORTH),)  # S4
    else:
        kreide = kreide_chance(view, insight)
        wins = ((KREIDE_NEEDS, WIN_WORTH * kreide), (ALL_AUGEN + 1 - KREIDE_NEEDS, WIN_WORTH * (1 - kreide)))
    higher, sweep_worth = HIGHER_GOALS[view.game]
    goals = (*wins, *higher, *((ALL_AUGEN + 1 - augen_needed, worth) for augen_needed, worth in higher))
    return Stake(augen[us], augen[1 - us], goals, sweep_worth, tricks[us], tricks[1 - us])


def kreide_chance(view: View, insight: Insight) -> float:
    """How likely our pair has the Kreide; certain except in a first deal of Bauernstoss (B17)."""
    if view.kreide is not None:
        return float(view.kreide == pair_of(insight.me))
    if holds(insight.hand, CLUB_JACK):
        return 1.0  # only its holder knows
    return insight.chances[insight.partner][CLUB_JACK]


def best_card(view: View, legal: list[Card]) -> Card:
    """For a seat that is to play, not in a solo."""
    if len(legal) == 1:
        return legal[0]
    insight = insight_of(view)
    stake = stake_of(view, insight)
    later = seats_after(view, insight.me)
    return max(legal, key=lambda card: _worth(view, insight, stake, later, card))


def seats_after(view: View, seat: Seat) -> list[Seat]:
    """Who plays to this trick after that seat."""
    seats: list[Seat] = []
    for _ in range(3 - len(view.trick)):
        seat = next_seat(seat)
        seats.append(seat)
    return seats


def _worth(view: View, insight: Insight, stake: Stake, later: list[Seat], card: Card) -> float:
    trick = (*view.trick, card)
    index = winner(trick, insight.trump)
    seats = (*view.trick_seats, insight.me)
    ours = pair_of(seats[index]) == pair_of(insight.me)
    chance = chance_to_take(insight, trick[0], trick[index], ours, later)
    augen = sum(AUGEN[c] for c in trick)
    partners = sum(seat == insight.partner for seat in later)
    others = len(later) - partners
    future = USUAL - keeping(insight, card) + (0.0 if view.trick else _leading(insight, card))
    won = stake.after(augen + partners * ADDED_TO_OWN + others * ADDED_TO_LOST, True, future)
    lost = stake.after(augen + others * ADDED_TO_OWN + partners * ADDED_TO_LOST, False, future)
    return chance * won + (1 - chance) * lost


def chance_to_take(insight: Insight, led: Card, best: Card, ours: bool, later: list[Seat]) -> float:
    """How likely our pair takes a trick led so, which ``best`` is winning, when those seats are still to play.

    Whoever can beat the other pair's card does; nobody beats the partner's.
    """
    if not later:
        return float(ours)
    seat, rest = later[0], later[1:]
    if (seat == insight.partner) == ours:
        return chance_to_take(insight, led, best, ours, rest)
    beaters = Hand(BEATEN_BY[insight.trump][best] & insight.unseen)
    trumps = TRUMPS[insight.trump]
    total = 0.0
    following = Hand(beaters & ~trumps)
    ruffing = Hand(beaters & trumps)
    follows = ruffs = 0.0
    if following:
        follows = 1 - insight.none_of(seat, following)
    if ruffing:
        void = 1.0 if trumps >> led & 1 else insight.none_of(seat, SUIT_CARDS[suit_of(led)])
        ruffs = void * (1 - insight.none_of(seat, ruffing)) if void else 0.0
    ruffs = min(ruffs, 1 - follows)
    if follows:
        total += follows * chance_to_take(insight, led, _middle(following), not ours, rest)
    if ruffs:
        total += ruffs * chance_to_take(insight, led, _middle(ruffing), not ours, rest)
    return total + (1 - follows - ruffs) * chance_to_take(insight, led, best, ours, rest)


def _middle(cards: Hand) -> Card:
    """A typical one of these cards."""
    ordered = list(cards_in(cards))
    return ordered[len(ordered) // 2]


def keeping(insight: Insight, card: Card) -> float:
    """What the card would still be worth in hand, in Augen."""
    left, right = insight.opponents
    trumps = TRUMPS[insight.trump]
    beaters = insight.beaters(card)
    if trumps >> card & 1:
        above = insight.expected(left, beaters) + insight.expected(right, beaters)
        return LOW_TRUMP + BOSS_TRUMP / (1 + above) ** 2 + AUGEN[card] * LOSER_SHARE
    suit = SUIT_CARDS[suit_of(card)]
    higher, ruffers = Hand(beaters & suit), Hand(beaters & trumps)
    stands = 1.0
    for seat in (left, right):
        ruffed = insight.none_of(seat, suit) * (1 - insight.none_of(seat, ruffers))
        stands *= insight.none_of(seat, higher) * (1 - ruffed)
    worth = stands * (AUGEN[card] + BOSS_PLAIN) + (1 - stands) * AUGEN[card] * LOSER_SHARE
    if not AUGEN[card] and _guards(insight, card):
        worth += GUARD
    return worth


def _guards(insight: Insight, card: Card) -> bool:
    """Whether it is the last small card beside a Ten whose Ace is still out."""
    suit = suit_of(card)
    ten, ace = suit * 8 + 5, suit * 8 + 6
    mine = Hand(insight.hand & SUIT_CARDS[suit])
    return bool(mine >> ten & 1 and insight.unseen >> ace & 1 and count(mine) == 2)


def _leading(insight: Insight, card: Card) -> float:
    """What leading that card does beyond its trick, in Augen."""
    trumps = TRUMPS[insight.trump]
    if not trumps >> card & 1:
        suit = SUIT_CARDS[suit_of(card)]
        if not insight.beaters(card) & suit:
            return CASHING
        top = max(cards_in(Hand(insight.hand & suit)))
        return 0.0 if insight.beaters(top) & suit else -UNDERLEADING
    left, right = insight.opponents
    unseen = Hand(insight.unseen & trumps)
    theirs = insight.expected(left, unseen) + insight.expected(right, unseen)
    if theirs < 0.05:
        return -BOSS_PLAIN  # nothing left to draw: the trump is better kept for a ruff
    ours = count(Hand(insight.hand & trumps)) + insight.expected(insight.partner, unseen)
    running = sum(
        AUGEN[c] > 0 and not insight.beaters(c) & SUIT_CARDS[suit_of(c)] for c in cards_in(Hand(insight.hand & ~trumps))
    )
    return DRAWING * (ours - theirs) + RUNNING * running
