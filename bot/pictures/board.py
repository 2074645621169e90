"""A slate in a wooden frame, and a piece of chalk that writes on it with a slightly unsteady hand."""

import math
from collections.abc import Sequence
from itertools import pairwise
from random import Random

from PIL import Image, ImageChops, ImageDraw

from bot.pictures.drawing import Colour, Path, Point, png
from bot.pictures.lettering import Line, line, shortened

SCALE = 2
FRAME = 22
STONE: Colour = (43, 54, 56)
CHALK: Colour = (244, 242, 232)
WOOD: Colour = (158, 108, 56)
GRAIN: Colour = (140, 94, 46)
COLOURS = (32, 16, 8)  # fewer where the picture would be too heavy
MOST_BYTES = 100_000

_STEP = 9.0  # between two places where the hand may swerve
_AND = " & "
_GRAIN_SIDE = 160
FAINT = 34  # of 255: a trace of a stroke that is still to come


class Board:
    """Everything drawn depends on ``seed`` and on what is drawn, never on chance."""

    def __init__(self, width: int, height: int, seed: str) -> None:
        self.width, self.height = width, height
        self._random = Random(seed)
        size = (width * SCALE, height * SCALE)
        self._strokes, self._traces, self._words = (Image.new("L", size) for _ in range(3))
        self._stroke_draw, self._trace_draw = ImageDraw.Draw(self._strokes), ImageDraw.Draw(self._traces)
        self._word_draw = ImageDraw.Draw(self._words)
        self._stuck: list[tuple[Image.Image, tuple[int, int]]] = []

    # -- with the chalk

    def stroke(self, path: Path, width: float = 5, trace: bool = False) -> None:
        """Along the points, a little beside them here and there; a trace is what can just be seen."""
        draw = self._trace_draw if trace else self._stroke_draw
        points, pressure = self._unsteady(path, min(1.1, width * 0.2)), 1.0
        for at, to in pairwise(points):
            pressure = 0.75 * pressure + 0.25 * (0.8 + 0.4 * self._random.random())
            wide = width * pressure * SCALE
            ends = [(x * SCALE, y * SCALE) for x, y in (at, to)]
            draw.line(ends, fill=255, width=max(1, round(wide)))
            for x, y in ends:
                radius = wide / 2
                draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)

    def _unsteady(self, path: Path, much: float) -> list[Point]:
        found: list[Point] = [path[0]]
        swerve = 0.0
        for (x, y), (to_x, to_y) in pairwise(path):
            length = math.hypot(to_x - x, to_y - y)
            steps = max(1, round(length / _STEP))
            for step in range(1, steps + 1):
                swerve = 0.7 * swerve + much * (2 * self._random.random() - 1)
                across = (0.0, 0.0) if not length else ((y - to_y) / length * swerve, (to_x - x) / length * swerve)
                share = step / steps
                found.append((x + (to_x - x) * share + across[0], y + (to_y - y) * share + across[1]))
        return found

    def tally(self, count: int, corner: Point, height: float, width: float = math.inf, traces: int = 0) -> None:
        """Strokes in fives, four and one across, in one row from the left; after them traces of what is to come."""
        whole = max(count, traces)
        step = height * 0.23 * min(1.0, width / max(1.0, tally_width(whole, height)))
        x, y = corner
        for number in range(whole):
            trace = number >= count
            if number % 5 == 4:
                start, end = y + height * self._about(0.72), y + height * self._about(0.3)
                self.stroke([(x - 4.6 * step, start), (x - 0.4 * step, end)], self._pen(height), trace)
                x += step * 0.6
                continue
            lean = step * (self._random.random() - 0.5) * 0.4
            top, bottom = y + height * self._about(0.04), y + height * self._about(0.96)
            self.stroke([(x + lean, top), (x - lean * 0.5, bottom)], self._pen(height), trace)
            x += step

    def _pen(self, height: float) -> float:
        return max(3.0, min(7.0, height * 0.085))

    def _about(self, share: float) -> float:
        return share + 0.05 * (self._random.random() - 0.5)

    # -- letters

    def text(self, text: str, middle: float, base: float, size: int, width: float, strength: int = 255) -> float:
        """Around the middle, shortened if it must be; how wide it came out."""
        found = shortened(text, size * SCALE, width * SCALE)
        return self._put(found, middle - found.width / SCALE / 2, base, strength)

    def text_left(self, text: str, left: float, base: float, size: int, width: float, strength: int = 255) -> float:
        return self._put(shortened(text, size * SCALE, width * SCALE), left, base, strength)

    def text_right(self, text: str, right: float, base: float, size: int, width: float, strength: int = 255) -> float:
        found = shortened(text, size * SCALE, width * SCALE)
        return self._put(found, right - found.width / SCALE, base, strength)

    def names(self, names: Sequence[str], middle: float, base: float, sizes: Sequence[int], width: float) -> None:
        """On one line, in the largest size that has room; in the last one, each has its share of it."""
        lines = [line(_AND.join(names), size * SCALE) for size in sizes]
        found = next((one for one in lines if one.width <= width * SCALE), None)
        if found is None:
            size = sizes[-1] * SCALE
            room = (width * SCALE - line(_AND, size).width) / len(names)
            found = line(_AND.join(shortened(name, size, room).text for name in names), size)
        self._put(found, middle - found.width / SCALE / 2, base, 255)

    def _put(self, found: Line, left: float, base: float, strength: int) -> float:
        found.draw(self._word_draw, left * SCALE, base * SCALE, strength)
        return found.width / SCALE

    # -- laid upon it

    def stick(self, picture: Image.Image, corner: tuple[int, int]) -> None:
        """A coloured picture on top of everything."""
        self._stuck.append((picture, corner))

    def finished(self) -> bytes:
        stone = self._stone()
        grain = _grain()
        size = (self.width, self.height)
        rubbed = Image.new("L", size)
        for x in range(0, self.width, _GRAIN_SIDE):
            for y in range(0, self.height, _GRAIN_SIDE):
                rubbed.paste(grain, (x, y))
        traces = self._traces.reduce(SCALE).point([grey * FAINT // 255 for grey in range(256)])
        strokes = ImageChops.multiply(ImageChops.lighter(self._strokes.reduce(SCALE), traces), rubbed)
        mask = ImageChops.lighter(strokes, self._words.reduce(SCALE))
        stone.paste(CHALK, (0, 0), mask)
        for picture, corner in self._stuck:
            stone.paste(picture, corner, picture)
        data = b""
        for colours in COLOURS:
            data = png(stone, colours)
            if len(data) <= MOST_BYTES:
                break
        return data

    def _stone(self) -> Image.Image:
        width, height = self.width, self.height
        image = Image.new("RGB", (width, height), STONE)
        draw = ImageDraw.Draw(image)
        for inset in range(FRAME):
            colour = GRAIN if inset in (4, 5, 12, 13, FRAME - 2, FRAME - 1) else WOOD
            draw.rectangle((inset, inset, width - 1 - inset, height - 1 - inset), outline=colour)
        for x, turn in ((0, 1), (width - 1, -1)):
            for y, down in ((0, 1), (height - 1, -1)):
                draw.line((x, y, x + turn * FRAME, y + down * FRAME), fill=GRAIN, width=2)
        return image


def tally_width(count: int, height: float) -> float:
    """What ``Board.tally`` will need."""
    fives, ones = divmod(count, 5)
    return height * 0.23 * (fives * 4.6 + ones)


def _grain() -> Image.Image:
    """Where the stone takes no chalk: a few specks in a square that is laid again and again."""
    random = Random("grain")
    tile = Image.new("L", (_GRAIN_SIDE, _GRAIN_SIDE), 255)
    draw = ImageDraw.Draw(tile)
    for _ in range(_GRAIN_SIDE * _GRAIN_SIDE // 9):
        x, y = int(random.random() * _GRAIN_SIDE), int(random.random() * _GRAIN_SIDE)
        draw.line((x, y, x + int(random.random() * 3), y), fill=(215, 170, 120)[int(random.random() * 3)])
    return tile
