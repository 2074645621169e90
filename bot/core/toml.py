"""What the text forms in TOML share: an error that names the key, what every key needs, and writing a value."""

import json
from typing import Any

_KINDS = {str: "a string", int: "a whole number", list: "a list", dict: "a table"}


class NoRecord(ValueError):
    """A text that is no record. ``key`` says where (``deal[2].hands.N``; None: all of it), ``what`` is wrong there."""

    def __init__(self, key: str | None, what: str) -> None:
        super().__init__(what if key is None else f"{key}: {what}")
        self.key = key
        self.what = what


def shown(value: object) -> str:
    """Quoted and escaped as JSON and TOML both have it."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")  # which TOML alone does not want bare


def either(options: tuple[str, ...]) -> str:
    return ", ".join(str(option) for option in options)


def typed(value: object, key: str, kind: type) -> Any:
    if type(value) is not kind:  # not isinstance: true is no number
        raise NoRecord(key, f"{_KINDS[kind]} is needed")
    return value


def table_of(value: object, key: str) -> dict[str, object]:
    return typed(value, key, dict)


def list_of(value: object, key: str, kind: type) -> list[Any]:
    return [typed(item, f"{key}[{i}]", kind) for i, item in enumerate(typed(value, key, list), 1)]


def word(value: object, key: str, options: tuple[str, ...]) -> str:
    word = typed(value, key, str)
    if word not in options:
        raise NoRecord(key, f"{shown(word)} is none of {either(options)}")
    return word


def need(table: dict[str, Any], key: str | None, name: str) -> object:
    if name not in table:
        raise NoRecord(name if key is None else f"{key}.{name}", "missing")
    return table[name]


def only(table: dict[str, Any], key: str | None, names: tuple[str, ...]) -> None:
    for name in table:
        if name not in names:
            raise NoRecord(name if key is None else f"{key}.{name}", f"no such key; there are {either(names)}")


def toml(value: object) -> str:
    match value:
        case dict():
            return "{ " + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + " }"
        case list():
            return "[" + ", ".join(toml(item) for item in value) + "]"
        case _:
            return shown(value)
