"""Deals revealed, as TOML: one ``[[deal]]`` each, so that texts can be put together. Pure; the caller reads the files.

``cut``, ``press``, ``words`` and ``pack`` may be absent: knocked or no cut, no press, no words, nothing dealt.
"""

import re
import tomllib
from collections.abc import Iterable
from typing import Any

from bot.core.cards import NAMES, Card, parse_card
from bot.core.provable import CutBy, Lot, Revealed, Words
from bot.core.seats import SEAT_NAMES, Seat, parse_seat, seat_name
from bot.core.toml import NoRecord, list_of, need, only, shown, table_of, toml, typed, word

_INT = 2**63  # TOML's whole numbers are below
_HEX = re.compile(r"[0-9a-f]{64}")
_KEYS = ("table", "number", "commitment", "seed", "cutter", "by", "cut", "press", "words", "pack")


def write(series: Iterable[Revealed]) -> str:
    """The text form; ``read`` gives an equal series back."""
    return "\n".join(_written(deal) for deal in series)


def _written(deal: Revealed) -> str:
    lot = deal.lot
    keys: dict[str, Any] = {"table": lot.table, "number": lot.number, "commitment": deal.commitment}
    keys |= {"seed": lot.seed.hex(), "cutter": seat_name(lot.cutter), "by": str(lot.by), "cut": lot.cut}
    keys |= {"press": lot.press, "words": [{"seat": seat_name(seat), "text": text} for seat, text in lot.words] or None}
    keys["pack"] = " ".join(NAMES[card] for card in deal.pack) or None
    lines = ["[[deal]]", *(f"{key} = {toml(value)}" for key, value in keys.items() if value is not None)]
    return "\n".join(lines) + "\n"


def read(text: str) -> tuple[Revealed, ...]:
    """The series that a TOML text holds; raises NoRecord."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise NoRecord(None, f"no TOML: {error}") from None
    only(table, None, ("deal",))
    deals = need(table, None, "deal")
    if not isinstance(deals, list) or not deals:
        raise NoRecord("deal", "one or more [[deal]] tables are needed")
    return tuple(_revealed(deal, f"deal[{i}]") for i, deal in enumerate(deals, 1))


def _revealed(value: object, key: str) -> Revealed:
    table = table_of(value, key)
    only(table, key, _KEYS)
    by = CutBy(word(need(table, key, "by"), f"{key}.by", tuple(CutBy)))
    said = enumerate(list_of(table.get("words", []), f"{key}.words", dict), 1)
    lot = Lot(
        typed(need(table, key, "table"), f"{key}.table", str),
        _whole(need(table, key, "number"), f"{key}.number", 1),
        bytes.fromhex(_hex(need(table, key, "seed"), f"{key}.seed")),
        _seat(table, key, "cutter"),
        by,
        _whole(table["cut"], f"{key}.cut", -_INT) if "cut" in table else None,
        _whole(table["press"], f"{key}.press", 0) if "press" in table else None,
        tuple(_words(words, f"{key}.words[{i}]") for i, words in said),
    )
    shown_before = _hex(need(table, key, "commitment"), f"{key}.commitment")
    return Revealed(lot, shown_before, _pack(table.get("pack", ""), f"{key}.pack"))


def _words(table: dict[str, Any], key: str) -> Words:
    only(table, key, ("seat", "text"))
    return Words(_seat(table, key, "seat"), typed(need(table, key, "text"), f"{key}.text", str))


def _seat(table: dict[str, Any], key: str, name: str) -> Seat:
    return parse_seat(word(need(table, key, name), f"{key}.{name}", tuple(SEAT_NAMES)))


def _whole(value: object, key: str, least: int) -> int:
    if not least <= (number := typed(value, key, int)) < _INT:
        raise NoRecord(key, "too small or too large")
    return number


def _hex(value: object, key: str) -> str:
    if not _HEX.fullmatch(text := typed(value, key, str)):
        raise NoRecord(key, "64 hexadecimal digits are needed, small letters")
    return text


def _pack(value: object, key: str) -> tuple[Card, ...]:
    names = typed(value, key, str).split()
    for name in names:
        if name not in NAMES:
            raise NoRecord(key, f"{shown(name)} is no card")
    return tuple(parse_card(name) for name in names)
