"""What an eye sees in a picture: colours, how often, how well they stand out."""

import io
from collections import Counter

from PIL import Image

Colour = tuple[int, int, int]
DARK: Colour = (0x31, 0x33, 0x38)  # Discord's grounds
LIGHT: Colour = (0xFF, 0xFF, 0xFF)


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def colours(image: Image.Image, least: float) -> list[Colour]:
    """Those that cover at least this share of it, the most frequent first."""
    pixels = image.convert("RGBA").tobytes()
    quads = zip(*[iter(pixels)] * 4, strict=True)
    counted = Counter((red, green, blue) for red, green, blue, alpha in quads if alpha == 255)
    return [colour for colour, count in counted.most_common() if count >= least * image.width * image.height]


def luminance(colour: Colour) -> float:
    """As WCAG 2 has it."""
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def on_ground(image: Image.Image, ground: Colour, side: int) -> Image.Image:
    """As Discord shows it: brought down, on its ground."""
    small = image.convert("RGBA").resize((side, side), Image.Resampling.LANCZOS)
    shown = Image.new("RGB", small.size, ground)
    shown.paste(small, (0, 0), small)
    return shown
