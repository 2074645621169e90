"""What a View tells a seat about the cards it does not see: who cannot hold them, and who probably does.

Everything here is counting at the table: cards fallen, suits not followed (C10, C11), trumps not beaten (B16, S3), and
what the calling gave away (B4, B7, B9), all as if nobody played wrong.
"""

from dataclasses import dataclass

from bot.core.actions import WEG
from bot.core.cards import (
    ALL_CARDS,
    ALL_SUITS,
    JACKS,
    NO_CARDS,
    PACK,
    SUIT_CARDS,
    Card,
    Hand,
    Suit,
    cards_in,
    count,
    hand_of,
    is_jack,
    suit_of,
)
from bot.core.schafkopf.calling import standing_number
from bot.core.schafkopf.play import TRUMPS, Beating, is_trump, winner
from bot.core.schafkopf.view import View
from bot.core.seats import SEATS, Seat, partner_of

# By trump suit and by the card that is winning a trick: all cards that would beat it (C9).
BEATEN_BY: tuple[tuple[Hand, ...], ...] = tuple(
    tuple(hand_of(x for x in ALL_CARDS if x != card and winner((card, x), trump) == 1) for card in ALL_CARDS)
    for trump in sorted(ALL_SUITS)
)


@dataclass(frozen=True, slots=True)
class Insight:
    """The deal as one seat can work it out; ``chances[seat][card]`` is how likely that seat holds that unseen card."""

    me: Seat
    partner: Seat
    opponents: tuple[Seat, Seat]
    trump: Suit
    hand: Hand
    unseen: Hand  # neither held nor known to have left the game
    may_hold: tuple[Hand, ...]  # per seat, out of the unseen
    chances: tuple[tuple[float, ...], ...]

    def none_of(self, seat: Seat, cards: Hand) -> float:
        """How likely that seat holds none of these cards."""
        chances = self.chances[seat]
        product = 1.0
        rest = int(cards & self.may_hold[seat])
        while rest:
            low = rest & -rest
            product *= 1.0 - chances[low.bit_length() - 1]
            rest ^= low
        return product

    def expected(self, seat: Seat, cards: Hand) -> float:
        """How many of these cards that seat holds on average."""
        chances = self.chances[seat]
        return sum(chances[card] for card in cards_in(Hand(cards & self.may_hold[seat])))

    def beaters(self, card: Card) -> Hand:
        """The unseen cards that would beat this one if it were winning a trick."""
        return Hand(BEATEN_BY[self.trump][card] & self.unseen)

    def opponents_may_hold(self, cards: Hand) -> Hand:
        left, right = self.opponents
        return Hand(cards & (self.may_hold[left] | self.may_hold[right]))


def insight_of(view: View) -> Insight:
    """For the seat to act, once trump is named."""
    assert view.seat is not None and view.trump is not None
    me, trump = view.seat, view.trump
    hand = hand_of(view.hand)
    gone = hand
    for cards in (*(trick.cards for trick in view.tricks), view.trick):
        gone = Hand(gone | hand_of(cards))
    if view.gave is not None and me == view.soloist:
        gone = Hand(gone | 1 << view.gave)  # it lies under the partner's hand (B14)
    unseen = Hand(PACK & ~gone)
    may_hold = _possible(view, trump, unseen)
    return Insight(
        me,
        partner_of(me),
        (Seat((me + 1) & 3), Seat((me + 3) & 3)),
        trump,
        hand,
        unseen,
        may_hold,
        _chances(view, me, trump, unseen, may_hold),
    )


def _possible(view: View, trump: Suit, unseen: Hand) -> tuple[Hand, ...]:
    """Per seat the unseen cards it may still hold."""
    excluded = [0, 0, 0, 0]
    for seats, cards in (*((t.seats, t.cards) for t in view.tricks), (view.trick_seats, view.trick)):
        for i in range(1, len(cards)):
            excluded[seats[i]] |= _denied(cards[:i], cards[i], trump, view.variant.beating)
    for i, call in enumerate(view.calls):
        if call.word == WEG and standing_number(view.calls[:i]) is None:
            excluded[call.seat] |= JACKS  # B4: with a Jack it would have had to call
    for seat, rank in view.made_known:
        if seat == view.namer and rank is not None:
            lower = (1 << (trump * 8 + rank)) - 1
            excluded[seat] |= SUIT_CARDS[trump] & lower  # B9: the rank made known is its lowest trump
    for holder in SEATS:
        for seat in SEATS:
            if seat != holder:
                excluded[seat] |= hand_of(view.seen[holder])  # B13, B25: all have seen it
    return tuple(NO_CARDS if seat == view.seat else Hand(unseen & ~excluded[seat]) for seat in SEATS)


def _denied(before: tuple[Card, ...], card: Card, trump: Suit, beating: Beating) -> int:
    """What a seat showed not to hold by playing that card on those."""
    led = before[0]
    trumps = TRUMPS[trump]
    if is_trump(led, trump):
        denied = 0 if is_trump(card, trump) else int(trumps)
    elif suit_of(card) == suit_of(led) and not is_jack(card):
        return 0
    else:
        denied = int(SUIT_CARDS[suit_of(led)]) | (0 if is_trump(card, trump) else int(trumps))
    required = beating.required(before, trump)
    if not required >> card & 1:
        denied |= required
    return denied


def _chances(
    view: View, me: Seat, trump: Suit, unseen: Hand, may_hold: tuple[Hand, ...]
) -> tuple[tuple[float, ...], ...]:
    """Unseen cards spread over the hands by their sizes; a namer's number of trumps is known (B2, B9)."""
    sizes = view.hand_sizes
    others = [seat for seat in SEATS if seat != me]
    chances = [[0.0] * 32 for _ in SEATS]
    trumps = Hand(unseen & TRUMPS[trump])
    room = [float(size) for size in sizes]
    namer = view.namer if view.solo is None and view.namer != me else None
    each = 0.0
    if namer is not None and view.number is not None:
        possible = count(Hand(trumps & may_hold[namer]))
        each = min(1.0, max(0, view.number - _trumps_played(view, namer, trump)) / possible) if possible else 0.0
    for card in cards_in(trumps):
        rest = 1.0
        holders = [seat for seat in others if may_hold[seat] >> card & 1]
        if namer is not None and namer in holders and len(holders) > 1:
            holders.remove(namer)
            chances[namer][card] = each
            rest = 1.0 - each
        _spread(card, rest, holders or others, sizes, chances)
    for seat in others:
        room[seat] = max(0.05, sizes[seat] - sum(chances[seat]))
    for card in cards_in(Hand(unseen & ~trumps)):
        _spread(card, 1.0, [seat for seat in others if may_hold[seat] >> card & 1] or others, room, chances)
    return tuple(tuple(row) for row in chances)


def _spread(
    card: Card, rest: float, holders: list[Seat], room: list[float] | tuple[int, ...], chances: list[list[float]]
) -> None:
    total = sum(room[seat] for seat in holders)
    for seat in holders:
        chances[seat][card] = rest * room[seat] / total if total else rest / len(holders)


def _trumps_played(view: View, seat: Seat, trump: Suit) -> int:
    played = sum(
        is_trump(card, trump) for t in view.tricks for s, card in zip(t.seats, t.cards, strict=True) if s == seat
    )
    return played + sum(
        is_trump(card, trump) for s, card in zip(view.trick_seats, view.trick, strict=True) if s == seat
    )
