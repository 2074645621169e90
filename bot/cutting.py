"""The pack between two deals: promised, added to by the players' words, cut (C6). How it follows from that is
told by ``bot.core.provable``.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from bot.arrangements import SameCards, Shuffle
from bot.core.provable import LEAST_CUT, LONGEST_WORDS, MOST_CUT, CutBy, Lot, Words, commitment
from bot.core.seats import Seat
from bot.table import Refused, Stale, Table, TablePhase, require_open


def waits_for_pack(table: Table) -> bool:
    """Nothing is dealt, and something may be: then the next pack has been promised, unless its cards are known."""
    return (table.between_deals or table.phase is TablePhase.FINISHED) and laid_next(table) is None


def laid_next(table: Table) -> SameCards | None:
    """The known cards that come next instead of a shuffled pack: nothing can be promised of them."""
    first = table.phase is TablePhase.PARTIE and table.partie == 1 and table.deal == 0
    return table.options.same if first else None


def laid_now(table: Table) -> SameCards | None:
    """The known cards of the deal on the table."""
    return table.options.same if table.partie == 1 and table.deal == 1 and not table.annulled else None


def prepared(table: Table, seed: Callable[[], bytes]) -> Table:
    """With a pack promised by a fresh seed, if none is yet."""
    if table.shuffle is not None:
        return table
    return replace(table, shuffle=Shuffle(1 if table.lot is None else table.lot.number + 1, seed()))


class Promise(NamedTuple):
    """What everybody may see of a seed before the cut and until the deal is settled."""

    number: int
    commitment: str


def promise(table: Table) -> Promise | None:
    """Of the next pack, if there is one, else of the pack dealt."""
    seeded = table.shuffle or table.lot
    if seeded is None:
        return None
    return Promise(seeded.number, commitment(seeded.seed, proper_name(table), seeded.number))


def proper_name(table: Table) -> str:
    """The table's among all of this host's."""
    return str(table.id)


def cutter(table: Table) -> Seat:
    """The neighbour of the dealer who is dealt to last: to the right, as the cards go clockwise (C6)."""
    assert table.state is not None
    dealer = table.state.standing.dealer
    return Seat((2 * dealer - table.rules.next_dealer(dealer)) & 3)


def asked(table: Table) -> bool:
    """The cutter is to choose."""
    return table.cut_until is not None


def to_be_asked(table: Table) -> bool:
    """The cutter is a person who has not been asked yet; a computer, for good or standing in, leaves it to chance."""
    chair = table.chairs[cutter(table)]
    return table.options.ask_cut and chair.person is not None and not chair.computer and not asked(table)


def ask(table: Table, until: float) -> Table:
    """The words are closed, and the cutter has the choice."""
    assert table.shuffle is not None
    return replace(table, shuffle=replace(table.shuffle, ask_until=until), ready=frozenset())


def add_words(table: Table, person: int, text: str) -> Table:
    """What a player adds to the next pack, in place of what they added before; nothing at all takes it away.

    Raises Refused.
    """
    require_open(table)
    seat = table.require_seat(person)
    if table.shuffle is None or asked(table):
        raise Refused("words_closed")
    plain = " ".join("".join(c for c in unicodedata.normalize("NFC", text) if c.isprintable()).split())
    if len(plain) > LONGEST_WORDS:
        raise Refused("words_too_long", most=LONGEST_WORDS)
    others = tuple(words for words in table.shuffle.words if words.seat != seat)
    own = (Words(seat, plain),) if plain else ()
    return replace(table, shuffle=replace(table.shuffle, words=tuple(sorted(others + own))))


def require_cutter(table: Table, person: int, number: int | None, cut: int | None) -> None:
    """Whether that person may lift so many cards (None: knock) off that pack now; ``number`` None: the present one.
    Raises Refused or Stale.
    """
    require_open(table)
    seat = table.require_seat(person)
    shuffle = table.shuffle
    if number is not None and (shuffle is None or shuffle.number != number):
        raise Stale
    if not asked(table):
        raise Refused("no_cut_now")
    if seat != (right := cutter(table)):
        raise Refused("not_cutter", seat=right)
    if cut is not None and not LEAST_CUT <= cut <= MOST_CUT:
        raise Refused("cut_range", least=LEAST_CUT, most=MOST_CUT)


def lot(table: Table, by: CutBy, cut: int | None, press: int | None) -> Lot:
    """All that the next pack follows from."""
    shuffle = table.shuffle
    assert shuffle is not None
    return Lot(proper_name(table), shuffle.number, shuffle.seed, cutter(table), by, cut, press, shuffle.words)
