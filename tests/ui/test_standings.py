"""Leaderboard and player as people read them, and buttons that carry all they need."""

import re
from dataclasses import replace

import pytest

from bot.core.games import ALL_GAMES
from bot.store.places import PlaceLine, PlaceOrder, PlaceRecord
from bot.store.standings import BEST_PARTNERS, Line, Order, Page, PartnerLine, Period, Record
from bot.ui import ids
from bot.ui.ids import NoPress
from bot.ui.message import Button, Message, units
from bot.ui.standings import (
    PAGE_SIZE,
    PATTERN,
    Paging,
    leaderboard_message,
    order_of,
    orders_of,
    place_record_message,
    record_message,
)

from .partien import LONG

HUGE = 2**63 - 1
PAGING = Paging(42, "bauernstoss", Order.STRICHE, Period.ALL, False, 0, 7)
LINES = (
    Line(1, 5, "Oma Erna", 45, 123, 123 / 45, 3, 5),
    Line(2, 6, "Karl", 40, 110, 2.75, 1, 1),
    Line(2, 7, "Lisa", 1, 1, 1.0, 0, 0),
    Line(4, 8, "Opa Heinz", 0, 0, None, 1, 2),
)
RECORD = Record(7, "Lisa", 12, 7, 15, 9, 1.25, 2, 3, 0, 0, (PartnerLine(5, "Oma Erna", 6, 1.5, 1),))


def board(
    *lines: Line, paging: Paging = PAGING, locale: str = "de", pages: int = 1, own: Line | None = None
) -> Message:
    return leaderboard_message(Page(lines, paging.page, pages, 25, own), paging, locale)


def read(message: Message) -> list[str]:
    assert message.faults == ()
    assert message.embed is not None
    return message.embed.description.split("\n")


# -- ids


@pytest.mark.parametrize("game", ALL_GAMES)
@pytest.mark.parametrize("period", list(Period))
def test_an_id_says_everything_and_fits(game: str, period: Period) -> None:
    for order in orders_of(game):
        for computers in (False, True):
            paging = Paging(2**64 - 1, game, order, period, computers, 10**9, HUGE)
            assert units(paging.id) <= 100
            assert Paging.parse(paging.id) == paging


def test_an_order_of_another_game_becomes_the_usual_one() -> None:
    assert Paging.parse("k1l:42:bauernheinrich:striche:all:0:0:7").order is PlaceOrder.FIRSTS
    assert Paging.parse("k1l:42:schoofkopp:place:all:0:0:7").order is Order.STRICHE
    assert order_of("bauernheinrich", None) is PlaceOrder.FIRSTS
    assert order_of("bauernheinrich", "deals") is PlaceOrder.DEALS
    assert order_of("bauernstoss", None) is order_of("bauernstoss", "deals") is Order.STRICHE


def test_an_id_as_it_is_written() -> None:
    assert PAGING.id == "k1l:42:bauernstoss:striche:all:0:0:7"


@pytest.mark.parametrize(
    "text",
    [
        *("", "k1l:", "k1l:42:bauernstoss:striche:all:0:0", "k1l:42:bauernstoss:striche:all:0:0:7:"),
        *("k1l:42:bauernstoss:augen:all:0:0:7", "k1l:42:bauernstoss:striche:day:0:0:7"),
        *("k1l:42:bauernstoss:striche:all:2:0:7", "k1l:42:bauernstoss:striche:all:0:-1:7"),
        *(
            "k1l:42:bauernstoss:striche:all:0:0:٧",
            "k1:42:bauernstoss:striche:all:0:0:7",
            "k1l:42:bauernstoss:striche:all:0:0:7\n",
        ),
    ],
)
def test_what_is_no_id(text: str) -> None:
    with pytest.raises(NoPress):
        Paging.parse(text)


def test_no_other_button_answers_to_it() -> None:
    for pattern in (ids.PATTERN, ids.INVITE_PATTERN):
        assert re.fullmatch(pattern, PAGING.id) is None
    for other in (ids.Press(412, 57, ids.ACT, "pCJ").id, ids.invite_id(412)):
        assert re.fullmatch(PATTERN, other) is None


