"""Bauernheinrich: every step of a deal, from the pack to the places. No pairs, no Augen, no Striche."""

from dataclasses import replace

from bot.core.actions import PLAYS, Action, Deal, Play, Take, Void
from bot.core.bauernheinrich.beating import BEATERS, own_trump
from bot.core.bauernheinrich.state import PastTrick, Position, Standing, State
from bot.core.bauernheinrich.view import View, view_of
from bot.core.cards import CLUB_ACE, EMPTY_HANDS, Card, Hand, Hands, cards_in, hand_of, holds, with_hand
from bot.core.events import ClubsAnnounced, DealSettled, Dealt, PlaceEvent, Played, TakenUp, TrickGone, WentOut
from bot.core.game import IllegalAction, Outcome, Phase, Reason, Settlement, Step, require_due
from bot.core.seats import SEATS, Seat, clockwise_from, next_seat, previous_seat

PACKETS = (3, 2, 3)  # H2


class Bauernheinrich:
    """A ``Game`` of places. Deal follows deal until the table is stopped; there is no target (H13)."""

    name = "bauernheinrich"
    rules_version = 1

    def begin(self, dealer: Seat) -> State:
        return State(Standing(dealer))

    def resume(self, standing: str) -> State:
        return State(Standing.parse(standing))

    def standing(self, state: State) -> str:
        return state.standing.text()

    def next_dealer(self, dealer: Seat) -> Seat:
        return previous_seat(dealer)  # H2

    def pack_for(self, dealer: Seat, hands: Hands) -> tuple[Card, ...]:
        rest = {seat: list(cards_in(hands[seat])) for seat in SEATS}
        return tuple(rest[seat].pop(0) for packet in PACKETS for seat in _dealing_order(dealer) for _ in range(packet))

    def phase(self, state: State) -> Phase:
        return state.phase

    def to_act(self, state: State) -> Seat | None:
        return state.standing.dealer if state.phase is Phase.DEAL else state.turn

    def settlement(self, state: State) -> Settlement | None:
        return state.settlement

    def view(self, state: State, seat: Seat | None) -> View:
        legal = self.legal(state) if seat is not None and seat == self.to_act(state) else ()
        return view_of(self.name, state, seat, legal)

    def legal(self, state: State) -> tuple[Action, ...]:
        seat = state.turn
        if seat is None:
            return ()
        return tuple(PLAYS[card] for card in cards_in(_playable(state, seat))) or (Take(),)  # H6

    def apply(self, state: State, seat: Seat | None, action: Action) -> Step[State]:
        if isinstance(action, Void):
            return _void(state)
        if isinstance(action, Deal):
            return _deal(state, seat, action)
        if state.phase is Phase.OVER or state.settlement is not None:
            raise IllegalAction(Reason.OVER)
        if seat is None or seat != self.to_act(state):
            raise IllegalAction(Reason.TURN)
        match state.phase, action:
            case Phase.PLAY, Play(card):
                return _play(state, seat, card)
            case Phase.PLAY, Take() if state.trick:
                return _take(state, seat)
        raise IllegalAction(Reason.PHASE)


# -- dealing


def deal_hands(dealer: Seat, pack: tuple[Card, ...]) -> Hands:
    """Eight cards each, anticlockwise from the dealer's right, in packets of 3, 2 and 3 (H2)."""
    hands = [Hand(0)] * 4
    top = iter(pack)
    for packet in PACKETS:
        for seat in _dealing_order(dealer):
            hands[seat] = Hand(hands[seat] | hand_of(next(top) for _ in range(packet)))
    return hands[0], hands[1], hands[2], hands[3]


def _dealing_order(dealer: Seat) -> tuple[Seat, ...]:
    return tuple(reversed(clockwise_from(dealer)))


def _deal(state: State, seat: Seat | None, action: Deal) -> Step[State]:
    standing = state.standing
    require_due(action, seat, state.phase, standing.dealer)
    hands = deal_hands(standing.dealer, action.pack)
    clubs = next(holder for holder in SEATS if holds(hands[holder], CLUB_ACE))
    dealt = State(
        replace(standing, deals=standing.deals + 1),
        phase=Phase.PLAY,
        dealer=standing.dealer,
        dealt=hands,
        hands=hands,
        known=with_hand(EMPTY_HANDS, clubs, hand_of([CLUB_ACE])),
        clubs=clubs,
        turn=clubs,  # H4
        positions=(Position(clubs, hands),),
    )
    return Step(dealt, (Dealt(standing.dealer), ClubsAnnounced(clubs)))


