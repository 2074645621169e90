"""Kreidtführer and Schiedsgericht as JSON within a table's row."""

from dataclasses import asdict
from typing import Any

from bot.core.seats import Seat
from bot.court import NO_COURT, Case, Court, Decision, Stage


def court_json(court: Court) -> dict[str, Any] | None:
    if court == NO_COURT:
        return None
    return asdict(court) | {"case": _case_json(court.case), "said": _case_json(court.said)}


def court_of(found: dict[str, Any] | None) -> Court:
    """Inverse of ``court_json``; a table of an older version has none."""
    if found is None:
        return NO_COURT
    north, east, south, west = found["admonished"]
    return Court(
        keeper=_seat(found["keeper"]),
        named=tuple((who, whom) for who, whom in found["named"]),
        tolerant=found["tolerant"],
        admonished=(north, east, south, west),
        denied=found["denied"],
        cases=found["cases"],
        case=_case(found["case"]),
        said=_case(found["said"]),
        voided=found["voided"],
    )


def _case_json(case: Case | None) -> dict[str, Any] | None:
    return None if case is None else asdict(case) | {"content": sorted(case.content)}


def _case(found: dict[str, Any] | None) -> Case | None:
    if found is None:
        return None
    ns, ew = found["answers"]
    return Case(
        number=found["number"],
        decision=Decision(found["decision"]),
        keeper=Seat(found["keeper"]),
        until=found["until"],
        seat=_seat(found["seat"]),
        words=found["words"],
        stage=Stage(found["stage"]),
        content=frozenset(Seat(seat) for seat in found["content"]),
        rejected_by=_seat(found["rejected_by"]),
        krischer=found["krischer"],
        cries=found["cries"],
        wirt=found["wirt"],
        cry=found["cry"],
        answers=(ns, ew),
        end=found["end"],
    )


def _seat(found: int | None) -> Seat | None:
    return None if found is None else Seat(found)
