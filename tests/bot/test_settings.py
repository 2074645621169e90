"""The server's settings: who may, by lists and by options; what they change at once, for new tables, and for good."""

import asyncio
from typing import Any

import discord
import pytest
from simcord.results import ResponseMessage

from bot.core.house import Conduct, Overtrump
from bot.store.standings import Period

from .club import Club
from .players import Player, buttons_of, text_of


@pytest.fixture
def wirt(club: Club) -> Player:
    """Who manages the server."""
    role = club.guild.create_role("Wirt", permissions=discord.Permissions(manage_guild=True))
    return club.person("Wirt", roles=[role])


def shown(message: ResponseMessage | None) -> dict[str, str]:
    """The settings by their labels."""
    assert message is not None and message.ephemeral
    lines = [line for line in (message.embeds[0].description or "").splitlines() if ": " in line]
    return dict(line.replace("**", "").removesuffix(" ✏️").split(": ", 1) for line in lines)


async def choose(player: Player, panel: ResponseMessage | None, custom_id: str, value: str) -> None:
    assert panel is not None
    await player.member.select(panel, [value], custom_id=custom_id)


async def test_one_private_panel_shows_everything(club: Club, wirt: Player) -> None:
    answer = await wirt.slash("settings server")
    assert shown(answer.response) == {
        "Sprache im Kanal": "Automatisch (Deutsch)",
        "Karten": "Französisch",
        "Zeitzone der Rangliste": "Automatisch (Europe/Berlin)",
        "Spiel": "Bauernstoss",
        "Partner": "Gegenüber sitzen",
        "Sitten": "Streng",
        "Überstechen": "Immer",
        "Zurücknehmen": "Wenn alle einverstanden sind",
        "Abheben": "Von selbst",
        "Computer spielen als": "Anfänger",
        "Geduld mit Abwesenden": "2 Minuten",
    }
    assert club.public() == []


async def test_nobody_else_may(club: Club, wirt: Player) -> None:
    """Everybody has the command, for their own settings; the server's are not theirs."""
    for options in ({}, {"language": "en"}):
        answer = await club.karl.slash("settings server", **options)
        assert answer.response is not None and answer.response.ephemeral
        assert "wer den Server verwalten darf" in text_of(answer.response) and not answer.response.embeds
    assert club.disk.rows("SELECT locale, settings FROM guild")[0]["locale"] is None


async def test_who_no_longer_manages_presses_in_vain(club: Club, wirt: Player) -> None:
    panel = (await wirt.slash("settings server", absence=60)).response
    await choose(wirt, panel, "k1s:server:pick", "conduct")
    role = next(role for role in club.env.backend.get_guild(club.guild.id).roles.values() if role.name == "Wirt")
    role.permissions = 0
    assert panel is not None
    result = await wirt.member.select(panel, ["tavern"], custom_id="k1s:server:set:conduct")
    assert "wer den Server verwalten darf" in text_of(result.response)
    result = await wirt.press(panel, "k1s:server:reset")
    assert "wer den Server verwalten darf" in text_of(result.response)
    assert club.disk.rows("SELECT settings FROM guild")[0]["settings"] == '{"absence":"60"}'


def _disabled(panel: ResponseMessage | None) -> bool:
    (reset,) = [button for button in buttons_of(panel) if button["custom_id"] == "k1s:server:reset"]
    return bool(reset.get("disabled"))


