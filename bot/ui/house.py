"""The house rules of a table in a line, where they are not the usual ones."""

from bot.arrangements import Options
from bot.core.house import USUAL
from bot.core.levels import stepped_down
from bot.ui.text import Texts


def house_lines(options: Options, texts: Texts) -> list[str]:
    """Nothing for a table that plays as the game is usually played."""
    house, said = options.house, []
    if house.conduct is not USUAL.conduct:
        said.append(texts.t(f"house.conduct_{house.conduct}"))
    if house.overtrump is not USUAL.overtrump:
        said.append(texts.t(f"house.overtrump_{house.overtrump}".replace("-", "_")))
    if options.ask_cut:
        said.append(texts.t("house.ask_cut"))
    if stepped_down(options.level):
        said.append(texts.t("house.stepped_down"))
    return said
