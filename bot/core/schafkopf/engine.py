"""One engine for Bauernstoss and, by another Variant, its sister: every step of a Partie from pack to settlement."""

from dataclasses import replace

from bot.core.actions import (
    GIVES,
    NAME_TRUMPS,
    PLAYS,
    Action,
    Call,
    Deal,
    Give,
    NameTrump,
    Play,
    Void,
    Yield,
)
from bot.core.cards import (
    ALL_CARDS,
    ALL_SUITS,
    AUGEN,
    CLUB_JACK,
    JACKS,
    Card,
    Hand,
    Suit,
    cards_in,
    hand_of,
    holds,
    is_jack,
)
from bot.core.events import (
    Called,
    DealSettled,
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
from bot.core.game import IllegalAction, Outcome, Phase, Reason, Settlement, Step
from bot.core.schafkopf import calling, play, scoring
from bot.core.schafkopf.state import Hands, Result, Spoken, Standing, State, Trick, tricks_taken
from bot.core.schafkopf.variants import Variant
from bot.core.schafkopf.view import View, view_of
from bot.core.seats import SEATS, Pair, Seat, clockwise_from, next_seat, other_pair, pair_of, partner_of


class Schafkopf:
    """A ``Game`` of two pairs: 32 cards, calling trumps, Striche and Kreide."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    @property
    def name(self) -> str:
        return self.variant.name

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
        return view_of(self.variant, state, seat, legal)

    def legal(self, state: State) -> tuple[Action, ...]:
        seat = state.turn
        if seat is None:
            return ()
        hand = state.hands[seat]
        if state.phase is Phase.PLAY:
            assert state.trump is not None
            return tuple(PLAYS[card] for card in cards_in(play.playable(hand, state.trick, state.trump)))
        if state.phase is Phase.CALL:
            words = calling.legal_words(self.variant, hand, seat, state.calls, state.first_deal)
            return tuple(Call(word) for word in words)
        if state.phase is Phase.GIVE:
            return tuple(GIVES[card] for card in cards_in(_givable(state, seat)))
        suits = tuple(NAME_TRUMPS[suit] for suit in _nameable(state, seat))
        return (*suits, Yield()) if state.may_yield else suits

    def apply(self, state: State, seat: Seat | None, action: Action) -> Step[State]:
        if isinstance(action, Void):
            return self._void(state)
        if isinstance(action, Deal):
            return self._deal(state, seat, action)
        if state.phase is Phase.OVER or state.result is not None:
            raise IllegalAction(Reason.OVER)
        if seat is None or seat != self.to_act(state):
            raise IllegalAction(Reason.TURN)
        match state.phase, action:
            case Phase.PLAY, Play(card):
                return self._play(state, seat, card)
            case Phase.CALL, Call(word):
                return self._call(state, seat, word)
            case Phase.NAME, NameTrump(suit):
                return self._name(state, seat, suit)
            case Phase.NAME, Yield():
                return _yield(state, seat)
            case Phase.GIVE, Give(card):
                return _give(state, seat, card)
        raise IllegalAction(Reason.PHASE)

    # -- dealing

    def _deal(self, state: State, seat: Seat | None, action: Deal) -> Step[State]:
        if state.phase is Phase.OVER:
            raise IllegalAction(Reason.OVER)
        if state.phase is not Phase.DEAL:
            raise IllegalAction(Reason.PHASE)
        standing = state.standing
        if seat != standing.dealer:
            raise IllegalAction(Reason.TURN)
        if sorted(action.pack) != list(ALL_CARDS):
            raise ValueError("a pack is 32 different cards")
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
        events: list[Event] = [Dealt(standing.dealer)]
        if dealt.first_deal and self.variant.four_jacks_throw_in:
            for holder in SEATS:
                if hands[holder] & JACKS == JACKS:
                    return self._throw_in(dealt, holder, events)
        return Step(dealt, tuple(events))

    # -- calling

    def _call(self, state: State, seat: Seat, word: str) -> Step[State]:
        hand = state.hands[seat]
        reason = calling.refusal(self.variant, hand, seat, state.calls, state.first_deal, word)
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
            return self._throw_in(spoken, seat, events)
        if len(calls) < 4:
            return Step(replace(spoken, turn=next_seat(seat)), tuple(events))
        winner, made_known, may_yield = calling.decide(state.hands, calls)
        events += [LowestMadeKnown(known.seat, known.rank) for known in made_known]
        number = calling.standing_number(calls)
        return Step(
            replace(
                spoken,
                phase=Phase.NAME,
                turn=winner,
                namer=winner,
                number=number,
                made_known=made_known,
                may_yield=may_yield,
            ),
            tuple(events),
        )

    def _name(self, state: State, seat: Seat, suit: Suit) -> Step[State]:
        if suit not in _nameable(state, seat):
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
        if not holds(play.playable(hand, state.trick, trump), card):
            raise IllegalAction(play.refusal(hand, card, state.trick, trump))
        trick = (*state.trick, card)
        hands = _with_hand(state.hands, seat, Hand(hand & ~(1 << card)))
        events: list[Event] = [Played(seat, card)]
        club_jack_pair = pair_of(seat) if card == CLUB_JACK else state.club_jack_pair
        if card == CLUB_JACK and state.first_deal:
            events.append(KreideKnown(pair_of(seat)))
        sits_out = sitting_out(state)
        if len(trick) < (4 if sits_out is None else 3):
            turn = next_seat(seat)
            if turn == sits_out:
                turn = next_seat(turn)
            on = replace(state, hands=hands, trick=trick, turn=turn, club_jack_pair=club_jack_pair)
            return Step(on, tuple(events))
        seats = tuple(s for s in clockwise_from(state.leader) if s != sits_out)
        taker = seats[play.winner(trick, trump)]
        augen = sum(AUGEN[c] for c in trick)
        ns, ew = state.augen
        done = replace(
            state,
            hands=hands,
            trick=(),
            turn=taker,
            leader=taker,
            tricks=(*state.tricks, Trick(state.leader, trick, taker, seats)),
            augen=(ns, ew + augen) if taker & 1 else (ns + augen, ew),
            club_jack_pair=club_jack_pair,
        )
        events.append(TrickTaken(taker))
        if state.soloist is not None and pair_of(taker) != pair_of(state.soloist):
            return self._settle_solo(done, won=False, events=events)
        if len(done.tricks) < 8:
            return Step(done, tuple(events))
        if state.soloist is not None:
            return self._settle_solo(done, won=True, events=events)
        return self._settle_played(done, events)

    # -- the end of a deal

    def _settle_played(self, state: State, events: list[Event]) -> Step[State]:
        club_jack = state.club_jack_pair
        assert club_jack is not None  # all 32 cards have been played
        kreide = club_jack if state.standing.kreide is None else state.standing.kreide  # B17
        bonus = club_jack if state.first_deal else None
        score = scoring.played(state.augen, tricks_taken(state.tricks), kreide, bonus)
        return self._settle(state, events, Outcome.PLAYED, score, kreide, bonus)

    def _settle_solo(self, state: State, won: bool, events: list[Event]) -> Step[State]:
        assert state.soloist is not None and state.solo is not None
        pair = pair_of(state.soloist)
        winner = pair if won else other_pair(pair)
        score = scoring.Score(scoring.for_pair(winner, self.variant.solos[state.solo].striche), winner)
        outcome = Outcome.SOLO_WON if won else Outcome.SOLO_LOST
        return self._settle(state, events, outcome, score, state.standing.kreide, None)

    def _throw_in(self, state: State, holder: Seat, events: list[Event]) -> Step[State]:
        return self._settle(state, events, Outcome.THROWN_IN, None, state.standing.kreide, None, holder)

    def _settle(
        self,
        state: State,
        events: list[Event],
        outcome: Outcome,
        score: scoring.Score | None,
        kreide_before: Pair | None,
        bonus: Pair | None,
        thrown_in_by: Seat | None = None,
    ) -> Step[State]:
        standing = state.standing
        ns, ew = standing.striche
        won = (0, 0) if score is None else score.striche
        striche = (ns + won[0], ew + won[1])
        over = max(striche) >= self.variant.target  # C12
        partie_winner = None
        if over:
            # Only B19's Strich could bring both pairs home in one deal; then the deal's winner was there first.
            both = min(striche) >= self.variant.target
            partie_winner = score.winner if both and score else Pair(int(striche[1] > striche[0]))
        settlement = Settlement(outcome, won, score.winner if score else None, over, partie_winner)
        result = Result(
            settlement,
            state.augen,
            tricks_taken(state.tricks),
            kreide_before,
            bonus,
            thrown_in_by,
        )
        after = replace(
            standing,
            dealer=next_seat(state.dealer),  # C7
            striche=striche,
            kreide=score.winner if score else standing.kreide,
        )
        phase = Phase.OVER if over else Phase.DEAL
        settled = replace(state, standing=after, phase=phase, turn=None, may_yield=False, result=result)
        return Step(settled, (*events, DealSettled(settlement)))

    def _void(self, state: State) -> Step[State]:
        """Stopping the table ends the Partie without a winner, in the middle of a deal or between two (S10)."""
        if state.phase is Phase.OVER:
            raise IllegalAction(Reason.OVER)
        running = state.phase is not Phase.DEAL
        settlement = Settlement(Outcome.ABANDONED, (0, 0), None, True, None)
        result = Result(settlement, state.augen, tricks_taken(state.tricks), state.standing.kreide, None, None)
        standing = replace(state.standing, dealer=next_seat(state.dealer)) if running else state.standing
        ended = replace(state, standing=standing, phase=Phase.OVER, turn=None, may_yield=False, result=result)
        return Step(ended, (DealSettled(settlement),))


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


def sitting_out(state: State) -> Seat | None:
    """The soloist's partner (B14)."""
    return None if state.soloist is None else partner_of(state.soloist)


def _with_hand(hands: Hands, seat: Seat, hand: Hand) -> Hands:
    changed = list(hands)
    changed[seat] = hand
    return changed[0], changed[1], changed[2], changed[3]


def _begin_play(state: State) -> State:
    leader = next_seat(state.dealer)  # C8
    if leader == sitting_out(state):
        leader = next_seat(leader)
    return replace(state, phase=Phase.PLAY, turn=leader, leader=leader)


def _nameable(state: State, seat: Seat) -> list[Suit]:
    """B12 for a soloist, else B9."""
    if state.solo is not None:
        return list(ALL_SUITS)
    assert state.number is not None
    made_known = next((known.rank for known in state.made_known if known.seat == seat), None)
    return calling.nameable(state.hands[seat], state.number, made_known)


def _yield(state: State, seat: Seat) -> Step[State]:
    if not state.may_yield:
        raise IllegalAction(Reason.B8)
    partner = partner_of(seat)
    return Step(replace(state, turn=partner, namer=partner, may_yield=False, yielded=True), (Yielded(seat),))


def _givable(state: State, seat: Seat) -> Hand:
    """B13: the soloist keeps CJ; the partner may give anything of the own eight."""
    hand = state.hands[seat]
    return Hand(hand & ~(1 << CLUB_JACK)) if seat == state.soloist else hand


def _give(state: State, seat: Seat, card: Card) -> Step[State]:
    if not holds(state.hands[seat], card):
        raise IllegalAction(Reason.HAND)
    if not holds(_givable(state, seat), card):
        raise IllegalAction(Reason.B13)
    gifts = (*state.gifts, card)
    if seat == state.soloist:
        return Step(replace(state, gifts=gifts, turn=partner_of(seat)), (Given(seat, None),))
    soloist = partner_of(seat)
    mine, theirs = gifts
    hands = _with_hand(state.hands, soloist, Hand(state.hands[soloist] & ~(1 << mine) | 1 << theirs))
    hands = _with_hand(hands, seat, Hand(hands[seat] & ~(1 << theirs) | 1 << mine))
    shown = card if is_jack(card) else None
    return Step(_begin_play(replace(state, hands=hands, gifts=gifts)), (Given(seat, shown),))
