"""Both languages say the same, every refusal has its sentence, and names do no harm."""

import re
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.game import Reason
from bot.ui.message import graphemes
from bot.ui.notices import reason_text, refused_text
from bot.ui.text import NAME_LENGTH, Entry, NoText, entries, safe_name, text

ROOT = Path(__file__).parents[2]
SOURCES = "".join(path.read_text("utf-8") for folder in ("bot", "cogs") for path in (ROOT / folder).rglob("*.py"))
DE, EN = entries("de"), entries("en")
COMMAND_NAME = re.compile(r"^[-_'\w]{1,32}$")
FACTS = {"seat": 1, "person": 1, "count": 2, "reference": "K7", "rights": "Nachrichten senden", "most": 9, "least": 4}


def placeholders(entry: str) -> list[str]:
    return sorted({name for _, name, _, _ in string.Formatter().parse(entry) if name is not None})


def forms(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def test_both_languages_have_the_same_keys() -> None:
    assert DE.keys() == EN.keys()


@pytest.mark.parametrize("key", sorted(DE))
def test_both_languages_fill_in_the_same(key: str) -> None:
    german, english = DE[key], EN[key]
    assert isinstance(german, str) == isinstance(english, str)
    for one, other in zip(forms(german), forms(english), strict=True):
        assert placeholders(one) == placeholders(other)
        assert one.strip() and other.strip()
        assert "" not in placeholders(one)
    if not isinstance(german, str):
        assert any("count" in placeholders(form) for form in forms(german))


def test_every_text_is_used() -> None:
    """No dead sentences: each key stands in the sources, or its section is looked up by a value."""
    by_value = ("game", "seat", "suit", "letter", "rank", "word", "pair", "turn", "ask", "reason", "reason_with")
    by_value += ("refused", "command", "lobby", "result", "right", "house", "fault", "claim", "setting")
    by_value += ("rules", "topic", "lesson", "help")  # see test_reading.py
    by_value += ("german_suit", "german_letter", "german_rank", "german_words", "spoken")
    dead = [key for key in DE if key.split(".")[0] not in by_value and not re.search(f"[\"']{key}[\"']", SOURCES)]
    said = {f"button.{word}" for word in ("mit", "weg")}  # by the word of the calling
    assert set(dead) <= said


def test_every_text_asked_for_is_there() -> None:
    asked = set(re.findall(r"\.t\(\s*[\"']([A-Za-z_.0-9]+)[\"']", SOURCES))
    assert len(asked) > 50
    assert asked <= DE.keys()


@pytest.mark.parametrize("locale", ["de", "en"])
@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_a_sentence_with_its_rule(reason: Reason, locale: str) -> None:
    sentence = reason_text(reason, text(locale))
    assert sentence.endswith((".", "!"))
    if re.fullmatch("[BCH][0-9]+", reason):
        assert re.search(rf"\b{reason}\)", sentence)


AGREED = [
    *("table_unknown", "which_table", "table_stale", "not_your_turn", "no_table_here", "not_moderator"),
    *("nothing_to_do", "no_such_card", "no_such_word", "dm_hint", "busy", "crash", "shutting_down"),
    *("wrong_server", "too_many_tables", "card_not_named"),
]


@pytest.mark.parametrize("locale", ["de", "en"])
def test_every_refusal_has_a_sentence(locale: str) -> None:
    raised = set(re.findall(r"Refused\(\s*[\"']([a-z_]+)[\"']", SOURCES))
    assert "seat_taken" in raised
    for why in raised | set(AGREED):
        sentence = refused_text(why, FACTS, text(locale), {1: "Erna"})
        assert sentence.endswith((".", "!", "?", ")"))


def test_a_refusal_names_seat_and_person() -> None:
    assert refused_text("seat_taken", {"seat": 1}, text("de")) == "Platz Ost ist schon besetzt."
    assert "Erna" in refused_text("only_host", {"person": 1}, text("de"), {1: "Erna"})
    assert refused_text("seats_free", {"count": 1}, text("de")).startswith("1 Platz ist")
    assert refused_text("seats_free", {"count": 2}, text("de")).startswith("2 Plätze sind")


def test_a_locale_finds_its_language() -> None:
    assert text("de").language == text("de-AT").language == "de"
    assert text("en-GB").language == text("fr").language == text(None).language == "en"
    assert text("fr", default="de").language == text(None, default="de").language == "de"


def test_plurals_and_missing_texts() -> None:
    assert text("de").t("count.striche", count=1) == "1 Strich"
    assert text("de").t("count.striche", count=0) == "0 Striche"
    with pytest.raises(NoText):
        text("de").t("count.striche")
    with pytest.raises(NoText):
        text("de").t("no.such.text")


@pytest.mark.parametrize("language", ["de", "en"])
def test_commands_can_be_registered(language: str) -> None:
    for key, entry in entries(language).items():
        if not key.startswith("command."):
            continue
        assert isinstance(entry, str)
        if key.endswith(".name"):
            assert COMMAND_NAME.match(entry) and entry == entry.lower()
        else:
            assert 1 <= len(entry) <= 100


def test_english_command_names_are_those_of_the_code() -> None:
    for key, entry in EN.items():
        if key.startswith("command.") and key.endswith(".name"):
            assert entry == key.split(".")[-2]


@given(st.text())
def test_a_name_is_harmless(name: str) -> None:
    safe = safe_name(name)
    assert safe
    assert not set(safe) & set("*_~`|<>[]@#\\/\n\r\t")
    assert not set(safe) & set("\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202d\u202e\u2066\u2067\ufeff\u00ad")
    assert len(list(graphemes(safe))) <= NAME_LENGTH + 2  # two isolates around a name written from right to left
    assert safe.isspace() is False
    assert safe_name(safe) == safe


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Oma Erna", "Oma Erna"),
        ("  a \n\t b ", "a b"),
        ("", "?"),
        ("\u200b\u3164\u2800", "?"),
        ("@everyone", "＠everyone"),
        ("<@123>", "‹＠123›"),
        ("```x```", "ˋˋˋxˋˋˋ"),
        ("||x||", "∣∣x∣∣"),
        ("[x](https://a.b)", "(x)(https:∕∕a.b)"),
        ("- Liste", "‐ Liste"),
        ("a\u202eb", "ab"),
        ("z" + "\u0337" * 9, "z" + "\u0337" * 2),
        ("x" * 33, "x" * 31 + "…"),
        ("x" * 32, "x" * 32),
        ("שלום", "\u2068שלום\u2069"),
    ],
)
def test_names(name: str, safe: str) -> None:
    assert safe_name(name) == safe
