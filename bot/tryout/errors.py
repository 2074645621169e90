"""The refusals the loopback gives, in the shape Discord gives them."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

_KNOWN: dict[int, tuple[int, str]] = {
    0: (401, "401: Unauthorized"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160004: (400, "A thread has already been created for this message"),
}


class Refusal(Exception):
    """One request refused.

    `status` is the HTTP status, `code` Discord's own number, `errors` the tree of faults of a 50035.
    """

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def payload(self) -> Json:
        """The JSON body Discord would answer with."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


def refusal(code: int) -> Refusal:
    """The refusal that belongs to one of Discord's error codes; KeyError for a code the loopback never gives."""
    status, message = _KNOWN[code]
    return Refusal(status, code, message)


class Findings:
    """Collects the faults of one request body and turns them into a single 50035."""

    def __init__(self) -> None:
        self._tree: Json = {}

    def add(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Note a fault at `path` (keys and list positions from the body's root)."""
        node = self._tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def required(self, path: tuple[str | int, ...]) -> None:
        """Note that the value at `path` is missing."""
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def length(self, path: tuple[str | int, ...], value: object, low: int, high: int) -> None:
        """Note a text (or list) at `path` shorter than `low` or longer than `high`."""
        size = len(value) if isinstance(value, (str, list)) else 0
        if size > high:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
        elif size < low:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def check(self) -> None:
        """Raise the 50035 if anything was noted."""
        if self._tree:
            raise Refusal(400, 50035, "Invalid Form Body", self._tree)
