"""What a View says for certain of the hands its seat does not see.

Cards fallen or shown, suits not followed, trumps not beaten (C10, C11, B16, S3), and what the words of the calling need
(B2 to B11, S1, S6), all as if nobody played wrong. What was *not* called says nothing certain: overbidding is a right.
"""

from enum import IntEnum
from typing import NamedTuple

from bot.core.actions import MIT, NUMBERS, WEG
from bot.core.cards import CLUB_JACK, JACKS, PACK, Card, Hand, Suit, count, hand_of, holds
from bot.core.schafkopf import calling
from bot.core.schafkopf.view import View
from bot.core.search.tables import LAYERS, tables_of
from bot.core.seats import SEATS, Seat, pair_of, partner_of

LOWEST, HIGHEST = 0, 6  # ranks of a lowest trump: 7 and A
FOUR_JACKS = 4


class Trust(IntEnum):
    """How much of what was done is believed; in tavern conduct somebody may have played wrong."""

    NOTHING = 0  # only cards seen
    CARDS = 1  # and that cards were played by the rules
    ALL = 2  # and that the words were true


class Claim(NamedTuple):
    """The dealt hand gives ``number`` with a suit whose lowest card is of rank ``least`` at least, and with none above
    ``most``; also with the suit ``named``, whose lowest is of rank ``named_least`` at least.
    """

    number: int
    least: int
    most: int
    named: Suit | None
    named_least: int


class Unknown(NamedTuple):
    """A hand that is not seen: ``size`` cards more are in it, out of ``may``.

    ``sure``: cards known to be in it. ``dealt``: the cards, other than those unknown, that it had when the calling
    began. So many Jacks were in it then: ``least_jacks`` to ``most_jacks``.
    """

    seat: Seat
    size: int
    may: Hand
    sure: Hand
    dealt: Hand
    claim: Claim | None
    least_jacks: int
    most_jacks: int


class Knowledge(NamedTuple):
    """``pool``: the cards that may be anywhere among the unknown. ``played``: by seat. ``gifts_unseen``: both cards
    of an exchange lie where the seat has not seen them (B13).
    """

    pool: Hand
    played: tuple[Hand, Hand, Hand, Hand]
    unknown: tuple[Unknown, Unknown, Unknown]
    gifts_unseen: bool


def knowledge_of(view: View, trust: Trust) -> Knowledge:
    """For a seat of a deal that is under way."""
    assert view.seat is not None
    played, denied = _played(view, trust)
    others = [seat for seat in SEATS if seat != view.seat]
    gifts_unseen = view.gifts == 2 and view.gave is None
    sure = {seat: _sure(view, seat, Hand(sum(played)), trust) for seat in others}
    pool = PACK & ~hand_of(view.hand) & ~sum(played) & ~sum(sure.values())
    found = [
        _unknown(view, seat, Hand(pool & ~denied[seat]), sure[seat], played[seat], gifts_unseen, trust)
        for seat in others
    ]
    return Knowledge(Hand(pool), played, (found[0], found[1], found[2]), gifts_unseen)


def _played(view: View, trust: Trust) -> tuple[tuple[Hand, Hand, Hand, Hand], list[int]]:
    """By seat: the cards it has played, and those that it showed not to hold any more."""
    played, denied = [0, 0, 0, 0], [0, 0, 0, 0]
    for seats, cards in (*((t.seats, t.cards) for t in view.tricks), (view.trick_seats, view.trick)):
        for i, card in enumerate(cards):
            played[seats[i]] |= 1 << card
            if i and trust >= Trust.CARDS:
                denied[seats[i]] |= _denied(view, cards[:i], card)
    return (Hand(played[0]), Hand(played[1]), Hand(played[2]), Hand(played[3])), denied


def _denied(view: View, before: tuple[Card, ...], card: Card) -> int:
    """A card out of one layer of what may be played shows that the hand had none of the layers above it."""
    assert view.trump is not None
    tables = tables_of(view.trump, view.variant.beating)
    best = before[0]
    for laid in before:
        if tables.beats[best] >> laid & 1:
            best = laid
    row = (before[0] << 5 | best) * LAYERS
    denied = 0
    for layer in tables.layers[row : row + LAYERS]:
        if layer >> card & 1:
            break
        denied |= layer
    return denied


