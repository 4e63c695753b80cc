"""Size limits of uploaded images and masks."""

from dataclasses import dataclass

_MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ImageLimits:
    """The greatest values that are still accepted.

    The byte limits are meant after base64; the side is in pixels and holds for width and height.
    """

    mask_bytes: int = 10 * _MEGABYTE
    image_bytes: int = 20 * _MEGABYTE
    max_side: int = 4096
    mask_paths: int = 100
    points_per_path: int = 10_000
