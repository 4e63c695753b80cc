"""The OCR models: RapidOCR with the PP-OCRv6 models in its wheel, Chinese and English.

The library and its models are loaded once in each process, at the first image; nothing is downloaded, nothing is
written. https://rapidai.github.io/RapidOCRDocs/main/
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from services.common.images.arrays import Pixels

    Corners = NDArray[np.float32]
    """The corners of lines, shape (n, 4, 2): from the upper left one clockwise, x before y."""
    Probabilities = NDArray[np.float32]
    """Probability of each pixel that it belongs to a text; shape (height, width)."""

MIN_SIDE: Final = 8
"""The detector needs some pixels on each side; a smaller image contains no line."""
# The sides of the detector's input are multiples of this.
_STRIDE: Final = 32


@dataclass(frozen=True, slots=True)
class RecognizedText:
    """The text of one line, and its confidence, 0 to 1."""

    text: str
    confidence: float


def load_models() -> None:
    """Load the library and the models, unless this process has loaded them. Errors of the libraries are raised."""
    _load_engine()


def detect_lines(pixels: "Pixels", max_side: int) -> tuple["Corners", "list[Pixels]"]:
    """Return the corners of the lines in *pixels*, and each line cut out upright, in BGR.

    The detector receives the image with *max_side* as its longer side; lines are cut from the original.
    """
    import numpy as np
    from rapidocr.main import RapidOCRError

    engine = _load_engine()
    engine.text_det.limit_side_len = max_side
    try:
        crops, detected = engine.detect_and_crop(np.ascontiguousarray(pixels[..., ::-1]), {})  # the engine expects BGR
    except RapidOCRError:  # no text
        return np.zeros((0, 4, 2), dtype=np.float32), []
    return np.asarray(detected.boxes, dtype=np.float32), crops


def measure_text_probability(pixels: "Pixels") -> "Probabilities":
    """Return the probability of text of each pixel."""
    import numpy as np

    height, width = pixels.shape[:2]
    # Pad instead of resizing, so that the probabilities have the positions of the pixels.
    padding = ((0, -height % _STRIDE), (0, -width % _STRIDE), (0, 0))
    padded = np.pad(pixels[..., ::-1], padding, mode="edge").astype(np.float32)
    values = (padded / 127.5 - 1).transpose(2, 0, 1)[None]
    probabilities: Probabilities = _load_engine().text_det.session(np.ascontiguousarray(values))[0, 0, :height, :width]
    return probabilities


def find_corners(probabilities: "Probabilities") -> "Corners":
    """Return the corners of the lines in *probabilities*."""
    import numpy as np

    corners, _ = _load_engine().text_det.postprocess_op(probabilities[None, None], probabilities.shape)
    return np.asarray(corners, dtype=np.float32).reshape(-1, 4, 2)


def cut_lines(pixels: "Pixels", corners: "Corners") -> "list[Pixels]":
    """Return each line of *pixels* cut out along its *corners*, in BGR; a tall one rotated by -90 degrees."""
    import numpy as np

    lines: list[Pixels] = _load_engine().crop_text_regions(np.ascontiguousarray(pixels[..., ::-1]), corners)
    return lines


def recognize_lines(crops: "Sequence[Pixels]") -> list[RecognizedText]:
    """Return the text of each of *crops*, lines in BGR."""
    if not crops:
        return []
    recognized = _load_engine().recognize_txt(list(crops))
    return [RecognizedText(text, float(score)) for text, score in zip(recognized.txts, recognized.scores, strict=True)]


_engine: Any = None


def _load_engine() -> Any:
    """Return the engine of this process. It uses one thread: there are as many workers as cores."""
    global _engine  # one in each process
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
