"""Bauernheinrich a second time, as plainly as possible, to check the core against: strings, sets, no masks, no imports.

It knows one deal. Steps are the texts of a written deal (``N plays D7``, ``E takes``).
"""

from copy import deepcopy

SEATS = "NESW"
SUITS = "CSHD"
HIGH_TO_LOW = "AKQT987"  # H1
JACKS = ["CJ", "SJ", "HJ", "DJ"]  # high to low


def seats_after(seat):
    """The three others, clockwise."""
    i = SEATS.index(seat)
    return [SEATS[(i + step) % 4] for step in (1, 2, 3)]


def beats(card, last, trump):
    """H5 for a player with that own trump."""
    if last in JACKS:
        return card in JACKS and JACKS.index(card) < JACKS.index(last)
    if card in JACKS:
        return True
    if card[0] == last[0]:
        return HIGH_TO_LOW.index(card[1]) < HIGH_TO_LOW.index(last[1])
    return card[0] == trump


class PlainDeal:
    """``hands``: lists of card names by seat. ``clubs``: who was dealt CA, if these are not the eight dealt."""

    def __init__(self, hands, clubs=None, lead=None):
        self.hands = {seat: set(hands[seat]) for seat in SEATS}
        holder = clubs or next(seat for seat in SEATS if "CA" in self.hands[seat])
        self.trumps = dict(zip([holder, *seats_after(holder)], SUITS, strict=True))
        self.known = {seat: self.hands[seat] & {"CA"} for seat in SEATS}
        self.places = []
        self.trick = []  # (seat, card)
        self.gone = []  # the tricks that left the game
        self.outcome = None
        self.seen = []
        self.lead_to(lead or holder)

    def copy(self):
        return deepcopy(self)

    def still_in(self):
        return [seat for seat in SEATS if self.hands[seat]]

    def lead_to(self, seat):
        """H10: whoever is out is passed over. H12: all positions of the deal are kept."""
        self.turn = seat if self.hands[seat] else next(s for s in seats_after(seat) if self.hands[s])
        self.trick, self.length = [], len(self.still_in())
        now = (self.turn, {s: frozenset(self.hands[s]) for s in SEATS})
        self.seen.append(now)
        if self.seen.count(now) == 3:
            self.outcome, self.turn = "unfinished", ""

    def legal(self):
        if self.outcome:
            return set()
        cards = self.hands[self.turn]
        if self.trick:
            cards = {card for card in cards if beats(card, self.trick[-1][1], self.trumps[self.turn])}
        return {f"{self.turn} plays {card}" for card in cards} or {f"{self.turn} takes"}

    def do(self, step):
        assert step in self.legal(), step
        seat, verb, *card = step.split()
        if verb == "takes":
            cards = {card for _, card in self.trick}
            self.hands[seat] |= cards
            self.known[seat] |= cards
            self.lead_to(seats_after(seat)[0])  # H7
            return self
        self.hands[seat] -= set(card)
        self.known[seat] -= set(card)
        self.trick.append((seat, card[0]))
        if not self.hands[seat]:
            self.places.append(seat)
        if len(self.still_in()) == 1:
            self.places += self.still_in()
            self.outcome, self.turn = "played", ""
        elif len(self.trick) == self.length:
            self.gone.append(self.trick)
            self.lead_to(seat)
        else:
            self.turn = next(s for s in seats_after(seat) if self.hands[s])
        return self


def perft(deal, depth):
    """How many ways there are to go on for that many steps, deals that end before counted once."""
    legal = deal.legal()
    if depth == 0 or not legal:
        return 1
    return sum(perft(deal.copy().do(step), depth - 1) for step in legal)
