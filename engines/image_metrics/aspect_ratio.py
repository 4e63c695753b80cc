"""Names of aspect ratios."""

import math
from typing import Final

# Ratios of cameras, phones and social media; width before height.
_COMMON: Final = (
    (1, 1),
    (5, 4), (4, 3), (3, 2), (16, 10), (16, 9), (2, 1), (21, 9),
    (4, 5), (3, 4), (2, 3), (10, 16), (9, 16), (1, 2), (9, 21),
)  # fmt: skip
# Halfway from the longest common ratio to 3:1; beyond it the ratio is rounded to whole numbers.
_MAX_RATIO: Final = 2.65


def name_aspect_ratio(width: int, height: int) -> str:
    """Return the common ratio nearest to *width* by *height*, for example "3:4"; a long strip as "4:1" or "1:4"."""
    ratio = width / height
    if max(ratio, 1 / ratio) > _MAX_RATIO:
        return f"{round(ratio)}:1" if ratio > 1 else f"1:{round(1 / ratio)}"
    across, down = min(_COMMON, key=lambda common: abs(math.log(ratio * common[1] / common[0])))
    return f"{across}:{down}"
