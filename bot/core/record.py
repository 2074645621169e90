"""A deal written down: a Record, read from its TOML text and written to it. Pure; the caller reads the files.

A result, and likewise ``[expect]``, is a ``Facts``: the keys that the text form gives them, values as JSON has them.
"""

import re
import tomllib
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bot.core.actions import Action, NoAction, Void, parse_words, words
from bot.core.bauernheinrich.engine import Bauernheinrich
from bot.core.cards import ALL_SUITS, JACKS, NAMES, PACK, SUIT_CARDS, Hand, Hands, NoCard, cards_in, count, parse_card
from bot.core.game import Game, Outcome, Reason
from bot.core.games import ALL_GAMES, BAUERNHEINRICH, schafkopf
from bot.core.house import Conduct, HouseRules, Overtrump
from bot.core.schafkopf.engine import Schafkopf
from bot.core.seats import PAIR_NAMES, SEAT_NAMES, SEATS, Pair, Seat, parse_seat, seat_name
from bot.core.toml import NoRecord, either, list_of, need, only, shown, table_of, toml, typed, word

Facts = dict[str, Any]

_OUTCOMES = tuple(str(outcome) for outcome in Outcome)
_RULE = re.compile(r"[BCHS][1-9][0-9]?")
_WORD_REASONS = (Reason.TURN, Reason.HAND, Reason.PHASE, Reason.OVER)


class WrittenStep(NamedTuple):
    """Who does what; ``seat`` is None for ``void`` alone."""

    seat: Seat | None
    action: Action

    @property
    def text(self) -> str:
        return words(self.action) if self.seat is None else f"{seat_name(self.seat)} {words(self.action)}"


@dataclass(frozen=True, slots=True)
class Before:
    """Where the Partie stands before the first deal; ``kreide`` None: that deal is the first of the Partie.

    ``took_back``: who has used up the one take-back of the Partie (S9).
    """

    striche: tuple[int, int] = (0, 0)
    kreide: Pair | None = None
    took_back: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenDeal:
    """``choices``: how many legal steps there were before each step, if the record says so."""

    dealer: Seat
    hands: Hands
    steps: tuple[WrittenStep, ...] = ()
    choices: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    game: str
    deals: tuple[WrittenDeal, ...]
    before: Before = Before()
    conduct: str = str(Conduct.STRICT)
    overtrump: str = str(Overtrump.ALWAYS)
    expect: Facts = field(default_factory=dict)


def played_by(record: Record) -> Game[Any, Any]:
    """The engine under the record's house rules."""
    return _engine(record.game, record.conduct, record.overtrump)


def _engine(game: str, conduct: str, overtrump: str) -> Schafkopf | Bauernheinrich:
    if game == BAUERNHEINRICH.name:
        return BAUERNHEINRICH
    return schafkopf(game, HouseRules(Conduct(conduct), Overtrump(overtrump)))


def parse_step(text: str) -> WrittenStep:
    """``N plays D7`` to a step, spelt exactly so; raises NoAction."""
    try:
        if text == "void":
            return WrittenStep(None, Void())
        seat, _, rest = text.partition(" ")
        step = WrittenStep(parse_seat(seat), parse_words(rest))
    except ValueError:
        raise NoAction(text) from None
    if step.text != text or isinstance(step.action, Void):
        raise NoAction(text)
    return step


