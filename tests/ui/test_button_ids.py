"""Button ids: inverse, short, and nothing else is taken for one."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.actions import ALL_SUITS, CALL_WORDS, GIVES, PLAYS, Call, NameTrump, Yield, code
from bot.core.seats import SEATS
from bot.ui.ids import INVITE_PATTERN, PATTERN, VERBS, NoPress, Press, action_id, invite_id, seat_id

NUMBERS = st.integers(0, 2**63 - 1)
ACTIONS = [*PLAYS, *GIVES, *map(NameTrump, ALL_SUITS), *map(Call, CALL_WORDS), Yield()]
ARGS = st.none() | st.sampled_from([code(action) for action in ACTIONS]) | st.sampled_from(["N", "yes", "no"])


@given(NUMBERS, NUMBERS, st.sampled_from(sorted(VERBS)), ARGS)
def test_parse_is_the_inverse_of_id(table: int, n: int, verb: str, arg: str | None) -> None:
    press = Press(table, n, verb, arg)
    assert Press.parse(press.id) == press
    assert len(press.id) <= 100


def test_the_forms_agreed_on() -> None:
    assert action_id(412, 57, PLAYS[31]) == "k1:412:57:a:pCJ"
    assert action_id(412, 57, Call("grosses-solo"), "ask") == "k1:412:57:ask:cgrosses-solo"
    assert seat_id(412, 0, "sit", SEATS[1]) == "k1:412:0:sit:E"
    assert Press.parse("k1:412:57:take:W").seat == SEATS[3]
    assert Press(412, 2, "stop", "yes").id == "k1:412:2:stop:yes"


@pytest.mark.parametrize(
    "text",
    ["", "k1", "k1:1:2", "k2:1:2:a", "k1:1:2:a:", "k1:1:2:a:p CJ", "xk1:1:2:show", "k1:1:2:show\n", "k1:-1:2:show"],
)
def test_anything_else_is_no_press(text: str) -> None:
    with pytest.raises(NoPress):
        Press.parse(text)


def test_an_invitation_is_no_press() -> None:
    assert re.fullmatch(INVITE_PATTERN, invite_id(412))
    assert not re.fullmatch(PATTERN, invite_id(412))
