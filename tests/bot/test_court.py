"""Kreidtführer and Schiedsgericht in Alter Schoofkopp: every decision, the way to court, and its ends (S9, S10)."""

from typing import Any

import discord
import pytest
from simcord.results import InteractionResult

from bot.core.seats import SEATS
from bot.court import Decision, Stage
from bot.deadlines import Pace
from bot.trial import keeper
from bot.ui.text import text
from tests.pairs import pairs

from .club import Club
from .players import Player, buttons_of, text_of

NORTH = SEATS[0]


async def seated(club: Club, dealer: str = "N", **options: Any) -> None:
    """Karl, in the north, has drawn the lowest card and keeps the chalk; Erna, in the south, is the host and Wirt."""
    await club.four_at_a_table(dealer, game="schoofkopp", **options)
    assert keeper(club.table()) == SEATS["NESW".index(dealer)]


async def card_laid(club: Club, *, by: Player | None = None, but: Player | None = None) -> Player:
    """Play on until somebody has laid a card that is not the last of its trick; who it was."""
    while True:
        mover = club.on_turn()
        assert mover is not None
        await mover.move(club.anything())
        if pairs(club.table()).trick and (by is None or mover is by) and mover is not but:
            return mover


async def asked(club: Club) -> Player:
    """Somebody other than Karl, who keeps the chalk, asks to take a card back."""
    player = await card_laid(club, but=club.karl)
    await player.on_hand("back")
    return player


async def decided(club: Club, decision: Decision = Decision.REFUSE) -> Player:
    """Karl has decided about somebody's card; who that is."""
    player = await asked(club)
    await club.karl.on_hand("plea", "yes" if decision is Decision.GRANT else "no")
    assert stage(club) is Stage.DECIDED
    return player


def stage(club: Club) -> Stage | None:
    case = club.table().court.case
    return None if case is None else case.stage


def verbs(player: Player) -> set[str]:
    return {button["custom_id"].split(":")[3] for button in buttons_of(player.hand()) if not button.get("disabled")}


def on_board(club: Club) -> set[str]:
    return {button["custom_id"].split(":")[3] for button in buttons_of(club.board())}


def said(answer: InteractionResult) -> str:
    """The private word somebody gets."""
    assert answer.response is not None and answer.response.ephemeral
    return text_of(answer.response)


def written(club: Club) -> int:
    """Another number as soon as the bot has committed anything."""
    club.disk.rows("SELECT * FROM person LIMIT 1")  # else the file is not looked at
    return club.disk.rows("PRAGMA data_version")[0][0]


def edits(club: Club, since: int) -> int:
    return sum(request.method in ("PATCH", "PUT") for request in club.env.http_requests[since:])


async def judged(club: Club, wirt: str, krischer: Player | None, cry: str = "yes") -> None:
    """From the decision to the question whether the pairs accept."""
    rejecter = next(player for player in (club.lisa, club.heinz) if "reject" in verbs(player))
    await rejecter.on_hand("reject")
    assert stage(club) is Stage.SHOUTING
    if krischer is not None:
        await krischer.on_board("shout")
    await club.env.advance_time(10.1)
    assert stage(club) is Stage.RULING
    await club.erna.on_board("rule", wirt)
    if krischer is not None:
        await krischer.on_board("rule", cry)
    assert stage(club) is Stage.ACCEPTING


# -- who he is


async def test_the_lowest_card_keeps_the_chalk_and_computers_never_do(club: Club) -> None:
    await seated(club, "E")
    assert "Kreidtführer: **Lisa**" in text_of(club.board())
    assert "(scorekeeper): **Lisa**" in text_of(club.lisa.hand())
    await club.lisa.slash("table leave")
    assert "Kreidtführer: **Erna**" in text_of(club.board()), "the next person clockwise"


async def test_a_person_alone_with_computers_keeps_the_chalk(club: Club) -> None:
    await club.lobby(game="schoofkopp")
    await club.erna.on_board("fill")
    await club.erna.on_board("start")
    assert keeper(club.table()) == SEATS[2]


