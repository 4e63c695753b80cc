"""Measuring a reference picture."""

from typing import Final

import numpy as np
from PIL import Image
from skimage.color import rgb2lab

from services.common.pictures.arrays import Pixels
from services.rag.domain.references.aspect import aspect
from services.rag.domain.references.composing import compose
from services.rag.domain.references.measured import Measured
from services.rag.domain.references.palette import main_colours

# The longer side at which a picture is measured, in pixels: colours and weight are of large parts of it.
SCALE: Final = 160


def measure(pixels: Pixels, size: tuple[int, int]) -> Measured:
    """Return the measurements of *pixels*, the picture averaged down as it may be, whose own (width, height) is *size*.

    The values are taken as sRGB.
    """
    lab = rgb2lab(_small(pixels))
    return Measured(
        width=size[0],
        height=size[1],
        aspect=aspect(*size),
        palette=main_colours(lab),
        brightness=float(np.clip(lab[..., 0].mean() / 100, 0, 1)),
        composition=compose(lab),
    )


def _small(pixels: Pixels) -> Pixels:
    height, width = pixels.shape[:2]
    scale = min(1.0, SCALE / max(height, width))
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BOX))
