"""The drawn cards: the committed files are what the sources draw, and people can read them."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.core.cards import ALL_CARDS, ALL_SUITS, suit_of
from bot.pictures.emojis import SIDE, every_emoji
from bot.pictures.packs import BACK, CAP, CHALK, KEYS, LANGUAGES, Pack, card_key, drawn, keys_of, suit_key
from bot.pictures.suits import GROUND, ink

from .look import DARK, LIGHT, colours, contrast, luminance, on_ground, opened

TEXT = 4.5  # WCAG, for letters
SHAPE = 3.0  # for what is no letter
LETTER_BOX, SUIT_BOX = (15, 7, 80, 75), (52, 60, 116, 122)
CARDS = sorted({(card_key(card, pack, "de"), pack, suit_of(card)) for card in ALL_CARDS for pack in Pack})
CARDS += sorted({(card_key(card, pack, "en"), pack, suit_of(card)) for card in ALL_CARDS for pack in Pack} - {*CARDS})


def test_the_sources_draw_the_committed_files() -> None:
    found = dict(every_emoji())
    assert found.keys() == KEYS
    for key, data in found.items():
        fresh, committed = opened(data).convert("RGBA"), opened(drawn(key)).convert("RGBA")
        assert fresh.size == committed.size == (SIDE, SIDE)
        assert ImageChops.difference(fresh, committed).getbbox(alpha_only=False) is None, f"{key}: draw it anew"


@pytest.mark.parametrize(("key", "pack", "suit"), CARDS, ids=[f"{key}-{pack}" for key, pack, _ in CARDS])
def test_the_face_stands_out_from_its_ground(key: str, pack: Pack, suit) -> None:
    """Measured on the picture: what the letter is written in, and the suit's strongest colour."""
    picture = opened(drawn(key))
    written, paper = sorted(colours(picture.crop(LETTER_BOX), 0.08)[:2], key=luminance)
    assert contrast(paper, GROUND) < 1.05
    assert contrast(written, ink(suit, pack)) < 1.1
    assert contrast(paper, written) >= TEXT
    assert max(contrast(paper, shade) for shade in colours(picture.crop(SUIT_BOX), 0.06)) >= TEXT


@pytest.mark.parametrize("key", sorted({suit_key(suit, pack) for suit in ALL_SUITS for pack in Pack}))
def test_a_suit_alone_stands_out_from_its_ground(key: str) -> None:
    shades = colours(opened(drawn(key)), 0.06)
    assert contrast(shades[0], GROUND) < 1.05
    assert max(contrast(shades[0], shade) for shade in shades) >= TEXT


@pytest.mark.parametrize("ground", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("key", [BACK, CHALK, CAP, "french_clubs_seven"])
def test_everything_stands_out_from_discord(key: str, ground) -> None:
    assert max(contrast(shade, ground) for shade in colours(opened(drawn(key)), 0.05)) >= SHAPE


@pytest.mark.parametrize("ground", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pack", list(Pack))
def test_no_two_look_alike_at_22_pixels(pack: Pack, language: str, ground) -> None:
    """Not in grey either: colour alone never tells two cards apart."""
    shown = {key: on_ground(opened(drawn(key)), ground, 22).convert("L") for key in keys_of(pack, language)}
    for one, other in combinations(sorted(shown), 2):
        assert differing(shown[one], shown[other]) >= 12, (one, other)


def differing(one: Image.Image, other: Image.Image) -> int:
    """How many pixels an eye tells apart."""
    return sum(count for grey, count in enumerate(ImageChops.difference(one, other).histogram()) if grey > 48)
