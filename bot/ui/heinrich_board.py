"""The public message of a table of Bauernheinrich: what everybody there sees, from the View of an onlooker."""

from collections.abc import Collection, Mapping

from bot.core.games import PlaceView
from bot.core.seats import SEATS, Seat
from bot.table import Table
from bot.ui.board_parts import QUIET, TURN, around, board_rows, by_button, drawing_lines, framed, to_take_lines
from bot.ui.faces import face
from bot.ui.heinrich_lines import PlaceScene
from bot.ui.house import practice_lines
from bot.ui.message import Message
from bot.ui.pack import pack_lines
from bot.ui.scene import compass, sitting_label
from bot.ui.text import Texts


def board_message(
    table: Table,
    view: PlaceView,
    names: Mapping[int, str],
    texts: Texts,
    *,
    hands_in_dm: Collection[Seat],
    to_post: bool = False,
) -> Message:
    """``view``: an onlooker's. ``hands_in_dm`` and ``to_post`` as for any board."""
    scene = PlaceScene(table, view, names, texts)
    lines = [*practice_lines(table, texts), *scene.annulled(), *_seats(scene), *drawing_lines(scene)]
    if scene.running:
        lines += ["", *scene.clubs(), *scene.last_trick(), *scene.standstill(), *by_button(scene, hands_in_dm)]
    elif scene.settled:
        lines += ["", *scene.result(), *scene.last_cards(), *scene.after()]
    else:
        lines += scene.ready()
    lines += to_take_lines(scene) + scene.absent() + scene.stop() + pack_lines(scene)
    trick = None if to_post else _trick(scene)
    return framed(scene, trick, lines, board_rows(scene), footer=texts.t("places.footer"))


def _trick(scene: PlaceScene) -> str | None:
    """While cards are played; one that has just ended stays until the next card falls."""
    view = scene.view
    if not scene.running:
        return None
    seats, cards = view.trick_seats, view.trick
    if not cards and view.last_trick is not None:
        seats, cards = view.last_trick.seats, view.last_trick.cards
    return around(scene, dict(zip(seats, cards, strict=True)), {*SEATS} - {*view.places}, None)


def _seats(scene: PlaceScene) -> list[str]:
    """Four lines, one a seat: whose turn, the cap, own trump and number of cards, and what lies of it on the table."""
    view, to_act = scene.view, scene.table.to_act
    laid = dict(zip(view.trick_seats, view.trick, strict=True))
    lines = []
    for seat in SEATS:
        rest = scene.t("board.cap") if seat == view.dealer else ""
        if scene.running:
            rest += scene.t("places.holds", holding=scene.holding(seat))
            if seat in laid:
                rest += scene.t("board.played", card=f"**{face(laid[seat], scene.texts)}**")
                rest += scene.t("board.leads") if seat == view.trick_seats[0] else ""
        mark = TURN if seat == to_act else QUIET
        where, name = compass(seat, scene.texts), sitting_label(scene.table, seat, scene.names, scene.texts)
        lines.append(scene.t("board.line", mark=mark, seat=where, name=name, rest=rest))
    return lines
