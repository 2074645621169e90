"""A Record played through the rules, what comes out of it, and how that differs from what the record expects."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.core.actions import Action, Deal, Settle
from bot.core.bauernheinrich.engine import Bauernheinrich
from bot.core.game import Game, IllegalAction, Phase, Reason
from bot.core.house import USUAL
from bot.core.record import Before, Facts, NoRecord, Record, WrittenDeal, WrittenStep, per_pair, played_by
from bot.core.schafkopf.engine import Schafkopf
from bot.core.schafkopf.state import Standing, State, tricks_taken
from bot.core.schafkopf.view import known_kreide
from bot.core.seats import PAIR_NAMES, Seat, seat_name


class Refused(NamedTuple):
    """The step at which the record stops, both numbers from 1, and who was to act there, if anybody."""

    deal: int
    step: int
    text: str
    reason: Reason
    to_act: Seat | None


class Difference(NamedTuple):
    """``place`` says more exactly where, for ``choices``. A value that is absent is None."""

    key: str
    expected: object
    got: object
    place: str = ""


@dataclass(frozen=True, slots=True)
class Replay:
    """``state`` is the record's game's. ``choices`` holds, per deal that gives its own, the number of legal steps
    before each step tried.
    """

    record: Record
    state: Any
    choices: tuple[tuple[int, ...], ...]
    refused: Refused | None

    @property
    def facts(self) -> Facts:
        """The result: everything that ``[expect]`` may name."""
        return facts(played_by(self.record), self.state, self.refused)


def play(record: Record) -> Replay:
    """Plays the record up to its end or the first step refused; raises NoRecord where a deal cannot follow."""
    game = played_by(record)
    state = game.resume(_standing(game, record.deals[0].dealer, record.before))
    all_choices: list[tuple[int, ...]] = []
    for number, deal in enumerate(record.deals, 1):
        state = _settled(game, state)
        if game.phase(state) is Phase.OVER:
            if not deal.steps:
                raise NoRecord(f"deal[{number}]", f"the Partie was over after deal {number - 1}")
            refused = Refused(number, 1, deal.steps[0].text, Reason.OVER, None)
            return Replay(record, state, (*all_choices, (0,)), refused)
        if game.phase(state) is not Phase.DEAL:
            raise NoRecord(f"deal[{number}]", f"deal {number - 1} is not finished")
        state = game.apply(state, deal.dealer, Deal(game.pack_for(deal.dealer, deal.hands))).state
        choices: list[int] = []
        for i, step in enumerate(deal.steps, 1):
            if deal.choices is not None:
                choices.append(len(game.legal(state)))
            try:
                state = game.apply(state, step.seat, step.action).state
            except IllegalAction as illegal:
                refused = Refused(number, i, step.text, illegal.reason, state.turn)
                return Replay(record, state, (*all_choices, tuple(choices)), refused)
        all_choices.append(tuple(choices))
    return Replay(record, state, tuple(all_choices), None)


def facts(game: Game[Any, Any], state: Any, refused: Refused | None = None) -> Facts:
    """What stands after the last step, in the record's keys; what is not known or not so is left out.

    A deal of tavern conduct that has ended counts as settled: a record has no step for that.
    """
    result: Facts = {}
    state = _settled(game, state)
    settlement = game.settlement(state)
    if settlement is not None:
        result["outcome"] = str(settlement.outcome)
    if isinstance(game, Schafkopf):
        result |= _facts_of_pairs(game, state)
    else:
        result["places"] = [seat_name(seat) for seat in state.places]
    if settlement is not None:
        if settlement.winner is not None:
            result["winner"] = PAIR_NAMES[settlement.winner]
        result["next_dealer"] = seat_name(state.standing.dealer)
    elif state.turn is not None:
        result["to_act"] = seat_name(state.turn)
        result["legal"] = [WrittenStep(state.turn, action).text for action in game.legal(state)]
    if refused is not None:
        result["error"] = {"deal": refused.deal, "step": refused.step, "rule": str(refused.reason)}
    return result


def _facts_of_pairs(game: Schafkopf, state: State) -> Facts:
    result: Facts = {
        "augen": per_pair(state.augen),
        "tricks": per_pair(tricks_taken(state.tricks)),
        "striche": per_pair(state.standing.striche),
    }
    kreide = known_kreide(game.variant, state)  # B17
    if kreide is not None:
        result["kreide"] = PAIR_NAMES[kreide]
    return result


def differences(replay: Replay) -> list[Difference]:
    """Where ``choices`` and ``[expect]`` say otherwise. A refused step counts only if ``[expect]`` names an error."""
    found: list[Difference] = []
    for number, (deal, got) in enumerate(zip(replay.record.deals, replay.choices, strict=False), 1):
        stopped = replay.refused is not None and replay.refused.deal == number
        if deal.choices is not None and (difference := _choices_differ(deal, got, stopped, number)):
            found.append(difference)
    got_facts = replay.facts
    for key, expected in replay.record.expect.items():
        got = got_facts.get(key)
        same = sorted(expected) == sorted(got or []) if key == "legal" else expected == got
        if not same:
            found.append(Difference(key, expected, got))
    return found


def _choices_differ(deal: WrittenDeal, got: tuple[int, ...], stopped: bool, number: int) -> Difference | None:
    expected = deal.choices or ()
    for i, (one, other) in enumerate(zip(expected, got, strict=False), 1):
        if one != other:
            return Difference("choices", one, other, f"deal {number} step {i}")
    tried = len(got) - 1 if stopped else len(got)  # before a refused step the number may be left out
    if len(expected) < tried or len(expected) > len(deal.steps):
        return Difference("choices", f"{len(expected)} numbers", f"{len(deal.steps)} steps", f"deal {number}")
    return None


def record_of(
    game: Game[Any, Any], standing: str, log: Iterable[tuple[Seat | None, Action]], *, choices: bool = False
) -> Record:
    """The record of a log that starts between two deals, where the Partie stands as ``standing`` says.

    ``log`` is what was applied, packs included, to its end or anywhere before; ``[expect]`` holds the whole result.
    Raises IllegalAction for a log that these rules refuse and NoRecord for one without a deal.
    """
    state = game.resume(standing)
    before, house = Before(), USUAL
    if isinstance(game, Schafkopf):
        before = Before(state.standing.striche, state.standing.kreide, state.standing.took_back)
        house = game.house
    deals: list[WrittenDeal] = []
    steps: list[WrittenStep] = []
    counts: list[int] = []

    def close() -> None:
        if deals:
            last = deals[-1]
            deals[-1] = WrittenDeal(last.dealer, last.hands, tuple(steps), tuple(counts) if choices else None)
        steps.clear()
        counts.clear()

    for seat, action in log:
        count = len(game.legal(state)) if choices else 0
        state = game.apply(state, seat, action).state
        if isinstance(action, Deal):
            close()
            deals.append(WrittenDeal(state.dealer, state.dealt))
        elif isinstance(action, Settle):
            pass  # the next deal or the end of the record says so
        elif not deals:
            raise NoRecord("deal", "nothing was dealt")
        else:
            steps.append(WrittenStep(seat, action))
            counts.append(count)
    close()
    if not deals:
        raise NoRecord("deal", "nothing was dealt")
    return Record(game.name, tuple(deals), before, str(house.conduct), str(house.overtrump), facts(game, state))


def _settled(game: Game[Any, Any], state: Any) -> Any:
    return game.apply(state, None, Settle()).state if game.phase(state) is Phase.SETTLE else state


def _standing(game: Game[Any, Any], dealer: Seat, before: Before) -> str:
    if isinstance(game, Bauernheinrich):
        return game.standing(game.begin(dealer))
    return Standing(dealer, before.striche, before.kreide, took_back=before.took_back).text()
