"""A deal that can be checked afterwards: what is promised before the cut, and the pack that follows from it (C6).

Numbers are written in decimal, seats as ``N E S W``, texts in UTF-8, and put together as netstrings, ``3:abc,`` for
``abc`` (the length counts bytes), so that no two lists of parts look alike. Of parts so put together:

- The commitment is the SHA-256, in hex, of "kreidtfuehrer commitment 1", table, number, seed in hex (64 digits). So it
  holds for that one deal of that one table only. It must be shown before the words and the cut are known.
- The stream is the HMAC-SHA256, keyed with the 32 bytes of the seed, of "kreidtfuehrer pack 1", table, number, the
  cutter's seat, who cut (``person``, ``automatic``), the cut (empty: none), the id of the press (empty: none), how many
  words there are, then seat and text of each in order, and last which block of the stream this is, from 0.
- The shuffle begins with the cards in the order of their ints (D7 D8 D9 DQ DK DT DA DJ, then hearts, spades, clubs).
  For i = 31 down to 1 the cards at i and j change places; j is the next byte of the stream that is below the largest
  multiple of i + 1 up to 256, modulo i + 1. So every order is equally likely.
- At last as many cards as the cut says are lifted off the top and put below the rest.

What it proves hangs on what the host cannot foresee when it commits. Words must be closed before the press is known:
who knows the seed could otherwise try words until the pack pleases. The id of a press is seen by Discord, the bot and
the client that pressed; a bot that lies about it is found out by nobody else.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from typing import NamedTuple

from bot.core.cards import ALL_CARDS, Card
from bot.core.seats import Seat, seat_name

LEAST_CUT, MOST_CUT = 4, 28  # C6
LONGEST_WORDS = 100  # characters


class CutBy(StrEnum):
    PERSON = "person"
    AUTOMATIC = "automatic"
    NOBODY = "nobody"  # given up before the cut: nothing was dealt, and yet the number is used up


class Words(NamedTuple):
    """What a player added before the cut."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Lot:
    """All that a deal's pack follows from. ``cut``: how many cards were lifted; None: knocked, or no cut at all.

    ``table`` names the table among all of this host's; ``number`` counts its deals from 1, without gaps. ``press`` is
    the id that Discord gave to the press of the person who cut.
    """

    table: str
    number: int
    seed: bytes = field(repr=False)
    cutter: Seat
    by: CutBy
    cut: int | None = None
    press: int | None = None
    words: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class Revealed:
    """A lot once its deal is over, what was shown before, and the pack dealt, top card first (none: nobody cut)."""

    lot: Lot
    commitment: str
    pack: tuple[Card, ...]


class Fault(StrEnum):
    COMMITMENT = "commitment"  # not that of this seed, table and number
    PACK = "pack"  # not what follows from the lot
    GAP = "gap"  # deals before this one are missing
    TWICE = "twice"  # the number is there already
    SEED = "seed"  # used for an earlier deal already, so known to all
    CUT = "cut"  # not 4 to 28, or one that nobody made
    PRESS = "press"  # a person's cut without one, or one without a person
    WORDS = "words"  # too long


class Finding(NamedTuple):
    """``detail`` is free of language: the numbers missing, the cut, the seat that wrote; else empty."""

    fault: Fault
    detail: str = ""


class Claim(StrEnum):
    """What a deal without findings proves, if the commitment is the one shown before the cut."""

    NOT_CHOSEN = "not-chosen"  # the seed was fixed before the person cut: nobody chose the pack knowing the cut
    NOT_CHANGED = "not-changed"  # the host knew the seed when it cut: the pack was not changed afterwards, no more
    NOT_DEALT = "not-dealt"


class Checked(NamedTuple):
    deal: Revealed
    findings: tuple[Finding, ...]
    claim: Claim | None  # None: there are findings


_CLAIMS = {
    CutBy.PERSON: Claim.NOT_CHOSEN,
    CutBy.AUTOMATIC: Claim.NOT_CHANGED,
    CutBy.NOBODY: Claim.NOT_DEALT,
}


