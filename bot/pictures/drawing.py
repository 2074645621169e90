"""Vector shapes on a canvas that is drawn large and then brought down, so that edges come out smooth."""

import io
import math
import re
from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

Point = tuple[float, float]
Path = Sequence[Point]
Colour = tuple[int, int, int]

_STEPS = 24  # straight pieces that stand for one curve
_PART = re.compile(r"([MLCZ])|(-?[0-9.]+)")


def curve(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    """A cubic Bézier curve without its start."""
    found: list[Point] = []
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        # Added up by hand: sum() rounds otherwise from Python 3.12 on, and one picture would be drawn in two ways.
        x = a * start[0] + b * first[0] + c * second[0] + d * end[0]
        y = a * start[1] + b * first[1] + c * second[1] + d * end[1]
        found.append((x, y))
    return found


def arc(centre: Point, radii: Point, start: float, end: float) -> list[Point]:
    """Part of an ellipse; degrees, 0 to the right and 90 at the bottom."""
    steps = max(2, math.ceil(abs(end - start) / 360 * 3 * _STEPS))
    angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(centre[0] + radii[0] * math.cos(a), centre[1] + radii[1] * math.sin(a)) for a in angles]


def outlines(path: str) -> list[list[Point]]:
    """``M x y``, ``L x y``, ``C x y x y x y`` and ``Z``, all absolute, as lists of points."""
    found: list[list[Point]] = []
    command, numbers = "", []
    needed = {"M": 2, "L": 2, "C": 6}
    for letter, number in _PART.findall(path):
        if letter:
            command = letter
            if letter == "Z":
                found[-1].append(found[-1][0])
            continue
        numbers.append(float(number))
        if len(numbers) == needed[command]:
            points = list(zip(numbers[::2], numbers[1::2], strict=True))
            numbers = []
            if command == "M":
                found.append(points)
            elif command == "L":
                found[-1] += points
            else:
                found[-1] += curve(found[-1][-1], *points)
    return found


def placed(path: Path, corner: Point, size: Point) -> list[Point]:
    """From the square of 100 by 100 to a place on the canvas."""
    return [(corner[0] + x * size[0] / 100, corner[1] + y * size[1] / 100) for x, y in path]


class Canvas:
    """``side`` points each way; transparent until something is drawn."""

    def __init__(self, side: int, scale: int = 8) -> None:
        self._scale = scale
        self._image = Image.new("RGBA", (side * scale, side * scale), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._image)

    def _at(self, path: Path) -> list[Point]:
        return [(x * self._scale, y * self._scale) for x, y in path]

    def fill(self, path: Path, colour: Colour) -> None:
        self._draw.polygon(self._at(path), fill=colour)

    def line(self, path: Path, width: float, colour: Colour) -> None:
        """With round ends and corners."""
        points, radius = self._at(path), width * self._scale / 2
        for (x, y), (to_x, to_y) in pairwise(points):
            length = math.hypot(to_x - x, to_y - y)
            if length:
                across, along = (to_x - x) / length * radius, (to_y - y) / length * radius
                corners = [(x - along, y + across), (x + along, y - across)]
                corners += [(to_x + along, to_y - across), (to_x - along, to_y + across)]
                self._draw.polygon(corners, fill=colour)
        for x, y in points:
            self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)

    def disc(self, centre: Point, radius: float, colour: Colour) -> None:
        self.fill(arc(centre, (radius, radius), 0, 360), colour)

    def sheet(self, corner: Point, size: Point, radius: float, colour: Colour) -> None:
        """A rectangle with round corners."""
        left, top = corner[0] * self._scale, corner[1] * self._scale
        right, bottom = left + size[0] * self._scale - 1, top + size[1] * self._scale - 1
        self._draw.rounded_rectangle((left, top, right, bottom), radius * self._scale, fill=colour)

    def picture(self, times: int = 1) -> Image.Image:
        """That many times as large as the canvas says; the scale must be a multiple of it."""
        return self._image.reduce(self._scale // times)


def png(image: Image.Image, colours: int) -> bytes:
    """With a palette: small, and the same bytes for the same picture."""
    method = Image.Quantize.FASTOCTREE if image.mode == "RGBA" else Image.Quantize.MEDIANCUT  # only one keeps alpha
    kept = io.BytesIO()
    image.quantize(colours, method, dither=Image.Dither.NONE).save(kept, "PNG", optimize=True)
    return kept.getvalue()
