"""The Kreidtführer and the Schiedsgericht at a table: who he is, what he decides, who may answer (S9, S10)."""

from dataclasses import replace

from bot.core.cards import Card
from bot.core.drawing import draw_order
from bot.core.seats import PAIRS, SEATS, Seat, clockwise_from, pair_of
from bot.court import Case, Decision, Stage
from bot.table import Refused, Stale, Table, TablePhase, absent_seat, require_open, substituted

GAME = "schoofkopp"
WORDS = 120  # characters of a quarrel
LEAST_SEAT = Seat(0)


# -- who he is


def keeper(table: Table) -> Seat | None:
    """The Kreidtführer: always a person, and while he is away the next one clockwise. None before the drawing."""
    if table.game != GAME or table.phase is TablePhase.LOBBY:
        return None
    sitting = [s for s in clockwise_from(table.court.keeper or LEAST_SEAT) if table.chairs[s].person is not None]
    there = [seat for seat in sitting if not table.chairs[seat].computer]
    return next(iter((*there, *sitting)), None)


def laid_down(table: Table) -> Table:
    """The chalk at the beginning of the first Partie: to the one elected, else to the person with the lowest card."""
    if table.game != GAME or table.drawing is None or table.state is None:
        return table
    elected = table.court.elected(table.people)
    if elected is not None:
        seat = table.require_seat(elected)
    else:
        cards = table.drawing.dealer_cards
        dealer = table.state.standing.dealer  # where nothing is drawn
        drawn = clockwise_from(dealer) if cards is None else sorted(SEATS, key=lambda s: draw_order(Card(cards[s])))
        seat = next((s for s in drawn if table.chairs[s].person is not None), LEAST_SEAT)
    return replace(table, court=replace(table.court, keeper=seat))


def choose(table: Table, person: int, whom: int) -> Table:
    """Name a Kreidtführer, in the lobby or between deals; more than half of the people elect. Raises Refused."""
    _require_game(table)
    table.require_seat(person)
    require_quiet(table)
    if table.seat_of(whom) is None:
        raise Refused("not_seated_here")
    if table.phase is TablePhase.PARTIE and (table.unsettled or not table.between_deals):
        raise Refused("chalk_between_deals")
    court = table.court.naming(person, whom)
    elected = court.elected(table.people)
    if elected is not None and table.phase is not TablePhase.LOBBY:
        court = replace(court, keeper=table.seat_of(elected))
    return replace(table, court=court)


def asked(table: Table, seat: Seat) -> Seat | None:
    """Who alone answers that seat's wish to take a card back; None where all must agree (B25)."""
    found = keeper(table)
    return None if found == seat else found


# -- order


def require_quiet(table: Table, seat: Seat | None = None) -> None:
    """Raises Refused while a case is open or the Kreidtführer is asked for a card; whoever was thought absent may
    still act, and whoever asked may play on instead.
    """
    case, plea = table.court.case, table.plea
    if case is not None and (seat is None or _thought_absent(case) != seat):
        raise Refused("court_sits")
    if plea is not None and plea.seat != seat and asked(table, plea.seat) is not None:
        raise Refused("chalk_is_asked")


def require_keeper(table: Table, person: int) -> Seat:
    """Raises Refused for anybody but the Kreidtführer."""
    _require_game(table)
    seat, own = keeper(table), table.require_seat(person)
    if seat is None:
        raise Refused("no_partie")
    if seat != own:
        raise Refused("only_chalk", person=table.chairs[seat].person)
    return own


def _require_game(table: Table) -> None:
    require_open(table)
    if table.game != GAME:
        raise Refused("no_chalk")


def _require_partie(table: Table) -> None:
    if table.phase is not TablePhase.PARTIE or not table.deal:
        raise Refused("no_partie")


def _thought_absent(case: Case) -> Seat | None:
    return case.seat if case.decision is Decision.ABSENCE and case.stage is Stage.DECIDED else None


# -- what he does


def admonish(table: Table, person: int, whom: int) -> Table:
    """A public word from the scorekeeper (S9). Raises Refused."""
    own = require_keeper(table, person)
    _require_partie(table)
    seat = table.seat_of(whom)
    if seat is None:
        raise Refused("not_seated_here")
    if seat == own:
        raise Refused("not_yourself_admonished")
    return replace(table, court=table.court.admonishing(seat))


def decide(table: Table, decision: Decision, own: Seat, until: float, seat: Seat | None = None) -> Table:
    """It is announced, and stands when ``until`` has come. Whoever gets what they wished for lets it stand, and
    whoever is silent anyway is not waited for.
    """
    content: frozenset[Seat] = frozenset()
    if seat is not None and decision in (Decision.GRANT, Decision.ABSENCE):
        content = frozenset((seat,))
    case = Case(table.court.cases + 1, decision, own, until, seat, content=content)
    return replace(table, plea=None, court=table.court.opened(case))


