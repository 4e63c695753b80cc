"""Adjustments of an image: tone, color, sharpness, crop, rotation and size."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from PIL import Image, ImageFilter

from engines.color.spaces import LUMA_WEIGHTS
from services.common.images.arrays import Pixels
from services.common.images.crops import crop_to_ratio
from services.common.text.language import Text

# Effect of the ends of the scales; chosen by eye so that 0.15 ("a little") is visible and 1 does not destroy.
_MAX_GAMMA = 2.5
_BLACK_LIFT = 0.08
_MAX_CONTRAST_FACTOR = 2.5
_MAX_SATURATION_FACTOR = 2.5
_WARM_GAIN, _WARM_LOSS, _WARM_SHIFT = 0.12, 0.2, 5.0
_SHARPEN_RADIUS, _SHARPEN_PERCENT = 1.5, 250
_BLUR_RADIUS = 2.5

_LEVELS = ("brightness", "contrast", "saturation", "warmth", "sharpness")
_CROPS = ("crop_left", "crop_top", "crop_right", "crop_bottom")
_SIDES = ("width", "height")
_FLIPS = ("flip_horizontal", "flip_vertical")
# `style_strength` and `media` handle these, because they need the look of a style.
STYLE_STRENGTH, RESTYLE = "style_strength", "restyle"
# Relative to the size of the image: `resolve` replaces them.
ASPECT_RATIO, SCALE = "aspect_ratio", "scale"
MIN_RATIO = 0.1


MAX_SIDE = 4096
"""Default limit of the sides of a resized image, in pixels."""


class AdjustmentError(ValueError):
    """A parameter cannot be applied; *text* explains why, in both languages."""

    def __init__(self, parameter: str, text: Text) -> None:
        super().__init__(parameter, text)
        self.parameter = parameter
        self.text = text

    def __str__(self) -> str:
        return f"{self.parameter}: {self.text.en}"


@dataclass(frozen=True, slots=True)
class Adjustments:
    """The adjustments of an image; each default changes nothing.

    Attributes:
        brightness: -1 to 1.
        contrast: -1 to 1, around the image's mean luma.
        saturation: -1 (gray) to 1.
        warmth: -1 (blue) to 1 (orange).
        sharpness: -1 (blurred) to 1.
        rotate: degrees clockwise; except for quarter turns, the result excludes the empty corners.
        crop_left, crop_top, crop_right, crop_bottom: shares of the sides that are removed, 0 to below 1.
        flip_horizontal, flip_vertical: 1 mirrors the image from left to right, and from top to bottom; 0 does not.
        width, height: pixels of the result; if only one is set, the other preserves the aspect ratio.

    Raises:
        AdjustmentError: a parameter is out of its range.

    """

    brightness: float = 0.0
    contrast: float = 0.0
    saturation: float = 0.0
    warmth: float = 0.0
    sharpness: float = 0.0
    rotate: float = 0.0
    crop_left: float = 0.0
    crop_top: float = 0.0
    crop_right: float = 0.0
    crop_bottom: float = 0.0
    width: int | None = None
    height: int | None = None
    flip_horizontal: float = 0.0
    flip_vertical: float = 0.0

    def __post_init__(self) -> None:
        for name in _LEVELS:
            _require(name, getattr(self, name), lambda value: -1 <= value <= 1, "-1 … 1")
        _require("rotate", self.rotate, lambda value: abs(value) <= 360, "-360 … 360")
        for name in _FLIPS:
            _require(name, getattr(self, name), lambda value: value in (0, 1), "0, 1")
        for name in _SIDES:
            if getattr(self, name) is not None:
                _parse_side(name, getattr(self, name))
        for name in _CROPS:
            _require(name, getattr(self, name), lambda value: 0 <= value < 1, "0 … 1")
        _require("crop_right", self.crop_left + self.crop_right, lambda value: value < 1, "crop_left + crop_right < 1")
        _require("crop_bottom", self.crop_top + self.crop_bottom, lambda value: value < 1, "crop_top + crop_bottom < 1")

    @classmethod
    def parse(cls, parameters: Mapping[str, float]) -> Self:
        """Return the adjustments that *parameters* name; `style_strength` and `restyle` are ignored.

        Raises:
            AdjustmentError: a name is unknown or a value out of its range.

        """
        known = {each.name for each in fields(cls)}
        for name in parameters:
            if name not in known and name not in (STYLE_STRENGTH, RESTYLE):
                raise _to_error(
                    name,
                    f"没有参数 {name!r}，可以调整：{'、'.join(sorted(known))}。",
                    f"There is no parameter {name!r}; these can be adjusted: {', '.join(sorted(known))}.",
                )
        values = {name: value for name, value in parameters.items() if name in known}
        sides = {name: _parse_side(name, values.pop(name)) for name in _SIDES if name in values}
        return cls(**values, **sides)  # type: ignore[arg-type]  # mypy cannot tell the keys of the two apart


def resolve(parameters: Mapping[str, float], size: tuple[int, int]) -> dict[str, float]:
    """Return *parameters* for an image of (width, height) *size*: crops for an aspect ratio, pixels for a scale.

    A request may contain them before the size is known.

    Raises:
        AdjustmentError: one of them is out of its range.

    """
    resolved = dict(parameters)
    if (ratio := resolved.pop(ASPECT_RATIO, None)) is not None:
        _require(ASPECT_RATIO, ratio, lambda value: MIN_RATIO <= value <= 1 / MIN_RATIO, "0.1 … 10")
        resolved.update(crop_to_ratio(ratio, size))
    if (scale := resolved.pop(SCALE, None)) is not None:
        _require(SCALE, scale, lambda value: MIN_RATIO <= value <= 1 / MIN_RATIO, "0.1 … 10")
        resolved.update(zip(_SIDES, (float(max(1, round(side * scale))) for side in size), strict=True))
    return resolved


def adjust(pixels: Pixels, adjustments: Adjustments, max_side: int = MAX_SIDE) -> Pixels:
    """Return *pixels* (height, width, 3) cropped, rotated, resized, then toned, as a new array.

    Raises:
        AdjustmentError: a side of the requested size is longer than *max_side*.

    """
    image = Image.fromarray(_flip(_rotate(_crop(pixels, adjustments), adjustments.rotate), adjustments))
    image = _resize(image, adjustments, max_side)
    image = _apply_tone(image, adjustments)
    image = _apply_saturation(image, adjustments.saturation)
    return np.array(_apply_sharpness(image, adjustments.sharpness), dtype=np.uint8)


def _flip(pixels: Pixels, adjustments: Adjustments) -> Pixels:
    mirrored = pixels[:, ::-1] if adjustments.flip_horizontal else pixels
    return np.ascontiguousarray(mirrored[::-1] if adjustments.flip_vertical else mirrored)


def _crop(pixels: Pixels, adjustments: Adjustments) -> Pixels:
    height, width = pixels.shape[:2]
    rows = _remaining_slice(height, adjustments.crop_top, adjustments.crop_bottom)
    return pixels[rows, _remaining_slice(width, adjustments.crop_left, adjustments.crop_right)]


def _remaining_slice(side: int, before: float, after: float) -> slice:
    """Return the slice of *side* pixels, at least one, without the shares *before* and *after*."""
    start = min(round(side * before), side - 1)
    return slice(start, max(side - round(side * after), start + 1))


def _rotate(pixels: Pixels, degrees: float) -> Pixels:
    """Return *pixels* rotated clockwise: exactly for quarter turns, else cropped to exclude the empty corners."""
    if degrees % 90 == 0:
        return np.ascontiguousarray(np.rot90(pixels, -int(degrees // 90)))
    image = Image.fromarray(np.ascontiguousarray(pixels))
    width, height = _inscribed_size(image.width, image.height, math.radians(degrees))
    turned = image.rotate(-degrees, Image.Resampling.BICUBIC, expand=True)
    left, top = (turned.width - width) // 2, (turned.height - height) // 2
    return np.asarray(turned.crop((left, top, left + width, top + height)))


def _inscribed_size(width: int, height: int, angle: float) -> tuple[int, int]:
    """Return the sides of the largest upright rectangle within a rectangle rotated by *angle* (radians).

    Either two of its corners touch the longer sides (narrow rectangles, steep turns), or all four touch.
    """
    sine, cosine = abs(math.sin(angle)), abs(math.cos(angle))
    longer, shorter = max(width, height), min(width, height)
    if shorter <= 2 * sine * cosine * longer or abs(sine - cosine) < 1e-9:
        half = shorter / 2
        sides = (half / sine, half / cosine) if width >= height else (half / cosine, half / sine)
    else:
        spread = cosine**2 - sine**2
        sides = (width * cosine - height * sine) / spread, (height * cosine - width * sine) / spread
    # Two pixels less: the outermost ones are blended with the empty corners.
    return max(1, math.floor(sides[0]) - 2), max(1, math.floor(sides[1]) - 2)


def _resize(image: Image.Image, adjustments: Adjustments, max_side: int) -> Image.Image:
    if adjustments.width is None and adjustments.height is None:
        return image
    width = adjustments.width or max(1, round(image.width * (adjustments.height or 1) / image.height))
    height = adjustments.height or max(1, round(image.height * width / image.width))
    if max(width, height) > max_side:
        raise _to_error(
            "width" if width > height else "height",
            f"尺寸 {width}×{height} 太大，每边最多 {max_side} 像素。",
            f"A size of {width}×{height} is too large; a side has at most {max_side} pixels.",
        )
    return image.resize((width, height), Image.Resampling.LANCZOS)


def _apply_tone(image: Image.Image, adjustments: Adjustments) -> Image.Image:
    """Apply brightness, contrast and warmth in one pass; each maps the values of a channel independently."""
    if adjustments.brightness == adjustments.contrast == adjustments.warmth == 0:
        return image
    levels = [_brighten(value, adjustments.brightness) for value in range(256)]
    middle = _mean_luma(image, levels)
    factor = math.pow(_MAX_CONTRAST_FACTOR, adjustments.contrast)
    levels = [middle + (level - middle) * factor for level in levels]
    red, blue = (_apply_warmth(levels, warmth) for warmth in (adjustments.warmth, -adjustments.warmth))
    return image.point([_to_byte(level) for level in (*red, *levels, *blue)])


def _brighten(value: int, amount: float) -> float:
    """Return *value* (0 to 255) brightened: by gamma for the middle tones, and by an offset that changes black, too."""
    level = 255 * math.pow(value / 255, math.pow(_MAX_GAMMA, -amount))
    return level + _BLACK_LIFT * amount * (255 - level if amount > 0 else level)


def _mean_luma(image: Image.Image, levels: list[float]) -> float:
    """Return the mean luma of *image* after its values are mapped to *levels*."""
    counts = np.array(image.histogram(), dtype=np.float64).reshape(3, 256)
    means = counts @ np.array(levels) / (image.width * image.height)
    return sum(weight * float(mean) for weight, mean in zip(map(float, LUMA_WEIGHTS), means, strict=True))


def _apply_warmth(levels: list[float], warmth: float) -> list[float]:
    """Return the levels of red at *warmth*, of blue at its opposite."""
    gain = 1 + warmth * (_WARM_GAIN if warmth > 0 else _WARM_LOSS)
    return [level * gain + _WARM_SHIFT * warmth for level in levels]


def _apply_saturation(image: Image.Image, saturation: float) -> Image.Image:
    """Move each pixel away from its gray or towards it."""
    if saturation == 0:
        return image
    factor = 1 + saturation * (_MAX_SATURATION_FACTOR - 1 if saturation > 0 else 1)
    return Image.blend(image.convert("L").convert("RGB"), image, factor)


def _apply_sharpness(image: Image.Image, sharpness: float) -> Image.Image:
    if sharpness == 0:
        return image
    if sharpness < 0:
        # Blended, since the filter of a small radius would leave the pixels as they are.
        return Image.blend(image, image.filter(ImageFilter.GaussianBlur(_BLUR_RADIUS)), -sharpness)
    percent = max(1, round(sharpness * _SHARPEN_PERCENT))
    return image.filter(ImageFilter.UnsharpMask(_SHARPEN_RADIUS, percent, threshold=0))


def _to_byte(level: float) -> int:
    return min(255, max(0, round(level)))


def _parse_side(name: str, value: float) -> int:
    _require(name, value, lambda side: side >= 1 and side == int(side), "1, 2, 3 …")
    return int(value)


def _require(name: str, value: float, is_valid: Callable[[float], bool], form: str) -> None:
    if not (math.isfinite(value) and is_valid(value)):
        raise _to_error(
            name, f"参数 {name} 的值 {value:g} 无效，应为 {form}。", f"{name} cannot be {value:g}; it must be {form}."
        )


def _to_error(name: str, zh: str, en: str) -> AdjustmentError:
    return AdjustmentError(name, Text(zh, en))
