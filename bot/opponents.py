"""Computer players that think in processes of their own, so that nobody's play waits for it.

Tables are served in the order in which they come, each with one question at a time. A worker that dies is replaced and
its question asked again; whoever would wait too long plays as the learner does.
"""

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from bot.core.actions import Action
from bot.core.games import View
from bot.core.levels import Level, needs_thought
from bot.worker import Question, work

log = logging.getLogger(__name__)
MOST_WAIT = 5.0  # seconds for a worker that is free
MOST_THOUGHT = 15.0  # seconds; only a worker that hangs takes so long
MOST_DEATHS = 3  # over one question; then the question may be to blame
MOST_WORKERS = 4

Rules = Callable[[View], Action]


class Lost(Enum):
    DEAD = "dead"
    SILENT = "silent"


def workers_here() -> int:
    """As many as there are processors, within reason."""
    return max(1, min(MOST_WORKERS, os.cpu_count() or 1))


class Worker:
    """A process that is waiting for a question, or thinks about one."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=work, args=(theirs,), name="opponent", daemon=True)
        self._process.start()
        theirs.close()  # else its death would go unnoticed here

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def ask(self, question: Question) -> object:
        """In a thread: waits for the answer, which is ``Lost.DEAD`` if the process is gone.

        No exception leaves here: its traceback would hold what was to be sent, and the future that carried it itself.
        """
        connection: Connection = self._connection
        try:
            connection.send(question)
            return connection.recv()
        except (EOFError, OSError):
            return Lost.DEAD

    def kill(self) -> None:
        """Whatever it is doing; a thread that waits for its answer is told so."""
        self._process.kill()
        self._process.join()

    def forget(self) -> None:
        """After ``kill``, once no thread waits for it any more."""
        self._connection.close()


class Opponents:
    """``rules`` is the player that knows at once what to do; without workers it plays for all."""

    def __init__(self, rules: Rules, workers: int) -> None:
        self._rules = rules
        self._wanted = workers
        self._free: asyncio.Queue[Worker | None] = asyncio.Queue()  # None once we close
        self._threads: ThreadPoolExecutor | None = None
        self._closing = False
        self.workers: list[Worker] = []

    async def start(self) -> None:
        """Before the first table: starting processes takes a while."""
        if self._wanted:
            self._threads = ThreadPoolExecutor(self._wanted + 1, thread_name_prefix="opponent")
            for _ in range(self._wanted):
                await self._hire()

    async def close(self) -> None:
        """Whoever is still thinking is not waited for: the rules answer at once."""
        self._closing = True
        self._free.put_nowait(None)
        workers, self.workers = self.workers, []
        for worker in workers:
            worker.kill()
        if self._threads is not None:
            self._threads.shutdown()
        for worker in workers:
            worker.forget()

    async def choose(self, view: View, level: Level, seed: int) -> Action:
        """One of ``view.legal``; the View must be that of the seat to act."""
        if self._threads is None or self._closing or not needs_thought(view, level):
            return self._rules(view)
        found = await self._thought(Question(view, level, seed))
        return self._rules(view) if found is None or found not in view.legal else found

    async def _thought(self, question: Question) -> Action | None:
        for _ in range(MOST_DEATHS):
            worker = await self._worker()
            if worker is None:
                return None
            answer = await self._asked(worker, question)
            if not isinstance(answer, Lost):
                self._free.put_nowait(worker)
                if isinstance(answer, Exception):
                    log.error("a computer player failed (%s)", type(answer).__name__)  # its words may quote cards
                    return None
                return answer  # type: ignore[return-value]
            if self._closing:
                return None
            await self._replace(worker)
            if answer is Lost.SILENT:
                return None
        return None

    async def _worker(self) -> Worker | None:
        """The next one that is free; None if all are busy for too long."""
        try:
            worker = await asyncio.wait_for(self._free.get(), MOST_WAIT)
        except TimeoutError:
            log.info("all computer players' processes are busy: one plays by rules alone")
            return None
        if worker is None or self._closing:
            self._free.put_nowait(None)  # for the next who waits
            return None
        return worker

    async def _asked(self, worker: Worker, question: Question) -> object:
        """The answer, or how the worker was lost."""
        asked = asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, question)
        done, _ = await asyncio.wait({asked}, timeout=MOST_THOUGHT)
        if not done:
            worker.kill()
        answer = await asked
        return answer if done else Lost.SILENT

    async def _hire(self) -> None:
        assert self._threads is not None
        worker = await asyncio.get_running_loop().run_in_executor(self._threads, Worker)
        if self._closing:
            worker.kill()
            worker.forget()
            return
        self.workers.append(worker)
        self._free.put_nowait(worker)

    async def _replace(self, worker: Worker) -> None:
        log.warning("a computer player's process is lost; another takes its place")
        self.workers.remove(worker)
        worker.kill()
        worker.forget()
        await self._hire()
