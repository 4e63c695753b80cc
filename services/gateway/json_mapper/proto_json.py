"""Messages in the proto JSON mapping, for the results of a note's agents: camelCase, with zeros and empty lists.

Enum values have their short names: a user sees and may send back "top", not OVERLAY_POSITION_TOP. A value that this
version does not know is "unspecified".
"""

from typing import cast

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from services.common.contract.proto_values.enums import short_enum_name
from services.gateway.json_mapper.values import Json

UNSPECIFIED = "unspecified"
_NUMBERS = (FieldDescriptor.CPPTYPE_DOUBLE, FieldDescriptor.CPPTYPE_FLOAT)
# The mapping writes 64 bit numbers as strings, since JSON readers round them.
_LARGE_INTEGERS = (FieldDescriptor.CPPTYPE_INT64, FieldDescriptor.CPPTYPE_UINT64)
# Messages that the mapping writes as strings.
_STRING_MESSAGES = ("google.protobuf.Timestamp", "google.protobuf.Duration")


def message_to_json(message: Message) -> Json:
    """Return *message* in the proto JSON mapping; absent messages alone are left out."""
    plain = MessageToDict(message, always_print_fields_with_no_presence=True)
    _shorten_enums(plain, cast(Descriptor, message.DESCRIPTOR))  # its other type is the same class, in C
    return plain


def message_schema(descriptor: Descriptor) -> Json:
    """Return the JSON Schema of `message_to_json` for messages of *descriptor*, which must not be recursive."""
    if descriptor.full_name in _STRING_MESSAGES:
        return {"type": "string"}
    if descriptor.full_name == "google.protobuf.Struct":
        return {"type": "object"}
    fields = descriptor.fields
    return {
        "type": "object",
        "properties": {field.json_name: _field_schema(field) for field in fields},
        "required": [field.json_name for field in fields if not field.has_presence],
        "additionalProperties": False,
    }


def _field_schema(field: FieldDescriptor) -> Json:
    message = field.message_type
    if message is not None and message.GetOptions().map_entry:
        return {"type": "object", "additionalProperties": _value_schema(message.fields_by_name["value"])}
    schema = _value_schema(field)
    return {"type": "array", "items": schema} if field.is_repeated else schema


def _value_schema(field: FieldDescriptor) -> Json:
    if field.message_type is not None:
        return message_schema(field.message_type)
    if field.enum_type is not None:
        return {"enum": [short_enum_name(field.enum_type, value.name) for value in field.enum_type.values]}
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return {"type": "boolean"}
    if field.cpp_type in _NUMBERS:
        return {"type": "number"}
    return {"type": "string" if field.cpp_type in (FieldDescriptor.CPPTYPE_STRING, *_LARGE_INTEGERS) else "integer"}


def _shorten_enums(plain: Json, descriptor: Descriptor) -> None:
    """Replace the enum values in *plain*, a message of *descriptor*, by their short names."""
    for field in descriptor.fields:
        enum, message, name = field.enum_type, field.message_type, field.json_name
        if name not in plain:
            continue
        values = plain[name] if field.is_repeated else [plain[name]]
        if enum is not None:
            # The mapping writes the number of a value that it does not know.
            short = [short_enum_name(enum, value) if isinstance(value, str) else UNSPECIFIED for value in values]
            plain[name] = short if field.is_repeated else short[0]
        elif message is not None and not message.GetOptions().map_entry:
            for value in values:
                if isinstance(value, dict):
                    _shorten_enums(value, message)
