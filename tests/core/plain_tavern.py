"""Tavern conduct as plainly as possible (B21 to B25, S7 to S9), on top of ``plain_rules``; for one deal.

``do`` takes what was done, right or wrong. The deal as dealt lies open to this judge; what the table could know is
worked out from the open cards alone, by trying every hand they leave possible.
"""

from itertools import combinations

from .plain_rules import JACKS, OTHERS, RANKS, PlainDeal, leasts, opposite, pair, playable, standing

NUMBERS = "2345678"


def hands_giving(number, suit, known, unknown, most_jacks):
    """Every set of Jacks and cards of the suit that gives the number and holds what is known of them."""
    suit_cards = [suit + rank for rank in RANKS]
    jacks = [card for card in known if card in JACKS]
    cards = [card for card in known if card in suit_cards]
    for more_jacks in range(5 - len(jacks)):
        more_cards = number - len(jacks) - more_jacks - len(cards)
        if not 1 <= len(jacks) + more_jacks <= most_jacks or more_cards < 0 or more_jacks + more_cards > unknown:
            continue
        for new in combinations([card for card in suit_cards if card not in cards], more_cards):
            if cards or new:
                yield [*cards, *new]


def says(possible):
    """Whether cards known to have been in the hand, so many unknown ones and one received later leave it possible."""
    return possible


def ranks(cards):
    return [RANKS.index(card[1]) for card in cards]


