"""Bauernstoss and Alter Schoofkopp a second time, as plainly as possible, to check the core against: strings, sets, no
masks. ``rules`` is a plain dictionary.

It knows one deal. Steps are the texts of a written deal (``N plays D7``).
"""

from copy import deepcopy

SEATS = "NESW"
RANKS = "789QKTA"  # without the Jack
JACKS = ["DJ", "HJ", "SJ", "CJ"]  # low to high
BAUERNSTOSS = {"game": "bauernstoss", "solos": {"kleines-solo": 8, "grosses-solo": 12}}
ALTER_SCHOOFKOPP = {"game": "schoofkopp", "solos": {"lechdich": 15}, "overtrump": "always"}
WITH_TRUMP_LED = {"game": "schoofkopp", "solos": {"lechdich": 15}, "overtrump": "trump-led"}
OTHERS = {"NS": "EW", "EW": "NS"}
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


def playable(hand, trick, trump, rules=BAUERNSTOSS):
    """C10, C11, B16 or S3; ``trick`` holds the cards only."""
    if not trick:
        return set(hand)
    led = kind(trick[0], trump)
    following = {card for card in hand if kind(card, trump) == led}
    trumps = {card for card in hand if is_trump(card, trump)}
    if following and led != "trump":
        return following
    if rules["game"] == "schoofkopp":
        beaten = [card for card in trick if is_trump(card, trump)]
        if beaten and (rules["overtrump"] == "always" or led == "trump"):
            highest = max(order(trump).index(card) for card in beaten)
            higher = {card for card in trumps if order(trump).index(card) > highest}
            if higher:
                return higher
        return following or trumps or set(hand)
    fallen = [card for card in trick if card in JACKS]
    if fallen:
        highest = max(JACKS.index(card) for card in fallen)
        higher = {card for card in hand if card in JACKS and JACKS.index(card) > highest}
        if higher:
            return higher
    return following or trumps or set(hand)


def number_of(hand, suit, rules=BAUERNSTOSS):
    """The number a suit gives (B2, S1), 0 if it gives none."""
    jacks = len([card for card in hand if card in JACKS])
    cards = len([card for card in hand if card[0] == suit and card not in JACKS])
    most = 4 if rules["game"] == "schoofkopp" else 3
    return jacks + cards if 1 <= jacks <= most and cards else 0


def lowest(hand, suit):
    return min(RANKS.index(card[1]) for card in hand if card[0] == suit and card not in JACKS)


def best_lowest(hand, number, rules=BAUERNSTOSS):
    """The hand must have a suit of that number."""
    return max(lowest(hand, suit) for suit in "CSHD" if number_of(hand, suit, rules) == number)


def standing(calls):
    """0 while no number stands."""
    return max((int(word) for _, word in calls if word.isdigit()), default=0)


def leasts(calls, rules=BAUERNSTOSS):
    """Seat to the least rank asked of it, of everyone in the tie, in the order they spoke (B6, S2)."""
    asked = {}
    for seat, word in calls:
        if word.isdigit():
            asked = {seat: 0}
        elif word == "mit":
            asked[seat] = least(seat, asked, rules)
    return asked


def least(seat, asked, rules=BAUERNSTOSS):
    against_all = rules["game"] == "schoofkopp"
    opponents = [rank for other, rank in asked.items() if against_all or pair(other) != pair(seat)]
    return 1 + max(opponents) if opponents else 0


def sayable(hand, seat, calls, first_deal, rules=BAUERNSTOSS):
    """B2 to B6, B10, B11; S1, S2, S6."""
    jacks = [card for card in hand if card in JACKS]
    stands = standing(calls)
    words = set()
    if not first_deal:
        words = set(rules["solos"])
        if "CJ" not in hand or len(jacks) == 4:
            words -= {"kleines-solo"}
    if not jacks or (len(jacks) == 4 and rules["game"] == "bauernstoss"):
        return words | {"weg"}
    numbers = {number_of(hand, suit, rules) for suit in "CSHD"} - {0}
    words |= {str(number) for number in numbers if number > stands}
    if stands:
        words.add("weg")
        if stands in numbers and best_lowest(hand, stands, rules) >= least(seat, leasts(calls, rules), rules):
            words.add("mit")
    return words


