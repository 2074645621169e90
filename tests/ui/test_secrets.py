"""No message holds a card its reader may not know, worked out from the packs and steps, not from the Views."""

from dataclasses import replace
from random import Random

import pytest

from bot.core.actions import Call
from bot.core.cards import CLUB_JACK, Hand, hand_of
from bot.core.cards import cards_in as held
from bot.core.game import Phase
from bot.core.games import PairState
from bot.core.schafkopf.state import Hands
from bot.core.seats import SEATS, Seat, pair_of
from bot.table import Table
from bot.ui.board import board_message
from bot.ui.faces import card_name, face
from bot.ui.hand import hand_message
from bot.ui.message import Message
from bot.ui.text import text

from .partien import LONG, NAMES_OF, URL, Moment, cards_in, partie, texts_of, troubled

# The only card named while hidden: that CJ makes the Kreide says nothing about who has it.
KREIDE = ("line.kreide_open", "line.kreide_open_you")


def without_kreide(message: Message, language: str) -> Message:
    texts = text(language)
    assert message.embed is not None
    description = message.embed.description
    for key in KREIDE[::-1]:
        description = description.replace(texts.t(key, card=face(CLUB_JACK, texts)), "")
    return replace(message, embed=replace(message.embed, description=description))


def shown(message: Message, language: str) -> set[str]:
    return cards_in(without_kreide(message, language), language)


def hand(table: Table, seat: Seat, language: str = "de") -> Message:
    return hand_message(table, seat, NAMES_OF, text(language), server="Stammtisch", board_url=URL)


def board(table: Table, language: str = "de") -> Message:
    return board_message(table, NAMES_OF, text(language), hands_in_dm=SEATS)


def begun(moment: Moment) -> bool:
    """Something is dealt; before, only the drawing lies open, and that is of another pack."""
    return moment.table.deal > 0


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("language", ["de", "en"])
def test_boards_and_hands_show_only_what_may_be_known(seed: int, language: str) -> None:
    rng = Random(seed)
    counted = 0
    for moment in partie(seed):
        if not begun(moment):
            continue
        table = troubled(moment.table, rng) if rng.random() < 0.5 else moment.table
        assert shown(board(table, language), language) <= moment.seen.by(None)
        for seat in SEATS:
            message = hand(table, seat, language)
            assert shown(message, language) <= moment.seen.by(seat)
            push = Message(message.content)
            assert not cards_in(push, language)
            counted += 1
    assert counted > 500


@pytest.mark.parametrize("seed", range(10, 12))
def test_no_hidden_card_is_named_in_words(seed: int) -> None:
    for moment in partie(seed):
        if not begun(moment):
            continue
        for language in ("de", "en"):
            texts = text(language)
            names = {card_name(c, texts) for c in range(32)}  # type: ignore[arg-type]
            for message in (board(moment.table, language), *(hand(moment.table, s, language) for s in SEATS)):
                assert not any(name in piece for piece in texts_of(message) for name in names)


def dealt_anew(table: Table, known_to: Seat | None, rng: Random) -> Table:
    """The same for that reader: the cards that the reader cannot see change hands."""
    state = table.state
    assert isinstance(state, PairState)
    kept = set(held(state.hands[known_to])) if known_to is not None else set()
    if known_to is not None and state.soloist is not None and pair_of(known_to) == pair_of(state.soloist):
        kept |= set(state.gifts)
    hidden = [card for mask in state.hands for card in held(mask) if card not in kept]
    rng.shuffle(hidden)
    hands: list[Hand] = []
    for mask in state.hands:
        stays = [card for card in held(mask) if card in kept]
        fresh = [hidden.pop() for _ in range(mask.bit_count() - len(stays))]
        hands.append(hand_of(stays + fresh))
    changed: Hands = (hands[0], hands[1], hands[2], hands[3])
    return replace(table, state=replace(state, hands=changed, dealt=changed))


@pytest.mark.parametrize("seed", range(20, 24))
def test_the_board_does_not_depend_on_hidden_cards(seed: int) -> None:
    rng = Random(seed)
    for moment in partie(seed):
        table = moment.table
        if table.to_act is None:
            continue
        assert board(dealt_anew(table, None, rng)) == board(table)


@pytest.mark.parametrize("seed", range(30, 33))
def test_a_hand_does_not_depend_on_cards_hidden_from_it(seed: int) -> None:
    rng = Random(seed)
    for moment in partie(seed):
        table = moment.table
        if table.to_act is None:
            continue
        for seat in SEATS:
            assert hand(dealt_anew(table, seat, rng), seat) == hand(table, seat)


@pytest.mark.parametrize("seed", range(40, 43))
def test_nothing_tells_who_has_the_first_kreide_before_cj_falls(seed: int) -> None:
    texts = text("de")
    line = texts.t("line.kreide_open", card=face(CLUB_JACK, texts))
    waiting = 0
    for moment in partie(seed):
        state = moment.table.state
        assert isinstance(state, PairState)
        if not (state.first_deal and moment.table.to_act is not None):
            continue
        fallen = "CJ" in moment.seen.everyone
        message = board(moment.table)
        assert message.embed is not None
        assert (line in message.embed.description) is not fallen
        assert any("Kreide" in field.value for field in message.embed.fields) is fallen
        waiting += not fallen
        if not fallen:
            for seat in SEATS:
                mine = hand(moment.table, seat)
                assert mine.embed is not None
                owner = "CJ" in moment.seen.own[seat]
                assert ("pst, das bist du" in mine.embed.description) is owner
    assert waiting > 5


def test_a_gift_is_not_seen_before_both_lie_there() -> None:
    checked = 0
    for seed in range(50, 60):
        for moment in partie(seed):
            state = moment.table.state
            assert state is not None
            if state.phase is not Phase.GIVE or len(moment.seen.gifts) != 1:
                continue
            (soloist, gift) = moment.seen.gifts[0]
            partner = Seat((soloist + 2) % 4)
            assert gift not in shown(hand(moment.table, partner), "de")
            assert gift in shown(hand(moment.table, soloist), "de")
            assert not any(b.id.endswith(gift) for b in hand(moment.table, soloist).buttons)
            checked += 1
    assert checked


def test_names_that_look_like_cards_change_nothing_pressed() -> None:
    moment = next(m for m in partie(1) if m.table.to_act is not None and isinstance(_first(m), Call))
    seat = moment.table.to_act
    assert seat is not None
    plain, long = hand(moment.table, seat), hand_message(moment.table, seat, LONG, text("de"), server="Stammtisch")
    assert [b.id for b in plain.buttons] == [b.id for b in long.buttons]


def _first(moment: Moment) -> object:
    assert moment.table.state is not None
    return moment.table.rules.legal(moment.table.state)[0]
