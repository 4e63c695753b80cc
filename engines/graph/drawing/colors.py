"""Colors of a drawing: nodes by category, links by data type. The background is light, and prints are readable."""

import colorsys
import zlib

from services.common.images.color_codes import format_color

PAPER, INK, QUIET, BORDER = "#f6f7f9", "#1f2933", "#6b7683", "#c9d0d8"
ADDED, CHANGED = "#1f9d55", "#d97706"
_TYPES = {
    "IMAGE": "#3b82c4",
    "LATENT": "#c0458e",
    "MODEL": "#8561c5",
    "CLIP": "#c9a017",
    "VAE": "#d0564f",
    "CONDITIONING": "#e08a2b",
    "MASK": "#3f9c6b",
    "CONTROL_NET": "#2f9a9a",
    "STRING": "#5f8f3e",
    "INT": "#5a7690",
    "FLOAT": "#5a7690",
    "*": "#8a94a0",
}


def color_type(kind: str) -> str:
    """Return the color of a data type, always the same one."""
    first = kind.split(",")[0].upper()
    return _TYPES.get(first) or _derive(first, 0.45, 0.55)


def color_category(category: str) -> str:
    """Return the color of the header of nodes of a category: by its first part."""
    return _derive(category.partition("/")[0].strip().lower(), 0.42, 0.38) if category else "#5b6672"


def _derive(name: str, lightness: float, saturation: float) -> str:
    hue = (zlib.crc32(name.encode()) % 360) / 360
    return format_color(255 * channel for channel in colorsys.hls_to_rgb(hue, lightness, saturation))
