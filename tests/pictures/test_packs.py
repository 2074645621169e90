"""Which pictures there are, what their emojis are called, and which card they stand for."""

import re
from pathlib import Path

import pytest

from bot.core.cards import ALL_CARDS, ALL_SUITS, rank_of
from bot.pictures.packs import (
    BACK,
    CAP,
    CHALK,
    KEYS,
    LANGUAGES,
    Pack,
    card_key,
    drawn,
    emoji_name,
    key_of,
    keys_of,
    letter,
    mention,
    suit_key,
)
from bot.ui.faces import rank_letter
from bot.ui.text import text
from tests.ui.partien import card

FOLDER = Path(__file__).parents[2] / "bot" / "pictures" / "drawn"
PACKS = [(pack, language) for pack in Pack for language in LANGUAGES]


def test_every_picture_is_drawn_and_no_other_lies_about() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == KEYS
    assert {BACK, CHALK, CAP} < KEYS


def test_discord_takes_their_names() -> None:
    names = {emoji_name(key) for key in KEYS}
    assert len(names) == len(KEYS) < 2000
    assert all(re.fullmatch("[a-z0-9_]{2,32}", name) for name in names)


def test_discord_takes_their_sizes() -> None:
    assert all(len(drawn(key)) < 16 * 1024 for key in KEYS)
    assert sum(len(drawn(key)) for key in KEYS) < 400 * 1000


@pytest.mark.parametrize(("pack", "language"), PACKS)
def test_every_card_has_its_own_picture(pack: Pack, language: str) -> None:
    keys = {card_key(one, pack, language) for one in ALL_CARDS} | {suit_key(suit, pack) for suit in ALL_SUITS}
    assert len(keys) == 36
    assert keys | {BACK} == keys_of(pack, language)
    assert len({drawn(key) for key in keys}) == 36


def test_cards_are_called_what_they_show() -> None:
    assert card_key(card("CJ"), Pack.FRENCH, "de") == "french_clubs_jack_de"
    assert card_key(card("CJ"), Pack.FRENCH, "en") == "french_clubs_jack_en"
    assert card_key(card("HT"), Pack.FRENCH, "de") == card_key(card("HT"), Pack.FRENCH, "en") == "french_hearts_ten"
    assert card_key(card("SQ"), Pack.FOUR, "de") == "four_spades_queen_de"
    assert card_key(card("CQ"), Pack.FOUR, "de") == card_key(card("CQ"), Pack.FRENCH, "de")
    assert card_key(card("DJ"), Pack.GERMAN, "de") == card_key(card("DJ"), Pack.GERMAN, "en") == "german_bells_unter"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pack", [Pack.FRENCH, Pack.FOUR])
def test_french_cards_bear_the_letters_of_the_texts(pack: Pack, language: str) -> None:
    for one in ALL_CARDS:
        assert letter(one, pack, language) == rank_letter(rank_of(one), text(language))


def test_german_cards_bear_unter_and_ober_in_every_language() -> None:
    for language in (*LANGUAGES, "fr"):
        assert letter(card("CJ"), Pack.GERMAN, language) == "U"
        assert letter(card("CQ"), Pack.GERMAN, language) == "O"
    assert letter(card("CJ"), Pack.FRENCH, "fr") == "J"


def test_a_name_says_whose_emoji_it_is() -> None:
    assert all(key_of(emoji_name(key)) == key for key in KEYS)
    assert key_of("chalk_00aaff") == CHALK
    for foreign in ("chalk", "chalk_zzzzzz", "chalk_00aaf", "party_00aaff", "french_toast_00aaff", ""):
        assert key_of(foreign) is None
    assert re.fullmatch("<:chalk_[0-9a-f]{6}:7>", mention(CHALK, 7))
