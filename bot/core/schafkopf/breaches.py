"""Tavern conduct: breaches are remembered, and proven by nothing but the open cards of who made them (B22, B24).

A hand is thought of as the cards known to have been in it and so many unknown ones, whatever they may be. With none
unknown this is simply the hand, so one and the same question tells whether something *was* a breach and whether it is
*proven* to have been one.
"""

from bot.core.actions import MIT, NUMBERS, WEG, Action, Call, Low, NameTrump, Play
from bot.core.cards import (
    ACE,
    ALL_SUITS,
    CLUB_JACK,
    JACKS,
    NO_CARDS,
    SEVEN,
    SUIT_CARDS,
    Card,
    Hand,
    Rank,
    cards_in,
    count,
    hand_of,
    holds,
    is_jack,
)
from bot.core.game import Reason
from bot.core.schafkopf import calling, play
from bot.core.schafkopf.deeds import Breach, Claim, ClubJackNotAll, Deed, Laid, NoJack, Proof
from bot.core.schafkopf.state import State
from bot.core.schafkopf.variants import Variant
from bot.core.seats import Seat, partner_of

HAND_SIZE = 8


def deed_of(variant: Variant, state: State, seat: Seat, action: Action) -> Deed | None:
    """What an action says of the hand of its seat, which is to act in that state; None if it says nothing."""
    number = calling.standing_number(state.calls)
    match action:
        case Call(word) if word in NUMBERS:
            return Claim(Reason.B2, int(word), ALL_SUITS, SEVEN, exact=False)
        case Call(word) if word == MIT and number is not None:
            least = Rank(calling.least_for_mit(variant, seat, calling.tie(state.calls)))
            return Claim(Reason.B6, number, ALL_SUITS, least, exact=False)
        case Call(word) if word == WEG and number is None:
            # With four Jacks it is no breach where it throws the deal in (B10).
            return None if calling.throws_in(variant, state.hands[seat], word) else NoJack()
        case Call(word) if word in variant.solos and variant.solos[word].exchange:
            return ClubJackNotAll()
        case Low(rank) if number is not None:
            return Claim(Reason.B7, number, ALL_SUITS, rank, exact=True)
        case NameTrump(suit) if state.solo is None and number is not None:
            rank = calling.rank_made_known(state.made_known, seat)
            return Claim(Reason.B9, number, (suit,), SEVEN if rank is None else rank, exact=rank is not None)
        case Play(card) if state.trick and state.trump is not None:
            return Laid(card, state.trick, state.trump)
    return None


def breach_of(variant: Variant, state: State, seat: Seat, action: Action, moment: int) -> Breach | None:
    """What is wrong with an action in that state, which only its hand could show (B22)."""
    deed, hand = deed_of(variant, state, seat, action), state.hands[seat]
    if deed is None or broken_rule(variant, deed, hand, 0, NO_CARDS) is None:
        return None
    return Breach(seat, action, deed, hand, moment, None)


def examined(variant: Variant, state: State, breach: Breach, ended: bool) -> Breach:
    """With a proof as soon as the open cards are one; when the deal has ended every hand is known (B24)."""
    if breach.proof is not None:
        return breach
    if ended:
        known, received = breach.hand, NO_CARDS
    else:
        known = Hand(open_cards(state, breach.seat) & breach.hand)
        received = _shown_gift(state) if breach.seat == state.soloist else NO_CARDS
    unknown = 0 if ended else HAND_SIZE - count(known)
    rule = broken_rule(variant, breach.deed, known, unknown, received)
    if rule is None:
        return breach
    return breach._replace(proof=Proof(rule, _proving(variant, breach.deed, known, received), state.moment))


def open_cards(state: State, seat: Seat) -> Hand:
    """The cards that all have seen come from that hand or know to be in it."""
    tricks = [(trick.seats, trick.cards) for trick in state.tricks]
    laid = hand_of(
        card
        for seats, cards in (*tricks, (state.trick_seats, state.trick))
        for who, card in zip(seats, cards, strict=False)
        if who == seat
    )
    gave = _shown_gift(state) if state.soloist is not None and seat == partner_of(state.soloist) else NO_CARDS
    return Hand(laid | state.seen[seat] | gave)


def _shown_gift(state: State) -> Hand:
    """The Jack that the soloist got from the partner, so that all have seen it change hands (B13)."""
    return hand_of(card for card in state.gifts[1:] if is_jack(card))


def broken_rule(variant: Variant, deed: Deed, known: Hand, unknown: int, received: Hand) -> Reason | None:
    """Which rule the deed breaks, whatever the ``unknown`` cards of the hand were; None if some would make it right.

    ``received`` are cards known to have come into the hand only later.
    """
    match deed:
        case Laid(card, trick, trump):
            # No card can take away a duty that others make, so the unknown ones do not matter.
            if holds(play.playable(known, trick, trump, variant.beating), card):
                return None
            return play.refusal(known, card, trick, trump, variant.beating)
        case NoJack():
            return Reason.B4 if known & JACKS else None
        case ClubJackNotAll():
            if known & JACKS == JACKS:
                return Reason.B10
            possible = holds(known, CLUB_JACK) or (unknown and not holds(received, CLUB_JACK))
            return None if possible else Reason.B11
        case Claim():
            return None if _may_be_true(variant, deed, known, unknown) else deed.rule


def _may_be_true(variant: Variant, claim: Claim, known: Hand, unknown: int) -> bool:
    """Whether so many more cards could give one of the claim's suits the number and the lowest card (B2, B6, B9)."""
    jacks = count(Hand(known & JACKS))
    for suit in claim.suits:
        cards = Hand(known & SUIT_CARDS[suit])
        lowest = Card(suit * 8 + claim.least)
        if cards & ((1 << lowest) - 1):
            continue  # a lower one is known
        wanted = Hand(cards | 1 << lowest) if claim.exact else cards
        for all_jacks in range(max(jacks, 1), variant.most_jacks + 1):
            length = claim.number - all_jacks
            missing = all_jacks - jacks + length - count(cards)
            if max(count(wanted), 1) <= length <= ACE - claim.least + 1 and missing <= unknown:
                return True
    return False


def _proving(variant: Variant, deed: Deed, known: Hand, received: Hand) -> tuple[Card, ...]:
    match deed:
        case Laid(_, trick, trump):
            return tuple(cards_in(play.playable(known, trick, trump, variant.beating)))
        case NoJack():
            return tuple(cards_in(Hand(known & JACKS)))
        case ClubJackNotAll() if known & JACKS == JACKS or received:
            return tuple(cards_in(Hand((known | received) & JACKS)))
    return tuple(cards_in(known))
