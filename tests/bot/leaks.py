"""The leak hunter: nobody may see a card that is not theirs to know, in anything they can see, at any moment."""

import logging
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .cards import WrittenDeal, cards_of, code_of_pack, laid_open_in_drawing, pack_of
from .readings import readings
from .seen import Sight

# Prose that names CJ as such. It says nothing about who holds it.
PROSE = (
    "Kein Solo im ersten Spiel, und ein kleines Solo nur mit dem Kreuz-Buben",
    "Den Kreuz-Buben behältst du beim kleinen Solo selbst",
    "Schreib zum Beispiel „Kreuz-Bube“ oder „CJ“",
    "No solo in the first deal, and a kleines (small) Solo only with the Jack of Clubs",
    "In a kleines (small) Solo you keep the Jack of Clubs yourself",
    "Write “Jack of Clubs” or “CJ”, for example",
    # /rules
    "hat die Kreide das Paar mit dem Kreuz-Buben",
    "bringt der Kreuz-Bube einen Strich dazu",
    "nur mit dem Kreuz-Buben, eine Karte wird",
    "belongs to the pair with the Jack of Clubs",
    "the Jack of Clubs is worth one Strich more",
    "only with the Jack of Clubs, one card is exchanged",
)
HIDDEN_KREIDE = (
    "🖍️ Kreide: wer ♣️B hat",
    "🖍️ Kreide (the chalk): whoever holds ♣️J",
    # to those who hear it
    "Kreide: wer Kreuz-Bube hat",
    "Kreide: wer Eichel-Unter hat",
    "Kreide (the chalk): whoever holds Jack of Clubs",
    "Kreide (the chalk): whoever holds Unter of Acorns",
)
THAT_IS_YOU = (" (pst, das bist du)", " (shh, that is you)")

# Its picture in the lines that may name it without telling who has it.
_CLUB_JACK = re.compile(
    r"(?:(?<=Kreide: wer )|(?<=whoever holds ))<:[a-z]+_(?:clubs|acorns)_(?:jack_de|jack_en|unter)_\w{6}:[0-9]+>"
)
_TABLE = re.compile(r"\b(?:Tisch|Table|table) ([0-9]+)")
_DEAL = re.compile(r"\b(?:Spiel|deal|Deal) ([0-9]+)")
_PACK = re.compile(r'^pack = "([^"]*)"$', re.MULTILINE)
_HAND = re.compile(r'^hands\.[NESW] = "([^"]*)"$', re.MULTILINE)  # in the order of the seats
_ID = re.compile(r"k1:([0-9]+):")
_LOOK = re.compile(r"^k1b:([0-9]+):([0-9]+):([0-9]+):[0-9]+:(?:first|back|next|last)$", re.MULTILINE)
_READING = re.compile(r"^k1[rn]c?:", re.MULTILINE)


@dataclass(frozen=True)
class Seed:
    """What a pack follows from; it may be shown from the ply on that settled its deal, None: not yet at all."""

    table: int
    text: str
    open_from: int | None


@dataclass(frozen=True)
class Books:
    """What the database tells: deals, and who is who."""

    deals: Sequence[WrittenDeal]
    tables: dict[int, tuple[int, int]]  # id: server, number there
    people: dict[int, int]  # Discord user: person
    servers: dict[int, int]  # channel: server
    packs: Sequence[tuple[str, ...]]  # every pack shuffled, those of the drawings too
    names: Sequence[str] = ()  # of all people
    seeds: Sequence[Seed] = ()

    def drawn(self) -> set[str]:
        played = {deal.steps[0].code for deal in self.deals}
        return laid_open_in_drawing(pack for pack in self.packs if code_of_pack(pack) not in played)

    def about(self, sight: Sight) -> list[WrittenDeal]:
        """The deals a sight may be about, as far as it says so."""
        tables = self._tables(sight)
        begun = [d for d in self.deals if d.table in tables and d.steps[0].ply <= sight.moment.plies.get(d.table, -1)]
        named = {int(number) for number in _DEAL.findall(sight.whole)}
        if named:
            begun = [deal for deal in begun if deal.number in named]
        latest: dict[tuple[int, int], WrittenDeal] = {}
        for deal in begun:
            latest[deal.table, deal.number if named else 0] = deal  # the last Partie's
        return list(latest.values())

    def _tables(self, sight: Sight) -> set[int]:
        ids = {int(found) for found in _ID.findall(sight.whole)}
        if ids:
            return ids
        server = self.servers.get(sight.place)
        named = {int(number) for number in _TABLE.findall(sight.whole)}
        return {
            table
            for table, (guild, number) in self.tables.items()
            if server in (None, guild) and (not named or number in named)
        }


def leaks_in(sights: Iterable[Sight], books: Books) -> list[str]:
    """What was shown to somebody who may not know it, one line each."""
    drawn = books.drawn()
    return [leak for sight in sights for leak in _leaks(sight, books, drawn)]


