"""The built-in painter: images from text, without a model.

prompt -> `prompt_parser` -> Scene -> `composer` -> shapes -> a medium in `media` -> pixels.
"""

from engines.painter.inpainter import inpaint
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint

__all__ = ["Look", "PaintRequest", "inpaint", "paint"]