# -- the leaderboard


def test_a_board_by_striche() -> None:
    assert read(board(*LINES)) == [
        "Alle Zeit · Ohne Computer · Striche",
        "",
        "🥇 Oma Erna · **123 Striche**",
        "-# 45 Spiele · Ø 2,73 · Partien 3/5",
        "🥈 Karl · **110 Striche**",
        "-# 40 Spiele · Ø 2,75 · Partien 1/1",
        "🥈 **Lisa · 1 Strich** ◂",
        "-# 1 Spiel · Ø 1,00",
        "`4.` Opa Heinz · **0 Striche**",
        "-# 0 Spiele · Partien 1/2",
    ]


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        (Order.AVERAGE, ["🥇 Oma Erna · **Ø 2.73**", "-# 123 Striche · 45 deals · matches 3/5"]),
        (Order.WON, ["🥇 Oma Erna · **3 of 5 matches**", "-# 123 Striche · 45 deals · Ø 2.73"]),
        (Order.PLAYED, ["🥇 Oma Erna · **5 played, 3 won**", "-# 123 Striche · 45 deals · Ø 2.73"]),
    ],
)
def test_the_value_sorted_by_stands_first(order: Order, lines: list[str]) -> None:
    paging = replace(PAGING, order=order, period=Period.WEEK, computers=True)
    shown = read(board(LINES[0], paging=paging, locale="en-GB"))
    assert shown[0].startswith("This week · With computers · ")
    assert shown[2:] == lines


def test_the_own_line_stands_below_another_page() -> None:
    own = replace(LINES[2], rank=14)
    shown = read(board(*LINES[:2], pages=3, own=own))
    assert shown[-3:] == ["…", "`14.` **Lisa · 1 Strich** ◂", "-# 1 Spiel · Ø 1,00"]
    shown = read(board(*LINES, own=LINES[2]))
    assert sum("Lisa" in line for line in shown) == 1


@pytest.mark.parametrize("locale", ["de", "en"])
def test_an_empty_board_says_how_to_get_on_it(locale: str) -> None:
    message = board(locale=locale)
    shown = "\n".join(read(message))
    assert {"de": "/tisch öffnen", "en": "/table open"}[locale] in shown
    assert {"de": "„Mit Computern“", "en": "“With computers”"}[locale] in shown
    assert message.rows == ()
    shown = "\n".join(read(board(locale=locale, paging=replace(PAGING, computers=True))))
    assert {"de": "zählt es nur", "en": "counts only"}[locale] not in shown


@pytest.mark.parametrize(("here", "dead"), [(0, (True, False)), (1, (False, False)), (2, (False, True))])
def test_turning_pages(here: int, dead: tuple[bool, bool]) -> None:
    message = board(*LINES, paging=replace(PAGING, page=here), pages=3)
    assert message.faults == ()
    assert message.embed is not None and message.embed.footer == f"Seite {here + 1} von 3 · 25 Leute"
    back, on = message.buttons
    assert (back.disabled, on.disabled) == dead
    # An id that cannot be pressed is still one that can be read.
    assert Paging.parse(back.id) == replace(PAGING, page=max(0, here - 1))
    assert Paging.parse(on.id) == replace(PAGING, page=here + 1)


def test_the_page_shown_counts_and_not_the_one_asked_for() -> None:
    message = leaderboard_message(Page(LINES, 1, 2, 14), replace(PAGING, page=99), "de")
    back, on = message.buttons
    assert Paging.parse(back.id).page == 0
    assert on.disabled


def test_one_page_has_no_buttons() -> None:
    message = board(*LINES)
    assert message.rows == ()
    assert message.embed is not None and message.embed.footer is None


