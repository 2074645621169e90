"""What one seat, or an onlooker, may know of a Partie."""

from dataclasses import dataclass, field

from bot.core.actions import Action
from bot.core.cards import Card, Suit, cards_in, count, is_jack
from bot.core.game import Phase
from bot.core.house import HouseRules
from bot.core.schafkopf.deeds import Reported, Verdict
from bot.core.schafkopf.state import MadeKnown, Result, Spoken, State, Trick
from bot.core.schafkopf.variants import Variant, variant_of
from bot.core.seats import Pair, Seat, partner_of


@dataclass(frozen=True, slots=True)
class View:
    """Everything ``seat`` (None: an onlooker) may know.

    ``kreide`` is None until it is known to all (B17). ``hand`` is the seat's own; ``gave`` and ``got`` its own cards of
    the exchange, ``jack_given`` the partner's gift if all have seen it (B13). ``legal`` is empty unless it is to act;
    in tavern conduct it holds whatever others cannot tell to be wrong (B21). ``seen``: by seat, the cards in its hand
    that all know to be there. ``may_take_back``: who may ask for the last card; ``took_back``: who has used up the one
    take-back of the Partie (S9). ``result`` is not final in phase SETTLE: a report may still change it.
    Prints without what only the seat may know.
    """

    game: str
    house: HouseRules
    seat: Seat | None
    phase: Phase
    dealer: Seat
    deal_number: int
    first_deal: bool
    target: int
    striche: tuple[int, int]
    kreide: Pair | None
    to_act: Seat | None
    hand: tuple[Card, ...] = field(repr=False)
    hand_sizes: tuple[int, int, int, int]
    legal: tuple[Action, ...] = field(repr=False)
    calls: tuple[Spoken, ...]
    made_known: tuple[MadeKnown, ...]
    number: int | None
    namer: Seat | None
    may_yield: bool
    yielded: bool
    solo: str | None
    soloist: Seat | None
    trump: Suit | None
    gifts: int  # how many of the two cards lie there
    gave: Card | None = field(repr=False)
    got: Card | None = field(repr=False)
    jack_given: Card | None
    leader: Seat
    trick: tuple[Card, ...]
    trick_seats: tuple[Seat, ...]
    tricks: tuple[Trick, ...]
    seen: tuple[tuple[Card, ...], ...]
    may_take_back: Seat | None
    took_back: tuple[Seat, ...]
    reports: tuple[Reported, ...]
    verdict: Verdict | None
    result: Result | None

    @property
    def variant(self) -> Variant:
        return variant_of(self.game, self.house.overtrump)

    @property
    def sits_out(self) -> Seat | None:
        return None if self.soloist is None else partner_of(self.soloist)


def known_kreide(variant: Variant, state: State) -> Pair | None:
    """Who has the Kreide as far as all know: in a first deal of Bauernstoss once CJ has fallen (B17)."""
    if state.standing.kreide is None and variant.club_jack_has_kreide:
        return state.club_jack_pair
    return state.standing.kreide


def view_of(variant: Variant, house: HouseRules, state: State, seat: Seat | None, legal: tuple[Action, ...]) -> View:
    settled = state.result is not None
    kreide = known_kreide(variant, state)
    waiting = state.phase is Phase.DEAL and not settled
    gave, got = _exchanged(state, seat)
    hands = state.hands
    return View(
        game=variant.name,
        house=house,
        seat=seat,
        phase=state.phase,
        dealer=state.standing.dealer if waiting else state.dealer,
        deal_number=state.standing.deals,
        first_deal=state.first_deal,
        target=variant.target,
        striche=state.standing.striche,
        kreide=kreide,
        to_act=state.turn,
        hand=() if seat is None else tuple(cards_in(hands[seat])),
        hand_sizes=(count(hands[0]), count(hands[1]), count(hands[2]), count(hands[3])),
        legal=legal,
        calls=state.calls,
        made_known=state.made_known,
        number=state.number,
        namer=state.namer,
        may_yield=state.may_yield,
        yielded=state.yielded,
        solo=state.solo,
        soloist=state.soloist,
        trump=state.trump,
        gifts=len(state.gifts),
        gave=gave,
        got=got,
        jack_given=state.gifts[1] if len(state.gifts) == 2 and is_jack(state.gifts[1]) else None,
        leader=state.leader,
        trick=state.trick,
        trick_seats=state.trick_seats,
        tricks=state.tricks,
        seen=tuple(tuple(cards_in(cards)) for cards in state.seen),
        may_take_back=state.may_take_back,
        took_back=state.standing.took_back,
        reports=state.reports,
        verdict=state.verdict,
        result=state.result or state.pending,
    )


def _exchanged(state: State, seat: Seat | None) -> tuple[Card | None, Card | None]:
    """The seat's own gift, and what it took up, which nobody looks at before both lie there (B13)."""
    if seat is None or state.soloist is None or seat not in (state.soloist, partner_of(state.soloist)):
        return None, None
    mine = 0 if seat == state.soloist else 1
    gave = state.gifts[mine] if len(state.gifts) > mine else None
    got = state.gifts[1 - mine] if len(state.gifts) == 2 else None
    return gave, got
