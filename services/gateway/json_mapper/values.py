"""JSON forms of values that all mappers share: structs, durations, addresses of images."""

import json
from collections.abc import Iterable
from typing import Any

from google.protobuf.duration_pb2 import Duration
from google.protobuf.json_format import MessageToDict
from google.protobuf.struct_pb2 import Struct

from services.common.contract.proto_values.struct_numbers import restore_integers
from services.gateway.requests.base_url import current_base_url

Json = dict[str, Any]


def encode_json(value: object) -> bytes:
    """Return *value* as JSON in UTF-8, on one line; Chinese is not escaped."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def clamp(share: float) -> float:
    """Return *share* between 0 and 1; 0 for NaN."""
    return 1.0 if share > 1 else share if share >= 0 else 0.0


def asset_url(asset_id: str) -> str | None:
    """Return the URL of an image, None without an id. It is absolute within a request."""
    return f"{current_base_url.get()}/api/assets/{asset_id}" if asset_id else None


def asset_urls(asset_ids: Iterable[str]) -> list[str]:
    """Return the URLs of images."""
    return [url for url in map(asset_url, asset_ids) if url]


def to_camel_case(name: str) -> str:
    """Return *name*, in snake case, as JSON has it: `after_sequence` is `afterSequence`."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def duration_seconds(duration: Duration) -> float:
    """Return *duration* in seconds."""
    return duration.ToNanoseconds() / 1e9


def to_duration(seconds: float) -> Duration:
    """Return *seconds* as a protobuf duration."""
    duration = Duration()
    duration.FromNanoseconds(int(seconds * 1e9))
    return duration


def struct_to_json(message: Struct) -> Json:
    """Return a struct as a JSON object, whole numbers as integers: a Struct knows only floats."""
    plain: Json = restore_integers(MessageToDict(message))
    return plain
