"""Deals in tavern conduct, in which everyone plays by the rules unless a test says otherwise."""

from bot.core.actions import Settle
from bot.core.cards import NAMES, count
from bot.core.game import Phase
from bot.core.record import WrittenStep
from bot.core.schafkopf import steps
from bot.core.seats import SEAT_NAMES

from .positions import TAVERN, Position, later_deal

BAUERNSTOSS, SCHOOFKOPP, TRUMP_LED = TAVERN

# N has no Jack; E has 5 with Hearts, 4 with Clubs, 3 with Diamonds; S 6 with Diamonds; W 4 with Hearts.
HANDS = {
    "N": "CA CT CK CQ SA ST SK SQ",
    "E": "CJ SJ HA HT HK C9 C8 D7",
    "S": "HJ DA DT DK DQ D9 S9 H7",
    "W": "DJ C7 S8 S7 HQ H9 H8 D8",
}
HEARTS = "N weg, E 5, S weg, W weg, E trump H"  # rightly
REVOKE = f"{HEARTS}, N plays CA, E plays D7, S plays H7, W plays C7"  # E has Clubs; EW get 70 Augen all the same
FOUR_JACKS = "CJ SJ HJ DJ C7 C8 S7 H7"
# N has 4 with Clubs K A or with Spades 7 A, E 4 with Hearts K A or with Diamonds 7 A.
TWO_SUITS = {"N": "CJ SJ CA CK SA S7 H7 D8", "E": "HJ DJ HA HK DA D7 C7 S8"}


def bauernstoss(kreide: str = "NS", **hands: str) -> Position:
    return later_deal("W", kreide, 3, 3, BAUERNSTOSS, **(hands or HANDS))


def schoofkopp(kreide: str = "NS", **hands: str) -> Position:
    return later_deal("W", kreide, 3, 3, SCHOOFKOPP, **(hands or HANDS))


def neighbour(seat: str) -> str:
    """The next seat clockwise, which may report."""
    return SEAT_NAMES[(SEAT_NAMES.index(seat) + 1) % 4]


def honestly(deal: Position, leaving: int = 0) -> Position:
    """Goes on by the rules, with the first card they leave, until the deal is over or so many cards are left."""
    while deal.state.phase is Phase.PLAY and sum(map(count, deal.state.hands)) > leaving:
        seat, state = deal.turn_seat, deal.state
        lawful = steps.lawful(deal.game.variant, state, seat, state.hands[seat])
        deal.do(WrittenStep(seat, lawful[0]).text)
    return deal


def caught(deal: Position, said: str, then: str = "") -> str | None:
    """The rule proven broken after the last step ``said`` was reported at once and all else went on honestly."""
    accused = said.split(", ")[-1][0]
    deal.do(said, f"{neighbour(accused)} reports {accused}")
    if then:
        deal.do(then)
    honestly(deal)
    found = deal.state.verdict
    assert found is None or (found.seat, found.accused) == (deal.state.reports[0].seat, deal.state.reports[0].accused)
    return None if found is None else str(found.rule)


def verdict(deal: Position) -> tuple[str, str] | None:
    """The rule broken, and the cards that prove it, low suits and ranks first."""
    found = deal.state.verdict
    return None if found is None else (str(found.rule), " ".join(NAMES[card] for card in sorted(found.cards)))


def scored(deal: Position) -> tuple[int, int]:
    """The Striche of a deal that waits for being settled."""
    assert deal.state.pending is not None
    return deal.state.pending.settlement.striche


def ending(deal: Position) -> tuple[str, tuple[int, int], str]:
    """How the deal ended, what was scored, who has the Kreide."""
    return deal.facts["outcome"], scored(deal), deal.facts["kreide"]


def settle(deal: Position) -> Position:
    deal.state = deal.game.apply(deal.state, None, Settle()).state
    return deal
