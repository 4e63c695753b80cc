"""Requested texts as overlays of the engine."""

from collections.abc import Sequence
from typing import TypeVar

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
from services.common.contract.overlays import RequestedText
from services.common.contract.proto_values.enums import enum_name
from services.common.errors.field_errors import map_field_errors
from services.common.text.language import Text

Choice = TypeVar("Choice", Align, Anchor, BackingMode, Weight)

_AUTO = "auto"
_FIELDS = executor_pb2.TextOverlay.DESCRIPTOR.fields_by_name


def parse_overlays(texts: Sequence[RequestedText]) -> tuple[TextOverlay, ...]:
    """Return *texts* as overlays. Raises INVALID_INPUT_FORMAT; its field begins with "overlays[N]."."""
    overlays = list[TextOverlay]()
    for number, text in enumerate(texts):
        with map_field_errors("executor"), number_overlay(number):
            overlays.append(_parse_overlay(text))
    return tuple(overlays)


def _parse_overlay(text: RequestedText) -> TextOverlay:
    box = text.box
    return TextOverlay(
        text=text.text,
        box=Box(box.left, box.top, box.width, box.height),
        align=_choose("align", text.align, Align.CENTER),
        anchor=_choose("anchor", text.anchor, Anchor.MIDDLE),
        color="" if text.color == _AUTO else text.color,
        backing=_choose("backing", text.backing, BackingMode.AUTO),
        weight=_choose("weight", text.weight, Weight.BOLD),
        min_size=text.least_size or min(MIN_SIZE, text.most_size or MIN_SIZE),
        max_size=text.most_size or MAX_SIZE,
        shorten=text.shorten,
    )


def _choose(field: str, number: int, default: Choice) -> Choice:
    """Return the choice *number* of an enum *field*, *default* for 0. Raises OverlayError for an unknown one.

    The values of the engine's enums are the names of the contract.
    """
    if not number:
        return default
    name = enum_name(_FIELDS[field].enum_type, number, "")
    if not name:
        raise OverlayError(field, Text(f"没有编号为 {number} 的选项。", f"There is no choice number {number}."))
    return type(default)(name)
