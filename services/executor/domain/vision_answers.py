"""Analyses of images by a vision model: the schema of its answers, and the data of a stage. Pure."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, Field

from services.common.text.sanitization import to_one_line

MAX_PARTS = 300


class ModelBox(BaseModel):
    """A box in pixels of the image."""

    x: float = Field(ge=-100_000, le=100_000)
    y: float = Field(ge=-100_000, le=100_000)
    width: float = Field(ge=0, le=100_000)
    height: float = Field(ge=0, le=100_000)


class ModelTextRegion(BaseModel):
    """A text of the image."""

    text: str = Field(max_length=1_000)
    boundingBox: ModelBox  # noqa: N815  the name of the analysis
    confidence: float = Field(0.5, ge=0, le=1)


class ModelElement(BaseModel):
    """An element of the image."""

    type: Literal["button", "text", "image", "icon"]
    description: str = Field("", max_length=500)
    boundingBox: ModelBox  # noqa: N815  the name of the analysis


class OcrAnswer(BaseModel):
    """The texts of an image, with their places."""

    textRegions: list[ModelTextRegion] = Field(max_length=MAX_PARTS)  # noqa: N815  the name of the analysis


class DetectionAnswer(BaseModel):
    """The elements of an image, with their places."""

    elements: list[ModelElement] = Field(max_length=MAX_PARTS)


def to_analysis(answer: OcrAnswer | DetectionAnswer, path: str, width: int, height: int) -> bytes:
    """Return the analysis in *answer* as JSON: boxes clipped to the image, those outside omitted and counted."""
    found: list[tuple[ModelBox, dict[str, Any]]]
    if isinstance(answer, OcrAnswer):
        kind, name = "ocr", "textRegions"
        found = [(one.boundingBox, _describe_text(one)) for one in answer.textRegions]
    else:
        kind, name = "detection", "elements"
        found = [(one.boundingBox, _describe_element(one)) for one in answer.elements]
    inside = _place(found, width, height)
    analysis: dict[str, Any] = {"type": kind, "imagePath": path, "imageSize": {"width": width, "height": height}}
    analysis[name] = inside
    if len(inside) < len(found):
        analysis["outside"] = len(found) - len(inside)
    return json.dumps(analysis, ensure_ascii=False).encode()


def _describe_text(region: ModelTextRegion) -> dict[str, Any]:
    return {"text": to_one_line(region.text), "confidence": round(region.confidence, 4)}


def _describe_element(element: ModelElement) -> dict[str, Any]:
    return {"type": element.type, "description": to_one_line(element.description)}


def _place(parts: Iterable[tuple[ModelBox, Mapping[str, Any]]], width: int, height: int) -> list[dict[str, Any]]:
    placed = ((_clip(box, width, height), part) for box, part in parts)
    return [{**part, "boundingBox": box} for box, part in placed if box is not None]


def _clip(box: ModelBox, width: int, height: int) -> dict[str, int] | None:
    """Return the part of *box* within the image in whole pixels, None if there is none."""
    left, top = max(0, round(box.x)), max(0, round(box.y))
    right, bottom = min(width, round(box.x + box.width)), min(height, round(box.y + box.height))
    if right <= left or bottom <= top:
        return None
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}
