"""A settled deal as a file: what is in it, who gets it, and that nothing is laid open before its time."""

import sys
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.results import InteractionResult

from bot.core.actions import Report, TakeBack, Void
from bot.core.games import game_of
from bot.core.record import Record, read, write
from bot.core.replay import Replay, differences, play, record_of
from bot.replay import run
from bot.store.database import Database
from bot.store.deals import KeptDeal
from bot.store.table_log import log_of_deal
from tests.pairs import pairs

from .books import played_again
from .club import Club
from .players import text_of
from .test_other_games import to_the_end
from .test_taking_back import card_played, others

GAMES = [pytest.param({"game": game}, id=game) for game in ("bauernstoss", "schoofkopp", "bauernheinrich")]


def file_of(club: Club, answer: InteractionResult) -> tuple[str, str]:
    """Name and text of the file in a private answer."""
    message = answer.response
    assert message is not None and message.ephemeral, text_of(message)
    (attached,) = message.attachments
    data = club.env.backend.cdn.get(attached.url)
    assert data is not None
    return attached.filename, data.decode()


def replayed(club: Club, text: str, tmp_path: Path, deal: int = -1) -> tuple[Record, Replay]:
    """Read back and played again, by the command too; comes out as on disk and in the ledger."""
    record = read(text)
    replay = play(record)
    assert replay.refused is None and differences(replay) == []
    file = tmp_path / "deal.toml"
    file.write_text(text, encoding="utf-8")
    assert run([file]) == 0
    dealt = [one for one in club.disk.deals() if one.outcome is not None][deal]
    key = (dealt.table, dealt.partie, dealt.number)
    (row,) = club.disk.rows("SELECT * FROM settlement WHERE (table_id, partie, deal) = (?, ?, ?)", *key)
    assert record.expect["outcome"] == row["outcome"]
    state = played_again(club.disk.rules()[dealt.table], dealt)
    booked = club.disk.rows("SELECT * FROM ledger WHERE kind = 'deal' AND (table_id, partie, deal) = (?, ?, ?)", *key)
    if record.game == "bauernheinrich":
        places = {"NESW"[one["seat"]]: one["place"] for one in booked if one["place"] is not None}
        assert sorted(places, key=lambda seat: places[seat]) == record.expect["places"] or len(booked) < 4
    else:
        before = record.before.striche
        won = (record.expect["striche"]["NS"] - before[0], record.expect["striche"]["EW"] - before[1])
        assert won == (row["striche_ns"], row["striche_ew"])
        assert all((one["striche"], one["striche_other"]) == (won[one["pair"]], won[1 - one["pair"]]) for one in booked)
        assert record.expect["augen"] == {"NS": state.augen[0], "EW": state.augen[1]}
    codes = [step.code for step in dealt.steps[1:] if step.code != "s"]
    assert len(codes) == len(record.deals[0].steps)
    for player in club.env.backend.users.values():
        assert player.name not in text
    return record, replay


async def deal_over(club: Club, options: dict[str, Any]) -> None:
    await club.four_at_a_table(**options)
    await club.play(club.anything())


@pytest.mark.club(seed=41)
@pytest.mark.parametrize("options", GAMES)
async def test_a_settled_deal_reads_back(club: Club, options: dict[str, Any], tmp_path: Path) -> None:
    """By everyone who sat there, in the channel and the DM, over a restart, from the first deal and a later one."""
    await deal_over(club, options)
    name, text = file_of(club, await club.karl.slash("deal export"))
    assert name == f"{options['game']}-table1-deal1.toml"
    replayed(club, text, tmp_path)
    await club.restart()
    for player in club.people.values():
        for answer in (await player.slash("deal export"), await player.slash_in_dm("deal export")):
            assert file_of(club, answer) == (name, text)
    await club.erna.on_board("next")
    await club.env.advance_time(6)
    mover = club.on_turn()
    assert mover is not None, "the second deal runs"
    assert file_of(club, await club.lisa.slash("deal export")) == (name, text), "the last settled one"
    await club.play(club.anything())
    second = file_of(club, await club.lisa.slash("deal export"))
    assert second[0] == f"{options['game']}-table1-deal2.toml"
    record, _ = replayed(club, second[1], tmp_path)
    if options["game"] != "bauernheinrich":
        assert record.before.striche == played(club, 1)
    assert file_of(club, await club.lisa.slash("deal export", deal="1")) == (name, text)
    assert file_of(club, await club.lisa.slash("deal export", table="1", deal="Spiel 2")) == second


