"""Reading cards out of what people see, and knowledge out of the log: written anew, with nothing of the bot's own."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

RANKS, SUITS = "789QKTAJ", "DHSC"
PACK = tuple(suit + rank for suit in SUITS for rank in RANKS)  # in the order of the log's digits
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"

_SIGNS = {"♦": "D", "♥": "H", "♠": "S", "♣": "C"}
_LETTERS = {letter: letter for letter in RANKS} | {"10": "T", "D": "Q", "B": "J"}
_SUIT_WORDS = {
    "karo": "D",
    "herz": "H",
    "pik": "S",
    "kreuz": "C",
    "diamonds": "D",
    "hearts": "H",
    "spades": "S",
    "clubs": "C",
    "eichel": "C",
    "schippe": "S",
    "schelle": "D",
    "acorns": "C",
    "leaves": "S",
    "bells": "D",
}
_RANK_WORDS = {
    "sieben": "7",
    "acht": "8",
    "neun": "9",
    "zehn": "T",
    "dame": "Q",
    "könig": "K",
    "ass": "A",
    "bube": "J",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "T",
    "queen": "Q",
    "king": "K",
    "ace": "A",
    "jack": "J",
    "buben": "J",
    "unter": "J",
    "ober": "Q",
}
_PICTURE_SUITS = {
    "clubs": "C",
    "spades": "S",
    "hearts": "H",
    "diamonds": "D",
    "acorns": "C",
    "leaves": "S",
    "bells": "D",
}
_PICTURE_RANKS = {
    **{word: _RANK_WORDS[word] for word in ("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")},
    "unter": "J",
    "ober": "Q",
}
_FACE = re.compile(r"([♦♥♠♣])\ufe0f?\s?(10|[789TDQKABJ])(?![A-Za-zÄÖÜäöüß0-9])")
_GERMAN = re.compile(rf"({'|'.join(_SUIT_WORDS)})[- ]({'|'.join([*_RANK_WORDS, '10', '[789]'])})(?![a-zäöüß0-9])")
_ENGLISH = re.compile(rf"({'|'.join([*_RANK_WORDS, '10', '[789]'])}) of ({'|'.join(_SUIT_WORDS)})")
_CODE = re.compile(r"(?<![A-Za-z0-9])[pg]?([CSHD])([789QKTAJ])(?![A-Za-z0-9])")
_PICTURE = re.compile(  # an emoji's name, in a message or on a button
    r"(?:french|four|german)_(clubs|spades|hearts|diamonds|acorns|leaves|bells)"
    r"_(seven|eight|nine|ten|jack|unter|queen|ober|king|ace)"
)
_RULE = re.compile(r"\(?\b[BCHST][0-9]{1,2}\b\)?")
_MARKS = str.maketrans("", "", "*_~|`")


def cards_of(text: str) -> set[str]:
    """Every card a text names, in signs, words or codes: ``♣️B``, ``Kreuz-Bube``, ``Jack of Clubs``, ``pCJ``."""
    plain = text.translate(_MARKS)
    found = {_SIGNS[sign] + _LETTERS[letter] for sign, letter in _FACE.findall(plain)}
    low = plain.casefold()
    found |= {_SUIT_WORDS[suit] + _rank(rank) for suit, rank in _GERMAN.findall(low)}
    found |= {_SUIT_WORDS[suit] + _rank(rank) for rank, suit in _ENGLISH.findall(low)}
    found |= {_PICTURE_SUITS[suit] + _PICTURE_RANKS[rank] for suit, rank in _PICTURE.findall(text)}
    return found | {suit + rank for suit, rank in _CODE.findall(_RULE.sub(" ", plain))}


def _rank(word: str) -> str:
    return _RANK_WORDS.get(word) or _LETTERS[word]


def pack_of(code: str) -> tuple[str, ...]:
    """The pack of a logged deal, top card first."""
    return tuple(PACK[DIGITS.index(digit)] for digit in code[1:])


def code_of_pack(pack: Iterable[str]) -> str:
    """Inverse of ``pack_of``."""
    return "d" + "".join(DIGITS[PACK.index(card)] for card in pack)


def dealt_in_heinrich(dealer: int, pack: tuple[str, ...]) -> tuple[set[str], ...]:
    """H2: anticlockwise from the dealer's right, in packets of three, two and three."""
    hands: tuple[set[str], ...] = (set(), set(), set(), set())
    cards = iter(pack)
    for packet in (3, 2, 3):
        for step in (1, 2, 3, 4):
            hands[(dealer - step) % 4].update(next(cards) for _ in range(packet))
    return hands


