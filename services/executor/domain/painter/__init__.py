"""The builtin painter: pictures from words, without a model.

prompt -> `reading` -> Scene -> `composing` -> parts -> a medium in `media` -> pixels.
"""

from services.executor.domain.painter.commission import Commission, Look, Medium
from services.executor.domain.painter.painting import paint
from services.executor.domain.painter.repainting import repaint

__all__ = ["Commission", "Look", "Medium", "paint", "repaint"]
