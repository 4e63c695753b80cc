"""Maps frozen values to protobuf messages of the contract, and back.

A dataclass mirrors a message when each of its fields is a field of the message:

- str, int, float and bool as they are;
- an Enum by the names of its members, or by its values where the message has a string;
- a tuple as a repeated field, a Mapping as a map, or as a Struct where its values are of any kind;
- a dataclass as a message, `X | None` as a field with presence;
- datetime (UTC) as Timestamp, float (seconds) as Duration, date as a string;
- a union of dataclasses as a oneof: its members are found by the name of their message, the name of the class.

A field of another name declares it: `metadata={"mirrors": NAME}`, and one that the message does not have
`{"mirrors": None}`. Other fields of the message stay unset. The mapping of a class is computed once.
"""

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime
from enum import Enum
from typing import Any, NamedTuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from google.protobuf.duration_pb2 import Duration
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.struct_pb2 import Struct
from google.protobuf.timestamp_pb2 import Timestamp

from services.common.contract.proto_values.enums import enum_number

Value = TypeVar("Value")
Proto = TypeVar("Proto", bound=Message)
Convert = Callable[[Any], Any]


class _FieldMapping(NamedTuple):
    """Encoder and decoder of one field.

    `name` is its name in the message, `optional` whether it may be absent, `members` has the classes of a oneof. With
    `plain`, the encoded value is the value itself, and an empty one is like an unset one.
    """

    encode: Convert
    decode: Convert
    optional: bool = False
    name: str = ""
    members: Mapping[str, type[Any]] | None = None
    plain: bool = False


_EPOCH = datetime.fromtimestamp(0, UTC)
_MAPPINGS: dict[tuple[type, type[Message]], Mapping[str, _FieldMapping]] = {}
_MEMBERS: dict[tuple[type[Message], str], Mapping[str, tuple[str, type[Message]]]] = {}


def to_proto(value: Any, kind: type[Proto], **fields: Message) -> Proto:
    """Return *value*, a dataclass that mirrors *kind*, as a message, with *fields* that the dataclass does not have."""
    return kind(**_encode(value, kind), **fields)


def _encode(value: Any, kind: type[Message]) -> dict[str, Any]:
    """Return the fields of the message, nested messages as their own fields: protobuf builds all of them at once."""
    encoded: dict[str, Any] = {}
    for field, (encode, _, _, name, members, plain) in _field_mappings(type(value), kind).items():
        field_value = getattr(value, field)
        if field_value is None:
            continue
        if plain:
            if field_value:
                encoded[name] = field_value
        elif members is not None:
            encoded |= encode_oneof(kind, name, field_value)
        else:
            encoded[name] = encode(field_value)
    return encoded


def from_proto(message: Message, kind: type[Value]) -> Value:
    """Return *message* as a value of the dataclass *kind*, which mirrors it.

    Raises ValueError for a oneof that is unset, or has a member that this version does not know.
    """
    mappings = _field_mappings(kind, type(message))
    return kind(**{name: _decode_field(message, mapping) for name, mapping in mappings.items()})


def set_fields(message: Message, **values: Any) -> None:
    """Set fields of *message* that hold messages: each to a value that mirrors it, or to a sequence of such values.

    A value that is a message already is copied; None leaves the field unset.
    """
    proto_fields: Any = message.DESCRIPTOR.fields_by_name
    for name, value in values.items():
        if value is None:
            continue
        kind = GetMessageClass(proto_fields[name].message_type)
        if isinstance(value, Sequence):
            getattr(message, name).extend(_to_message(one, kind) for one in value)
        else:
            getattr(message, name).CopyFrom(_to_message(value, kind))


def _to_message(value: Any, kind: Any) -> Any:
    encoded = value if isinstance(value, Message) else _message_mapping(type(value), kind).encode(value)
    return encoded if isinstance(encoded, Message) else kind(**encoded)


def set_oneof(message: Message, oneof: str, value: Any) -> None:
    """Set the member of *oneof* whose message mirrors the class of *value*. Raises TypeError for none."""
    message.ClearField(oneof)
    message.MergeFrom(type(message)(**encode_oneof(type(message), oneof, value)))


def encode_oneof(kind: type[Message], oneof: str, value: Any) -> dict[str, Any]:
    """Return the argument of *kind* for the member of *oneof* that *value* mirrors. Raises TypeError for none."""
    member = _members(kind, oneof).get(type(value).__name__)
    if member is None:
        raise TypeError(f"{type(value).__name__} is no member of {kind.DESCRIPTOR.full_name}.{oneof}")
    field, member_kind = member
    return {field: _encode(value, member_kind)}


def get_oneof(message: Message, oneof: str, kinds: Mapping[str, type[Value]]) -> Value | None:
    """Return the member of *oneof* that is set, None where it is unset or of a kind this version does not know.

    *kinds* has the dataclasses by their names (`by_name`).
    """
    field = message.WhichOneof(oneof)
    if field is None:
        return None
    member = getattr(message, field)
    kind = kinds.get(member.DESCRIPTOR.name)
    return None if kind is None else from_proto(member, kind)


def require_oneof(message: Message, oneof: str, kinds: Mapping[str, type[Any]]) -> Any:
    """Return the member of *oneof* that is set. Raises ValueError for none, or one that this version does not know."""
    value = get_oneof(message, oneof, kinds)
    if value is None:
        raise ValueError(f"{message.DESCRIPTOR.name} has no {oneof} that this version knows")
    return value


