"""``python -m bot verify``: lines, JSON, exit status."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.core.provable import CutBy, Lot, Revealed, Words, reveal
from bot.core.published import write
from bot.core.seats import SEATS, N

OF_A_PERSON = "cut by a person: not chosen knowing the cut, not changed afterwards"
BOARD = "ok, if the board showed these commitments: deals"


def deals(number: int) -> list[Revealed]:
    rng = random.Random(number)
    return [
        reveal(Lot("12", i, rng.randbytes(32), SEATS[i % 4], CutBy.PERSON, 4 + i % 25, i, (Words(N, f"Wort {i}"),)))
        for i in range(1, number + 1)
    ]


class Files:
    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys

    def __call__(self, name: str, series: list[Revealed] | str) -> str:
        file = self.folder / name
        file.write_text(series if isinstance(series, str) else write(series), encoding="utf-8")
        return str(file)

    def verified(self, *files: str) -> tuple[int, str]:
        return main(["verify", *files]), self.capsys.readouterr().out


@pytest.fixture
def files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Files:
    return Files(tmp_path, capsys)


def test_honest_deals(files: Files) -> None:
    assert files.verified(files("a.toml", deals(3))) == (0, f"{BOARD} 1-3 {OF_A_PERSON}\n")


def test_an_automatic_cut_claims_less(files: Files) -> None:
    series = deals(5)
    for i in (1, 2):
        series[i] = reveal(replace(series[i].lot, by=CutBy.AUTOMATIC, press=None))
    series[4] = reveal(replace(series[4].lot, by=CutBy.NOBODY, press=None, cut=None))
    told = f"{BOARD} 1, 4 {OF_A_PERSON}; 2-3 cut automatically: not changed afterwards, no more; "
    told += "5 given up before the cut: nothing dealt\n"
    assert files.verified(files("a.toml", series)) == (0, told)


def test_all_that_differs_stands_on_one_line(files: Files) -> None:
    series = deals(6)
    cards = series[2].pack
    series[2] = replace(series[2], pack=(cards[1], cards[0], *cards[2:]))
    series[5] = reveal(replace(series[5].lot, cut=30))
    del series[3]
    assert files.verified(files("a.toml", series)) == (
        1,
        "differs: deal 3: the pack does not follow from seed, cut, press and words; "
        "deal 5: missing before it: 4; deal 6: no cut of 4 to 28 cards: 30\n",
    )


def test_of_several_tables_each_is_counted_by_itself(files: Files) -> None:
    other = [reveal(replace(deal.lot, table="13\nx", seed=bytes([deal.lot.number] * 32))) for deal in deals(3)]
    assert files.verified(files("a.toml", deals(2) + other)) == (0, f"{BOARD} of 2 tables 1-3 {OF_A_PERSON}\n")
    told = "differs: deal 3 of table 13 x: missing before it: 2\n"
    assert files.verified(files("a.toml", [*deals(2), other[0], other[2]])) == (1, told)


def test_a_thousand_deals(files: Files) -> None:
    series = deals(1000)
    assert files.verified(files("a.toml", series)) == (0, f"{BOARD} 1-1000 {OF_A_PERSON}\n")
    series[776] = replace(series[776], lot=replace(series[776].lot, press=1))
    told = "differs: deal 777: the pack does not follow from seed, cut, press and words\n"
    assert files.verified(files("a.toml", series)) == (1, told)


def test_the_worst_file_decides_and_each_is_named(files: Files) -> None:
    good, broken = files("good.toml", deals(1)), files("broken.toml", write(deals(1)).replace("number = 1", ""))
    status, out = files.verified(good, broken)
    assert (status, out) == (2, f"{good}: {BOARD} 1 {OF_A_PERSON}\n{broken}: no record: deal[1].number: missing\n")


@pytest.mark.parametrize("text", ["[[deal", 'game = "bauernstoss"', ""])
def test_no_such_file(files: Files, text: str) -> None:
    status, out = files.verified(files("a.toml", text))
    assert status == 2 and out.count("\n") == 1 and "no record: " in out
    status, out = files.verified(str(files.folder / "missing.toml"))
    assert status == 2 and "cannot be read" in out


def test_json(files: Files, capsys: pytest.CaptureFixture[str]) -> None:
    series = deals(2)
    file = files("a.toml", [series[0], replace(series[1], commitment="0" * 64)])
    status, out = files.verified("--json", file)
    told = json.loads(out)
    finding = {"fault": "commitment", "detail": ""}
    rows = [
        ("12", 1, series[0].commitment, "not-chosen", []),
        ("12", 2, "0" * 64, None, [finding]),
    ]
    names = ("table", "deal", "commitment", "proven", "findings")
    assert told.pop("deals") == [dict(zip(names, row, strict=True)) for row in rows]
    line = "differs: deal 2: the commitment is not that of this seed, table and number"
    assert (status, told) == (1, {"file": file, "status": "differs", "message": line})


def test_the_help_says_what_it_proves_and_what_not(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    for said in (
        "fixed before the cut",
        "not changed afterwards",
        "compare them",
        "nobody, not even the host, could choose the pack knowing the cut",
        "automatic",
        "a host who has the database can see cards",
    ):
        assert said in told
