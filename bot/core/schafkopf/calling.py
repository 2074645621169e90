"""The calling: what may be said, who wins it, which suits may be named (B1 to B11, S1, S2)."""

from bot.core.actions import MIT, NUMBERS, WEG
from bot.core.cards import (
    ALL_SUITS,
    CLUB_JACK,
    JACKS,
    SEVEN,
    SUIT_CARDS,
    Hand,
    Rank,
    Suit,
    count,
    holds,
    lowest,
    rank_of,
)
from bot.core.game import Reason
from bot.core.schafkopf.state import MadeKnown, Spoken
from bot.core.schafkopf.variants import Variant
from bot.core.seats import Seat, pair_of, partner_of

FOUR_JACKS = 4


def suits_of_number(hand: Hand, number: int) -> list[Suit]:
    """The suits that give exactly that number with the hand's Jacks (B2), high to low."""
    jacks = count(Hand(hand & JACKS))
    return [s for s in ALL_SUITS if hand & SUIT_CARDS[s] and jacks + count(Hand(hand & SUIT_CARDS[s])) == number]


def lowest_trump(hand: Hand, suit: Suit) -> Rank:
    """The rank of the hand's lowest card of the suit; it must hold one."""
    return rank_of(lowest(Hand(hand & SUIT_CARDS[suit])))


def best_lowest(hand: Hand, number: int) -> Rank | None:
    """The highest lowest trump among the suits of that number (B7), None without such a suit."""
    return max((lowest_trump(hand, suit) for suit in suits_of_number(hand, number)), default=None)


def standing_number(calls: tuple[Spoken, ...]) -> int | None:
    return max((int(call.word) for call in calls if call.word in NUMBERS), default=None)


def tie(calls: tuple[Spoken, ...]) -> list[Seat]:
    """Who holds the standing number: its caller, then the ``mit`` callers in order. A higher number wipes a tie out."""
    seats: list[Seat] = []
    for call in calls:
        if call.word in NUMBERS:
            seats = [call.seat]
        elif call.word == MIT:
            seats.append(call.seat)
    return seats


def least_for_mit(variant: Variant, seat: Seat, tied: list[Seat]) -> int:
    """The least rank B6 asks of a ``mit``: one above the highest of the leasts asked of opponents in the tie."""
    leasts: list[int] = []
    for i, member in enumerate(tied):
        leasts.append(_above_opponents(variant, member, tied[:i], leasts))
    return _above_opponents(variant, seat, tied, leasts)


def _above_opponents(variant: Variant, seat: Seat, tied: list[Seat], leasts: list[int]) -> int:
    opposing = [
        least
        for member, least in zip(tied, leasts, strict=True)
        if variant.partners_contend or pair_of(member) != pair_of(seat)
    ]
    return max(opposing) + 1 if opposing else SEVEN


def refusal(
    variant: Variant, hand: Hand, seat: Seat, calls: tuple[Spoken, ...], first_deal: bool, word: str
) -> Reason | None:
    """Which rule forbids that seat to say that word now, the lowest number first; None if it may."""
    jacks = count(Hand(hand & JACKS))
    standing = standing_number(calls)
    may_number = 1 <= jacks <= variant.most_jacks
    if word in variant.solos:
        solo = variant.solos[word]
        if solo.exchange and not jacks:
            return Reason.B3
        if solo.exchange and jacks == FOUR_JACKS:
            return Reason.B10
        if first_deal:
            return solo.rule
        return Reason.B11 if solo.exchange and not holds(hand, CLUB_JACK) else None
    if word == WEG:
        return Reason.B4 if standing is None and may_number else None
    if word == MIT:
        if not jacks:
            return Reason.B3
        if standing is None:
            return Reason.B4 if may_number else Reason.B5
        best = best_lowest(hand, standing) if may_number else None
        return Reason.B6 if best is None or best < least_for_mit(variant, seat, tie(calls)) else None
    if word in NUMBERS:
        if not may_number or not suits_of_number(hand, int(word)):
            return Reason.B2
        return Reason.B5 if standing is not None and int(word) <= standing else None
    return variant.lacks.get(word, Reason.PHASE)  # a word of the sister's


def legal_words(variant: Variant, hand: Hand, seat: Seat, calls: tuple[Spoken, ...], first_deal: bool) -> list[str]:
    """Numbers from low to high, then ``mit``, ``weg`` and the solos."""
    words = (*NUMBERS, MIT, WEG, *variant.solos)
    return [word for word in words if refusal(variant, hand, seat, calls, first_deal, word) is None]


def audible_refusal(variant: Variant, calls: tuple[Spoken, ...], first_deal: bool, word: str) -> Reason | None:
    """Which rule everyone hears a word break, whatever the hand behind it (B21); None if it may be one."""
    standing = standing_number(calls)
    if word in variant.solos:
        return variant.solos[word].rule if first_deal else None
    if word in NUMBERS:
        return Reason.B5 if standing is not None and int(word) <= standing else None
    if word == MIT:
        return Reason.B5 if standing is None else None
    return None if word == WEG else variant.lacks.get(word, Reason.PHASE)


def audible_words(variant: Variant, calls: tuple[Spoken, ...], first_deal: bool) -> list[str]:
    """In the order of ``legal_words``."""
    words = (*NUMBERS, MIT, WEG, *variant.solos)
    return [word for word in words if audible_refusal(variant, calls, first_deal, word) is None]


def throws_in(variant: Variant, hand: Hand, word: str) -> bool:
    """A ``weg`` with four Jacks in hand (B10)."""
    return variant.four_jacks_throw_in and word == WEG and hand & JACKS == JACKS


def contested(variant: Variant, tied: list[Seat]) -> bool:
    """Whether the lowest trumps decide between those who hold the number (B7, S2)."""
    return len(tied if variant.partners_contend else {pair_of(seat) for seat in tied}) > 1


def tie_winner(tied: list[Seat], made_known: tuple[MadeKnown, ...]) -> Seat:
    """Who made the highest rank known, else the earliest speaker (B7)."""
    return next((known.seat for known in reversed(made_known) if known.rank is not None), tied[0])


def truly_made_known(hands: tuple[Hand, ...], tied: list[Seat], number: int) -> tuple[MadeKnown, ...]:
    """What everyone in a contested tie makes known if nobody lies: a rank, or None for conceding (B7)."""
    best = -1
    made_known: list[MadeKnown] = []
    for seat in tied:
        rank = best_lowest(hands[seat], number)
        assert rank is not None  # strict conduct: a number and a mit are borne out
        made_known.append(MadeKnown(seat, rank if rank > best else None))
        best = max(best, rank)
    return tuple(made_known)


def may_yield(variant: Variant, winner: Seat, tied: list[Seat]) -> bool:
    """Whether the partner holds the number too (B8)."""
    return not variant.partners_contend and partner_of(winner) in tied


def rank_made_known(made_known: tuple[MadeKnown, ...], seat: Seat) -> Rank | None:
    return next((known.rank for known in made_known if known.seat == seat), None)


def nameable(hand: Hand, number: int, made_known: Rank | None) -> list[Suit]:
    """The suits B9 lets the namer choose from, high to low."""
    suits = suits_of_number(hand, number)
    return suits if made_known is None else [suit for suit in suits if lowest_trump(hand, suit) == made_known]