async def test_no_other_game_has_one(club: Club) -> None:
    await club.four_at_a_table()
    assert "Kreidtführer:" not in text_of(club.board()) and "chalk" not in verbs(club.erna)
    for command, options in (("void", {}), ("call", {"quarrel": "Zank"}), ("reject", {}), ("answer", {"reply": "yes"})):
        assert "Schoofkopp" in said(await club.erna.slash(f"court {command}", **options))


async def test_chosen_in_the_lobby_by_button_and_by_command(club: Club) -> None:
    await club.lobby(club.karl, club.lisa, club.heinz, game="schoofkopp")
    assert "niedrigste Karte" in text_of(club.board())
    answer = await club.karl.on_board("chalk")
    assert answer.response is not None and answer.response.ephemeral
    await club.karl.press_verb(answer.response, "choose", "W")
    await club.lisa.slash("court choose", who=club.heinz.user)
    assert "Kreidtführer: **Heinz**" not in text_of(club.board())
    await club.restart()
    await club.erna.slash("court choose", who=club.heinz.user)
    assert "Kreidtführer: **Heinz**" in text_of(club.board())
    assert "nicht an diesem Tisch" in said(await club.erna.slash("court choose", who=club.person("Otto").user))
    await club.erna.on_board("start")
    assert keeper(club.table()) == SEATS[3]


async def test_chosen_anew_between_deals(club: Club) -> None:
    await seated(club)
    assert "zwischen zwei Spielen" in said(await club.erna.slash("court choose", who=club.erna.user))
    await club.play(club.anything())
    for player in (club.erna, club.karl, club.heinz):
        await player.on_hand("chalk")
        await player.on_hand("choose", "E")
    assert keeper(club.table()) == SEATS[1]
    await club.restart()
    assert "Kreidtführer: **Lisa**" in text_of(club.board())


async def test_admonished_in_public_and_counted(club: Club) -> None:
    await seated(club)
    await club.karl.on_hand("chalk")
    await club.karl.on_hand("admonish", "E")
    assert "ermahnt: Lisa (1×)" in text_of(club.board())
    await club.karl.slash("court admonish", who=club.lisa.user)
    await club.karl.slash("court admonish", who=club.heinz.user)
    await club.restart()
    assert "ermahnt: Lisa (2×) · Heinz (1×)" in text_of(club.board())
    assert "Karl" in said(await club.lisa.slash("court admonish", who=club.karl.user))
    assert "Dich selbst" in said(await club.karl.slash("court admonish", who=club.karl.user))
    assert "chalk" not in verbs(club.lisa)


# -- taking back


@pytest.mark.club(seed=21)
async def test_he_alone_grants_and_must_go_on_granting(club: Club) -> None:
    await seated(club)
    player = await asked(club)
    others = [one for one in club.people.values() if one not in (player, club.karl)]
    assert "Kreidtführer entscheidet: Karl" in text_of(club.board())
    assert all("plea" not in verbs(one) for one in (player, *others)) and "plea" in verbs(club.karl)
    assert "Karl" in said(await others[0].on_board("plea", "yes"))
    await club.karl.on_hand("plea", "yes")
    assert "Auge zu" in text_of(club.board()) and len(pairs(club.table()).trick) > 0
    laid = len(pairs(club.table()).trick)
    for one in others:
        await one.on_hand("stands")
    assert len(pairs(club.table()).trick) == laid - 1 and club.table().to_act is not None
    assert "👀" in text_of(club.board()) and club.table().court.tolerant
    await club.restart()
    await player.move(club.anything())
    second = await card_laid(club, but=player)
    while second is club.karl:
        second = await card_laid(club, but=player)
    laid = len(pairs(club.table()).trick)
    await second.on_hand("back")
    assert stage(club) is None and club.table().plea is None, "what he tolerates once he must always tolerate"
    assert len(pairs(club.table()).trick) == laid - 1


