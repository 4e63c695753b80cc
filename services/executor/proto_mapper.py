"""Messages of the executor that the generic mapper of the contract does not cover."""

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from reflow.v1 import executor_pb2

from engines.typesetting.values import (
    MAX_SIZE,
    MIN_SIZE,
    Align,
    Anchor,
    BackingMode,
    Box,
    OverlayError,
    TextOverlay,
    Weight,
    number_overlay,
)
from services.common.contract.activity import Activity
from services.common.contract.image_chat import ImageResult
from services.common.contract.note import DrawnText, NoteImage
from services.common.contract.proto_mapper import from_proto, to_proto
from services.common.errors.field_errors import map_field_errors
from services.common.rpc.step_rpc import to_response
from services.common.text.language import Text
from services.executor.domain.assets import AssetRecord

Choice = TypeVar("Choice", Align, Anchor, BackingMode, Weight)

_AUTO = "auto"


@dataclass(frozen=True, slots=True)
class OverlaidImage:
    """Result of OverlayText: the image and the texts as drawn on it."""

    result: ImageResult
    texts: tuple[DrawnText, ...]


def overlays_from_proto(request: executor_pb2.OverlayTextRequest) -> tuple[TextOverlay, ...]:
    """Return the texts of *request*. Raises INVALID_INPUT_FORMAT; its field begins with "overlays[N]."."""
    overlays = list[TextOverlay]()
    for number, message in enumerate(request.overlays):
        with map_field_errors("executor"), number_overlay(number):
            overlays.append(_overlay_from_proto(message))
    return tuple(overlays)


def overlay_response(outcome: Activity | OverlaidImage) -> executor_pb2.OverlayTextResponse:
    """Return *outcome* as a response; the drawn texts stand outside its oneof."""
    if not isinstance(outcome, OverlaidImage):
        return to_response(outcome, executor_pb2.OverlayTextResponse)
    response = to_response(outcome.result, executor_pb2.OverlayTextResponse)
    response.texts.extend(to_proto(text, executor_pb2.DrawnText) for text in outcome.texts)
    return response


def overlaid_image_to_bytes(image: OverlaidImage) -> bytes:
    """Encode *image* for the result store."""
    return overlay_response(image).SerializeToString()


def overlaid_image_from_bytes(data: bytes) -> OverlaidImage:
    """Decode *data* of the result store."""
    response = executor_pb2.OverlayTextResponse.FromString(data)
    texts = tuple(from_proto(text, DrawnText) for text in response.texts)
    return OverlaidImage(_image_result_from_proto(response.result), texts)


def image_result_to_bytes(result: ImageResult) -> bytes:
    """Encode *result* for the result store."""
    return to_proto(result, executor_pb2.ImageResult).SerializeToString()


def image_result_from_bytes(data: bytes) -> ImageResult:
    """Decode *data* of the result store."""
    return _image_result_from_proto(executor_pb2.ImageResult.FromString(data))


def note_image_to_bytes(image: NoteImage) -> bytes:
    """Encode *image* for the result store."""
    return to_proto(image, executor_pb2.NoteImage).SerializeToString()


def note_image_from_bytes(data: bytes) -> NoteImage:
    """Decode *data* of the result store."""
    message = executor_pb2.NoteImage.FromString(data)
    return replace(from_proto(message, NoteImage), image=_image_result_from_proto(message.image))


def _image_result_from_proto(message: executor_pb2.ImageResult) -> ImageResult:
    """Return *message* with the complete record of its asset."""
    return replace(from_proto(message, ImageResult), asset=from_proto(message.asset, AssetRecord))


def _overlay_from_proto(message: executor_pb2.TextOverlay) -> TextOverlay:
    box = message.box
    return TextOverlay(
        text=message.text,
        box=Box(box.left, box.top, box.width, box.height),
        align=_choose(message, "align", Align.CENTER),
        anchor=_choose(message, "anchor", Anchor.MIDDLE),
        color="" if message.color == _AUTO else message.color,
        backing=_choose(message, "backing", BackingMode.AUTO),
        weight=_choose(message, "weight", Weight.BOLD),
        min_size=message.least_size or min(MIN_SIZE, message.most_size or MIN_SIZE),
        max_size=message.most_size or MAX_SIZE,
        shorten=message.shorten,
    )


def _choose(message: executor_pb2.TextOverlay, field: str, default: Choice) -> Choice:
    """Return the choice in an enum *field*, *default* where it is unspecified. Raises OverlayError for an unknown one.

    The values of the engine's enums are the names of the contract in lower case, without their prefix.
    """
    number = getattr(message, field)
    if not number:
        return default
    enum: Any = message.DESCRIPTOR.fields_by_name[field].enum_type
    value = enum.values_by_number.get(number)
    if value is None:
        raise OverlayError(field, Text(f"没有编号为 {number} 的选项。", f"There is no choice number {number}."))
    return type(default)(value.name.partition("_")[2].lower())
