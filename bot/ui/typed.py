"""What people type for a call, a suit or a card, in German or English, and what is offered to them while they type."""

import re
import unicodedata
from collections.abc import Iterable

from bot.core.actions import (
    CALL_WORDS,
    LOWS,
    WEG,
    Action,
    Call,
    Concede,
    Give,
    Low,
    NameTrump,
    Play,
    Take,
    Yield,
    words,
)
from bot.core.cards import ALL_CARDS, ALL_SUITS, NAMES, SUITS, Card, Suit, rank_of, suit_of
from bot.core.game import Phase
from bot.core.games import View
from bot.pictures.packs import Pack
from bot.ui.deck import Deck
from bot.ui.faces import card_name, face, rank_letter, rank_name, suit_name, suit_words, symbol, word
from bot.ui.text import LANGUAGES, Texts, text

YIELDS, TAKES, CONCEDES, LOW = "yields", "takes", "concedes", "low"


def plain(typed: str) -> str:
    """Lower case, without accents, signs and blanks: ``Kreuz-Bube`` and ``kreuz bube`` are the same."""
    spelled = typed.casefold().replace("ß", "ss").replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    kept = unicodedata.normalize("NFKD", spelled)
    return re.sub(r"[^0-9a-z♣♠♥♦]", "", kept)


def _words() -> dict[str, str]:
    known = {plain(said): said for said in CALL_WORDS}
    for language in LANGUAGES:
        known |= {plain(word(said, text(language))): said for said in CALL_WORDS}
    return known | {"gut": WEG, "pass": WEG, "grossessolo": "grosses-solo", "kleinessolo": "kleines-solo"}


def _suits() -> dict[str, Suit]:
    known = {SUITS[suit].lower(): suit for suit in ALL_SUITS} | {symbol(suit)[0]: suit for suit in ALL_SUITS}
    for language in LANGUAGES:
        known |= {plain(suit_name(suit, texts)): suit for texts in _packs(language) for suit in ALL_SUITS}
    return known


def _packs(language: str) -> tuple[Texts, ...]:
    """The texts with the names of either pack."""
    return text(language), text(language).showing(Deck(Pack.GERMAN, language, {}), spoken=True)


def _cards() -> dict[str, Card]:
    known = {plain(NAMES[card]): card for card in ALL_CARDS}
    for language in LANGUAGES:
        texts = text(language)
        for card in ALL_CARDS:
            suit, rank = suit_of(card), texts.t(f"letter.{NAMES[card][1]}")
            names = (suit_name(suit, texts), symbol(suit)[0])
            spelled = [card_name(card, texts), face(card, texts), *(f"{name} {rank}" for name in names)]
            spelled += [f"{name} {texts.t(f'rank.{NAMES[card][1]}')}" for name in names]
            known |= {plain(one): card for one in spelled}
            german = [card_name(card, other) for other in _packs(language)[1:]]
            german += [f"{suit_name(suit, other)} {rank_name(rank_of(card), other)}" for other in _packs(language)[1:]]
            known |= {plain(one): card for one in german}
    return known


_WORDS, _SUITS, _CARDS = _words(), _suits(), _cards()


def parse_call(typed: str) -> Call | Yield | Low | Concede | None:
    """A word of the calling, letting the partner name (B8), or in tavern conduct the lowest trump (B21)."""
    if plain(typed) in _YIELDING:
        return Yield()
    if plain(typed) in _CONCEDING:
        return Concede()
    if plain(typed) in _LOWS:
        return _LOWS[plain(typed)]
    found = _WORDS.get(plain(typed))
    return None if found is None else Call(found)


def parse_suit(typed: str) -> NameTrump | None:
    found = _SUITS.get(plain(typed))
    return None if found is None else NameTrump(found)


def parse_card(typed: str, phase: Phase | None) -> Play | Give | Take | None:
    """A card to be played or, in the exchange of a kleines Solo, given; or taking up what cannot be beaten (H6)."""
    if plain(typed) in _TAKING:
        return Take()
    found = _CARDS.get(plain(typed))
    if found is None:
        return None
    return Give(found) if phase is Phase.GIVE else Play(found)


_CONCEDING = {CONCEDES} | {plain(text(language).t("button.concede")) for language in LANGUAGES}
_LOWS = {
    plain(spelled): low
    for low in LOWS
    for language in LANGUAGES
    for spelled in (words(low), f"{LOW} {rank_letter(low.rank, text(language))}")
}
_TAKING = {TAKES} | {plain(text(language).t("button.take_up")) for language in LANGUAGES}
_YIELDING = {YIELDS} | {plain(text(language).t("button.yield")) for language in LANGUAGES}


def offered(view: View, kinds: tuple[type[Action], ...], typed: str, texts: Texts) -> list[tuple[str, str]]:
    """What may be done now of these kinds, as label and value, those that match what is typed so far."""
    found = [_offer(action, texts) for action in view.legal if isinstance(action, kinds)]
    return list(_matching(found, typed))


def _matching(found: Iterable[tuple[str, str]], typed: str) -> Iterable[tuple[str, str]]:
    wanted = plain(typed)
    return ((label, value) for label, value in found if wanted in plain(label) or wanted in plain(value))


def _offer(action: Action, texts: Texts) -> tuple[str, str]:
    match action:
        case Play(card) | Give(card):
            name = card_name(card, texts)
            return name if texts.spoken else f"{face(card, texts)} {name}", NAMES[card]
        case NameTrump(suit):
            return suit_words(suit, texts), SUITS[suit]
        case Call(said):
            return word(said, texts), said
        case Low(rank):
            return texts.t("deed.low", rank=rank_letter(rank, texts)), words(action)
        case Concede():
            return texts.t("button.concede"), CONCEDES
        case Take():
            return texts.t("button.take_up"), TAKES
    return texts.t("button.yield"), YIELDS
