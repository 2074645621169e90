"""What every player's own message has, whatever is played: its frame, the cards as buttons, the last row."""

from collections.abc import Sequence
from typing import Any

from bot.core.actions import Give, Play
from bot.core.cards import rank_of
from bot.ui import ids
from bot.ui.faces import card_sign, rank_letter
from bot.ui.ids import Press, action_id
from bot.ui.message import CONTENT, DESCRIPTION, ROW_BUTTONS, Button, Embed, Field, Item, LinkButton, Message, Row, cut
from bot.ui.scene import GOLD, GREEN, GREY, TableScene
from bot.ui.text import safe_name

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
    return Message(cut(f"{scene.turn()}\n{place}", CONTENT), embed, rows)


def in_rows(buttons: Sequence[Item], width: int) -> list[Row]:
    return [tuple(buttons[i : i + width]) for i in range(0, len(buttons), width)]


def card_button(scene: TableScene[Any], action: Play | Give) -> Button:
    """Can be pressed only if the card may be played or given."""
    card, legal = action.card, action in scene.view.legal
    return Button(
        action_id(scene.table.id, scene.table.turn, action),
        rank_letter(rank_of(card), scene.texts),
        card_sign(card, scene.texts),
        "primary" if legal else "secondary",
        disabled=not legal,
    )


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
