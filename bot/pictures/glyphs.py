"""The few letters and digits that stand on cards, as strokes of a thick pen: nothing depends on a font."""

from collections.abc import Sequence

from bot.pictures.drawing import Canvas, Colour, Path, Point, arc, outlines

Rim = tuple[float, Colour]  # how wide

HEIGHT = 100.0

_OVAL = arc((36, 50), (36, 50), 0, 360)
_GLYPHS: dict[str, tuple[float, Sequence[Path]]] = {  # width, and what the middle of the pen follows
    "7": (62, outlines("M0 0 L62 0 C44 30 30 62 24 100")),
    "8": (60, [arc((30, 24), (23, 24), 0, 360), arc((30, 74), (30, 26), 0, 360)]),
    "9": (64, [arc((32, 31), (32, 31), 0, 360), *outlines("M64 31 C64 66 52 90 16 100")]),
    "1": (24, outlines("M0 22 L24 0 L24 100")),
    "0": (54, [arc((27, 50), (27, 50), 0, 360)]),
    "A": (76, outlines("M0 100 L38 0 L76 100 M14 66 L62 66")),
    "K": (66, outlines("M0 0 L0 100 M64 0 L2 60 M22 44 L66 100")),
    "Q": (76, [arc((36, 50), (36, 50), 0, 360), *outlines("M46 70 L76 104")]),
    "J": (48, outlines("M48 0 L48 70 C48 90 38 100 22 100 C10 100 2 94 0 84")),
    "U": (64, outlines("M0 0 L0 66 C0 90 12 100 32 100 C52 100 64 90 64 66 L64 0")),
    "O": (74, [arc((37, 50), (37, 50), 0, 360)]),
    "D": (74, outlines("M0 0 L24 0 C56 0 74 18 74 50 C74 82 56 100 24 100 L0 100 Z")),
    "B": (
        62,
        outlines("M0 0 L30 0 C50 0 58 10 58 24 C58 38 50 47 30 47 L0 47 M30 47 C52 47 62 58 62 73 C62 90 52 100 30 100")
        + outlines("M30 100 L0 100 L0 0"),
    ),
}
_GAP = 30.0  # between two digits, from one pen's middle to the other's


def write(canvas: Canvas, text: str, corner: Point, size: Point, pen: float, colour: Colour, rim: Rim) -> None:
    """As large as the size allows, narrower if it must be, from the left; raises KeyError for other letters.

    A rim in the colour of the ground keeps it apart from what was drawn before.
    """
    widths = [_GLYPHS[letter][0] for letter in text]
    wide = sum(widths) + _GAP * (len(text) - 1)
    high = (size[1] - pen) / HEIGHT
    narrow = min(high, (size[0] - pen) / wide)
    left, top = corner[0] + pen / 2, corner[1] + pen / 2
    strokes: list[Path] = []
    for letter, width in zip(text, widths, strict=True):
        strokes += [[(left + x * narrow, top + y * high) for x, y in path] for path in _GLYPHS[letter][1]]
        left += (width + _GAP) * narrow
    for width, shade in ((pen + 2 * rim[0], rim[1]), (pen, colour)):
        for stroke in strokes:
            canvas.line(stroke, width, shade)
