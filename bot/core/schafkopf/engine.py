"""One engine for Bauernstoss and, by another Variant, its sister: every step of a Partie from pack to settlement."""

from dataclasses import replace

from bot.core.actions import (
    Action,
    Call,
    Concede,
    Deal,
    Give,
    Low,
    NameTrump,
    Play,
    Report,
    Settle,
    TakeBack,
    Void,
    Yield,
)
from bot.core.cards import (
    AUGEN,
    CLUB_JACK,
    JACKS,
    Card,
    Hand,
    Rank,
    Suit,
    cards_in,
    hand_of,
    holds,
    is_jack,
    with_hand,
)
from bot.core.events import (
    Called,
    Dealt,
    Event,
    Given,
    KreideKnown,
    LowestMadeKnown,
    Played,
    TrickTaken,
    TrumpNamed,
    Yielded,
)
from bot.core.game import IllegalAction, Outcome, Phase, Reason, Settlement, Step, require_due
from bot.core.house import USUAL, Conduct, HouseRules
from bot.core.schafkopf import calling, ending, play, steps, watch
from bot.core.schafkopf.state import EMPTY_HANDS, Hands, MadeKnown, Spoken, Standing, State, Trick
from bot.core.schafkopf.taking_back import taken_back
from bot.core.schafkopf.variants import Variant
from bot.core.schafkopf.view import View, view_of
from bot.core.seats import SEATS, Seat, clockwise_from, next_seat, pair_of, partner_of


