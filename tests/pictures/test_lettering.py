"""Names in any script are drawn, and whatever cannot be drawn does no harm."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from bot.pictures import lettering
from bot.pictures.lettering import UNKNOWN, line, shortened
from bot.ui.text import safe_name

SCRIPTS = {
    "German": "Jörg Weiß-Müller",
    "Turkish": "Çağrı Şükrü",
    "Vietnamese": "Nguyễn Thị Hằng",
    "Greek": "Ελένη",
    "Russian": "Владимир",
    "Arabic": "محمد",
    "Hebrew": "שרה",
    "Hindi": "प्रिया",
    "Thai": "สมชาย",
    "Armenian": "Արամ",
    "Georgian": "ნინო",
    "Amharic": "አበበ",
    "emoji": "🤖🎲❤️",
    "suits": "♣♠♥♦",
}


def drawn(text: str) -> bytes:
    paper = Image.new("L", (900, 120))
    line(text, 40).draw(ImageDraw.Draw(paper), 20, 80)
    return paper.tobytes()


@pytest.mark.parametrize("name", SCRIPTS.values(), ids=SCRIPTS)
def test_many_scripts_have_their_letters(name: str) -> None:
    found = line(name, 40)
    assert found.width > 40 and any(drawn(name))
    assert not any(UNKNOWN in run.text for run in found.runs)


def test_what_no_font_has_becomes_a_dot() -> None:
    assert [run.text for run in line("李小龍 Lee", 40).runs] == ["••• Lee"]
    assert drawn("李小龍") == drawn("王王王") == drawn("•••")


def test_a_word_in_another_script_stands_in_its_place() -> None:
    assert [run.text for run in line("Heinz (🤖) Δ", 40).runs] == ["Heinz (", "🤖", ") Δ"]
    assert line("Karl 🎲 Karl", 40).width < line("Karl", 40).width * 4


def test_signs_that_are_not_seen_take_no_room() -> None:
    assert drawn("\u2068Karl\u2069\u200d\ufe0f") == drawn("Karl")
    assert line("\u2068\u2069", 40).runs == ()
    assert line("", 40).width == 0


def test_a_mark_without_its_letter_is_left_out() -> None:
    assert drawn("王\u0f71") == drawn("王\u0bc1") == drawn("\u0bc1王") == drawn("•")
    assert drawn("Karl\u0f71") == drawn("Karl")


def test_long_names_are_shortened_to_the_room_there_is() -> None:
    long = "Wilhelmine " * 5
    found = shortened(long, 40, 300)
    assert 200 < found.width <= 300 and found.text.endswith("…")
    assert shortened("Karl", 40, 300).text == "Karl"
    assert shortened("e\u0301" * 50, 40, 300).width <= 300


@given(st.text(max_size=60))
@settings(max_examples=150)
def test_any_name_at_all_can_be_drawn(name: str) -> None:
    for text in (name, safe_name(name)):
        found = shortened(text, 30, 250)
        paper = Image.new("L", (260, 60))
        found.draw(ImageDraw.Draw(paper), 0, 40)
        assert found.width <= 250


def test_right_to_left_is_readable_without_raqm(monkeypatch: pytest.MonkeyPatch) -> None:
    lettering._font.cache_clear()
    monkeypatch.setattr(lettering, "_raqm", lambda: False)
    try:
        assert [run.text for run in line("שרה Cohen", 40).runs] == [" הרש", "Cohen"]
        assert any(drawn("محمد"))
    finally:
        lettering._font.cache_clear()
