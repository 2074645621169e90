"""A settled deal page by page, all hands open: first what was dealt and said, then every trick."""

from collections.abc import Mapping
from typing import Any

from bot.core.cards import Card, Hand, cards_in
from bot.core.games import PairView, PlaceView
from bot.core.looking_back import PastDeal, PastTrick
from bot.core.seats import SEATS, Seat, partner_of
from bot.table import Table
from bot.ui import heinrich_lines
from bot.ui.faces import face, faces, sign, sort_hand
from bot.ui.heinrich_lines import PlaceScene
from bot.ui.lines import Scene
from bot.ui.message import CONTENT, DESCRIPTION, Button, Embed, Message, Row, cut
from bot.ui.reading import AGAIN, LOOK, Reading
from bot.ui.result import result_lines
from bot.ui.scene import BLUE, compass
from bot.ui.text import Texts

OPEN = "open"  # beside the settled deal; all others turn the page


def look_message(table: Table, past: PastDeal, page: int, names: Mapping[int, str], texts: Texts) -> Message:
    """``table`` as it was when the deal was settled; ``page`` 0 is what was dealt, none is later than the last."""
    last = len(past.tricks)
    page = min(max(page, 0), last)
    view = table.view(None)
    scene = PlaceScene(table, view, names, texts) if isinstance(view, PlaceView) else None
    if scene is None:
        assert isinstance(view, PairView)
        lines = _of_pairs(Scene(table, view, names, texts), past, page)
    else:
        lines = _of_places(scene, past, page)
    title = texts.t("look.title", table=table.number, partie=table.partie, deal=table.deal)
    content = texts.t("look.page", title=title, page=page + 1, pages=last + 1)
    return Message(
        cut(content, CONTENT),
        Embed(None, cut("\n".join(lines), DESCRIPTION), colour=BLUE),
        _rows(table, page, last, texts),
    )


def look_row(table: int, partie: int, deal: int, texts: Texts) -> Row:
    """For beside a settled deal."""
    return (Button(Reading(LOOK, (str(table), str(partie), str(deal), "0", OPEN)).id, texts.t("button.look"), "🔍"),)


def _rows(table: Table, page: int, last: int, texts: Texts) -> tuple[Row, ...]:
    key = (str(table.id), str(table.partie), str(table.deal))
    turns = (
        ("first", texts.t("look.first"), 0),
        ("back", texts.t("look.back"), max(page - 1, 0)),
        ("next", texts.t("look.next"), min(page + 1, last)),
        ("last", texts.t("look.last"), last),
    )
    turning = tuple(
        Button(Reading(LOOK, (*key, str(to), name)).id, label, disabled=to == page) for name, label, to in turns
    )
    return turning, (Button(Reading(AGAIN, key).id, texts.t("button.again"), "🃏"),)


def _of_pairs(scene: Scene, past: PastDeal, page: int) -> list[str]:
    view, state, texts = scene.view, past.state, scene.texts
    if page == 0:
        lines = [scene.t("look.dealt")]
        lines += [_hand(scene, seat, sort_hand(cards_in(state.dealt[seat]), view.trump), "") for seat in SEATS]
        lines += ["", scene.calls(), *scene.made_known(), *scene.trump()]
        if view.soloist is not None:
            givers = (view.soloist, partner_of(view.soloist))
            given = zip(givers, state.gifts, strict=False)
            lines += [scene.t("look.gave", name=scene.full_name(s), card=face(card, texts)) for s, card in given]
    else:
        trick = past.tricks[page - 1]
        lines = _trick(scene, trick, page)
        if trick.taker is not None:
            lines.append(scene.t("look.won", name=scene.full_name(trick.taker)))
        first, second = scene.pairs
        lines.append(
            scene.t(
                "look.augen",
                first=scene.pair(first, "nom"),
                first_augen=trick.augen[first],
                second=scene.pair(second, "nom"),
                second_augen=trick.augen[second],
            )
        )
        lines += [*scene.trump(), "", scene.t("look.held")]
        lines += [_hand(scene, seat, sort_hand(cards_in(trick.hands[seat]), view.trump), "", trick) for seat in SEATS]
    return [*lines, "", *result_lines(scene)] if page == len(past.tricks) else lines


def _of_places(scene: PlaceScene, past: PastDeal, page: int) -> list[str]:
    view, texts = scene.view, scene.texts
    trumps = view.trumps

    def hand(seat: Seat, held: Hand, trick: PastTrick | None = None) -> str:
        own = None if trumps is None else trumps[seat]
        rest = "" if own is None else f" {sign(own, texts)}"
        return _hand(scene, seat, heinrich_lines.sort_hand(cards_in(held), own), rest, trick)

    if page == 0:
        lines = [scene.t("look.dealt"), *(hand(seat, past.state.dealt[seat]) for seat in SEATS)]
        if view.clubs is not None:
            lines += ["", scene.t("places.clubs", name=scene.full_name(view.clubs))]
    else:
        trick = past.tricks[page - 1]
        lines = _trick(scene, trick, page)
        if trick.whole and trick.taker is None:
            lines.append(scene.t("look.gone"))
        elif trick.taker is not None:
            lines.append(scene.t("look.took", name=scene.full_name(trick.taker)))
        if trick.places:
            lines.append(scene.t("look.out", names=scene.people(trick.places)))
        lines += ["", scene.t("look.held"), *(hand(seat, trick.hands[seat], trick) for seat in SEATS)]
    return [*lines, "", *scene.result()] if page == len(past.tricks) else lines


def _trick(scene: Any, trick: PastTrick, number: int) -> list[str]:
    """Who led, and what was laid in which order."""
    laid = zip(trick.seats, trick.cards, strict=True)
    cards = " · ".join(
        scene.t("line.trick_card", name=scene.full_name(seat), card=face(Card(card), scene.texts))
        for seat, card in laid
    )
    lines = [scene.t("look.trick", number=number, name=scene.full_name(trick.seats[0])), cards]
    return lines if trick.whole else [*lines, scene.t("look.unfinished")]


def _hand(scene: Any, seat: Seat, cards: list[Card], rest: str, trick: PastTrick | None = None) -> str:
    """What was laid next out of it stands out."""
    laid = () if trick is None else trick.cards
    shown = " ".join(f"**{face(card, scene.texts)}**" if card in laid else faces([card], scene.texts) for card in cards)
    cap = scene.t("board.cap") if seat == scene.view.dealer else ""
    where, name = compass(seat, scene.texts), scene.full_name(seat)
    return scene.t("look.hand", seat=where, name=name, rest=cap + rest, cards=shown or scene.t("slate.none"))
