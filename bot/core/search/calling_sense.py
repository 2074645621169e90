"""What a sensible player calls, names and yields (B1 to B12).

Every choice compares the Augen our pair may expect: if I name my best suit, if the partner names, if an opponent does.
The weights were fitted to many thousand deals in which this player played all four seats.
"""

from types import MappingProxyType

from bot.core.actions import MIT, NUMBERS, WEG, Action, Call, NameTrump, Yield
from bot.core.cards import (
    ACE,
    ALL_SUITS,
    JACK,
    JACKS,
    SUIT_CARDS,
    Card,
    Hand,
    Rank,
    Suit,
    count,
    hand_of,
    holds,
)
from bot.core.schafkopf.calling import best_lowest, lowest_trump, standing_number, suits_of_number, tie
from bot.core.schafkopf.view import View
from bot.core.search.solo_sense import place_of, solo_trump, unfailing_trump
from bot.core.seats import Seat, pair_of, partner_of

# Augen by Jack held (DJ HJ SJ CJ), when I name, the partner names, an opponent names.
OWN_JACKS, PARTNERS_JACKS, OPPONENTS_JACKS = (3.5, 5.1, 7.0, 8.7), (10.2, 11.2, 11.9, 12.9), (5.1, 7.0, 8.9, 10.9)
PER_TRUMP, PARTNERS_PER_TRUMP, OPPONENTS_PER_TRUMP = 9.8, 12.5, -10.8
OWN_BASE, PARTNERS_BASE, OPPONENTS_BASE = 15.0, 9.0, 79.0
TRUMP_ACE, TRUMP_TEN, PLAIN_ACE, GUARDED_TEN, PLAIN_VOID = 4.8, 3.8, 6.5, 1.7, 1.3
ANY_ACE = 5.1  # when others name and nobody knows whether it will be a trump
# What a number called by another, or ``weg`` for want of a Jack (0), changes if I name.
PARTNER_SAID = MappingProxyType({0: -8.7, 2: 2.0, 3: 2.3, 4: 5.5, 5: 10.3, 6: 12.0})
OPPONENT_SAID = MappingProxyType({0: 4.7, 2: 2.0, 3: 1.6, 4: -1.3, 5: -4.2, 6: -5.5})

OVERBID_PARTNER = 6.0  # only when clearly better
MIT_IS_GOOD = 1.0  # whoever says mit to a partner thinks the own suit better than most of that number
# Seen from a hand with a Jack: how likely any other hand bears a higher number, and how high that is on average.
OVERBID = MappingProxyType({2: (0.65, 4.2), 3: (0.55, 4.4), 4: (0.19, 5.15), 5: (0.03, 6.0)})

TEN = Rank(5)


def own_outlook(hand: Hand, trump: Suit) -> float:
    """Augen our pair may expect when this hand names that suit."""
    trumps = Hand(hand & SUIT_CARDS[trump])
    augen = OWN_BASE + _jacks(hand, OWN_JACKS) + PER_TRUMP * (count(trumps) + count(Hand(hand & JACKS)))
    augen += TRUMP_ACE * _has(hand, trump, ACE) + TRUMP_TEN * _has(hand, trump, TEN)
    for suit in ALL_SUITS:
        if suit != trump:
            length = count(Hand(hand & SUIT_CARDS[suit]))
            if _has(hand, suit, ACE):
                augen += PLAIN_ACE
            elif _has(hand, suit, TEN) and length > 1:
                augen += GUARDED_TEN
            if not length:
                augen += PLAIN_VOID
    return augen


def partners_outlook(hand: Hand, number: float) -> float:
    """The same when the partner names a suit of that number."""
    return PARTNERS_BASE + _jacks(hand, PARTNERS_JACKS) + ANY_ACE * _aces(hand) + PARTNERS_PER_TRUMP * number


def opponents_outlook(hand: Hand, number: float) -> float:
    """The same when an opponent names one."""
    return OPPONENTS_BASE + _jacks(hand, OPPONENTS_JACKS) + ANY_ACE * _aces(hand) + OPPONENTS_PER_TRUMP * number


def _jacks(hand: Hand, weights: tuple[float, ...]) -> float:
    return sum(weights[suit] for suit in ALL_SUITS if _has(hand, suit, JACK))


def _aces(hand: Hand) -> int:
    return sum(_has(hand, suit, ACE) for suit in ALL_SUITS)


def _has(hand: Hand, suit: Suit, rank: Rank) -> bool:
    return holds(hand, Card(suit * 8 + rank))


