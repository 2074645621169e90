"""Alter Schoofkopp and tavern conduct at the table: whole Partien, wrong play and who notices it."""

import pytest

from tests.pairs import pairs

from .club import Club
from .players import buttons_of, text_of

GAMES = [
    pytest.param({"game": "schoofkopp"}, 15, id="schoofkopp"),
    pytest.param({"game": "schoofkopp", "overtrump": "trump-led", "conduct": "tavern"}, 15, id="schoofkopp-tavern"),
    pytest.param({"conduct": "tavern"}, 20, id="bauernstoss-tavern"),
]


async def to_the_end(club: Club, *, restarts: bool = False) -> int:
    """Play the Partie whole, whoever presses *next* when a deal has ended; how many deals it took."""
    people, deals = list(club.people.values()), 0
    while club.table().phase == "partie":
        deals += 1
        await club.play(club.anything())
        if club.table().phase != "partie":
            break
        if restarts and deals % 3 == 0:
            await club.restart()
        if club.table().last_word:
            for player in people:  # all agree that nothing was wrong
                if club.table().phase == "partie":
                    await player.on_board("next")
        else:
            await people[deals % 4].on_hand("next")
    return deals


@pytest.mark.club(seed=11)
@pytest.mark.parametrize(("options", "target"), GAMES)
async def test_a_whole_partie(club: Club, options: dict[str, str], target: int) -> None:
    await club.four_at_a_table(**options)
    deals = await to_the_end(club, restarts=True)
    striche = pairs(club.table()).standing.striche
    assert max(striche) >= target and club.settled() == deals
    assert "\N{TROPHY}" in text_of(club.board())
    booked = club.disk.rows("SELECT sum(striche) AS s FROM ledger WHERE kind = 'deal' AND pair = 0 AND seat = 0")
    assert booked[0]["s"] == striche[0]


@pytest.mark.club(seed=12)
@pytest.mark.parametrize(("options", "target"), GAMES)
async def test_a_whole_partie_with_computers(club: Club, options: dict[str, str], target: int) -> None:
    """Three computers and one person, who presses anything allowed."""
    await club.erna.slash("table open", **options)
    await club.erna.on_board("fill")
    await club.erna.on_board("start")
    while club.table().phase == "partie":
        await club.env.advance_time(3)
        if club.erna.moves():
            await club.erna.move(club.anything())
        elif club.table().between_deals and club.table().deal:
            await club.erna.on_board("next")
    assert max(pairs(club.table()).standing.striche) >= target


@pytest.mark.club(seed=13)
@pytest.mark.parametrize("game", ["bauernstoss", "schoofkopp"])
async def test_wrong_play_is_reported_and_decided(club: Club, game: str) -> None:
    """Everybody plays and says anything, and now and then says so of somebody else."""
    await club.four_at_a_table(game=game, conduct="tavern")
    people = list(club.people.values())
    outcomes: set[str] = set()
    for deal in range(1, 13):
        while (mover := club.on_turn()) is not None:
            await mover.move(club.anything())
            if club.chance.random.random() < 0.05:
                who = club.chance.random.randrange(4)
                if club.on_turn() is None:
                    break  # decided
                await people[who].on_hand("accuse")
                await people[who].on_hand("report", "NESW"[(who + club.chance.random.choice((1, 3))) % 4])
        state = pairs(club.table())
        assert club.table().unsettled and club.settled() == deal - 1
        pending = state.pending
        assert pending is not None
        outcome = str(pending.settlement.outcome)
        outcomes.add(outcome)
        for player in people:
            shown = text_of(player.hand())
            assert ("Falsch gespielt:" in shown or "Wrong play:" in shown) == (outcome == "breach")
            assert "(B23)" in shown
        if club.table().last_word:
            break
        await people[deal % 4].on_board("next")
        await club.env.advance_time(6)
        assert club.table().deal == deal + 1 and club.settled() == deal
    assert "breach" in outcomes


@pytest.mark.club(seed=18)
async def test_a_report_spoils_nobodys_press(club: Club) -> None:
    await club.four_at_a_table(conduct="tavern")
    mover = club.on_turn()
    assert mover is not None
    photo, button = club.photo(mover.hand()), mover.moves()[0]["custom_id"]
    seat = list(club.people.values()).index(mover)
    accuser = list(club.people.values())[(seat + 1) % 4]
    await accuser.on_hand("accuse")
    await accuser.on_hand("report", "NESW"[seat])
    before = club.table().turn
    await club.at_once((mover, photo, button))
    assert club.table().turn > before and club.table().to_act is not None


@pytest.mark.club(seed=14)
async def test_reports_follow_the_rule(club: Club) -> None:
    """Only of the other pair (B23), three a deal (B24), none where nothing wrong is possible."""
    await club.four_at_a_table(conduct="tavern")
    karl = club.karl  # north
    for seat, said in (("S", "(B23)"), ("E", None), ("W", None), ("E", None), ("E", "(B24)")):
        answer = await karl.slash("report", seat=seat)
        assert answer.response is not None
        assert (said is None) or said in text_of(answer.response)
    assert len(pairs(club.table()).reports) == 3


@pytest.mark.club(seed=15)
async def test_nothing_is_reported_in_strict_conduct(club: Club) -> None:
    await club.four_at_a_table()
    answer = await club.karl.slash("report", seat="E")
    assert answer.response is not None and "reports" not in text_of(answer.response)
    assert pairs(club.table()).reports == ()
    assert not any(":accuse" in button["custom_id"] for button in buttons_of(club.karl.hand()))


@pytest.mark.club(seed=11)
async def test_the_last_deal_stands_after_a_minutes_grace(club: Club) -> None:
    await club.four_at_a_table(conduct="tavern")
    while True:
        await club.play(club.anything())
        if club.table().last_word:
            break
        await club.erna.on_hand("next")
        await club.env.advance_time(6)
    settled = club.settled()
    await club.erna.on_board("next")
    await club.restart()
    await club.env.advance_time(50)
    assert club.table().phase == "partie" and club.settled() == settled
    await club.env.advance_time(11)
    assert club.table().phase == "finished" and club.settled() == settled + 1
    assert not club.table().ready


@pytest.mark.parametrize("options", [{"game": "bauernstoss", "overtrump": "trump-led"}])
@pytest.mark.club(seed=16)
async def test_house_rules_a_game_does_not_know(club: Club, options: dict[str, str]) -> None:
    answer = await club.erna.slash("table open", **options)
    assert answer.response is not None and "(S3)" in text_of(answer.response)
    assert club.bot.tables.all() == []
