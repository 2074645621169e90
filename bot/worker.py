"""What a worker process does: it is sent Views, thinks, and sends back what it would play. It knows nothing else."""

import signal
from multiprocessing.connection import Connection
from random import Random
from typing import NamedTuple

from bot.core import levels
from bot.core.games import View
from bot.core.levels import Level


class Question(NamedTuple):
    """``seed``: the same question with the same seed has the same answer."""

    view: View
    level: Level
    seed: int


def work(connection: Connection) -> None:
    """Until the other side goes away. Ctrl-C is for the bot, which then closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            question = connection.recv()
            connection.send(answer(question))
        except (EOFError, OSError):
            return


def answer(question: Question) -> object:
    """The action, or what was raised."""
    try:
        return levels.choose(question.view, question.level, Random(question.seed))
    except Exception as error:
        return error