def best_call(view: View) -> Action:
    """In phase CALL. A solo only if it cannot fail.

    A kleines Solo therefore never: to be proof against the partner giving the lowest card out of any plain suit it
    would take three or more cards of each of them, and that is more than the seven that stay in hand.
    """
    assert view.seat is not None
    hand = hand_of(view.hand)
    words = [action.word for action in view.legal if isinstance(action, Call)]
    alone = next((word for word, solo in view.variant.solos.items() if word in words and not solo.exchange), None)
    if alone is not None and _unfailing(view, view.seat, hand) is not None:
        return Call(alone)
    numbers = [int(word) for word in words if word in NUMBERS]
    standing = standing_number(view.calls)
    worths = {str(number): _calling(view, view.seat, hand, number) for number in numbers}
    if standing is not None:
        worths[WEG] = _passing(view, view.seat, hand, standing, tie(view.calls))
        if MIT in words:
            worths[MIT] = _joining(view, view.seat, hand, standing, tie(view.calls))
    elif WEG in words:
        worths[WEG] = 0.0  # without a Jack, or with four where they cannot be called
    word = max(worths, key=lambda word: worths[word]) if worths else words[0]
    return Call(word)


def heard(view: View, seat: Seat) -> float:
    """What the calls of the others change in the Augen expected if that seat names."""
    augen = 0.0
    for i, call in enumerate(view.calls):
        standing = standing_number(view.calls[:i])
        if call.word in NUMBERS:
            number = int(call.word)
        elif call.word == MIT and standing is not None:
            number = standing
        elif call.word == WEG and standing is None:
            number = 0
        else:
            continue
        if call.seat != seat:
            said = PARTNER_SAID if call.seat == partner_of(seat) else OPPONENT_SAID
            augen += said[min(number, 6)]
    return augen


def _best_own(view: View, seat: Seat, hand: Hand, number: int) -> float:
    return heard(view, seat) + max(own_outlook(hand, suit) for suit in suits_of_number(hand, number))


def _calling(view: View, seat: Seat, hand: Hand, number: int) -> float:
    """A number of one's own."""
    worth = _unless_overbid(view, hand, number, _best_own(view, seat, hand, number))
    seats = tie(view.calls)
    if seats and all(pair_of(member) == pair_of(seat) for member in seats):
        worth -= OVERBID_PARTNER
    return worth


def _unless_overbid(view: View, hand: Hand, number: int, worth: float) -> float:
    """What our number is worth, given that opponents still to speak may overbid it."""
    to_speak = 3 - len(view.calls)
    chance, height = OVERBID.get(number, (0.0, 0.0))
    stands = (1 - chance) ** ((to_speak + 1) // 2)
    return stands * worth + (1 - stands) * opponents_outlook(hand, height)


def _passing(view: View, seat: Seat, hand: Hand, number: int, tied: list[Seat]) -> float:
    """Leaving the number to those who hold it."""
    ours = partner_of(seat) in tied
    theirs = any(pair_of(member) != pair_of(seat) for member in tied)
    if ours and theirs:
        return (partners_outlook(hand, number) + opponents_outlook(hand, number)) / 2
    if ours:
        return _unless_overbid(view, hand, number, partners_outlook(hand, number))
    return opponents_outlook(hand, number)


def _joining(view: View, seat: Seat, hand: Hand, number: int, tied: list[Seat]) -> float:
    """``mit`` (B6, S2): against opponents the lowest trump decides; beside the partner alone it says "mine is good"."""
    passing = _passing(view, seat, hand, number, tied)
    own = _best_own(view, seat, hand, number)
    if not view.variant.partners_contend and all(member == partner_of(seat) for member in tied):
        # The partner will choose (B8), so it costs nothing but is kept for hands that should be chosen.
        return passing + (1.0 if own > partners_outlook(hand, number) + MIT_IS_GOOD else -1.0)
    rank = best_lowest(hand, number)
    assert rank is not None
    shown = [suit for suit in suits_of_number(hand, number) if lowest_trump(hand, suit) == rank]  # B9
    own = heard(view, seat) + max(own_outlook(hand, suit) for suit in shown)
    wins = 0.3 + 0.1 * rank  # a high lowest trump seldom loses a tie
    return wins * own + (1 - wins) * passing


def _unfailing(view: View, seat: Seat, hand: Hand) -> Suit | None:
    return unfailing_trump(hand, place_of(view.dealer, seat), view.variant.beating)


def best_naming(view: View) -> Action:
    """In phase NAME: the best nameable suit, or the partner's turn if the partner's should be better (B8)."""
    assert view.seat is not None
    hand = hand_of(view.hand)
    suits = [action.suit for action in view.legal if isinstance(action, NameTrump)]
    if view.solo is not None:
        trump = _unfailing(view, view.seat, hand)
        return NameTrump(solo_trump(hand) if trump is None else trump)
    best = max(suits, key=lambda suit: own_outlook(hand, suit))
    if Yield() in view.legal and view.number is not None:
        partners = partners_outlook(hand, view.number) + MIT_IS_GOOD
        if own_outlook(hand, best) + heard(view, view.seat) < partners:
            return Yield()
    return NameTrump(best)
