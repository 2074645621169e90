"""The public message of a table: only what everybody at the table sees, from the View of an onlooker."""

from collections.abc import Collection, Mapping

from bot.core.cards import Card
from bot.core.game import Phase
from bot.core.games import PlaceView
from bot.core.schafkopf.view import View
from bot.core.seats import SEATS, Seat
from bot.table import Table, TablePhase
from bot.ui import ids
from bot.ui.faces import face, faces, word
from bot.ui.house import house_lines
from bot.ui.ids import Press, seat_id
from bot.ui.lines import GOLD, GREEN, GREY, Scene, compass, sitting_label
from bot.ui.message import CONTENT, DESCRIPTION, LABEL, Button, Embed, Item, Message, Row, cut
from bot.ui.result import after_lines, result_lines
from bot.ui.text import text

TURN, QUIET = "👉", "▫️"


def board_message(table: Table, names: Mapping[int, str], locale: str, *, hands_in_dm: Collection[Seat]) -> Message:
    """The board of a table that has left its lobby. ``hands_in_dm``: the seats whose cards come by direct message."""
    texts = text(locale)
    game = texts.t(f"game.{table.game}")
    view = table.view(None)
    if view is None:
        key = "lobby.closed" if table.phase is TablePhase.CLOSED else "lobby.nothing"
        return Message(texts.t(key, table=table.number))
    assert not isinstance(view, PlaceView)
    scene = Scene(table, view, names, texts)
    lines = [*scene.annulled(), *_seats(scene), *_drawing(scene)]
    if scene.running:
        lines += _deal_lines(scene) + _by_button(scene, hands_in_dm)
    elif scene.settled:
        lines += ["", *result_lines(scene), *scene.last_trick(), *after_lines(scene)]
    else:
        lines += scene.ready()
    free = len(_seats_to_take(table))
    if free:
        lines.append(texts.t("line.seats_to_take", count=free))
    lines += scene.seen() + scene.plea() + scene.reports() + scene.absent() + scene.stop()
    if view.deal_number:
        place = texts.t("place.board", table=table.number, game=game, deal=view.deal_number)
    else:
        place = texts.t("place.before", table=table.number, game=game)
    colour = GREEN if scene.running else GOLD if scene.settled else GREY
    footer = " ".join([texts.t("slate.footer", target=view.target), *house_lines(table.options, texts)])
    embed = Embed(None, cut("\n".join(lines), DESCRIPTION), scene.slate(), footer, colour)
    return Message(cut(f"{scene.turn()}\n{place}", CONTENT), embed, _rows(scene))


# -- what there is to read


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


def _drawing(scene: Scene) -> list[str]:
    """The lot and the cards drawn for the deal, before anything is dealt (C4, C5)."""
    drawing, view = scene.table.drawing, scene.view
    if drawing is None or not _undealt(view):
        return []
    texts, lines = scene.texts, []
    if drawing.lot is not None:
        lines.append(scene.t("drawing.lot"))
        for seat, cards in zip(SEATS, drawing.lot, strict=True):
            shown = faces((Card(card) for card in cards), texts)
            lines.append(scene.t("drawing.lot_seat", name=scene.full_name(seat), cards=shown))
    lines.append(scene.t("drawing.dealer"))
    for seat, card in zip(SEATS, drawing.dealer_cards, strict=True):
        cap = scene.t("board.cap") if seat == view.dealer else ""
        name = scene.full_name(seat)
        lines.append(scene.t("drawing.dealer_seat", card=face(Card(card), texts), name=name, cap=cap))
    return ["", *lines]


def _undealt(view: View) -> bool:
    return view.phase is Phase.DEAL and view.result is None


def _by_button(scene: Scene, hands_in_dm: Collection[Seat]) -> list[str]:
    """Who gets no direct message and takes the cards from the button below."""
    chairs = scene.table.chairs
    seats = [s for s in SEATS if chairs[s].person is not None and not chairs[s].computer and s not in hands_in_dm]
    return [scene.t("line.buttons_only", names=scene.people(seats))] if seats else []


# -- what there is to press


def _rows(scene: Scene) -> tuple[Row, ...]:
    table = scene.table
    if table.phase is TablePhase.CLOSED:
        return ()
    first: list[Item] = []
    onward = scene.go_on_button()
    if onward:
        first.append(onward)
    if scene.playing:
        style = "primary" if scene.running else "secondary"
        first.append(Button(Press(table.id, 0, ids.HAND).id, scene.t("button.cards"), "🎴", style))
    substitute = scene.substitute_button()
    if substitute:
        first.append(substitute)
    take: list[Item] = [
        Button(
            seat_id(table.id, table.turn, ids.TAKE, seat),
            cut(scene.t("button.take", seat=compass(seat, scene.texts)), LABEL),
            "🪑",
        )
        for seat in _seats_to_take(table)
    ]
    return tuple(tuple(row) for row in (first, take, scene.plea_buttons(), scene.stop_buttons()) if row)


def _seats_to_take(table: Table) -> list[Seat]:
    if not (table.between_deals or table.phase is TablePhase.FINISHED):
        return []
    return [seat for seat in SEATS if table.chairs[seat].person is None]
