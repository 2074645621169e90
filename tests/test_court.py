"""The Kreidtführer and the Schiedsgericht as values, without clock and database (S9, S10)."""

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from bot import trial
from bot.arrangements import Drawing, Plea
from bot.core.cards import ALL_CARDS, parse_card
from bot.core.seats import SEATS, E, N, S, W
from bot.court import NO_COURT, Case, Court, Decision, Stage
from bot.courtroom import Courtroom
from bot.means import Means
from bot.moves import Moves
from bot.shouting import Shouts
from bot.store.court_text import court_json, court_of
from bot.table import Chair, Refused, Stale, Table, TablePhase

KARL, LISA, ERNA, HEINZ, OTTO = range(1, 6)  # north, east, south, west, an onlooker
NOW = 1000.0


def table(*people: int | None, **changes: Any) -> Table:
    """A running deal of Alter Schoofkopp; computers where there is None."""
    sitting = people or (KARL, LISA, ERNA, HEINZ)
    north, east, south, west = (Chair(person=one, computer=one is None) for one in sitting)
    made = Table(1, 2, 3, 4, "schoofkopp", ERNA, TablePhase.PARTIE, chairs=(north, east, south, west))
    made = replace(made, partie=1, state=made.rules.begin(N), court=Court(keeper=N))
    assert made.state is not None
    dealt = moves().next(made).table
    return replace(dealt, **changes)


def moves() -> Moves:
    return Moves(means())


def means() -> Means:
    return Means(lambda: NOW, lambda: tuple(Random(1).sample(ALL_CARDS, 32)))


def room() -> Courtroom:
    return Courtroom(means(), moves())


def with_case(made: Table, decision: Decision = Decision.REFUSE, stage: Stage = Stage.DECIDED, **more: Any) -> Table:
    seat = more.pop("seat", E)
    seat = None if decision in (Decision.VOID, Decision.QUARREL) else seat
    return replace(made, court=made.court.opened(Case(7, decision, N, NOW, seat, stage=stage, **more)))


def case_of(made: Table) -> Case:
    assert made.court.case is not None
    return made.court.case


def why(wish: Any, *args: Any) -> str:
    with pytest.raises(Refused) as refused:
        wish(*args)
    return refused.value.why


# -- who he is


@pytest.mark.parametrize("chalk", SEATS)
def test_the_chalk_goes_clockwise_past_computers_and_absent_people(chalk: int) -> None:
    here = Court(keeper=SEATS[chalk])
    assert trial.keeper(table(court=here)) == chalk
    assert trial.keeper(table(None, None, ERNA, None, court=here)) == S
    away = table(court=here)
    away = away.with_chair(SEATS[chalk], replace(away.chairs[chalk], computer=True))
    assert trial.keeper(away) == SEATS[(chalk + 1) % 4]
    for seat in SEATS:
        away = away.with_chair(seat, replace(away.chairs[seat], computer=True))
    assert trial.keeper(away) == chalk, "all are away: then it is he after all"
    assert trial.keeper(table(None, None, None, None, court=here)) is None


def test_before_the_drawing_and_in_other_games_there_is_none() -> None:
    assert trial.keeper(replace(table(), phase=TablePhase.LOBBY)) is None
    assert trial.keeper(replace(table(), game="bauernstoss")) is None
    assert trial.keeper(table(court=NO_COURT)) == N, "a table of an older version"


@pytest.mark.parametrize(
    ("cards", "people", "seat"),
    [
        ("D7 H7 S7 C7", (KARL, LISA, ERNA, HEINZ), N),
        ("D7 H7 S7 C7", (None, LISA, ERNA, HEINZ), E),
        ("CJ CA ST S8", (KARL, LISA, ERNA, None), S),
        ("DA HA D7 H8", (KARL, LISA, None, None), N),
    ],
)
def test_the_lowest_card_of_a_person(cards: str, people: tuple[int | None, ...], seat: int) -> None:
    north, east, south, west = map(parse_card, cards.split())
    begun = replace(table(*people), court=NO_COURT, drawing=Drawing(None, (north, east, south, west)))
    assert trial.laid_down(begun).court.keeper == seat
    elected = replace(begun, court=Court(named=tuple((one, LISA) for one in people if one is not None)))
    assert trial.laid_down(elected).court.keeper == E


def test_more_than_half_elect() -> None:
    people = (KARL, LISA, ERNA, HEINZ)
    court = NO_COURT.naming(KARL, HEINZ).naming(LISA, HEINZ)
    assert court.elected(people) is None and court.elected(people[:3]) is None
    assert court.elected((KARL, LISA, HEINZ)) == HEINZ
    assert court.naming(ERNA, HEINZ).elected(people) == HEINZ
    assert court.naming(ERNA, HEINZ).naming(ERNA, KARL).elected(people) is None, "one voice each"
    assert court.naming(ERNA, HEINZ).elected((KARL, LISA, ERNA)) is None, "who has gone cannot be it"


