"""Names of the formats of graphs."""

from enum import StrEnum

FORMAT = "format"
"""Member of `Graph.extra`: the format that the graph was imported from."""


class Format(StrEnum):
    """Format of a document."""

    REFLOW = "reflow"
    COMFYUI = "comfyui"
    COMFYUI_API = "comfyui-api"
    VUEFLOW = "vueflow"