@pytest.mark.club(seed=21)
async def test_until_it_stands_nothing_is_played(club: Club) -> None:
    await seated(club)
    player = await asked(club)
    mover = next(one for one in club.people.values() if one.moves() and one is not player)
    photo, code = club.photo(mover.hand()), mover.moves()[0]["custom_id"].split(":")[4]
    ply = club.table().ply
    await mover.press_late(photo, "a", code)
    assert club.table().ply == ply and "(S9)" in text_of(mover.hand())
    await club.karl.on_hand("plea", "no")
    await mover.press_late(photo, "a", code)
    assert club.table().ply == ply and "(S10)" in text_of(mover.hand()) and mover.moves() == []
    await club.restart()
    await club.env.advance_time(9)
    assert stage(club) is Stage.DECIDED
    await club.env.advance_time(1.1)
    assert stage(club) is None and "Was liegt, das liegt" in text_of(club.board())
    assert "back" not in verbs(player)
    assert "(S9)" in said(await player.slash("takeback"))
    await mover.move(club.anything())
    assert "Was liegt, das liegt" not in text_of(club.board())
    await club.play(club.anything())


@pytest.mark.club(seed=21)
async def test_who_asks_may_play_on_and_silence_is_a_no(club: Club) -> None:
    await seated(club)
    player = await asked(club)
    await club.env.advance_time(31)
    assert club.table().plea is None and "back" not in verbs(player)
    await club.play(club.anything())
    assert club.settled() == 1


@pytest.mark.club(seed=21)
async def test_his_own_wish_needs_the_three_others(club: Club) -> None:
    await seated(club)
    await card_laid(club, by=club.karl)
    laid = len(pairs(club.table()).trick)
    await club.karl.on_hand("back")
    for player in (club.lisa, club.erna, club.heinz):
        assert stage(club) is None and len(pairs(club.table()).trick) == laid
        await player.on_hand("plea", "yes")
    assert len(pairs(club.table()).trick) == laid - 1 and not club.table().court.tolerant


@pytest.mark.club(seed=21)
@pytest.mark.parametrize("typed", [False, True])
async def test_a_second_wish_loses_the_deal_but_is_asked_about_first(club: Club, typed: bool) -> None:
    await seated(club)
    player = await decided(club, Decision.GRANT)
    await club.env.advance_time(10.1)
    await player.move(club.anything())
    await card_laid(club, by=player)
    ply = club.table().ply
    if typed:
        assert "(S9)" in said(await player.slash("takeback"))
        assert club.table().ply == ply
        await player.slash("takeback", sure=True)
    else:
        await player.on_hand("askback")
        assert "(S9)" in text_of(player.hand()) and player.moves() == []
        await player.on_hand("show")
        assert club.table().ply == ply
        await player.on_hand("askback")
        await player.on_hand("back", "sure")
    assert club.settled() == 1
    assert club.disk.rows("SELECT outcome FROM settlement")[0]["outcome"] == "breach"
    assert "(S9)" in text_of(club.board())


@pytest.mark.club(seed=21)
async def test_a_table_that_takes_nothing_back(club: Club) -> None:
    await seated(club, take_backs="never")
    player = await card_laid(club)
    assert not {"back", "askback"} & verbs(player)
    assert "(B25)" in said(await player.slash("takeback", sure=True))


@pytest.mark.club(seed=22, pace=Pace(computer=6.0))
async def test_computers_let_everything_stand(club: Club) -> None:
    """Two people: what the one who keeps the chalk decides waits for the other only."""
    await club.lobby(club.karl, game="schoofkopp")
    await club.erna.on_board("fill")
    await club.erna.on_board("start")
    other = club.karl if keeper(club.table()) == SEATS[2] else club.erna
    boss = club.erna if other is club.karl else club.karl
    while club.table().to_act is None:
        await club.env.advance_time(1)
    await boss.slash("court void")
    assert stage(club) is Stage.DECIDED
    ply = club.table().ply
    await club.env.advance_time(5)
    assert club.table().ply == ply, "computers wait"
    await other.on_hand("stands")
    assert club.table().annulled
    await other.slash("table leave")
    await boss.on_board("next")
    await club.env.advance_time(6)
    await boss.slash("court void")
    assert stage(club) is None and club.table().annulled, "nobody is left to be asked"


# -- absence


