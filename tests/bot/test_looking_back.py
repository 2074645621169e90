"""Looking back on a settled deal with all hands open, and its cards once more at a practice table."""

from typing import Any

import pytest
from simcord.results import ResponseMessage

from .cards import cards_of
from .club import Club
from .players import Player, buttons_of, text_of
from .test_export import GAMES, deal_over
from .test_taking_back import card_played


def button(message: ResponseMessage | None, last: str, kind: str = "k1b") -> dict[str, Any]:
    found = [one for one in buttons_of(message) if one["custom_id"].startswith(kind + ":")]
    return next(one for one in found if kind == "k1d" or one["custom_id"].endswith(":" + last))


def looks(club: Club) -> list[dict[str, Any]]:
    """The buttons of the board that look back."""
    return [one for one in buttons_of(club.board()) if one["custom_id"].startswith("k1b:")]


async def turned(player: Player, page: ResponseMessage, which: str) -> str:
    await player.press(page, button(page, which)["custom_id"])
    return text_of(page)


async def opened(club: Club, player: Player) -> ResponseMessage:
    board = club.board()
    answer = await player.press(board, button(board, "open")["custom_id"])
    assert answer.response is not None and answer.response.ephemeral
    return answer.response


@pytest.mark.club(seed=71)
@pytest.mark.parametrize("options", GAMES)
async def test_page_by_page_through_the_tricks(club: Club, options: dict[str, Any]) -> None:
    await deal_over(club, options)
    page = await opened(club, club.karl)
    first = text_of(page)
    assert len(cards_of(first)) == 32 and button(page, "back")["disabled"]
    (deal,) = club.disk.deals()
    for hand in deal.hands:
        assert any(cards_of(line) == hand for line in first.splitlines())
    await club.restart()
    laid, pages = 0, 1
    while not button(page, "next").get("disabled"):
        before = 32 - laid
        said = await turned(club.karl, page, "next")
        pages += 1
        _, held = said.split("**Die Blätter vor diesem Stich**")
        if options["game"] != "bauernheinrich":
            assert len(cards_of(held.split("**Spiel 1 ist aus**")[0])) == before
            assert "Augen bis hier" in said
            laid += 4
    assert "**Spiel 1 ist aus**" in text_of(page) and button(page, "last")["disabled"]
    if options["game"] != "bauernheinrich":
        assert pages == 9
    assert await turned(club.karl, page, "first") == first
    answer = await club.lisa.slash("deal look")
    assert "Look back" not in text_of(answer.response) and "The hands as dealt" in text_of(answer.response)
    answer = await club.karl.slash_in_dm("deal look")
    assert "Die Blätter, wie gegeben" in text_of(answer.response)


@pytest.mark.club(seed=72)
@pytest.mark.parametrize("options", [*GAMES, pytest.param({"conduct": "tavern"}, id="tavern")])
async def test_nothing_before_the_deal_is_settled(club: Club, options: dict[str, Any]) -> None:
    await club.four_at_a_table(**options)
    for given in ({}, {"table": "1"}, {"table": "1", "deal": "1"}):
        for command in ("deal look", "deal again"):
            answer = await club.karl.slash(command, **given)
            assert not cards_of(text_of(answer.response)) and len(club.bot.tables.all()) == 1
    await club.play(club.anything())
    if "conduct" in options:
        assert club.table().unsettled and not [
            one for one in buttons_of(club.board()) if one["custom_id"].startswith("k1b:")
        ]
        answer = await club.karl.slash("deal look")
        assert not cards_of(text_of(answer.response))
        board = club.board()
        await club.erna.on_board("next")
        await club.env.advance_time(6)
        assert club.table().deal == 2 and board is not None
        old = next(m for m in club.public() if m.id == board.id)
        answer = await club.karl.press(old, button(old, "open")["custom_id"])
        assert len(cards_of(text_of(answer.response))) == 32


@pytest.mark.club(seed=73)
async def test_a_deal_broken_off_is_shown_as_far_as_it_went(club: Club) -> None:
    await club.four_at_a_table()
    await card_played(club, 3)
    for player in club.people.values():
        if club.bot.tables.all():
            await player.slash("table stop")
    await club.restart()
    answer = await club.heinz.slash("deal look", table="1", deal="1")
    assert answer.response is not None
    said = await turned(club.heinz, answer.response, "last")
    assert "not played to its end" in said and "broken off" in said


@pytest.mark.club(seed=74)
async def test_elsewhere_and_to_strangers_in_a_dm_it_is_closed(club: Club) -> None:
    await deal_over(club, {})
    stranger = club.person("Fritz")
    assert len(cards_of(text_of(await opened(club, stranger)))) == 32, "the server saw it played"
    answer = await stranger.slash_in_dm("deal look", table="1")
    assert not cards_of(text_of(answer.response))
    elsewhere = club.env.create_guild("Krone")
    karten = elsewhere.create_text_channel("karten")
    member = elsewhere.add_member(club.karl.user)
    for given in ({}, {"table": "1"}, {"table": "#1"}):
        for command in ("deal look", "deal again"):
            answer = await member.slash(karten, command, **given)
            assert not cards_of(text_of(answer.response)) and len(club.bot.tables.all()) == 1


@pytest.mark.club(seed=75)
@pytest.mark.parametrize("options", GAMES)
async def test_the_same_cards_again(club: Club, options: dict[str, Any]) -> None:
    """At a new table, dealt by the same seat, booked nowhere; and the next pack is a promised one again."""
    await deal_over(club, options)
    booked = len(club.disk.rows("SELECT * FROM ledger"))
    page = await opened(club, club.erna)
    await club.erna.press(page, button(page, "", "k1d")["custom_id"])
    assert "noch einmal die Karten von Spiel 1 an Tisch 1" in text_of(club.board(2))
    for seat, player in zip("NEW", (club.karl, club.lisa, club.heinz), strict=True):
        await player.on_board("sit", seat, 2)
    await club.restart()
    await club.erna.on_board("start", table=2)
    first, second = club.disk.deals()
    assert (second.table, second.hands, second.standing[0]) == (2, first.hands, first.standing[0])
    said = text_of(club.board(2))
    assert "nichts angerechnet" in said and "Karten von Spiel 1" in said
    await club.restart()
    assert club.table(2).options.same is not None and not club.table(2).options.booked
    await club.play(club.anything(), table=2)
    assert club.settled(2) == 1 and len(club.disk.rows("SELECT * FROM ledger")) == booked
    await club.erna.on_board("next", table=2)
    await club.env.advance_time(6)
    assert club.table(2).deal == 2 and "Karten von Spiel 1 " not in text_of(club.board(2))
    assert [tuple(row) for row in club.disk.rows("SELECT number, deal FROM lot WHERE table_id = 2")] == [(1, 2)]


@pytest.mark.club(seed=76)
async def test_in_the_tavern_it_waits_until_the_deal_is_settled(club: Club) -> None:
    await club.four_at_a_table(conduct="tavern")
    await club.play(club.anything())
    assert club.table().unsettled
    assert not looks(club)
    answer = await club.karl.slash("deal look")
    assert not cards_of(text_of(answer.response)) and club.leaks() == []