def commitment(seed: bytes, table: str, number: int) -> str:
    """What to show before the cut."""
    return hashlib.sha256(_netstrings("kreidtfuehrer commitment 1", table, number, seed.hex())).hexdigest()


def pack(lot: Lot) -> tuple[Card, ...]:
    """The shuffled and cut pack, top card first; empty if nobody cut."""
    if lot.by == CutBy.NOBODY:
        return ()
    cards, stream = list(ALL_CARDS), _stream(lot)
    for i in range(len(cards) - 1, 0, -1):
        j = _below(i + 1, stream)
        cards[i], cards[j] = cards[j], cards[i]
    lifted = lot.cut or 0
    return (*cards[lifted:], *cards[:lifted])


def reveal(lot: Lot) -> Revealed:
    """As an honest host publishes it."""
    return Revealed(lot, commitment(lot.seed, lot.table, lot.number), pack(lot))


def check(series: Sequence[Revealed]) -> tuple[Checked, ...]:
    """Every deal in the order given. Numbers are compared within each table; the first may be any."""
    before: dict[tuple[str, int], int] = {}  # the next lower number of that table, if any
    last: dict[str, int] = {}
    for table, number in sorted({(deal.lot.table, deal.lot.number) for deal in series}):
        before[table, number] = last.get(table, number - 1)
        last[table] = number
    numbers: set[tuple[str, int]] = set()
    seeds: set[bytes] = set()
    checked: list[Checked] = []
    for deal in series:
        lot = deal.lot
        findings = list(_findings(deal))
        if (lot.table, lot.number) in numbers:
            findings.append(Finding(Fault.TWICE))
        elif (first := before[lot.table, lot.number] + 1) < lot.number:
            missing = str(first) if first == lot.number - 1 else f"{first}-{lot.number - 1}"
            findings.append(Finding(Fault.GAP, missing))
        if lot.seed in seeds:
            findings.append(Finding(Fault.SEED))
        numbers.add((lot.table, lot.number))
        seeds.add(lot.seed)
        checked.append(Checked(deal, tuple(findings), None if findings else _CLAIMS[lot.by]))
    return tuple(checked)


def _findings(deal: Revealed) -> Iterator[Finding]:
    """What is wrong with one deal by itself."""
    lot = deal.lot
    if deal.commitment != commitment(lot.seed, lot.table, lot.number):
        yield Finding(Fault.COMMITMENT)
    if deal.pack != pack(lot):
        yield Finding(Fault.PACK)
    if lot.cut is not None and (lot.by == CutBy.NOBODY or not LEAST_CUT <= lot.cut <= MOST_CUT):
        yield Finding(Fault.CUT, str(lot.cut))
    if (lot.press is not None) != (lot.by == CutBy.PERSON):
        yield Finding(Fault.PRESS)
    for seat, text in lot.words:
        if len(text) > LONGEST_WORDS:
            yield Finding(Fault.WORDS, seat_name(seat))


def _stream(lot: Lot) -> Iterator[int]:
    said = [part for seat, text in lot.words for part in (seat_name(seat), text)]
    parts = (lot.table, lot.number, seat_name(lot.cutter), lot.by, lot.cut, lot.press, len(lot.words), *said)
    message = _netstrings("kreidtfuehrer pack 1", *parts)
    for block in count():
        yield from hmac.digest(lot.seed, message + _netstrings(block), "sha256")


def _below(limit: int, stream: Iterator[int]) -> int:
    """Equally likely 0 to limit - 1: bytes that would favour some are passed over."""
    fair = 256 - 256 % limit
    return next(byte for byte in stream if byte < fair) % limit


def _netstrings(*parts: str | int | None) -> bytes:
    texts = [b"" if part is None else str(part).encode() for part in parts]
    return b"".join(b"%d:%s," % (len(text), text) for text in texts)
