"""Validation of requests against the limits that the contract states on its fields (limit.proto)."""

import re
from collections.abc import Iterable
from functools import cache, partial
from typing import Any, NamedTuple

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from reflow.v1 import limit_pb2

from services.common.errors import Code, ReflowError
from services.common.text.language import Text


class _Rule(NamedTuple):
    field: FieldDescriptor
    limit: limit_pb2.Limit | None
    nested: bool


def validate(request: Message) -> None:
    """Raise INVALID_INPUT_FORMAT naming the first field of *request* that crosses its limit."""
    _validate(request, "")


@cache
def _rules(descriptor: Descriptor) -> tuple[_Rule, ...]:
    return tuple(
        _Rule(field, limit, nested)
        for field in descriptor.fields
        for limit in [_limit_of(field)]
        for nested in [field.message_type is not None and _has_rules(field.message_type)]
        if limit is not None or nested
    )


def _limit_of(field: FieldDescriptor) -> limit_pb2.Limit | None:
    options = field.GetOptions()
    return options.Extensions[limit_pb2.limit] if options.HasExtension(limit_pb2.limit) else None


def _has_rules(descriptor: Descriptor) -> bool:
    return descriptor.file.package.startswith("reflow.") and bool(_rules(descriptor))


def _validate(message: Message, path: str) -> None:
    for field, limit, nested in _rules(message.DESCRIPTOR):
        here = f"{path}{field.name}"
        value = getattr(message, field.name)
        if limit is not None:
            _validate_field(message, field, value, limit, here)
        if nested:
            for index, child in enumerate(_children(message, field, value)):
                _validate(child, f"{here}[{index}]." if field.is_repeated else f"{here}.")


def _children(message: Message, field: FieldDescriptor, value: Any) -> Iterable[Message]:
    if field.is_repeated:
        return value  # type: ignore[no-any-return]
    return [value] if message.HasField(field.name) else []


def _validate_field(message: Message, field: FieldDescriptor, value: Any, limit: limit_pb2.Limit, path: str) -> None:
    reject = partial(_reject, path)
    if field.is_repeated:
        if limit.required and not value:
            reject("不能为空", "must not be empty")
        if limit.max_items and len(value) > limit.max_items:
            reject(
                f"最多 {limit.max_items} 项，收到 {len(value)} 项",
                f"takes at most {limit.max_items} entries, got {len(value)}",
            )
        return
    if field.message_type is not None:
        if limit.required and not message.HasField(field.name):
            reject("缺失", "is missing")
        return
    if limit.required and not value:
        reject("不能为空", "must not be empty")
    if isinstance(value, str | bytes):
        _validate_text(value, limit, reject)
    elif not _is_in_range(value, limit):
        reject(f"超出范围：{value}", f"is out of range: {value}")


def _validate_text(value: str | bytes, limit: limit_pb2.Limit, reject: "partial[None]") -> None:
    if limit.max_length and len(value) > limit.max_length:
        reject(
            f"太长：最多 {limit.max_length}，收到 {len(value)}",
            f"is too long: at most {limit.max_length}, got {len(value)}",
        )
    if isinstance(value, str) and "\0" in value:
        reject("含有空字符（U+0000）", "holds a NUL character (U+0000)")
    if limit.pattern and isinstance(value, str) and value and not re.fullmatch(limit.pattern, value):
        reject(
            f"含有不允许的字符，应符合 {limit.pattern}",
            f"has characters that are not allowed; it must match {limit.pattern}",
        )


def _is_in_range(value: float, limit: limit_pb2.Limit) -> bool:
    if limit.HasField("minimum") and value < limit.minimum:
        return False
    return not (limit.HasField("maximum") and value > limit.maximum)


def _reject(path: str, zh: str, en: str) -> None:
    raise ReflowError(Code.INVALID_INPUT_FORMAT, Text(f"字段 {path} {zh}。", f"Field {path} {en}."), field=path)
