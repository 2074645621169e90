"""Each lesson, played through the real rules: what the coach asks for is right, what he says of the rest is true."""

from collections.abc import Callable

import pytest

from bot.core.actions import Action, Call, Give, NameTrump, Play, words
from bot.core.cards import AUGEN, JACKS, SUIT_CARDS, Hand, cards_in, count
from bot.core.game import IllegalAction, Phase, Reason
from bot.core.games import GAMES
from bot.core.schafkopf import calling
from bot.core.schafkopf.state import State
from bot.core.schafkopf.variants import BAUERNSTOSS
from bot.core.seats import NS, pair_of
from bot.learn.book import BY_NAME, LESSONS
from bot.learn.lesson import LEARNER, Claim, Lesson, Moment
from bot.learn.progress import Progress

QUESTIONS = [
    pytest.param(lesson, moment, id=f"{lesson.name}-{moment.step.name}")
    for lesson in LESSONS
    for moment in lesson.moments
    if moment.right
]
WORSE = [
    pytest.param(moment, action, answer, id=f"{lesson.name}-{moment.step.name}-{words(action)}")
    for lesson in LESSONS
    for moment in lesson.moments
    for action in moment.offered
    if isinstance(answer := moment.answer(action), Claim)
]
GAME = GAMES["bauernstoss"]


def legal(state: State) -> tuple[Action, ...]:
    return GAME.legal(state)


def done(state: State, action: Action) -> State:
    return GAME.apply(state, state.turn, action).state


def value(state: State, decided: Callable[[State], int | None], known: dict[object, int]) -> int:
    """What ``decided`` says in the end if everybody plays as well as can be with all cards open; ours is the higher."""
    found = decided(state)
    if found is not None:
        return found
    key = (state.phase, state.hands, state.trick, state.leader, state.turn, state.augen, len(state.tricks), state.trump)
    if key not in known:
        assert state.turn is not None
        best = max if pair_of(state.turn) == NS else min
        known[key] = best(value(done(state, action), decided, known) for action in _best_first(state))
    return known[key]


def _best_first(state: State) -> list[Action]:
    return sorted(legal(state), key=lambda action: action.card if isinstance(action, Play | Give) else 0, reverse=True)


def trick_of(state: State) -> Callable[[State], int | None]:
    """Worst of the trick under way for us: its Augen, less than nothing if the others take it."""
    before = len(state.tricks)

    def decided(now: State) -> int | None:
        if len(now.tricks) == before:
            return None
        trick = now.tricks[before]
        augen = sum(AUGEN[card] for card in trick.cards) + 1
        return augen if pair_of(trick.winner) == NS else -augen

    return decided


def deal(now: State) -> int | None:
    return None if now.result is None else 1 if now.result.winner == NS else -1


def worst(state: State, decided: Callable[[State], int | None]) -> int:
    """If everybody else, the partner too, plays against us."""
    found = decided(state)
    return found if found is not None else min(worst(done(state, action), decided) for action in legal(state))


def solo_safe(state: State, known: dict[object, bool]) -> bool:
    """Whether the learner can take every trick to come, whatever anybody else lays or gives."""
    if state.result is not None:
        return state.result.winner == NS
    key = (state.phase, state.hands, state.trick, state.leader, state.turn, len(state.tricks), state.trump, state.gifts)
    if key not in known:
        which = any if state.turn == LEARNER or state.phase is Phase.GIVE else all  # the partner gives what helps most
        known[key] = which(solo_safe(done(state, action), known) for action in _best_first(state))
    return known[key]


def trumps(hand: Hand, suit: int) -> int:
    return count(Hand(hand & (JACKS | SUIT_CARDS[suit])))


# -- what must hold of every step


def test_there_are_five_short_ones() -> None:
    assert [lesson.name for lesson in LESSONS] == ["trumps", "calling", "jacks", "kreide", "solos"]
    for lesson in LESSONS:
        assert BY_NAME[lesson.name] is lesson
        assert len(lesson.moments) <= 8 and lesson.questions >= 3
        names = [moment.step.name for moment in lesson.moments]
        assert len(set(names)) == len(names) and names[:1] == ["start"] and names[-1:] == ["end"]
        asked = [bool(moment.right) for moment in lesson.moments]
        assert asked[:1] == asked[-1:] == [False]


