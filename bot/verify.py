"""``python -m bot verify FILE...``: published deals, each checked against what was promised before its cut."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from bot.core.provable import Checked, Claim, Fault, Finding, check
from bot.core.published import read
from bot.core.toml import NoRecord
from bot.replay import AS_EXPECTED, NOT_AS_EXPECTED, Verdict, judge, unreadable

# For the terminal only; players are told by bot.ui.
_IN_SHORT: dict[Fault, str] = {
    Fault.COMMITMENT: "the commitment is not that of this seed, table and number",
    Fault.PACK: "the pack does not follow from seed, cut, press and words",
    Fault.GAP: "missing before it: {}",
    Fault.TWICE: "the number is there twice",
    Fault.SEED: "the seed was used before",
    Fault.CUT: "no cut of 4 to 28 cards: {}",
    Fault.PRESS: "a person's cut has a press, and no other has one",
    Fault.WORDS: "words too long, by {}",
}
_PROVEN: dict[Claim, str] = {
    Claim.NOT_CHOSEN: "cut by a person: not chosen knowing the cut, not changed afterwards",
    Claim.NOT_CHANGED: "cut automatically: not changed afterwards, no more",
    Claim.NOT_DEALT: "given up before the cut: nothing dealt",
}


def run(files: Sequence[str | Path], as_json: bool = False) -> int:
    """Prints one line (or JSON object) a file and returns the exit status."""
    return judge(files, as_json, check_text)


def check_text(text: str) -> Verdict:
    """Checks the text of one series of deals."""
    try:
        checked = check(read(text))
    except NoRecord as error:
        return unreadable(error.key, error.what)
    rows = [_facts(one) for one in checked]
    tables = len({one.deal.lot.table for one in checked})
    wrong = [f"{_named(one, tables)}: {_told(finding)}" for one in checked for finding in one.findings]
    if wrong:
        line = " ".join(f"differs: {'; '.join(wrong)}".split())
        return Verdict(NOT_AS_EXPECTED, line, {"status": "differs", "message": line, "deals": rows})
    proven = (
        f"{_ranges(one.deal.lot.number for one in checked if one.claim == claim)} {_PROVEN[claim]}"
        for claim in Claim
        if any(one.claim == claim for one in checked)
    )
    among = f" of {tables} tables" if tables > 1 else ""
    line = f"ok, if the board showed these commitments: deals{among} {'; '.join(proven)}"
    return Verdict(AS_EXPECTED, line, {"status": "ok", "message": line, "deals": rows})


def _facts(one: Checked) -> dict[str, object]:
    lot = one.deal.lot
    found = [{"fault": str(fault), "detail": detail} for fault, detail in one.findings]
    claim = None if one.claim is None else str(one.claim)
    return {
        "table": lot.table,
        "deal": lot.number,
        "commitment": one.deal.commitment,
        "proven": claim,
        "findings": found,
    }


def _named(one: Checked, tables: int) -> str:
    of = f" of table {one.deal.lot.table}" if tables > 1 else ""
    return f"deal {one.deal.lot.number}{of}"


def _told(finding: Finding) -> str:
    return _IN_SHORT[finding.fault].format(finding.detail)


def _ranges(numbers: Iterable[int]) -> str:
    """``1-3, 5``: numbers that follow one another in one."""
    runs = groupby(enumerate(sorted(set(numbers))), key=lambda pair: pair[1] - pair[0])
    ends = [[number for _, number in run] for _, run in runs]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in ends)
