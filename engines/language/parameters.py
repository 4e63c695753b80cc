"""The parameters of an adjustment."""

from collections.abc import Mapping
from types import MappingProxyType

Parameters = Mapping[str, float]
"""Changes of an adjustment, by name.

- `brightness`, `contrast`, `saturation`, `warmth`, `sharpness`, `style_strength`: -1 to 1, 0 changes nothing.
- `rotate`: degrees, positive is clockwise.
- `crop_left`, `crop_top`, `crop_right`, `crop_bottom`: the fraction of width or height to cut off, 0 to 1.
- `flip_horizontal`, `flip_vertical`: 1 mirrors from left to right, and from top to bottom.
- `width`, `height`: pixels.
- `aspect_ratio`, `scale`: for an image of unknown size, width over height, and the factor of both sides.
- `restyle`: 1 renders the pixels in the look of a style.
"""

NO_PARAMETERS: Parameters = MappingProxyType({})