@pytest.mark.parametrize(("lesson", "moment"), QUESTIONS)
def test_what_is_asked_for_can_be_done_and_is_the_learners_turn(lesson: Lesson, moment: Moment) -> None:
    assert moment.state.turn == LEARNER
    assert set(moment.right) <= set(moment.offered)
    for action in moment.right:
        assert action in legal(moment.state)
        assert moment.answer(action) is None
    if len(moment.right) > 1:  # what comes next is not built upon which of them it was
        following = lesson.moments[lesson.moments.index(moment) + 1]
        assert following.state.dealt != moment.state.dealt


@pytest.mark.parametrize(("lesson", "moment"), QUESTIONS)
def test_every_other_press_is_refused_for_its_rule_or_judged(lesson: Lesson, moment: Moment) -> None:
    assert len(moment.offered) > len(moment.right)
    for action in moment.offered:
        answer = moment.answer(action)
        if action in moment.right:
            continue
        if action in legal(moment.state):
            assert isinstance(answer, Claim)
        else:
            with pytest.raises(IllegalAction) as refused:
                GAME.apply(moment.state, LEARNER, action)
            assert isinstance(answer, Reason) and answer == refused.value.reason and str(answer)[1:].isdigit()


@pytest.mark.parametrize(("lesson", "moment"), QUESTIONS)
def test_everything_the_real_hand_would_offer_is_offered(lesson: Lesson, moment: Moment) -> None:
    unasked = {Call("kleines-solo"), Call("grosses-solo")}  # not what a lesson on calling is about
    assert set(legal(moment.state)) - unasked <= set(moment.offered)
    with pytest.raises(KeyError):
        moment.answer(Call("lechdich"))


def test_each_lesson_asks_for_the_rules_it_is_about() -> None:
    def refused(name: str) -> set[object]:
        moments = BY_NAME[name].moments
        return {moment.answer(action) for moment in moments for action in moment.offered}

    assert {Reason.C10, Reason.C11} <= refused("trumps")
    assert {Reason.B2, Reason.B4, Reason.B5, Reason.B6, Reason.B9} <= refused("calling")
    assert {Reason.B16, Reason.C10, Reason.C11} <= refused("jacks")
    assert Claim.DEAL in refused("kreide")
    assert {Reason.B13, Claim.SOLO, Claim.STRICHE} <= refused("solos")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_learner_never_has_to_know_what_cannot_be_seen(lesson: Lesson) -> None:
    """The View a coach's message is made of holds the learner's cards alone."""
    for moment in lesson.moments:
        assert set(moment.view.hand) == set(cards_in(moment.state.hands[LEARNER]))
        assert moment.view.seat == LEARNER


# -- and of each judgement


@pytest.mark.parametrize(("moment", "action", "claim"), WORSE)
def test_what_is_said_to_be_worse_is_worse(moment: Moment, action: Action, claim: Claim) -> None:
    right = moment.right[0]
    assert PROOFS[claim](moment, right, action)


def _loses_the_trick(moment: Moment, right: Action, action: Action) -> bool:
    decided = trick_of(moment.state)
    return worst(moment.after(right), decided) > 0 > worst(moment.after(action), decided)


def _gives_augen_away(moment: Moment, right: Action, action: Action) -> bool:
    decided = trick_of(moment.state)
    good, bad = worst(moment.after(right), decided), worst(moment.after(action), decided)
    best_bad = value(moment.after(action), decided, {})
    return good > bad and (good > 0) == (bad > 0) == (best_bad > 0)


def _takes_it_dearly(moment: Moment, right: Action, action: Action) -> bool:
    decided = trick_of(moment.state)
    assert isinstance(right, Play) and isinstance(action, Play)
    both = worst(moment.after(right), decided) > 0 and worst(moment.after(action), decided) > 0
    return both and action.card > right.card and bool(JACKS >> action.card & JACKS >> right.card & 1)


def _is_a_lower_number(moment: Moment, right: Action, action: Action) -> bool:
    assert isinstance(right, Call) and isinstance(action, Call)
    hand = moment.state.hands[LEARNER]
    highest = max(int(word) for word in "2345678" if calling.suits_of_number(hand, int(word)))
    standing = calling.standing_number(moment.state.calls) or 0
    lower = int(action.word) if action.word.isdigit() else standing if action.word == "mit" else 0
    return int(right.word) == highest > lower


