"""What may be done: by the rules, and by what everyone at the table can see (B21)."""

from typing import Protocol

from bot.core.actions import GIVES, LOWS, NAME_TRUMPS, PLAYS, Action, Call, Concede, Yield
from bot.core.cards import ALL_SUITS, CLUB_JACK, Card, Hand, Suit, cards_in
from bot.core.game import Phase
from bot.core.schafkopf import calling, play
from bot.core.schafkopf.state import MadeKnown, Spoken
from bot.core.schafkopf.variants import Variant
from bot.core.seats import Seat


class Deal(Protocol):
    """What of a State or View this needs."""

    @property
    def phase(self) -> Phase: ...
    @property
    def first_deal(self) -> bool: ...
    @property
    def calls(self) -> tuple[Spoken, ...]: ...
    @property
    def made_known(self) -> tuple[MadeKnown, ...]: ...
    @property
    def number(self) -> int | None: ...
    @property
    def may_yield(self) -> bool: ...
    @property
    def solo(self) -> str | None: ...
    @property
    def soloist(self) -> Seat | None: ...
    @property
    def trump(self) -> Suit | None: ...
    @property
    def trick(self) -> tuple[Card, ...]: ...


def lawful(variant: Variant, deal: Deal, seat: Seat, hand: Hand) -> tuple[Action, ...]:
    """Everything the seat to act may do by the rules, and in a tie what is best by them.

    After a false call of its own there may be nothing.
    """
    match deal.phase:
        case Phase.CALL:
            return tuple(Call(word) for word in calling.legal_words(variant, hand, seat, deal.calls, deal.first_deal))
        case Phase.LOW:
            assert deal.number is not None
            best = calling.best_lowest(hand, deal.number)
            if best is None or best <= highest_low(deal.made_known):
                return (Concede(),) if deal.made_known else ()
            return (LOWS[best],)
        case Phase.NAME:
            suits = tuple(NAME_TRUMPS[suit] for suit in nameable(deal, seat, hand))
            return (*suits, Yield()) if deal.may_yield else suits
        case Phase.PLAY:
            assert deal.trump is not None
            return tuple(PLAYS[card] for card in cards_in(play.playable(hand, deal.trick, deal.trump, variant.beating)))
    return visible(variant, deal, seat, hand)


def visible(variant: Variant, deal: Deal, seat: Seat, hand: Hand) -> tuple[Action, ...]:
    """Everything the seat to act may do as far as others can tell; of the hand only which cards it is (B21)."""
    match deal.phase:
        case Phase.CALL:
            return tuple(Call(word) for word in calling.audible_words(variant, deal.calls, deal.first_deal))
        case Phase.LOW:
            higher = LOWS[highest_low(deal.made_known) + 1 :]
            return (*higher, Concede()) if deal.made_known else higher
        case Phase.NAME:
            suits = tuple(NAME_TRUMPS[suit] for suit in ALL_SUITS)
            return (*suits, Yield()) if deal.may_yield else suits
        case Phase.GIVE:
            return tuple(GIVES[card] for card in cards_in(givable(deal, seat, hand)))
        case Phase.PLAY:
            return tuple(PLAYS[card] for card in cards_in(hand))
    return ()


def nameable(deal: Deal, seat: Seat, hand: Hand) -> list[Suit]:
    """B12 for a soloist, else B9."""
    if deal.solo is not None:
        return list(ALL_SUITS)
    assert deal.number is not None
    return calling.nameable(hand, deal.number, calling.rank_made_known(deal.made_known, seat))


def givable(deal: Deal, seat: Seat, hand: Hand) -> Hand:
    """B13: the soloist keeps CJ; the partner may give anything of the own eight."""
    return Hand(hand & ~(1 << CLUB_JACK)) if seat == deal.soloist else hand


def highest_low(made_known: tuple[MadeKnown, ...]) -> int:
    """The highest rank made known in a tie, -1 before the first."""
    return max((known.rank for known in made_known if known.rank is not None), default=-1)