async def silent(club: Club, *, boss: bool) -> Player:
    """Somebody has let two minutes pass: Karl, who keeps the chalk, or somebody else."""
    await seated(club)
    while (mover := club.on_turn()) is not None and (mover is club.karl) is not boss:
        await mover.move(club.anything())
    assert mover is not None
    await club.env.advance_time(121)
    return mover


@pytest.mark.parametrize("typed", [False, True])
async def test_only_he_lets_a_computer_play(club: Club, typed: bool) -> None:
    player = await silent(club, boss=False)
    seat = club.table().to_act
    assert seat is not None
    other = next(one for one in (club.lisa, club.erna, club.heinz) if one is not player)
    assert "sub" not in verbs(other)
    assert "Karl" in said(await other.on_board("sub"))
    await (club.karl.slash("court absent") if typed else club.karl.on_hand("sub"))
    assert stage(club) is Stage.DECIDED and not club.table().chairs[seat].computer
    await club.env.advance_time(10.1)
    assert club.table().chairs[seat].computer


async def test_the_absent_one_comes_and_plays(club: Club) -> None:
    player = await silent(club, boss=False)
    photo, code = club.photo(player.hand()), player.moves()[0]["custom_id"].split(":")[4]
    await club.karl.on_hand("sub")
    ply = club.table().ply
    await player.press_late(photo, "a", code)
    assert club.table().ply > ply and stage(club) is None and not any(c.computer for c in club.table().chairs)


async def test_for_himself_anybody_may(club: Club) -> None:
    player = await silent(club, boss=True)
    assert player is club.karl
    await club.lisa.on_hand("sub")
    assert club.table().chairs[NORTH].computer
    assert keeper(club.table()) == SEATS[1], "as long as he is away the next one is it"
    await club.karl.on_hand("show")
    assert keeper(club.table()) == NORTH


# -- a void deal


@pytest.mark.club(seed=23)
async def test_a_void_deal_counts_for_nothing(club: Club) -> None:
    await seated(club)
    await card_laid(club)
    dealer, before = pairs(club.table()).dealer, pairs(club.table()).standing
    await club.karl.on_hand("chalk")
    await club.karl.on_hand("void")
    assert "ungültig" in text_of(club.board())
    await club.restart()
    await club.env.advance_time(10.1)
    table = club.table()
    assert table.annulled and table.between_deals and "🧽" in text_of(club.board())
    assert pairs(table).standing.striche == before.striche and pairs(table).standing.deals == 1
    assert pairs(table).standing.dealer == SEATS[(dealer + 1) % 4]
    assert [row["outcome"] for row in club.disk.rows("SELECT outcome FROM settlement")] == ["annulled"]
    assert club.log.lines()[-2:] == ["case 1 (void): stands", "the deal is void"]
    assert club.disk.rows("SELECT * FROM ledger") == []
    await club.restart()
    assert club.table().annulled and club.table().state == table.state
    assert not any("no longer replays" in line for line in club.log.lines())
    await club.lisa.on_hand("next")
    await club.env.advance_time(6)
    assert club.table().deal == 2 and not club.table().annulled and pairs(club.table()).first_deal
    assert "🧽" not in text_of(club.board())
    await club.play(club.anything())
    assert club.settled() == 2


@pytest.mark.club(seed=23)
async def test_nothing_to_void_and_not_for_everybody(club: Club) -> None:
    await seated(club)
    await club.karl.on_hand("chalk")
    photo = club.photo(club.karl.hand())
    assert "Karl" in said(await club.erna.slash("court void"))
    await club.play(club.anything())
    await club.karl.press_late(photo, "void")
    assert stage(club) is None and "kein Spiel" in said(await club.karl.slash("court void"))


# -- before the Schiedsgericht


