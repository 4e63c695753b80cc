"""OCR in a worker process: RapidOCR with the PP-OCRv6 models in its wheel.

Chinese and English. The library and its models are loaded once in each worker process, at the first image; nothing is
downloaded, nothing is written. https://rapidai.github.io/RapidOCRDocs/main/
"""

import os
import time
from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any, Final

from services.rag.domain.references.lines import MAX_LINES, TextLine, sort_reading_order

if TYPE_CHECKING:
    from services.common.images.arrays import Pixels

# Longer side for text detection, in pixels. Measured on one core: 0.4 s at 640, 0.5 s at 736, 1.3 s at 960.
# Recognition uses the larger image.
_DETECTION_SIDE: Final = 640
# Lines of one recognition batch; 17 Chinese characters take about 50 ms.
_BATCH: Final = 6
# Detection needs some pixels on each side; a smaller image contains no line.
_MIN_SIDE: Final = 8


@dataclass(frozen=True, slots=True)
class OcrResult:
    """The lines of an image from top to bottom; not `is_complete` if there was no time for the smaller ones."""

    texts: tuple[str, ...]
    is_complete: bool


def load_model() -> None:
    """Load library and models, unless this process has loaded them. Raises what the libraries raise."""
    _load_engine()


def recognize_text(pixels: "Pixels", seconds: float) -> OcrResult:
    """Return the lines in *pixels*. The largest are recognized first; no batch starts after *seconds*."""
    import numpy as np
    from rapidocr.main import RapidOCRError

    deadline = time.perf_counter() + seconds
    if min(pixels.shape[:2]) < _MIN_SIDE:
        return OcrResult((), is_complete=True)
    engine = _load_engine()
    try:
        crops, detected = engine.detect_and_crop(np.ascontiguousarray(pixels[..., ::-1]), {})  # the engine expects BGR
    except RapidOCRError:  # no text
        return OcrResult((), is_complete=True)
    boxes = [_Box.from_corners(corners) for corners in detected.boxes]
    largest = sorted(range(len(boxes)), key=lambda index: -boxes[index].height)[:MAX_LINES]
    lines, is_complete = _recognize_lines(engine, crops, boxes, largest, deadline)
    return OcrResult(sort_reading_order(lines), is_complete)


@dataclass(frozen=True, slots=True)
class _Box:
    """Bounding box of a line: its upper left corner and its height."""

    left: float
    top: float
    height: float

    @classmethod
    def from_corners(cls, corners: Any) -> "_Box":
        """Return the box of four corners, shape (4, 2)."""
        xs, ys = corners[:, 0], corners[:, 1]
        return cls(float(xs.min()), float(ys.min()), float(ys.max() - ys.min()))


def _recognize_lines(
    engine: Any, crops: list[Any], boxes: list[_Box], order: list[int], deadline: float
) -> tuple[list[TextLine], bool]:
    lines: list[TextLine] = []
    for start in range(0, len(order), _BATCH):
        if start and time.perf_counter() >= deadline:
            return lines, False
        batch = order[start : start + _BATCH]
        recognized = engine.recognize_txt([crops[index] for index in batch])
        for index, text, score in zip(batch, recognized.txts, recognized.scores, strict=True):
            box = boxes[index]
            lines.append(TextLine(text, float(score), box.left, box.top, box.height))
    return lines, True


_engine: Any = None


def _load_engine() -> Any:
    """Return the engine of this process. It uses one thread: there are as many workers as cores."""
    global _engine  # one in each worker process
    if _engine is None:
        _engine = _create_engine()
    return _engine


def _create_engine() -> Any:
    # Before the runtime is loaded: since 1.29 it writes an id of this machine into the home folder and sends telemetry,
    # unless this is set (https://github.com/microsoft/onnxruntime/pull/27379).
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import cv2
    from rapidocr import RapidOCR

    cv2.setNumThreads(1)
    models = files("rapidocr") / "models"
    with (
        as_file(models / "PP-OCRv6_det_small.onnx") as detection,
        as_file(models / "PP-OCRv6_rec_small.onnx") as recognition,
    ):
        # With explicit paths, no model is downloaded or verified over the network.
        engine = RapidOCR(
            params={
                "Global.log_level": "critical",
                "Global.use_cls": False,
                "Det.model_path": str(detection),
                "Rec.model_path": str(recognition),
                "Det.limit_type": "max",
                "Det.limit_side_len": _DETECTION_SIDE,
                "EngineConfig.onnxruntime.intra_op_num_threads": 1,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            }
        )
        _warm_up(engine)
    return engine


def _warm_up(engine: Any) -> None:
    """Use both models once: they load, and allocate memory, at their first use."""
    import numpy as np
    from rapidocr.main import RapidOCRError

    engine.recognize_txt([np.full((48, 320, 3), 255, dtype=np.uint8)])
    try:
        engine.detect_and_crop(np.full((64, 64, 3), 255, dtype=np.uint8), {})
    except RapidOCRError:
        return