def played(club: Club, deal: int) -> tuple[int, int]:
    (row,) = club.disk.rows("SELECT striche_ns, striche_ew FROM settlement WHERE deal = ?", deal)
    return row["striche_ns"], row["striche_ew"]


async def wrong_play(club: Club) -> None:
    """Play deals in which anything is played and reported, until somebody is found out; that one waits for *next*."""
    people = list(club.people.values())
    while True:
        while (mover := club.on_turn()) is not None:
            await mover.move(club.anything())
            if club.chance.random.random() < 0.1:
                who = club.chance.random.randrange(4)
                if club.on_turn() is None:
                    break
                await people[who].on_hand("accuse")
                await people[who].on_hand("report", "NESW"[(who + club.chance.random.choice((1, 3))) % 4])
        pending = pairs(club.table()).pending
        if pending is not None and pending.settlement.outcome == "breach":
            return
        await club.erna.on_board("next")
        await club.env.advance_time(6)


@pytest.mark.club(seed=42)
@pytest.mark.parametrize("game", ["bauernstoss", "schoofkopp"])
async def test_tavern_with_a_card_taken_back_and_a_proven_report(club: Club, game: str, tmp_path: Path) -> None:
    await club.four_at_a_table(game=game, conduct="tavern")
    player = await card_played(club)
    await player.on_hand("back")
    for other in others(club, player):
        await other.on_hand("plea", "yes")
    await wrong_play(club)
    number = club.table().deal
    answer = await club.karl.slash("deal export", deal=str(number))
    assert not answer.response or not answer.response.attachments
    assert "noch nicht angeschrieben" in text_of(answer.response)
    await club.erna.on_board("next")
    await club.env.advance_time(6)
    await club.restart()
    deals = club.disk.deals()
    _, text = file_of(club, await club.karl.slash("deal export", deal=str(number)))
    record, replay = replayed(club, text, tmp_path, number - 1)
    assert record.conduct == "tavern" and record.expect["outcome"] == "breach"
    assert any(isinstance(step.action, Report) for step in record.deals[0].steps)
    assert replay.state.verdict is not None
    _, first = file_of(club, await club.lisa.slash("deal export", deal="1"))
    record, _ = replayed(club, first, tmp_path, 0)
    assert any(isinstance(step.action, TakeBack) for step in record.deals[0].steps)
    assert len(deals) > number


@pytest.mark.club(seed=43)
async def test_house_rules_are_in_it(club: Club, tmp_path: Path) -> None:
    await deal_over(club, {"game": "schoofkopp", "overtrump": "trump-led"})
    _, text = file_of(club, await club.karl.slash("deal export"))
    assert 'overtrump = "trump-led"' in text
    replayed(club, text, tmp_path)


@pytest.mark.club(seed=44)
@pytest.mark.parametrize("options", [*GAMES, pytest.param({"conduct": "tavern"}, id="tavern")])
async def test_a_running_deal_stays_hidden(club: Club, options: dict[str, Any]) -> None:
    await club.four_at_a_table(**options)
    for player in club.people.values():
        for given in ({}, {"table": "1"}, {"deal": "1"}, {"table": "1", "deal": "1"}):
            answer = await player.slash("deal export", **given)
            assert answer.response is not None and not answer.response.attachments and answer.response.ephemeral
        assert await player.offers("deal export", "table") == await player.offers("deal export", "deal") == []
    answer = await club.karl.slash_in_dm("deal export", table="1")
    assert "noch nicht angeschrieben" in text_of(answer.response)
    if "conduct" in options:
        await club.play(club.anything())
        assert club.table().unsettled
        answer = await club.karl.slash("deal export")
        assert "noch nicht angeschrieben" in text_of(answer.response) and not answer.followups
        await club.erna.on_board("next")
        await club.env.advance_time(6)
        assert club.table().deal == 2
        file_of(club, await club.karl.slash("deal export"))


@pytest.mark.club(seed=45)
async def test_strangers_get_nothing(club: Club) -> None:
    await deal_over(club, {})
    fritz = club.person("Fritz")
    for given, said in (
        ({}, "noch kein Spiel gespielt"),
        ({"table": "1"}, "nur, wer in dem Spiel gesessen hat"),
        ({"table": "1", "deal": "1"}, "nur, wer in dem Spiel gesessen hat"),
        ({"deal": "1"}, "noch kein Spiel gespielt"),
        ({"table": "2"}, "Diesen Tisch gibt es hier nicht"),
        ({"table": "#1"}, "Diesen Tisch gibt es hier nicht"),
        ({"table": "x"}, "Diesen Tisch gibt es hier nicht"),
    ):
        answer = await fritz.slash("deal export", **given)
        assert said in text_of(answer.response)
        assert answer.response is not None and not answer.response.attachments
    answer = await fritz.slash_in_dm("deal export", table="1")
    assert "Diesen Tisch gibt es hier nicht" in text_of(answer.response)
    assert await fritz.offers("deal export", "table") == await fritz.offers("deal export", "deal", table="1") == []
    answer = await club.karl.slash("deal export", deal="9")
    assert "gibt es in der letzten Partie" in text_of(answer.response)


