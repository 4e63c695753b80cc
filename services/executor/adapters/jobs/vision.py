"""Vision jobs: functions that run in worker processes, stored images in, JSON or PNG out.

Each imports the engine itself, as the image jobs do.
"""

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from services.common.errors.field_errors import map_field_errors
from services.common.images.stored_pixels import decode_pixels

if TYPE_CHECKING:
    from engines.vision.values import Box, Region

OCR, DETECTION = "ocr", "detection"
# An analysis is passed on as one item: parts beyond this size are left out, and `truncated` states it.
MAX_ANALYSIS_BYTES = 200_000
MAX_LABEL_LENGTH = 80


def analyze_pixels(image: bytes, kind: str, path: str) -> bytes:
    """Return the analysis of a stored image as JSON: of kind "ocr" its text regions, of "detection" its elements."""
    from engines.vision.elements import find_elements
    from engines.vision.texts import read_text

    pixels = decode_pixels(image)
    height, width = pixels.shape[:2]
    with map_field_errors("executor"):
        if kind == OCR:
            name, parts = (
                "textRegions",
                [
                    {"text": one.text, "boundingBox": _to_json(one.box), "confidence": round(one.confidence, 4)}
                    for one in read_text(pixels)
                ],
            )
        else:
            name, parts = (
                "elements",
                [
                    {"type": one.kind, "description": one.description, "boundingBox": _to_json(one.box)}
                    for one in find_elements(pixels)
                ],
            )
    analysis: dict[str, Any] = {
        "type": kind,
        "imagePath": path,
        "imageSize": {"width": int(width), "height": int(height)},
        name: list(_limit_size(parts)),
    }
    if len(analysis[name]) < len(parts):
        analysis["truncated"] = True
    return json.dumps(analysis, ensure_ascii=False).encode()


def annotate_pixels(image: bytes, regions: tuple[Mapping[str, Any], ...]) -> bytes:
    """Return the PNG of a stored image with *regions* drawn. Raises INVALID_INPUT_FORMAT naming the region."""
    from engines.vision.annotation import draw_regions
    from services.common.images.encoder import encode_png

    with map_field_errors("executor"):
        return encode_png(draw_regions(decode_pixels(image), [_to_region(one) for one in regions]))


def _limit_size(parts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    size = 0
    for part in parts:
        size += len(json.dumps(part, ensure_ascii=False).encode()) + 2
        if size > MAX_ANALYSIS_BYTES:
            return
        yield part


def _to_json(box: "Box") -> dict[str, int]:
    return {"x": int(box.x), "y": int(box.y), "width": int(box.width), "height": int(box.height)}


def _to_region(region: Mapping[str, Any]) -> "Region":
    from engines.vision.values import Box, Region

    box = Box(region["x"], region["y"], region["width"], region["height"])
    return Region(region["type"], box, region["label"][:MAX_LABEL_LENGTH])
