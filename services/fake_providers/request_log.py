"""Log of requests and their outcomes."""

import base64
import binascii
import hashlib
from collections import deque
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

MAX_RECORDS = 10_000
# Base64 strings from this length are files, not text.
MIN_FILE_LENGTH = 200
LOGGED_HEADERS = (
    "idempotency-key",
    "user-agent",
    "x-dashscope-async",
    "x-dashscope-sse",
    "content-type",
    "x-stainless-retry-count",
)


@dataclass
class RequestRecord:
    """One request; in progress while `finished_at` is None.

    `outcome`: "answer", the name of a failure, "hang", "reset", "cut", "left" (the client disconnected).
    `paid`: a result was produced and charged, not a replay for the same idempotency key.
    `key` is a digest that distinguishes keys, never the key.
    """

    number: int
    endpoint: str
    received_at: float
    method: str
    path: str
    model: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    key: str = ""
    body: Any = None
    status: int | None = None
    outcome: str = ""
    paid: bool = False
    replayed: bool = False
    finished_at: float | None = None


class RequestLog:
    """The latest requests, oldest first; `count` is the number of all requests so far."""

    def __init__(self) -> None:
        self._records: deque[RequestRecord] = deque(maxlen=MAX_RECORDS)
        self.count = 0

    def add(self, endpoint: str, received_at: float, method: str, path: str) -> RequestRecord:
        """Add a request, and return its record, to be completed."""
        self.count += 1
        record = RequestRecord(self.count, endpoint, received_at, method, path)
        self._records.append(record)
        return record

    def to_json(self, endpoint: str = "") -> list[dict[str, Any]]:
        """Return the records of *endpoint*, of all endpoints for "", as JSON values."""
        return [_to_json(record) for record in self._records if endpoint in ("", record.endpoint)]

    def clear(self) -> None:
        """Delete all records; numbering continues."""
        self._records.clear()


_JSON_NAMES = {"endpoint": "door", "received_at": "at", "outcome": "answered", "finished_at": "ended_at"}


def _to_json(record: RequestRecord) -> dict[str, Any]:
    return {_JSON_NAMES.get(name, name): value for name, value in asdict(record).items()}


def digest_key(authorization: str) -> str:
    """Return a digest of the key; "" for none."""
    return hashlib.sha256(authorization.encode()).hexdigest()[:12] if authorization else ""


def select_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers to log: those that affect responses, no secrets."""
    return {name: headers[name] for name in LOGGED_HEADERS if name in headers}


def replace_files(value: Any) -> Any:
    """Return a JSON value with every file in it replaced by its digest and size."""
    if isinstance(value, Mapping):
        return {name: replace_files(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [replace_files(part) for part in value]
    if isinstance(value, bytes):
        return describe_file(value)
    if isinstance(value, str) and (data := decode_file(value)) is not None:
        return describe_file(data)
    return value


def describe_file(data: bytes) -> dict[str, Any]:
    """Return digest and size of a file."""
    return {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}


def decode_file(text: str) -> bytes | None:
    """Return the bytes in a data URL or a long string of base64; None for any other text."""
    head, comma, encoded = text.partition(",")
    if not (head.startswith("data:") and comma and head.endswith(";base64")):
        if len(text) < MIN_FILE_LENGTH:
            return None
        encoded = text
    try:
        return base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        return None
