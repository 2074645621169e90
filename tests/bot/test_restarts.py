"""The bot is stopped and started: everything goes on where it stood, and nothing is posted twice."""

from collections.abc import Callable

import pytest

from bot.core.games import PairState
from bot.deadlines import Pace

from .chance import drawing_of
from .choices import in_order
from .club import Club
from .players import text_of
from .test_solos import KLEINES, second_deal


def screens(club: Club) -> list[tuple[int, str]]:
    """Every message anybody has before them, private ones aside. Hands of those not to act may lag behind a little."""
    mover = club.on_turn()
    dms = [message for player in club.people.values() for message in player.mail()]
    fresh = {message.id for message in (*club.public(), *(mover.mail() if mover else ()))}
    return [(message.id, text_of(message) if message.id in fresh else "") for message in (*club.public(), *dms)]


async def restarted(club: Club) -> None:
    """Restart; the same messages stand there, saying the same."""
    before, table, sent = screens(club), club.table(), len(club.env.http_requests)
    await club.restart()
    assert club.posts(sent) == []
    assert screens(club) == before
    assert club.table().state == table.state and club.table().chairs == table.chairs
    commands = [request for request in club.env.http_requests[sent:] if "commands" in request.path]
    assert commands == [], "the commands are known already"


def in_calling(club: Club) -> bool:
    return len(club.disk.deals()[0].steps) == 3


def in_a_trick(club: Club) -> bool:
    state = club.table().state
    return state is not None and len(state.trick) == 2


def after_a_trick(club: Club) -> bool:
    state = club.table().state
    return isinstance(state, PairState) and len(state.tricks) == 4 and not state.trick


@pytest.mark.parametrize("moment", [in_calling, in_a_trick, after_a_trick])
async def test_in_mid_deal(club: Club, moment: Callable[[Club], bool]) -> None:
    await club.four_at_a_table()
    await club.play(club.anything(), until=lambda: moment(club))
    player = club.on_turn()
    assert player is not None
    photo = club.photo(player.hand())
    await restarted(club)
    assert club.photo(player.hand())["components"] == photo["components"]
    await player.press_late(photo, "a", player.moves()[0]["custom_id"].split(":")[4])  # the very button from before
    await club.play(club.anything())
    assert club.settled() == 1
    await club.heinz.on_board("next")
    assert club.table().deal == 2


async def test_twice_in_a_kleines_solos_exchange(club: Club) -> None:
    await second_deal(club, KLEINES)
    await club.play(in_order(["ckleines-solo", "tC"]), until=lambda: club.table().game_phase == "give")
    await restarted(club)
    await club.lisa.move(in_order(["gD7"]))
    await restarted(club)
    assert "♦️7" not in text_of(club.heinz.hand())
    await club.heinz.move(in_order(["gH7"]))
    await restarted(club)
    assert "♥️7" in text_of(club.lisa.hand()) and "♦️7" in text_of(club.heinz.hand())
    await club.play(club.anything())
    assert club.settled() == 2


async def test_in_the_lobby_and_between_deals(club: Club) -> None:
    await club.lobby(club.karl, club.lisa)
    await restarted(club)
    await club.heinz.on_board("sit", "W")
    await restarted(club)
    await club.erna.on_board("start")
    await club.play(club.anything())
    await restarted(club)
    await club.karl.on_hand("next")
    assert club.table().deal == 2


async def test_with_presses_and_a_vote_that_wait(club: Club) -> None:
    """Who has said *next*, and the running vote, are not forgotten."""
    await club.four_at_a_table()
    await club.karl.slash("table stop")
    await restarted(club)
    assert "Aufhören? Ja: Karl" in text_of(club.board())
    await club.lisa.on_board("stop", "yes")
    await club.heinz.on_board("stop", "yes")
    assert club.bot.tables.all() == []


async def test_after_the_partie(club: Club) -> None:
    await club.four_at_a_table()
    while club.table().phase == "partie":
        await club.play(club.anything(solos=True))
        if club.table().phase == "partie":
            await club.erna.on_hand("next")
    await restarted(club)
    dealer = club.table().state.standing.dealer  # type: ignore[union-attr]
    await club.lisa.on_hand("rematch")
    assert (club.table().partie, club.table().deal, club.table().phase) == (2, 1, "partie")
    assert club.table().state.dealer == dealer  # type: ignore[union-attr]
    await club.play(club.anything())
    assert club.settled() == len(club.disk.deals())


@pytest.mark.club(pace=Pace(computer=10.0, trick=10.0, drawing=6.0, next_pause=0.0))
async def test_computers_move_on(club: Club) -> None:
    """The drawing lies there, later a computer is to move, when the bot is stopped."""
    club.chance.lay_in(drawing_of("S"))  # so that the computer in the west begins
    await club.lobby(club.karl)
    await club.erna.on_board("fill")
    await club.erna.on_board("start")
    await restarted(club)
    assert club.table().deal == 0
    await club.env.advance_time(6)
    assert club.table().deal == 1 and club.table().to_act == 3
    await restarted(club)
    assert club.on_turn() is None
    await club.env.advance_time(10)
    assert club.on_turn() is club.karl


async def test_a_reminder_is_given_anew_after_a_restart(club: Club) -> None:
    await club.four_at_a_table()
    player = club.on_turn()
    assert player is not None
    hand = player.hand()
    await club.env.advance_time(15)
    await club.restart()
    await club.env.advance_time(15)
    assert player.hand().id == hand.id  # type: ignore[union-attr]
    await club.env.advance_time(6)
    assert player.hand().id != hand.id  # type: ignore[union-attr]


async def test_names_and_closed_messages_survive(club: Club) -> None:
    club.lisa.close_dm()
    await club.four_at_a_table()
    await restarted(club)
    assert "Karten nur per Knopf: Lisa" in text_of(club.board())
    await club.lisa.show_cards()
    await club.play(club.anything())
    assert club.settled() == 1
