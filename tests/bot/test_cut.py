"""The cut and the pack that can be checked: by button, by command, in time or not, over a restart (C6)."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.core.actions import Deal, code
from bot.core.provable import Claim, CutBy, check
from bot.core.published import read
from bot.deadlines import Pace

from .chance import drawing_of
from .club import Club
from .players import Player, buttons_of, text_of

ASKED = {"cut": "ask"}
GAMES = ["bauernstoss", "schoofkopp", "bauernheinrich"]


def lots(club: Club) -> list[tuple[Any, ...]]:
    return [
        (row["number"], row["deal"], "NESW"[row["cutter"]], row["cut_by"], row["cut"])
        for row in club.disk.rows("SELECT * FROM lot ORDER BY table_id, number")
    ]


async def lift(player: Player, count: int, *, dm: bool = False) -> None:
    """Choose in the list on the board, or on the own hand."""
    message = player.hand() if dm else player.club.board()
    (chooser,) = [item for item in buttons_of(message) if item["custom_id"].startswith("k1c:")]
    assert str(count) in [option["value"] for option in chooser["options"]]
    assert message is not None
    actor = player.user if dm else player.member
    await actor.select(message, values=[str(count)], custom_id=chooser["custom_id"])


def offered(messages: Sequence[Any]) -> list[bool]:
    return [any("cut" in item["custom_id"].split(":") for item in buttons_of(message)) for message in messages]


@pytest.mark.parametrize("game", GAMES)
async def test_the_player_to_the_dealers_right_is_asked(club: Club, game: str) -> None:
    await club.four_at_a_table(dealer="N", game=game, **ASKED)
    cutter, other = (club.seat("E"), club.seat("W")) if game == "bauernheinrich" else (club.seat("W"), club.seat("E"))
    assert club.table().deal == 0 and cutter.name in text_of(club.board())
    await lift(other, 10)
    assert club.table().deal == 0
    await lift(cutter, 10)
    assert club.table().deal == 1
    assert lots(club) == [(1, 1, "E" if game == "bauernheinrich" else "W", "person", 10)]
    assert club.disk.rows("SELECT press FROM lot")[0]["press"] is not None
    if game != "bauernheinrich":
        assert f"{cutter.name} hat 10 Karten abgehoben" in text_of(club.board())


@pytest.mark.club(seed=5)
async def test_later_deals_are_cut_on_the_hand_or_typed(club: Club) -> None:
    await club.four_at_a_table(dealer="N", **ASKED)
    await club.heinz.slash("deal cut")
    assert lots(club)[-1] == (1, 1, "W", "person", None)
    assert "Heinz hat geklopft" in text_of(club.board())
    await club.play(club.anything())
    await club.karl.on_hand("next")
    assert offered([player.hand() for player in club.people.values()]) == [True, False, False, False]
    assert offered([club.board()]) == [True]
    await club.lisa.slash("deal cut", cards=7)
    assert club.table().deal == 1, "only whoever is asked"
    await lift(club.karl, 28, dm=True)
    assert club.table().deal == 2 and lots(club)[-1] == (2, 2, "N", "person", 28)
    await club.play(club.anything())


@pytest.mark.club(pace=Pace(computer=0.0, trick=0.0, drawing=0.0, next_pause=0.0, cut=30.0))
async def test_whoever_does_not_cut_in_time_leaves_it_to_chance(club: Club) -> None:
    await club.four_at_a_table(dealer="E", **ASKED)
    await club.env.advance_time(25)
    assert club.table().deal == 0
    await club.restart()
    assert offered([club.board()]) == [True]
    await club.env.advance_time(25)
    assert club.table().deal == 0, "nobody is hurried for the time we were away"
    await club.env.advance_time(6)
    ((number, deal, cutter, by, cut),) = lots(club)
    assert (number, deal, cutter, by) == (1, 1, "N", "automatic") and 4 <= cut <= 28


async def test_after_a_restart_the_same_pack_is_cut(club: Club) -> None:
    await club.four_at_a_table(dealer="E", **ASKED)
    before = club.table().shuffle
    photo = club.photo(club.board())
    await club.restart()
    after = club.table().shuffle
    assert before is not None and after is not None and (before.number, before.seed) == (after.number, after.seed)
    await club.karl.press_late(photo, "cut", "knock")
    assert lots(club) == [(1, 1, "N", "person", None)]
    await club.karl.press_late(photo, "cut", "knock")
    assert len(lots(club)) == 1


@pytest.mark.club(seed=5)
async def test_while_the_cut_is_waited_for_nothing_else_moves_on(club: Club) -> None:
    await club.four_at_a_table(dealer="N", **ASKED)
    await club.heinz.slash("deal cut")
    await club.play(club.anything())
    photo = club.photo(club.lisa.hand())
    await club.lisa.on_hand("next")
    for message in (club.board(), *(player.hand() for player in club.people.values())):
        assert "next" not in [part for item in buttons_of(message) for part in item["custom_id"].split(":")]
    await club.lisa.press_late(photo, "next")
    assert club.table().deal == 1 and not club.table().ready


async def test_whoever_leaves_instead_of_cutting(club: Club) -> None:
    await club.four_at_a_table(dealer="E", **ASKED)
    await club.karl.slash("table leave")
    await club.env.settle(idle=0.001)
    assert lots(club)[0][:4] == (1, 1, "N", "automatic")


async def test_a_computer_cuts_by_itself(club: Club) -> None:
    club.chance.lay_in(drawing_of("E"))
    await club.erna.slash("table open", **ASKED)
    await club.erna.on_board("fill")
    await club.erna.on_board("start")
    await club.env.settle(idle=0.001)
    assert lots(club)[0][:4] == (1, 1, "N", "automatic")


async def test_nobody_is_asked_at_other_tables(club: Club) -> None:
    await club.four_at_a_table(dealer="E")
    assert lots(club)[0][:4] == (1, 1, "N", "automatic")
    assert (await said(club, "deal cut")) == "Gerade gibt es nichts abzuheben."


async def said(club: Club, command: str, **options: Any) -> str:
    result = await club.karl.slash(command, **options)
    assert result.response is not None and result.response.ephemeral
    return result.response.content


@pytest.mark.club(seed=3, provable=True, pace=Pace(computer=0.0, trick=0.0, drawing=60.0, next_pause=0.0))
async def test_what_was_promised_is_laid_open_and_right(club: Club) -> None:
    """Words, cut and press go into the pack; nothing is shown before the deal is settled, everything after."""
    await club.four_at_a_table(**ASKED)
    shuffle = club.table().shuffle
    assert shuffle is not None and shuffle.number == 1
    assert "noch kein Blatt" in await said(club, "deal verify")
    (promised,) = [row["commitment"] for row in club.disk.rows("SELECT commitment FROM promise")]
    assert promised in text_of(club.board())
    await club.lisa.slash("deal words", text="  **Gut**   Blatt\n")
    await club.karl.slash("deal words", text="x")
    await club.karl.slash("deal words", text="Möge der Bessere gewinnen")
    assert "Möge der Bessere gewinnen" in text_of(club.board()) and "∗∗Gut∗∗ Blatt" in text_of(club.board())
    await club.restart()
    await club.env.advance_time(61)
    assert "zwischen zwei Spielen" in await said(club, "deal words", text="zu spät")
    cutter = club.people[next(name for name in club.people if f"**{name}** hebt ab" in text_of(club.board()))]
    await lift(cutter, 12)
    assert "noch kein Blatt" in await said(club, "deal verify"), "the deal is not settled"
    assert promised in text_of(club.board())
    while club.settled() == 0:
        await club.play(club.anything())
    assert shuffle.seed.hex() in text_of(club.board())
    result = await club.karl.slash("deal verify")
    assert result.response is not None and result.response.ephemeral
    assert "in Ordnung" in result.response.content and promised in text_of(result.response)
    (found,) = check(read(file_of(club, result.response)))
    assert found.claim is Claim.NOT_CHOSEN
    lot = found.deal.lot
    assert (lot.by, lot.cut, [words.text for words in lot.words]) == (
        CutBy.PERSON,
        12,
        ["Möge der Bessere gewinnen", "**Gut** Blatt"],
    )
    assert club.disk.deals()[0].steps[0].code == code(Deal(found.deal.pack))


def file_of(club: Club, response: Any) -> str:
    """The text of the file that came with an answer."""
    (attachment,) = response._message.attachments
    data = club.env.backend.cdn.get(attachment["url"])
    assert data is not None
    return data.decode()


@pytest.mark.club(seed=4, provable=True)
@pytest.mark.parametrize("options", [{}, ASKED, {"conduct": "tavern"}, {"game": "bauernheinrich"}])
async def test_packs_are_numbered_without_gaps(club: Club, options: dict[str, str]) -> None:
    """Over several deals, a table that is stopped in mid-deal, and one stopped with a pack promised."""
    await club.four_at_a_table(**options)
    for _ in range(3):
        if offered([club.board()]) == [True]:
            await club.env.advance_time(31)
        await club.play(club.anything())
        await club.karl.on_board("next")
    running = club.table().to_act is not None
    for player in (club.karl, club.lisa, club.erna):
        await player.slash("table stop")
    assert club.bot.tables.all() == []
    rows = club.disk.rows("SELECT number, cut_by FROM lot ORDER BY number")
    assert [row["number"] for row in rows] == [1, 2, 3, 4]
    assert rows[3]["cut_by"] == ("automatic" if running else "nobody")
    assert club.disk.rows("SELECT count(*) FROM promise")[0][0] == 4
    result = await club.karl.slash("deal verify")
    assert result.response is not None and "in Ordnung" in result.response.content
    assert all(one.claim is not None for one in check(read(file_of(club, result.response))))


@pytest.mark.club(seed=6, provable=True)
async def test_in_tavern_conduct_nothing_is_laid_open_before_the_next_deal(club: Club) -> None:
    await club.four_at_a_table(conduct="tavern")
    await club.play(club.anything())
    assert club.table().unsettled
    lot = club.table().lot
    assert lot is not None and lot.seed.hex() not in text_of(club.board())
    assert "noch kein Blatt" in await said(club, "deal verify")
    await club.karl.on_hand("next")
    assert club.table().deal == 2
    assert "in Ordnung" in await said(club, "deal verify")


@pytest.mark.club(seed=7)
async def test_a_pack_that_was_changed_is_found_out(club: Club) -> None:
    """Here the packs are not what follows from the promises."""
    await club.four_at_a_table()
    await club.play(club.anything())
    result = await club.karl.slash("deal verify")
    assert result.response is not None and "stimmt nicht" in result.response.content
    assert "Gegeben wurden andere Karten" in text_of(result.response)


async def test_a_seed_shown_too_early_is_caught(club: Club) -> None:
    await club.four_at_a_table()
    lot = club.table().lot
    assert lot is not None and club.leaks() == []
    board = club.board()
    assert board is not None
    board._message.content += lot.seed.hex()
    club.witness._note(board._message, "edit")
    assert any("seed" in leak for leak in club.leaks())
    club.witness.sights.pop()


@pytest.mark.club(seed=8, provable=True)
async def test_a_deal_declared_void_is_laid_open_and_the_next_pack_promised(club: Club) -> None:
    await club.four_at_a_table(dealer="N", game="schoofkopp")
    lot = club.table().lot
    await club.karl.slash("court void")
    for player in (club.lisa, club.erna, club.heinz):
        await player.on_hand("stands")
    shuffle = club.table().shuffle
    assert club.table().annulled and shuffle is not None and shuffle.number == 2
    result = await club.karl.slash("deal verify")
    assert result.response is not None and "in Ordnung" in result.response.content
    (found,) = check(read(file_of(club, result.response)))
    assert found.deal.lot == lot
