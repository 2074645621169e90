"""The slate and the poster: within their limits however long a Partie was, and true to what was scored."""

import io
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image

from bot.pictures.board import FRAME, GRAIN, WOOD, Board
from bot.pictures.drawing import Colour
from bot.pictures.poster import Poster, draw_poster
from bot.pictures.sheep import STROKES, draw_sheep
from bot.pictures.slate import MOST_DEALS, ROOM, STICK_ROOM, WIDTH, Slate, SlateDeal, SlateWords, draw_slate
from bot.ui.text import safe_name, text

NAMES = (("Karl", "Erna"), ("Lisa", "Heinz"))
WIDE = safe_name("W" * 40)
STRANGE = (safe_name("李小龍的弟弟和他的朋友們" * 3), safe_name("محمد بن عبد الله الطويل جدا جدا"))
STRIKING = 140  # brighter than any stone or wood


def words(language: str, game: str) -> SlateWords:
    kreide = "Kreide" if language == "de" else "chalk (Kreide)"
    return SlateWords(text(language).t(f"game.{game}"), "bis 20 Striche", kreide, "gewonnen", "Spiele")


def slate(deals: int, *, language: str = "de", sheep: bool = False, **changed) -> Slate:
    """As many deals, in every one somebody scores; the last one's winners have the Kreide."""
    texts = text(language)
    won = [
        SlateDeal(n, (n % 3, 0) if n % 2 else (0, 1), f"Karl: {n % 8}", 0 if n % 2 else 1) for n in range(1, deals + 1)
    ]
    if deals > 5:
        won[5] = replace(won[5], striche=(12, 0), note=f"Erna: {texts.t('word.grosses-solo')}")
    plain = Slate(NAMES, tuple(won), words(language, "schoofkopp" if sheep else "bauernstoss"), 15 if sheep else 20)
    return replace(plain, sheep=sheep, kreide=won[-1].kreide if won else None, **changed)


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    assert image.format == "PNG" and len(data) <= 100_000
    return image.convert("RGB")


def like(one: Sequence[int], other: Colour) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 40


def assert_nothing_is_on_the_frame(image: Image.Image) -> None:
    width, height = image.size
    inner = FRAME - 3
    strips = [(0, 0, width, inner), (0, height - inner, width, height), (0, 0, inner, height)]
    strips.append((width - inner, 0, width, height))
    for strip in strips:
        found = image.crop(strip).getcolors()
        assert found is not None
        assert all(like(colour, WOOD) or like(colour, GRAIN) for _, colour in found if isinstance(colour, tuple))


@pytest.mark.parametrize("deals", range(MOST_DEALS + 1))
def test_a_slate_for_every_number_of_deals(deals: int) -> None:
    image = opened(draw_slate(slate(deals, sheep=bool(deals % 2))))
    assert image.width == WIDTH and 300 < image.height < 2400
    assert_nothing_is_on_the_frame(image)


def test_more_deals_than_there_is_room_for_are_summed_up() -> None:
    many, some = slate(MOST_DEALS + 25), slate(MOST_DEALS)
    assert opened(draw_slate(many)).height < opened(draw_slate(some)).height + 300
    assert many.striche == tuple(sum(deal.striche[pair] for deal in many.deals) for pair in (0, 1))


@pytest.mark.parametrize(("language", "sheep"), [("de", False), ("en", True)])
@pytest.mark.parametrize("name", [WIDE, STRANGE[0], STRANGE[1]], ids=["wide", "Chinese", "Arabic"])
def test_the_longest_names_stay_on_the_stone(name: str, language: str, sheep: bool) -> None:
    full = slate(MOST_DEALS, language=language, sheep=sheep, names=((name, name), (name, name)), winner=1)
    note = f"{name}: {text(language).t('word.kleines-solo')}, {name}"
    full = replace(full, deals=tuple(replace(deal, note=note, striche=(15, 15)) for deal in full.deals))
    assert_nothing_is_on_the_frame(opened(draw_slate(replace(full, deals=full.deals[:3], kreide=0))))
    assert_nothing_is_on_the_frame(opened(draw_slate(replace(full, deals=full.deals[:3], kreide=1))))
    few = tuple(replace(deal, striche=(deal.number % 2, 0)) for deal in full.deals)
    assert_nothing_is_on_the_frame(opened(draw_slate(replace(full, deals=few))))


def test_the_busiest_slate_is_light_enough() -> None:
    name = safe_name("Wqxk Zßgäöü Ömmmèñç Ŵŷ Qq Kk Bb")
    busy = [
        SlateDeal(n, (n % 3, 3 * (n % 5 == 0)), f"{name}: kleines Solo, {name}", 0 if n % 2 else 1)
        for n in range(1, MOST_DEALS + 26)
    ]
    image = opened(draw_slate(replace(slate(0), names=((name, name), (name, name)), deals=tuple(busy), winner=1)))
    assert len(image.getcolors() or ()) > 4


