"""Reading the texts of a picture in a worker process: RapidOCR with the PP-OCRv6 models that lie in its wheel.

Chinese and English. The library and its models are loaded once for each worker process, when the first picture is to
be read; nothing is downloaded, nothing is written. https://rapidai.github.io/RapidOCRDocs/main/
"""

import os
import time
from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any, Final

from services.rag.domain.references.lines import MOST_LINES, Line, in_order

if TYPE_CHECKING:
    from services.common.pictures.arrays import Pixels

# The longer side at which lines are looked for, in pixels. Measured on one core: 0.4 s at 640, 0.5 s at 736, 1.3 s at
# 960. What they say is then read from the larger picture.
_SEARCHED_SIDE: Final = 640
# Lines read together; 17 Chinese characters take about 50 ms.
_AT_ONCE: Final = 6
# A page of a shape that no line lies in: the search needs some pixels on each side.
_LEAST_SIDE: Final = 8


@dataclass(frozen=True, slots=True)
class Reading:
    """The lines of a picture from top to bottom; not `whole` where the time was up before the smaller ones."""

    texts: tuple[str, ...]
    whole: bool


def prepare() -> None:
    """Load library and models, unless this process has them. Raises what they raise where they cannot be loaded."""
    _loaded()


def read(pixels: "Pixels", seconds: float) -> Reading:
    """Return the lines in *pixels*, the largest read first; after so many *seconds* no further ones are begun."""
    import numpy as np
    from rapidocr.main import RapidOCRError

    until = time.perf_counter() + seconds
    if min(pixels.shape[:2]) < _LEAST_SIDE:
        return Reading((), whole=True)
    engine = _loaded()
    try:
        crops, found = engine.detect_and_crop(np.ascontiguousarray(pixels[..., ::-1]), {})  # it works on BGR
    except RapidOCRError:  # no text in it
        return Reading((), whole=True)
    boxes = [_Box.around(corners) for corners in found.boxes]
    largest = sorted(range(len(boxes)), key=lambda index: -boxes[index].height)[:MOST_LINES]
    lines, whole = _recognized(engine, crops, boxes, largest, until)
    return Reading(in_order(lines), whole)


@dataclass(frozen=True, slots=True)
class _Box:
    """Where a line stands: its upper left corner, and how high its letters are."""

    left: float
    top: float
    height: float

    @classmethod
    def around(cls, corners: Any) -> "_Box":
        """Return the box of four corners, shape (4, 2)."""
        xs, ys = corners[:, 0], corners[:, 1]
        return cls(float(xs.min()), float(ys.min()), float(ys.max() - ys.min()))


def _recognized(
    engine: Any, crops: list[Any], boxes: list[_Box], order: list[int], until: float
) -> tuple[list[Line], bool]:
    lines: list[Line] = []
    for start in range(0, len(order), _AT_ONCE):
        if start and time.perf_counter() >= until:
            return lines, False
        some = order[start : start + _AT_ONCE]
        said = engine.recognize_txt([crops[index] for index in some])
        for index, text, score in zip(some, said.txts, said.scores, strict=True):
            box = boxes[index]
            lines.append(Line(text, float(score), box.left, box.top, box.height))
    return lines, True


_engine: Any = None


def _loaded() -> Any:
    """Return the engine of this process. One thread: the workers are as many as there are cores."""
    global _engine  # one for each worker process
    if _engine is None:
        _engine = _made()
    return _engine


def _made() -> Any:
    # Before the runtime is loaded: from 1.29 on it writes an id of this machine into the home folder and tells its
    # maker what it runs, unless this is set (https://github.com/microsoft/onnxruntime/pull/27379).
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import cv2
    from rapidocr import RapidOCR

    cv2.setNumThreads(1)
    models = files("rapidocr") / "models"
    with (
        as_file(models / "PP-OCRv6_det_small.onnx") as searching,
        as_file(models / "PP-OCRv6_rec_small.onnx") as reading,
    ):
        # With paths of their own the models are neither looked for on the network nor checked against it.
        engine = RapidOCR(
            params={
                "Global.log_level": "critical",
                "Global.use_cls": False,
                "Det.model_path": str(searching),
                "Rec.model_path": str(reading),
                "Det.limit_type": "max",
                "Det.limit_side_len": _SEARCHED_SIDE,
                "EngineConfig.onnxruntime.intra_op_num_threads": 1,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            }
        )
        _warm(engine)
    return engine


def _warm(engine: Any) -> None:
    """Have both models loaded, which happens at their first use, and the memory that they need."""
    import numpy as np
    from rapidocr.main import RapidOCRError

    engine.recognize_txt([np.full((48, 320, 3), 255, dtype=np.uint8)])
    try:
        engine.detect_and_crop(np.full((64, 64, 3), 255, dtype=np.uint8), {})
    except RapidOCRError:
        return
