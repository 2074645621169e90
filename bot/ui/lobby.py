"""The table before its first Partie: four seats to fill."""

from collections.abc import Mapping

from bot.core.games import BAUERNHEINRICH
from bot.core.seats import SEATS
from bot.table import Table, TablePhase
from bot.ui import ids
from bot.ui.court import lobby_button, lobby_lines
from bot.ui.house import house_lines, practice_lines
from bot.ui.ids import Press, invite_id, seat_id
from bot.ui.message import LABEL, PLACEHOLDER, Button, Embed, Message, Row, UserSelect, cut
from bot.ui.scene import BLUE, compass, person_name, sitting_label
from bot.ui.text import Texts


def lobby_message(table: Table, names: Mapping[int, str], texts: Texts) -> Message:
    """Who sits where, and what can be pressed to fill the seats and begin; a closed lobby has no buttons."""
    game = texts.t(f"game.{table.game}")
    open_ = table.phase is TablePhase.LOBBY
    key = {TablePhase.LOBBY: "content" if table.free_seats else "full", TablePhase.CLOSED: "closed"}
    content = texts.t(f"lobby.{key.get(table.phase, 'playing')}", table=table.number, game=game)
    if table.phase is TablePhase.CLOSED:
        return Message(content)
    lines = [_line(table, names, texts, i) for i in range(4)]
    if open_:
        lines += ["", *practice_lines(table, texts), texts.t(_partners(table)), *house_lines(table, texts)]
        lines += lobby_lines(table, names, texts)
        lines.append(_ready_line(table, names, texts))
    footer = texts.t("lobby.how") if open_ else None
    embed = Embed(None, "\n".join(lines), footer=footer, colour=BLUE)
    return Message(content, embed, _rows(table, texts) if open_ else ())


def _partners(table: Table) -> str:
    """The text that says how partners find each other, if the game has any (H)."""
    if table.game == BAUERNHEINRICH.name:
        return "lobby.alone"
    return "lobby.lot" if table.options.by_lot else "lobby.opposite"


def _line(table: Table, names: Mapping[int, str], texts: Texts, index: int) -> str:
    seat = SEATS[index]
    person = table.chairs[seat].person
    host = texts.t("lobby.host") if person is not None and person == table.host else ""
    name = sitting_label(table, seat, names, texts)
    return texts.t("lobby.line", seat=compass(seat, texts), name=name, host=host)


def _ready_line(table: Table, names: Mapping[int, str], texts: Texts) -> str:
    free = len(table.free_seats)
    if free:
        return texts.t("count.seats", count=free) + "."
    return texts.t("lobby.start", host=person_name(names, table.host))


def _rows(table: Table, texts: Texts) -> tuple[Row, ...]:
    sit, computers = [], []
    for seat in SEATS:
        chair, name = table.chairs[seat], compass(seat, texts)
        taken = chair.person is not None
        label = texts.t("button.sit", seat=name)
        sit.append(Button(seat_id(table.id, 0, ids.SIT, seat), label, "🪑", "primary", disabled=taken))
        label = texts.t("button.no_computer" if chair.computer else "button.computer", seat=name)
        computers.append(Button(seat_id(table.id, 0, ids.COMPUTER, seat), label, "🤖", disabled=taken))
    verb, key, emoji = (ids.FILL, "button.fill", "🤖") if table.free_seats else (ids.START, "button.start", "▶️")
    onward = Button(Press(table.id, 0, verb).id, cut(texts.t(key), LABEL), emoji, "success")
    last = (
        onward,
        Button(Press(table.id, 0, ids.STAND).id, texts.t("button.stand"), "🚪"),
        *lobby_button(table, texts),
    )
    invite = UserSelect(invite_id(table.id), cut(texts.t("button.invite"), PLACEHOLDER))
    return tuple(sit), tuple(computers), last, (invite,)
