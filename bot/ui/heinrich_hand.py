"""A player's own message in Bauernheinrich; no card ever stands in its content, which a push notification shows."""

from collections.abc import Mapping

from bot.core.actions import PLAYS, Take
from bot.core.cards import Card
from bot.core.games import PlaceView
from bot.core.seats import SEATS, Seat
from bot.table import Table
from bot.ui import ids
from bot.ui.faces import faces
from bot.ui.hand_parts import A_ROW, card_button, framed, in_rows, listed, tail
from bot.ui.heinrich_lines import PlaceScene, sort_hand
from bot.ui.ids import action_id
from bot.ui.message import (
    ROW_BUTTONS,
    ROWS,
    Button,
    Message,
    Row,
)
from bot.ui.pack import cut_rows
from bot.ui.scene import compass
from bot.ui.text import Texts


def hand_message(
    table: Table,
    view: PlaceView,
    seat: Seat,
    names: Mapping[int, str],
    texts: Texts,
    *,
    server: str,
    board_url: str | None = None,
    notice: str | None = None,
) -> Message:
    """What the player on that seat sees. ``view``: that seat's own; ``names`` by person, not yet made harmless."""
    scene = PlaceScene(table, view, names, texts, seat)
    rows, all_shown = _rows(scene, board_url)
    lines = [texts.t("line.notice", notice=notice)] if notice else []
    lines += scene.annulled()
    lines += _deal_lines(scene) if scene.running else _pause_lines(scene)
    if scene.running and not all_shown:
        lines.append(texts.t("line.your_cards", cards=faces(_held(scene), texts)))
    lines += scene.absent() + scene.stop()
    if table.chairs[seat].substituted:
        lines.append(texts.t("line.substituted"))
    footer = texts.t("places.footer_hand", seat=compass(seat, texts))
    return framed(scene, lines, rows, server=server, footer=footer)


# -- what there is to read


def _deal_lines(scene: PlaceScene) -> list[str]:
    own = scene.own_trump() if scene.view.hand else []
    return [*scene.clubs(), *scene.trick(), "", *own, *_seats(scene), *scene.standstill(), *scene.to_beat()]


def _seats(scene: PlaceScene) -> list[str]:
    """Everyone's own trump and number of cards, from the reader's left on round the table."""
    assert scene.me is not None
    lines = []
    for seat in (*SEATS[scene.me + 1 :], *SEATS[: scene.me + 1]):
        cap = scene.t("board.cap") if seat == scene.view.dealer else ""
        lines.append(scene.t("places.seat", holding=scene.holding(seat), name=scene.name(seat), cap=cap))
    return lines


def _pause_lines(scene: PlaceScene) -> list[str]:
    return [*scene.result(), *scene.last_cards(), *scene.after()] if scene.settled else scene.ready()


def _held(scene: PlaceScene) -> list[Card]:
    return sort_hand(scene.view.hand, scene.trump)


# -- what there is to press


def _rows(scene: PlaceScene, board_url: str | None) -> tuple[tuple[Row, ...], bool]:
    """The buttons, and whether every card held is among them."""
    last = tail(scene, board_url)
    rows: list[Row] = [(_take_button(scene),)] if scene.must_take else [*cut_rows(scene)]
    shown: list[Card] = []
    if scene.running and scene.texts.spoken:
        playable = [card_button(scene, PLAYS[card]) for card in _held(scene)]
        rows += listed(playable, {ids.ACT: scene.t("pick.play")})
    elif scene.running:
        shown, width = _on_buttons(scene, ROWS - len(rows) - bool(last))
        buttons = [card_button(scene, PLAYS[card]) for card in shown]
        rows += in_rows(buttons, width)
    return (*rows, last) if last else tuple(rows), len(shown) == len(scene.view.hand)


def _on_buttons(scene: PlaceScene, rows: int) -> tuple[list[Card], int]:
    """The cards that get a button in so many rows, and how many stand in each.

    Whoever has taken up much holds more than the rows take: then only what may be played stands there.
    """
    held = _held(scene)
    if len(held) <= rows * A_ROW:
        return held, A_ROW
    legal = [card for card in held if PLAYS[card] in scene.view.legal]
    width = A_ROW if len(legal) <= rows * A_ROW else ROW_BUTTONS
    return legal[: rows * width], width  # what is left over can still be typed


def _take_button(scene: PlaceScene) -> Button:
    label = scene.t("places.take_up", count=len(scene.view.trick))
    return Button(action_id(scene.table.id, scene.table.turn, Take()), label, "📥", "primary")
