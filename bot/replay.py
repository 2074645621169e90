"""``python -m bot replay FILE...``: every file read, played through and compared with what it expects."""

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.core.game import Reason
from bot.core.record import Facts, NoRecord, read
from bot.core.replay import Difference, Refused, differences, play
from bot.core.seats import seat_name

AS_EXPECTED, NOT_AS_EXPECTED, UNREADABLE = 0, 1, 2  # exit statuses, the worst file decides

# For the terminal only; players are told by bot.ui.
_RULE_IN_SHORT: dict[Reason, str] = {
    Reason.B2: "a number is one to three Jacks and at least one card of a suit, no more and no less",
    Reason.B3: "without a Jack only weg or a solo without an exchange",
    Reason.B4: "while no number stands, a hand with Jacks must call one",
    Reason.B5: "only a higher number, and mit only once a number stands",
    Reason.B6: "mit needs the same number and a lowest trump that could still win",
    Reason.B7: "a higher lowest trump than the one made known, or conceding",
    Reason.B8: "only the winner of a tie may yield, to a partner in it",
    Reason.B9: "the suit must give the number called and the lowest trump made known",
    Reason.B10: "with four Jacks only weg or a grosses Solo",
    Reason.B11: "no solo in the first deal, no kleines Solo without CJ",
    Reason.B13: "CJ is not given away",
    Reason.B16: "a Jack must be beaten by a higher Jack",
    Reason.B23: "only a player of the other pair can be reported",
    Reason.B24: "three reports a deal",
    Reason.B25: "only the card just played can be taken back",
    Reason.C10: "the suit led must be followed",
    Reason.C11: "void in the suit led, a trump must be played",
    Reason.S1: "there is no kleines Solo",
    Reason.S3: "a trump must be beaten by a higher trump",
    Reason.S6: "no lechdich in the first deal",
    Reason.H5: "the card does not beat the one played last",
    Reason.H6: "the trick is taken up only if nothing beats",
    Reason.HAND: "the card is not held",
    Reason.PHASE: "such a step is not due now",
    Reason.OVER: "the deal is over",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one file. ``line`` is for people, ``facts`` for ``--json``."""

    status: int
    line: str
    facts: Facts


def run(files: Sequence[str | Path], as_json: bool = False) -> int:
    """Prints one line (or JSON object) a file and returns the exit status."""
    return judge(files, as_json, check_text)


def judge(files: Sequence[str | Path], as_json: bool, check_text: Callable[[str], Verdict]) -> int:
    """The same for any check of a file's text."""
    worst = AS_EXPECTED
    for file in files:
        verdict = _read(Path(file), check_text)
        worst = max(worst, verdict.status)
        named = len(files) > 1 or verdict.status == UNREADABLE
        if as_json:
            print(json.dumps({"file": _printable(file), **verdict.facts}))
        else:
            print(f"{_printable(file)}: {verdict.line}" if named else verdict.line)
    return worst


def check(file: Path) -> Verdict:
    """Reads and replays one file."""
    return _read(file, check_text)


def _read(file: Path, check_text: Callable[[str], Verdict]) -> Verdict:
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        return unreadable(None, f"cannot be read: {error.strerror or error}")
    except UnicodeDecodeError:
        return unreadable(None, "no TOML: not in UTF-8")
    except ValueError as error:  # a path that no file can have
        return unreadable(None, f"cannot be read: {error}")
    return check_text(text)


def check_text(text: str) -> Verdict:
    """Replays the text of one record."""
    try:
        record = read(text)
        replay = play(record)
    except NoRecord as error:
        return unreadable(error.key, error.what)
    facts = replay.facts
    if replay.refused is not None and "error" not in record.expect:
        line = _illegal(replay.refused)
        return Verdict(NOT_AS_EXPECTED, line, {"status": "illegal", "message": line, **facts})
    found = differences(replay)
    if found:
        line = "differs: " + "; ".join(_difference(difference) for difference in found)
        rows = [{"key": d.key, "expected": d.expected, "got": d.got} for d in found]
        return Verdict(NOT_AS_EXPECTED, line, {"status": "differs", "message": line, "differs": rows, **facts})
    return Verdict(AS_EXPECTED, "ok", {"status": "ok", **facts})


def unreadable(key: str | None, what: str) -> Verdict:
    """Of a file that holds nothing to check."""
    line = f"no record: {what}" if key is None else f"no record: {key}: {what}"
    line = " ".join(line.split())  # one line a file, whatever stands in it
    return Verdict(UNREADABLE, line, {"status": "no-record", "key": key, "message": line})


def _illegal(refused: Refused) -> str:
    if refused.reason is Reason.TURN:
        why = f"{seat_name(refused.to_act)} is to act" if refused.to_act is not None else "nobody is to act"
    else:
        why = _RULE_IN_SHORT[refused.reason]
    return f'illegal: deal {refused.deal} step {refused.step} "{refused.text}": {refused.reason} ({why})'


def _difference(difference: Difference) -> str:
    expected, got = _shown(difference.expected), _shown(difference.got)
    place = f" ({difference.place})" if difference.place else ""
    return f"{difference.key} expected {expected} got {got}{place}"


def _printable(file: str | Path) -> str:
    return os.fsencode(file).decode(errors="replace")


def _shown(value: object) -> str:
    return "nothing" if value is None else value if isinstance(value, str) else json.dumps(value)
