"""What every board has, whatever is played: its frame, the trick, the drawing, the rows of buttons.

A board is an embed under a line of content, and not Components V2: a message of those gives an empty push notification
and never becomes another again, while content of nothing but emojis is drawn twice as large as any other, which on a
phone makes the trick the first thing one sees; in an embed, or beside a word, emojis stay small.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from bot.core.cards import Card, Suit
from bot.core.game import Phase
from bot.core.seats import SEATS, Seat
from bot.table import Table, TablePhase
from bot.ui import ids
from bot.ui.faces import face, faces
from bot.ui.ids import Press, seat_id
from bot.ui.look_back import look_row
from bot.ui.message import CONTENT, DESCRIPTION, LABEL, Button, Embed, Field, Item, Message, Row, cut
from bot.ui.pack import cut_rows
from bot.ui.scene import GOLD, GREEN, GREY, TableScene, compass

TURN, QUIET = "👉", "▫️"


def framed(
    scene: TableScene[Any],
    trick: str | None,
    lines: Sequence[str],
    rows: tuple[Row, ...],
    *,
    footer: str,
    fields: tuple[Field, ...] = (),
) -> Message:
    """Whose turn it is and where, in the content or, where that is the ``trick``, on top of the lines below."""
    table, deal = scene.table, scene.view.deal_number
    game = scene.t(f"game.{table.game}")
    if deal:
        place = scene.t("place.board", table=table.number, game=game, deal=deal)
    else:
        place = scene.t("place.before", table=table.number, game=game)
    head = f"{scene.turn()}\n{place}"
    colour = GREEN if scene.running else GOLD if scene.settled else GREY
    told = lines if trick is None else [head, "", *lines]
    embed = Embed(None, cut("\n".join(told), DESCRIPTION), fields, footer, colour)
    return Message(cut(head if trick is None else trick, CONTENT), embed, rows)


def around(
    scene: TableScene[Any], laid: Mapping[Seat, Card], waiting: Collection[Seat], middle: Suit | None
) -> str | None:
    """The trick as it lies there, north on top: a card, the back of one still to come, or nothing; in the middle what
    is trump. Only emojis, none of them but pictures; None where there are none and letters stand for the cards.
    """
    deck = scene.texts.deck
    if deck is None:
        return None
    north, east, south, west = (
        deck.card(laid[seat]) if seat in laid else deck.back if seat in waiting else QUIET for seat in SEATS
    )
    centre = QUIET if middle is None else deck.suit(middle)
    return f"{QUIET}{north}{QUIET}\n{west}{centre}{east}\n{QUIET}{south}{QUIET}"


def drawing_lines(scene: TableScene[Any]) -> list[str]:
    """The lot and the cards drawn for the deal, before anything is dealt (C4, C5)."""
    drawing = scene.table.drawing
    if drawing is None or scene.view.phase is not Phase.DEAL or scene.settled:
        return []
    texts, lines = scene.texts, []
    if drawing.lot is not None:
        lines.append(scene.t("drawing.lot"))
        for seat, cards in zip(SEATS, drawing.lot, strict=True):
            shown = faces((Card(card) for card in cards), texts)
            lines.append(scene.t("drawing.lot_seat", name=scene.full_name(seat), cards=shown))
    if drawing.dealer_cards is None:
        return [*lines, "", scene.t("drawing.as_then", name=scene.full_name(scene.view.dealer))]
    lines.append(scene.t("drawing.dealer"))
    for seat, card in zip(SEATS, drawing.dealer_cards, strict=True):
        cap = scene.t("board.cap") if seat == scene.view.dealer else ""
        name = scene.full_name(seat)
        lines.append(scene.t("drawing.dealer_seat", card=face(Card(card), texts), name=name, cap=cap))
    return ["", *lines]


def by_button(scene: TableScene[Any], hands_in_dm: Collection[Seat]) -> list[str]:
    """Who gets no direct message and takes the cards from the button below."""
    chairs = scene.table.chairs
    seats = [s for s in SEATS if chairs[s].person is not None and not chairs[s].computer and s not in hands_in_dm]
    return [scene.t("line.buttons_only", names=scene.people(seats))] if seats else []


def to_take_lines(scene: TableScene[Any]) -> list[str]:
    free = len(seats_to_take(scene.table))
    return [scene.t("line.seats_to_take", count=free)] if free else []


def board_rows(scene: TableScene[Any], asked: Row = ()) -> tuple[Row, ...]:
    """``asked``: the buttons that answer what a player has asked of the others."""
    table = scene.table
    look = (
        () if table.settlement is None or not table.deal else look_row(table.id, table.partie, table.deal, scene.texts)
    )
    if table.phase is TablePhase.CLOSED:
        return (look,) if look else ()
    first: list[Item] = []
    onward = scene.go_on_button()
    if onward:
        first.append(onward)
    if scene.playing:
        style = "primary" if scene.running else "secondary"
        first.append(Button(Press(table.id, 0, ids.HAND).id, scene.t("button.cards"), "🎴", style))
    first += look
    substitute = scene.substitute_button()
    if substitute:
        first.append(substitute)
    take: list[Item] = [
        Button(
            seat_id(table.id, table.turn, ids.TAKE, seat),
            cut(scene.t("button.take", seat=compass(seat, scene.texts)), LABEL),
            "🪑",
        )
        for seat in seats_to_take(table)
    ]
    return tuple(tuple(row) for row in (*cut_rows(scene), first, take, asked, scene.stop_buttons()) if row)


def seats_to_take(table: Table) -> list[Seat]:
    if table.unsettled or not (table.between_deals or table.phase is TablePhase.FINISHED):
        return []
    return [seat for seat in SEATS if table.chairs[seat].person is None]