# -- play


def _playable(state: State, seat: Seat) -> Hand:
    """Whatever is held on the lead (H4), else what beats the card played last (H5)."""
    hand = state.hands[seat]
    if not state.trick:
        return hand
    assert state.clubs is not None
    return Hand(hand & BEATERS[own_trump(seat, state.clubs)][state.trick[-1]])


def _play(state: State, seat: Seat, card: Card) -> Step[State]:
    if not holds(state.hands[seat], card):
        raise IllegalAction(Reason.HAND)
    if not holds(_playable(state, seat), card):
        raise IllegalAction(Reason.H5)
    hand = Hand(state.hands[seat] & ~(1 << card))
    hands = with_hand(state.hands, seat, hand)
    laid = replace(
        state,
        hands=hands,
        known=with_hand(state.known, seat, Hand(state.known[seat] & ~(1 << card))),
        trick=(*state.trick, card),
        trick_seats=(*state.trick_seats, seat),
    )
    events: list[PlaceEvent] = [Played(seat, card)]
    if not hand:
        laid = replace(laid, places=(*laid.places, seat))
        events.append(WentOut(seat, len(laid.places)))
        if len(laid.places) == 3:
            last = _next_in(hands, seat)
            return _settle(replace(laid, places=(*laid.places, last)), Outcome.PLAYED, events)  # H11
    if len(laid.trick) < laid.trick_length:
        return Step(replace(laid, turn=_next_in(hands, seat)), tuple(events))
    events.append(TrickGone(seat))
    leader = seat if hand else _next_in(hands, seat)  # H8, H10
    cleared = _cleared(laid, leader, taken_up_by=None)
    gone = Hand(state.gone | hand_of(laid.trick))
    return Step(replace(cleared, gone=gone, positions=(Position(leader, hands),)), tuple(events))


def _take(state: State, seat: Seat) -> Step[State]:
    if _playable(state, seat):
        raise IllegalAction(Reason.H6)
    cards = hand_of(state.trick)
    hands = with_hand(state.hands, seat, Hand(state.hands[seat] | cards))
    assert state.clubs is not None
    beaters = BEATERS[own_trump(seat, state.clubs)][state.trick[-1]]
    taken = replace(
        state,
        hands=hands,
        known=with_hand(state.known, seat, Hand(state.known[seat] | cards)),
        denied=with_hand(state.denied, seat, Hand(state.denied[seat] | beaters)),
    )
    events: list[PlaceEvent] = [TakenUp(seat, state.trick)]
    leader = _next_in(hands, seat)  # H7, H10
    position = Position(leader, hands)
    led = replace(_cleared(taken, leader, taken_up_by=seat), positions=(*state.positions, position))
    if led.positions.count(position) == 3:
        return _settle(led, Outcome.UNFINISHED, events)  # H12
    return Step(led, tuple(events))


def _cleared(state: State, leader: Seat, taken_up_by: Seat | None) -> State:
    """No card on the table; the next trick is as long as there are players in (H8)."""
    return replace(
        state,
        turn=leader,
        trick=(),
        trick_seats=(),
        trick_length=sum(hand != 0 for hand in state.hands),
        last_trick=PastTrick(state.trick, state.trick_seats, taken_up_by),
    )


def _next_in(hands: Hands, seat: Seat) -> Seat:
    """The next clockwise who holds cards."""
    return next(other for other in clockwise_from(next_seat(seat)) if hands[other])


# -- the end of a deal


def _settle(state: State, outcome: Outcome, events: list[PlaceEvent]) -> Step[State]:
    settlement = Settlement(outcome, (0, 0), None, False, None, state.places)
    standing = replace(state.standing, dealer=previous_seat(state.dealer))
    settled = replace(state, standing=standing, phase=Phase.DEAL, turn=None, settlement=settlement)
    return Step(settled, (*events, DealSettled(settlement)))


def _void(state: State) -> Step[State]:
    """Stopping the table ends the evening, in the middle of a deal, whose places count for nothing, or between two."""
    if state.phase is Phase.OVER:
        raise IllegalAction(Reason.OVER)
    running = state.phase is not Phase.DEAL
    settlement = Settlement(Outcome.ABANDONED, (0, 0), None, True, None)
    standing = replace(state.standing, dealer=previous_seat(state.dealer)) if running else state.standing
    ended = replace(state, standing=standing, phase=Phase.OVER, turn=None, settlement=settlement)
    return Step(ended, (DealSettled(settlement),))
