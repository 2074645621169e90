"""How a test lets people choose among the moves they are shown."""

from collections.abc import Iterable, Sequence

from .players import Button, Choice, code_of


def first_of(*wanted: str) -> Choice:
    """The first of these that is offered (``ckleines-solo``, ``tC``, ``pCJ``), else the first move."""

    def choose(moves: Sequence[Button]) -> Button:
        by_code = {code_of(move): move for move in moves}
        return next((by_code[code] for code in wanted if code in by_code), moves[0])

    return choose


def in_order(codes: Iterable[str]) -> Choice:
    """Exactly these, one a move."""
    left = list(codes)

    def choose(moves: Sequence[Button]) -> Button:
        code = left.pop(0)
        return next(move for move in moves if code_of(move) == code)

    return choose