def test_when_he_may_be_chosen() -> None:
    lobby = replace(table(), phase=TablePhase.LOBBY, state=None)
    assert trial.choose(lobby, KARL, HEINZ).court.named == ((KARL, HEINZ),)
    assert why(trial.choose, table(), KARL, HEINZ) == "chalk_between_deals"
    assert why(trial.choose, lobby, KARL, OTTO) == "not_seated_here"
    assert why(trial.choose, lobby, OTTO, KARL) == "not_seated"
    assert why(trial.choose, replace(lobby, game="bauernstoss"), KARL, HEINZ) == "no_chalk"
    pause = replace(table(), state=table().rules.begin(N))
    for person in (KARL, LISA, ERNA):
        pause = trial.choose(pause, person, HEINZ)
    assert trial.keeper(pause) == W


# -- the case as a value


@pytest.mark.parametrize(("wirt", "cry"), product((True, False, None), repeat=2))
def test_the_wirts_word_goes_before_the_krischers(wirt: bool | None, cry: bool | None) -> None:
    case = Case(1, Decision.REFUSE, N, NOW, E, krischer=OTTO, wirt=wirt, cry=cry)
    expected = wirt if wirt is not None else cry if cry is not None else True
    assert case.upheld is expected
    assert case.ruled == (wirt is not None and cry is not None)
    assert replace(case, krischer=None, cry=None).ruled == (wirt is not None)


def test_the_first_answer_is_the_pairs() -> None:
    case = Case(1, Decision.REFUSE, N, NOW, E).answered(N, True).answered(S, False)
    assert case.answers == (True, None) and case.refused_by() is None
    assert case.answered(W, False).answered(E, True).refused_by() == 1


def test_a_new_partie_forgets_all_but_the_chalk() -> None:
    court = Court(W, ((KARL, HEINZ),), True, (1, 0, 0, 2), True, 3, None, Case(3, Decision.VOID, W, NOW), True)
    assert court.fresh() == Court(W, ((KARL, HEINZ),), cases=3)
    assert court.moved_on() == replace(court, denied=False, said=None, voided=False)
    assert court.admonishing(E).admonished == (1, 1, 0, 2)


@pytest.mark.parametrize("stage", list(Stage))
@pytest.mark.parametrize("decision", list(Decision))
def test_json_and_back(stage: Stage, decision: Decision) -> None:
    case = Case(3, decision, W, 12.5, E, "Zank", stage, frozenset({N, S}), S, OTTO, 61, True, False, (True, None), True)
    for court in (Court(W, ((KARL, HEINZ),), True, (1, 0, 0, 2), True, 3, case, None, True), Court(cases=4, said=case)):
        assert court_of(court_json(court)) == court
    assert court_of(None) == NO_COURT and court_json(NO_COURT) is None


# -- at the table


def test_who_may_reject_and_when() -> None:
    open_ = with_case(table())
    assert why(trial.reject, open_, KARL, 7, NOW) == "own_decision"
    assert why(trial.reject, open_, OTTO, 7, NOW) == "not_seated"
    assert why(trial.reject, table(), LISA, None, NOW) == "no_case"
    with pytest.raises(Stale):
        trial.reject(open_, LISA, 6, NOW)
    shouting = trial.reject(open_, LISA, 7, NOW + 10)
    assert (case_of(shouting).stage, case_of(shouting).rejected_by) == (Stage.SHOUTING, E)
    with pytest.raises(Stale):
        trial.let_stand(shouting, HEINZ, 7)


def test_while_a_case_is_open_nothing_is_played() -> None:
    open_ = with_case(table())
    for seat in (None, *SEATS):
        assert why(trial.require_quiet, open_, seat) == "court_sits"
    absence = with_case(table(), Decision.ABSENCE)
    trial.require_quiet(absence, E)
    assert why(trial.require_quiet, absence, S) == "court_sits"
    assert why(trial.require_quiet, with_case(table(), Decision.ABSENCE, Stage.RULING), E) == "court_sits"
    asked = table(plea=Plea(E, frozenset(), NOW))
    trial.require_quiet(asked, E)
    assert why(trial.require_quiet, asked, S) == "chalk_is_asked"
    trial.require_quiet(table(plea=Plea(N, frozenset(), NOW)), S)  # the Kreidtführer's own wish: as in B25


def test_he_rules_who_is_wirt_or_krischer() -> None:
    ruling = with_case(table(), stage=Stage.RULING, krischer=OTTO)
    assert case_of(trial.rule(ruling, ERNA, 7, False, False)).wirt is False
    assert case_of(trial.rule(ruling, OTTO, 7, True, True)).cry is True, "a Krischer is no Wirt"
    for person in (KARL, 9):
        assert why(trial.rule, ruling, person, 7, True, True) == "not_the_wirt"
    away = ruling.with_chair(S, Chair(ERNA, computer=True))
    for hostless in (away, replace(ruling, host=None), replace(ruling, host=OTTO)):
        assert case_of(trial.rule(hostless, 9, 7, True, True)).wirt is True
        assert why(trial.rule, hostless, 9, 7, True, False) == "not_the_wirt"
        assert why(trial.rule, hostless, KARL, 7, True, True) == "not_the_wirt"