def test_the_striche_of_a_deal_leave_room_for_its_note() -> None:
    solo = replace(slate(0), deals=(SlateDeal(1, (15, 0), ""), SlateDeal(2, (0, 15), ""), SlateDeal(3, (1, 18), "")))
    image = opened(draw_slate(solo)).convert("L")
    between = image.crop((STICK_ROOM + ROOM + 10, image.height - 170, WIDTH // 2 - 40, image.height - FRAME - 10))
    assert sum(between.histogram()[STRIKING:]) == 0
    mirrored = (WIDTH // 2 + 40, image.height - 170, WIDTH - STICK_ROOM - ROOM - 10, image.height - FRAME - 10)
    assert sum(image.crop(mirrored).histogram()[STRIKING:]) == 0


def test_the_same_partie_gives_the_same_picture() -> None:
    assert draw_slate(slate(3)) == draw_slate(slate(3))
    pictures = {draw_slate(one) for one in (slate(3), slate(4), slate(3, winner=0), slate(3, sheep=True))}
    assert len(pictures) == 4


def test_several_can_be_drawn_at_the_same_time() -> None:
    """In threads, as the bot does it: its event loop has no time for it."""
    wanted = [slate(deals, names=((WIDE, STRANGE[1]), ("Ελένη", "🎲"))) for deals in (2, 5, 9, 3)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(draw_slate, wanted)) == [draw_slate(one) for one in wanted]


@pytest.mark.parametrize("pair", [0, 1])
def test_chalk_and_victory_are_marked_on_their_side(pair) -> None:
    plain = opened(draw_slate(replace(slate(0), kreide=None)))
    for marked in (replace(slate(0), kreide=pair), replace(slate(0), winner=pair)):
        bright = [chalk_in(opened(draw_slate(marked)), half) - chalk_in(plain, half) for half in (0, 1)]
        assert bright[pair] > 200 > abs(bright[1 - pair])


def chalk_in(image: Image.Image, half: int) -> int:
    """How much of the left or right half is white."""
    middle = image.width // 2
    part = image.convert("L").crop((FRAME, FRAME, middle - 10, image.height - FRAME))
    if half:
        part = image.convert("L").crop((middle + 10, FRAME, image.width - FRAME, image.height - FRAME))
    return sum(part.histogram()[STRIKING:])


@pytest.mark.parametrize("count", [1, 4, 5, 9, 12, 20])
def test_as_many_strokes_as_were_scored(count: int) -> None:
    """Along the feet of the strokes only the upright ones are met; a little higher the ones across begin."""
    board = Board(900, 260, "tally")
    board.tally(count, (60, 50), 150)
    image = opened(board.finished()).convert("L")
    runs = [met(image, y) for y in range(176, 192)]
    assert max(set(runs), key=runs.count) == count - count // 5
    assert (met(image, 155, 30, 52) > 0) == (count >= 5)


def test_a_trace_is_no_stroke() -> None:
    pictures = [Board(900, 260, "tally") for _ in range(2)]
    pictures[0].tally(3, (60, 50), 150)
    pictures[1].tally(3, (60, 50), 150, traces=20)
    plain, traced = (opened(board.finished()).convert("L") for board in pictures)
    assert [met(traced, y) for y in range(60, 190)] == [met(plain, y) for y in range(60, 190)]
    assert plain.tobytes() != traced.tobytes()


def met(image: Image.Image, y: int, left: int = FRAME, right: int = 0) -> int:
    """How many bright stretches a level line goes through."""
    row = [image.getpixel((x, y)) for x in range(left, right or image.width - FRAME)]
    bright = [isinstance(grey, int) and grey > STRIKING for grey in row]
    gaps = "".join("#" if bright[max(0, at - 3) : at + 1].count(True) else " " for at in range(len(bright)))
    return len(gaps.split())


def test_each_strich_draws_one_more_piece_of_the_sheep() -> None:
    assert len(STROKES) == 15
    seen: list[int] = []
    for count in range(17):
        board = Board(500, 500, "sheep")
        draw_sheep(board, count, (80, 80), 340, 9)
        seen.append(sum(opened(board.finished()).convert("L").crop((40, 40, 460, 460)).histogram()[STRIKING:]))
    assert all(more > less + 100 for less, more in pairwise(seen[:16]))
    assert seen[15] == seen[16]


def test_striche_beyond_the_sheep_stand_under_it() -> None:
    at_fifteen = Slate(NAMES, (SlateDeal(1, (15, 0), "Karl"),), words("de", "schoofkopp"), 15, sheep=True)
    beyond = replace(at_fifteen, deals=(SlateDeal(1, (18, 0), "Karl"),))
    assert opened(draw_slate(beyond)).height > opened(draw_slate(at_fifteen)).height


POSTER = Poster("Bauernstoss", "haben die Partie gewonnen", *NAMES, (21, 13), "gegen", "3. Dezember 2026", "17 Spiele")


@pytest.mark.parametrize("sheep", [False, True])
@pytest.mark.parametrize("name", ["Karl", WIDE, *STRANGE, "", "🎲🎉"])
def test_a_picture_worth_posting(name: str, sheep: bool) -> None:
    poster = replace(POSTER, winners=(name, WIDE), others=(name, name), striche=(33, 19), sheep=sheep)
    data = draw_poster(poster)
    image = opened(data)
    assert image.size == (900, 640)
    assert_nothing_is_on_the_frame(image)
    assert data == draw_poster(poster)
