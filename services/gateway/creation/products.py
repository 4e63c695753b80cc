"""What the agents of a note make, as plain JSON: the proto JSON mapping, in camelCase, nothing left out but absence.

Enum values alone are shorter: what a person is shown and may send back is spelled "top", not OVERLAY_POSITION_TOP.
"""

import re
from typing import cast

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from reflow.v1 import creations_pb2, creatives_pb2, executor_pb2

from services.gateway import spelling
from services.gateway.spelling import Json

_NUMBERS = (FieldDescriptor.CPPTYPE_DOUBLE, FieldDescriptor.CPPTYPE_FLOAT)
# The mapping writes 64 bit numbers as text, since JSON readers round them.
_LARGE = (FieldDescriptor.CPPTYPE_INT64, FieldDescriptor.CPPTYPE_UINT64)
_HUMP = re.compile(r"(?<!^)(?=[A-Z])")
# Messages that the mapping does not write as objects.
_WRITTEN_AS_TEXT = ("google.protobuf.Timestamp", "google.protobuf.Duration")


def product(message: Message) -> Json:
    """Return *message* in the proto JSON mapping: zeros and empty lists are there, absent messages are not."""
    plain = MessageToDict(message, always_print_fields_with_no_presence=True)
    _shorten(plain, cast(Descriptor, message.DESCRIPTOR))  # its other type is the same class, in C
    return plain


def product_schema(descriptor: Descriptor) -> Json:
    """Return the JSON Schema of what `product` makes of a message of *descriptor*, which must not contain itself."""
    if descriptor.full_name in _WRITTEN_AS_TEXT:
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
    one = _value_schema(field)
    return {"type": "array", "items": one} if field.is_repeated else one


def _value_schema(field: FieldDescriptor) -> Json:
    if field.message_type is not None:
        return product_schema(field.message_type)
    if field.enum_type is not None:
        return {"enum": [_short(value.name, field.enum_type) for value in field.enum_type.values]}
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return {"type": "boolean"}
    if field.cpp_type in _NUMBERS:
        return {"type": "number"}
    return {"type": "string" if field.cpp_type in (FieldDescriptor.CPPTYPE_STRING, *_LARGE) else "integer"}


def _shorten(plain: Json, descriptor: Descriptor) -> None:
    """Give the enum values in *plain*, of a message of *descriptor*, their short names."""
    for field in descriptor.fields:
        enum, message, name = field.enum_type, field.message_type, field.json_name
        if name not in plain:
            continue
        held = plain[name] if field.is_repeated else [plain[name]]
        if enum is not None:
            short = [_short(value, enum) for value in held]
            plain[name] = short if field.is_repeated else short[0]
        elif message is not None and not message.GetOptions().map_entry:
            for part in held:
                if isinstance(part, dict):
                    _shorten(part, message)


def _short(name: str, kind: EnumDescriptor) -> str:
    """Return the *name* of a value of *kind* without the prefix that all of them have (buf: ENUM_VALUE_PREFIX)."""
    prefix = _HUMP.sub("_", kind.name).upper() + "_"
    return name.removeprefix(prefix).lower()


def alignment_map(plans: creations_pb2.ImagePlanSet) -> dict[str, list[Json]]:
    """Return which pictures are planned, with which paragraphs they stand, and the texts on them."""
    return {
        "imagePlans": [product(plan) for plan in plans.plans],
        "paragraphImageBindings": [product(binding) for binding in plans.bindings],
        "textOverlayPlan": [product(text) for text in plans.overlays],
    }


def asset_urls(asset_ids: list[str]) -> list[str]:
    """Return where pictures are served."""
    return [url for url in map(spelling.asset_url, asset_ids) if url]


def note_input(note: creations_pb2.NoteInput) -> Json:
    """Return what was asked of a note, under the names it is asked by."""
    approvals = {"content": not note.skip_content_approval, "image_plans": not note.skip_image_plans_approval}
    return {
        "message": note.text,
        "referenceImages": asset_urls(list(note.reference_asset_ids)),
        "layoutPreference": note.layout_preference or None,
        "approvals": [name for name, wanted in approvals.items() if wanted],
        "clarify": not note.skip_clarification,
        "answerWithin": note.answer_within.ToNanoseconds() / 1e9 if note.HasField("answer_within") else None,
        "pictureCount": note.picture_count or None,
        "preferredModel": note.preferred_model or None,
        "seed": note.seed if note.HasField("seed") else None,
        "fresh": note.fresh,
    }


def note_images(
    images: list[executor_pb2.NoteImage], bindings: list[creations_pb2.ParagraphImageBinding]
) -> list[Json]:
    """Return the pictures of a note in its order, each with its paragraph (counted from 0, null for none)."""
    paragraphs = {binding.plan_id: binding.paragraph for binding in bindings}
    return [
        {
            "planId": made.plan_id,
            "assetId": made.image.asset.asset_id,
            "url": spelling.asset_url(made.image.asset.asset_id),
            "plainUrl": spelling.asset_url(made.plain_asset_id or made.image.asset.asset_id),
            "paragraph": paragraphs.get(made.plan_id),
        }
        for made in images
    ]


def composed_note(note: creatives_pb2.ComposedNote) -> Json:
    """Return a note as it stands; what is not there yet is null."""
    written = note.HasField("content")
    return {
        "title": note.content.title if written else None,
        "body": note.content.body if written else None,
        "tags": list(note.content.tags),
        "draft": note.content.draft,
        "engine": note.content.engine or None,
        "images": note_images(list(note.images), list(note.bindings)),
        "layout": product(note.layout) if note.HasField("layout") else None,
        "verdict": spelling.quality_check(note.verdict) if note.HasField("verdict") else None,
        "missing": [product(plan) for plan in note.missing],
        "remarks": list(note.remarks),
    }