@pytest.mark.club(seed=24)
async def test_the_loudest_of_several_onlookers(club: Club) -> None:
    """One presses far more often than Discord would take edits."""
    await seated(club)
    otto, paul, rosa = (club.person(name) for name in ("Otto", "Paul", "Rosa"))
    player = await decided(club)
    rejecter = club.lisa if player is not club.lisa else club.heinz
    await rejecter.on_hand("reject")
    assert "KRISCHEN!" in text_of(club.board()) and on_board(club) >= {"shout"}
    for one in club.people.values():
        assert "shout" not in verbs(one)
        word = "Zuschauer" if one in (club.karl, club.erna) else "onlookers"
        assert word in said(await one.on_board("shout"))
    for newcomer in (otto, paul, rosa):  # known to the books
        await newcomer.slash("help")
    version, since = written(club), len(club.env.http_requests)
    for turn in range(60):
        await otto.on_board("shout")
        if turn % 3 == 0:
            await paul.on_board("shout")
            await rosa.on_board("shout")
    assert edits(club, since) == 0 and club.posts(since) == [], "a press is only acknowledged"
    assert written(club) == version, "and nothing is written"
    await club.env.advance_time(10.1)
    case = club.table().court.case
    assert case is not None and (case.stage, case.krischer, case.cries) == (Stage.RULING, otto.person, 60)
    assert "**Otto** (60×)" in text_of(club.board())
    for one in (paul, club.heinz, club.karl):
        assert "(S10)" in said(await one.on_board("rule", "no"))
    await club.restart()
    assert "**Otto** (60×)" in text_of(club.board()), "a name that only the case knows"


@pytest.mark.club(seed=24)
async def test_equally_loud_the_first_is_it(club: Club) -> None:
    await seated(club)
    otto, paul = club.person("Otto"), club.person("Paul")
    await decided(club)
    await next(p for p in (club.lisa, club.heinz) if "reject" in verbs(p)).on_hand("reject")
    for player in (otto, paul, paul, otto):
        await player.on_board("shout")
    await club.env.advance_time(10.1)
    case = club.table().court.case
    assert case is not None and (case.krischer, case.cries) == (paul.person, 2)


@pytest.mark.club(seed=24)
@pytest.mark.parametrize("decision", [Decision.GRANT, Decision.REFUSE])
@pytest.mark.parametrize("wirt", ["yes", "no"])
async def test_the_wirts_word_goes_and_both_accept(club: Club, decision: Decision, wirt: str) -> None:
    await seated(club)
    otto = club.person("Otto")
    await decided(club, decision)
    laid = len(pairs(club.table()).trick)
    await judged(club, wirt, otto, cry="no" if wirt == "yes" else "yes")
    assert ("hat recht.**" if wirt == "yes" else "hat unrecht.**") in text_of(club.board())
    await club.erna.on_hand("accept", "yes")
    assert stage(club) is Stage.ACCEPTING and "accept" not in verbs(club.karl), "the first answer is the pair's"
    await club.lisa.on_board("accept", "yes")
    back = (decision is Decision.GRANT) == (wirt == "yes")
    assert stage(club) is None and len(pairs(club.table()).trick) == laid - back
    assert club.table().court.tolerant == (back and decision is Decision.GRANT)
    assert "Der Spruch" in text_of(club.board())
    await club.play(club.anything())
    assert club.settled() == 1


@pytest.mark.club(seed=24)
async def test_time_over_who_has_spoken_counts_and_silence_accepts(club: Club) -> None:
    await seated(club)
    otto = club.person("Otto")
    await decided(club)
    laid = len(pairs(club.table()).trick)
    await next(p for p in (club.lisa, club.heinz) if "reject" in verbs(p)).on_hand("reject")
    await otto.on_board("shout")
    await club.env.advance_time(10.1)
    await otto.on_board("rule", "no")
    await club.env.advance_time(60.1)
    assert stage(club) is Stage.ACCEPTING
    await club.env.advance_time(60.1)
    assert stage(club) is None and len(pairs(club.table()).trick) == laid - 1, "the Krischer's word alone"


@pytest.mark.club(seed=24)
async def test_nobody_shouts_nobody_speaks(club: Club) -> None:
    await seated(club)
    await decided(club)
    laid = len(pairs(club.table()).trick)
    await next(p for p in (club.lisa, club.heinz) if "reject" in verbs(p)).on_hand("reject")
    await club.env.advance_time(10.1)
    assert "Wirt richtet allein" in text_of(club.board())
    await club.env.advance_time(121)
    assert stage(club) is None and len(pairs(club.table()).trick) == laid


