"""A picture worth posting, once a Partie is won: who, how high, when."""

from dataclasses import dataclass
from functools import cache

from PIL import Image

from bot.pictures.board import FRAME, Board
from bot.pictures.emojis import draw_cap
from bot.pictures.sheep import draw_sheep
from bot.pictures.slate import SOFT, stick

WIDTH, HEIGHT = 900, 640
NAMES_WIDTH = WIDTH - 2 * FRAME - 40


@dataclass(frozen=True, slots=True)
class Poster:
    """Names already made harmless; ``striche`` of the winners and of the others; all sentences ready."""

    title: str  # the game
    won: str  # "haben die Partie gewonnen"
    winners: tuple[str, str]
    others: tuple[str, str]
    striche: tuple[int, int]
    against: str  # "gegen"
    date: str
    deals: str  # "in 17 Spielen"
    sheep: bool = False  # Alter Schoofkopp


def draw_poster(poster: Poster) -> bytes:
    """A PNG; the same for the same Partie."""
    board = Board(WIDTH, HEIGHT, repr(poster))
    middle = WIDTH / 2
    board.text(poster.title, middle, 84, 34, 420, SOFT)
    board.names(poster.winners, middle, 178, (50, 42, 36, 30), NAMES_WIDTH)
    board.text(poster.won, middle, 224, 30, NAMES_WIDTH, SOFT)
    won, lost = poster.striche
    wide = board.text(f"{won} : {lost}", middle, 388, 130, 460)
    board.stroke([(middle - wide / 2 - 10, 418), (middle + wide / 2 + 10, 412)], 7)
    board.stroke([(middle - wide / 2 + 20, 432), (middle + wide / 2 - 16, 428)], 6)
    board.text(poster.against, middle, 482, 26, NAMES_WIDTH, SOFT)
    board.names(poster.others, middle, 528, (34, 30, 26), NAMES_WIDTH)
    board.text_left(poster.date, FRAME + 30, HEIGHT - FRAME - 26, 26, 380, SOFT)
    board.text_right(poster.deals, WIDTH - FRAME - 30, HEIGHT - FRAME - 26, 26, 380, SOFT)
    if poster.sheep:
        draw_sheep(board, won, (FRAME + 24, 236), 190, 5)
    else:
        board.tally(5, (FRAME + 56, 290), 110)
    board.stick(stick(120), (WIDTH - FRAME - 180, 280))
    board.stick(_cap(), (FRAME + 22, FRAME))
    return board.finished()


@cache
def _cap() -> Image.Image:
    return draw_cap().picture()
