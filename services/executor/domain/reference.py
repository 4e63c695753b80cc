"""Reference images of a request: the features that an engine should use, and the instruction for a model."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from services.common.contract.image_chat import ReferenceUse
from services.common.text.language import Text

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_PALETTE, _BRIGHTNESS, _COMPOSITION = ReferenceUse.PALETTE, ReferenceUse.BRIGHTNESS, ReferenceUse.COMPOSITION

MEASURED_USES: Mapping[str, tuple[ReferenceUse, ...]] = MappingProxyType(
    {
        "": (_PALETTE, _BRIGHTNESS, _COMPOSITION),
        "style": (_PALETTE, _BRIGHTNESS),
        "composition": (_COMPOSITION,),
        "subject": (_PALETTE, _COMPOSITION),
        "palette": (_PALETTE,),
    }
)
"""Measured features of a reference image, by its purpose; "" for all."""

# Denoising strength of a diffusion model, by purpose: at 1 nothing of the reference is left.
_STRENGTHS: Mapping[str, float] = {"": 0.7, "style": 0.8, "composition": 0.65, "subject": 0.55, "palette": 0.85}

_INSTRUCTIONS: Mapping[str, Text] = {
    "": Text(
        "参考所给图片的风格、配色和构图，创作一张新的图片：",
        "Take style, colors and composition of the given image as a reference, and create a new image:",
    ),
    "style": Text(
        "只参考所给图片的画风（笔触、质感、光线和配色），不要照搬内容，创作一张新的图片：",
        "Take only the style of the given image (brushwork, texture, light, colors), not its content, "
        "and create a new image:",
    ),
    "composition": Text(
        "保持所给图片的构图（主体位置、视角和留白），创作一张新的图片：",
        "Keep the composition of the given image (position of the subject, viewpoint, empty space), "
        "and create a new image:",
    ),
    "subject": Text(
        "保留所给图片中的主体，使人能认出来，按下面的描述创作一张新的图片：",
        "Keep the subject of the given image recognizable, and create a new image of it:",
    ),
    "palette": Text(
        "只使用所给图片的配色，不要照搬内容，创作一张新的图片：",
        "Take only the colors of the given image, not its content, and create a new image:",
    ),
}


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference image as stored (PNG, JPEG or WebP), and its purpose: a key of MEASURED_USES.

    `change` is the share of it to change, from 0 to 1, if the user states it.
    """

    image: bytes
    purpose: str = ""
    change: float | None = None

    @property
    def strength(self) -> float:
        """Denoising strength of a diffusion model, from 0 to 1."""
        return _STRENGTHS[self.purpose] if self.change is None else self.change

    def build_instruction(self, prompt: str) -> str:
        """Return the instruction about the image, in the language of *prompt*, which follows on the next line."""
        text = _INSTRUCTIONS[self.purpose]
        return f"{text.zh if _HAN.search(prompt) else text.en}\n"
