"""Size limits of uploaded images and masks."""

from dataclasses import dataclass

_MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ImageLimits:
    """Maximum accepted values.

    The byte limits apply after base64 decoding; the side is in pixels and applies to width and height.
    """

    mask_bytes: int = 10 * _MEGABYTE
    image_bytes: int = 20 * _MEGABYTE
    max_side: int = 4096
    mask_paths: int = 100
    points_per_path: int = 10_000
