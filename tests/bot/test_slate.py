"""The picture of the slate under a settled deal, the poster after a Partie, and both when something goes wrong."""

from typing import Any

import pytest
from simcord.results import ResponseMessage

from bot.pictures.poster import Poster
from bot.pictures.slate import Slate

from .club import Club
from .players import text_of


def pictures(message: ResponseMessage | None) -> list[tuple[str, str]]:
    """Name and alt text of each."""
    assert message is not None
    attached: list[dict[str, Any]] = message._message.attachments
    return [(one["filename"], one.get("description") or "") for one in attached]


@pytest.mark.club(seed=81)
async def test_under_every_settled_deal_hangs_the_slate(club: Club) -> None:
    await club.four_at_a_table()
    assert pictures(club.board()) == []
    await club.play(club.anything())
    [(name, alt)] = pictures(club.board())
    assert name == "slate.png" and "Karl" in alt and "Spiel 1" in alt
    [slate] = club.drawn
    assert isinstance(slate, Slate) and len(slate.deals) == 1
    settled = club.board()
    await club.erna.on_hand("next")
    assert pictures(club.board()) == [], "the next board begins without"
    assert settled is not None
    assert [pictures(message) for message in club.public() if message.id == settled.id] == [[(name, alt)]]
    await club.play(club.anything())
    assert "Spiel 2" in pictures(club.board())[0][1] and club.drawn[-1] != slate


@pytest.mark.club(seed=82)
async def test_whoever_asks_sees_it_alone(club: Club) -> None:
    await club.four_at_a_table(game="schoofkopp")
    answer = await club.karl.slash("table slate")
    assert answer.response is not None and answer.response.ephemeral and pictures(answer.response) == []
    await club.play(club.anything())
    answer = await club.karl.slash("table slate")
    assert answer.response is not None and answer.response.ephemeral
    [(name, alt)] = pictures(answer.response)
    assert name == "slate.png" and alt
    assert all(isinstance(drawn, Slate) and drawn.sheep for drawn in club.drawn), "fifteen strokes draw a sheep's head"


@pytest.mark.club(seed=83)
async def test_bauernheinrich_has_places_instead(club: Club) -> None:
    await club.four_at_a_table(game="bauernheinrich")
    await club.play(club.anything())
    assert pictures(club.board()) == [] and club.drawn == []
    answer = await club.lisa.slash("table slate")
    assert "🥇" in text_of(answer.response) and pictures(answer.response) == []


@pytest.mark.club(seed=84)
async def test_a_picture_that_cannot_be_drawn_holds_nothing_up(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    def torn(_what: Slate | Poster) -> bytes:
        raise OSError("no font for ♣️J")

    club.draw = torn
    await club.four_at_a_table()
    await club.play(club.anything())
    assert "**Spiel 1 ist aus**" in text_of(club.board()) and pictures(club.board()) == []
    told = [record.getMessage() for record in caplog.records if "could not be drawn" in record.getMessage()]
    assert told == ["the slate could not be drawn (OSError)"]
    await club.erna.on_hand("next")
    assert club.table().deal == 2


@pytest.mark.club(seed=85)
async def test_after_a_partie_hangs_the_poster(club: Club) -> None:
    await club.four_at_a_table()
    while club.table().phase == "partie":
        await club.play(club.anything(solos=True))
        if club.table().phase == "partie":
            await club.erna.on_hand("next")
    [(name, alt)] = pictures(club.board())
    assert name == "poster.png" and "Bauernstoss" in alt
    assert isinstance(club.drawn[-1], Poster)
