"""What one seat, or an onlooker, may know of a deal of Bauernheinrich."""

from dataclasses import dataclass

from bot.core.actions import Action
from bot.core.bauernheinrich.beating import own_trump
from bot.core.bauernheinrich.state import PastTrick, State
from bot.core.cards import Card, Hands, Suit, cards_in, count
from bot.core.game import Phase, Settlement
from bot.core.seats import SEATS, Seat

CardsBySeat = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class View:
    """Everything ``seat`` (None: an onlooker) may know.

    ``hand`` is the seat's own. ``known``: those cards of every hand that all have seen, for whoever took up a trick
    holds it, and CA, which was announced; a good memory knows them, a table need not show them. ``denied``: those
    that no hand can hold unseen, because they would have beaten a card it took up (H6). ``gone``: the cards that have
    left the game. ``clubs``: who was dealt CA. ``position_count``: how often the position of the last lead has been
    there; with the third time the deal is over (H12). ``places``: the seats that are out, in order, and once the deal
    was played to its end the last one too. ``legal`` is empty unless the seat is to act.
    """

    game: str
    seat: Seat | None
    phase: Phase
    dealer: Seat
    deal_number: int
    to_act: Seat | None
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, int, int, int]
    known: CardsBySeat
    denied: Hands
    gone: tuple[Card, ...]
    legal: tuple[Action, ...]
    clubs: Seat | None
    trick: tuple[Card, ...]
    trick_seats: tuple[Seat, ...]
    trick_length: int
    last_trick: PastTrick | None
    position_count: int
    places: tuple[Seat, ...]
    settlement: Settlement | None

    @property
    def trumps(self) -> tuple[Suit, Suit, Suit, Suit] | None:
        """Everyone's own trump suit, by seat (H3); None before anything was dealt."""
        if self.clubs is None:
            return None
        north, east, south, west = (own_trump(seat, self.clubs) for seat in SEATS)
        return north, east, south, west


def view_of(game: str, state: State, seat: Seat | None, legal: tuple[Action, ...]) -> View:
    waiting = state.phase is Phase.DEAL and state.settlement is None
    hands = state.hands
    north, east, south, west = (tuple(cards_in(known)) for known in state.known)
    return View(
        game=game,
        seat=seat,
        phase=state.phase,
        dealer=state.standing.dealer if waiting else state.dealer,
        deal_number=state.standing.deals,
        to_act=state.turn,
        hand=() if seat is None else tuple(cards_in(hands[seat])),
        hand_sizes=(count(hands[0]), count(hands[1]), count(hands[2]), count(hands[3])),
        known=(north, east, south, west),
        denied=state.denied,
        gone=tuple(cards_in(state.gone)),
        legal=legal,
        clubs=state.clubs,
        trick=state.trick,
        trick_seats=state.trick_seats,
        trick_length=state.trick_length,
        last_trick=state.last_trick,
        position_count=state.positions.count(state.positions[-1]) if state.positions else 0,
        places=state.places,
        settlement=state.settlement,
    )