NAMES = [*LONG.values(), "👨‍👩‍👧‍👦" * 40, "", "`**[x](https://a.b)**` @everyone <@1>", "-# small"]


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("locale", ["de", "en"])
@pytest.mark.parametrize("name", NAMES)
def test_a_full_page_of_longest_lines_fits(order: Order, locale: str, name: str) -> None:
    line = Line(HUGE, 1, name, HUGE, HUGE, float(10**9), HUGE, HUGE)
    paging = Paging(HUGE, "bauernstoss", order, Period.MONTH, False, 10**9, HUGE)
    lines = tuple(replace(line, person=person) for person in range(PAGE_SIZE))
    message = board(*lines, paging=paging, locale=locale, pages=HUGE, own=replace(line, person=HUGE))
    assert message.faults == ()
    assert all(isinstance(button, Button) for button in message.buttons)
    shown = read(message)
    assert len([shown_line for shown_line in shown if shown_line.startswith("`")]) == PAGE_SIZE + 1


def test_lines_are_short_enough_for_a_phone() -> None:
    """About 40 characters beside an embed's bar, with names as people have them."""
    line = Line(99, 1, "Heinz-Georg", 1234, 4321, 3.50, 123, 234)
    for order in Order:
        for locale in ("de", "en"):
            for shown in read(board(line, paging=replace(PAGING, order=order), locale=locale))[2:]:
                assert len(re.sub(r"^-# |[*`]", "", shown)) <= 44, shown


def test_the_forgotten_are_a_dash() -> None:
    assert read(board(replace(LINES[0], name="")))[2] == "🥇 – · **123 Striche**"


# -- a player


def test_a_record() -> None:
    message = record_message(RECORD, "bauernstoss", Period.MONTH, False, "de")
    assert message.embed is not None and message.embed.title == "Lisa · Bauernstoss"
    assert read(message) == [
        "Dieser Monat · Ohne Computer",
        "",
        "**12 Spiele**, 7 gewonnen",
        "Striche: **15** geholt, 9 abgegeben",
        "Striche je Spiel: **1,25**",
        "Partien gewonnen: **2** von 3",
        "",
        "**Beste Partner** (Striche je Spiel)",
        "Oma Erna · **Ø 1,50**",
        "-# 6 Spiele · 1 Partie gewonnen",
    ]
    assert message.embed.footer == "Partner ab 3 gemeinsamen Spielen."


def test_help_and_leaving_are_told_only_where_there_was_some() -> None:
    shown = read(record_message(replace(RECORD, left_early=1, helped=2), "bauernstoss", Period.ALL, True, "en"))
    assert "🤖 A computer stood in: 2 deals" in shown
    assert "🚪 Left 1 match early" in shown


@pytest.mark.parametrize("locale", ["de", "en"])
def test_a_record_without_a_deal(locale: str) -> None:
    nothing = Record(7, "Lisa", 0, 0, 0, 0, None, 0, 0, 0, 0, ())
    message = record_message(nothing, "bauernstoss", Period.ALL, False, locale)
    assert len(read(message)) == 3
    only_a_partie = replace(nothing, partien_played=1, left_early=1)
    assert len(read(record_message(only_a_partie, "bauernstoss", Period.ALL, False, locale))) == 6


@pytest.mark.parametrize("locale", ["de", "en"])
@pytest.mark.parametrize("name", NAMES)
def test_the_longest_record_fits(locale: str, name: str) -> None:
    partners = tuple(PartnerLine(person, name, HUGE, float(10**9), HUGE) for person in range(BEST_PARTNERS))
    record = Record(1, name, HUGE, HUGE, HUGE, HUGE, float(10**9), HUGE, HUGE, HUGE, HUGE, partners)
    assert record_message(record, "bauernstoss", Period.MONTH, False, locale).faults == ()


# -- a game of places

ALONE = replace(PAGING, game="bauernheinrich", order=PlaceOrder.FIRSTS)
PLACED = (
    PlaceLine(1, 5, "Oma Erna", 12, 5, 1.75),
    PlaceLine(2, 7, "Lisa", 1, 1, 1.0),
    PlaceLine(3, 6, "Karl", 3, 0, None),
)


