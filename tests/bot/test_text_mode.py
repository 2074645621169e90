"""The own hand for those who hear it: lists of words to choose from, and no sign that alone tells anything."""

import re
from typing import Any

import pytest
from simcord.results import ResponseMessage

from bot.core.games import PlaceState
from bot.ui.text import entries

from .choices import first_of, in_order
from .club import Club
from .players import Player, text_of
from .seen import components_in
from .test_solos import KLEINES, second_deal

# Pictures, suits, arrows and marks: whatever a screen reader calls by a name of its own.
SIGN = re.compile("[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]|<:|~~")


def lists_of(message: ResponseMessage | None) -> list[dict[str, Any]]:
    assert message is not None
    return [item for item in components_in(message._message.components) if "options" in item]


def choices_of(message: ResponseMessage | None) -> list[str]:
    return [option["label"] for one in lists_of(message) for option in one["options"]]


def assert_words(message: ResponseMessage | None) -> None:
    assert not SIGN.findall(text_of(message)), text_of(message)


async def in_text_mode(*players: Player) -> None:
    for player in players:
        answer = await player.slash("settings mine", text_mode="on")
        assert answer.response is not None and answer.response.ephemeral


async def test_a_whole_deal_in_words(club: Club) -> None:
    """Half the table hears it; every message to them is in words, at every move, and all moves can be chosen."""
    await in_text_mode(club.karl, club.lisa)
    await club.four_at_a_table()
    everything = club.anything()
    moves: set[str] = set()
    while club.on_turn() is not None:
        mover = club.on_turn()
        assert mover is not None
        assert_words(club.karl.hand())
        assert_words(club.lisa.hand())
        if mover in (club.karl, club.lisa):
            assert all("list" in move for move in mover.moves())
            moves.add((await mover.move(everything))[0])
        else:
            assert not any("list" in move for move in mover.moves())
            await mover.move(everything)
    assert moves >= {"c", "p"} and club.settled() == 1
    assert_words(club.karl.hand())
    assert "Striche: **" in text_of(club.karl.hand()) and "mit der Kreide" in text_of(club.karl.hand())
    assert "with the Kreide" in text_of(club.lisa.hand())
    await club.karl.on_hand("next")
    assert club.table().deal == 2


async def test_cards_are_called_in_ones_own_language_and_pack(club: Club) -> None:
    await in_text_mode(club.karl, club.lisa)
    await club.karl.slash("settings mine", pack="german")
    await club.four_at_a_table()
    await club.play(first_of("c3", "c4", "cweg"), until=lambda: club.table().game_phase == "play")
    german, english = text_of(club.karl.hand()), text_of(club.lisa.hand())
    assert re.search(r"Dein Blatt: (?:(?:Eichel|Schippe|Herz|Schelle)-\w+(?:, )?){8}\n", german)
    assert re.search(r"Your hand: (?:\w+ of (?:Clubs|Spades|Hearts|Diamonds)(?:, )?){8}\n", english)
    await club.karl.slash("settings mine", text_mode="off")
    assert "Dein Blatt" not in text_of(club.karl.hand()) and lists_of(club.karl.hand()) == []
    await club.restart()
    assert "Your hand: " in text_of(club.lisa.hand())


async def test_a_kleines_solo_by_lists(club: Club) -> None:
    """Called, thought over, named, the gift, and the other's gift."""
    await in_text_mode(club.lisa, club.heinz)
    await second_deal(club, KLEINES)
    lisa, heinz = club.lisa, club.heinz
    assert [one["placeholder"] for one in lists_of(lisa.hand())] == ["What do you call?", "Or a solo?"]
    assert choices_of(lisa.hand()) == ["4: Diamonds", "7: Clubs", "kleines Solo", "grosses Solo"]
    before = club.table()
    await lisa.on_hand("ask", "ckleines-solo")
    assert "Really" in text_of(lisa.hand()) and club.table() == before
    await lisa.on_hand("show")
    assert lists_of(lisa.hand()) and club.table() == before
    await lisa.on_hand("ask", "ckleines-solo")
    await lisa.on_hand("a", "ckleines-solo")
    assert sorted(choices_of(lisa.hand())) == ["Clubs", "Diamonds", "Hearts", "Spades"]
    await lisa.move(in_order(["tC"]))
    assert "Jack of Clubs" not in choices_of(lisa.hand()) and len(choices_of(lisa.hand())) == 7
    assert "Which card do you give?" in text_of(lisa.hand())
    await lisa.on_hand("a", "gD7")
    assert "You gave Seven of Diamonds." in text_of(lisa.hand())
    await heinz.on_hand("a", "gDJ")
    assert "You got Jack of Diamonds." in text_of(lisa.hand())
    assert "Jack of Diamonds" in choices_of(lisa.hand())
    assert_words(lisa.hand())
    assert_words(heinz.hand())
    await club.play(first_of("pCJ", "pSJ", "pHJ", "pDJ", "pCA", "pCT", "pCK", "pCQ"))
    assert club.disk.rows("SELECT outcome FROM settlement WHERE deal = 2")[0][0] == "solo-won"


