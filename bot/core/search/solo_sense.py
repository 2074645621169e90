"""Solos (B11 to B15, S6): when one cannot fail, what to give, and how to play one or against one."""

from bot.core.cards import ALL_SUITS, AUGEN, CLUB_JACK, PACK, SUIT_CARDS, Card, Hand, Suit, cards_in, count, is_jack
from bot.core.schafkopf.play import TRUMPS, Beating, playable, winner
from bot.core.schafkopf.view import View
from bot.core.search.card_sense import chance_to_take
from bot.core.search.insight import BEATEN_BY, Insight, insight_of
from bot.core.seats import Seat, pair_of

LEADS, SECOND, LAST = 0, 1, 2  # the soloist's place in the first trick of three


def place_of(dealer: Seat, soloist: Seat) -> int:
    """Where the soloist plays in the first trick (B14): forehand leads, or the next if forehand sits out."""
    return (LEADS, LAST, SECOND, SECOND)[(dealer + 1 - soloist) & 3]


def losers(hand: Hand, outside: Hand, trump: Suit) -> int:
    """How many cards of a soloist on lead may lose a trick; 0 is proof against every distribution of ``outside``.

    Worst case: one opponent holds all the outside trumps (or all of a suit) and parts with the lowest first. So while
    trumps are out each trump led must beat the highest of them, there must be enough of them to draw all before a
    plain card is led, and the same holds for each plain suit until no card of it is out. Where the outside cards
    really are, the partner's included, can only make it easier.
    """
    trumps = TRUMPS[trump]
    mine, theirs = Hand(hand & trumps), Hand(outside & trumps)
    lost = _beaten(_high_to_low(mine, trump), _high_to_low(theirs, trump))
    if mine != hand:
        lost += max(0, count(theirs) - count(mine))
        for suit in ALL_SUITS:
            if suit != trump:
                cards = SUIT_CARDS[suit]
                lost += _beaten(_high_to_low(Hand(hand & cards), trump), _high_to_low(Hand(outside & cards), trump))
    return lost


def _beaten(mine: list[int], theirs: list[int]) -> int:
    return sum(card < theirs[0] for card in mine[: len(theirs)])


def _high_to_low(cards: Hand, trump: Suit) -> list[int]:
    """Cards of one suit, or trumps, as comparable ints."""
    return sorted((card + 32 if is_jack(card) else int(card) for card in cards_in(cards)), reverse=True)


def unfailing_trump(hand: Hand, place: int, beating: Beating) -> Suit | None:
    """The trump with which a solo without an exchange cannot fail, whoever holds what; None without one."""
    outside = Hand(PACK & ~hand)
    for trump in ALL_SUITS:
        if not losers(hand, outside, trump) and _outlasts_the_first_lead(hand, outside, trump, place, beating):
            return trump
    return None


def _outlasts_the_first_lead(hand: Hand, outside: Hand, trump: Suit, place: int, beating: Beating) -> bool:
    """Whether every lead of an opponent can be taken so that nothing is lost afterwards either."""
    if place == LEADS:
        return True
    for led in cards_in(outside):
        rest = Hand(outside & ~(1 << led))
        if place == SECOND:
            if not any(
                _safe(hand, rest, (led, card), trump) and not BEATEN_BY[trump][card] & rest
                for card in cards_in(playable(hand, (led,), trump, beating))
            ):
                return False
        else:
            for other in cards_in(rest):
                after = Hand(rest & ~(1 << other))
                if not any(
                    _safe(hand, after, (led, other, card), trump)
                    for card in cards_in(playable(hand, (led, other), trump, beating))
                ):
                    return False
    return True


def _safe(hand: Hand, outside: Hand, trick: tuple[Card, ...], trump: Suit) -> bool:
    """Whether the last card of the trick, the soloist's, is winning it and the rest of the hand cannot lose."""
    return winner(trick, trump) == len(trick) - 1 and not losers(Hand(hand & ~(1 << trick[-1])), outside, trump)


def solo_trump(hand: Hand) -> Suit:
    """The soloist's trump (B12): with the fewest losers, then with most and highest trumps."""
    outside = Hand(PACK & ~hand)

    def rank(suit: Suit) -> tuple[int, int, int]:
        mine = Hand(hand & TRUMPS[suit])
        return (-losers(hand, outside, suit), count(mine), sum(AUGEN[card] for card in cards_in(mine)))

    return max(ALL_SUITS, key=rank)