@pytest.mark.club(seed=24)
async def test_while_the_host_is_away_a_moderator_is_the_wirt(club: Club) -> None:
    await seated(club)
    role = club.guild.create_role("Wirt", permissions=discord.Permissions(manage_guild=True))
    otto, paul = club.person("Otto", roles=[role]), club.person("Paul")
    while (mover := club.on_turn()) is not club.erna:
        assert mover is not None
        await mover.move(club.anything())
    await club.env.advance_time(121)
    await club.karl.on_hand("sub")
    await club.env.advance_time(10.1)
    await club.karl.slash("court call", quarrel="Zank")
    await club.env.advance_time(10.1)
    assert "ein Moderator" in text_of(club.board())
    for player in (paul, club.lisa):
        assert "(S10)" in said(await player.on_board("rule", "no"))
    await otto.on_board("rule", "no")
    assert stage(club) is Stage.ACCEPTING and "hat unrecht.**" in text_of(club.board())
    await club.karl.on_hand("accept", "yes")
    await club.lisa.on_hand("accept", "yes")
    assert stage(club) is None


@pytest.mark.club(seed=24)
@pytest.mark.parametrize("running", [True, False])
async def test_not_accepted_the_partie_ends_without_a_winner(club: Club, running: bool) -> None:
    await seated(club)
    if running:
        await decided(club)
        await judged(club, "yes", None)
    else:
        await club.play(club.anything())
        await club.karl.slash("court call", quarrel="Er hat *gezwinkert* @everyone")
        await club.env.advance_time(10.1)
        await club.erna.on_hand("rule", "yes")
    booked = len(club.disk.rows("SELECT * FROM ledger"))
    await club.restart()
    await club.lisa.on_hand("accept", "no")
    table = club.table()
    assert table.phase == "finished" and stage(club) is None
    assert "lehnen ab" in text_of(club.board()) and "ohne Sieger" in text_of(club.board())
    assert len(club.disk.rows("SELECT * FROM ledger")) == booked == (0 if running else 4)
    assert club.disk.rows("SELECT * FROM ledger WHERE kind = 'partie'") == []
    assert "Partie 1 ended without a winner" in club.log.lines()[-3:]
    await club.restart()
    assert "lehnen ab" in text_of(club.board())
    await club.env.advance_time(6)
    await club.heinz.on_board("rematch")
    table = club.table()
    assert table.phase == "partie" and table.partie == 2 and table.deal == 1 and keeper(table) == NORTH
    assert "lehnen ab" not in text_of(club.board())
    await club.play(club.anything())


@pytest.mark.club(seed=25)
@pytest.mark.parametrize("typed", [False, True])
async def test_he_calls_the_court_for_any_quarrel(club: Club, typed: bool) -> None:
    await seated(club)
    if typed:
        assert "Karl" in said(await club.lisa.slash("court call", quarrel="Zank"))
        await club.karl.slash("court call", quarrel="Er hat *gezwinkert* @everyone")
        assert "„Er hat ∗gezwinkert∗ ＠everyone“" in text_of(club.board())
    else:
        await club.karl.on_hand("chalk")
        await club.karl.on_hand("quarrel", "talk")
        assert "„verratene Karten“" in text_of(club.board()) and "“cards betrayed”" in text_of(club.lisa.hand())
    ply = club.table().ply
    await club.env.advance_time(10.1)
    await club.erna.slash("court answer", reply="no")
    await club.erna.slash("court answer", reply="yes")
    await club.lisa.slash("court answer", reply="yes")
    assert stage(club) is None and club.table().ply == ply
    assert "hat unrecht" in text_of(club.board())
    await club.play(club.anything())


@pytest.mark.club(seed=25)
async def test_between_deals_the_quarrel_comes_before_the_next(club: Club) -> None:
    await seated(club)
    await club.play(club.anything())
    await club.karl.on_hand("chalk")
    await club.karl.on_hand("quarrel", "manners")
    for player in club.people.values():
        await player.on_board("next")
    assert club.table().deal == 1 and stage(club) is Stage.SHOUTING and not club.table().ready
    await club.env.advance_time(200)
    assert stage(club) is None
    await club.lisa.on_board("next")
    assert club.table().deal == 2