@pytest.mark.club(seed=46)
async def test_offered_are_ones_own_settled_deals(club: Club) -> None:
    await deal_over(club, {})
    await club.erna.on_board("next")
    await club.env.advance_time(6)
    assert await club.karl.offers("deal export", "deal") == ["1"]
    await club.play(club.anything())
    assert await club.karl.offers("deal export", "table") == ["1"]
    assert await club.karl.offers("deal export", "table", dm=True) == ["#1"]
    assert await club.karl.offers("deal export", "deal") == ["2", "1"]
    assert await club.karl.offers("deal export", "deal", "1", table="1") == ["1"]
    assert await club.karl.offers("deal export", "deal", dm=True, table="#1") == ["2", "1"]
    answer = await club.karl.slash_in_dm("deal export", table="#1", deal="1")
    assert file_of(club, answer)[0] == "bauernstoss-table1-deal1.toml"


@pytest.mark.club(seed=47)
async def test_a_stopped_deal_at_a_table_long_closed(club: Club, tmp_path: Path) -> None:
    await club.four_at_a_table()
    await card_played(club, 3)
    for player in club.people.values():
        if club.bot.tables.all():
            await player.slash("table stop")
    assert club.bot.tables.all() == []
    await club.restart()
    _, text = file_of(club, await club.heinz.slash("deal export", table="1", deal="1"))
    record, _ = replayed(club, text, tmp_path)
    assert record.expect["outcome"] == "abandoned"
    assert isinstance(record.deals[0].steps[-1].action, Void)


@pytest.mark.club(seed=48)
async def test_who_leaves_in_mid_partie_keeps_a_claim_and_who_comes_later_has_none_before(club: Club) -> None:
    await deal_over(club, {})
    fritz = club.person("Fritz")
    await club.lisa.slash("table leave")
    await club.erna.on_board("next")
    await club.env.advance_time(6)
    while club.table().to_act is not None:
        await club.env.advance_time(3)
        if (mover := club.on_turn()) is not None:
            await mover.move(club.anything())
    assert file_of(club, await club.lisa.slash("deal export"))[0] == "bauernstoss-table1-deal2.toml"
    await fritz.on_board("take", "E")
    await club.erna.on_board("next")
    await club.env.advance_time(6)
    club.people["Lisa"] = fritz
    await club.play(club.anything())
    assert file_of(club, await fritz.slash("deal export"))[0] == "bauernstoss-table1-deal3.toml"
    answer = await fritz.slash("deal export", deal="1")
    assert "wer in dem Spiel gesessen hat" in text_of(answer.response)
    answer = await club.lisa.slash("deal export", deal="3")
    assert "Only those who sat" in text_of(answer.response)
    assert file_of(club, await club.lisa.slash("deal export"))[0] == "bauernstoss-table1-deal1.toml"


@pytest.mark.club(seed=49)
async def test_another_servers_table_is_reached_only_from_there_or_the_dm(club: Club) -> None:
    await deal_over(club, {})
    elsewhere = club.env.create_guild("Krone")
    karten = elsewhere.create_text_channel("karten")
    member = elsewhere.add_member(club.karl.user)
    for given, said in (({}, "noch kein Spiel gespielt"), ({"table": "1"}, "gibt es hier nicht")):
        answer = await member.slash(karten, "deal export", **given)
        assert said in text_of(answer.response)
    answer = await member.slash(karten, "deal export", table="#1")
    assert "gibt es hier nicht" in text_of(answer.response)
    file_of(club, await club.karl.slash_in_dm("deal export"))


