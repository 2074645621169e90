"""Text forms of cards, actions, logs, standings and records: each is the inverse of the other."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.actions import (
    Action,
    Deal,
    NoAction,
    Settle,
    Void,
    code,
    parse_code,
    parse_words,
    words,
)
from bot.core.cards import ALL_CARDS, NAMES, Card, NoCard, parse_card, parse_suit
from bot.core.game import Phase
from bot.core.record import read, write
from bot.core.replay import differences, play, record_of
from bot.core.schafkopf.state import Standing
from bot.core.seats import SEATS, Seat

from .positions import EVERY_ACTION, GAME, SEEDS, often, random_partie, states_of, told


@given(SEEDS)
@often(100)
def test_the_log_gives_the_same_partie_again(seed: int):
    standing, log = random_partie(seed, deals=3)
    codes = [(seat, code(action)) for seat, action in log]
    states = list(states_of(standing, log))
    again = list(states_of(standing, [(seat, parse_code(text)) for seat, text in codes]))
    assert states == again, told(standing, log, seed)
    # and from where it stood before the last pack
    last = max(i for i, (_, action) in enumerate(log) if isinstance(action, Deal))
    resumed = list(states_of(GAME.standing(states[last]), log[last:]))
    assert resumed[1:] == states[last + 1 :], told(standing, log, seed)


@given(SEEDS)
@often(100)
def test_a_record_written_and_read_is_equal_and_plays_the_same(seed: int):
    standing, log = random_partie(seed, deals=3)
    rng = Random(seed)
    part = log[: rng.randrange(1, len(log) + 1)]
    if rng.random() < 0.2 and list(states_of(standing, part))[-1].phase is not Phase.OVER:
        part.append((None, Void()))
    record = record_of(GAME, standing, part, choices=True)
    text = write(record)
    assert read(text) == record, text
    replay = play(record)
    assert differences(replay) == [], text
    there = list(states_of(standing, part))[-1]
    deals = replace(there.standing, deals=replay.state.standing.deals)
    assert replay.state == replace(there, standing=deals), text


@pytest.mark.parametrize("action", [*EVERY_ACTION, Void()], ids=code)
def test_texts_of_an_action_are_inverse(action: Action):
    assert parse_code(code(action)) == action
    if isinstance(action, Deal | Settle):
        with pytest.raises(NoAction):
            words(action)
    else:
        assert parse_words(words(action)) == action


@given(st.permutations(ALL_CARDS))
@often(25)
def test_a_pack_has_a_text(pack: list[Card]):
    assert parse_code(code(Deal(tuple(pack)))) == Deal(tuple(pack))
    assert "hidden" in repr(Deal(tuple(pack)))


@given(st.text(max_size=8) | st.text("cdpgtyvlxbrs0123456789CSHDATKQJNEW -", max_size=36))
@often(150)
def test_any_text_is_an_action_or_no_action(text: str):
    for parse in (parse_code, parse_words):
        try:
            action = parse(text)
        except NoAction as error:
            assert error.text == text
        else:
            assert (code if parse is parse_code else words)(action).casefold() == text.casefold()


@given(st.text(max_size=4) | st.sampled_from(NAMES))
def test_any_text_is_a_card_or_no_card(text: str):
    for parse in (parse_card, parse_suit):
        try:
            parse(text)
        except NoCard as error:
            assert error.text == text


@given(
    st.sampled_from(SEATS), st.integers(0, 99), st.integers(0, 99), st.sampled_from([None, 0, 1]), st.integers(0, 999)
)
def test_a_standing_has_a_text(dealer: Seat, ns: int, ew: int, kreide: Any, deals: int):
    standing = Standing(dealer, (ns, ew), kreide, deals)
    assert Standing.parse(standing.text()) == standing


@pytest.mark.parametrize(
    "text", ["", "N", "X 0:0 - 0", "N 0 - 0", "N 0:0 NE 0", "N 0:0 - x", "N 0:0:0 - 0", "N  0:0 - 0"]
)
def test_what_is_no_standing(text: str):
    with pytest.raises(ValueError, match="no standing"):
        Standing.parse(text)