class PlainTavern(PlainDeal):
    def __init__(self, dealer, hands, kreide, rules):
        self.dealt = {seat: set(cards) for seat, cards in hands.items()}
        self.open = {seat: set() for seat in "NESW"}
        self.shown = ""  # the Jack a soloist was given for all to see
        self.acts = []
        self.reports = []
        self.verdict = None
        self.moment = 0
        self.may_take_back = ""
        self.took_back = []
        self.namer = ""
        self.kreide_before = kreide
        super().__init__(dealer, hands, kreide, rules)

    # -- what can be done

    def legal(self):
        if self.outcome:
            return set()
        stands = standing(self.calls)
        if self.doing == "call":
            rest = {"weg", *(number for number in NUMBERS if int(number) > stands)}
            rest |= {"mit"} if stands else set()
            rest |= set() if self.first_deal else set(self.rules["solos"])
        elif self.doing == "low":
            highest = max(self.known.values(), default=-1)
            rest = {f"low {rank}" for rank in RANKS[highest + 1 :]} | ({"concedes"} if self.known else set())
        elif self.doing == "name":
            rest = {f"trump {suit}" for suit in "CSHD"} | ({"yields"} if self.may_yield else set())
        elif self.doing == "give":
            return super().legal()
        else:
            rest = {f"plays {card}" for card in self.hands[self.turn]}
        return {f"{self.turn} {words}" for words in rest}

    def do(self, step):
        seat, words = step.split(" ", 1)
        if words.startswith("reports"):
            self.reports.append((seat, words[-1], self.moment, bool(self.outcome)))
            self.judge()
            return self
        if words == "takes-back":
            self.take_back(seat)
            return self
        assert step in self.legal(), step
        self.moment += 1
        self.note(seat, words)
        if words.startswith("plays"):
            on_table = {"hands": dict(self.hands), "trick": list(self.trick), "tricks": list(self.tricks)}
            self.before_card = self.__dict__ | on_table
            self.may_take_back = seat
            self.open[seat] = self.open[seat] | {words[-2:]}
        elif words.startswith("gives") and seat != self.soloist and words[-2:] in JACKS:
            self.open[seat] = self.open[seat] | {words[-2:]}
            self.shown = words[-2:]
        if self.doing == "low":
            self.say_low(words)
        else:
            super().do(step)
        self.judge()
        return self

    def decide(self):
        tied = list(leasts(self.calls, self.rules))
        self.number = standing(self.calls)
        if not self.number:
            self.end("thrown-in")
        elif len(tied) > 1 and (self.rules["game"] == "schoofkopp" or len({pair(seat) for seat in tied}) > 1):
            self.doing, self.turn, self.to_say = "low", tied[0], tied[1:]
        else:
            self.named_by(tied[0])

    def say_low(self, words):
        if words != "concedes":
            self.known[self.turn] = RANKS.index(words[-1])
        if self.to_say:
            self.turn, self.to_say = self.to_say[0], self.to_say[1:]
        else:
            self.named_by(max(self.known, key=lambda seat: self.known[seat]))

    def named_by(self, winner):
        self.turn, self.doing = winner, "name"
        self.may_yield = self.rules["game"] == "bauernstoss" and opposite(winner) in leasts(self.calls, self.rules)

    def take_back(self, seat):
        assert seat == self.may_take_back and self.doing == "play" and not self.outcome
        card = (self.trick or self.tricks[-1][1])[-1][1]
        if self.rules["game"] == "schoofkopp" and seat in self.took_back:
            self.verdict = (None, seat, "S9")
            self.breach(seat, false_card=True)
            return
        kept = {name: self.__dict__[name] for name in ("open", "reports", "took_back")}
        acts = [act for act in self.acts if act["made"] != self.moment]
        moment = self.moment + 1
        self.__dict__.update(self.before_card)
        self.__dict__.update(kept | {"acts": acts, "moment": moment, "may_take_back": ""})
        self.took_back = [*self.took_back, seat]
        assert card in self.hands[seat]

    # -- what was wrong

    def note(self, seat, words):
        """Remembers what the step says of the hand: whether it is so, and whether the open cards let it be so."""
        hand = set(self.hands[seat])
        most_jacks = 4 if self.rules["game"] == "schoofkopp" else 3
        stands, asked = standing(self.calls), leasts(self.calls, self.rules)

        def some_suit(suits, number, fits):
            return lambda known, unknown, received: any(
                fits(ranks(cards)) for suit in suits for cards in hands_giving(number, suit, known, unknown, most_jacks)
            )

        possible, card = None, ""
        if words in NUMBERS:
            possible = some_suit("CSHD", int(words), lambda held: True)
        elif words == "mit":
            against_all = self.rules["game"] == "schoofkopp"
            leasts_of_others = [rank for other, rank in asked.items() if against_all or pair(other) != pair(seat)]
            least = 1 + max(leasts_of_others, default=-1)
            possible = some_suit("CSHD", stands, lambda held: min(held) >= least)
        elif words == "weg" and not stands:
            thrown_in = most_jacks == 3 and set(JACKS) <= hand
            possible = says(lambda known, unknown, received: thrown_in or not known & set(JACKS))
        elif words == "kleines-solo":
            possible = says(
                lambda known, unknown, received: (
                    not set(JACKS) <= known and ("CJ" in known or (unknown > 0 and received != "CJ"))
                )
            )
        elif words.startswith("low"):
            rank = RANKS.index(words[-1])
            possible = some_suit("CSHD", self.number, lambda held: min(held) == rank)
        elif words.startswith("trump") and not self.solo:
            rank = self.known.get(seat)
            possible = some_suit(words[-1], self.number, lambda held: rank is None or min(held) == rank)
        elif words.startswith("plays") and self.trick:
            card, trick, trump = words[-2:], [laid for _, laid in self.trick], self.trump
            possible = says(
                lambda known, unknown, received: all(
                    card in playable({card, other}, trick, trump, self.rules) for other in known
                )
            )
        if possible is not None:
            self.acts.append(
                {"seat": seat, "made": self.moment, "card": bool(card), "hand": hand, "possible": possible}
                | {"wrong": not possible(hand, 0, ""), "proven": None}
            )

    def judge(self):
        for i, act in enumerate(self.acts):
            known = self.open[act["seat"]] & act["hand"]
            received = self.shown if act["seat"] == self.soloist else ""
            proven = not act["possible"](known, 8 - len(known), received)
            if proven:
                assert act["wrong"]  # nothing true is ever proven to be false
            if act["proven"] is None and (proven or (self.outcome and act["wrong"])):
                self.acts[i] = act | {"proven": self.moment}
        if self.verdict is not None:
            return
        for seat, accused, when, late in self.reports:
            guilty = [
                act for act in self.acts if act["seat"] == accused and act["made"] <= when and act["proven"] is not None
            ]
            if guilty:
                first = min(guilty, key=lambda act: (act["proven"], act["card"], act["made"]))
                self.verdict = (seat, accused, "card" if first["card"] else "call")
                lost_anyway = self.outcome and late and self.kreide == OTHERS[pair(accused)]
                if not (self.rules["game"] == "schoofkopp" and first["card"] and lost_anyway):
                    self.breach(accused, first["card"])
                return

    def breach(self, accused, false_card):
        """B23; S7, S8."""
        offenders, others = pair(accused), OTHERS[pair(accused)]
        self.outcome, self.kreide, self.striche = "breach", others, {"NS": 0, "EW": 0}
        solo = self.rules["solos"].get(self.solo, 0)
        if self.rules["game"] == "bauernstoss":
            self.striche[others] = solo or 1
            if self.first_deal:
                self.striche[next(pair(seat) for seat in "NESW" if "CJ" in self.dealt[seat])] += 1
        elif false_card:
            self.striche[others] = solo or 1
        elif self.kreide_before and self.kreide_before != offenders:
            self.striche[others] = 2
        else:
            self.striche[others] = 1