@pytest.mark.club(seed=50)
async def test_annulled_deals_and_those_under_other_rules(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await deal_over(club, {})
    rules = club.table().rules
    kind, version = type(rules), rules.rules_version
    file_of(club, await club.karl.slash("deal export"))
    await club.erna.on_board("next")
    await club.env.advance_time(6)
    monkeypatch.setattr(kind, "rules_version", version + 1)
    await club.restart()
    assert club.table().annulled
    answer = await club.karl.slash("deal export", deal="2")
    assert "Dieses Spiel zählt nicht" in text_of(answer.response)
    assert file_of(club, await club.karl.slash("deal export"))[0] == "bauernstoss-table1-deal1.toml"
    assert await club.karl.offers("deal export", "deal") == ["1"]
    standing = kind.standing
    monkeypatch.setattr(kind, "standing", lambda self, state: "N " + standing(self, state)[2:])
    answer = await club.karl.slash("deal export")
    assert "unter anderen Regeln" in text_of(answer.response)
    monkeypatch.undo()
    await club.karl.on_board("next")
    await club.env.advance_time(6)
    assert club.table().deal == 3


@pytest.mark.club(seed=51)
@pytest.mark.parametrize("when", ["running", "unsettled", "settled"])
async def test_the_hunter_reads_files(club: Club, when: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An export that lays open what it must not, to whom it must not, is caught."""
    monkeypatch.setattr("bot.exports._settled", lambda kept: kept)
    monkeypatch.setattr("bot.store.deals._SETTLED", "1")
    monkeypatch.setattr(sys.modules["cogs.deal"], "record_text", without_check)
    await club.four_at_a_table(conduct="tavern")
    if when != "running":
        await club.play(club.anything())
        assert club.table().unsettled
    if when == "settled":
        await club.erna.on_board("next")
        await club.env.advance_time(6)
    answer = await club.karl.slash("deal export", deal="1")
    file_of(club, answer)
    assert bool(club.leaks()) == (when != "settled")
    if when == "settled":
        stranger = club.person("Fritz")
        file_of(club, await stranger.slash("deal export", table="1", deal="1"))
        assert club.leaks()
    club.witness.sights.clear()


async def without_check(database: Database, kept: KeptDeal) -> str:
    log = await log_of_deal(database, kept.table_id, kept.partie, kept.deal)
    return write(record_of(game_of(kept.game, kept.house), kept.standing, log))


@pytest.mark.club(seed=52)
async def test_who_comes_back_in_mid_deal_and_plays_has_sat_in_it(club: Club) -> None:
    await deal_over(club, {})
    await club.lisa.slash("table leave")
    await club.erna.on_board("next")
    await club.env.advance_time(6)
    await club.lisa.slash("hand")
    assert club.table().owners[1] is None and club.table().chairs[1].person == club.lisa.person
    await club.play(club.anything())
    assert club.settled() == 2 and club.table().chairs[1].leaver is None
    assert file_of(club, await club.lisa.slash("deal export"))[0] == "bauernstoss-table1-deal2.toml"


@pytest.mark.club(seed=53)
async def test_a_moderator_who_stops_a_deal_has_not_sat_in_it(club: Club) -> None:
    role = club.guild.create_role("Wirt", permissions=discord.Permissions(manage_guild=True))
    wirt = club.person("Wirt", roles=[role])
    await club.four_at_a_table()
    await wirt.slash("table stop")
    assert club.bot.tables.all() == [] and club.settled() == 1
    answer = await wirt.slash("deal export", table="1", deal="1")
    assert "wer in dem Spiel gesessen hat" in text_of(answer.response)
    file_of(club, await club.karl.slash("deal export"))


@pytest.mark.club(seed=11)
async def test_numbers_mean_the_latest_partie(club: Club) -> None:
    await club.four_at_a_table()
    await club.play(club.anything())
    first = file_of(club, await club.karl.slash("deal export"))
    await club.erna.on_board("next")
    await club.env.advance_time(6)
    deals = 1 + await to_the_end(club)
    last = file_of(club, await club.karl.slash("deal export"))
    assert last[0] == f"bauernstoss-table1-deal{deals}.toml" and "winner =" in last[1]
    assert file_of(club, await club.karl.slash("deal export", deal="1")) == first
    for player in club.people.values():
        if club.table().partie == 1:
            await player.on_board("rematch")
            await club.env.advance_time(6)
    assert (club.table().partie, club.table().deal) == (2, 1)
    assert file_of(club, await club.karl.slash("deal export")) == last
    answer = await club.karl.slash("deal export", deal="1")
    assert "noch nicht angeschrieben" in text_of(answer.response)
    await club.play(club.anything())
    again = file_of(club, await club.karl.slash("deal export", deal="1"))
    assert again[0] == first[0] and again[1] != first[1]
    assert await club.karl.offers("deal export", "deal") == ["1"]
