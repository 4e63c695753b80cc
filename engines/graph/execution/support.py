"""Which core types can be executed, and which links into a node are needed."""

from collections.abc import Mapping
from types import MappingProxyType

from services.common.text.language import Text

SWITCH = "core:Switch"
LOAD_IMAGE = "core:LoadImage"
SAMPLER = "core:Sampler"
EMPTY_LATENT = "core:EmptyLatent"
DECODE_LATENT = "core:DecodeLatent"
STYLE_PROMPT = "core:StylePrompt"
PASS_THROUGH = frozenset({SWITCH, "core:Reroute"})
"""Types whose output is one of their inputs."""

_NO_LATENTS = Text(
    "内置的图像引擎直接处理图像，没有潜空间。请改用图生图或局部重绘。",
    "The image engines work on images and have no latent space. Use Image to Image or Inpaint instead.",
)
REJECTED: Mapping[str, Text] = MappingProxyType(
    {"core:EncodeImage": _NO_LATENTS, "core:ResizeLatent": _NO_LATENTS, "core:MaskLatent": _NO_LATENTS}
)
"""Core types that no engine executes, with the reason."""

IGNORED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {SAMPLER: ("negative", "steps", "cfg", "sampler", "scheduler", "denoise")}
)
"""Inputs and parameters of executed types that no engine supports."""

_BRANCHES = {True: "on_false", False: "on_true"}


def find_skipped_input(node_type: str, condition: object) -> str | None:
    """Return the input of a node that is not computed, by its *condition*: a switch needs one of its two."""
    return _BRANCHES[bool(condition)] if node_type == SWITCH else None
