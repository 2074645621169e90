"""Stopped at every point around every SQL statement, COMMIT and request, and started again from what was left."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from .crash import Books, Recorder, Wreck, books, dealt, life_after, onward, partie_over
from .house import House
from .wire import Wire

Goal = Callable[[House], bool]
SHORTENED = 10  # of each


async def whole_deal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Recorder, Goal, Books]:
    """From an empty file over the lobby to the first deal's settlement."""
    async with Wire(answer_within=20.0) as wire, House(folder / "ledger.sqlite3", wire) as house:
        recorder = Recorder(house, monkeypatch)
        recorder.on = True
        await onward(house, dealt)
        await house.settle()
        recorder.on = False
        house.check()
        return recorder, dealt, books(house)


async def end_of_partie(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Recorder, Goal, Books]:
    """The deal that decides a Partie, from its *next* on."""
    async with Wire(answer_within=20.0) as wire, House(folder / "ledger.sqlite3", wire) as house:
        recorder = Recorder(house, monkeypatch)
        starts: list[Wreck] = []

        def keep() -> None:
            wreck = recorder.wreck("between two deals")
            if wreck is not None:
                starts[:] = [wreck]

        await onward(house, partie_over, keep)
        house.check()
        wanted = books(house)
    assert any(row[0] == "partie" for row in wanted["ledger"])
    path, wire = starts[0].afloat(folder / "last")
    async with wire, House(path, wire) as house:
        await house.settle()
        recorder = Recorder(house, monkeypatch)
        recorder.on = True
        await onward(house, partie_over)
        await house.settle()
        recorder.on = False
        assert books(house) == wanted
    return recorder, partie_over, wanted


def some(wrecks: Sequence[Wreck], number: int) -> list[Wreck]:
    """Evenly over the whole; half of them while a press waited for its answer."""
    waiting = [wreck for wreck in wrecks if wreck.waiting]
    found = [*_evenly(waiting, number // 2), *_evenly(wrecks, number - number // 2)]
    return list(dict.fromkeys(found))


def _evenly(wrecks: Sequence[Wreck], number: int) -> list[Wreck]:
    step = max(1, len(wrecks) // number)
    return list(wrecks[step // 2 :: step])


@pytest.mark.parametrize("evening", [whole_deal, end_of_partie])
async def test_stopped_at_some_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, evening: Callable[..., object]
) -> None:
    await stopped(tmp_path, monkeypatch, evening, SHORTENED)


@pytest.mark.soak
@pytest.mark.parametrize("evening", [whole_deal, end_of_partie])
async def test_stopped_at_every_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, evening: Callable[..., object]
) -> None:
    await stopped(tmp_path, monkeypatch, evening, None)


async def start_from(wreck: Wreck, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Wreck]:
    """The wrecks of a start that has to put right what stands in Discord."""
    path, wire = wreck.afloat(folder)
    async with wire:
        house = House(path, wire)
        recorder = Recorder(house, monkeypatch)
        recorder.on = True
        async with house:
            await house.settle()
            recorder.on = False
    return recorder.wrecks


async def test_stopped_again_while_it_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        recorder, goal, wanted = await whole_deal(tmp_path, patched)
    for k, wreck in enumerate(some(recorder.wrecks, 4)[1:3]):
        with monkeypatch.context() as patched:
            again = await start_from(wreck, tmp_path / f"first-{k}", patched)
        assert again
        for n, second in enumerate(some(again, 3)):
            await life_after(second, tmp_path / f"second-{k}-{n}", goal, wanted)


async def stopped(
    folder: Path, monkeypatch: pytest.MonkeyPatch, evening: Callable[..., object], number: int | None
) -> None:
    with monkeypatch.context() as patched:
        recorder, goal, wanted = await evening(folder, patched)  # type: ignore[misc]
    wrecks = recorder.wrecks if number is None else some(recorder.wrecks, number)
    print(f"{recorder.points} points, {len(recorder.wrecks)} different, {len(wrecks)} tried")
    for k, wreck in enumerate(wrecks):
        try:
            await life_after(wreck, folder / f"wreck-{k}", goal, wanted)
        except BaseException as error:
            error.add_note(f"stopped {wreck.at}")
            raise