async def test_changed_by_lists_and_taken_back(club: Club, wirt: Player) -> None:
    panel = (await wirt.slash("settings server")).response
    assert _disabled(panel)
    for name, value, label, said in (
        ("conduct", "tavern", "Sitten", "Wirtshaus"),
        ("absence", "600", "Geduld mit Abwesenden", "10 Minuten"),
        ("time_zone", "Asia/Tokyo", "Zeitzone der Rangliste", "Asia/Tokyo"),
        ("language", "en", "Sprache im Kanal", "English"),
        ("cut", "ask", "Abheben", "Wer dran ist, hebt ab"),
    ):
        await choose(wirt, panel, "k1s:server:pick", name)
        await choose(wirt, panel, f"k1s:server:set:{name}", value)
        assert shown(panel)[label] == said and "Ist gemerkt" in text_of(panel)
    await choose(wirt, panel, "k1s:server:set:cut", "auto")
    assert "cut" not in club.disk.rows("SELECT settings FROM guild")[0]["settings"]
    await club.restart()
    again = (await wirt.slash("settings server")).response
    assert shown(again)["Sitten"] == "Wirtshaus" and shown(again)["Sprache im Kanal"] == "English"
    await wirt.press(again, "k1s:server:reset")
    fresh = (await wirt.slash("settings server")).response
    assert shown(again) == shown(fresh) and shown(fresh)["Sprache im Kanal"] == "Automatisch (Deutsch)"
    assert _disabled(fresh)
    row = club.disk.rows("SELECT locale, time_zone, settings FROM guild")[0]
    assert tuple(row) == (None, None, "{}")


ALL = {
    "game": "schoofkopp",
    "partners": "lot",
    "conduct": "tavern",
    "overtrump": "trump-led",
    "take_backs": "never",
    "cut": "ask",
    "absence": 45,
}


async def test_tables_open_as_set_unless_told_otherwise(club: Club, wirt: Player) -> None:
    answer = await wirt.slash("settings server", **ALL)
    assert shown(answer.response)["Geduld mit Abwesenden"] == "45 Sekunden"
    await club.restart()
    await club.erna.slash("table open")
    table = club.table()
    assert table.game == "schoofkopp" and "Alter Schoofkopp" in text_of(club.board())
    chosen = table.options
    assert (chosen.by_lot, chosen.take_backs, chosen.ask_cut, chosen.absence) == (True, False, True, 45)
    assert (chosen.house.conduct, chosen.house.overtrump) == (Conduct.TAVERN, Overtrump.TRUMP_LED)
    assert "Die Partner werden gleich ausgelost" in text_of(club.board())
    await club.karl.slash("table open", game="bauernstoss", partners="opposite", take_backs="agreed", absence=60)
    other = club.table(2).options
    assert (other.by_lot, other.take_backs, other.ask_cut, other.absence) == (False, True, True, 60)
    assert (other.house.conduct, other.house.overtrump) == (Conduct.TAVERN, Overtrump.ALWAYS)
    await club.lisa.slash("table open", game="bauernheinrich")
    assert club.table(3).options.house.conduct is Conduct.STRICT and not club.table(3).options.by_lot
    await club.restart()
    assert club.table(2).options == other and club.table().options == chosen


async def test_a_choice_that_does_not_fit_is_refused_though_the_game_is_the_servers(club: Club, wirt: Player) -> None:
    await wirt.slash("settings server", game="bauernheinrich", conduct="tavern")
    answer = await club.erna.slash("table open", conduct="tavern")
    assert "Beim Bauernheinrich" in text_of(answer.response) and club.bot.tables.all() == []
    await club.erna.slash("table open")
    assert club.table().game == "bauernheinrich"


async def test_a_table_plays_on_as_it_was_opened(club: Club, wirt: Player) -> None:
    await club.four_at_a_table()
    before = club.table().options
    await wirt.slash("settings server", **ALL)
    assert club.table().options == before


async def test_the_language_changes_the_boards_that_stand(club: Club, wirt: Player) -> None:
    await club.four_at_a_table()
    await club.lobby(host=club.person("Fritz"), table=2)
    assert "Tisch 1 · Bauernstoss · Spiel 1" in text_of(club.board())
    await wirt.slash("settings server", language="en")
    await club.env.settle(idle=0.001)
    assert "Table 1 · Bauernstoss · deal 1" in text_of(club.board())
    assert "Table 2: Bauernstoss" in text_of(club.board(2))
    assert "Tisch 1 · Spiel 1" in text_of(club.karl.hand()), "private texts are the reader's"
    await wirt.slash("settings server", language="auto")
    await club.env.settle(idle=0.001)
    assert "Tisch 1 · Bauernstoss · Spiel 1" in text_of(club.board())


