"""What was asked and what was answered, for whoever wants to check it afterwards."""

import base64
import binascii
import hashlib
from collections import deque
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

MOST_ENTRIES = 10_000
# Longer strings of base64 are files, not words.
LEAST_FILE = 200
HEADERS_OF_INTEREST = (
    "idempotency-key",
    "user-agent",
    "x-dashscope-async",
    "x-dashscope-sse",
    "content-type",
    "x-stainless-retry-count",
)


@dataclass
class Entry:
    """One request. Still under way while `ended_at` is None.

    `answered` is how it ended: "answer", a failure's name, "hang", "reset", "cut", "left" (the caller went away).
    `paid`: something was produced and charged for, not a replay of what the same idempotency key had produced.
    `key` is a digest that tells keys apart, never the key.
    """

    number: int
    door: str
    at: float
    method: str
    path: str
    model: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    key: str = ""
    body: Any = None
    status: int | None = None
    answered: str = ""
    paid: bool = False
    replayed: bool = False
    ended_at: float | None = None


class Journal:
    """The latest requests, oldest first; `count` of all there ever were."""

    def __init__(self) -> None:
        self._entries: deque[Entry] = deque(maxlen=MOST_ENTRIES)
        self.count = 0

    def open(self, door: str, at: float, method: str, path: str) -> Entry:
        """Write down that a request came, and return its entry, to be completed."""
        self.count += 1
        entry = Entry(self.count, door, at, method, path)
        self._entries.append(entry)
        return entry

    def told(self, door: str = "") -> list[dict[str, Any]]:
        """Return the entries of *door*, of all doors for "", as JSON values."""
        return [asdict(entry) for entry in self._entries if door in ("", entry.door)]

    def clear(self) -> None:
        """Forget everything; numbers go on."""
        self._entries.clear()


def key_digest(authorization: str) -> str:
    """Return what tells one key from another; "" for none."""
    return hashlib.sha256(authorization.encode()).hexdigest()[:12] if authorization else ""


def interesting(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers worth writing down: those that shape an answer, none that is secret."""
    return {name: headers[name] for name in HEADERS_OF_INTEREST if name in headers}


def without_pictures(value: Any) -> Any:
    """Return a JSON value with every file in it replaced by its digest and size."""
    if isinstance(value, Mapping):
        return {name: without_pictures(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [without_pictures(part) for part in value]
    if isinstance(value, bytes):
        return described(value)
    if isinstance(value, str) and (data := file_in(value)) is not None:
        return described(data)
    return value


def described(data: bytes) -> dict[str, Any]:
    """Return what is written down of a file."""
    return {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}


def file_in(text: str) -> bytes | None:
    """Return the bytes in a data URL or a long string of base64; None for any other text."""
    head, comma, encoded = text.partition(",")
    if not (head.startswith("data:") and comma and head.endswith(";base64")):
        if len(text) < LEAST_FILE:
            return None
        encoded = text
    try:
        return base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        return None