def dealt(dealer: int, pack: tuple[str, ...]) -> tuple[set[str], ...]:
    """C6: clockwise from forehand, in two packets of four."""
    hands: tuple[set[str], ...] = (set(), set(), set(), set())
    for i, card in enumerate(pack):
        hands[(dealer + 1 + i // 4) % 4].add(card)
    return hands


@dataclass(frozen=True)
class Step:
    ply: int
    seat: int | None
    code: str


@dataclass
class WrittenDeal:
    """One deal as the log has it. ``owners``: who the seats belonged to when it was dealt, by person."""

    table: int
    partie: int
    number: int
    standing: str
    owners: tuple[int | None, ...]
    steps: list[Step] = field(default_factory=list)  # with the pack first
    outcome: str | None = None
    game: str = "bauernstoss"
    others: frozenset[int] = frozenset()  # who had to do with a seat of it without owning it when it was dealt

    @property
    def hands(self) -> tuple[set[str], ...]:
        how = dealt_in_heinrich if self.game == "bauernheinrich" else dealt
        return how("NESW".index(self.standing[0]), pack_of(self.steps[0].code))

    @property
    def first(self) -> bool:
        """The first of its Partie (B17)."""
        return self.game != "bauernheinrich" and self.standing.split(" ")[2] == "-"

    def _until(self, ply: int, kind: str) -> list[Step]:
        return [step for step in self.steps[1:] if step.ply <= ply and step.code[0] == kind]

    def open_cards(self, ply: int) -> set[str]:
        """What everybody has seen: the cards played, and a Jack in an exchange (B13)."""
        seen = {step.code[1:] for step in self._until(ply, "p")}
        gifts = self._until(ply, "g")
        if len(gifts) == 2 and gifts[1].code[2] == "J":
            seen.add(gifts[1].code[1:])
        if self.first and self.game == "bauernstoss" and self.broken_off("breach", ply):
            seen.add("CJ")  # B19 names it in the result
        return seen

    def broken_off(self, outcome: str, ply: int) -> bool:
        """Ended that way by then; being settled comes later in tavern conduct."""
        return self.outcome == outcome and ply >= max(step.ply for step in self.steps if step.code != "s")

    def known_to(self, person: int | None, ply: int, chairs: Sequence[int | None]) -> set[str]:
        """What that person may know: what lies open, the own hand, and what was taken up in an exchange.

        ``chairs``: who sits there now. Whoever comes back to the own seat in mid-deal takes up what a computer held.
        """
        known = self.open_cards(ply)
        if person is None:
            return known
        gifts = self._until(ply, "g")
        over = self.outcome is not None and ply >= self.steps[-1].ply
        for seat, owner in enumerate(self.owners):
            if person != owner and (over or person != chairs[seat]):
                continue
            known |= self.hands[seat]
            if len(gifts) == 2:
                for mine, theirs in (gifts, gifts[::-1]):
                    if mine.seat == seat:
                        known.add(theirs.code[1:])
        return known

    def settled_by(self, ply: int) -> bool:
        """What stands then stands for good: in tavern conduct the last step is the settling itself."""
        return self.outcome not in (None, "annulled") and ply >= self.steps[-1].ply

    def seated(self, person: int | None) -> bool:
        return person is not None and (person in self.owners or person in self.others)

    def holder_of_club_jack(self) -> int | None:
        """The person who was dealt it."""
        return next(owner for owner, hand in zip(self.owners, self.hands, strict=True) if "CJ" in hand)

    def kreide_may_be_told(self, ply: int) -> bool:
        """B17; a deal that was thrown in tells it by itself, and one broken off by its Striche (B19, B23)."""
        if self.game != "bauernstoss" or not self.first:
            return True
        return self.broken_off("thrown-in", ply) or "CJ" in self.open_cards(ply)


def laid_open_in_drawing(packs: Iterable[tuple[str, ...]]) -> set[str]:
    """What a drawing may have shown (C4, C5): the cards up to the second Jack, and four for the dealer."""
    shown: set[str] = set()
    for pack in packs:
        jacks = [i for i, card in enumerate(pack) if card[1] == "J"]
        shown |= set(pack[: jacks[1] + 1]) | set(pack[:4])
    return shown
