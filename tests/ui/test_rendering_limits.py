"""Every kind of message fits Discord at its longest, and what can be pressed is exactly what may be done."""

from dataclasses import replace
from random import Random

import pytest

from bot.core.actions import Call, code
from bot.core.cards import ALL_CARDS
from bot.core.seats import SEATS
from bot.start import begin_partie
from bot.table import EMPTY_CHAIRS, Chair, TablePhase
from bot.ui.board import board_message
from bot.ui.hand import hand_message
from bot.ui.lobby import lobby_message
from bot.ui.message import Button, Message
from bot.ui.notices import (
    OwnHand,
    annulled_message,
    closed_message,
    hands_message,
    invitation_message,
    reminder_message,
    seated_message,
    stopped_message,
)
from bot.ui.rules_page import rules_message
from bot.ui.text import text

from .partien import FOUR, LONG, URL, lobby, partie, pressable, troubled

HUGE = 2**63 - 1
SERVER = "Ｓ" * 100


def cards_are_four_a_row(message: Message) -> bool:
    rows = [[item for item in row if isinstance(item, Button) and item.emoji and item.label] for row in message.rows]
    return all(len(row) <= 4 for row in rows if row and all(":a:p" in b.id or ":a:g" in b.id for b in row))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("language", ["de", "en"])
def test_hands_and_boards_fit(seed: int, language: str) -> None:
    rng = Random(seed)
    for moment in partie(seed):
        table = replace(troubled(moment.table, rng), id=HUGE, ply=HUGE, partie=HUGE, number=HUGE)
        board = board_message(table, LONG, text(language), hands_in_dm=())
        assert board.faults == (), board
        for seat in SEATS:
            hand = hand_message(table, seat, LONG, text(language), server=SERVER, board_url=URL, notice="Ｎ" * 300)
            assert hand.faults == (), hand
            assert cards_are_four_a_row(hand)


@pytest.mark.parametrize("seed", range(6, 10))
def test_what_can_be_pressed_is_what_may_be_done(seed: int) -> None:
    for moment in partie(seed):
        table = moment.table
        assert table.state is not None
        legal = table.rules.legal(table.state) if table.to_act is not None else ()
        solos = {code(a) for a in legal if isinstance(a, Call) and a.word.endswith("solo")}
        for seat in SEATS:
            hand = hand_message(table, seat, LONG, text("de"), server=SERVER)
            if seat == table.to_act:
                assert pressable(hand, "a") == {code(action) for action in legal} - solos
                assert pressable(hand, "ask") == solos
            else:
                assert not pressable(hand, "a", "ask")
        assert not pressable(board_message(table, LONG, text("de"), hands_in_dm=()), "a", "ask")


def test_a_solo_is_asked_for_twice() -> None:
    asked = 0
    for seed in range(4):
        for moment in partie(seed):
            table, seat = moment.table, moment.table.to_act
            assert table.state is not None
            if seat is None:
                continue
            for action in table.rules.legal(table.state):
                if isinstance(action, Call) and action.word.endswith("solo"):
                    message = hand_message(
                        table, seat, LONG, text("de"), server=SERVER, board_url=URL, ask=code(action)
                    )
                    assert message.faults == ()
                    assert pressable(message, "a") == {code(action)}
                    assert pressable(message, "show") == {""}
                    assert message.embed is not None
                    assert ("12 Striche" if "gross" in action.word else "8 Striche") in message.embed.description
                    asked += 1
            for wrong in ("cgrosses-solo", "nonsense", "pCJ"):
                if all(code(action) != wrong for action in table.rules.legal(table.state)):
                    plain = hand_message(table, seat, LONG, text("de"), server=SERVER)
                    assert hand_message(table, seat, LONG, text("de"), server=SERVER, ask=wrong) == plain
    assert asked


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("by_lot", [False, True])
def test_lobbies_fit(language: str, by_lot: bool) -> None:
    for people in range(5):
        chairs = list(EMPTY_CHAIRS)
        chairs[:people] = FOUR[:people]
        table = replace(lobby((chairs[0], chairs[1], chairs[2], chairs[3]), by_lot), id=HUGE, number=HUGE)
        for seat in table.free_seats:
            assert lobby_message(table.with_chair(seat, Chair(computer=True)), LONG, text(language)).faults == ()
        assert lobby_message(table, LONG, text(language)).faults == ()
        for phase in (TablePhase.PARTIE, TablePhase.CLOSED, TablePhase.FINISHED):
            over = lobby_message(replace(table, phase=phase), LONG, text(language))
            assert over.faults == ()
            assert over.rows == ()


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_longest_drawing_fits(language: str) -> None:
    for seed in range(200):
        rng = Random(seed)
        table = begin_partie(lobby(by_lot=True), lambda rng=rng: tuple(rng.sample(ALL_CARDS, 32)))
        assert board_message(table, LONG, text(language), hands_in_dm=()).faults == ()


@pytest.mark.parametrize("language", ["de", "en"])
def test_notices_and_rules_fit(language: str) -> None:
    table = replace(lobby(), id=HUGE, number=HUGE)
    playing = [moment.table for moment in partie(1)][5]
    own = [OwnHand(replace(playing, id=HUGE - i), SEATS[i % 4], SERVER) for i in range(40)]
    for message in (
        seated_message(table, SEATS[2], language, server=SERVER, board_url=URL),
        reminder_message(table, f"<@{HUGE}>", language),
        invitation_message(table, f"<@{HUGE}>", "Ｗ" * 40, language, lobby_url=URL),
        annulled_message(playing, language),
        closed_message(table, language),
        closed_message(table, language, idle=True),
        stopped_message(table, language),
        hands_message(own, LONG, language),
        rules_message(language),
    ):
        assert message.faults == (), message


def test_before_anything_is_dealt_hand_and_board_say_so() -> None:
    table = lobby()
    assert "noch nicht gespielt" in hand_message(table, SEATS[0], LONG, text("de"), server=SERVER).content
    assert "noch nicht gespielt" in board_message(table, LONG, text("de"), hands_in_dm=()).content