async def test_in_tavern_conduct_the_list_tells_nothing(club: Club) -> None:
    """Every card held stands there, whatever it is worth; and no number says in which suit it is true."""
    await in_text_mode(*club.people.values())
    await club.four_at_a_table(conduct="tavern")
    caller = club.on_turn()
    assert caller is not None
    numbers = [label for label in choices_of(caller.hand()) if label[0].isdigit()]
    assert numbers and all(label.isdigit() for label in numbers)
    await club.play(first_of("c4", "cweg"), until=lambda: club.table().game_phase == "play")
    for _ in range(7):
        mover = club.on_turn()
        assert mover is not None
        held = re.search(r"(?:Dein Blatt|Your hand): (.+)", text_of(mover.hand()))
        assert held is not None and choices_of(mover.hand()) == held[1].split(", ")
        await mover.move(club.anything())


@pytest.mark.club(seed=31)
async def test_bauernheinrich_in_words(club: Club) -> None:
    """Beating and taking up, with a hand that grows; the dealer is told in a word."""
    await in_text_mode(*club.people.values())
    await club.four_at_a_table(game="bauernheinrich")
    moves: list[str] = []
    while club.on_turn() is not None and len(moves) < 60:
        mover = club.on_turn()
        assert mover is not None
        assert_words(mover.hand())
        moves.append(await mover.move(club.anything()))
    assert "u" in moves and {"p"} <= {move[0] for move in moves}
    state = club.table().state
    assert isinstance(state, PlaceState)


async def test_schoofkopp_and_the_cut_in_words(club: Club) -> None:
    await in_text_mode(*club.people.values())
    await club.four_at_a_table(game="schoofkopp", cut="ask", dealer="N")
    hand = await club.heinz.show_cards()
    (where,) = lists_of(hand)
    assert len(where["options"]) == 25
    assert_words(hand)
    await club.heinz.choose(hand, where["custom_id"], "9")
    assert club.table().deal == 1
    club.heinz.private = None
    await club.play(club.anything())
    assert club.settled() == 1
    for player in club.people.values():
        assert_words(player.hand())


async def test_a_list_of_an_old_turn_is_harmless(club: Club) -> None:
    await in_text_mode(*club.people.values())
    await club.four_at_a_table()
    caller = club.on_turn()
    assert caller is not None
    hand = caller.hand()
    old = caller.moves()
    assert hand is not None and all("list" in move for move in old)
    private = await caller.show_cards()
    await caller.user.select(hand, [old[0]["custom_id"].rsplit(":", 1)[1]], custom_id=old[0]["list"])
    after = club.table()
    caller.private = None
    assert not any(move in caller.moves() for move in old)
    assert private.ephemeral and club.table() == after


async def test_what_is_typed_is_offered_in_words_too(club: Club) -> None:
    await in_text_mode(club.karl, club.lisa, club.erna, club.heinz)
    await club.four_at_a_table()
    await club.play(club.anything(), until=lambda: club.table().game_phase == "play")
    player = club.on_turn()
    assert player is not None
    await player.offers("card", "card")
    assert not any(SIGN.search(piece) for sight in club.witness.choices() for piece in sight.pieces)


@pytest.mark.parametrize("language", ["de", "en"])
def test_what_is_told_otherwise_is_told_somewhere(language: str) -> None:
    known = entries(language)
    spoken = {key.removeprefix("spoken.") for key in known if key.startswith("spoken.")}
    assert spoken and spoken <= known.keys()
