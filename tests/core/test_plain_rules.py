"""The core's questions of legality against the plain rules, in positions that random play may never reach."""

from random import Random

from hypothesis import given

from bot.core.actions import CALL_WORDS
from bot.core.cards import ALL_CARDS, NAMES, Card, cards_in, hand_of, parse_suit
from bot.core.schafkopf import calling, play
from bot.core.schafkopf.state import Spoken
from bot.core.schafkopf.variants import BAUERNSTOSS
from bot.core.seats import SEAT_NAMES, SEATS, clockwise_from, parse_seat

from . import plain_rules
from .positions import SEEDS, often


def named(cards: list[Card]) -> list[str]:
    return [NAMES[card] for card in cards]


@given(SEEDS)
@often(2000)
def test_playable_cards_and_who_takes_the_trick(seed: int):
    """C9 to C11, B16: any trick of any cards before any hand."""
    rng = Random(seed)
    suits = rng.sample("CSHD", rng.choice([2, 3, 4, 4]))  # few suits make many who cannot follow
    pack = [card for card in ALL_CARDS if NAMES[card][0] in suits or NAMES[card][1] == "J"]
    rng.shuffle(pack)
    trick, hand = pack[: rng.randrange(4)], pack[4 : rng.randrange(5, 13)]
    trump = rng.choice("CSHD")
    got = play.playable(hand_of(hand), tuple(trick), parse_suit(trump), BAUERNSTOSS.beating)
    assert {NAMES[card] for card in cards_in(got)} == plain_rules.playable(named(hand), named(trick), trump), (
        named(hand),
        named(trick),
        trump,
    )
    if trick:
        index = play.winner(tuple(trick), parse_suit(trump))
        taker = plain_rules.taker(list(zip("NESW", named(trick), strict=False)), trump)
        assert "NESW"[index] == taker, (named(trick), trump)


@given(SEEDS)
@often(2000)
def test_what_may_be_said(seed: int):
    """B2 to B6, B10, B11: any hand after any words that were possible for somebody."""
    rng = Random(seed)
    pack = list(ALL_CARDS)
    rng.shuffle(pack)
    hand, first_deal, forehand = pack[:8], rng.random() < 0.5, rng.choice(SEATS)
    speakers = clockwise_from(forehand)
    said = rng.randrange(4)
    calls: list[tuple[str, str]] = []
    for seat in speakers[:said]:
        stands = plain_rules.standing(calls)
        words = ["weg", *(str(number) for number in range(max(2, stands + 1), min(stands + 3, 6)))]
        calls.append((SEAT_NAMES[seat], rng.choice([*words, "mit", "mit"] if stands else words)))
    seat = speakers[said]
    spoken = tuple(Spoken(parse_seat(who), word) for who, word in calls)
    got = calling.legal_words(BAUERNSTOSS, hand_of(hand), seat, spoken, first_deal)
    want = plain_rules.sayable(named(hand), SEAT_NAMES[seat], calls, first_deal)
    assert set(got) == want, (named(hand), SEAT_NAMES[seat], calls, first_deal)
    for word in CALL_WORDS:
        refused = calling.refusal(BAUERNSTOSS, hand_of(hand), seat, spoken, first_deal, word)
        assert (refused is None) == (word in want)
