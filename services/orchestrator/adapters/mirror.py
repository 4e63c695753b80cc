"""Values of the domain to messages of the contract and back, where both have the same fields under the same names.

A dataclass mirrors a message when each of its fields is one of the message: str, int, float, bool as they are; an
enumeration by its members' names; tuples as repeated fields; mappings as maps or, with values of any kind, as Struct;
dataclasses as messages; `X | None` as what may be absent; datetime (UTC) as Timestamp; float, in seconds, as Duration.
A field that is called otherwise there says so: metadata={"mirrors": NAME}. Fields that the message has besides stay
unset. How a class is mirrored is worked out once.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, timedelta
from enum import Enum
from typing import Any, NamedTuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from google.protobuf.duration_pb2 import Duration
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.struct_pb2 import Struct
from google.protobuf.timestamp_pb2 import Timestamp

Value = TypeVar("Value")
Made = TypeVar("Made", bound=Message)
Convert = Callable[[Any], Any]


class _Way(NamedTuple):
    """How one field goes there, to the field *name*, and back; `optional` when it may be absent on both sides."""

    there: Convert
    back: Convert
    optional: bool = False
    name: str = ""


_KNOWN: dict[tuple[type, type[Message]], Mapping[str, _Way]] = {}


def message_of(value: Any, kind: type[Made]) -> Made:
    """Return *value*, a dataclass that mirrors *kind*, as a message."""
    return kind(**_told(value, _ways(type(value), kind)))


def value_of(message: Message, kind: type[Value]) -> Value:
    """Return the value of dataclass *kind* that *message* tells."""
    return kind(**_read(message, _ways(kind, type(message))))


def _told(value: Any, ways: Mapping[str, _Way]) -> dict[str, Any]:
    told = {}
    for name, way in ways.items():
        held = getattr(value, name)
        if held is not None:
            told[way.name] = way.there(held)
    return told


def _read(message: Message, ways: Mapping[str, _Way]) -> dict[str, Any]:
    return {
        name: way.back(getattr(message, way.name)) if not way.optional or message.HasField(way.name) else None
        for name, way in ways.items()
    }


def _ways(kind: type, mirrored: type[Message]) -> Mapping[str, _Way]:
    """Return how each field of *kind* goes to *mirrored* and back. Raises TypeError for one that does not mirror."""
    ways = _KNOWN.get((kind, mirrored))
    if ways is None:
        ways = _KNOWN[kind, mirrored] = _worked_out(kind, mirrored)
    return ways


def _worked_out(kind: Any, mirrored: Any) -> Mapping[str, _Way]:
    hints, found = get_type_hints(kind), mirrored.DESCRIPTOR.fields_by_name
    ways = {}
    for field in fields(kind):
        name = field.metadata.get("mirrors", field.name)
        if name not in found:
            raise TypeError(f"{kind.__name__}.{field.name} is no field of {mirrored.DESCRIPTOR.full_name}")
        ways[field.name] = _way(hints[field.name], found[name])._replace(name=name)
    return ways


def _way(hint: Any, field: Any) -> _Way:
    if get_origin(hint) in (Union, types.UnionType):
        inner = next(part for part in get_args(hint) if part is not type(None))
        return _one(inner, field)._replace(optional=True)
    if get_origin(hint) is tuple:
        item = _one(get_args(hint)[0], field)
        return _Way(lambda held: [item.there(one) for one in held], lambda read: tuple(map(item.back, read)))
    if field.message_type is not None and field.message_type.full_name == "google.protobuf.Struct":
        return _Way(_struct, MessageToDict)
    if get_origin(hint) is Mapping:
        return _Way(dict, dict)
    return _one(hint, field)


def _one(hint: Any, field: Any) -> _Way:
    """Return how a single value of type *hint* goes."""
    if field.message_type is not None:
        return _message(hint, GetMessageClass(field.message_type))
    if field.enum_type is not None:
        return _enumeration(hint, field.enum_type)
    return _Way(_same, _same)


def _message(hint: Any, kind: type[Message]) -> _Way:
    if kind is Timestamp:
        return _Way(_timestamp, lambda read: read.ToDatetime(UTC))
    if kind is Duration:
        return _Way(_duration, lambda read: read.ToTimedelta().total_seconds())
    if not is_dataclass(hint):
        raise TypeError(f"{hint} does not mirror {kind.DESCRIPTOR.full_name}")
    return _Way(lambda held: message_of(held, kind), lambda read: value_of(read, cast("type[Any]", hint)))


def _enumeration(hint: type[Enum], descriptor: Any) -> _Way:
    """Return how members go by name; a number this version does not know is UNKNOWN, or else the first member."""
    prefix = descriptor.values[0].name.removesuffix("UNSPECIFIED")
    there = {member: descriptor.values_by_name[f"{prefix}{member.name}"].number for member in hint}
    back = {number: member for member, number in there.items()}
    unknown = hint.__members__.get("UNKNOWN", next(iter(hint)))
    return _Way(there.__getitem__, lambda read: back.get(read, unknown))


def _same(held: Any) -> Any:
    return held


def _struct(held: Mapping[str, Any]) -> Struct | None:
    if not held:
        return None  # nothing, rather than an empty object
    struct = Struct()
    struct.update(dict(held))
    return struct


def _timestamp(held: Any) -> Timestamp:
    made = Timestamp()
    made.FromDatetime(held)
    return made


def _duration(held: float) -> Duration:
    made = Duration()
    made.FromTimedelta(timedelta(seconds=held))
    return made
