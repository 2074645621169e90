"""Cards and Striche as people see them."""

import pytest

from bot.core.cards import ALL_CARDS, ALL_SUITS, CLUBS, DIAMONDS, HEARTS
from bot.ui.faces import card_name, face, sort_hand, suit_words, tally
from bot.ui.text import text

from .partien import card

DE, EN = text("de"), text("en")


def test_a_card_has_a_face_and_a_name() -> None:
    assert face(card("CJ"), DE) == "♣\ufe0fB"
    assert face(card("HT"), EN) == "♥\ufe0f10"
    assert card_name(card("CJ"), DE) == "Kreuz-Bube"
    assert card_name(card("CJ"), EN) == "Jack of Clubs"
    assert suit_words(HEARTS, DE) == "♥\ufe0f Herz"


@pytest.mark.parametrize("texts", [DE, EN])
def test_no_two_cards_look_alike(texts) -> None:
    assert len({face(c, texts) for c in ALL_CARDS}) == len({card_name(c, texts) for c in ALL_CARDS}) == 32
    assert len({suit_words(s, texts) for s in ALL_SUITS}) == 4


def test_a_hand_is_sorted_by_suit_before_trump_is_named() -> None:
    hand = [card(c) for c in ("D7", "HA", "CT", "DJ", "CA", "S9", "CJ", "SA")]
    assert [face(c, DE) for c in sort_hand(hand, None)] == [
        face(card(c), DE) for c in ("CJ", "DJ", "CA", "CT", "SA", "S9", "HA", "D7")
    ]


def test_trumps_come_first_once_trump_is_named() -> None:
    hand = [card(c) for c in ("D7", "HA", "CT", "DJ", "CA", "S9", "CJ", "SA")]
    assert [face(c, DE) for c in sort_hand(hand, DIAMONDS)] == [
        face(card(c), DE) for c in ("CJ", "DJ", "D7", "CA", "CT", "SA", "S9", "HA")
    ]
    assert sort_hand(hand, CLUBS)[:4] == [card(c) for c in ("CJ", "DJ", "CA", "CT")]


def test_striche_are_drawn_in_fives() -> None:
    assert tally(0) == ""
    assert tally(4) == "IIII"
    assert tally(5) == "~~IIII~~"
    assert tally(12) == "~~IIII~~ ~~IIII~~ II"
    for count in range(40):  # a struck group is five strokes: four and the one across
        assert tally(count).count("I") + tally(count).count("~~IIII~~") == count
