"""The commands as Discord gets them, and those that only tell something."""

import asyncio
from typing import Any

from simcord.results import ResponseMessage

from .club import Club
from .players import buttons_of, text_of


def named_in(club: Club, message: ResponseMessage) -> set[str]:
    return {user.name for user in club.env.backend.users.values() if user.name in text_of(message)}


GERMAN = {
    "table": "tisch",
    "table open": "öffnen",
    "call": "melden",
    "trump": "trumpf",
    "card": "karte",
    "hand": "blatt",
    "leaderboard": "rangliste",
    "player": "spieler",
    "rules": "regeln",
}


def synced(club: Club) -> dict[str, dict[str, Any]]:
    """Every command and subcommand of the payload, by its path."""
    (request,) = [r for r in club.env.http_requests if r.method == "PUT" and r.path.endswith("/commands")]
    found: dict[str, dict[str, Any]] = {}
    assert isinstance(request.json, list)
    for command in request.json:
        found[command["name"]] = command
        for option in command.get("options") or []:
            if option["type"] == 1:
                found[f"{command['name']} {option['name']}"] = option
    return found


async def test_german_names_stand_in_the_payload(club: Club) -> None:
    commands = synced(club)
    for path, name in GERMAN.items():
        assert commands[path]["name_localizations"] == {"de": name}
    for command in commands.values():
        assert command["description_localizations"]["de"] != command["description"]
        for option in command.get("options") or []:
            if option["type"] > 2:
                assert option["name_localizations"]["de"] and option["description_localizations"]["de"]


async def test_playing_is_possible_in_the_dm_and_tables_only_in_servers(club: Club) -> None:
    commands = synced(club)
    for name in ("call", "trump", "card", "hand", "rules"):
        assert commands[name]["contexts"] == [0, 1] or 1 in commands[name]["contexts"]
    for name in ("table", "court", "leaderboard", "player"):
        assert commands[name]["contexts"] == [0]
    assert all(option["autocomplete"] for option in commands["card"]["options"])


async def test_nothing_is_kept_for_what_was_shown_in_private(club: Club) -> None:
    """discord.py would hold a view with buttons for a quarter of an hour, each with a task of its own."""
    await club.four_at_a_table()
    await club.karl.slash("hand")
    before = len(asyncio.all_tasks())
    for _ in range(5):
        await club.karl.slash("hand")
    assert len(asyncio.all_tasks()) == before


async def test_rules_and_help_in_the_readers_language(club: Club) -> None:
    for player, word in ((club.karl, "Vier spielen"), (club.lisa, "Four")):
        answer = await player.slash("rules")
        assert word in text_of(answer.response)
        assert answer.response is not None and answer.response.ephemeral
        answer = await player.slash_in_dm("help")
        assert answer.response is not None and answer.response.ephemeral


async def test_private_texts_are_the_readers_and_public_ones_the_servers(club: Club) -> None:
    await club.four_at_a_table()
    assert "Table 1 · deal 1" in text_of(club.lisa.hand()) and "Tisch 1 · Spiel 1" in text_of(club.karl.hand())
    assert "Tisch 1 · Bauernstoss · Spiel 1" in text_of(club.board())
    club.lisa.speaks("de")
    await club.lisa.slash("hand")
    answer = await club.lisa.slash("hand")
    assert "Tisch 1 · Spiel 1" in text_of(answer.response)


async def test_leaderboard_and_player_after_a_deal(club: Club) -> None:
    await club.four_at_a_table()
    empty = await club.karl.slash("leaderboard")
    assert "Lisa" not in text_of(empty.response)
    await club.play(club.anything())
    row = club.disk.rows("SELECT striche FROM ledger WHERE person = ?", club.lisa.person)[0]
    answer = await club.karl.slash("leaderboard", period="week", order="average")
    assert all(name in text_of(answer.response) for name in club.people)
    answer = await club.karl.slash("player", who=club.lisa.member)
    assert "Lisa" in text_of(answer.response) and str(row["striche"]) in text_of(answer.response)
    stranger = club.person("Fritz")
    answer = await stranger.slash("player")
    assert answer.response is not None and answer.response.ephemeral


async def test_a_game_of_places_has_its_own_leaderboard_and_record(club: Club) -> None:
    """An order it does not have becomes its usual one."""
    for order, shown in (
        ("firsts", "Erste Plätze"),
        ("place", "Durchschnittlicher Platz"),
        ("striche", "Erste Plätze"),
    ):
        answer = await club.karl.slash("leaderboard", game="bauernheinrich", order=order)
        assert "Bauernheinrich" in text_of(answer.response) and shown in text_of(answer.response)
    assert "Striche" in text_of((await club.karl.slash("leaderboard")).response)
    answer = await club.karl.slash("player", who=club.lisa.member, game="bauernheinrich")
    assert "Lisa · Bauernheinrich" in text_of(answer.response)


async def test_the_leaderboard_turns_its_pages(club: Club) -> None:
    """Thirteen people have played at four tables with Erna; ten stand on a page."""
    for number in range(1, 5):
        guests = [club.person(f"Gast {number}{letter}") for letter in "abc"]
        club.people = {player.name: player for player in (guests[0], guests[1], club.erna, guests[2])}
        await club.lobby(*guests, table=number)
        await club.erna.on_board("start", table=number)
        await club.play(club.anything(), table=number)
    assert len(club.disk.rows("SELECT DISTINCT person FROM ledger")) == 13
    answer = await club.karl.slash("leaderboard")
    page = answer.response
    assert page is not None and page.ephemeral
    first = named_in(club, page)
    assert len(first) == 10
    onward = next(button for button in buttons_of(page) if not button.get("disabled"))
    await club.karl.press(page, onward["custom_id"])
    second = named_in(club, page)
    assert len(second) == 3 and not first & second
