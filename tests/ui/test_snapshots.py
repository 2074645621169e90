"""Every kind of message at its longest, in every language, as it was when somebody last read it through.

After a wanted change: ``UPDATE_SNAPSHOTS=1 python -m pytest tests/ui/test_snapshots.py``, then read the difference.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.ui.message import Button, Item, LinkButton, ListSelect, Message, UserSelect
from bot.ui.text import text

from ..bot.readings import every_look
from .kinds import KINDS, LANGUAGES, Kind, builders, path

FOLDER = Path(__file__).parent / "snapshots"
ROOT = Path(__file__).parents[2]
MODAL_TITLE = 45
MODAL = re.compile(r"\bui\.Modal\b|\(Modal\b")


def file_of(kind: Kind, language: str) -> Path:
    return FOLDER / f"{kind.name}.{language}.txt"


def picture(message: Message) -> Iterator[str]:
    """The message as plain lines: what is written, then a line for each row of what can be pressed."""
    yield from message.content.splitlines()
    if message.embed is not None:
        if message.embed.title:
            yield f"# {message.embed.title}"
        yield from (f"| {line}".rstrip() for line in message.embed.description.splitlines())
        for field in message.embed.fields:
            yield f"|| {field.name}: {field.value}"
        if message.embed.footer:
            yield f"-- {message.embed.footer}"
    for row in message.rows:
        yield "  ".join(item_picture(item) for item in row)
    if message.file is not None:
        yield f"file {message.file.name}"


def item_picture(item: Item) -> str:
    match item:
        case Button(label=label, emoji=emoji, style=style, disabled=disabled):
            face = " ".join(part for part in (emoji, label) if part)
            return f"[{face}]" + {"secondary": ""}.get(style, f" {style}") + (" off" if disabled else "")
        case LinkButton(label=label, emoji=emoji):
            return f"[{' '.join(part for part in (emoji, label) if part)}] link"
        case UserSelect(placeholder=placeholder):
            return f"<{placeholder}> people"
        case ListSelect(placeholder=placeholder, options=options):
            said = [
                f"{'*' if one.chosen else ''}{one.label}{f' ({one.description})' if one.description else ''}"
                for one in options
            ]
            return f"<{placeholder}> {' / '.join(said)}"


def album(kind: Kind, language: str) -> str:
    pages = ["\n".join((f"=== {about}", *picture(message))) for about, message in kind.look(text(language))]
    return "\n\n".join(pages) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_it_reads_as_it_last_did(kind: Kind, language: str) -> None:
    file, now = file_of(kind, language), album(kind, language)
    if os.environ.get("UPDATE_SNAPSHOTS"):
        FOLDER.mkdir(exist_ok=True)
        file.write_text(now, encoding="utf-8", newline="\n")
    assert file.exists(), "no snapshot of it yet"
    assert now.splitlines() == file.read_text(encoding="utf-8").splitlines()


def test_every_builder_has_its_snapshot() -> None:
    assert builders() == {path(builder) for kind in KINDS for builder in kind.of}
    assert {file.name for file in FOLDER.iterdir()} == {file_of(k, one).name for k in KINDS for one in LANGUAGES}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_none_goes_beyond_what_discord_takes(kind: Kind) -> None:
    """With every kind of cards, for pictures take more room than letters."""
    for texts in every_look():
        if kind.public and texts.spoken:  # to hear are private messages only
            continue
        for about, message in kind.look(texts):
            assert message.faults == (), (about, texts.deck and texts.deck.pack, message)
            assert "{" not in message.content, about


def test_there_is_no_form_whose_title_nobody_measures() -> None:
    """A form's title may have 45 characters; as there is none, its first one must bring a check of its own."""
    for folder in ("bot/ui", "cogs"):
        for file in (ROOT / folder).rglob("*.py"):
            assert MODAL.search(file.read_text(encoding="utf-8")) is None, f"measure its title: {MODAL_TITLE} at most"
