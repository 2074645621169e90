"""What every player's own message has, whatever is played: its frame, the cards as buttons, the last row.

Who has the text mode hears the message: cards to choose from stand in lists, in words, and no button has a sign.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from bot.core.actions import Give, Play
from bot.core.cards import rank_of
from bot.ui import ids
from bot.ui.faces import card_name, card_sign, rank_letter
from bot.ui.ids import Press, action_id
from bot.ui.message import (
    CONTENT,
    DESCRIPTION,
    LABEL,
    OPTIONS,
    PLACEHOLDER,
    ROW_BUTTONS,
    Button,
    Embed,
    Field,
    Item,
    LinkButton,
    ListOption,
    ListSelect,
    Message,
    Row,
    cut,
)
from bot.ui.scene import GOLD, GREEN, GREY, TableScene
from bot.ui.text import safe_name

T = TypeVar("T")

A_ROW = 4  # cards: phones wrap a fifth button


def framed(
    scene: TableScene[Any],
    lines: Sequence[str],
    rows: tuple[Row, ...],
    *,
    server: str,
    footer: str,
    fields: tuple[Field, ...] = (),
) -> Message:
    """Whose turn and where on top, the lines below. ``server``: its name, not yet made harmless."""
    table, deal = scene.table, scene.view.deal_number
    if deal:
        place = scene.t("place.hand", table=table.number, deal=deal, server=safe_name(server))
    else:
        place = scene.t("place.before_hand", table=table.number, server=safe_name(server))
    colour = GREEN if scene.me is not None and table.to_act == scene.me else GREY if scene.running else GOLD
    embed = Embed(None, cut("\n".join(lines), DESCRIPTION), fields, footer, colour)
    shown = tuple(tuple(_bare(item) for item in row) for row in rows) if scene.texts.spoken else rows
    return Message(cut(f"{scene.turn()}\n{place}", CONTENT), embed, shown)


def _bare(item: Item) -> Item:
    return replace(item, emoji=None) if isinstance(item, Button) and item.label else item


def in_rows(buttons: Sequence[T], width: int) -> list[tuple[T, ...]]:
    return [tuple(buttons[i : i + width]) for i in range(0, len(buttons), width)]


def card_button(scene: TableScene[Any], action: Play | Give) -> Button:
    """Can be pressed only if the card may be played or given."""
    card, legal, texts = action.card, action in scene.view.legal, scene.texts
    return Button(
        action_id(scene.table.id, scene.table.turn, action),
        card_name(card, texts) if texts.spoken else rank_letter(rank_of(card), texts),
        None if texts.spoken else card_sign(card, texts),
        "primary" if legal else "secondary",
        disabled=not legal,
    )


def listed(buttons: Sequence[Item], asked: Mapping[str, str]) -> list[Row]:
    """What those buttons do that can be pressed, as lists of words to choose from; nothing else is in them.

    ``asked``: by the verb of the press, what is asked; a list for each, and another where it grows too long.
    """
    able = [(Press.parse(item.id), item) for item in buttons if isinstance(item, Button) and not item.disabled]
    rows: list[Row] = []
    for verb, question in asked.items():
        presses = [(press, button) for press, button in able if press.verb == verb]
        for part, some in enumerate(in_rows(presses, OPTIONS)):
            first = some[0][0]
            options = tuple(ListOption(press.arg or "", cut(button.label, LABEL)) for press, button in some)
            chosen = replace(first, arg=str(part) if part else None).select_id
            rows.append((ListSelect(chosen, cut(question, PLACEHOLDER), options),))
    return rows


def tail(scene: TableScene[Any], board_url: str | None, own: Sequence[Item] = (), *, asking: bool = False) -> Row:
    """The last row. ``own``: the game's buttons there; ``asking``: a question is open, which has its own way back."""
    table = scene.table
    row: list[Item] = []
    onward = scene.go_on_button()
    if onward:
        row.append(onward)
    away = scene.me is not None and table.chairs[scene.me].substituted
    if not asking and (away or (scene.running and table.to_act != scene.me)):
        label, style = scene.t("button.come_back" if away else "button.refresh"), "success" if away else "secondary"
        row.append(Button(Press(table.id, table.turn, ids.SHOW).id, label, "👋" if away else "🔄", style))
    row += own
    substitute = scene.substitute_button()
    if substitute:
        row.append(substitute)
    row += scene.stop_buttons()[: ROW_BUTTONS - len(row)]
    if board_url and len(row) < ROW_BUTTONS:
        row.append(LinkButton(board_url, scene.t("button.board")))
    return tuple(row)
