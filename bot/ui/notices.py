"""Short messages beside board and hand: seated, reminders, invitations, ends, refusals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.core.cards import suit_of
from bot.core.game import Reason
from bot.core.games import PairView, View
from bot.core.schafkopf.play import is_trump
from bot.core.seats import SEATS, Seat
from bot.table import Table, TablePhase
from bot.ui import ids
from bot.ui.faces import suit_name
from bot.ui.ids import Press
from bot.ui.message import CONTENT, ROW_BUTTONS, ROWS, Button, Item, LinkButton, Message, Row, cut
from bot.ui.scene import compass, person_name, seat_label
from bot.ui.text import Texts, safe_name, text


def seated_message(table: Table, seat: Seat, locale: str, *, server: str, board_url: str | None = None) -> Message:
    """The direct message that tells whether direct messages arrive, sent when someone sits down."""
    texts = text(locale)
    game, where = texts.t(f"game.{table.game}"), compass(seat, texts)
    line = texts.t("notice.seated", table=table.number, server=safe_name(server), seat=where, game=game)
    return Message(f"{line}\n{texts.t('notice.seated_more')}", rows=_link(board_url, texts.t("button.board")))


def reminder_message(table: Table, mention: str, locale: str) -> Message:
    """Calls someone whose turn it is to the table; ``mention`` as Discord writes it."""
    texts = text(locale)
    cards = Button(Press(table.id, 0, ids.HAND).id, texts.t("button.cards"), "🎴", "primary")
    return Message(texts.t("notice.reminder", mention=mention, table=table.number), rows=((cards,),))


def away_message(board: Message, locale: str) -> Message:
    """A board with a word above it that the bot is about to be restarted."""
    return replace(board, content=cut(f"{text(locale).t('notice.away')}\n{board.content}", CONTENT))


def invitation_message(table: Table, mention: str, host: str, locale: str, *, lobby_url: str | None = None) -> Message:
    """A mention in the channel; ``host`` is the name of whoever invites."""
    texts = text(locale)
    game = texts.t(f"game.{table.game}")
    line = texts.t("notice.invitation", mention=mention, host=safe_name(host), table=table.number, game=game)
    return Message(line, rows=_link(lobby_url, texts.t("button.board")))


def place_message(table: Table, locale: str, *, gone: bool, rights: Sequence[str]) -> Message:
    """To the host: the board cannot be shown. ``rights``: those that are missing, if they are known."""
    texts = text(locale)
    if gone:
        return Message(texts.t("notice.place_gone", table=table.number))
    if rights:
        return Message(texts.t("notice.place_rights", table=table.number, rights=", ".join(rights)))
    return Message(texts.t("notice.place_closed", table=table.number))


def annulled_message(table: Table, locale: str) -> Message:
    return Message(text(locale).t("notice.annulled", table=table.number, deal=table.deal))


def closed_message(table: Table, locale: str, *, idle: bool = False) -> Message:
    """``idle``: nobody did anything for too long."""
    return Message(text(locale).t("notice.closed_idle" if idle else "notice.closed", table=table.number))


def stopped_message(table: Table, locale: str) -> Message:
    return Message(text(locale).t("notice.stopped", table=table.number))


@dataclass(frozen=True, slots=True)
class OwnHand:
    """One of the tables a person sits at; ``server`` is its name."""

    table: Table
    seat: Seat
    server: str


def hands_message(own: Sequence[OwnHand], names: Mapping[int, str], locale: str) -> Message:
    """For someone at several tables: which one, with a button each."""
    texts = text(locale)
    shown = own[: ROWS * ROW_BUTTONS]
    lines, buttons = [texts.t("notice.hands")], []
    for hand in shown:
        table, to_act = hand.table, hand.table.to_act
        if to_act is not None:
            mine = to_act == hand.seat
            name = seat_label(table, to_act, names, texts)
            turn = texts.t("notice.hands_you") if mine else texts.t("notice.hands_other", name=name)
        else:
            turn = texts.t("notice.hands_lobby" if table.phase is TablePhase.LOBBY else "notice.hands_pause")
        lines.append(
            texts.t(
                "notice.hands_line",
                table=table.number,
                game=texts.t(f"game.{table.game}"),
                server=safe_name(hand.server),
                turn=turn,
            )
        )
        label = texts.t("notice.hands_button", table=table.number)
        style = "primary" if to_act == hand.seat else "secondary"
        buttons.append(Button(Press(table.id, 0, ids.HAND).id, label, "🎴", style))
    rows = tuple(tuple(buttons[i : i + ROW_BUTTONS]) for i in range(0, len(buttons), ROW_BUTTONS))
    return Message(cut("\n".join(lines), CONTENT), rows=rows)


def reason_text(reason: Reason, texts: Texts, view: View | None = None) -> str:
    """Why a step is refused, in one sentence. With the player's own View it names the suit that was led."""
    if isinstance(view, PairView) and view.trick and view.trump is not None and reason in (Reason.C10, Reason.C11):
        led = view.trick[0]
        trump = reason is Reason.C10 and is_trump(led, view.trump)
        key = "reason_with.C10_trump" if trump else f"reason_with.{reason}"
        return texts.t(key, suit=suit_name(suit_of(led), texts))
    return texts.t(f"reason.{reason}")


def refused_text(why: str, facts: Mapping[str, object], texts: Texts, names: Mapping[int, str] | None = None) -> str:
    """The sentence for a ``Refused``: its ``why`` and ``facts``; a seat and a person are given their names."""
    told: dict[str, object] = {}
    for key, fact in facts.items():
        if key == "seat" and isinstance(fact, int):
            told[key] = compass(SEATS[fact], texts)
        elif key == "person":
            told[key] = person_name(names or {}, fact if isinstance(fact, int) else None)
        else:
            told[key] = safe_name(fact) if isinstance(fact, str) else fact
    return texts.t(f"refused.{why}", **told)


def _link(url: str | None, label: str) -> tuple[Row, ...]:
    row: tuple[Item, ...] = (LinkButton(url, label),) if url else ()
    return (row,) if row else ()
