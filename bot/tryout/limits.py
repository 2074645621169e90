"""The limits Discord enforces on what a bot sends; every function raises a 50035 `Refusal` that names the place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import Any

from bot.tryout.errors import Findings, Json

V2 = 1 << 15
MAX_CONTENT = 2000
MAX_EMBED_TEXT = 6000
MAX_FILES = 10
MAX_UPLOAD = 10 * 1024 * 1024
_COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")
_EMOJI_NAME = re.compile(r"\w{2,32}", re.ASCII)
_SELECTS = (3, 5, 6, 7, 8)
Path = tuple[str | int, ...]


def check_message(body: Json, emojis: Collection[int], *, v2: bool, root: Path = ()) -> None:
    """Check a message as it is created or edited; `emojis` are the ids of the custom emojis the bot may use."""
    findings = Findings()
    content = body.get("content")
    if content is not None:
        findings.length((*root, "content"), content, 0, MAX_CONTENT)
    nonce = body.get("nonce")
    if nonce is not None and len(str(nonce)) > 25:
        findings.add((*root, "nonce"), "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length.")
    embeds = body.get("embeds") or []
    _check_embeds(findings, embeds, (*root, "embeds"))
    if v2:
        for key in ("content", "embeds"):
            if body.get(key):
                findings.add(
                    (*root, key), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", f"{key} cannot be used here"
                )
    _Components(findings, emojis, v2=v2).check(body.get("components") or [], (*root, "components"))
    findings.check()


def check_modal(data: Json, emojis: Collection[int]) -> None:
    """Check the data of a modal."""
    findings = Findings()
    findings.length(("data", "custom_id"), data.get("custom_id"), 1, 100)
    findings.length(("data", "title"), data.get("title"), 1, 45)
    components = data.get("components") or []
    findings.length(("data", "components"), components, 1, 5)
    inner = _Components(findings, emojis, v2=False)
    for place, component in enumerate(components):
        path: Path = ("data", "components", place)
        if component.get("type") == 1:
            children = component.get("components") or []
            findings.length((*path, "components"), children, 1, 1)
            for at, child in enumerate(children):
                inner.text_input(child, (*path, "components", at), labelled=True)
        elif component.get("type") == 18:
            findings.length((*path, "label"), component.get("label"), 1, 45)
            findings.length((*path, "description"), component.get("description") or "", 0, 100)
            child = component.get("component") or {}
            if child.get("type") == 4:
                inner.text_input(child, (*path, "component"), labelled=False)
            elif child.get("type") in _SELECTS:
                inner.select(child, (*path, "component"))
            else:
                findings.add(
                    (*path, "component", "type"),
                    "UNION_TYPE_CHOICES",
                    'Value of field "type" must be one of (3, 4, 5, 6, 7, 8).',
                )
        elif component.get("type") != 10:
            findings.add((*path, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1, 10, 18).')
    findings.check()


def check_choices(choices: list[Json]) -> None:
    """Check the choices of an autocomplete answer."""
    findings = Findings()
    findings.length(("data", "choices"), choices, 0, 25)
    for place, choice in enumerate(choices):
        _check_choice(findings, choice, ("data", "choices", place))
    findings.check()


def check_command(command: Json, root: Path = ()) -> None:
    """Check an application command with all its options and localisations."""
    findings = Findings()
    _check_named(findings, command, root, chat=command.get("type", 1) == 1)
    _check_options(findings, command.get("options") or [], (*root, "options"))
    findings.check()


def check_emoji(name: str, image: bytes | None) -> None:
    """Check the name of an application emoji and, when it is new, its picture."""
    findings = Findings()
    if not _EMOJI_NAME.fullmatch(name):
        findings.add(("name",), "BASE_TYPE_BAD_LENGTH", "Must be 2 to 32 letters, digits or underscores.")
    if image is not None and not image:
        findings.add(("image",), "BASE_TYPE_REQUIRED", "This field is required")
    elif image is not None and len(image) > 256 * 1024:
        findings.add(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    findings.check()


def _check_embeds(findings: Findings, embeds: list[Json], root: Path) -> None:
    findings.length(root, embeds, 0, 10)
    total = 0
    for place, embed in enumerate(embeds):
        path = (*root, place)
        texts: list[tuple[Path, Any, int]] = [
            ((*path, "title"), embed.get("title"), 256),
            ((*path, "description"), embed.get("description"), 4096),
            ((*path, "footer", "text"), (embed.get("footer") or {}).get("text"), 2048),
            ((*path, "author", "name"), (embed.get("author") or {}).get("name"), 256),
        ]
        fields = embed.get("fields") or []
        findings.length((*path, "fields"), fields, 0, 25)
        for at, field in enumerate(fields):
            for key, high in (("name", 256), ("value", 1024)):
                if not field.get(key):
                    findings.required((*path, "fields", at, key))
                texts.append(((*path, "fields", at, key), field.get(key), high))
        for where, text, high in texts:
            findings.length(where, text or "", 0, high)
            total += len(text or "")
    if total > MAX_EMBED_TEXT:
        findings.add(root, "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}")


class _Components:
    """Walks the components of one message (or modal) and remembers the custom ids it has met."""

    def __init__(self, findings: Findings, emojis: Collection[int], *, v2: bool) -> None:
        self._findings = findings
        self._emojis = emojis
        self._v2 = v2
        self._seen: set[str] = set()
        self._count = 0
        self._text = 0

    def check(self, components: list[Json], root: Path) -> None:
        if not self._v2:
            self._findings.length(root, components, 0, 5)
        self._level(components, root)
        if self._count > 40:
            self._findings.add(root, "BASE_TYPE_MAX_LENGTH", "Must be 40 or fewer in length.")
        if self._text > 4000:
            self._findings.add(root, "BASE_TYPE_MAX_LENGTH", "Must be 4000 or fewer in length.")

    def _level(self, components: list[Json], root: Path) -> None:
        for place, component in enumerate(components):
            path = (*root, place)
            kind = component.get("type")
            if kind == 1:
                self._row(component, path)
                continue
            if not self._v2 or kind not in (9, 10, 12, 13, 14, 17):
                allowed = "(1, 9, 10, 12, 13, 14, 17)" if self._v2 else "(1,)"
                self._findings.add(
                    (*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of {allowed}.'
                )
                continue
            self._count += 1
            if kind == 10:
                self._words(component, path)
            elif kind == 17:
                self._level(component.get("components") or [], (*path, "components"))
            elif kind == 9:
                self._section(component, path)

    def _words(self, component: Json, path: Path) -> None:
        self._findings.length((*path, "content"), component.get("content"), 1, 4000)
        self._text += len(component.get("content") or "")

    def _section(self, component: Json, path: Path) -> None:
        texts = component.get("components") or []
        self._findings.length((*path, "components"), texts, 1, 3)
        for place, text in enumerate(texts):
            self._count += 1
            self._words(text, (*path, "components", place))
        accessory = component.get("accessory") or {}
        self._count += 1
        if accessory.get("type") == 2:
            self._button(accessory, (*path, "accessory"))

    def _row(self, row: Json, path: Path) -> None:
        self._count += 1
        children = row.get("components") or []
        self._findings.length((*path, "components"), children, 1, 5)
        selects = [child for child in children if child.get("type") in _SELECTS]
        if selects and len(children) > 1:
            self._findings.add(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the row width")
        for place, child in enumerate(children):
            self._count += 1
            where = (*path, "components", place)
            if child.get("type") == 2:
                self._button(child, where)
            elif child.get("type") in _SELECTS:
                self.select(child, where)
            else:
                self._findings.add(
                    (*where, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (2, 3, 5, 6, 7, 8).'
                )

    def _custom_id(self, component: Json, path: Path) -> None:
        custom_id = component.get("custom_id")
        self._findings.length((*path, "custom_id"), custom_id, 1, 100)
        if custom_id in self._seen:
            self._findings.add(
                (*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
            )
        self._seen.add(str(custom_id))

    def _emoji(self, emoji: Json | None, path: Path) -> None:
        if not emoji:
            return
        if emoji.get("id"):
            known = int(emoji["id"]) in self._emojis
        else:
            # Discord keeps a list of emojis; the general category comes close enough to refuse words and names
            known = any(unicodedata.category(sign) in ("So", "Sk", "Me") for sign in str(emoji.get("name") or ""))
        if not known:
            self._findings.add((*path, "emoji", "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def _button(self, button: Json, path: Path) -> None:
        self._findings.length((*path, "label"), button.get("label") or "", 0, 80)
        self._emoji(button.get("emoji"), path)
        style = button.get("style")
        if style not in (1, 2, 3, 4, 5):
            self._findings.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5}.")
        if style == 5:
            if not button.get("url"):
                self._findings.add((*path, "url"), "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
            self._findings.length((*path, "url"), button.get("url") or "", 0, 512)
        else:
            self._custom_id(button, path)
        if not button.get("label") and not button.get("emoji"):
            self._findings.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or emoji is required")

    def select(self, select: Json, path: Path) -> None:
        self._custom_id(select, path)
        self._findings.length((*path, "placeholder"), select.get("placeholder") or "", 0, 150)
        least, most = select.get("min_values", 1), select.get("max_values", 1)
        if not (0 <= least <= 25 and 1 <= most <= 25 and least <= most):
            self._findings.add(
                (*path, "max_values"), "NUMBER_TYPE_MAX", "int value should be less than or equal to 25."
            )
        if select.get("type") != 3:
            return
        options = select.get("options") or []
        self._findings.length((*path, "options"), options, 1, 25)
        if most > len(options):
            self._findings.add((*path, "max_values"), "NUMBER_TYPE_MAX", "There are fewer options than max_values.")
        values: set[str] = set()
        for place, option in enumerate(options):
            where = (*path, "options", place)
            self._findings.length((*where, "label"), option.get("label"), 1, 100)
            self._findings.length((*where, "value"), option.get("value"), 1, 100)
            self._findings.length((*where, "description"), option.get("description") or "", 0, 100)
            self._emoji(option.get("emoji"), where)
            if option.get("value") in values:
                self._findings.add(
                    (*where, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The value is already used"
                )
            values.add(str(option.get("value")))

    def text_input(self, component: Json, path: Path, *, labelled: bool) -> None:
        self._custom_id(component, path)
        if labelled:
            self._findings.length((*path, "label"), component.get("label"), 1, 45)
        self._findings.length((*path, "placeholder"), component.get("placeholder") or "", 0, 100)
        self._findings.length((*path, "value"), component.get("value") or "", 0, 4000)


def _check_choice(findings: Findings, choice: Json, path: Path) -> None:
    findings.length((*path, "name"), choice.get("name"), 1, 100)
    for locale, text in (choice.get("name_localizations") or {}).items():
        findings.length((*path, "name_localizations", locale), text, 1, 100)
    if isinstance(choice.get("value"), str):
        findings.length((*path, "value"), choice["value"], 1, 100)


def _check_named(findings: Findings, thing: Json, path: Path, *, chat: bool = True) -> None:
    names: list[tuple[Path, object]] = [((*path, "name"), thing.get("name"))]
    names += [
        ((*path, "name_localizations", key), text) for key, text in (thing.get("name_localizations") or {}).items()
    ]
    for where, name in names:
        if not chat:
            findings.length(where, name, 1, 32)
        elif not isinstance(name, str) or not _COMMAND_NAME.fullmatch(name) or name != name.lower():
            findings.add(where, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    if chat:
        findings.length((*path, "description"), thing.get("description"), 1, 100)
        for locale, text in (thing.get("description_localizations") or {}).items():
            findings.length((*path, "description_localizations", locale), text, 1, 100)


def _check_options(findings: Findings, options: list[Json], root: Path) -> None:
    findings.length(root, options, 0, 25)
    seen: set[str] = set()
    optional = False
    for place, option in enumerate(options):
        path = (*root, place)
        _check_named(findings, option, path)
        if option.get("name") in seen:
            findings.add((*path, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name is taken")
        seen.add(str(option.get("name")))
        if option.get("required") and optional:
            findings.add(path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options come first")
        optional = optional or not option.get("required")
        choices = option.get("choices") or []
        findings.length((*path, "choices"), choices, 0, 25)
        for at, choice in enumerate(choices):
            _check_choice(findings, choice, (*path, "choices", at))
        _check_options(findings, option.get("options") or [], (*path, "options"))
