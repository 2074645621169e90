"""The house rules of a table in a line, where they are not the usual ones, and what does not count there."""

from bot import cutting
from bot.core.house import USUAL
from bot.core.levels import stepped_down
from bot.table import Table, TablePhase
from bot.ui.text import Texts


def house_lines(table: Table, texts: Texts) -> list[str]:
    """Nothing for a table that plays as the game is usually played."""
    options = table.options
    house, said = options.house, []
    if house.conduct is not USUAL.conduct:
        said.append(texts.t(f"house.conduct_{house.conduct}"))
    if house.overtrump is not USUAL.overtrump:
        said.append(texts.t(f"house.overtrump_{house.overtrump}".replace("-", "_")))
    if options.ask_cut:
        said.append(texts.t("house.ask_cut"))
    if table.game != "bauernheinrich" and stepped_down(options.level):  # that one is searched without native code
        said.append(texts.t("house.stepped_down"))
    return said


def practice_lines(table: Table, texts: Texts) -> list[str]:
    """Nothing for a table whose deals are booked; of known cards also which they are, as long as they matter."""
    if table.options.booked:
        return []
    lines = [texts.t("house.practice")]
    same = table.options.same
    if same is not None and (
        table.phase is TablePhase.LOBBY or same in (cutting.laid_next(table), cutting.laid_now(table))
    ):
        lines.append(texts.t("house.same", deal=same.deal, table=same.table, partie=same.partie))
    return lines
