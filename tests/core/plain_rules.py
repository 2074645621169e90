"""Bauernstoss a second time, as plainly as possible, to check the core against: strings, sets, no masks, no imports.

It knows one deal. Steps are the texts of a written deal (``N plays D7``).
"""

from copy import deepcopy

SEATS = "NESW"
RANKS = "789QKTA"  # without the Jack
JACKS = ["DJ", "HJ", "SJ", "CJ"]  # low to high
AUGEN = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


def left_of(seat):
    return SEATS[(SEATS.index(seat) + 1) % 4]


def opposite(seat):
    return SEATS[(SEATS.index(seat) + 2) % 4]


def pair(seat):
    return "NS" if seat in "NS" else "EW"


def is_trump(card, trump):
    return card in JACKS or card[0] == trump


def kind(card, trump):
    """What must be followed: ``trump`` or the plain suit (C10)."""
    return "trump" if is_trump(card, trump) else card[0]


def order(trump):
    """All trumps from low to high (C2)."""
    return [trump + rank for rank in RANKS] + JACKS


def taker(trick, trump):
    """The seat that takes a list of (seat, card) (C9)."""
    trumps = [card for _, card in trick if is_trump(card, trump)]
    if trumps:
        best = max(trumps, key=order(trump).index)
    else:
        led = trick[0][1][0]
        best = max((card for _, card in trick if card[0] == led), key=lambda card: RANKS.index(card[1]))
    return next(seat for seat, card in trick if card == best)


def playable(hand, trick, trump):
    """C10, C11, B16; ``trick`` holds the cards only."""
    if not trick:
        return set(hand)
    led = kind(trick[0], trump)
    following = {card for card in hand if kind(card, trump) == led}
    trumps = {card for card in hand if is_trump(card, trump)}
    if following and led != "trump":
        return following
    fallen = [card for card in trick if card in JACKS]
    if fallen:
        highest = max(JACKS.index(card) for card in fallen)
        higher = {card for card in hand if card in JACKS and JACKS.index(card) > highest}
        if higher:
            return higher
    return following or trumps or set(hand)


def number_of(hand, suit):
    """The number a suit gives (B2), 0 if it gives none."""
    jacks = len([card for card in hand if card in JACKS])
    cards = len([card for card in hand if card[0] == suit and card not in JACKS])
    return jacks + cards if 1 <= jacks <= 3 and cards else 0


def lowest(hand, suit):
    return min(RANKS.index(card[1]) for card in hand if card[0] == suit and card not in JACKS)


def best_lowest(hand, number):
    """The hand must have a suit of that number."""
    return max(lowest(hand, suit) for suit in "CSHD" if number_of(hand, suit) == number)


def standing(calls):
    """0 while no number stands."""
    return max((int(word) for _, word in calls if word.isdigit()), default=0)


def leasts(calls):
    """Seat to the least rank asked of it, of everyone in the tie, in the order they spoke (B6)."""
    asked = {}
    for seat, word in calls:
        if word.isdigit():
            asked = {seat: 0}
        elif word == "mit":
            asked[seat] = least(seat, asked)
    return asked


def least(seat, asked):
    opponents = [rank for other, rank in asked.items() if pair(other) != pair(seat)]
    return 1 + max(opponents) if opponents else 0


def sayable(hand, seat, calls, first_deal):
    """B2 to B6, B10, B11."""
    jacks = [card for card in hand if card in JACKS]
    stands = standing(calls)
    words = set()
    if not first_deal:
        words.add("grosses-solo")
        if "CJ" in hand and len(jacks) < 4:
            words.add("kleines-solo")
    if not 1 <= len(jacks) <= 3:
        return words | {"weg"}
    numbers = {number_of(hand, suit) for suit in "CSHD"} - {0}
    words |= {str(number) for number in numbers if number > stands}
    if stands:
        words.add("weg")
        if stands in numbers and best_lowest(hand, stands) >= least(seat, leasts(calls)):
            words.add("mit")
    return words


