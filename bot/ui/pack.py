"""What is to be seen of a pack: what was promised, the players' words, the cut, and at last what it followed from."""

from typing import Any

from bot import cutting
from bot.core.provable import LEAST_CUT, MOST_CUT, CutBy, Lot
from bot.ui import ids
from bot.ui.ids import Press
from bot.ui.message import LABEL, PLACEHOLDER, Button, ListOption, ListSelect, Row, cut
from bot.ui.scene import TableScene
from bot.ui.text import safe_name

KNOCK = "knock"
WORDS_SHOWN = 60  # characters of each player's


def cut_rows(scene: TableScene[Any]) -> tuple[Row, ...]:
    """For whoever is to cut, and on the board, where everybody sees that it is asked (C6)."""
    table = scene.table
    if not cutting.asked(table) or scene.me not in (None, cutting.cutter(table)):
        return ()
    assert table.shuffle is not None
    options = tuple(
        ListOption(str(count), scene.t("cut.lift", count=count)) for count in range(LEAST_CUT, MOST_CUT + 1)
    )
    press = Press(table.id, table.shuffle.number, ids.CUT)
    where = ListSelect(press.select_id, cut(scene.t("cut.where"), PLACEHOLDER), options)
    knock = Press(table.id, table.shuffle.number, ids.CUT, KNOCK)
    return (where,), (Button(knock.id, cut(scene.t("cut.knock"), LABEL), "👊"),)


def pack_lines(scene: TableScene[Any]) -> list[str]:
    """For the board, below everything else: small print, but all of it (``/deal verify`` says what it means)."""
    table = scene.table
    lines: list[str] = []
    if scene.running and table.lot is not None:
        lines += _cut_line(scene, table.lot)
    if table.shuffle is not None:
        lines += [
            scene.t("cut.words", name=scene.full_name(seat), words=safe_name(text, WORDS_SHOWN))
            for seat, text in table.shuffle.words
        ]
    if table.settlement is not None and table.lot is not None:  # not before, whatever the result looks like (B23)
        lines.append(scene.t("cut.revealed", number=table.lot.number, seed=table.lot.seed.hex()))
    promise = cutting.promise(table)
    if promise is not None:
        lines.append(scene.t("cut.promised", number=promise.number, promise=promise.commitment))
    return lines


def _cut_line(scene: TableScene[Any], lot: Lot) -> list[str]:
    """How it was cut, if a person did it."""
    if lot.by is not CutBy.PERSON:
        return []
    if lot.cut is None:
        return [scene.t("cut.knocked", name=scene.full_name(lot.cutter))]
    return [scene.t("cut.lifted", name=scene.full_name(lot.cutter), count=lot.cut)]
