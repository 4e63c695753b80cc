"""Validation of requests against the limits that the contract states on its fields (limit.proto)."""

import math
import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from reflow.v1 import limit_pb2

from services.common.errors import Code, ReflowError
from services.common.rpc.patterns import describe_pattern
from services.common.text.language import Text

_TEXTS = (FieldDescriptor.CPPTYPE_STRING,)
_FLOATS = (FieldDescriptor.CPPTYPE_DOUBLE, FieldDescriptor.CPPTYPE_FLOAT)
# From 0001-01-01 to 9999-12-31, and 10,000 years: what the comments of google.protobuf allow.
_MIN_TIMESTAMP, _MAX_TIMESTAMP = -62_135_596_800, 253_402_300_799
_MAX_DURATION = 315_576_000_000
_NANOS = 1_000_000_000

Check = Callable[[Any, limit_pb2.Limit, str], None]
"""Raises INVALID_INPUT_FORMAT, naming the path, for a value that crosses its limit."""


class _Rule(NamedTuple):
    field: FieldDescriptor
    limit: limit_pb2.Limit
    check: Check | None


def validate(request: Message) -> None:
    """Raise INVALID_INPUT_FORMAT naming the first field of *request* that crosses its limit."""
    _validate(request, "")


def find_limit(field: FieldDescriptor) -> limit_pb2.Limit:
    """Return the limit that the contract states on *field*; an empty one where it states none."""
    limit: limit_pb2.Limit = field.GetOptions().Extensions[limit_pb2.limit]
    return limit


def is_map(field: FieldDescriptor) -> bool:
    """Return whether *field* is a map."""
    return field.message_type is not None and field.message_type.GetOptions().map_entry


@cache
def _rules(descriptor: Descriptor) -> tuple[_Rule, ...]:
    rules = (_Rule(field, find_limit(field), _select_check(field)) for field in descriptor.fields)
    return tuple(rule for rule in rules if rule.check is not None or rule.limit.ByteSize())


def _select_check(field: FieldDescriptor) -> Check | None:
    """Return the check of one value of *field*, None where any value is valid."""
    if field.message_type is not None and is_map(field):
        return partial(_validate_value, _select_check(field.message_type.fields_by_name["value"]))
    if field.message_type is not None:
        return _MESSAGES.get(field.message_type.full_name, _validate_message)
    if field.cpp_type in _TEXTS:
        return _validate_text
    limit = find_limit(field)
    is_limited = limit.HasField("minimum") or limit.HasField("maximum")
    return _validate_number if is_limited or field.cpp_type in _FLOATS else None


def _validate(message: Message, prefix: str) -> None:
    for field, limit, check in _rules(message.DESCRIPTOR):
        path, value = f"{prefix}{field.name}", getattr(message, field.name)
        if limit.required and not (message.HasField(field.name) if _is_message(field) else value):
            _reject_missing(path, is_message=_is_message(field))
        if field.is_repeated:
            _validate_entries(field, value, limit, check, path)
        elif check is not None and (not _is_message(field) or message.HasField(field.name)):
            check(value, limit, path)


def _reject_missing(path: str, *, is_message: bool) -> None:
    zh, en = ("缺失", "is missing") if is_message else ("不能为空", "must not be empty")
    _reject(path, zh, en)


def _is_message(field: FieldDescriptor) -> bool:
    return field.message_type is not None and not field.is_repeated


def _validate_entries(
    field: FieldDescriptor, entries: Any, limit: limit_pb2.Limit, check: Check | None, path: str
) -> None:
    if limit.max_items and len(entries) > limit.max_items:
        _reject(
            path,
            f"最多 {limit.max_items} 项，收到 {len(entries)} 项",
            f"takes at most {limit.max_items} entries, got {len(entries)}",
        )
    if check is None:
        return
    if is_map(field):
        for key in entries:
            _validate_text(key, limit, path)
            check(entries[key], limit, f"{path}.{key}")
        return
    for index, entry in enumerate(entries):
        if limit.pattern and not entry:  # an empty field is one that was left out, an empty entry is none
            _reject_missing(f"{path}[{index}]", is_message=False)
        check(entry, limit, f"{path}[{index}]")


