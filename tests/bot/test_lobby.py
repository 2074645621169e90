"""From the open lobby to the first deal: seats, computers, invitations, lots, and lobbies that nobody wants."""

import discord
import pytest

from bot.core.cards import parse_card
from bot.core.levels import Level
from bot.deadlines import Pace

from .cards import PACK, cards_of
from .chance import drawing_of
from .club import Club
from .players import buttons_of, text_of

HALF_AN_HOUR = 30 * 60


async def test_sitting_moving_and_computers(club: Club) -> None:
    await club.erna.slash("table open")
    assert "Erna · Gastgeber" in text_of(club.board())
    await club.karl.on_board("sit", "N")
    await club.karl.on_board("sit", "E")
    await club.lisa.on_board("sit", "N")
    await club.erna.on_board("pc", "W")
    chairs = club.table().chairs
    assert [chair.person for chair in chairs] == [club.lisa.person, club.karl.person, club.erna.person, None]
    await club.heinz.on_board("sit", "W")  # a computer makes room
    assert club.table().chairs[3].person == club.heinz.person
    start = next(button for button in buttons_of(club.board()) if button["custom_id"].endswith(":start"))
    assert not start.get("disabled")
    refused = await club.karl.on_board("start")
    assert "Nur der Gastgeber" in text_of(refused.response)
    assert len(club.public()) == 1


async def test_the_welcome_leads_to_the_lobby(club: Club) -> None:
    await club.lobby(club.karl)
    board = club.board()
    assert board is not None
    (welcome,) = club.karl.mail()
    assert "Platz Nord" in text_of(welcome)
    assert text_of(welcome).endswith(f"/{club.guild.id}/{club.channel.id}/{board.id}")


async def test_the_host_passes_on_and_the_last_one_closes(club: Club) -> None:
    await club.lobby(club.karl, club.lisa)
    await club.erna.on_board("stand")
    assert club.table().host == club.karl.person
    await club.karl.slash("table leave")
    assert club.table().host == club.lisa.person
    await club.lisa.on_board("stand")
    assert club.bot.tables.all() == []
    assert "geschlossen" in text_of(club.public()[-1]) and not buttons_of(club.public()[-1])


async def test_an_abandoned_lobby_closes_itself(club: Club) -> None:
    await club.lobby()
    await club.env.advance_time(HALF_AN_HOUR - 1)
    await club.karl.on_board("sit", "N")  # somebody came: it waits anew
    await club.env.advance_time(HALF_AN_HOUR - 1)
    assert club.table().phase == "lobby"
    await club.env.advance_time(2)
    assert club.bot.tables.all() == []
    assert "geschlossen" in text_of(club.public()[-1])
    await club.karl.slash("table open")
    assert club.table(2).number == 2


async def test_an_invitation_is_a_mention_in_the_channel(club: Club) -> None:
    await club.lobby()
    lobby = club.board()
    assert lobby is not None
    robot = club.guild.add_member(club.env.create_user("Robot", bot=True))
    await club.erna.member.select(lobby, [club.karl.member], custom_id="k1u:1:invite")
    invitation = club.public()[-1]
    assert invitation._message.ping_user_ids == [club.karl.id]
    assert club.karl.mail() == [], "never a DM"
    answer = await club.erna.slash("table invite", who=robot)
    assert "Bots spielen nicht mit" in text_of(answer.response)
    answer = await club.lisa.slash("table invite", who=club.heinz.member)
    assert answer.response is not None and answer.response.ephemeral
    assert club.public()[-1].id == invitation.id


@pytest.mark.club(pace=Pace(computer=0.0, trick=0.0, drawing=60.0, next_pause=0.0))
async def test_partners_by_lot_and_the_dealer_drawn(club: Club) -> None:
    """The cards lie open; the two with the first Jacks sit opposite (C4); the lowest card deals (C5)."""
    order = ["C7", "C8", "SJ", "C9", "H7", "HJ"]  # round from the left of the host: the south is passed over
    rest = [card for card in PACK if card not in order]
    club.chance.lay_in(tuple(parse_card(card) for card in (*order, *rest)), drawing_of("E"))
    await club.four_at_a_table(partners="lot")
    drawing = text_of(club.board())
    assert set(order) <= cards_of(drawing)
    assert "Ausgelost" in drawing and "Geber gezogen" in drawing
    seats = [chair.person for chair in club.table().chairs]
    # From the host's left: Heinz ♣️7, Karl ♣️8, Lisa ♠️J, Erna ♣️9, Heinz ♥️7, Karl ♥️J.
    lisa, karl = seats.index(club.lisa.person), seats.index(club.karl.person)
    assert (lisa - karl) % 4 == 2
    edits = [r for r in club.env.http_requests if r.method in ("PATCH",) and "Ausgelost" in str(r.json)]
    assert len(edits) <= 3
    await club.env.advance_time(61)
    assert club.table().deal == 1 and club.table().state.dealer == 1  # type: ignore[union-attr]
    assert "Ausgelost" not in text_of(club.board())


async def test_names_that_would_do_harm(club: Club) -> None:
    for name in ("@everyone [x](http://x.y)", "**fett**\n# Titel", "\u202e" + "W" * 80):
        guest = club.person(name)
        await guest.slash("table open")
    assert all("@everyone" not in text_of(message) for message in club.public())
    assert not any(message._message.mention_everyone for message in club.public())


async def test_no_more_than_five_tables_a_host(club: Club) -> None:
    for _ in range(5):
        await club.erna.slash("table open")
    answer = await club.erna.slash("table open")
    assert "schon 5 Tische" in text_of(answer.response)
    assert len(club.bot.tables.all()) == 5 and len(club.public()) == 5


RIGHTS = {"embed_links": "Links einbetten", "view_channel": "Kanal ansehen"}


@pytest.mark.parametrize("right", RIGHTS)
async def test_missing_rights_are_named(club: Club, right: str) -> None:
    quiet = club.guild.create_text_channel(
        "ruhe",
        overwrites={club.env.bot.user: discord.PermissionOverwrite(**{right: False})},  # type: ignore[dict-item]
    )
    answer = await club.erna.member.slash(quiet, "table open")
    assert RIGHTS[right] in text_of(answer.response)
    assert club.bot.tables.all() == []


async def test_how_well_the_computers_play_is_chosen_shown_and_kept(club: Club) -> None:
    await club.erna.slash("table open", level="strong")
    await club.erna.on_board("fill")
    assert text_of(club.board()).count("🤖 Computer (Könner)") == 3
    await club.restart()
    assert club.table().options.level is Level.STRONG
    await club.erna.on_board("start")
    await club.env.advance_time(3)
    assert "🤖 Computer (Könner)" in text_of(club.board())
    await club.karl.slash("table open", level="learner")
    await club.karl.on_board("fill", table=2)
    assert text_of(club.board(2)).count("🤖 Computer") == 3 and "Könner" not in text_of(club.board(2))


async def test_bauernheinrich_has_no_levels_to_choose(club: Club) -> None:
    answer = await club.erna.slash("table open", game="bauernheinrich", level="strong")
    assert "alle Computer gleich gut" in text_of(answer.response)
    assert club.bot.tables.all() == []
