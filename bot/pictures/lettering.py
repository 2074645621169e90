"""Names and words on pictures, in the Noto fonts: whatever a person is called, something is drawn.

A character that no font has (Chinese, say) is replaced by a dot. Complex scripts want Pillow's Raqm layout; where that
is missing they are readable letter by letter. Everything else is laid out the same way everywhere.
"""

import io
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont, features

UNKNOWN = "•"
ELLIPSIS = "…"

_COMPLEX = ("Hebrew", "Arabic", "Devanagari", "Thai", "Bengali", "Tamil", "Telugu", "Gujarati", "Gurmukhi")
_COMPLEX += ("Kannada", "Malayalam", "Sinhala", "Oriya", "Khmer", "Lao", "Myanmar", "Ethiopic")
_FONTS = ("", "Symbols", *_COMPLEX, "Armenian", "Georgian", "Emoji")  # looked through in this order
_WEIGHT = 600.0
_LOOK_SIZE = 24  # at which it is found out whether a font has a character
_NO_CHARACTER = "\uffff"

Font = ImageFont.FreeTypeFont


class Run(NamedTuple):
    """Characters of one font."""

    font: Font
    text: str
    width: float


class Line(NamedTuple):
    text: str
    runs: tuple[Run, ...]
    width: float

    def draw(self, draw: ImageDraw.ImageDraw, left: float, base: float, strength: int = 255) -> None:
        """``base``: where the letters stand."""
        for run in self.runs:
            draw.text((left, base), run.text, fill=strength, font=run.font, anchor="ls")
            left += run.width


def line(text: str, size: int) -> Line:
    runs = tuple(Run(font, part, font.getlength(part)) for font, part in _parts(text, size))
    return Line(text, runs, sum(run.width for run in runs))


def shortened(text: str, size: int, width: float) -> Line:
    """With an ellipsis if it is wider; not cut between a letter and its mark."""
    found = line(text, size)
    if found.width <= width:
        return found
    fits, too_long = 0, len(text)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if line(_cut(text, middle), size).width <= width:
            fits = middle
        else:
            too_long = middle
    return line(_cut(text, fits), size)


def _cut(text: str, length: int) -> str:
    while 0 < length < len(text) and unicodedata.category(text[length]) in ("Mn", "Mc", "Me", "Cf"):
        length -= 1
    return text[:length].rstrip() + ELLIPSIS


def _parts(text: str, size: int) -> Iterator[tuple[Font, str]]:
    at, part = "", ""
    for char in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(char)[0]
        if kind == "C" or "\ufe00" <= char <= "\ufe0f":
            continue  # isolates, joiners and the wish for a coloured picture have no look of their own
        if kind == "M" and part[-1:] in ("", UNKNOWN):
            continue  # nothing to stand on
        font = at if at in _COMPLEX and _has(at, char) else next((name for name in _FONTS if _has(name, char)), None)
        if font is None:
            if kind == "M":
                continue
            font, char = "", UNKNOWN
        if font != at and part:
            yield _font(at, size), _in_order(part)
            part = ""
        at, part = font, part + char
    if part:
        yield _font(at, size), _in_order(part)


def _in_order(part: str) -> str:
    """As the layout wants it: without Raqm, right-to-left letters must be turned round by hand."""
    if not _raqm() and any(unicodedata.bidirectional(char) in ("R", "AL") for char in part):
        return part[::-1]
    return part


@lru_cache(1)
def _raqm() -> bool:
    return bool(features.check("raqm"))


@lru_cache(128)
def _font(name: str, size: int, laid_out: bool = True) -> Font:
    path = resources.files("manimgx_fonts") / f"Noto{'' if name == 'Emoji' else 'Sans'}{name}[wght].ttf"
    engine = ImageFont.Layout.RAQM if laid_out and name in _COMPLEX and _raqm() else ImageFont.Layout.BASIC
    font = ImageFont.truetype(io.BytesIO(path.read_bytes()), size, layout_engine=engine)
    font.set_variation_by_axes([_WEIGHT])
    return font


@lru_cache(4096)
def _has(name: str, char: str) -> bool:
    """Whether the font shows something else than for what does not exist."""
    return _look(name, char) != _missing(name)


@lru_cache(64)
def _missing(name: str) -> bytes:
    return _look(name, _NO_CHARACTER)


def _look(name: str, char: str) -> bytes:
    paper = Image.new("L", (3 * _LOOK_SIZE, 3 * _LOOK_SIZE))
    font = _font(name, _LOOK_SIZE, laid_out=False)  # Raqm would put a circle under a mark
    ImageDraw.Draw(paper).text((_LOOK_SIZE, _LOOK_SIZE), char, fill=255, font=font)
    return paper.tobytes()