def _leaks(sight: Sight, books: Books, drawn: set[str]) -> Iterable[str]:
    if _about_no_table(sight):
        return
    person = None if sight.reader is None else books.people.get(sight.reader, -1)
    if looked := _LOOK.search(sight.whole):
        yield from _look_leaks(person, tuple(map(int, looked.groups())), sight, books)
        return
    deals = books.about(sight)
    named_deal = _DEAL.search(sight.whole) is not None
    plies, chairs = sight.moment.plies, sight.moment.chairs
    known = set().union(*(deal.known_to(person, plies[deal.table], chairs[deal.table]) for deal in deals))
    if not named_deal and sight.kind != "choices":
        known |= drawn
    who = "everybody" if sight.reader is None else f"person {person}"
    for file in sight.files:
        yield from _file_leaks(who, person, file, sight, books)
    for piece in sight.pieces:
        plain = _CLUB_JACK.sub(lambda found: "♣️J" if "whoever" in found.string[: found.start()][-20:] else "♣️B", piece)
        for prose in (*PROSE, *HIDDEN_KREIDE):
            plain = plain.replace(prose, "")
        for card in sorted(cards_of(plain) - known):
            yield f"{who} sees {card} in {piece!r} ({sight.kind}, {dict(plies)})"
        if named_deal:
            yield from _kreide_leaks(who, person, piece, plain, deals, sight)
    for seed in books.seeds:
        if seed.text in sight.whole and (seed.open_from is None or plies.get(seed.table, -1) < seed.open_from):
            yield f"{who} sees the seed of a pack of table {seed.table} ({dict(plies)})"
    if sight.kind == "picture":
        yield from _picture_leaks(who, deals, sight)
    if cards_of(sight.push):
        yield f"a phone shows {sight.push!r}"


def _look_leaks(person: int | None, key: tuple[int, ...], sight: Sight, books: Books) -> Iterable[str]:
    """A settled deal lies open, page by page: in its own server to whoever asks, in a DM to those who sat in it; to
    nobody in public, and to nobody before it was settled.
    """
    (deal,) = [one for one in books.deals if (one.table, one.partie, one.number) == key]
    server = books.servers.get(sight.place)
    here = deal.seated(person) if server is None else server == books.tables[deal.table][0]
    if person is None or not here or not deal.settled_by(sight.moment.plies.get(deal.table, -1)):
        yield f"person {person} looks back on {key} ({dict(sight.moment.plies)})"
    for seed in books.seeds:
        if seed.text in sight.whole:
            yield f"person {person} sees the seed of a pack of table {seed.table}"
    if cards_of(sight.push):
        yield f"a phone shows {sight.push!r}"


def _about_no_table(sight: Sight) -> bool:
    """A page of the rules or a step of a lesson: marked as such by its buttons, with no table's button or number, and
    word for word what everybody gets to read there, whatever is being played.
    """
    if not _READING.search(sight.whole) or _ID.search(sight.whole) or _TABLE.search(sight.whole) or sight.files:
        return False
    return set(sight.pieces) <= readings()


def _pack_leaks(who: str, packs: Sequence[str], sight: Sight, books: Books) -> Iterable[str]:
    """Whole packs, for everybody, once their deals are settled."""
    plies = sight.moment.plies
    settled = {
        pack_of(deal.steps[0].code)
        for deal in books.deals
        if deal.settled_by(plies.get(deal.table, -1)) or deal.outcome == "annulled"  # which no step in the log tells
    }
    for pack in packs:
        if tuple(pack.split()) not in settled:
            yield f"{who} gets a file with the pack of a deal that is not settled ({dict(plies)})"


def _file_leaks(who: str, person: int | None, file: str, sight: Sight, books: Books) -> Iterable[str]:
    """A file with cards is a deal written down: one that was settled by then, for somebody who had a seat in it.

    Which one it is the hands in it say, nothing that the bot says of it.
    """
    if not cards_of(file):
        return
    if packs := _PACK.findall(file):
        yield from _pack_leaks(who, packs, sight, books)
        return
    written = [{*cards.split()} for cards in _HAND.findall(file)]
    ply = {deal.table: sight.moment.plies.get(deal.table, -1) for deal in books.deals}
    same = [deal for deal in books.deals if [*deal.hands] == written and deal.steps[0].ply <= ply[deal.table]]
    if not any(deal.settled_by(ply[deal.table]) and deal.seated(person) for deal in same):
        yield f"{who} gets a file of a deal that is not theirs or not settled: {file!r} ({dict(sight.moment.plies)})"
    for name in books.names:
        if re.search(rf"\b{re.escape(name)}\b", file):
            yield f"{who} gets a file that names {name}"


def _picture_leaks(who: str, deals: Sequence[WrittenDeal], sight: Sight) -> Iterable[str]:
    """Pictures show settled deals only, and their words name all that they show."""
    if not all(sight.pieces):
        yield f"{who} gets a picture without words"
    for deal in deals:
        if not deal.settled_by(sight.moment.plies[deal.table]) and str(deal.number) in _DEAL.findall(sight.whole):
            yield f"{who} gets a picture of deal {deal.number}, which is not settled ({dict(sight.moment.plies)})"


def _kreide_leaks(
    who: str, person: int | None, piece: str, plain: str, deals: Sequence[WrittenDeal], sight: Sight
) -> Iterable[str]:
    """B17: before CJ falls in the first deal nothing tells who has it, except to the holder."""
    for deal in deals:
        if deal.kreide_may_be_told(sight.moment.plies[deal.table]):
            continue
        if any(mine in piece for mine in THAT_IS_YOU) and (person is None or person != deal.holder_of_club_jack()):
            yield f"{who} is told who has CJ: {piece!r}"
        if "Kreide" in plain:
            yield f"{who} is told of the Kreide before CJ has fallen: {piece!r}"


def leaks_in_logs(records: Iterable[logging.LogRecord], seeds: Iterable[Seed] = ()) -> list[str]:
    """The server's own log lines hold no card at all, and no seed."""
    formatter = logging.Formatter("%(name)s: %(message)s")
    secrets = [seed.text for seed in seeds]
    return [line for line in map(formatter.format, records) if cards_of(line) or any(s in line for s in secrets)]
