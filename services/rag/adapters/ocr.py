"""OCR in a worker process: the largest lines of an image first, within a time limit."""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engines.vision.ocr_model import MIN_SIDE, detect_lines, load_models, recognize_lines
from services.rag.domain.references.lines import MAX_LINES, TextLine, sort_reading_order

if TYPE_CHECKING:
    from engines.vision.ocr_model import Corners
    from services.common.images.arrays import Pixels

# Longer side for text detection, in pixels. Measured on one core: 0.4 s at 640, 0.5 s at 736, 1.3 s at 960.
# Recognition uses the larger image.
_DETECTION_SIDE: Final = 640
# Lines of one recognition batch; 17 Chinese characters take about 50 ms.
_BATCH: Final = 6


@dataclass(frozen=True, slots=True)
class OcrResult:
    """The lines of an image from top to bottom; not `is_complete` if there was no time for the smaller ones."""

    texts: tuple[str, ...]
    is_complete: bool


def load_model() -> None:
    """Load library and models, unless this process has loaded them. Raises what the libraries raise."""
    load_models()


def recognize_text(pixels: "Pixels", seconds: float) -> OcrResult:
    """Return the lines in *pixels*. The largest are recognized first; no batch starts after *seconds*."""
    deadline = time.perf_counter() + seconds
    if min(pixels.shape[:2]) < MIN_SIDE:
        return OcrResult((), is_complete=True)
    corners, crops = detect_lines(pixels, _DETECTION_SIDE)
    boxes = [_Box.from_corners(each) for each in corners]
    largest = sorted(range(len(boxes)), key=lambda index: -boxes[index].height)[:MAX_LINES]
    lines, is_complete = _recognize_lines(crops, boxes, largest, deadline)
    return OcrResult(sort_reading_order(lines), is_complete)


@dataclass(frozen=True, slots=True)
class _Box:
    """Bounding box of a line: its upper left corner and its height."""

    left: float
    top: float
    height: float

    @classmethod
    def from_corners(cls, corners: "Corners") -> "_Box":
        """Return the box of four corners, shape (4, 2)."""
        xs, ys = corners[:, 0], corners[:, 1]
        return cls(float(xs.min()), float(ys.min()), float(ys.max() - ys.min()))


def _recognize_lines(
    crops: "list[Pixels]", boxes: list[_Box], order: list[int], deadline: float
) -> tuple[list[TextLine], bool]:
    lines: list[TextLine] = []
    for start in range(0, len(order), _BATCH):
        if start and time.perf_counter() >= deadline:
            return lines, False
        batch = order[start : start + _BATCH]
        recognized = recognize_lines([crops[index] for index in batch])
        for index, one in zip(batch, recognized, strict=True):
            box = boxes[index]
            lines.append(TextLine(one.text, one.confidence, box.left, box.top, box.height))
    return lines, True
