"""The eight suits, each drawn in a square of 100 by 100."""

from collections.abc import Callable

from bot.core.cards import SUITS, Suit
from bot.pictures.drawing import Canvas, Colour, Path, Point, arc, outlines, placed
from bot.pictures.packs import Pack

GROUND: Colour = (255, 253, 246)
BLACK: Colour = (20, 20, 26)
RED: Colour = (200, 16, 28)
GREEN: Colour = (6, 108, 48)
ORANGE: Colour = (178, 84, 0)
BROWN: Colour = (84, 46, 12)
NUT: Colour = (190, 122, 36)
GOLD: Colour = (240, 178, 20)
BRASS: Colour = (128, 78, 0)

_INKS: dict[Pack, tuple[Colour, ...]] = {  # D H S C
    Pack.FRENCH: (RED, RED, BLACK, BLACK),
    Pack.FOUR: (ORANGE, RED, GREEN, BLACK),  # as on the cards of German tournaments
    Pack.GERMAN: (BRASS, RED, GREEN, BROWN),
}

_HEART = (
    "M50 96 C18 72 2 52 2 31 C2 14 14 5 27 5 C38 5 46 12 50 22 C54 12 62 5 73 5 C86 5 98 14 98 31 C98 52 82 72 50 96 Z"
)
_DIAMOND = "M50 0 C60 20 76 37 95 50 C76 63 60 80 50 100 C40 80 24 63 5 50 C24 37 40 20 50 0 Z"
_SPADE = (
    "M50 0 C56 20 98 44 98 67 C98 78 90 84 79 84 C69 84 60 79 55 71 C57 84 62 94 68 100 "
    "L32 100 C38 94 43 84 45 71 C40 79 31 84 21 84 C10 84 2 78 2 67 C2 44 44 20 50 0 Z"
)
_STEM = "M46 50 L54 50 C55 76 61 92 72 100 L28 100 C39 92 45 76 46 50 Z"
_LEAF = (
    "M50 1 C58 16 98 34 98 60 C98 76 84 84 70 80 C62 78 54 74 50 66 "
    "C46 74 38 78 30 80 C16 84 2 76 2 60 C2 34 42 16 50 1 Z"
)
_CUP = "M10 44 C10 22 28 12 50 12 C72 12 90 22 90 44 C90 50 86 54 80 54 L20 54 C14 54 10 50 10 44 Z"
_ACORN = "M17 50 L83 50 C83 74 68 90 50 99 C32 90 17 74 17 50 Z"
_CORE = "M26 56 L74 56 C72 72 62 83 50 90 C38 83 28 72 26 56 Z"


def ink(suit: Suit, pack: Pack) -> Colour:
    """What the suit's rank is written in."""
    return _INKS[pack][suit]


def draw_suit(canvas: Canvas, suit: Suit, pack: Pack, corner: Point, side: float) -> None:
    pen = _Pen(canvas, corner, side)
    _SHAPES[pack is Pack.GERMAN, SUITS[suit]](pen, ink(suit, pack))


class _Pen:
    """Draws in the square of 100 by 100 that stands somewhere on the canvas."""

    def __init__(self, canvas: Canvas, corner: Point, side: float) -> None:
        self._canvas, self._corner, self._side = canvas, corner, side

    def fill(self, path: str, colour: Colour) -> None:
        for outline in outlines(path):
            self._canvas.fill(self._placed(outline), colour)

    def line(self, path: str, width: float, colour: Colour) -> None:
        for outline in outlines(path):
            self._canvas.line(self._placed(outline), width * self._side / 100, colour)

    def disc(self, centre: Point, radius: float, colour: Colour) -> None:
        self._canvas.fill(self._placed(arc(centre, (radius, radius), 0, 360)), colour)

    def _placed(self, outline: Path) -> list[Point]:
        return placed(outline, self._corner, (self._side, self._side))


def _heart(pen: _Pen, colour: Colour) -> None:
    pen.fill(_HEART, colour)


def _diamond(pen: _Pen, colour: Colour) -> None:
    pen.fill(_DIAMOND, colour)


def _spade(pen: _Pen, colour: Colour) -> None:
    pen.fill(_SPADE, colour)


def _club(pen: _Pen, colour: Colour) -> None:
    for centre in ((50, 22), (22, 60), (78, 60)):
        pen.disc(centre, 22, colour)
    pen.fill("M44 38 L56 38 L60 54 L72 52 L72 66 L28 66 L28 52 L40 54 Z", colour)
    pen.fill(_STEM, colour)


def _acorn(pen: _Pen, colour: Colour) -> None:
    pen.line("M50 16 C50 8 54 4 62 3", 9, colour)
    pen.fill(_ACORN, colour)
    pen.fill(_CORE, NUT)
    pen.fill(_CUP, colour)
    pen.line("M26 40 L38 24 M44 44 L58 24 M63 44 L75 28", 5, NUT)


def _leaf(pen: _Pen, colour: Colour) -> None:
    pen.line("M50 66 C50 80 56 90 66 96", 10, colour)
    pen.fill(_LEAF, colour)
    pen.line("M50 24 L50 62 M50 52 L30 44 M50 52 L70 44 M50 66 L28 64 M50 66 L72 64", 5, GROUND)


def _bell(pen: _Pen, colour: Colour) -> None:
    pen.disc((50, 11), 11, colour)
    pen.disc((50, 57), 43, colour)
    pen.disc((50, 57), 34, GOLD)
    pen.fill("M17 46 L83 46 L84 57 L16 57 Z", colour)
    pen.line("M50 66 L50 80", 8, colour)
    pen.disc((50, 67), 8, colour)


_SHAPES: dict[tuple[bool, str], Callable[[_Pen, Colour], None]] = {
    (False, "C"): _club,
    (False, "S"): _spade,
    (False, "H"): _heart,
    (False, "D"): _diamond,
    (True, "C"): _acorn,
    (True, "S"): _leaf,
    (True, "H"): _heart,
    (True, "D"): _bell,
}