def _would_win_the_tie(moment: Moment, right: Action, action: Action) -> bool:
    said = moment.after(right)
    while said.phase is Phase.CALL:
        said = done(said, Call("weg"))
    left = moment.after(action)
    while left.phase is Phase.CALL:
        left = done(left, Call("weg"))
    return said.namer == LEARNER and left.namer != LEARNER and pair_of(left.namer or LEARNER) != NS


def _has_fewer_trumps(moment: Moment, right: Action, action: Action) -> bool:
    assert isinstance(right, NameTrump) and isinstance(action, NameTrump)
    hand = moment.state.hands[LEARNER]
    return trumps(hand, action.suit) < trumps(hand, right.suit)


def _loses_the_solo(moment: Moment, right: Action, action: Action) -> bool:
    """And if the right one goes on with a solo, that is safe."""
    after = moment.after(right)
    assert after.solo is None or solo_safe(after, {}), "the right way is not safe"
    return not solo_safe(moment.after(action), {})


def _brings_more(moment: Moment, right: Action, action: Action) -> bool:
    assert isinstance(right, Call)
    assert solo_safe(moment.after(right), {})
    return BAUERNSTOSS.solos[right.word].striche > 3


def _decides_the_deal(moment: Moment, right: Action, action: Action) -> bool:
    return value(moment.after(right), deal, {}) > 0 > value(moment.after(action), deal, {})


PROOFS: dict[Claim, Callable[[Moment, Action, Action], bool]] = {
    Claim.TRICK: _loses_the_trick,
    Claim.AUGEN: _gives_augen_away,
    Claim.DEAR: _takes_it_dearly,
    Claim.NUMBER: _is_a_lower_number,
    Claim.TIE: _would_win_the_tie,
    Claim.TRUMPS: _has_fewer_trumps,
    Claim.SOLO: _loses_the_solo,
    Claim.STRICHE: _brings_more,
    Claim.DEAL: _decides_the_deal,
}


def test_every_judgement_is_made_somewhere() -> None:
    assert {param.values[2] for param in WORSE} == set(Claim) == set(PROOFS)


# -- what the coach counts


def augen(name: str, step: str) -> tuple[tuple[int, int], int, int]:
    """Augen of both pairs so far, of what lies in the trick, and of the right card."""
    moment = next(moment for moment in BY_NAME[name].moments if moment.step.name == step)
    (right, *_) = moment.right
    assert isinstance(right, Play)
    return moment.state.augen, sum(AUGEN[card] for card in moment.state.trick), AUGEN[right.card]


def test_the_coach_counts_right() -> None:
    taken, lying, own = augen("kreide", "take")
    assert (taken[0], lying, own) == (28, 13, 2)
    taken, lying, own = augen("kreide", "smear")
    assert (taken[0], lying, own) == (32, 4, 11)
    taken, lying, _ = augen("kreide", "without")
    assert (taken, lying) == ((42, 26), 17)
    assert augen("trumps", "follow")[1:] == (25, 0)
    assert augen("jacks", "rich")[1:] == (22, 2)
    kreide = {m.step.name: m.view.kreide for m in BY_NAME["kreide"].moments if m.right}
    assert kreide == {"take": 0, "smear": 0, "without": 1}
    without = next(m for m in BY_NAME["kreide"].moments if m.step.name == "without")
    assert without.after(without.right[0]).augen[0] == 61
    take = next(m for m in BY_NAME["kreide"].moments if m.step.name == "take")
    assert 8 - len(take.after(take.right[0]).tricks) == 2


# -- how far one has come


def test_progress_leads_on_and_begins_a_finished_lesson_anew() -> None:
    first, second, *_ = LESSONS
    assert Progress().due is first and Progress().step(first) == 0
    under_way = Progress({first.name: 3})
    assert under_way.due is first and under_way.step(first) == under_way.shown(first) == 3
    last = len(first.moments) - 1
    through = Progress({first.name: last}, frozenset([first.name]))
    assert through.due is second and through.step(first) == 0 and through.shown(first) == last
    assert Progress({first.name: 99}).shown(first) == last
    assert Progress({}, frozenset(BY_NAME)).due is None