async def test_an_unknown_time_zone_gets_a_clear_sentence_and_changes_nothing(club: Club, wirt: Player) -> None:
    answer = await wirt.slash("settings server", time_zone="Pfalz/Erfweiler", conduct="tavern")
    assert "Diese Zeitzone kenne ich nicht" in text_of(answer.response)
    assert tuple(club.disk.rows("SELECT time_zone, settings FROM guild")[0]) == (None, "{}")
    assert "Pfalz/Erfweiler" not in await wirt.offers("settings server", "time_zone", "pfalz")
    assert await wirt.offers("settings server", "time_zone", "new yo") == ["America/New_York"]
    assert (await wirt.offers("settings server", "time_zone"))[:2] == ["auto", "Europe/Berlin"]
    await wirt.slash("settings server", time_zone="america/new_york")
    guild = club.bot.people.known_guild(club.guild.id)
    assert guild is not None and guild.time_zone == "America/New_York"
    for period in (Period.WEEK, Period.MONTH):
        board = await club.karl.slash("leaderboard", period=period)
        assert board.response is not None and board.response.embeds


async def test_two_who_change_at_once_both_have_their_way(club: Club, wirt: Player) -> None:
    guild = club.guild.id
    await wirt.slash("settings server")
    changes: list[dict[str, Any]] = [{"conduct": "tavern"}, {"cut": "ask"}, {"language": "en"}, {"absence": "60"}]
    await asyncio.gather(*(club.bot.people.set_guild(guild, change) for change in changes))
    known = club.bot.people.known_guild(guild)
    assert known is not None
    assert known.settings == {"conduct": "tavern", "cut": "ask", "language": "en", "absence": "60"}


async def test_who_cuts_is_asked_where_the_server_has_set_it(club: Club, wirt: Player) -> None:
    await wirt.slash("settings server", cut="ask")
    await club.four_at_a_table(dealer="N")
    assert club.table().deal == 0 and "Heinz" in text_of(club.board())
    await club.heinz.slash("deal cut", cards=9)
    assert club.table().deal == 1
    await club.play(club.anything())
    answer = await club.karl.slash("deal export")
    assert answer.response is not None and answer.response.attachments


async def test_everybody_has_settings_of_their_own(club: Club) -> None:
    """The language of one's own messages, wherever one is; the board keeps the server's."""
    await club.four_at_a_table()
    assert "Zum Tisch" in text_of(club.karl.hand()) and "To the table" in text_of(club.lisa.hand())
    panel = (await club.karl.slash_in_dm("settings mine")).response
    assert shown(panel) == {
        "Sprache": "Automatisch (Deutsch)",
        "Karten": "Französisch",
        "Textmodus": "Aus (Knöpfe und Zeichen)",
    }
    await club.karl.slash("settings mine", language="en")
    assert "To the table" in text_of(club.karl.hand()) and "Tisch 1" in text_of(club.board())
    await club.restart()
    assert "To the table" in text_of(club.karl.hand())
    panel = (await club.karl.slash("settings mine")).response
    assert shown(panel)["Language"] == "English"
    await club.karl.press(panel, "k1s:own:reset")
    assert "Zum Tisch" in text_of(club.karl.hand())


async def test_every_private_word_is_in_ones_own_language(club: Club) -> None:
    """Also what is said of the Kreidtführer."""
    await club.lobby(club.karl, game="schoofkopp")
    await club.karl.slash("settings mine", language="en")
    answer = await club.karl.slash("court choose", who=club.erna.member)
    assert "Your word has been heard" in text_of(answer.response)


async def test_from_one_panel_to_the_other(club: Club, wirt: Player) -> None:
    """For those who manage the server; for all others there is no way there."""
    panel = (await wirt.slash("settings mine")).response
    await wirt.press(panel, "k1s:server:show")
    assert "Sitten" in shown(panel)
    await wirt.press(panel, "k1s:own:show")
    assert set(shown(panel)) == {"Sprache", "Karten", "Textmodus"}
    for answer in (await club.karl.slash("settings mine"), await wirt.slash_in_dm("settings mine")):
        assert [button["custom_id"] for button in buttons_of(answer.response)][-1] == "k1s:own:reset"
