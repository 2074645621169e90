"""The Kreidtführer's rows and the Schiedsgericht's lines at their longest, and who finds which button where."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bot import trial
from bot.core.actions import Deal
from bot.core.cards import ALL_CARDS
from bot.core.seats import SEATS, Seat
from bot.court import Case, Court, Decision, Stage
from bot.table import EMPTY_CHAIRS, Chair, Table, TablePhase
from bot.ui import ids
from bot.ui.board import board_message
from bot.ui.court import choice_message
from bot.ui.hand import hand_message
from bot.ui.lobby import lobby_message
from bot.ui.message import Message

from .partien import ERNA, FOUR, KARL, LISA, LONG, OPA, URL, cards_in, lobby, pressable, step, troubled

HUGE = 2**63 - 1
OTTO = 5
NAMES = {**LONG, OTTO: "Ｏ" * 40}
SERVER = "Ｓ" * 100
LAST = {Stage.DECIDED: "stands", Stage.SHOUTING: "shout", Stage.RULING: "rule", Stage.ACCEPTING: "accept"}


def partie(seed: int) -> Iterator[Table]:
    """Every moment of three random deals."""
    rng = Random(seed)
    table = replace(lobby(FOUR), game="schoofkopp", phase=TablePhase.PARTIE, partie=1, court=Court(Seat(seed % 4)))
    table = replace(table, state=table.rules.begin(Seat(0)))
    while table.phase is TablePhase.PARTIE and table.deal < 4:
        assert table.state is not None
        if table.to_act is None:
            seat, action = table.state.standing.dealer, Deal(tuple(rng.sample(ALL_CARDS, 32)))
        else:
            seat, action = table.to_act, rng.choice(table.rules.legal(table.state))
        table = step(table, seat, action)
        yield table


def cases(keeper: Seat) -> Iterator[Case]:
    other = SEATS[(keeper + 1) % 4]
    for decision in Decision:
        seat = None if decision in (Decision.VOID, Decision.QUARREL) else other
        for stage in Stage:
            yield Case(
                HUGE, decision, keeper, 0.0, seat, "Ｗ" * trial.WORDS, stage, frozenset({other}), other, OTTO, HUGE
            )
            yield Case(HUGE, decision, keeper, 0.0, seat, "talk", stage, wirt=True, answers=(True, False), end=True)


def fits(table: Table, language: str) -> None:
    board = board_message(table, NAMES, language, hands_in_dm=())
    assert board.faults == (), board
    for seat in SEATS:
        for ask in (None, ids.CHALK, ids.ASK_BACK, ids.ACCUSE):
            hand = hand_message(table, seat, NAMES, language, server=SERVER, board_url=URL, notice="Ｎ" * 300, ask=ask)
            assert hand.faults == (), hand


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("seed", range(2))
def test_hands_and_boards_fit(seed: int, language: str) -> None:
    rng = Random(seed)
    for table in partie(seed):
        big = replace(troubled(table, rng), id=HUGE, ply=HUGE, turn=HUGE, partie=HUGE, number=HUGE)
        court = replace(table.court, admonished=(HUGE, HUGE, HUGE, HUGE), voided=True)
        keeper = trial.keeper(big) or Seat(0)
        fits(replace(big, court=court), language)
        case = rng.choice(list(cases(keeper)))
        fits(replace(big, court=replace(court, case=case)), language)
        fits(replace(big, court=replace(court, said=case)), language)


@pytest.mark.parametrize("language", ["de", "en"])
def test_lobby_and_choice_fit(language: str) -> None:
    for people in range(5):
        chairs = list(EMPTY_CHAIRS)
        chairs[:people] = FOUR[:people]
        for named in ((), tuple((who, OPA) for who in (KARL, LISA, ERNA, OPA))):
            table = lobby((chairs[0], chairs[1], chairs[2], chairs[3]))
            table = replace(table, game="schoofkopp", id=HUGE, number=HUGE, court=Court(named=named))
            for message in (lobby_message(table, NAMES, language), choice_message(table, NAMES, language)):
                assert message.faults == (), message


def in_play(table: Table) -> bool:
    return table.game_phase == "play" and table.trick_lies


def moment() -> Table:
    return next(table for table in partie(4) if in_play(table))  # north keeps the chalk, and no trick lies there


def hand(table: Table, seat: Seat, ask: str | None = None) -> Message:
    return hand_message(table, seat, NAMES, "de", server=SERVER, board_url=URL, ask=ask)


@pytest.mark.parametrize("stage", list(Stage))
@pytest.mark.parametrize("decision", list(Decision))
def test_who_finds_which_button(decision: Decision, stage: Stage) -> None:
    """North decided, south is the host; east is content already, and pair 1 has answered."""
    table = moment()
    seat = None if decision in (Decision.VOID, Decision.QUARREL) else SEATS[1]
    case = Case(3, decision, SEATS[0], 0.0, seat, stage=stage, content=frozenset({SEATS[1]}), answers=(None, True))
    table = replace(table, court=replace(table.court, case=case))
    board = board_message(table, NAMES, "de", hands_in_dm=())
    verbs = set(LAST.values()) | {"reject"}
    on_board = {verb for verb in verbs if pressable(board, verb)}
    assert on_board == ({"stands", "reject"} if stage is Stage.DECIDED else {LAST[stage]})
    found = {s: {verb for verb in verbs if pressable(hand(table, s), verb)} for s in SEATS}
    expected: dict[Stage, list[set[str]]] = {
        Stage.DECIDED: [set(), {"reject"}, {"stands", "reject"}, {"stands", "reject"}],
        Stage.SHOUTING: [set(), set(), set(), set()],
        Stage.RULING: [set(), set(), {"rule"}, set()],
        Stage.ACCEPTING: [{"accept"}, set(), {"accept"}, set()],
    }
    assert [found[s] for s in SEATS] == expected[stage]
    for s in SEATS:
        mine = hand(table, s)
        assert not pressable(mine, "a", "ask", "back", "chalk", "sub")
        assert not pressable(hand(table, s, ids.CHALK), "void", "admonish", "quarrel")
        assert cards_in(mine, "de") >= cards_in(hand(replace(table, court=Court(SEATS[0])), s), "de"), "cards stay"


def test_only_he_has_his_row() -> None:
    table = moment()
    for seat in SEATS:
        asked, boss = hand(table, seat, ids.CHALK), seat == SEATS[0]
        assert bool(pressable(hand(table, seat), "chalk")) == boss
        assert pressable(asked, "admonish") == ({"E", "S", "W"} if boss else set())
        assert bool(pressable(asked, "void")) == bool(pressable(asked, "quarrel")) == boss
        assert not pressable(asked, "choose")
    alone = replace(table, chairs=(Chair(KARL), *(Chair(computer=True) for _ in range(3))))
    assert pressable(hand(alone, SEATS[0], ids.CHALK), "admonish") == set()


def test_between_deals_everybody_may_name_him() -> None:
    table = next(t for t in partie(4) if t.between_deals)
    for seat in SEATS:
        assert pressable(hand(table, seat), "chalk")
        asked = hand(table, seat, ids.CHALK)
        assert pressable(asked, "choose") == {"N", "E", "S", "W"} and not pressable(asked, "void")


def test_the_question_is_asked_only_where_it_matters() -> None:
    table = moment()
    state = table.state
    laid = next(seat for seat in SEATS if "back" in {b.id.split(":")[3] for b in hand(table, seat).buttons})
    assert hand(table, laid, ids.ASK_BACK).rows == hand(table, laid).rows, "the first one is no matter"
    assert state is not None
    standing = replace(state.standing, took_back=(laid,))  # type: ignore[call-arg]
    again = replace(table, state=replace(state, standing=standing))  # type: ignore[type-var, call-arg]
    assert pressable(hand(again, laid), "askback") and not pressable(hand(again, laid), "back")
    assert pressable(hand(again, laid, ids.ASK_BACK), "back") == {"sure"}
    assert not pressable(hand(again, laid, ids.ASK_BACK), "a")