class Schafkopf:
    """A ``Game`` of two pairs: 32 cards, calling trumps, Striche and Kreide."""

    def __init__(self, variant: Variant, house: HouseRules = USUAL) -> None:
        self.variant = variant
        self.house = house

    @property
    def name(self) -> str:
        return self.variant.name

    @property
    def strict(self) -> bool:
        return self.house.conduct is Conduct.STRICT

    @property
    def rules_version(self) -> int:
        return self.variant.rules_version

    def begin(self, dealer: Seat) -> State:
        return State(Standing(dealer))

    def resume(self, standing: str) -> State:
        parsed = Standing.parse(standing)
        over = max(parsed.striche) >= self.variant.target
        return State(parsed, phase=Phase.OVER if over else Phase.DEAL)

    def standing(self, state: State) -> str:
        return state.standing.text()

    def next_dealer(self, dealer: Seat) -> Seat:
        return next_seat(dealer)  # C7

    def pack_for(self, dealer: Seat, hands: Hands) -> tuple[Card, ...]:
        return pack_for(dealer, hands)

    def phase(self, state: State) -> Phase:
        return state.phase

    def to_act(self, state: State) -> Seat | None:
        return state.standing.dealer if state.phase is Phase.DEAL else state.turn

    def settlement(self, state: State) -> Settlement | None:
        return state.result.settlement if state.result else None

    def view(self, state: State, seat: Seat | None) -> View:
        legal = self.legal(state) if seat is not None and seat == self.to_act(state) else ()
        return view_of(self.variant, self.house, state, seat, legal)

    def legal(self, state: State) -> tuple[Action, ...]:
        seat = state.turn
        if seat is None:
            return ()
        which = steps.lawful if self.strict else steps.visible
        return which(self.variant, state, seat, state.hands[seat])

    def apply(self, state: State, seat: Seat | None, action: Action) -> Step[State]:
        if isinstance(action, Deal):
            step = self._deal(state, seat, action)
        elif isinstance(action, Void | Settle):
            return _end(state, seat, action)
        else:
            step = self._act(state, seat, action)
        return ending.settled(step.state, step.events) if self.strict and step.state.phase is Phase.SETTLE else step

    def _act(self, state: State, seat: Seat | None, action: Action) -> Step[State]:
        if state.phase is Phase.OVER or state.result is not None or state.verdict is not None:
            raise IllegalAction(Reason.OVER)
        if seat is None:
            raise IllegalAction(Reason.TURN)
        if isinstance(action, Report):
            if self.strict or state.phase is Phase.DEAL:
                raise IllegalAction(Reason.PHASE)
            return watch.reported(self.variant, state, seat, action.accused)
        if state.phase is Phase.SETTLE:
            raise IllegalAction(Reason.OVER)
        if isinstance(action, TakeBack):
            step = taken_back(self.variant, state, seat)
        else:
            step = self._step(state, seat, action)
        return step if self.strict else watch.watched(self.variant, state, seat, action, step)

    def _step(self, state: State, seat: Seat, action: Action) -> Step[State]:
        if seat != self.to_act(state):
            raise IllegalAction(Reason.TURN)
        match state.phase, action:
            case Phase.PLAY, Play(card):
                return self._play(state, seat, card)
            case Phase.CALL, Call(word):
                return self._call(state, seat, word)
            case Phase.LOW, Low(rank):
                return self._low(state, seat, rank)
            case Phase.LOW, Concede():
                return self._low(state, seat, None)
            case Phase.NAME, NameTrump(suit):
                return self._name(state, seat, suit)
            case Phase.NAME, Yield():
                return _yield(state, seat)
            case Phase.GIVE, Give(card):
                return _give(state, seat, card)
        raise IllegalAction(Reason.PHASE)

    # -- dealing

    def _deal(self, state: State, seat: Seat | None, action: Deal) -> Step[State]:
        standing = state.standing
        require_due(action, seat, state.phase, standing.dealer)
        hands = deal_hands(standing.dealer, action.pack)
        dealt = State(
            replace(standing, deals=standing.deals + 1),
            phase=Phase.CALL,
            dealer=standing.dealer,
            first_deal=standing.first_deal,
            dealt=hands,
            hands=hands,
            turn=next_seat(standing.dealer),
        )
        if dealt.first_deal and self.variant.four_jacks_throw_in:
            for holder in SEATS:
                if hands[holder] & JACKS == JACKS:
                    dealt = ending.ended(self.variant, dealt, Outcome.THROWN_IN, None, thrown_in_by=holder)
        return Step(dealt, (Dealt(standing.dealer),))

    # -- calling

    def _call(self, state: State, seat: Seat, word: str) -> Step[State]:
        hand = state.hands[seat]
        if self.strict:
            reason = calling.refusal(self.variant, hand, seat, state.calls, state.first_deal, word)
        else:
            reason = calling.audible_refusal(self.variant, state.calls, state.first_deal, word)
        if reason is not None:
            raise IllegalAction(reason)
        calls = (*state.calls, Spoken(seat, word))
        events: list[Event] = [Called(seat, word)]
        spoken = replace(state, calls=calls)
        if word in self.variant.solos:
            return Step(
                replace(spoken, phase=Phase.NAME, turn=seat, namer=seat, solo=word, soloist=seat), tuple(events)
            )
        if calling.throws_in(self.variant, hand, word):
            return Step(ending.ended(self.variant, spoken, Outcome.THROWN_IN, None, thrown_in_by=seat), tuple(events))
        if len(calls) < 4:
            return Step(replace(spoken, turn=next_seat(seat)), tuple(events))
        return self._decided(replace(spoken, number=calling.standing_number(calls)), events)

    def _decided(self, state: State, events: list[Event]) -> Step[State]:
        """After four calls without a solo (B7)."""
        tied = calling.tie(state.calls)
        if state.number is None:  # in strict conduct B4 and B10 leave no deal in which all four say weg
            return Step(ending.ended(self.variant, state, Outcome.THROWN_IN, None), tuple(events))
        if not calling.contested(self.variant, tied):
            return Step(self._to_name(state, tied), tuple(events))
        if not self.strict:
            return Step(replace(state, phase=Phase.LOW, turn=tied[0]), tuple(events))
        made_known = calling.truly_made_known(state.hands, tied, state.number)
        events += [LowestMadeKnown(known.seat, known.rank) for known in made_known]
        return Step(self._to_name(replace(state, made_known=made_known), tied), tuple(events))

    def _low(self, state: State, seat: Seat, rank: Rank | None) -> Step[State]:
        """The first caller says a rank, each other a higher one or concedes (B21)."""
        higher = bool(state.made_known) if rank is None else rank > steps.highest_low(state.made_known)
        if not higher:
            raise IllegalAction(Reason.B7)
        tied, made_known = calling.tie(state.calls), (*state.made_known, MadeKnown(seat, rank))
        said = replace(state, made_known=made_known)
        done = len(made_known) == len(tied)
        after = self._to_name(said, tied) if done else replace(said, turn=tied[len(made_known)])
        return Step(after, (LowestMadeKnown(seat, rank),))

    def _to_name(self, state: State, tied: list[Seat]) -> State:
        winner = calling.tie_winner(tied, state.made_known)
        may_yield = calling.may_yield(self.variant, winner, tied)
        return replace(state, phase=Phase.NAME, turn=winner, namer=winner, may_yield=may_yield)

    def _name(self, state: State, seat: Seat, suit: Suit) -> Step[State]:
        if self.strict and suit not in steps.nameable(state, seat, state.hands[seat]):
            raise IllegalAction(Reason.B9)
        event = TrumpNamed(seat, suit)
        named = replace(state, trump=suit, may_yield=False)
        if state.solo is not None and self.variant.solos[state.solo].exchange:
            return Step(replace(named, phase=Phase.GIVE, turn=seat), (event,))
        return Step(_begin_play(named), (event,))

    # -- play

    def _play(self, state: State, seat: Seat, card: Card) -> Step[State]:
        hand, trump = state.hands[seat], state.trump
        assert trump is not None
        if not holds(hand, card):
            raise IllegalAction(Reason.HAND)
        if self.strict and not holds(play.playable(hand, state.trick, trump, self.variant.beating), card):
            raise IllegalAction(play.refusal(hand, card, state.trick, trump, self.variant.beating))
        trick = (*state.trick, card)
        hands = with_hand(state.hands, seat, Hand(hand & ~(1 << card)))
        seen = with_hand(state.seen, seat, Hand(state.seen[seat] & ~(1 << card)))
        events: list[Event] = [Played(seat, card)]
        club_jack_pair = pair_of(seat) if card == CLUB_JACK else state.club_jack_pair
        if card == CLUB_JACK and state.first_deal and self.variant.club_jack_has_kreide:
            events.append(KreideKnown(pair_of(seat)))
        sits_out = state.sits_out
        laid = replace(state, hands=hands, seen=seen, club_jack_pair=club_jack_pair, may_take_back=seat)
        if len(trick) < (4 if sits_out is None else 3):
            turn = next_seat(seat)
            if turn == sits_out:
                turn = next_seat(turn)
            return Step(replace(laid, trick=trick, turn=turn), tuple(events))
        seats = tuple(s for s in clockwise_from(state.leader) if s != sits_out)
        taker = seats[play.winner(trick, trump)]
        augen = sum(AUGEN[c] for c in trick)
        ns, ew = state.augen
        done = replace(
            laid,
            trick=(),
            turn=taker,
            leader=taker,
            tricks=(*state.tricks, Trick(state.leader, trick, taker, seats)),
            augen=(ns, ew + augen) if taker & 1 else (ns + augen, ew),
        )
        events.append(TrickTaken(taker))
        if state.soloist is not None and pair_of(taker) != pair_of(state.soloist):
            done = ending.solo_ended(self.variant, done, won=False)
        elif len(done.tricks) == 8:
            soloist = state.soloist is not None
            done = ending.solo_ended(self.variant, done, won=True) if soloist else ending.played_out(self.variant, done)
        return Step(done, tuple(events))


