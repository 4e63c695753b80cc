"""JSON forms of values that all mappers share: enums, structs, durations, addresses of images."""

import json
import re
from collections.abc import Iterable
from typing import Any

from google.protobuf.descriptor import EnumDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.json_format import MessageToDict
from google.protobuf.struct_pb2 import Struct

from services.common.contract.struct_numbers import restore_integers
from services.gateway.requests.base_url import current_base_url

Json = dict[str, Any]

_HUMP = re.compile(r"(?<!^)(?=[A-Z])")


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


def short_enum_name(name: str, enum: EnumDescriptor) -> str:
    """Return the *name* of a value of *enum* in lower case, without the prefix of the enum (buf: ENUM_VALUE_PREFIX)."""
    prefix = _HUMP.sub("_", enum.name).upper() + "_"
    return name.removeprefix(prefix).lower()


def enum_name(enum: Any, number: int, default: str = "unknown") -> str:
    """Return the short name of *number* in *enum*, *default* for 0 and for numbers that this version does not know."""
    value = enum.values_by_number.get(number)
    return short_enum_name(value.name, enum) if value is not None and number else default


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
