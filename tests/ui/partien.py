"""Whole random Partien as tables, and what each seat has seen, worked out from the packs and steps alone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from bot.core.actions import Call, Deal, Give, Play, words
from bot.core.cards import ALL_CARDS, NAMES, RANKS, SUITS, Card
from bot.core.game import Outcome, Phase
from bot.core.seats import SEATS, Seat
from bot.start import begin_partie
from bot.table import Chair, Chairs, Options, StopVote, Table, TablePhase
from bot.ui.ids import Press
from bot.ui.message import Button, LinkButton, Message
from bot.ui.reading import is_reading

ERNA, KARL, LISA, OPA = 1, 2, 3, 4
NAMES_OF = {ERNA: "Oma Erna", KARL: "Karl", LISA: "Lisa", OPA: "Opa Heinz"}
LONG = {ERNA: "Ｗ" * 40, KARL: "🇩🇪" * 40, LISA: "z\u0337\u031b\u0321" * 40, OPA: "ש" * 40}
FOUR: Chairs = (Chair(person=KARL), Chair(person=LISA), Chair(person=ERNA), Chair(person=OPA))
URL = "https://discord.com/channels/1234567890123456789/1234567890123456789/1234567890123456789"


def lobby(chairs: Chairs = FOUR, by_lot: bool = False) -> Table:
    return Table(412, 1, 2, 3, "bauernstoss", ERNA, chairs=chairs, options=Options(by_lot=by_lot))


@dataclass
class Seen:
    """Card names such as ``CJ``: what all have seen in this deal, and what each seat alone has seen besides."""

    everyone: set[str] = field(default_factory=set)
    own: list[set[str]] = field(default_factory=lambda: [set(), set(), set(), set()])
    gifts: list[tuple[Seat, str]] = field(default_factory=list)

    def by(self, seat: Seat | None) -> set[str]:
        return self.everyone if seat is None else self.everyone | self.own[seat]

    def step(self, table: Table, action: object) -> None:
        """``table`` is the one before the step."""
        seat = table.to_act
        match action:
            case Deal(pack):
                forehand = ((0 if table.state is None else table.state.standing.dealer) + 1) % 4
                self.everyone, self.own, self.gifts = set(), [set(), set(), set(), set()], []
                for i, card in enumerate(pack):
                    self.own[(forehand + i // 4) % 4].add(NAMES[card])
            case Play(card):
                self.everyone.add(NAMES[card])
            case Give(card) if seat is not None:
                self.gifts.append((seat, NAMES[card]))
                if len(self.gifts) == 2:
                    (soloist, mine), (partner, theirs) = self.gifts
                    self.own[soloist].add(theirs)
                    self.own[partner].add(mine)
                    if theirs.endswith("J"):
                        self.everyone.add(theirs)


@dataclass(frozen=True)
class Moment:
    table: Table
    seen: Seen


def step(table: Table, seat: Seat | None, action: object) -> Table:
    """The step as the shell of play does it, without a log."""
    assert table.state is not None
    state = table.rules.apply(table.state, seat, action).state  # type: ignore[arg-type]
    phase = TablePhase.FINISHED if state.phase is Phase.OVER else table.phase
    return replace(table, state=state, ply=table.ply + 1, phase=phase, drawing=None, ready=frozenset())


def partie(seed: int, chairs: Chairs = FOUR) -> Iterator[Moment]:
    """Every moment of a random Partie; ``mit``, yielding and solos come more often than by chance."""
    rng = Random(seed)
    table = begin_partie(lobby(chairs, by_lot=bool(seed % 2)), lambda: tuple(rng.sample(ALL_CARDS, 32)))
    seen = Seen()
    yield Moment(table, seen)
    while table.phase is TablePhase.PARTIE:
        assert table.state is not None
        if table.to_act is None:
            seat, action = table.state.standing.dealer, Deal(tuple(rng.sample(ALL_CARDS, 32)))
        else:
            legal = table.rules.legal(table.state)
            rare = [a for a in legal if words(a) in ("mit", "yields")]
            solos = [a for a in legal if isinstance(a, Call) and a.word.endswith("solo")]
            seat, action = table.to_act, rng.choice(legal)
            if isinstance(action, Call) and solos and action in solos and rng.random() < 0.6:
                action = rng.choice([a for a in legal if a not in solos] or list(legal))
            if rare and rng.random() < 0.7:
                action = rare[0]
        seen.step(table, action)
        table = step(table, seat, action)
        yield Moment(table, seen)


def moments(seed: int, outcome: Outcome) -> Iterator[Moment]:
    """The moments of random Partien in which a deal has just ended so."""
    for number in range(seed, seed + 200):
        for moment in partie(number):
            settlement = moment.table.settlement
            if settlement is not None and settlement.outcome is outcome:
                yield moment


def troubled(table: Table, rng: Random) -> Table:
    """The table with absence, substitutes, leavers, votes and presses mixed in."""
    chairs = list(table.chairs)
    for seat in SEATS:
        chance = rng.random()
        if chance < 0.1:
            chairs[seat] = Chair(computer=True, leaver=chairs[seat].person)
        elif chance < 0.2:
            chairs[seat] = replace(chairs[seat], computer=True)
        elif chance < 0.25:
            chairs[seat] = Chair(computer=True)
    people = [chair.person for chair in chairs if chair.person is not None]
    vote = StopVote(frozenset(people[:1]), frozenset(people[1:2]), 0.0) if rng.random() < 0.3 else None
    return replace(
        table,
        chairs=(chairs[0], chairs[1], chairs[2], chairs[3]),
        absent=rng.random() < 0.3,
        stop=vote,
        ready=frozenset(seat for seat in SEATS if rng.random() < 0.3),
        annulled=rng.random() < 0.1,
    )


def texts_of(message: Message) -> list[str]:
    """Everything to read or to send in it, piece by piece."""
    pieces = [message.content]
    if message.embed:
        pieces += [message.embed.title or "", message.embed.description, message.embed.footer or ""]
        pieces += [text for each in message.embed.fields for text in (each.name, each.value)]
    for row in message.rows:
        for item in row:
            pieces.append(item.url if isinstance(item, LinkButton) else item.id)
            if isinstance(item, Button | LinkButton):
                pieces.append(item.label)
    return pieces


_LETTERS = {"de": dict(zip("789DK", "789QK", strict=True)), "en": dict(zip("789QK", "789QK", strict=True))}
_LETTERS["de"] |= {"10": "T", "A": "A", "B": "J"}
_LETTERS["en"] |= {"10": "T", "A": "A", "J": "J"}
_SYMBOLS = dict(zip("♦♥♠♣", "DHSC", strict=True))
_FACE = re.compile("([♦♥♠♣])\ufe0f?(10|[789DKABQJ])(?![0-9a-zäöüß])")
_CODE = re.compile(r":[pg]([CSHD][AKQJT987])\b")


def cards_in(message: Message, language: str) -> set[str]:
    """Every card that a message shows or names, as ``CJ``: faces in text and on buttons, codes in ids."""
    letters = _LETTERS[language]
    found: set[str] = set()
    for piece in texts_of(message):
        found |= {_SYMBOLS[suit] + letters[rank] for suit, rank in _FACE.findall(piece)}
        found |= set(_CODE.findall(piece))
    for button in message.buttons:
        suit = (button.emoji or "").rstrip("\ufe0f")
        if suit in _SYMBOLS and button.label in letters:
            found.add(_SYMBOLS[suit] + letters[button.label])
    return found


def pressable(message: Message, *verbs: str) -> set[str]:
    """The arguments of the enabled buttons with these verbs; what is only read is no press."""
    moving = [button for button in message.buttons if not button.disabled and not is_reading(button.id)]
    presses = [Press.parse(button.id) for button in moving]
    return {press.arg or "" for press in presses if press.verb in verbs}


def card(name: str) -> Card:
    return Card(SUITS.index(name[0]) * 8 + RANKS.index(name[1]))