def _validate_value(check: Check | None, value: Any, limit: limit_pb2.Limit, path: str) -> None:
    """Check a value of a map: what its limit states of lengths is about the keys."""
    if check is not None:
        check(value, limit_pb2.Limit(), path)


def _validate_message(message: Message, limit: limit_pb2.Limit, path: str) -> None:
    _validate(message, f"{path}.")


def _validate_text(value: str | bytes, limit: limit_pb2.Limit, path: str) -> None:
    if limit.max_length and len(value) > limit.max_length:
        _reject(
            path,
            f"太长：最多 {limit.max_length}，收到 {len(value)}",
            f"is too long: at most {limit.max_length}, got {len(value)}",
        )
    if isinstance(value, bytes):
        return
    if "\0" in value:  # PostgreSQL text cannot contain it
        _reject(path, "含有空字符（U+0000）", "holds a NUL character (U+0000)")
    if limit.pattern and value and not re.fullmatch(limit.pattern, value):
        allowed = describe_pattern(limit.pattern)
        _reject(path, allowed.zh, allowed.en)


def _validate_number(value: float, limit: limit_pb2.Limit, path: str) -> None:
    is_in_range = math.isfinite(value)
    if limit.HasField("minimum") and value < limit.minimum:
        is_in_range = False
    if limit.HasField("maximum") and value > limit.maximum:
        is_in_range = False
    if not is_in_range:
        _reject(path, f"超出范围：{value}", f"is out of range: {value}")


def _validate_timestamp(value: Any, limit: limit_pb2.Limit, path: str) -> None:
    if not (_MIN_TIMESTAMP <= value.seconds <= _MAX_TIMESTAMP and 0 <= value.nanos < _NANOS):
        _reject(path, "不是有效的时间", "is not a valid time")


def _validate_duration(value: Any, limit: limit_pb2.Limit, path: str) -> None:
    has_one_sign = value.seconds * value.nanos >= 0
    if not (abs(value.seconds) <= _MAX_DURATION and abs(value.nanos) < _NANOS and has_one_sign):
        _reject(path, "不是有效的时长", "is not a valid duration")
    _validate_number(value.seconds + value.nanos / _NANOS, limit, path)


def _validate_struct(value: Any, limit: limit_pb2.Limit, path: str) -> None:
    # The size first: it takes no walk, and limits the walk.
    if limit.max_length and (size := value.ByteSize()) > limit.max_length:
        _reject(
            path,
            f"太大：最多 {limit.max_length} 字节，收到 {size} 字节",
            f"is too large: at most {limit.max_length} bytes, got {size}",
        )
    count = 0
    containers = [(value, 1)]
    while containers:
        container, depth = containers.pop()
        if limit.max_depth and depth > limit.max_depth:
            _reject(path, f"最多嵌套 {limit.max_depth} 层", f"may be nested at most {limit.max_depth} deep")
        entries = container.fields.values() if hasattr(container, "fields") else container.values
        for key in getattr(container, "fields", ()):
            _validate_text(key, limit_pb2.Limit(), path)
        for entry in entries:
            count += 1
            if limit.max_items and count > limit.max_items:
                _reject(path, f"最多 {limit.max_items} 个值", f"may have at most {limit.max_items} values")
            kind = entry.WhichOneof("kind")
            if kind in ("struct_value", "list_value"):
                containers.append((getattr(entry, kind), depth + 1))
            elif kind == "number_value":
                _validate_number(entry.number_value, limit_pb2.Limit(), path)
            elif kind == "string_value":
                _validate_text(entry.string_value, limit_pb2.Limit(), path)


_MESSAGES: dict[str, Check] = {
    "google.protobuf.Timestamp": _validate_timestamp,
    "google.protobuf.Duration": _validate_duration,
    "google.protobuf.Struct": _validate_struct,
}


def _reject(path: str, zh: str, en: str) -> None:
    raise ReflowError(Code.INVALID_INPUT_FORMAT, Text(f"字段 {path} {zh}。", f"Field {path} {en}."), field=path)
