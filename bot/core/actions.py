"""What can be done at a table, and its two text forms.

``words`` is the form of a written deal (``plays D7``); ``code`` is the short one that stands in the log and in button
ids (``pD7``). ``parse_words`` and ``parse_code`` are their inverses.
"""

from dataclasses import dataclass

from bot.core.cards import ALL_CARDS, ALL_SUITS, NAMES, SUITS, Card, NoCard, Suit, parse_card, parse_suit

NUMBERS: tuple[str, ...] = tuple("2345678")
WEG, MIT = "weg", "mit"
KLEINES_SOLO, GROSSES_SOLO = "kleines-solo", "grosses-solo"
CALL_WORDS: tuple[str, ...] = (*NUMBERS, MIT, WEG, KLEINES_SOLO, GROSSES_SOLO)


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
class NameTrump:
    suit: Suit


@dataclass(frozen=True, slots=True)
class Give:
    """A card of the kleines Solo's exchange (B13)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Play:
    card: Card


@dataclass(frozen=True, slots=True)
class Take:
    """Take up every card of the trick, which one cannot beat (H6)."""


@dataclass(frozen=True, slots=True)
class Void:
    """The table is stopped: the deal is abandoned and the Partie ends without a winner (S10)."""


Action = Deal | Call | Yield | NameTrump | Give | Play | Take | Void

PLAYS: tuple[Play, ...] = tuple(Play(card) for card in ALL_CARDS)
GIVES: tuple[Give, ...] = tuple(Give(card) for card in ALL_CARDS)
NAME_TRUMPS: tuple[NameTrump, ...] = tuple(NameTrump(suit) for suit in sorted(ALL_SUITS))

_PACK_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"  # one character a card, so that a deal's log stays small


class NoAction(ValueError):
    """A text that is no action; ``text`` is what was given."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no step: {text!r}")
        self.text = text


def words(action: Action) -> str:
    """The step as a record writes it, without the seat. A Deal has none: a record gives hands."""
    match action:
        case Call(word):
            return word
        case Yield():
            return "yields"
        case NameTrump(suit):
            return f"trump {SUITS[suit]}"
        case Give(card):
            return f"gives {NAMES[card]}"
        case Play(card):
            return f"plays {NAMES[card]}"
        case Take():
            return "takes"
        case Void():
            return "void"
        case Deal():
            raise NoAction("deal")


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
    except NoCard:
        raise NoAction(text) from None
    if text in CALL_WORDS:
        return Call(text)
    if text == "yields":
        return Yield()
    if text == "takes":
        return Take()
    if text == "void":
        return Void()
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
        case Yield():
            return "y"
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
            case "y" if not rest:
                return Yield()
            case "u" if not rest:
                return Take()
            case "v" if not rest:
                return Void()
            case "d" if sorted(rest) == list(_PACK_DIGITS):
                return Deal(tuple(Card(_PACK_DIGITS.index(digit)) for digit in rest))
    except NoCard:
        pass
    raise NoAction(text)
