"""Cards as pictures: whose hand, which board, which pack; letters wherever a picture is missing."""

from typing import Any

import discord
import pytest

from bot.pictures.packs import KEYS, Pack, emoji_name, keys_of

from .club import Club
from .players import buttons_of, text_of


@pytest.fixture
async def pictured(club: Club) -> Club:
    """Discord has all pictures."""
    club.bot.pictures._ids.update({key: 1_400_000_000_000_000_000 + i for i, key in enumerate(sorted(KEYS))})
    return club


def emojis_of(message: Any) -> set[str]:
    return {item["emoji"]["name"] for item in buttons_of(message) if (item.get("emoji") or {}).get("id")}


def pack_in(text: str) -> set[str]:
    """The packs whose cards or suits a text shows."""
    return {pack for pack in Pack if f"<:{pack}_" in text}


async def test_hands_and_board_show_pictures(pictured: Club) -> None:
    club = pictured
    await club.four_at_a_table()
    assert pack_in(text_of(club.karl.hand())) == {"french"}
    await club.play(club.anything(), until=lambda: club.table().game_phase == "play")
    player = club.on_turn()
    assert player is not None
    shown = emojis_of(player.hand())
    language = {"Karl": "de", "Erna": "de"}.get(player.name, "en")
    assert len(shown) == 8 and shown <= {emoji_name(key) for key in keys_of(Pack.FRENCH, language)}
    await club.play(club.anything())
    assert pack_in(text_of(club.board())) == {"french"}
    assert "♣" not in text_of(club.board())


async def test_everyone_has_the_pack_they_want(pictured: Club) -> None:
    club = pictured
    await club.karl.slash("settings mine", pack="german")
    await club.lisa.slash("settings mine", pack="four")
    await club.erna.slash("settings mine", pack="letters")
    await club.four_at_a_table()
    assert pack_in(text_of(club.karl.hand())) == {"german"}
    assert pack_in(text_of(club.lisa.hand())) in ({"four", "french"}, {"four"}, {"french"})
    assert pack_in(text_of(club.erna.hand())) == set() and pack_in(text_of(club.heinz.hand())) == {"french"}
    await club.erna.slash("settings mine", pack="german")
    assert pack_in(text_of(club.erna.hand())) == {"german"}, "at once"
    await club.play(club.anything(), until=lambda: club.table().game_phase == "play")
    trump = [line for line in text_of(club.karl.hand()).splitlines() if line.startswith("Trumpf")]
    assert any(name in trump[0] for name in ("Eichel", "Schippe", "Herz", "Schelle"))
    assert not any(name in trump[0] for name in ("Kreuz", "Pik", "Karo"))
    await club.play(club.anything())


async def test_the_board_has_the_servers(pictured: Club) -> None:
    club = pictured
    role = club.guild.create_role("Wirt", permissions=discord.Permissions(manage_guild=True))
    wirt = club.person("Wirt", roles=[role])
    await wirt.slash("settings server", pack="german")
    await club.four_at_a_table()
    await club.play(club.anything())
    assert pack_in(text_of(club.board())) == {"german"}
    await wirt.slash("settings server", pack="letters")
    assert pack_in(text_of(club.board())) == set()


async def test_one_picture_missing_is_all_of_them_missing(pictured: Club) -> None:
    """A hand of pictures and letters would be worse than one of letters."""
    club = pictured
    del club.bot.pictures._ids["french_clubs_seven"]
    await club.four_at_a_table()
    assert all(pack_in(text_of(player.hand())) == set() for player in club.people.values())


async def test_what_cannot_show_pictures_does_not_try(pictured: Club) -> None:
    """Choice lists, and what a phone shows of a message."""
    club = pictured
    await club.four_at_a_table()
    await club.play(club.anything(), until=lambda: club.table().game_phase == "play")
    player = club.on_turn()
    assert player is not None
    assert await player.offers("card", "card")
    assert all("<:" not in sight.whole for sight in club.witness.choices())
