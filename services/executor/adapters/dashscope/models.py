"""Properties of DashScope's image models: how each is called, its image sizes and its parameters.

Sources, read 2026-11:
https://help.aliyun.com/zh/model-studio/qwen-image-api: the five sizes, 800 characters, the range of the seed, and
"only qwen-image-plus and qwen-image can be called asynchronously"; qwen-image-max and the dated versions cannot.
https://docs.qwencloud.com/api-reference/image-generation/qwen-text-to-image-async: the same of the task endpoint.
https://www.alibabacloud.com/help/en/model-studio/z-image-api-reference: synchronous only; pixels from 512*512 to
2048*2048; no watermark parameter.
https://www.alibabacloud.com/help/en/model-studio/qwen-image-edit-api: synchronous only; qwen-image-edit has none of
`size`, `n` and `prompt_extend`, later models have all three, sides from 512 to 2048.
"""

import math
from dataclasses import dataclass

from services.common.contract.image_chat import ReferenceUse
from services.executor.domain.image_engine import EngineAbilities
from services.executor.domain.sizes import Size, find_nearest_size

MAX_PROMPT_LENGTH = 800
"""Characters of a prompt; the provider silently truncates longer ones."""
SEED_COUNT = 2**31
MIN_SIDE, MAX_SIDE, STEP = 512, 2048, 16

QWEN_IMAGE_SIZES: tuple[Size, ...] = ((1664, 928), (1472, 1104), (1328, 1328), (1104, 1472), (928, 1664))


@dataclass(frozen=True, slots=True)
class ImageModel:
    """The interface of one model.

    Attributes:
        is_asynchronous: whether tasks are submitted and polled; else one request waits for the image.
        sizes: its widths and heights; empty when any side from 512 to 2048 is possible.
        accepts_size: whether it has the parameter size.
        parameters: the others that it has, of "n", "prompt_extend", "watermark".

    """

    is_asynchronous: bool
    sizes: tuple[Size, ...]
    accepts_size: bool
    parameters: frozenset[str]

    def choose_size(self, width: int, height: int) -> Size:
        """Return the size to request: the one of the nearest aspect, or the nearest possible one."""
        return find_nearest_size((width, height), self.sizes) if self.sizes else _scale_to_limits(width, height)

    def build_parameters(self, seed: int, size: Size | None) -> dict[str, object]:
        """Return the request's `parameters`: one image, no rewritten prompt, no watermark.

        Without a *size* the model chooses: about a megapixel, for an edit in the aspect of its image.
        """
        event: dict[str, object] = {"n": 1, "prompt_extend": False, "watermark": False}
        chosen: dict[str, object] = {name: value for name, value in event.items() if name in self.parameters}
        if size is not None:
            chosen["size"] = f"{size[0]}*{size[1]}"
        return chosen | {"seed": seed % SEED_COUNT}

    def preserves_aspect(self, width: int, height: int) -> bool:
        """Return whether this size can be requested, except for rounding."""
        return self.accepts_size and not self.sizes and all(MIN_SIDE <= side <= MAX_SIDE for side in (width, height))


_ALL = frozenset({"n", "prompt_extend", "watermark"})
_ASYNCHRONOUS = ImageModel(is_asynchronous=True, sizes=QWEN_IMAGE_SIZES, accepts_size=True, parameters=_ALL)
_SYNCHRONOUS = ImageModel(is_asynchronous=False, sizes=QWEN_IMAGE_SIZES, accepts_size=True, parameters=_ALL)
_SYNCHRONOUS_ANY_SIZE = ImageModel(is_asynchronous=False, sizes=(), accepts_size=True, parameters=_ALL)
_Z_IMAGE = ImageModel(is_asynchronous=False, sizes=(), accepts_size=True, parameters=frozenset({"prompt_extend"}))
_FIRST_EDIT = ImageModel(is_asynchronous=False, sizes=(), accepts_size=False, parameters=frozenset({"watermark"}))

_BY_NAME: dict[str, ImageModel] = {
    "qwen-image": _ASYNCHRONOUS,
    "qwen-image-plus": _ASYNCHRONOUS,
    "qwen-image-edit": _FIRST_EDIT,
}
# The first match counts: dated versions, and later models.
_BY_PREFIX: tuple[tuple[str, ImageModel], ...] = (
    ("qwen-image-max", _SYNCHRONOUS),
    ("qwen-image-plus-", _SYNCHRONOUS),
    ("z-image", _Z_IMAGE),
)


def describe_abilities(name: str) -> EngineAbilities:
    """Return what an engine can do that generates with the model *name*; edits are work of an editing model."""
    return EngineAbilities(can_repaint=True, reference_uses=(ReferenceUse.PIXELS,), sizes=find_model(name).sizes)


def find_model(name: str) -> ImageModel:
    """Return the model *name*; an unknown one is treated like the newest ones: synchronous, any size."""
    if name in _BY_NAME:
        return _BY_NAME[name]
    return next((model for beginning, model in _BY_PREFIX if name.startswith(beginning)), _SYNCHRONOUS_ANY_SIZE)


def _scale_to_limits(width: int, height: int) -> Size:
    """Return the nearest sides from 512 to 2048 in steps of 16, with the same aspect as far as possible."""
    scale = max(1.0, MIN_SIDE / min(width, height))
    return _round_side(width * scale), _round_side(height * scale)


def _round_side(side: float) -> int:
    return min(MAX_SIDE, max(MIN_SIDE, math.ceil(side / STEP) * STEP))
