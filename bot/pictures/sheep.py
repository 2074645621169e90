"""The sheep's head of Alter Schoofkopp: fifteen strokes, each a piece of it that one can name."""

from bot.pictures.board import Board
from bot.pictures.drawing import Path, Point, arc, outlines, placed

# In the order in which they are drawn, in a square of 100 by 100.
STROKES: tuple[Path, ...] = (
    outlines("M30 40 C29 56 35 72 39 82")[0],  # left cheek
    outlines("M70 40 C71 56 65 72 61 82")[0],  # right cheek
    outlines("M39 82 C40 98 60 98 61 82")[0],  # chin
    outlines("M29 40 C20 32 8 36 1 50")[0],  # left ear from above
    outlines("M1 50 C10 58 24 56 30 48")[0],  # and from below
    outlines("M71 40 C80 32 92 36 99 50")[0],  # right ear from above
    outlines("M99 50 C90 58 76 56 70 48")[0],  # and from below
    arc((31, 27), (13, 13), 95, 315),  # a curl on the left
    arc((69, 27), (13, 13), -135, 85),  # on the right
    arc((50, 17), (14, 14), -195, 15),  # and on top
    arc((41, 54), (3, 4), 0, 360),  # left eye
    arc((59, 54), (3, 4), 0, 360),  # right eye
    outlines("M43 76 L50 82 L57 76")[0],  # nose
    outlines("M50 82 L50 88 C46 91 44 90 43 88")[0],  # from the nose down to the mouth
    [*arc((37, 35), (6, 8), 160, 20), *arc((50, 35), (6, 8), 160, 20), *arc((63, 35), (6, 8), 160, 20)],  # fringe
)


def draw_sheep(board: Board, count: int, corner: Point, side: float, pen: float) -> None:
    """The first ``count`` strokes in chalk, the others as a trace; what goes beyond fifteen is the caller's."""
    for number, stroke in enumerate(STROKES):
        board.stroke(placed(stroke, corner, (side, side)), pen, trace=number >= count)
