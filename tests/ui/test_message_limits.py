"""The measure itself: what Discord would refuse is found, and cutting keeps characters whole."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.message import (
    Button,
    Embed,
    Field,
    Item,
    LinkButton,
    ListOption,
    ListSelect,
    Message,
    UserSelect,
    cut,
    graphemes,
    units,
)

GOOD = Message("hello", Embed("t", "d", (Field("n", "v"),), "f"), ((Button("k1:1:0:show", "x"),),))


def button(n: int) -> Item:
    return Button(f"k1:1:{n}:show", "x")


def test_a_good_message_has_no_faults() -> None:
    assert GOOD.faults == ()


@pytest.mark.parametrize(
    "bad",
    [
        Message(""),
        replace(GOOD, content="x" * 2001),
        replace(GOOD, content="🃏" * 1001),
        replace(GOOD, embed=Embed("x" * 257, "d")),
        replace(GOOD, embed=Embed(None, "x" * 4097)),
        replace(GOOD, embed=Embed(None, "x", footer="x" * 2049)),
        replace(GOOD, embed=Embed(None, "d", (Field("x" * 257, "v"),))),
        replace(GOOD, embed=Embed(None, "d", (Field("n", "x" * 1025),))),
        replace(GOOD, embed=Embed(None, "d", (Field("n", ""),))),
        replace(GOOD, embed=Embed(None, "x" * 4096, (Field("n", "x" * 1000), Field("n", "x" * 1000)))),
        replace(GOOD, embed=Embed(None, "")),
        replace(GOOD, rows=tuple((button(n),) for n in range(6))),
        replace(GOOD, rows=(tuple(button(n) for n in range(6)),)),
        replace(GOOD, rows=((),)),
        replace(GOOD, rows=((button(1), UserSelect("u", "p")),)),
        replace(GOOD, rows=((button(1), button(1)),)),
        replace(GOOD, rows=((button(1),), (button(1),))),
        replace(GOOD, rows=((Button("k" * 101, "x"),),)),
        replace(GOOD, rows=((Button("k", "x" * 81),),)),
        replace(GOOD, rows=((Button("k", ""),),)),
        replace(GOOD, rows=((Button("", "x"),),)),
        replace(GOOD, rows=((LinkButton("u" * 513, "x"),),)),
        replace(GOOD, rows=((LinkButton("u", ""),),)),
        replace(GOOD, rows=((UserSelect("u", "p" * 151),),)),
        replace(GOOD, rows=((ListSelect("u", "p" * 151, (ListOption("v", "l"),)),),)),
        replace(GOOD, rows=((ListSelect("u" * 101, "p", (ListOption("v", "l"),)),),)),
        replace(GOOD, rows=((ListSelect("u", "p", ()),),)),
        replace(GOOD, rows=((ListSelect("u", "p", tuple(ListOption(f"{n}", "l") for n in range(26))),),)),
        replace(GOOD, rows=((ListSelect("u", "p", (ListOption("v", "l"), ListOption("v", "m"))),),)),
        replace(GOOD, rows=((ListSelect("u", "p", tuple(ListOption(v, "l", chosen=True) for v in "ab")),),)),
        replace(GOOD, rows=((ListSelect("u", "p", (ListOption("", "l"),)),),)),
        replace(GOOD, rows=((ListSelect("u", "p", (ListOption("v", "l" * 101),)),),)),
        replace(GOOD, rows=((ListSelect("u", "p", (ListOption("v", "l", "d" * 101),)),),)),
        replace(GOOD, rows=((button(1), ListSelect("u", "p", (ListOption("v", "l"),))),)),
    ],
)
def test_each_fault_is_found(bad: Message) -> None:
    assert len(bad.faults) >= 1


@given(st.text(), st.integers(1, 50))
def test_a_cut_text_fits_and_is_a_beginning(text: str, limit: int) -> None:
    short = cut(text, limit)
    assert units(short) <= limit
    if short != text:
        assert short.endswith("…")
        assert text.startswith(short[:-1])


@given(st.text())
def test_graphemes_add_up(text: str) -> None:
    assert "".join(graphemes(text)) == text


def test_characters_stay_whole() -> None:
    assert list(graphemes("e\u0301🇩🇪🇫🇷👍🏽👩\u200d🚀♣\ufe0fB")) == [
        "e\u0301",
        "🇩🇪",
        "🇫🇷",
        "👍🏽",
        "👩\u200d🚀",
        "♣\ufe0f",
        "B",
    ]
    assert cut("🇩🇪🇫🇷🇮🇹", 9) == "🇩🇪🇫🇷…"
    assert cut("🇩🇪🇫🇷🇮🇹", 8) == "🇩🇪…"


def test_without_buttons_only_links_stay() -> None:
    link = LinkButton("https://discord.com", "x")
    assert Message("c", rows=((button(1), link), (button(2),))).without_buttons().rows == ((link,),)