def by_name(*kinds: type[Value]) -> Mapping[str, type[Value]]:
    """Return *kinds* by the name of the message that each mirrors."""
    return types.MappingProxyType({kind.__name__: kind for kind in kinds})


def to_timestamp(at: datetime) -> Timestamp:
    """Return *at*, a time with its zone. Timestamp.FromDatetime, in Python, takes ten times as long."""
    since = at - _EPOCH
    return Timestamp(seconds=since.days * 86_400 + since.seconds, nanos=since.microseconds * 1_000)


def _decode_field(message: Message, mapping: _FieldMapping) -> Any:
    if mapping.members is not None:
        return require_oneof(message, mapping.name, mapping.members)
    if mapping.optional and not message.HasField(mapping.name):
        return None
    return mapping.decode(getattr(message, mapping.name))


def _members(kind: type[Message], oneof: str) -> Mapping[str, tuple[str, type[Message]]]:
    """Return the fields of *oneof* and their classes by the name of their message."""
    members = _MEMBERS.get((kind, oneof))
    if members is None:
        descriptors: Any = kind.DESCRIPTOR.oneofs_by_name[oneof].fields
        members = _MEMBERS[kind, oneof] = {
            field.message_type.name: (field.name, GetMessageClass(field.message_type)) for field in descriptors
        }
    return members


def _field_mappings(kind: Any, proto: Any) -> Mapping[str, _FieldMapping]:
    """Return the mapping of each field of *kind*. Raises TypeError for one that *proto* does not have."""
    mappings = _MAPPINGS.get((kind, proto))
    if mappings is None:
        mappings = _MAPPINGS[kind, proto] = _compute_mappings(kind, proto)
    return mappings


def _compute_mappings(kind: Any, proto: Any) -> Mapping[str, _FieldMapping]:
    hints, proto_fields = get_type_hints(kind), proto.DESCRIPTOR.fields_by_name
    mappings = {}
    for field in fields(kind):
        name = field.metadata.get("mirrors", field.name)
        if name is None:
            continue
        if name in proto_fields:
            mapping = _field_mapping(hints[field.name], proto_fields[name])
        elif name in proto.DESCRIPTOR.oneofs_by_name:
            mapping = _oneof_mapping(hints[field.name])
        else:
            raise TypeError(f"{kind.__name__}.{field.name} is no field of {proto.DESCRIPTOR.full_name}")
        mappings[field.name] = mapping._replace(name=name)
    return mappings


def _oneof_mapping(hint: Any) -> _FieldMapping:
    return _FieldMapping(_identity, _identity, members=by_name(*(get_args(hint) or (hint,))))


def _field_mapping(hint: Any, field: Any) -> _FieldMapping:
    if get_origin(hint) in (Union, types.UnionType):
        inner = next(part for part in get_args(hint) if part is not type(None))
        return _single(inner, field)._replace(optional=True, plain=False)
    if get_origin(hint) is tuple:
        item = _single(get_args(hint)[0], field)
        return _FieldMapping(
            lambda items: [item.encode(one) for one in items], lambda items: tuple(map(item.decode, items))
        )
    if field.message_type is not None and field.message_type.full_name == "google.protobuf.Struct":
        return _FieldMapping(_to_struct, MessageToDict)
    if get_origin(hint) is Mapping:
        return _FieldMapping(dict, dict)
    return _single(hint, field)


def _single(hint: Any, field: Any) -> _FieldMapping:
    """Return the mapping of a single value of type *hint*."""
    if field.message_type is not None:
        return _message_mapping(hint, GetMessageClass(field.message_type))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum_mapping(hint, field.enum_type)
    if hint is date:
        return _FieldMapping(date.isoformat, date.fromisoformat)
    return _FieldMapping(_identity, _identity, plain=not field.has_presence)


def _message_mapping(hint: Any, kind: type[Message]) -> _FieldMapping:
    if kind is Timestamp:
        return _FieldMapping(to_timestamp, lambda stamp: stamp.ToDatetime(UTC))
    if kind is Duration:
        return _FieldMapping(_to_duration, lambda duration: duration.ToNanoseconds() / 1e9)
    if not is_dataclass(hint):
        raise TypeError(f"{hint} does not mirror {kind.DESCRIPTOR.full_name}")
    return _FieldMapping(
        lambda value: _encode(value, kind), lambda message: from_proto(message, cast("type[Any]", hint))
    )


def _enum_mapping(hint: type[Enum], descriptor: Any) -> _FieldMapping:
    """Map members by name, or by value to a string.

    What this version does not know is the member UNKNOWN or UNKNOWN_…, or else the first.
    """
    unknown = next((member for member in hint if member.name.startswith("UNKNOWN")), next(iter(hint)))
    if descriptor is None:
        encoded = {member: member.value for member in hint}
    else:
        encoded = {member: enum_number(descriptor, member.name) for member in hint}
    decoded = {code: member for member, code in encoded.items()}
    return _FieldMapping(encoded.__getitem__, lambda code: decoded.get(code, unknown))


def _identity(value: Any) -> Any:
    return value


def _to_struct(value: Mapping[str, Any]) -> Struct | None:
    if not value:
        return None  # absent, rather than an empty object
    struct = Struct()
    struct.update(dict(value))
    return struct


def _to_duration(seconds: float) -> Duration:
    duration = Duration()
    duration.FromNanoseconds(round(seconds * 1e9))
    return duration
