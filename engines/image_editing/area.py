"""Changes inside a masked area."""

import numpy as np
from scipy.ndimage import distance_transform_edt

from engines.image_editing.adjustments import AdjustmentError
from engines.image_editing.feather import blend_by_alpha
from services.common.images.arrays import Mask, Pixels
from services.common.text.language import Text

# The change fades in over a 128th of the shorter side, within the mask.
_FEATHER_DIVISOR = 128


def replace_area(before: Pixels, after: Pixels, mask: Mask) -> Pixels:
    """Return *before* with *after* inside *mask*, fading in from its edge; outside it every pixel is identical.

    Raises:
        AdjustmentError: the sizes differ.

    """
    if not before.shape == after.shape == (*mask.shape, 3):
        raise AdjustmentError(
            "mask",
            Text(
                "圈出的区域只能调颜色和风格，不能改尺寸。", "Only levels and style change inside an area, not the size."
            ),
        )
    distance = distance_transform_edt(np.pad(mask, 1, mode="edge"))[1:-1, 1:-1]
    feather = max(1.0, min(min(mask.shape) / _FEATHER_DIVISOR, float(distance.max())))
    alpha = np.clip(distance / feather, 0, 1).astype(np.float32)
    return blend_by_alpha(before, after.astype(np.float32), alpha)
