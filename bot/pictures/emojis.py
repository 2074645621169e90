"""The application emojis, drawn."""

from collections.abc import Iterator

from PIL import Image

from bot.core.cards import ALL_CARDS, ALL_SUITS, Card, Suit, suit_of
from bot.pictures.drawing import Canvas, Colour, arc, outlines, png
from bot.pictures.glyphs import write
from bot.pictures.packs import BACK, CAP, CHALK, LANGUAGES, Pack, card_key, letter, suit_key
from bot.pictures.suits import GROUND, draw_suit, ink

SIDE = 128
COLOURS = 48

EDGE: Colour = (112, 106, 92)
BLUE: Colour = (32, 84, 150)
SLATE: Colour = (52, 66, 66)
WOOD: Colour = (176, 122, 62)
CHALK_WHITE: Colour = (246, 244, 234)
CHALK_SHADE: Colour = (206, 202, 186)
CLOTH: Colour = (66, 134, 204)
CLOTH_SHADE: Colour = (30, 74, 128)


def every_emoji() -> Iterator[tuple[str, bytes]]:
    """Key and PNG, each key once."""
    done: set[str] = set()
    for pack in Pack:
        for suit in ALL_SUITS:
            if (key := suit_key(suit, pack)) not in done:
                done.add(key)
                yield key, png(draw_tile(suit, pack), COLOURS)
        for language in LANGUAGES:
            for card in ALL_CARDS:
                if (key := card_key(card, pack, language)) not in done:
                    done.add(key)
                    yield key, png(draw_card(card, pack, language), COLOURS)
    yield BACK, png(_back(), COLOURS)
    yield CHALK, png(draw_chalk().picture(), COLOURS)
    yield CAP, png(draw_cap().picture(), COLOURS)


def _blank_card(canvas: Canvas) -> None:
    canvas.sheet((8, 0), (112, 128), 18, EDGE)
    canvas.sheet((11, 3), (106, 122), 15, GROUND)


def draw_card(card: Card, pack: Pack, language: str) -> Image.Image:
    """The rank at the top left, the suit at the bottom right, both as large as the card allows."""
    canvas = Canvas(SIDE)
    _blank_card(canvas)
    suit = suit_of(card)
    draw_suit(canvas, suit, pack, (54, 61), 60)
    write(canvas, letter(card, pack, language), (17, 9), (62, 64), 14, ink(suit, pack), (4, GROUND))
    return canvas.picture()


def draw_tile(suit: Suit, pack: Pack) -> Image.Image:
    """The suit alone, for naming trump."""
    canvas = Canvas(SIDE)
    canvas.sheet((2, 2), (124, 124), 26, EDGE)
    canvas.sheet((5, 5), (118, 118), 23, GROUND)
    draw_suit(canvas, suit, pack, (19, 19), 90)
    return canvas.picture()


def _back() -> Image.Image:
    canvas = Canvas(SIDE)
    _blank_card(canvas)
    canvas.sheet((18, 10), (92, 108), 9, BLUE)
    for row in range(4):
        for column in range(3):
            x, y = 34 + 30 * column, 25.5 + 26 * row
            canvas.fill([(x, y - 10), (x + 11, y), (x, y + 10), (x - 11, y)], GROUND)
    return canvas.picture()


def draw_chalk() -> Canvas:
    """A piece of chalk that has just drawn a stroke on a framed slate."""
    canvas = Canvas(SIDE)
    canvas.sheet((0, 10), (128, 108), 14, WOOD)
    canvas.sheet((11, 21), (106, 86), 5, SLATE)
    canvas.line([(28, 34), (26, 92)], 9, CHALK_WHITE)
    canvas.line([(46, 94), (52, 90)], 9, CHALK_WHITE)
    _stick(canvas)
    return canvas


def draw_stick() -> Canvas:
    """The piece of chalk alone."""
    canvas = Canvas(SIDE)
    _stick(canvas)
    return canvas


def _stick(canvas: Canvas) -> None:
    canvas.line([(60, 82), (106, 30)], 24, CHALK_SHADE)
    canvas.line([(58, 78), (101, 29)], 16, CHALK_WHITE)


def draw_cap() -> Canvas:
    """The flat cap that whoever deals has on."""
    canvas = Canvas(SIDE)
    crown = outlines("M4 84 C2 46 30 20 68 22 C104 24 124 46 122 74 C122 82 116 86 108 86 L16 94 C8 94 4 92 4 84 Z")[0]
    brim = outlines("M2 86 C26 72 64 70 92 78 C86 96 62 110 34 110 C14 110 0 102 2 86 Z")[0]
    canvas.fill(crown, CLOTH)
    canvas.line(crown, 4, CLOTH_SHADE)
    canvas.line([(72, 24), *arc((30, 60), (46, 40), -40, 10)], 4, CLOTH_SHADE)
    canvas.fill(brim, CLOTH_SHADE)
    canvas.line(brim, 3, GROUND)
    canvas.disc((68, 20), 8, CLOTH_SHADE)
    return canvas
