"""``bot.replay.run``: lines, JSON, exit status."""

import json
from pathlib import Path

import pytest

from bot.replay import check_text, run

RECORD = """
game = "bauernstoss"
before = { striche = { NS = 7, EW = 4 }, kreide = "EW" }
[[deal]]
dealer = "W"
hands.N = "CJ HJ SA S9 S7 DK HQ C8"
hands.E = "SJ HA HT HK H9 C7 D8 DQ"
hands.S = "DJ CA CT CK SK D9 D7 H8"
hands.W = "CQ C9 ST SQ S8 H7 DA DT"
steps = ["N 5", "E mit", "S weg", "W weg", "E trump H", "N plays C8"]
[expect]
to_act = "E"
"""


@pytest.fixture
def write(tmp_path: Path):
    def write(name: str, text: str) -> str:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return str(file)

    return write


def test_as_expected(write, capsys: pytest.CaptureFixture[str]):
    assert run([write("a.toml", RECORD)]) == 0
    assert capsys.readouterr().out == "ok\n"


def test_several_files_are_named_line_by_line(write, capsys: pytest.CaptureFixture[str]):
    files = [write("a.toml", RECORD), write("b.toml", RECORD.replace('to_act = "E"', 'to_act = "W"'))]
    assert run(files) == 1
    assert capsys.readouterr().out == f"{files[0]}: ok\n{files[1]}: differs: to_act expected W got E\n"


def test_all_that_differs_stands_on_one_line(write, capsys: pytest.CaptureFixture[str]):
    expect = 'striche = { NS = 8, EW = 4 }\nkreide = "NS"\nwinner = "NS"\n'
    assert run([write("a.toml", RECORD + expect)]) == 1
    assert capsys.readouterr().out == (
        'differs: striche expected {"NS": 8, "EW": 4} got {"NS": 7, "EW": 4}; '
        "kreide expected NS got EW; winner expected NS got nothing\n"
    )


def test_choices_differ():
    verdict = check_text(RECORD.replace("[expect]", "choices = [4, 3, 2, 2, 1, 7]\n[expect]"))
    assert (verdict.status, verdict.line) == (1, "differs: choices expected 7 got 8 (deal 1 step 6)")


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("E plays DQ", 'deal 1 step 7 "E plays DQ": C10 (the suit led must be followed)'),
        ("S plays CA", 'deal 1 step 7 "S plays CA": turn (E is to act)'),
        ("E plays C8", 'deal 1 step 7 "E plays C8": hand (the card is not held)'),
        ("E mit", 'deal 1 step 7 "E mit": phase (such a step is not due now)'),
    ],
)
def test_an_unexpected_illegal_step(step: str, told: str):
    verdict = check_text(RECORD.replace('"N plays C8"]', f'"N plays C8", "{step}"]'))
    assert (verdict.status, verdict.line) == (1, f"illegal: {told}")
    assert verdict.facts["error"]["step"] == 7


def test_another_error_than_the_one_expected_differs():
    wrong = RECORD.replace('"N plays C8"]', '"N plays C8", "E plays DQ"]')
    verdict = check_text(wrong + 'error = { deal = 1, step = 7, rule = "C11" }')
    assert verdict.status == 1
    assert verdict.line.startswith('differs: error expected {"deal": 1, "step": 7, "rule": "C11"} got {"deal": 1')
    assert check_text(wrong + 'error = { deal = 1, step = 7, rule = "C10" }').status == 0


def test_no_record_names_file_and_key(write, capsys: pytest.CaptureFixture[str]):
    file = write("a.toml", RECORD.replace('"E mit"', '"E perhaps"'))
    assert run([file]) == 2
    assert capsys.readouterr().out == f'{file}: no record: deal[1].steps[2]: "E perhaps" is no step\n'


def test_what_cannot_be_read(tmp_path: Path, write, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "latin.toml").write_bytes(b'game = "\xe4"')
    files = [
        str(tmp_path / "none.toml"),
        str(tmp_path),
        str(tmp_path / "latin.toml"),
        "a\0b",
        write("a.toml", "game ="),
    ]
    assert run([*files, write("b.toml", RECORD)]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    assert [": no record: " in line for line in lines] == [True] * 5 + [False]
    assert "cannot be read" in lines[0]
    assert "UTF-8" in lines[2]
    assert "no TOML" in lines[4]


def test_the_worst_file_decides_the_exit_status(write, capsys: pytest.CaptureFixture[str]):
    good, bad = write("a.toml", RECORD), write("b.toml", "")
    differs = write("c.toml", RECORD.replace('to_act = "E"', 'to_act = "W"'))
    assert run([bad, differs, good]) == 2
    assert run([differs, good]) == 1
    assert run([]) == 0


def test_json_is_one_object_a_file(write, capsys: pytest.CaptureFixture[str]):
    files = [
        write("a.toml", RECORD),
        write("b.toml", RECORD.replace('to_act = "E"', 'to_act = "W"')),
        write("c.toml", RECORD.replace('"N plays C8"]', '"N plays C8", "E plays DQ"]')),
        write("d.toml", ""),
    ]
    assert run(files, as_json=True) == 2
    good, differs, illegal, none = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    legal = ["E plays C7"]
    assert good == {
        "file": files[0],
        "status": "ok",
        "augen": {"NS": 0, "EW": 0},
        "tricks": {"NS": 0, "EW": 0},
        "striche": {"NS": 7, "EW": 4},
        "kreide": "EW",
        "to_act": "E",
        "legal": legal,
    }
    assert differs["status"] == "differs"
    assert differs["differs"] == [{"key": "to_act", "expected": "W", "got": "E"}]
    assert (illegal["status"], illegal["error"]) == ("illegal", {"deal": 1, "step": 7, "rule": "C10"})
    assert none == {"file": files[3], "status": "no-record", "key": "game", "message": "no record: game: missing"}


def test_a_file_with_a_byte_order_mark(tmp_path: Path):
    file = tmp_path / "a.toml"
    file.write_text(RECORD, encoding="utf-8-sig")
    assert run([file]) == 0


def test_line_breaks_in_a_key_stay_on_one_line():
    assert "\n" not in check_text('game = "bauernstoss"\n"a\\nb" = 1').line


def test_a_thousand_records_in_one_call(write, capsys: pytest.CaptureFixture[str]):
    assert run([write("a.toml", RECORD)] * 1000) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1000