def soloists_gift(hand: Hand, trump: Suit) -> Card:
    """B13: whose going leaves the fewest losers; of equals the one nearest to losing."""
    outside = Hand(PACK & ~hand)

    def rank(card: Card) -> tuple[int, bool, int, int]:
        rest = Hand(hand & ~(1 << card))
        is_plain = not TRUMPS[trump] >> card & 1
        return (-losers(rest, outside, trump), is_plain, -count(Hand(hand & SUIT_CARDS[card >> 3])), -(card & 7))

    return max((card for card in cards_in(hand) if card != CLUB_JACK), key=rank)


def partners_gift(hand: Hand, trump: Suit) -> Card:
    """B13, not knowing the soloist's hand: the highest trump, else the plain card that fewest others beat."""
    trumps = Hand(hand & TRUMPS[trump])
    if trumps:
        return max(cards_in(trumps), key=lambda card: (is_jack(card), card))
    outside = Hand(PACK & ~hand)

    def rank(card: Card) -> tuple[int, int, int]:
        suit = SUIT_CARDS[card >> 3]
        return -count(Hand(outside & suit & -(1 << (card + 1)))), count(Hand(hand & suit)), card & 7

    return max(cards_in(hand), key=rank)


def solo_card(view: View, legal: list[Card]) -> Card:
    """For the soloist and for the two against one: a single trick decides (B15)."""
    assert view.soloist is not None
    if len(legal) == 1:
        return legal[0]
    insight = insight_of(view)
    later = _seats_after(view, insight.me)
    soloist = view.soloist
    if view.seat != soloist:
        return max(legal, key=lambda card: _against(view, insight, soloist, later, card))
    if view.trick:
        return max(legal, key=lambda card: _taking(view, insight, later, card))
    trumps = Hand(insight.hand & TRUMPS[insight.trump])
    if trumps:  # draw from the top; afterwards the rest of them makes the others part with their plain cards
        return max(cards_in(trumps), key=lambda card: (is_jack(card), card))
    return max(legal, key=lambda card: (_chance(view, insight, later, card), card & 7, card))


def _seats_after(view: View, seat: Seat) -> list[Seat]:
    after = [Seat((seat + i) & 3) for i in (1, 2, 3)]
    return [s for s in after if s != view.sits_out][: 2 - len(view.trick)]


def _chance(view: View, insight: Insight, later: list[Seat], card: Card) -> float:
    """How likely the side of the seat to act takes the trick with that card."""
    trick = (*view.trick, card)
    index = winner(trick, insight.trump)
    ours = pair_of((*view.trick_seats, insight.me)[index]) == pair_of(insight.me)
    return chance_to_take(insight, trick[0], trick[index], ours, later)


def _taking(view: View, insight: Insight, later: list[Seat], card: Card) -> tuple[float, int]:
    """The soloist in the first trick: to take it and leave no losers; of equals with the lowest card."""
    left = losers(Hand(insight.hand & ~(1 << card)), insight.unseen, insight.trump)
    return _chance(view, insight, later, card) * 0.5**left, -(card & 7)


def _against(view: View, insight: Insight, soloist: Seat, later: list[Seat], card: Card) -> tuple[float, float, int]:
    """Against a soloist: the trick if it can be had, else the card that could least take a later one."""
    chance = _chance(view, insight, later, card)
    if not view.trick:
        return chance, count(Hand(insight.hand & SUIT_CARDS[card >> 3])), 0  # from length: somebody may be void
    return chance, -_stopping(insight, soloist, card), -(card & 7)


def _stopping(insight: Insight, soloist: Seat, card: Card) -> float:
    """How much a card is needed to take a trick from the soloist later."""
    trumps = TRUMPS[insight.trump]
    if trumps >> card & 1:
        return 2.0 + (32 + card if is_jack(card) else card) / 64  # only ever compared with other trumps
    suit = SUIT_CARDS[card >> 3]
    mine = list(cards_in(Hand(insight.hand & suit)))
    theirs = Hand(insight.may_hold[soloist] & suit)
    higher = count(Hand(theirs & -(1 << (mine[-1] + 1))))
    lower = Hand(theirs & ((1 << mine[-1]) - 1))
    spare = len(mine) - (higher + 1)  # the top card needs one below it for each higher one it must outlast
    if not lower or spare < 0:
        return 0.0
    if mine.index(card) < spare:
        return 0.1
    return (1 - insight.none_of(soloist, lower)) / (higher + 1) + 0.2