def _sure(view: View, seat: Seat, played: Hand, trust: Trust) -> Hand:
    """The cards known to be in that hand now; ``played`` by anybody."""
    sure = hand_of(view.seen[seat])
    if view.soloist is None or view.seat is None or view.solo is None:
        return sure
    if view.gifts == 2 and view.gave is not None and seat == partner_of(view.seat):
        sure = Hand(sure | 1 << view.gave)
    exchange = view.variant.solos[view.solo].exchange
    if exchange and seat == view.soloist and trust is Trust.ALL and not holds(hand_of(view.hand), CLUB_JACK):
        sure = Hand(sure | 1 << CLUB_JACK)  # B11, and it stays there (B13)
    return Hand(sure & ~played)


def _unknown(view: View, seat: Seat, may: Hand, sure: Hand, played: Hand, gifts_unseen: bool, trust: Trust) -> Unknown:
    dealt = played | sure
    if view.gifts == 2 and view.gave is not None and view.got is not None and seat == partner_of(view.seat or seat):
        dealt = dealt & ~(1 << view.gave) | 1 << view.got
    size = view.hand_sizes[seat] - count(sure)
    free = Unknown(seat, size, may, sure, Hand(dealt), None, 0, FOUR_JACKS)
    if trust < Trust.ALL:
        return free
    least, most = jacks_of(view, seat)
    if gifts_unseen and view.soloist is not None and pair_of(seat) == pair_of(view.soloist):
        # ``worlds`` looks for gifts that make the words true. Only the soloist's can be a Jack nobody has seen.
        shown = view.jack_given is not None
        if seat == view.soloist:
            return free._replace(least_jacks=least - 1 + shown, most_jacks=most + shown)
        return free._replace(least_jacks=least - shown, most_jacks=most + 1 - shown)
    return free._replace(claim=claim_of(view, seat), least_jacks=least, most_jacks=most)


def jacks_of(view: View, seat: Seat) -> tuple[int, int]:
    """How many Jacks that seat's dealt hand must and may have, as it has spoken (B2 to B4, B10, S1)."""
    variant = view.variant
    most = variant.most_jacks if view.first_deal and variant.four_jacks_throw_in else FOUR_JACKS
    for i, call in enumerate(view.calls):
        if call.seat != seat:
            continue
        if call.word in NUMBERS or call.word == MIT:
            return 1, variant.most_jacks
        if call.word == WEG:
            return 0, 0 if calling.standing_number(view.calls[:i]) is None else variant.most_jacks
        if variant.solos[call.word].exchange:
            return 1, variant.most_jacks
    return 0, most


def claim_of(view: View, seat: Seat) -> Claim | None:
    """What that seat's number, ``mit``, lowest trump and naming say of its dealt hand (B2, B6, B7, B9)."""
    number, least = None, LOWEST
    for i, call in enumerate(view.calls):
        if call.seat == seat and call.word in NUMBERS:
            number = int(call.word)
        elif call.seat == seat and call.word == MIT:
            number = calling.standing_number(view.calls[:i])
            least = calling.least_for_mit(view.variant, seat, calling.tie(view.calls[:i]))
    if number is None:
        return None
    most, highest = HIGHEST, -1
    shown = None
    for known in view.made_known:
        if known.seat == seat:
            shown = known.rank
            most = highest if shown is None else shown
            least = least if shown is None else max(least, shown)
        if known.rank is not None:
            highest = known.rank
    named = view.trump if view.namer == seat and view.solo is None else None
    return Claim(number, least, most, named, LOWEST if shown is None else shown)


def bears_out(view: View, seat: Seat, dealt: Hand) -> bool:
    """Whether a dealt hand could have said what that seat said, in a deal that became a solo."""
    least, most = jacks_of(view, seat)
    if not least <= count(Hand(dealt & JACKS)) <= most:
        return False
    return all(
        calling.refusal(view.variant, dealt, seat, view.calls[:i], view.first_deal, call.word) is None
        for i, call in enumerate(view.calls)
        if call.seat == seat
    )
