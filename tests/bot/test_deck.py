"""Cards as pictures: whose hand, which board, which pack; letters wherever a picture is missing."""

import re
from typing import Any

import discord
import pytest

from bot.core.cards import parse_card
from bot.pictures.packs import KEYS, Pack, card_key, emoji_name, keys_of

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


def cross_of(club: Club) -> list[list[str]]:
    """The board's content by rows, each emoji by its name."""
    board = club.board()
    assert board is not None
    rows = [re.findall(r"<:([a-z_]+?)_[0-9a-f]{6}:[0-9]+>|(▫️)", row) for row in board.content.splitlines()]
    assert re.sub(r"<:\w+:[0-9]+>|▫️|\s", "", board.content) == "", "nothing else, or it is not drawn large"
    return [[name or blank for name, blank in row] for row in rows]


def trick_begun(club: Club) -> bool:
    state = club.table().state
    return state is not None and bool(state.trick)


async def test_the_trick_lies_large_between_the_seats(pictured: Club) -> None:
    club = pictured
    await club.four_at_a_table(dealer="N")
    board = club.board()
    assert board is not None and board.content.startswith("⏳ **Lisa** ist dran und meldet.\nTisch 1")
    await club.play(club.anything(), until=lambda: club.table().game_phase == "play")
    back, blank = "card_back", "▫️"
    shown = cross_of(club)
    assert [row[::2] for row in (shown[0], shown[2])] == [[blank, blank]] * 2
    assert (shown[0][1], shown[1][0], shown[1][2], shown[2][1]) == (back,) * 4
    assert shown[1][1] in {f"french_{suit}" for suit in ("clubs", "spades", "hearts", "diamonds")}
    assert "ist dran und kommt raus" in text_of(club.board()) and "Tisch 1 · Bauernstoss" in text_of(club.board())
    laid = [await club.lisa.move(club.anything()), await club.erna.move(club.anything())]
    east, south = (card_key(parse_card(code[1:]), Pack.FRENCH, "de") for code in laid)
    shown = cross_of(club)
    assert (shown[0][1], shown[1][0], shown[1][2], shown[2][1]) == (back, back, east, south)
    laid += [await club.heinz.move(club.anything()), await club.karl.move(club.anything())]
    west, north = (card_key(parse_card(code[1:]), Pack.FRENCH, "de") for code in laid[2:])
    shown = cross_of(club)
    assert (shown[0][1], shown[1][0], shown[1][2], shown[2][1]) == (north, west, east, south), "until the next card"
    await club.play(club.anything())
    board = club.board()
    assert board is not None and "<:" not in board.content and "Das Spiel ist aus" in board.content


async def test_a_board_posted_in_mid_trick_shows_phones_no_card(pictured: Club) -> None:
    """The hunter of leaks looks at what they show; an edit then brings the trick."""
    club = pictured
    await club.four_at_a_table()
    await club.play(club.anything(), until=lambda: club.table().game_phase == "play")
    await club.play(club.anything(), until=lambda: trick_begun(club))
    old = club.board()
    await club.karl.slash("table show")
    await club.env.settle(idle=0.001)
    new = club.board()
    assert old is not None and new is not None and new.id != old.id
    posted = [sight for sight in club.witness.sights if sight.kind == "new" and "<:french" in sight.whole][-1]
    assert "ist dran" in posted.push and "<:" not in posted.push
    assert len(cross_of(club)) == 3


@pytest.mark.club(seed=31)
async def test_bauernheinrichs_trick_lies_large_too(pictured: Club) -> None:
    club = pictured
    await club.four_at_a_table(game="bauernheinrich")
    await club.play(club.anything(), until=lambda: trick_begun(club))
    shown = cross_of(club)
    assert shown[1][1] == "▫️" and sum(name == "card_back" for row in shown for name in row) == 3
    await club.play(club.anything())


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