def test_a_decision_stands_when_all_others_say_so() -> None:
    open_ = with_case(table())
    for person in (LISA, ERNA):
        open_ = trial.let_stand(open_, person, 7)
        assert room().heard(open_).table == open_
    done = room().heard(trial.let_stand(open_, HEINZ, 7)).table
    assert done.court.case is None and done.court.denied and done.court.said is not None
    assert room().heard(with_case(table(KARL, None, None, None))).table.court.case is None


def test_pairs_of_computers_accept() -> None:
    one_pair = with_case(table(KARL, None, ERNA, None), stage=Stage.ACCEPTING)
    assert case_of(room().heard(one_pair).table).answers == (None, True)
    assert room().heard(trial.accept(one_pair, ERNA, 7, True)).table.court.case is None
    ended = room().heard(trial.accept(one_pair, ERNA, 7, False)).table
    assert ended.phase is TablePhase.FINISHED and ended.settlement is not None
    assert ended.settlement.partie_over and ended.settlement.winner is None


@pytest.mark.parametrize("decision", list(Decision))
@pytest.mark.parametrize("upheld", [True, False])
def test_what_a_ruling_does(decision: Decision, upheld: bool) -> None:
    playing = table()
    while playing.game_phase != "play" or not playing.trick_lies:
        assert playing.state is not None and playing.to_act is not None
        playing = moves().applied(playing, playing.to_act, playing.rules.legal(playing.state)[0]).table
    laid: Any = playing.state
    seat = playing.to_act if decision is Decision.ABSENCE else laid.may_take_back
    if decision is Decision.ABSENCE:
        playing = replace(playing, absent=True)
    open_ = with_case(playing, decision, Stage.ACCEPTING, seat=seat, wirt=upheld, answers=(True, True))
    move = room().heard(open_)
    after: Any = move.table
    back = decision in (Decision.GRANT, Decision.REFUSE) and (decision is Decision.GRANT) == upheld
    assert (len(after.state.tricks) == len(laid.tricks) - 1) == (back or (decision is Decision.VOID and upheld))
    assert move.annuls == (decision is Decision.VOID and upheld)
    assert after.court.tolerant == (decision is Decision.GRANT and upheld)
    assert after.court.denied == (decision in (Decision.GRANT, Decision.REFUSE) and not back)
    assert any(chair.computer for chair in after.chairs) == (decision is Decision.ABSENCE and upheld)
    assert after.court.case is None and after.court.said is not None and not after.absent and after.since == NOW


@pytest.mark.parametrize("decision", list(Decision))
def test_a_case_without_an_object_is_dropped(decision: Decision) -> None:
    """The deal is gone, a computer plays already, nobody is left."""
    for wrong in (table(None, None, None, None), replace(table(), phase=TablePhase.FINISHED)):
        assert room().heard(with_case(wrong, decision)).table.court.case is None
    undealt = replace(table(), state=table().rules.begin(N))
    dropped = room().on_time(with_case(undealt, decision)).table.court
    assert dropped.case is None and (dropped.said is not None) == (decision is Decision.QUARREL)


def test_he_admonishes_others_only() -> None:
    assert trial.admonish(table(), KARL, HEINZ).court.admonished == (0, 0, 0, 1)
    assert why(trial.admonish, table(), KARL, KARL) == "not_yourself_admonished"
    assert why(trial.admonish, table(), LISA, KARL) == "only_chalk"
    assert why(trial.admonish, table(), KARL, OTTO) == "not_seated_here"
    assert why(trial.admonish, replace(table(), phase=TablePhase.FINISHED), KARL, HEINZ) == "no_partie"


def test_void_is_of_this_deal() -> None:
    with pytest.raises(Stale):
        trial.declare_void(table(), KARL, 2, NOW)
    assert case_of(trial.declare_void(table(), KARL, 1, NOW)).decision is Decision.VOID


# -- the shouting


def test_the_loudest_and_of_equals_the_first() -> None:
    shouts = Shouts()
    assert shouts.loudest(1, 7) is None
    for person in (1, 2, 2, 1, 3):
        shouts.add(1, 7, person)
    assert shouts.loudest(1, 7) == (2, 2)
    assert shouts.add(1, 7, 3) == 2 and shouts.loudest(1, 7) == (2, 2)
    assert shouts.add(1, 7, 3) == 3 and shouts.loudest(1, 7) == (3, 3)
    assert shouts.loudest(1, 8) is None and shouts.loudest(2, 7) is None
    shouts.add(1, 8, 5)
    assert shouts.loudest(1, 8) == (5, 1) and shouts.loudest(1, 7) is None, "a new match forgets the old one"
    shouts.forget(1)
    assert shouts.loudest(1, 8) is None


def test_only_onlookers_shout() -> None:
    shouting = with_case(table(), stage=Stage.SHOUTING)
    assert room().shout(shouting, OTTO, 7) == 1
    assert why(room().shout, shouting, KARL, 7) == "only_onlookers"
    gone = shouting.with_chair(E, Chair(computer=True, leaver=LISA))
    assert why(room().shout, gone, LISA, 7) == "only_onlookers"
    with pytest.raises(Stale):
        room().shout(with_case(table()), OTTO, 7)
