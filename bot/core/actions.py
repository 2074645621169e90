"""What can be done at a table, and its two text forms.

``words`` is the form of a written deal (``plays D7``); ``code`` is the short one that stands in the log and in button
ids (``pD7``). ``parse_words`` and ``parse_code`` are their inverses.
"""

from dataclasses import dataclass, field

from bot.core.cards import (
    ACE,
    ALL_CARDS,
    ALL_SUITS,
    JACK,
    NAMES,
    RANKS,
    SEVEN,
    SUITS,
    Card,
    Rank,
    Suit,
    parse_card,
    parse_suit,
)
from bot.core.seats import Seat, parse_seat, seat_name

NUMBERS: tuple[str, ...] = tuple("2345678")
WEG, MIT = "weg", "mit"
KLEINES_SOLO, GROSSES_SOLO, LECHDICH = "kleines-solo", "grosses-solo", "lechdich"
CALL_WORDS: tuple[str, ...] = (*NUMBERS, MIT, WEG, KLEINES_SOLO, GROSSES_SOLO, LECHDICH)


@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """The shuffled and cut pack, top card first; chance acts in the dealer's name (C6)."""

    pack: tuple[Card, ...]

    def __repr__(self) -> str:
        return "Deal(hidden)"


@dataclass(frozen=True, slots=True)
class Call:
    """A word of the calling: a number, ``mit``, ``weg`` or a solo."""

    word: str


@dataclass(frozen=True, slots=True)
class Yield:
    """The winner of a tie leaves the naming to the partner (B8)."""


@dataclass(frozen=True, slots=True)
class Low:
    """In a tie of tavern conduct: the rank said to be that of the lowest trump (B7, B21)."""

    rank: Rank


@dataclass(frozen=True, slots=True)
class Concede:
    """In a tie of tavern conduct: no higher lowest trump, which stays unknown (B7)."""


@dataclass(frozen=True, slots=True)
class NameTrump:
    suit: Suit


@dataclass(frozen=True, slots=True)
class Give:
    """A card of the kleines Solo's exchange (B13). Prints without it."""

    card: Card = field(repr=False)


@dataclass(frozen=True, slots=True)
class Play:
    card: Card


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Takes the card just played back, all having agreed or the Kreidtführer having granted it (B25, S9)."""


@dataclass(frozen=True, slots=True)
class Report:
    """Reports that a player of the other pair has played wrong, at any time of a deal in tavern conduct (B23)."""

    accused: Seat


@dataclass(frozen=True, slots=True)
class Settle:
    """The table settles a deal of tavern conduct: the next is dealt, or the Partie's last result confirmed (B23)."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take up every card of the trick, which one cannot beat (H6)."""


@dataclass(frozen=True, slots=True)
class Void:
    """The table is stopped: the deal is abandoned and the Partie ends without a winner (S10)."""


Action = Deal | Call | Low | Concede | Yield | NameTrump | Give | Play | TakeBack | Report | Take | Settle | Void

PLAYS: tuple[Play, ...] = tuple(Play(card) for card in ALL_CARDS)
GIVES: tuple[Give, ...] = tuple(Give(card) for card in ALL_CARDS)
LOWS: tuple[Low, ...] = tuple(Low(Rank(rank)) for rank in range(SEVEN, ACE + 1))
NAME_TRUMPS: tuple[NameTrump, ...] = tuple(NameTrump(suit) for suit in sorted(ALL_SUITS))

LOW_RANKS = RANKS[:JACK]
_ONE_WORD: dict[str, Action] = {
    "concedes": Concede(),
    "yields": Yield(),
    "takes": Take(),
    "takes-back": TakeBack(),
    "void": Void(),
}
_ONE_LETTER: dict[str, Action] = {
    "x": Concede(),
    "y": Yield(),
    "b": TakeBack(),
    "u": Take(),
    "s": Settle(),
    "v": Void(),
}
_PACK_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"  # one character a card, so that a deal's log stays small


class NoAction(ValueError):
    """A text that is no action; ``text`` is what was given."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no step: {text!r}")
        self.text = text


def words(action: Action) -> str:
    """The step as a record writes it, without the seat. A Deal has none, for a record gives hands, nor has a Settle."""
    match action:
        case Call(word):
            return word
        case Low(rank):
            return f"low {RANKS[rank]}"
        case Concede():
            return "concedes"
        case Yield():
            return "yields"
        case NameTrump(suit):
            return f"trump {SUITS[suit]}"
        case Give(card):
            return f"gives {NAMES[card]}"
        case Play(card):
            return f"plays {NAMES[card]}"
        case TakeBack():
            return "takes-back"
        case Report(accused):
            return f"reports {seat_name(accused)}"
        case Take():
            return "takes"
        case Void():
            return "void"
        case Deal() | Settle():
            raise NoAction(type(action).__name__.lower())


def parse_words(text: str) -> Action:
    """Inverse of ``words``; raises NoAction."""
    verb, _, rest = text.partition(" ")
    try:
        match verb:
            case "plays":
                return Play(parse_card(rest))
            case "gives":
                return Give(parse_card(rest))
            case "trump":
                return NameTrump(parse_suit(rest))
            case "low" if rest in LOW_RANKS and len(rest) == 1:
                return LOWS[LOW_RANKS.index(rest)]
            case "reports":
                return Report(parse_seat(rest))
    except ValueError:
        raise NoAction(text) from None
    if text in CALL_WORDS:
        return Call(text)
    if text in _ONE_WORD:
        return _ONE_WORD[text]
    raise NoAction(text)


def code(action: Action) -> str:
    match action:
        case Play(card):
            return "p" + NAMES[card]
        case Call(word):
            return "c" + word
        case NameTrump(suit):
            return "t" + SUITS[suit]
        case Give(card):
            return "g" + NAMES[card]
        case Low(rank):
            return "l" + RANKS[rank]
        case Report(accused):
            return "r" + seat_name(accused)
        case Concede():
            return "x"
        case Yield():
            return "y"
        case TakeBack():
            return "b"
        case Settle():
            return "s"
        case Take():
            return "u"
        case Void():
            return "v"
        case Deal(pack):
            return "d" + "".join(_PACK_DIGITS[card] for card in pack)


def parse_code(text: str) -> Action:
    """Inverse of ``code``; raises NoAction."""
    rest = text[1:]
    try:
        match text[:1]:
            case "p":
                return Play(parse_card(rest))
            case "g":
                return Give(parse_card(rest))
            case "t":
                return NameTrump(parse_suit(rest))
            case "c" if rest in CALL_WORDS:
                return Call(rest)
            case "l" if rest in LOW_RANKS and len(rest) == 1:
                return LOWS[LOW_RANKS.index(rest)]
            case "r":
                return Report(parse_seat(rest))
            case letter if letter in _ONE_LETTER and not rest:
                return _ONE_LETTER[letter]
            case "d" if sorted(rest) == list(_PACK_DIGITS):
                return Deal(tuple(Card(_PACK_DIGITS.index(digit)) for digit in rest))
    except ValueError:
        pass
    raise NoAction(text)