@pytest.mark.club(seed=26)
async def test_everything_typed(club: Club) -> None:
    await seated(club)
    otto = club.person("Otto")
    player = await asked(club)
    await club.karl.slash("court answer", reply="yes")
    assert stage(club) is Stage.DECIDED
    rejecter = next(one for one in (club.lisa, club.heinz, club.erna) if one is not player)
    assert "selbst entschieden" in said(await club.karl.slash("court reject"))
    await rejecter.slash("court reject")
    assert said(await rejecter.slash("court reject")) in {text(lang).t("refused.no_case") for lang in ("de", "en")}
    await otto.slash("court answer", reply="yes")
    await club.env.advance_time(10.1)
    await otto.slash("court answer", reply="no")
    await club.erna.slash("court answer", reply="no")
    laid = len(pairs(club.table()).trick)
    await club.erna.slash("court answer", reply="yes")
    await club.lisa.slash("court answer", reply="yes")
    assert stage(club) is None and len(pairs(club.table()).trick) == laid
    assert "nichts gefragt" in said(await club.erna.slash("court answer", reply="yes"))


# -- in the middle of it


async def to_stage(club: Club, wanted: Stage) -> None:
    await seated(club)
    await decided(club)
    if wanted is Stage.DECIDED:
        return
    await next(p for p in (club.lisa, club.heinz) if "reject" in verbs(p)).on_hand("reject")
    if wanted is Stage.SHOUTING:
        return
    await club.env.advance_time(10.1)
    if wanted is Stage.ACCEPTING:
        await club.erna.on_board("rule", "no")
    assert stage(club) is wanted


@pytest.mark.club(seed=27)
@pytest.mark.parametrize("wanted", list(Stage))
async def test_a_restart_in_every_stage(club: Club, wanted: Stage) -> None:
    await to_stage(club, wanted)
    otto = club.person("Otto")
    if wanted is Stage.SHOUTING:
        await otto.on_board("shout")
    before, table = text_of(club.board()), club.table()
    await club.env.advance_time(5)
    await club.restart()
    assert text_of(club.board()) == before and stage(club) is wanted and club.table().state == table.state
    lasts = 10 if wanted in (Stage.DECIDED, Stage.SHOUTING) else 60
    await club.env.advance_time(lasts - 1)
    assert stage(club) is wanted, "it has its whole time again"
    await club.env.advance_time(1.1)
    assert stage(club) is not wanted
    case = club.table().court.case
    assert case is None or case.krischer is None, "the match has begun anew, and nobody has shouted since"
    await club.env.advance_time(130)
    assert stage(club) is None
    await club.play(club.anything())
    assert club.settled() == 1


@pytest.mark.club(seed=27)
@pytest.mark.parametrize("wanted", list(Stage))
@pytest.mark.parametrize("who", ["karl", "lisa", "erna", "heinz"])
async def test_somebody_leaves_in_every_stage(club: Club, wanted: Stage, who: str) -> None:
    await to_stage(club, wanted)
    await getattr(club, who).slash("table leave")
    await club.env.advance_time(140)
    assert stage(club) is None and club.table().phase == "partie"
    for player in club.people.values():
        if player is not getattr(club, who):
            await player.slash("table leave")
    await club.env.advance_time(60)
    assert club.bot.tables.get(1) is None, "computers end the deal, and the table closes"


@pytest.mark.club(seed=27)
async def test_nobody_waits_for_who_has_gone(club: Club) -> None:
    await to_stage(club, Stage.DECIDED)
    await club.lisa.on_hand("stands")
    await club.erna.on_hand("stands")
    await club.heinz.slash("table leave")
    assert stage(club) is None


@pytest.mark.club(seed=27)
async def test_a_pair_that_has_gone_accepts(club: Club) -> None:
    await to_stage(club, Stage.ACCEPTING)
    await club.karl.on_hand("accept", "yes")
    await club.lisa.slash("table leave")
    assert stage(club) is Stage.ACCEPTING
    await club.heinz.slash("table leave")
    assert stage(club) is None


