"""Deals that can be checked: packs against plain arithmetic, every input, every kind of tampering, the text form."""

import hashlib
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.cards import NAMES, Card
from bot.core.provable import (
    LONGEST_WORDS,
    Claim,
    CutBy,
    Fault,
    Finding,
    Lot,
    Revealed,
    Words,
    check,
    commitment,
    pack,
    reveal,
)
from bot.core.published import read, write
from bot.core.seats import SEATS, E, N, S, W
from bot.core.toml import NoRecord

LOT = Lot("12", 3, bytes(range(32)), E, CutBy.PERSON, 17, 1290000000000000001, (Words(N, "Prost"), Words(S, "Öl, 5:")))
KNOCKED = replace(LOT, cut=None)


# -- the same, written anew with nothing of the bot's: HMAC by its definition, the whole stream at once, cards by name


def net(*parts: str) -> str:
    return "".join(f"{len(part.encode())}:{part}," for part in parts)


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def plain_hmac(key: bytes, message: bytes) -> bytes:
    inner, outer = (bytes(byte ^ pad for byte in key.ljust(64, b"\0")) for pad in (0x36, 0x5C))
    return sha256(outer + sha256(inner + message))


def plain_pack(table: str, number: str, seed: bytes, cutter: str, by: str, cut: str, press: str, *said: str) -> str:
    start = net("kreidtfuehrer pack 1", table, number, cutter, by, cut, press, str(len(said) // 2), *said)
    stream = [byte for i in range(20) for byte in plain_hmac(seed, (start + net(str(i))).encode())]
    rest = [suit + rank for suit in "DHSC" for rank in "789QKTAJ"]
    dealt: list[str] = []
    while len(rest) > 1:
        byte = stream.pop(0)
        if byte // len(rest) < 256 // len(rest):
            place = byte % len(rest)
            dealt.insert(0, rest[place])
            rest[place] = rest[-1]
            rest.pop()
    dealt = rest + dealt
    return " ".join(dealt[int(cut or 0) :] + dealt[: int(cut or 0)])


def plainly(lot: Lot) -> str:
    said = [part for seat, text in lot.words for part in ("NESW"[seat], text)]
    cut, press = ("" if value is None else str(value) for value in (lot.cut, lot.press))
    return plain_pack(lot.table, str(lot.number), lot.seed, "NESW"[lot.cutter], lot.by.value, cut, press, *said)


def named(cards: tuple[Card, ...]) -> str:
    return " ".join(NAMES[card] for card in cards)


def lots() -> st.SearchStrategy[Lot]:
    words = st.builds(Words, st.sampled_from(SEATS), st.text(max_size=LONGEST_WORDS))
    whole = st.integers(0, 2**63 - 1)
    return st.builds(
        Lot,
        st.text(max_size=9),
        st.integers(1, 2**63 - 1),
        st.binary(min_size=32, max_size=32),
        st.sampled_from(SEATS),
        st.sampled_from([CutBy.PERSON, CutBy.AUTOMATIC]),
        st.none() | st.integers(4, 28),
        st.none() | whole,
        st.lists(words, max_size=4).map(tuple),
    )


def test_a_known_commitment():
    """``printf`` and ``sha256sum`` make it, too."""
    preimage = f"26:kreidtfuehrer commitment 1,2:12,1:3,64:{LOT.seed.hex()},"
    known = "43c1f85d0262a86a73eb155e111e24083402fc9a35f2c3e69786a3ec15c0f324"
    assert commitment(LOT.seed, "12", 3) == sha256(preimage.encode()).hex() == known


def test_a_known_pack():
    """Never changes: packs dealt once must be checked for ever."""
    known = "H8 C7 H7 HT S7 HA SA CT DQ HJ DJ D7 CA S9 SK DA C9 CQ D8 HQ SJ DT C8 HK ST DK SQ S8 D9 H9 CJ CK"
    assert named(pack(LOT)) == plainly(LOT) == known


@given(lots())
@settings(max_examples=200)
def test_packs_follow_from_the_documented_arithmetic(lot: Lot):
    assert named(pack(lot)) == plainly(lot)
    assert sorted(pack(lot)) == list(range(32))


def test_every_card_is_equally_likely_everywhere():
    rng = random.Random(937)
    seen: Counter[tuple[int, int]] = Counter()
    pairs: Counter[tuple[int, int]] = Counter()
    rounds = 6400
    for _ in range(rounds):
        cards = pack(replace(KNOCKED, seed=rng.randbytes(32)))
        seen.update(enumerate(cards))
        pairs[cards[0], cards[1]] += 1
    expected = rounds / 32
    chi = sum((seen[place, card] - expected) ** 2 / expected for place in range(32) for card in range(32))
    assert abs(chi - 31 * 31) < 5 * (2 * 31 * 31) ** 0.5
    expected = rounds / (32 * 31)
    chi = sum((pairs[a, b] - expected) ** 2 / expected for a in range(32) for b in range(32) if a != b)
    assert abs(chi - 991) < 5 * (2 * 991) ** 0.5


CHANGED: dict[str, dict[str, Any]] = {
    "table": {"table": "13"},
    "number": {"number": 4},
    "seed": {"seed": bytes(32)},
    "cutter": {"cutter": W},
    "by": {"by": CutBy.AUTOMATIC},
    "cut": {"cut": 18},
    "knocked": {"cut": None},
    "press": {"press": 1290000000000000002},
    "no press": {"press": None},
    "words": {"words": (Words(N, "Prost"), Words(S, "Öl, 5"))},
    "seat of words": {"words": (Words(N, "Prost"), Words(W, "Öl, 5:"))},
    "order of words": {"words": LOT.words[::-1]},
    "fewer words": {"words": LOT.words[:1]},
    "no words": {"words": ()},
}


def unturned(lot: Lot) -> tuple[Card, ...]:
    """The pack before it was cut."""
    turned, at = pack(lot), 32 - (lot.cut or 0)
    return turned[at:] + turned[:at]


@pytest.mark.parametrize("name", CHANGED)
def test_every_input_changes_the_shuffle(name: str):
    other = replace(LOT, **CHANGED[name])
    same = sum(a == b for a, b in zip(unturned(LOT), unturned(other), strict=True))
    assert same < 10


def test_words_cannot_be_taken_for_other_words():
    packs = {
        pack(replace(LOT, words=words))
        for words in [
            (Words(N, "a"), Words(E, "b")),
            (Words(N, "aEb"),),
            (Words(N, "a,1:E,1:b"),),
            (Words(N, "a1:E1:b"),),
            (Words(N, ""), Words(E, "ab")),
            (Words(N, "ab"), Words(E, "")),
        ]
    }
    assert len(packs) == 6


@pytest.mark.parametrize("cut", [4, 5, 16, 28])
def test_the_cut_cards_go_below(cut: int):
    """With the stream of the cut: the order before is that of plain arithmetic with nothing lifted."""
    cards = unturned(replace(LOT, cut=cut))
    assert pack(replace(LOT, cut=cut)) == cards[cut:] + cards[:cut]
    assert named(pack(replace(LOT, cut=cut))) == plainly(replace(LOT, cut=cut))


def test_a_seed_is_not_shown_with_the_lot():
    assert LOT.seed.hex() not in repr(LOT) and str(LOT.seed) not in repr(reveal(LOT))


def series(*numbers: int, table: str = "12") -> list[Revealed]:
    rng = random.Random(str((table, numbers)))
    return [reveal(replace(LOT, table=table, number=number, seed=rng.randbytes(32))) for number in numbers]


def findings(deals: list[Revealed]) -> list[tuple[int, str, str]]:
    return [(one.deal.lot.number, fault, detail) for one in check(deals) for fault, detail in one.findings]


def test_an_honest_series_is_proven():
    deals = series(1, 2, 3, 4)
    deals[1] = reveal(replace(deals[1].lot, by=CutBy.AUTOMATIC, press=None))
    deals[2] = reveal(replace(deals[2].lot, by=CutBy.NOBODY, press=None, cut=None))
    deals[3] = reveal(replace(deals[3].lot, cut=None))
    assert [one.claim for one in check(deals)] == [
        Claim.NOT_CHOSEN,
        Claim.NOT_CHANGED,
        Claim.NOT_DEALT,
        Claim.NOT_CHOSEN,
    ]
    assert findings(deals) == [] and deals[2].pack == ()


@pytest.mark.parametrize("name", CHANGED)
def test_a_lot_changed_afterwards_is_found(name: str):
    honest = reveal(LOT)
    [one] = check([replace(honest, lot=replace(LOT, **CHANGED[name]))])
    found = {finding.fault for finding in one.findings}
    assert Fault.PACK in found and one.claim is None
    assert (Fault.COMMITMENT in found) == (name in ("table", "number", "seed"))


def test_a_pack_changed_afterwards_is_found():
    honest = reveal(LOT)
    for place in range(31):
        cards = list(honest.pack)
        cards[place], cards[place + 1] = cards[place + 1], cards[place]
        assert findings([replace(honest, pack=tuple(cards))]) == [(3, "pack", "")]
    for wrong in (honest.pack[:-1], (*honest.pack, honest.pack[0]), ()):
        assert findings([replace(honest, pack=wrong)]) == [(3, "pack", "")]
    assert findings([replace(honest, lot=replace(LOT, by=CutBy.NOBODY, cut=None, press=None))]) == [(3, "pack", "")]


def test_a_commitment_serves_one_deal_only():
    first, second = series(3, 4)
    assert findings([replace(first, commitment=second.commitment), second]) == [(3, "commitment", "")]
    assert commitment(LOT.seed, "12", 3) != commitment(LOT.seed, "1", 23) != commitment(LOT.seed, "123", 3)
    again = reveal(replace(first.lot, number=4))
    assert findings([first, again]) == [(4, "seed", "")]
    assert findings([first, reveal(replace(first.lot, table="13"))]) == [(3, "seed", "")]


def test_numbers_have_no_gap_and_come_once():
    assert findings(series(5, 6, 7)) == []  # a part of an evening
    assert findings(series(2, 1, 3)) == []  # put together in any order
    assert findings(series(1, 3)) == [(3, "gap", "2")]
    assert findings(series(9, 1, 3, 4)) == [(9, "gap", "5-8"), (3, "gap", "2")]
    assert findings(series(1, 2, 2, 4)) == [(2, "twice", ""), (4, "gap", "3")]
    assert findings(series(1, 2) + series(1, 2, 4, table="13")) == [(4, "gap", "3")]


@pytest.mark.parametrize("cut", [-1, 0, 1, 3, 29, 31, 32, 33])
def test_a_cut_out_of_bounds_is_found(cut: int):
    wrong = reveal(replace(LOT, cut=cut))
    assert findings([wrong]) == [(3, "cut", str(cut))] == findings(list(read(write([wrong]))))


@pytest.mark.parametrize("cut", [None, *range(4, 29)])
def test_every_cut_in_bounds_is_right(cut: int | None):
    assert findings([reveal(replace(LOT, cut=cut))]) == []


def test_who_cut_and_what_was_pressed_belong_together():
    assert findings([reveal(replace(LOT, press=None))]) == [(3, "press", "")]
    assert findings([reveal(replace(LOT, by=CutBy.AUTOMATIC))]) == [(3, "press", "")]
    nobody = replace(LOT, by=CutBy.NOBODY)
    assert findings([reveal(nobody)]) == [(3, "cut", "17"), (3, "press", "")]


def test_words_too_long_are_found():
    longest = replace(LOT, words=(Words(N, "ä" * LONGEST_WORDS), Words(W, "x" * (LONGEST_WORDS + 1))))
    assert check([reveal(longest)])[0].findings == (Finding(Fault.WORDS, "W"),)


# -- the text form


@given(st.lists(lots(), min_size=1, max_size=4), st.booleans())
@settings(max_examples=200)
def test_what_is_written_is_read_again(many: list[Lot], honest: bool):
    deals = tuple(reveal(lot) if honest else Revealed(lot, "0" * 64, pack(lot)[:5]) for lot in many)
    assert read(write(deals)) == deals
    assert write(read(write(deals))) == write(deals)
    assert read("\n".join(write([deal]) for deal in deals)) == deals


def test_the_text_form():
    lot = replace(LOT, words=(Words(N, 'say "a"\n\x7f\\'),))
    assert write([reveal(lot)]) == (
        f'[[deal]]\ntable = "12"\nnumber = 3\ncommitment = "{commitment(LOT.seed, "12", 3)}"\n'
        f'seed = "{LOT.seed.hex()}"\ncutter = "E"\nby = "person"\ncut = 17\npress = 1290000000000000001\n'
        'words = [{ seat = "N", text = "say \\"a\\"\\n\\u007f\\\\" }]\n'
        f'pack = "{named(pack(lot))}"\n'
    )
    assert read(write([reveal(lot)])) == (reveal(lot),)


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("[[deal]]", "[deal]", "deal"),
        ("[[deal]]", "x = 1\n[[deal]]", "x"),
        ("[[deal]]", "[[deals]]", "deals"),
        ("number = 3", "", "deal[1].number"),
        ("number = 3", "number = 0", "deal[1].number"),
        ("number = 3", "number = true", "deal[1].number"),
        ("number = 3", f"number = 0x{'f' * 5000}", "deal[1].number"),
        ("number = 3", "numbers = 3", "deal[1].numbers"),
        ('table = "12"', "table = 12", "deal[1].table"),
        ('seed = "0', 'seed = "', "deal[1].seed"),
        ('seed = "0', 'seed = "G', "deal[1].seed"),
        ('commitment = "', 'commitment = " ', "deal[1].commitment"),
        ('cutter = "E"', 'cutter = "O"', "deal[1].cutter"),
        ('by = "person"', 'by = "me"', "deal[1].by"),
        ("cut = 17", "cut = 17.0", "deal[1].cut"),
        ("press = 1290000000000000001", "press = -1", "deal[1].press"),
        ('seat = "S"', 'seat = "s"', "deal[1].words[2].seat"),
        ('text = "Prost"', "text = 1", "deal[1].words[1].text"),
        ('text = "Prost"', 'text = "", more = 1', "deal[1].words[1].more"),
        ('pack = "', 'pack = "D6 ', "deal[1].pack"),
        ('pack = "', 'pack = "dj ', "deal[1].pack"),
        ('pack = "', 'pack = x"', None),
    ],
)
def test_what_is_no_series_names_the_key(old: str, new: str, key: str | None):
    text = write([reveal(LOT)])
    assert old in text
    with pytest.raises(NoRecord) as raised:
        read(text.replace(old, new, 1))
    assert raised.value.key == key


def test_nothing_is_no_series():
    for text in ("", "deal = []"):
        with pytest.raises(NoRecord) as raised:
            read(text)
        assert raised.value.key == "deal"
