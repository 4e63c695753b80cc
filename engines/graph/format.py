"""Names of the formats of graphs."""

from enum import StrEnum


class Format(StrEnum):
    """Format of a document."""

    REFLOW = "reflow"
    COMFYUI = "comfyui"
    COMFYUI_API = "comfyui-api"
    VUEFLOW = "vueflow"