def lapsed(table: Table, now: float) -> Table:
    """A wish nobody has answered in time; the Kreidtführer is asked but once for a card."""
    judged = table.plea is not None and asked(table, table.plea.seat) is not None
    after = replace(table, plea=None)
    return replace(after, since=now, court=replace(table.court, denied=True)) if judged else after


def declare_void(table: Table, person: int, deal: int | None, until: float) -> Table:
    """The running deal is to count for nothing. Raises Refused, or Stale if it is another one by now."""
    own = require_keeper(table, person)
    if deal is not None and deal != table.deal:
        raise Stale
    require_quiet(table)
    if table.to_act is None:
        raise Refused("no_deal_runs")
    return decide(table, Decision.VOID, own, until)


def quarrel(table: Table, person: int, words: str, until: float) -> Table:
    """The Kreidtführer calls the Schiedsgericht himself. ``words``: not yet made harmless. Raises Refused."""
    own = require_keeper(table, person)
    _require_partie(table)
    require_quiet(table)
    case = Case(table.court.cases + 1, Decision.QUARREL, own, until, words=words[:WORDS], stage=Stage.SHOUTING)
    return replace(table, plea=None, court=table.court.opened(case))


def absent(table: Table, person: int, until: float) -> Table:
    """The Kreidtführer lets a computer play for the absent seat; for his own anybody may, at once. Raises Refused."""
    own = table.require_seat(person)
    require_quiet(table)
    seat = absent_seat(table, own)
    if seat == keeper(table):
        return substituted(table, seat)
    require_keeper(table, person)
    return decide(table, Decision.ABSENCE, own, until, seat)


# -- what the others say to it


def require_case(table: Table, number: int | None, *stages: Stage) -> Case:
    """The open case, if the press is about it and it has come so far; ``number`` None means the present one, as a
    slash command does. Raises Refused or Stale.
    """
    require_open(table)
    case = table.court.case
    if number is None and (case is None or case.stage not in stages):
        raise Refused("no_case")
    if case is None or (number is not None and number != case.number) or case.stage not in stages:
        raise Stale
    return case


def let_stand(table: Table, person: int, number: int | None) -> Table:
    """*Gilt*. Raises Refused or Stale."""
    case, seat = require_case(table, number, Stage.DECIDED), table.require_seat(person)
    return _with_case(table, case.content_with(seat))


def reject(table: Table, person: int, number: int | None, until: float) -> Table:
    """Any player but the Kreidtführer may call the Schiedsgericht against what he decided. Raises Refused or Stale."""
    case, seat = require_case(table, number, Stage.DECIDED), table.require_seat(person)
    if seat == case.keeper:
        raise Refused("own_decision")
    return _with_case(table, case.rejected(seat, until))


def rule(table: Table, person: int, number: int | None, upheld: bool, moderator: bool) -> Table:
    """The Krischer's word or the Wirt's. ``moderator``: may stand in for the Wirt. Raises Refused or Stale."""
    case = require_case(table, number, Stage.RULING)
    if person == case.krischer:
        return _with_case(table, replace(case, cry=upheld))
    host = wirt(table)
    entitled = person == host if host is not None else moderator and table.seat_of(person) is None
    if not entitled:
        raise Refused("not_the_wirt")
    return _with_case(table, replace(case, wirt=upheld))


def wirt(table: Table) -> int | None:
    """The host, if he is there; None: a moderator who does not sit here speaks for him."""
    seat = None if table.host is None else table.seat_of(table.host)
    return None if seat is None or table.chairs[seat].computer else table.host


def accept(table: Table, person: int, number: int | None, yes: bool) -> Table:
    """A pair's answer to what was ruled. Raises Refused or Stale."""
    case, seat = require_case(table, number, Stage.ACCEPTING), table.require_seat(person)
    return _with_case(table, case.answered(seat, yes))


def _with_case(table: Table, case: Case) -> Table:
    return replace(table, court=replace(table.court, case=case))


# -- how far a case has come


def there(table: Table) -> tuple[Seat, ...]:
    """The seats whose people are there."""
    return tuple(s for s in SEATS if table.chairs[s].person is not None and not table.chairs[s].computer)


def stands(table: Table, case: Case) -> bool:
    """Everybody else lets the decision stand; computers always do."""
    return all(seat == case.keeper or seat in case.content for seat in there(table))


def with_computers(table: Table, case: Case) -> Case:
    """A pair of computers accepts."""
    human = {pair_of(seat) for seat in there(table)}
    ns, ew = (True if pair not in human and case.answers[pair] is None else case.answers[pair] for pair in PAIRS)
    return replace(case, answers=(ns, ew))


def has_object(table: Table, case: Case) -> bool:
    """Whether there is anybody left to quarrel, and anything to decide."""
    if not there(table) or table.phase is not TablePhase.PARTIE:
        return False
    if case.decision is Decision.ABSENCE:
        return case.seat is not None and table.to_act == case.seat and not table.chairs[case.seat].computer
    return case.decision is Decision.QUARREL or table.to_act is not None
