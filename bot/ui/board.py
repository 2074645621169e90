"""The public message of a table: only what everybody at the table sees, from the View of an onlooker."""

from collections.abc import Collection, Mapping

from bot.core.cards import Card
from bot.core.game import Phase
from bot.core.games import PlaceView
from bot.core.seats import SEATS, Seat
from bot.table import Table, TablePhase
from bot.ui import heinrich_board
from bot.ui.board_parts import QUIET, TURN, around, board_rows, by_button, drawing_lines, framed, to_take_lines
from bot.ui.court import court_lines, court_row, keeper_lines
from bot.ui.faces import face, word
from bot.ui.house import house_lines, practice_lines
from bot.ui.lines import Scene
from bot.ui.message import Message
from bot.ui.pack import pack_lines
from bot.ui.result import after_lines, result_lines
from bot.ui.scene import compass, sitting_label
from bot.ui.text import Texts


def board_message(
    table: Table, names: Mapping[int, str], texts: Texts, *, hands_in_dm: Collection[Seat], to_post: bool = False
) -> Message:
    """The board of a table that has left its lobby. ``hands_in_dm``: the seats whose cards come by direct message.

    ``to_post``: a new message, of which phones show the content, where no card ever stands.
    """
    view = table.view(None)
    if view is None:
        key = "lobby.closed" if table.phase is TablePhase.CLOSED else "lobby.nothing"
        return Message(texts.t(key, table=table.number))
    if isinstance(view, PlaceView):
        return heinrich_board.board_message(table, view, names, texts, hands_in_dm=hands_in_dm, to_post=to_post)
    scene = Scene(table, view, names, texts)
    lines = [*practice_lines(table, texts), *court_lines(scene), *scene.annulled(), *_seats(scene)]
    lines += [*keeper_lines(scene), *drawing_lines(scene)]
    if scene.running:
        lines += _deal_lines(scene) + by_button(scene, hands_in_dm)
    elif scene.settled:
        lines += ["", *result_lines(scene), *scene.last_trick(), *after_lines(scene)]
    else:
        lines += scene.ready()
    lines += to_take_lines(scene)
    lines += scene.seen() + scene.plea() + scene.reports() + scene.absent() + scene.stop() + pack_lines(scene)
    footer = " ".join([texts.t("slate.footer", target=view.target), *house_lines(table, texts)])
    asked = scene.plea_buttons() or court_row(scene)
    trick = None if to_post else _trick(scene)
    return framed(scene, trick, lines, board_rows(scene, asked), footer=footer, fields=scene.slate())


# -- what there is to read


def _trick(scene: Scene) -> str | None:
    """While cards are played; a trick just taken stays until the next card falls."""
    view = scene.view
    if not scene.running or view.phase is not Phase.PLAY:
        return None
    seats, cards = view.trick_seats, view.trick
    if not cards and view.tricks:
        seats, cards = view.tricks[-1].seats, view.tricks[-1].cards
    return around(scene, dict(zip(seats, cards, strict=True)), {*SEATS} - {view.sits_out}, view.trump)


def _seats(scene: Scene) -> list[str]:
    """Four lines, one a seat: whose turn, the cap, and what that seat said or laid down last."""
    view, to_act = scene.view, scene.table.to_act
    laid = dict(zip(view.trick_seats, view.trick, strict=True))
    said = dict(view.calls)
    lines = []
    for seat in SEATS:
        rest = scene.t("board.cap") if seat == view.dealer else ""
        if scene.running:
            rest += _doing(scene, seat, said, laid)
        mark = TURN if seat == to_act else QUIET
        where, name = compass(seat, scene.texts), sitting_label(scene.table, seat, scene.names, scene.texts)
        lines.append(scene.t("board.line", mark=mark, seat=where, name=name, rest=rest))
    return lines


def _doing(scene: Scene, seat: Seat, said: dict[Seat, str], laid: dict[Seat, Card]) -> str:
    view = scene.view
    if seat == view.sits_out:
        return scene.t("board.out")
    if view.phase is not Phase.PLAY:
        return scene.t("board.said", word=word(said[seat], scene.texts)) if seat in said else ""
    if seat not in laid:
        return ""
    card = scene.t("board.played", card=f"**{face(laid[seat], scene.texts)}**")
    return card + (scene.t("board.leads") if seat == view.leader else "")


def _deal_lines(scene: Scene) -> list[str]:
    lines = [*scene.made_known(), *scene.trump()]
    if scene.view.phase is Phase.PLAY:
        lines += [scene.calls(), *scene.last_trick(), *scene.tricks()]
    return ["", *lines, *scene.kreide_open()]
