"""What is known of DashScope's image models: how each is asked, in which sizes, with which parameters.

Sources, read 2026-11:
https://help.aliyun.com/zh/model-studio/qwen-image-api: the five sizes, 800 characters, the range of the seed, and
"only qwen-image-plus and qwen-image can be called asynchronously"; qwen-image-max and the dated versions cannot.
https://docs.qwencloud.com/api-reference/image-generation/qwen-text-to-image-async: the same of the task endpoint.
https://www.alibabacloud.com/help/en/model-studio/z-image-api-reference: synchronous alone; pixels from 512*512 to
2048*2048; no watermark parameter.
https://www.alibabacloud.com/help/en/model-studio/qwen-image-edit-api: synchronous alone; qwen-image-edit knows neither
`size`, `n` nor `prompt_extend`, those after it know all three, sides from 512 to 2048.
"""

import math
from dataclasses import dataclass

from services.executor.domain.sizes import Size, nearest_size

LONGEST_PROMPT = 800
"""Characters of a prompt; the provider cuts off what is beyond them without a word."""
SEEDS = 2**31
SMALLEST_SIDE, LARGEST_SIDE, STEP = 512, 2048, 16

QWEN_IMAGE_SIZES: tuple[Size, ...] = ((1664, 928), (1472, 1104), (1328, 1328), (1104, 1472), (928, 1664))


@dataclass(frozen=True, slots=True)
class ImageModel:
    """How one model is asked.

    Attributes:
        tasks: whether it works on tasks that are submitted and polled; else one request waits for the picture.
        sizes: width and height, those it has; empty when any side from 512 to 2048 will do.
        sized: whether it lets itself be told a size at all.
        parameters: what it may be told besides: "n", "prompt_extend", "watermark".

    """

    tasks: bool
    sizes: tuple[Size, ...]
    sized: bool
    parameters: frozenset[str]

    def size_for(self, width: int, height: int) -> Size:
        """Return the size to ask for: the one of the nearest aspect, or the nearest that the model can make."""
        return nearest_size((width, height), self.sizes) if self.sizes else _free_size(width, height)

    def settings(self, seed: int, size: Size | None) -> dict[str, object]:
        """Return the request's `parameters`: one picture as it was asked for, neither rewritten nor marked.

        Without a *size* the model chooses: about a megapixel, for an edit in the aspect of its picture.
        """
        told: dict[str, object] = {"n": 1, "prompt_extend": False, "watermark": False}
        chosen: dict[str, object] = {name: value for name, value in told.items() if name in self.parameters}
        if size is not None:
            chosen["size"] = f"{size[0]}*{size[1]}"
        return chosen | {"seed": seed % SEEDS}

    def keeps_aspect(self, width: int, height: int) -> bool:
        """Return whether a picture of this size can be asked for as it is, rounding aside."""
        return self.sized and not self.sizes and all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (width, height))


_ALL = frozenset({"n", "prompt_extend", "watermark"})
_ON_TASKS = ImageModel(tasks=True, sizes=QWEN_IMAGE_SIZES, sized=True, parameters=_ALL)
_AT_ONCE = ImageModel(tasks=False, sizes=QWEN_IMAGE_SIZES, sized=True, parameters=_ALL)
_ANY_SIZE = ImageModel(tasks=False, sizes=(), sized=True, parameters=_ALL)
_Z_IMAGE = ImageModel(tasks=False, sizes=(), sized=True, parameters=frozenset({"prompt_extend"}))
_FIRST_EDIT = ImageModel(tasks=False, sizes=(), sized=False, parameters=frozenset({"watermark"}))

_BY_NAME: dict[str, ImageModel] = {
    "qwen-image": _ON_TASKS,
    "qwen-image-plus": _ON_TASKS,
    "qwen-image-edit": _FIRST_EDIT,
}
# The first that fits: versions with a date behind them, and models that came later.
_BY_BEGINNING: tuple[tuple[str, ImageModel], ...] = (
    ("qwen-image-max", _AT_ONCE),
    ("qwen-image-plus-", _AT_ONCE),
    ("z-image", _Z_IMAGE),
)


def known_model(name: str) -> ImageModel:
    """Return how *name* is asked; a model that is not known here as the newest are: at once, in any size."""
    if name in _BY_NAME:
        return _BY_NAME[name]
    return next((model for beginning, model in _BY_BEGINNING if name.startswith(beginning)), _ANY_SIZE)


def _free_size(width: int, height: int) -> Size:
    """Return the nearest sides from 512 to 2048 in steps of 16: the aspect is kept as far as they allow."""
    scale = max(1.0, SMALLEST_SIDE / min(width, height))
    return _side(width * scale), _side(height * scale)


def _side(wanted: float) -> int:
    return min(LARGEST_SIDE, max(SMALLEST_SIDE, math.ceil(wanted / STEP) * STEP))
