"""What a server or a person has set as a message: all of it in view, and lists to change it by."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.settings import AUTO, OWN_BY_NAME, SERVER_BY_NAME, Setting
from bot.ui.ids import NoPress
from bot.ui.message import LABEL, OPTIONS, PLACEHOLDER, TITLE, Button, Embed, ListOption, ListSelect, Message, Row, cut
from bot.ui.scene import BLUE
from bot.ui.text import Texts, safe_name, text

SERVER_SCOPE, OWN_SCOPE = "server", "own"
PICK, SET, RESET = "pick", "set", "reset"
SHOW, OPEN = "show", "open"  # in place of the message pressed; as one of its own
PREFIX = "k1s:"
LIST_PATTERN = r"k1s:(?P<scope>server|own):(?P<verb>pick|set)(?::(?P<name>[a-z_]+))?"
BUTTON_PATTERN = r"k1s:(?P<scope>server|own):(?P<verb>reset|show|open)(?::(?P<name>[a-z_]+))?"
LANGUAGE_NAMES = {"de": "Deutsch", "en": "English"}  # each in itself


@dataclass(frozen=True, slots=True)
class SettingPress:
    """``k1s:<scope>:<verb>[:<name>]``: whose settings, what is done, and for ``set`` to which."""

    verb: str
    name: str | None = None
    scope: str = SERVER_SCOPE

    @property
    def id(self) -> str:
        tail = "" if self.name is None else f":{self.name}"
        return f"{PREFIX}{self.scope}:{self.verb}{tail}"

    @classmethod
    def parse(cls, custom_id: str) -> "SettingPress":
        """Inverse of ``id``; raises NoPress."""
        match = re.fullmatch(LIST_PATTERN, custom_id) or re.fullmatch(BUTTON_PATTERN, custom_id)
        if match is None:
            raise NoPress(custom_id)
        return cls.of(match)

    @classmethod
    def of(cls, match: re.Match[str]) -> "SettingPress":
        """From a match of one of the patterns."""
        return cls(match["verb"], match["name"], match["scope"])


SCOPES: Mapping[str, Mapping[str, Setting]] = {SERVER_SCOPE: SERVER_BY_NAME, OWN_SCOPE: OWN_BY_NAME}


def settings_message(
    scope: str,
    kept: Mapping[str, str],
    whose: str,
    locale: str,
    *,
    house: Mapping[str, str],
    open_at: str | None = None,
    saved: bool = False,
    manages: bool = False,
) -> Message:
    """``kept``: what is set in that ``scope``; ``whose``: its name; ``house``: what holds where a setting is ``auto``.

    ``open_at``: the setting whose values are offered; ``saved``: something has just been changed;
    ``manages``: the reader manages the server they are in, so from their own settings a button leads to the server's.
    """
    texts, known = text(locale), SCOPES[scope]
    own = scope == OWN_SCOPE
    lines = [texts.t("setting.head_own" if own else "setting.head"), ""]
    for setting in known.values():
        value = setting.of(kept)
        key = "setting.line" if value == setting.usual else "setting.line_set"
        lines.append(
            texts.t(key, label=_label(scope, setting, texts), value=value_text(setting, value, texts, house)),
        )
    title = cut(texts.t("setting.title", server=safe_name(whose)), TITLE)
    rows: list[Row] = [(_which(scope, kept, texts, house, open_at),)]
    if open_at is not None:
        rows.append((_values(scope, known[open_at], kept, texts, house),))
    as_usual = all(setting.of(kept) == setting.usual for setting in known.values())
    reset = SettingPress(RESET, scope=scope).id
    last = [Button(reset, texts.t("setting.reset"), "↩️", disabled=as_usual)]
    if not own:
        last.append(Button(SettingPress(SHOW, scope=OWN_SCOPE).id, texts.t("setting.to_own"), "👤"))
    elif manages:
        last.append(Button(SettingPress(SHOW, scope=SERVER_SCOPE).id, texts.t("setting.to_server"), "⚙️"))
    rows.append(tuple(last))
    footer = texts.t("setting.footer_own" if own else "setting.footer")
    embed = Embed(title, "\n".join(lines), footer=footer, colour=BLUE)
    return Message(texts.t("setting.saved") if saved else "", embed, tuple(rows))


def value_text(setting: Setting, value: str, texts: Texts, house: Mapping[str, str]) -> str:
    """A value as people read it."""
    if value == AUTO and setting.name in house:
        return texts.t("setting.auto", value=value_text(setting, house[setting.name], texts, {}))
    if setting.name == "language":
        return LANGUAGE_NAMES[value]
    if setting.name == "game":
        return texts.t(f"game.{value}")
    if setting.name == "absence":
        return _duration(int(value), texts)
    key = f"command.choice.{setting.name}.{value}"
    return texts.t(key) if texts.has(key) else value


def _duration(seconds: int, texts: Texts) -> str:
    if seconds % 60:
        return texts.t("setting.seconds", count=seconds)
    return texts.t("setting.minutes", count=seconds // 60)


def _label(scope: str, setting: Setting, texts: Texts) -> str:
    own = f"setting.own_{setting.name}"
    return texts.t(own if scope == OWN_SCOPE and texts.has(own) else f"setting.{setting.name}")


def _which(
    scope: str, kept: Mapping[str, str], texts: Texts, house: Mapping[str, str], open_at: str | None
) -> ListSelect:
    options = tuple(
        ListOption(
            setting.name,
            cut(_label(scope, setting, texts), LABEL),
            cut(value_text(setting, setting.of(kept), texts, house), LABEL),
            chosen=setting.name == open_at,
        )
        for setting in SCOPES[scope].values()
    )
    return ListSelect(SettingPress(PICK, scope=scope).id, cut(texts.t("setting.which"), PLACEHOLDER), options)


def _values(
    scope: str, setting: Setting, kept: Mapping[str, str], texts: Texts, house: Mapping[str, str]
) -> ListSelect:
    """What the menu offers, and what was typed, if that is not among it."""
    value = setting.of(kept)
    values = setting.values if value in setting.values else (value, *setting.values)
    options = tuple(
        ListOption(one, cut(value_text(setting, one, texts, house), LABEL), chosen=one == value)
        for one in values[:OPTIONS]
    )
    placeholder = texts.t("setting.to_what", label=_label(scope, setting, texts))
    return ListSelect(SettingPress(SET, setting.name, scope).id, cut(placeholder, PLACEHOLDER), options)
