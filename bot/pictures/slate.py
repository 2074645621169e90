"""The slate of a Partie: both pairs' Striche, deal by deal, as chalk on stone."""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from PIL import Image

from bot.pictures.board import FRAME, Board, tally_width
from bot.pictures.emojis import draw_stick
from bot.pictures.sheep import STROKES, draw_sheep

WIDTH = 900
MOST_DEALS = 40  # more than that, and the first ones are summed up
FEW_DEALS = 14  # which may stand wide apart

MARKS_TOP = 242
TALLY, TALLY_STEP, A_LINE = 64, 80, 20
SHEEP_SIDE, EXTRA_HEIGHT = 250, 44
STICK_ROOM, SMALL_STICK, ROOM = 76, 30, 124  # at the edges of a row
NOTE_WIDTH = WIDTH - 2 * (STICK_ROOM + ROOM) - 16
SOFT = 225  # of 255: words that matter less

Pair = Literal[0, 1]


@dataclass(frozen=True, slots=True)
class SlateDeal:
    """``number`` as counted at the table; ``note`` says in a few words who called what."""

    number: int
    striche: tuple[int, int]
    note: str
    kreide: Pair | None = None  # who has it afterwards


@dataclass(frozen=True, slots=True)
class SlateWords:
    """In the language of whoever looks at it."""

    title: str  # the game
    target: str  # "bis 20 Striche"
    kreide: str  # "Kreide"
    won: str  # "gewonnen"
    earlier: str = ""  # "davor" in front of the sum of deals that are left out


@dataclass(frozen=True, slots=True)
class Slate:
    """Pairs, names and Striche in the order in which they stand, left and right; names already made harmless."""

    names: tuple[tuple[str, str], tuple[str, str]]
    deals: tuple[SlateDeal, ...]
    words: SlateWords
    target: int
    kreide: Pair | None = None
    winner: Pair | None = None
    sheep: bool = False  # Alter Schoofkopp

    @property
    def striche(self) -> tuple[int, int]:
        return _sum(self.deals)


def draw_slate(slate: Slate) -> bytes:
    """A PNG; the same for the same slate, and the same hand throughout a Partie."""
    left_out, shown = slate.deals[:-MOST_DEALS], slate.deals[-MOST_DEALS:]
    if left_out:
        note = f"{slate.words.earlier} {left_out[0].number}–{left_out[-1].number}".strip()
        shown = (SlateDeal(0, _sum(left_out), note), *shown)
    row = 48 if len(shown) <= FEW_DEALS else 38
    marks = _marks_height(slate)
    rows_top = MARKS_TOP + marks + 96
    board = Board(WIDTH, rows_top + row * len(shown) + (56 if shown else 24), repr(slate.names))
    board.text(slate.words.title, WIDTH / 2, 82, 40, WIDTH - 140)
    board.text(slate.words.target, WIDTH / 2, 118, 26, WIDTH - 140, SOFT)
    board.stroke([(WIDTH / 2, 140), (WIDTH / 2, rows_top - 20)], 4)
    for pair in (0, 1):
        _half(board, slate, pair, marks)
    if shown:
        board.stroke([(FRAME + 24, rows_top - 8), (WIDTH - FRAME - 24, rows_top - 8)], 4)
        for at, deal in enumerate(shown):
            _row(board, deal, rows_top + row * at, row)
    return board.finished()


def _sum(deals: tuple[SlateDeal, ...]) -> tuple[int, int]:
    return sum(deal.striche[0] for deal in deals), sum(deal.striche[1] for deal in deals)


def _marks_height(slate: Slate) -> int:
    """What the longer of the two tallies needs."""
    most = max(*slate.striche, slate.target)
    if slate.sheep:
        return SHEEP_SIDE + (EXTRA_HEIGHT + 16 if most > len(STROKES) else 0)
    return -(-most // A_LINE) * TALLY_STEP


def _half(board: Board, slate: Slate, pair: Pair, marks: int) -> None:
    """Names, Striche and perhaps the chalk of one pair."""
    middle = WIDTH / 4 + 6 if pair == 0 else WIDTH * 3 / 4 - 6
    for at, name in enumerate(slate.names[pair]):
        board.text(name, middle, 178 + 38 * at, 30, WIDTH / 2 - 70)
    count = slate.striche[pair]
    if slate.sheep:
        _sheep(board, count, middle)
    else:
        left = middle - tally_width(A_LINE, TALLY) / 2
        for at in range(0, max(count, slate.target), A_LINE):
            corner = (left, MARKS_TOP + at / A_LINE * TALLY_STEP)
            traces = min(A_LINE, slate.target - at)
            board.tally(min(A_LINE, max(0, count - at)), corner, TALLY, traces=traces)
    base = MARKS_TOP + marks + 60
    wide = board.text(str(count), middle, base, 56, 120)
    if slate.winner == pair:
        board.stroke([(middle - wide / 2 - 8, base + 12), (middle + wide / 2 + 8, base + 10)], 4)
        board.text_left(slate.words.won, middle + wide / 2 + 22, base - 4, 26, 152)
    if slate.kreide == pair:
        said = board.text_right(slate.words.kreide, middle - wide / 2 - 26, base - 4, 26, 96)
        board.stick(stick(48), (round(middle - wide / 2 - 26 - said - 54), base - 38))


def _sheep(board: Board, count: int, middle: float) -> None:
    draw_sheep(board, count, (middle - SHEEP_SIDE / 2, MARKS_TOP - 10), SHEEP_SIDE, 6)
    if (more := count - len(STROKES)) > 0:
        left = middle - tally_width(more, EXTRA_HEIGHT) / 2
        board.tally(more, (left, MARKS_TOP + SHEEP_SIDE - 4), EXTRA_HEIGHT)


def _row(board: Board, deal: SlateDeal, top: float, height: int) -> None:
    """Left and right the Striche, between them who called what; a piece of chalk where the Kreide lies now."""
    size = 26 if height > 40 else 23
    base = top + height * 0.72
    text = f"{deal.number}.  {deal.note}" if deal.number else deal.note
    board.text(text, WIDTH / 2, base, size, NOTE_WIDTH, SOFT)
    high = height - 14
    for pair in (0, 1):
        count = deal.striche[pair]
        wide = min(tally_width(count, high), ROOM)
        left = STICK_ROOM if pair == 0 else WIDTH - STICK_ROOM - wide
        board.tally(count, (left, top + 7), high, ROOM)
        if deal.kreide == pair:
            corner = FRAME + 16 if pair == 0 else WIDTH - FRAME - 16 - SMALL_STICK
            board.stick(stick(SMALL_STICK), (corner, round(top + (height - SMALL_STICK) / 2)))


@cache
def stick(side: int) -> Image.Image:
    return draw_stick().picture().crop((40, 10, 124, 104)).resize((side, side), Image.Resampling.LANCZOS)