class PlainDeal:
    """One deal from dealt hands to its end; ``legal()`` and ``do(step)`` are all there is to it."""

    def __init__(self, dealer, hands, kreide=None, rules=BAUERNSTOSS):
        self.rules = rules
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
        four_jacks = any(set(JACKS) <= hand for hand in self.hands.values())
        if rules["game"] == "bauernstoss" and self.first_deal and four_jacks:
            self.end("thrown-in")

    def copy(self):
        return deepcopy(self)

    def legal(self):
        """The set of texts."""
        if self.outcome:
            return set()
        hand = self.hands[self.turn]
        if self.doing == "call":
            rest = sayable(hand, self.turn, self.calls, self.first_deal, self.rules)
        elif self.doing == "name":
            suits = self.suits()
            rest = {f"trump {suit}" for suit in suits} | ({"yields"} if self.may_yield else set())
        elif self.doing == "give":
            rest = {f"gives {card}" for card in hand if not (self.turn == self.soloist and card == "CJ")}
        else:
            rest = {
                f"plays {card}" for card in playable(hand, [card for _, card in self.trick], self.trump, self.rules)
            }
        return {f"{self.turn} {words}" for words in rest}

    def suits(self):
        if self.solo:
            return set("CSHD")
        hand = self.hands[self.turn]
        suits = {suit for suit in "CSHD" if number_of(hand, suit, self.rules) == self.number}
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
            self.trump, self.may_yield, self.namer = words[-1], False, seat
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
        if word in self.rules["solos"]:
            self.solo, self.soloist, self.doing = word, seat, "name"
        elif word == "weg" and set(JACKS) <= self.hands[seat] and self.rules["game"] == "bauernstoss":
            self.end("thrown-in")
        elif len(self.calls) == 4:
            self.decide()
        else:
            self.turn = left_of(seat)

    def decide(self):
        """B7, B8, S2."""
        tied = list(leasts(self.calls, self.rules))
        self.number = standing(self.calls)
        winner = tied[0]
        against_all = self.rules["game"] == "schoofkopp"
        if {pair(seat) for seat in tied} == {"NS", "EW"} or (against_all and len(tied) > 1):
            ranks = {seat: best_lowest(self.hands[seat], self.number, self.rules) for seat in tied}
            winner = max(tied, key=lambda seat: (ranks[seat], -tied.index(seat)))
            for i, seat in enumerate(tied):
                if all(ranks[seat] > ranks[earlier] for earlier in tied[:i]):
                    self.known[seat] = ranks[seat]
        self.turn, self.doing = winner, "name"
        self.may_yield = opposite(winner) in tied and not against_all

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
        """B15, B18 to B20, S4 to S6."""
        self.outcome = outcome
        if outcome == "thrown-in":
            return
        if outcome == "played":
            score = self.score_schoofkopp if self.rules["game"] == "schoofkopp" else self.score_bauernstoss
            winner = score()
        else:
            soloists = pair(self.soloist)
            winner = soloists if outcome == "solo-won" else OTHERS[soloists]
            self.striche[winner] += self.rules["solos"][self.solo]
        self.kreide = winner

    def score_bauernstoss(self):
        had_club_jack = next(pair(seat) for _, trick in self.tricks for seat, card in trick if card == "CJ")
        holders = self.kreide or had_club_jack
        winner = OTHERS[holders] if self.augen(OTHERS[holders]) >= 79 else holders
        self.striche[winner] += 3 if self.taken(winner) == 8 else 2 if self.augen(winner) >= 91 else 1
        if self.first_deal:
            self.striche[had_club_jack] += 1
        return winner

    def score_schoofkopp(self):
        if self.first_deal:
            winner = OTHERS[pair(self.namer)]
            if self.augen("NS") != 60:
                winner = "NS" if self.augen("NS") > 60 else "EW"
        else:
            holders = str(self.kreide)
            winner = OTHERS[holders] if self.augen(OTHERS[holders]) > 120 - 42 else holders
        self.striche[winner] += 4 if self.augen(winner) == 120 else 2 if self.augen(winner) >= 89 else 1
        return winner


def perft(deal, depth):
    """How many ways there are to go on for that many steps, deals that end before counted once."""
    legal = deal.legal()
    if depth == 0 or not legal:
        return 1
    return sum(perft(deal.copy().do(step), depth - 1) for step in legal)