def places_board(*lines: PlaceLine, order: PlaceOrder, locale: str = "de", pages: int = 1) -> Message:
    return leaderboard_message(Page(lines, 0, pages, 25, None), replace(ALONE, order=order), locale)


def test_a_board_by_first_places() -> None:
    message = places_board(*PLACED, order=PlaceOrder.FIRSTS)
    assert message.embed is not None and message.embed.title == "🏆 Rangliste · Bauernheinrich"
    assert read(message) == [
        "Alle Zeit · Ohne Computer · Erste Plätze",
        "",
        "🥇 Oma Erna · **5 erste Plätze**",
        "-# Ø Platz 1,75 · 12 Spiele",
        "🥈 **Lisa · 1 erster Platz** ◂",
        "-# Ø Platz 1,00 · 1 Spiel",
        "🥉 Karl · **0 erste Plätze**",
        "-# 3 Spiele",
    ]


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        (PlaceOrder.PLACE, ["🥇 Oma Erna · **Ø place 1.75**", "-# 5 first places · 12 deals"]),
        (PlaceOrder.DEALS, ["🥇 Oma Erna · **12 deals**", "-# 5 first places · Ø place 1.75"]),
    ],
)
def test_the_other_orders_of_places(order: PlaceOrder, lines: list[str]) -> None:
    assert read(places_board(PLACED[0], order=order, locale="en"))[2:] == lines


def test_turning_a_board_of_places_keeps_its_order() -> None:
    message = places_board(*PLACED, order=PlaceOrder.PLACE, pages=3)
    assert Paging.parse(message.buttons[1].id) == replace(ALONE, order=PlaceOrder.PLACE, page=1)


@pytest.mark.parametrize("locale", ["de", "en"])
@pytest.mark.parametrize("name", NAMES)
def test_the_longest_places_fit(locale: str, name: str) -> None:
    for order in PlaceOrder:
        line = PlaceLine(HUGE, 1, name, HUGE, HUGE, 3.999)
        full = [replace(line, person=person) for person in range(PAGE_SIZE)]
        message = leaderboard_message(
            Page(tuple(full), 10**9, HUGE, HUGE, replace(line, person=HUGE)),
            Paging(HUGE, "bauernheinrich", order, Period.MONTH, False, 10**9, HUGE),
            locale,
        )
        assert message.faults == ()
        for shown in read(places_board(replace(PLACED[0], name="Heinz-Georg"), order=order, locale=locale))[2:]:
            assert len(re.sub(r"^-# |[*`]", "", shown)) <= 44, shown
    record = PlaceRecord(1, name, HUGE, (HUGE, HUGE, HUGE, HUGE), 3.999, HUGE, HUGE)
    assert place_record_message(record, "bauernheinrich", Period.MONTH, False, locale).faults == ()


def test_a_record_of_places() -> None:
    record = PlaceRecord(7, "Lisa", 12, (5, 3, 1, 2), 2.0, 1, 2)
    message = place_record_message(record, "bauernheinrich", Period.MONTH, False, "de")
    assert message.embed is not None and message.embed.title == "Lisa · Bauernheinrich"
    assert read(message) == [
        "Dieser Monat · Ohne Computer",
        "",
        "**12 Spiele**",
        "🥇 1. Platz: **5**",
        "🥈 2. Platz: **3**",
        "🥉 3. Platz: **1**",
        "4. Platz: **2**",
        "Ohne Platz: 1 Spiel",
        "Durchschnittlicher Platz: **2,00**",
        "🤖 Ein Computer ist eingesprungen: 2 Spiele",
        "🚪 Vorzeitig gegangen: 1 Spiel",
    ]
    plain = replace(record, places=(5, 3, 2, 2), left_early=0, helped=0)
    assert len(read(place_record_message(plain, "bauernheinrich", Period.ALL, True, "en"))) == 8
    none = PlaceRecord(7, "Lisa", 0, (0, 0, 0, 0), None, 0, 0)
    assert len(read(place_record_message(none, "bauernheinrich", Period.ALL, True, "en"))) == 3
