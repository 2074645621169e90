"""Evenings with everything a table can have at once: cut, wrong play reported, cards taken back, Schiedsgericht.

People press by chance what is there to be pressed; the bot is stopped and started at the first sight of every phase.
"""

import pytest

from bot import cutting
from bot.core.games import PairState
from bot.court import Stage

from .club import Club
from .players import Player, buttons_of

EVERYTHING = {"cut": "ask"}
GAMES = [
    pytest.param({}, {"cut", "plea"}, id="bauernstoss"),
    pytest.param({"conduct": "tavern"}, {"cut", "plea", "reported", "unsettled"}, id="bauernstoss-tavern"),
    pytest.param({"game": "schoofkopp"}, {"cut", "plea", *Stage}, id="schoofkopp"),
    pytest.param(
        {"game": "schoofkopp", "conduct": "tavern"},
        {"cut", "plea", "reported", "unsettled", *Stage},
        id="schoofkopp-tavern",
    ),
    pytest.param({"game": "bauernheinrich"}, {"cut"}, id="bauernheinrich"),
]
MOST_PRESSES = 1500
DEALS = 2
NEVER = {"stop", "hand", "show", "sub", "take", "next", "void", "quarrel", "admonish", "accuse", "chalk", "askback"}


def phases(club: Club) -> set[str]:
    """What is going on besides playing."""
    table = club.table()
    found: set[str] = set()
    if cutting.asked(table):
        found.add("cut")
    if table.plea is not None:
        found.add("plea")
    if table.unsettled:
        found.add("unsettled")
    if (
        isinstance(table.state, PairState)
        and table.state.reports
        and not table.state.verdict
        and table.to_act is not None
    ):
        found.add("reported")
    if table.court.case is not None:
        found.add(table.court.case.stage)
    return found


async def report(club: Club, player: Player) -> None:
    """Of one of the other pair, right or wrong."""
    seat = list(club.people.values()).index(player)
    accused = "NESW"[(seat + club.chance.random.choice((1, 3))) % 4]
    await player.slash("report", seat=accused)


async def something(club: Club, krischer: Player) -> None:
    """One press by somebody."""
    random, table, people = club.chance.random, club.table(), list(club.people.values())
    case = table.court.case
    if case is not None and case.stage is Stage.SHOUTING:
        await krischer.on_board("shout")
        await club.env.advance_time(11)
        return
    if case is not None and case.stage is Stage.RULING:
        await krischer.on_board("rule", random.choice(("yes", "no")))
        await club.erna.on_board("rule", random.choice(("yes", "no")))
        return
    if cutting.asked(table):
        cards = {"cards": random.randint(4, 28)} if random.random() < 0.5 else {}
        await people[cutting.cutter(table)].slash("deal cut", **cards)
        return
    special = [
        (player, button["custom_id"])
        for player in people
        for button in buttons_of(player.hand())
        if not button.get("disabled") and button["custom_id"].split(":")[3] not in {*NEVER, "a", "ask", "back"}
    ]
    if special:
        # Whatever comes before the Schiedsgericht is mostly accepted, else no Partie would come to its end.
        kinder = [one for one in special if not one[1].endswith("accept:no")]
        player, custom_id = random.choice(kinder if kinder and random.random() < 0.9 else special)
        await player.press(player.hand(), custom_id)
        return
    mover = club.on_turn()
    if mover is None:
        if table.last_word:
            for player in people:
                if club.table().phase == "partie" and club.table().between_deals:
                    await player.slash("table start")
        else:
            await random.choice(people).slash("table start")
        return
    await mover.move(club.anything())
    if table.options.house.conduct == "tavern" and random.random() < 0.1:
        await report(club, random.choice(people))
    elif table.options.take_backs and random.random() < 0.3 and "back" in _verbs(mover):
        await mover.on_hand("back")


def _verbs(player: Player) -> set[str]:
    return {button["custom_id"].split(":")[3] for button in buttons_of(player.hand()) if not button.get("disabled")}


@pytest.mark.club(seed=41)
@pytest.mark.parametrize(("options", "expected"), GAMES)
async def test_an_evening(club: Club, options: dict[str, str], expected: set[str]) -> None:
    await club.four_at_a_table(**options, **EVERYTHING)
    krischer = club.person("Fritz")
    seen: set[str] = set()
    table = club.table()
    for _ in range(MOST_PRESSES):
        table = club.table()
        if table.phase == "finished" or (seen >= expected and club.settled() >= DEALS and table.to_act is None):
            break
        new = phases(club) - seen
        if new:
            seen |= new
            shuffle, court, plea = table.shuffle, table.court.case, table.plea
            await club.restart()
            after = club.table()
            assert after.state == table.state and (after.plea is None) == (plea is None)
            assert (after.court.case and after.court.case.stage) == (court and court.stage)
            assert (after.shuffle and after.shuffle.number) == (shuffle and shuffle.number)
        await something(club, krischer)
    assert seen >= expected, f"never seen: {expected - seen}"
    lots = club.disk.rows("SELECT number FROM lot ORDER BY number")
    assert [row["number"] for row in lots] == list(range(1, len(lots) + 1))
    if isinstance(table.state, PairState):
        striche = table.state.standing.striche
        booked = club.disk.rows("SELECT coalesce(sum(striche), 0) AS s FROM ledger WHERE kind = 'deal' AND seat = 0")
        assert booked[0]["s"] == striche[0]