def read(text: str) -> Record:
    """The record that a TOML text holds; raises NoRecord."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise NoRecord(None, f"no TOML: {error}") from None
    only(table, None, ("game", "conduct", "overtrump", "before", "deal", "expect"))
    game = word(need(table, None, "game"), "game", ALL_GAMES)
    conduct = word(table.get("conduct", str(Conduct.STRICT)), "conduct", tuple(Conduct))
    overtrump = word(table.get("overtrump", str(Overtrump.ALWAYS)), "overtrump", tuple(Overtrump))
    if "overtrump" in table and game != "schoofkopp":
        raise NoRecord("overtrump", f"only schoofkopp has this key, not {game}")
    if game == BAUERNHEINRICH.name and conduct != Conduct.STRICT:
        raise NoRecord("conduct", f"{game} is always strict")
    rules = _engine(game, conduct, overtrump)
    before = _before(table["before"], rules) if "before" in table else Before()
    deals = need(table, None, "deal")
    if not isinstance(deals, list) or not deals:
        raise NoRecord("deal", "one or more [[deal]] tables are needed")
    written: list[WrittenDeal] = []
    for i, deal in enumerate(deals, 1):
        written.append(_deal(deal, f"deal[{i}]"))
        if i > 1 and written[-1].dealer != (due := rules.next_dealer(written[-2].dealer)):  # C7, H2
            raise NoRecord(f"deal[{i}].dealer", f"{seat_name(due)} is due to deal, not {deal['dealer']}")
    expect = _expect(table["expect"], rules) if "expect" in table else {}
    return Record(game, tuple(written), before, conduct, overtrump, expect)


def _before(value: object, rules: Schafkopf | Bauernheinrich) -> Before:
    if isinstance(rules, Bauernheinrich):
        raise NoRecord("before", f"{rules.name} has no such key")
    table = table_of(value, "before")
    only(table, "before", ("striche", "kreide", "took_back"))
    striche = _per_pair(need(table, "before", "striche"), "before.striche")
    if max(striche.values()) >= rules.variant.target:
        raise NoRecord(
            "before.striche", f"with {max(striche.values())} Striche the Partie is over before the first deal"
        )
    kreide = word(table["kreide"], "before.kreide", PAIR_NAMES) if "kreide" in table else None
    pair = None if kreide is None else Pair(PAIR_NAMES.index(kreide))
    seats = list_of(table.get("took_back", []), "before.took_back", str)
    took_back = tuple(
        parse_seat(word(seat, f"before.took_back[{i}]", tuple(SEAT_NAMES))) for i, seat in enumerate(seats, 1)
    )
    return Before((striche["NS"], striche["EW"]), pair, took_back)


def _deal(value: object, key: str) -> WrittenDeal:
    table = table_of(value, key)
    only(table, key, ("dealer", "hands", "steps", "choices"))
    dealer = word(need(table, key, "dealer"), f"{key}.dealer", tuple(SEAT_NAMES))
    hands = _hands(need(table, key, "hands"), f"{key}.hands")
    steps = list_of(table.get("steps", []), f"{key}.steps", str)
    read_steps = tuple(_step(step, f"{key}.steps[{i}]") for i, step in enumerate(steps, 1))
    choices = None
    if "choices" in table:
        choices = tuple(list_of(table["choices"], f"{key}.choices", int))
    return WrittenDeal(parse_seat(dealer), hands, read_steps, choices)


def _hands(value: object, key: str) -> Hands:
    table = table_of(value, key)
    only(table, key, tuple(SEAT_NAMES))
    hands: list[Hand] = []
    where: dict[int, str] = {}
    for seat in SEAT_NAMES:
        here = f"{key}.{seat}"
        text = typed(need(table, key, seat), here, str)
        cards = text.split()
        for name in cards:
            try:
                card = parse_card(name)
            except NoCard:
                raise NoRecord(here, f"{shown(name)} is no card") from None
            if NAMES[card] != name:
                raise NoRecord(here, f"{shown(name)} is no card; {NAMES[card]} is")
            if card in where:
                again = "twice in this hand" if where[card] == seat else f"in the hand of {where[card]} too"
                raise NoRecord(here, f"{name} is {again}")
            where[card] = seat
        if len(cards) != 8:
            raise NoRecord(here, f"{len(cards)} cards instead of 8")
        hands.append(Hand(sum(1 << parse_card(name) for name in cards)))
    assert sum(hands) == PACK
    return hands[0], hands[1], hands[2], hands[3]


def _step(text: str, key: str) -> WrittenStep:
    try:
        return parse_step(text)
    except NoAction:
        raise NoRecord(key, f"{shown(text)} is no step") from None


def _expect(value: object, rules: Schafkopf | Bauernheinrich) -> Facts:
    table = table_of(value, "expect")
    only(table, "expect", tuple(_EXPECT))
    foreign = _OF_PAIRS if isinstance(rules, Bauernheinrich) else _OF_PLACES
    for key in foreign:
        if key in table:
            raise NoRecord(f"expect.{key}", f"{rules.name} has no such key")
    return {key: _EXPECT[key](found, f"expect.{key}") for key, found in table.items()}


def _error(value: object, key: str) -> Facts:
    table = table_of(value, key)
    only(table, key, ("deal", "step", "rule"))
    for number in ("deal", "step"):
        if typed(need(table, key, number), f"{key}.{number}", int) < 1:
            raise NoRecord(f"{key}.{number}", "counted from 1")
    rule = typed(need(table, key, "rule"), f"{key}.rule", str)
    if not _RULE.fullmatch(rule) and rule not in _WORD_REASONS:
        raise NoRecord(f"{key}.rule", f"{shown(rule)} is no rule number and none of {either(_WORD_REASONS)}")
    return dict(table)


def _places(value: object, key: str) -> list[str]:
    return [word(seat, f"{key}[{i}]", tuple(SEAT_NAMES)) for i, seat in enumerate(list_of(value, key, str), 1)]


def _legal(value: object, key: str) -> list[str]:
    steps = list_of(value, key, str)
    for i, step in enumerate(steps, 1):
        _step(step, f"{key}[{i}]")
    return steps


def _per_pair(value: object, key: str) -> dict[str, int]:
    table = table_of(value, key)
    only(table, key, PAIR_NAMES)
    numbers = {pair: typed(need(table, key, pair), f"{key}.{pair}", int) for pair in PAIR_NAMES}
    for pair, number in numbers.items():
        if number < 0:
            raise NoRecord(f"{key}.{pair}", "below 0")
    return numbers


_EXPECT = {
    "outcome": lambda value, key: word(value, key, _OUTCOMES),
    "augen": _per_pair,
    "tricks": _per_pair,
    "striche": _per_pair,
    "kreide": lambda value, key: word(value, key, PAIR_NAMES),
    "winner": lambda value, key: word(value, key, PAIR_NAMES),
    "next_dealer": lambda value, key: word(value, key, tuple(SEAT_NAMES)),
    "to_act": lambda value, key: word(value, key, tuple(SEAT_NAMES)),
    "legal": _legal,
    "places": _places,
    "error": _error,
}
_OF_PAIRS = ("augen", "tricks", "striche", "kreide", "winner")
_OF_PLACES = ("places",)

# -- writing


def write(record: Record) -> str:
    """The text form; ``read`` gives an equal record back."""
    lines = [f'game = "{record.game}"']
    if record.conduct != Conduct.STRICT:
        lines.append(f'conduct = "{record.conduct}"')
    if record.overtrump != Overtrump.ALWAYS:
        lines.append(f'overtrump = "{record.overtrump}"')
    if record.before != Before():
        before: Facts = {"striche": per_pair(record.before.striche)}
        if record.before.kreide is not None:
            before["kreide"] = PAIR_NAMES[record.before.kreide]
        if record.before.took_back:
            before["took_back"] = [seat_name(seat) for seat in record.before.took_back]
        lines.append(f"before = {toml(before)}")
    for deal in record.deals:
        lines += ["", "[[deal]]", f'dealer = "{seat_name(deal.dealer)}"']
        lines += [f'hands.{seat_name(seat)} = "{hand_text(deal.hands[seat])}"' for seat in SEATS]
        lines += ["steps = [", *(f"  {toml(step.text)}," for step in deal.steps), "]"]
        if deal.choices is not None:
            lines.append(f"choices = {toml(list(deal.choices))}")
    if record.expect:
        lines += ["", "[expect]", *(f"{key} = {toml(value)}" for key, value in record.expect.items())]
    return "\n".join(lines) + "\n"


def hand_text(hand: Hand) -> str:
    """Jacks first, then suit by suit, high to low."""
    parts = [Hand(hand & JACKS), *(Hand(hand & SUIT_CARDS[suit]) for suit in ALL_SUITS)]
    return " ".join(NAMES[card] for part in parts if count(part) for card in reversed(list(cards_in(part))))


def per_pair(numbers: tuple[int, int]) -> dict[str, int]:
    return dict(zip(PAIR_NAMES, numbers, strict=True))
