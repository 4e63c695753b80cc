"""The built-in painter: images from text, without a model.

prompt -> `prompt_parser` -> Scene -> `composer` -> shapes -> a medium in `media` -> pixels.
"""

from engines.painter.inpainter import inpaint, inpaint_with_report
from engines.painter.paint_request import Look, PaintRequest, Revision
from engines.painter.painter import Painting, paint, paint_with_report

__all__ = [
    "Look",
    "PaintRequest",
    "Painting",
    "Revision",
    "inpaint",
    "inpaint_with_report",
    "paint",
    "paint_with_report",
]