@pytest.mark.club(seed=27)
@pytest.mark.parametrize("wanted", list(Stage))
async def test_stopped_in_every_stage(club: Club, wanted: Stage) -> None:
    await to_stage(club, wanted)
    photo = club.photo(club.board())
    for player in (club.karl, club.lisa, club.erna):
        await player.slash("table stop")
    assert club.bot.tables.get(1) is None
    late = {Stage.DECIDED: "stands", Stage.SHOUTING: "shout", Stage.RULING: "rule", Stage.ACCEPTING: "accept"}
    assert "geschlossen" in said(await club.heinz.speaks("de").press_late(photo, late[wanted]))


@pytest.mark.club(seed=27)
@pytest.mark.parametrize("wanted", list(Stage))
async def test_a_press_that_comes_too_late(club: Club, wanted: Stage) -> None:
    await to_stage(club, wanted)
    photo = club.photo(club.board())
    await club.env.advance_time(150)
    assert stage(club) is None
    ply = club.table().ply
    late = {Stage.DECIDED: "stands", Stage.SHOUTING: "shout", Stage.RULING: "rule", Stage.ACCEPTING: "accept"}
    for player in (club.erna, club.person("Otto")):
        await player.press_late(photo, late[wanted])
    assert stage(club) is None and club.table().ply == ply


@pytest.mark.club(seed=28)
async def test_cards_by_button_only(club: Club) -> None:
    """Whoever gets no direct message presses on the private hand."""
    for player in club.people.values():
        player.close_dm()
    await seated(club)
    for player in club.people.values():
        await player.show_cards()
    player = await asked(club)
    await club.karl.on_hand("plea", "no")
    other = next(one for one in (club.lisa, club.heinz) if one is not player)
    await other.on_hand("reject")
    assert stage(club) is Stage.SHOUTING
    await club.env.advance_time(10.1)
    await club.erna.on_hand("rule", "yes")
    await club.erna.on_hand("accept", "yes")
    await club.lisa.on_hand("accept", "yes")
    assert stage(club) is None
    await club.play(club.anything())
    assert club.settled() == 1


PRESSED = 120
NEVER = {"stop", "hand", "cut"}  # a stopped table tells nothing more


@pytest.mark.parametrize(("conduct", "computers"), [("strict", False), ("tavern", True)])
async def test_people_press_anything(club: Club, conduct: str, computers: bool) -> None:
    """Three or two people and an onlooker press whatever they see, time passes, the bot is restarted now and then."""
    chance = club.chance.random
    await club.lobby(club.karl, *([] if computers else [club.lisa]), game="schoofkopp", conduct=conduct)
    await club.erna.on_board("fill")
    await club.erna.on_board("start")
    otto = club.person("Otto", roles=[club.guild.create_role("R", permissions=discord.Permissions(manage_guild=True))])
    people = [club.karl, club.erna, otto] + ([] if computers else [club.lisa])
    seen: set[Stage | None] = set()
    for turn in range(PRESSED):
        player = chance.choice(people)
        place = club.board() if player is otto or chance.random() < 0.2 else player.hand()
        shown = [b["custom_id"] for b in buttons_of(place) if not b.get("disabled")]
        shown = [one for one in shown if one.startswith("k1:1:") and one.split(":")[3] not in NEVER]
        wished = [one for one in shown if one.split(":")[3] in ("back", "plea", "reject", "void", "quarrel", "sub")]
        if shown:
            await player.press(place, chance.choice(wished if wished and chance.random() < 0.5 else shown))
        seen.add(stage(club))
        if chance.random() < 0.5:
            await club.env.advance_time(chance.choice((1, 1, 3, 11, 61, 125)))
        if turn % 40 == 39:
            await club.restart()
        if turn % 20 == 19:
            assert not club.faults()
    assert len(seen) >= 4, seen


async def test_a_table_saved_before_there_was_a_court(club: Club) -> None:
    await seated(club, "E")
    club.disk.rows("UPDATE card_table SET public = json_remove(public, '$.court')")
    await club.restart()
    assert keeper(club.table()) == NORTH and "Kreidtführer: **Karl**" in text_of(club.board())
    await club.play(club.anything())
    assert club.settled() == 1