class PlainDeal:
    """One deal from dealt hands to its end; ``legal()`` and ``do(step)`` are all there is to it."""

    def __init__(self, dealer, hands, kreide=None):
        self.dealer = dealer
        self.hands = {seat: set(cards) for seat, cards in hands.items()}
        self.first_deal = kreide is None
        self.kreide = kreide
        self.calls = []
        self.known = {}
        self.doing = "call"
        self.turn = left_of(dealer)
        self.may_yield = False
        self.soloist = self.solo = self.trump = ""
        self.number = 0
        self.gifts = []
        self.trick = []
        self.tricks = []
        self.outcome = None
        self.striche = {"NS": 0, "EW": 0}
        if self.first_deal and any(set(JACKS) <= hand for hand in self.hands.values()):
            self.end("thrown-in")

    def copy(self):
        return deepcopy(self)

    def legal(self):
        """The set of texts."""
        if self.outcome:
            return set()
        hand = self.hands[self.turn]
        if self.doing == "call":
            rest = sayable(hand, self.turn, self.calls, self.first_deal)
        elif self.doing == "name":
            suits = self.suits()
            rest = {f"trump {suit}" for suit in suits} | ({"yields"} if self.may_yield else set())
        elif self.doing == "give":
            rest = {f"gives {card}" for card in hand if not (self.turn == self.soloist and card == "CJ")}
        else:
            rest = {f"plays {card}" for card in playable(hand, [card for _, card in self.trick], self.trump)}
        return {f"{self.turn} {words}" for words in rest}

    def suits(self):
        if self.solo:
            return set("CSHD")
        hand = self.hands[self.turn]
        suits = {suit for suit in "CSHD" if number_of(hand, suit) == self.number}
        rank = self.known.get(self.turn)
        return suits if rank is None else {suit for suit in suits if lowest(hand, suit) == rank}

    def do(self, step):
        assert step in self.legal(), step
        seat, words = step.split(" ", 1)
        if self.doing == "call":
            self.say(seat, words)
        elif words == "yields":
            self.turn, self.may_yield = opposite(seat), False
        elif self.doing == "name":
            self.trump, self.may_yield = words[-1], False
            if self.solo == "kleines-solo":
                self.doing = "give"
            else:
                self.start()
        elif self.doing == "give":
            self.gifts.append(words[-2:])
            self.turn = opposite(seat)
            if len(self.gifts) == 2:
                mine, theirs = self.gifts
                self.hands[self.soloist] = self.hands[self.soloist] - {mine} | {theirs}
                self.hands[seat] = self.hands[seat] - {theirs} | {mine}
                self.start()
        else:
            self.lay(seat, words[-2:])
        return self

    def say(self, seat, word):
        self.calls.append((seat, word))
        if word.endswith("solo"):
            self.solo, self.soloist, self.doing = word, seat, "name"
        elif word == "weg" and set(JACKS) <= self.hands[seat]:
            self.end("thrown-in")
        elif len(self.calls) == 4:
            self.decide()
        else:
            self.turn = left_of(seat)

    def decide(self):
        """B7, B8."""
        tied = list(leasts(self.calls))
        self.number = standing(self.calls)
        winner = tied[0]
        if {pair(seat) for seat in tied} == {"NS", "EW"}:
            ranks = {seat: best_lowest(self.hands[seat], self.number) for seat in tied}
            winner = max(tied, key=lambda seat: (ranks[seat], -tied.index(seat)))
            for i, seat in enumerate(tied):
                if all(ranks[seat] > ranks[earlier] for earlier in tied[:i]):
                    self.known[seat] = ranks[seat]
        self.turn, self.doing, self.may_yield = winner, "name", opposite(winner) in tied

    def out(self):
        return opposite(self.soloist) if self.solo else ""

    def next_in(self, seat):
        after = left_of(seat)
        return left_of(after) if after == self.out() else after

    def start(self):
        self.doing = "play"
        self.turn = self.next_in(self.dealer)

    def lay(self, seat, card):
        self.hands[seat] = self.hands[seat] - {card}
        self.trick.append((seat, card))
        self.turn = self.next_in(seat)
        if len(self.trick) < (3 if self.solo else 4):
            return
        won = taker(self.trick, self.trump)
        self.tricks.append((won, self.trick))
        self.trick, self.turn = [], won
        if self.solo and pair(won) != pair(self.soloist):
            self.end("solo-lost")
        elif len(self.tricks) == 8:
            self.end("solo-won" if self.solo else "played")

    def augen(self, who):
        return sum(AUGEN[card[1]] for won, trick in self.tricks if pair(won) == who for _, card in trick)

    def taken(self, who):
        return len([won for won, _ in self.tricks if pair(won) == who])

    def end(self, outcome):
        """B15, B18 to B20."""
        self.outcome = outcome
        if outcome == "thrown-in":
            return
        if outcome == "played":
            had_club_jack = next(pair(seat) for _, trick in self.tricks for seat, card in trick if card == "CJ")
            holders = self.kreide or had_club_jack
            others = {"NS": "EW", "EW": "NS"}[holders]
            winner = others if self.augen(others) >= 79 else holders
            self.striche[winner] += 3 if self.taken(winner) == 8 else 2 if self.augen(winner) >= 91 else 1
            if self.first_deal:
                self.striche[had_club_jack] += 1
        else:
            soloists = pair(self.soloist)
            winner = soloists if outcome == "solo-won" else {"NS": "EW", "EW": "NS"}[soloists]
            self.striche[winner] += {"kleines-solo": 8, "grosses-solo": 12}[self.solo]
        self.kreide = winner


def perft(deal, depth):
    """How many ways there are to go on for that many steps, deals that end before counted once."""
    legal = deal.legal()
    if depth == 0 or not legal:
        return 1
    return sum(perft(deal.copy().do(step), depth - 1) for step in legal)