def _end(state: State, seat: Seat | None, action: Void | Settle) -> Step[State]:
    """The table's own two actions."""
    if state.phase is Phase.OVER:
        raise IllegalAction(Reason.OVER)
    if isinstance(action, Void):
        return ending.voided(state)
    if state.phase is not Phase.SETTLE:
        raise IllegalAction(Reason.PHASE)
    if seat is not None:
        raise IllegalAction(Reason.TURN)
    return ending.settled(state)


def deal_hands(dealer: Seat, pack: tuple[Card, ...]) -> Hands:
    """Eight cards each, clockwise from forehand, in two packets of four (C6)."""
    hands = [Hand(0)] * 4
    for i, seat in enumerate(clockwise_from(next_seat(dealer))):
        hands[seat] = hand_of((*pack[4 * i : 4 * i + 4], *pack[16 + 4 * i : 20 + 4 * i]))
    return hands[0], hands[1], hands[2], hands[3]


def pack_for(dealer: Seat, hands: Hands) -> tuple[Card, ...]:
    """A pack that ``deal_hands`` turns into these hands; a written deal gives only the hands."""
    order = [list(cards_in(hands[seat])) for seat in clockwise_from(next_seat(dealer))]
    return tuple(card for half in (0, 4) for cards in order for card in cards[half : half + 4])


def _begin_play(state: State) -> State:
    leader = next_seat(state.dealer)  # C8
    if leader == state.sits_out:
        leader = next_seat(leader)
    return replace(state, phase=Phase.PLAY, turn=leader, leader=leader)


def _yield(state: State, seat: Seat) -> Step[State]:
    if not state.may_yield:
        raise IllegalAction(Reason.B8)
    partner = partner_of(seat)
    return Step(replace(state, turn=partner, namer=partner, may_yield=False, yielded=True), (Yielded(seat),))


def _give(state: State, seat: Seat, card: Card) -> Step[State]:
    if not holds(state.hands[seat], card):
        raise IllegalAction(Reason.HAND)
    if not holds(steps.givable(state, seat, state.hands[seat]), card):
        raise IllegalAction(Reason.B13)
    gifts = (*state.gifts, card)
    if seat == state.soloist:
        return Step(replace(state, gifts=gifts, turn=partner_of(seat)), (Given(seat, None),))
    soloist = partner_of(seat)
    mine, theirs = gifts
    hands = with_hand(state.hands, soloist, Hand(state.hands[soloist] & ~(1 << mine) | 1 << theirs))
    hands = with_hand(hands, seat, Hand(hands[seat] & ~(1 << theirs) | 1 << mine))
    shown = card if is_jack(card) else None
    seen = EMPTY_HANDS if shown is None else with_hand(EMPTY_HANDS, soloist, hand_of([card]))
    return Step(_begin_play(replace(state, hands=hands, gifts=gifts, seen=seen)), (Given(seat, shown),))
