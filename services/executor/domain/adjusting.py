"""Change a picture as asked: tones, colours, sharpness, cut, turn and size."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from PIL import Image, ImageFilter

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.common.pictures.arrays import Pixels
from services.common.pictures.limits import PictureLimits

# Rec. 601 weights of red, green and blue in luma, as Pillow's mode L has them.
_LUMA = (0.299, 0.587, 0.114)

# What the ends of the scales do; chosen by eye so that 0.15 ("a little") shows and 1 does not destroy.
_BRIGHTEST_GAMMA = 2.5
_BLACK_LIFT = 0.08
_STRONGEST_CONTRAST = 2.5
_STRONGEST_COLOUR = 2.5
_WARM_GAIN, _WARM_LOSS, _WARM_SHIFT = 0.12, 0.2, 5.0
_SHARPEN_RADIUS, _SHARPEN_PERCENT = 1.5, 250
_BLUR_RADIUS = 2.5

_LEVELS = ("brightness", "contrast", "saturation", "warmth", "sharpness")
_CUTS = ("crop_left", "crop_top", "crop_right", "crop_bottom")
_SIDES = ("width", "height")
# Means redrawing in the style; the executor does that elsewhere.
_RESTYLING = "style_strength"


@dataclass(frozen=True, slots=True)
class Adjustments:
    """What to change; the default of each changes nothing.

    Attributes:
        brightness: -1 to 1.
        contrast: -1 to 1, around the picture's mean luma.
        saturation: -1 (grey) to 1.
        warmth: -1 (blue) to 1 (orange).
        sharpness: -1 (blurred) to 1.
        rotate: degrees clockwise; other than quarter turns, the largest upright part without empty corners is kept.
        crop_left, crop_top, crop_right, crop_bottom: the parts of the sides that are cut off, 0 to below 1.
        width, height: pixels of the result; where one is given, the other keeps the aspect ratio.

    Raises:
        ReflowError: `INVALID_INPUT_FORMAT`, naming the parameter that is out of its range.

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

    def __post_init__(self) -> None:
        for name in _LEVELS:
            _require(name, getattr(self, name), lambda value: -1 <= value <= 1, "-1 … 1")
        _require("rotate", self.rotate, lambda value: abs(value) <= 360, "-360 … 360")
        for name in _SIDES:
            if getattr(self, name) is not None:
                _whole(name, getattr(self, name))
        for name in _CUTS:
            _require(name, getattr(self, name), lambda value: 0 <= value < 1, "0 … 1")
        _require("crop_right", self.crop_left + self.crop_right, lambda value: value < 1, "crop_left + crop_right < 1")
        _require("crop_bottom", self.crop_top + self.crop_bottom, lambda value: value < 1, "crop_top + crop_bottom < 1")

    @classmethod
    def parse(cls, parameters: Mapping[str, float]) -> Self:
        """Return the adjustments that *parameters* name; `style_strength` is passed over.

        Raises:
            ReflowError: `INVALID_INPUT_FORMAT`, when a name is not known or a value out of its range.

        """
        known = {each.name for each in fields(cls)}
        for name in parameters:
            if name not in known and name != _RESTYLING:
                raise _refused(
                    name,
                    f"没有参数 {name!r}，可以调整：{'、'.join(sorted(known))}。",
                    f"There is no parameter {name!r}; these can be adjusted: {', '.join(sorted(known))}.",
                )
        values = {name: value for name, value in parameters.items() if name in known}
        sides = {name: _whole(name, values.pop(name)) for name in _SIDES if name in values}
        return cls(**values, **sides)  # type: ignore[arg-type]  # mypy does not tell the keys of the two apart


def adjust(pixels: Pixels, adjustments: Adjustments, limits: PictureLimits = PictureLimits()) -> Pixels:  # noqa: B008
    """Return *pixels* changed as asked: cut, turned, sized, then toned. Shape (height, width, 3), a new array.

    Raises:
        ReflowError: `INVALID_INPUT_FORMAT`, when the size asked for is beyond *limits*.

    """
    image = Image.fromarray(_turn(_cut(pixels, adjustments), adjustments.rotate))
    image = _resize(image, adjustments, limits)
    image = _tone(image, adjustments)
    image = _colour(image, adjustments.saturation)
    return np.array(_sharpen(image, adjustments.sharpness), dtype=np.uint8)


def _cut(pixels: Pixels, asked: Adjustments) -> Pixels:
    height, width = pixels.shape[:2]
    rows = _kept(height, asked.crop_top, asked.crop_bottom)
    return pixels[rows, _kept(width, asked.crop_left, asked.crop_right)]


def _kept(side: int, before: float, after: float) -> slice:
    """Return what is left of *side* pixels, at least one, without the parts *before* and *after*."""
    start = min(round(side * before), side - 1)
    return slice(start, max(side - round(side * after), start + 1))


def _turn(pixels: Pixels, degrees: float) -> Pixels:
    """Return *pixels* turned clockwise: exactly for quarter turns, else without the corners that came up empty."""
    if degrees % 90 == 0:
        return np.ascontiguousarray(np.rot90(pixels, -int(degrees // 90)))
    image = Image.fromarray(np.ascontiguousarray(pixels))
    width, height = _inscribed(image.width, image.height, math.radians(degrees))
    turned = image.rotate(-degrees, Image.Resampling.BICUBIC, expand=True)
    left, top = (turned.width - width) // 2, (turned.height - height) // 2
    return np.asarray(turned.crop((left, top, left + width, top + height)))


def _inscribed(width: int, height: int, angle: float) -> tuple[int, int]:
    """Return the sides of the largest upright rectangle within a rectangle turned by *angle* (radians).

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


def _resize(image: Image.Image, asked: Adjustments, limits: PictureLimits) -> Image.Image:
    if asked.width is None and asked.height is None:
        return image
    width = asked.width or max(1, round(image.width * (asked.height or 1) / image.height))
    height = asked.height or max(1, round(image.height * width / image.width))
    if max(width, height) > limits.max_side:
        raise _refused(
            "width" if width > height else "height",
            f"尺寸 {width}×{height} 太大，每边最多 {limits.max_side} 像素。",
            f"A size of {width}×{height} is too large; a side has at most {limits.max_side} pixels.",
        )
    return image.resize((width, height), Image.Resampling.LANCZOS)


def _tone(image: Image.Image, asked: Adjustments) -> Image.Image:
    """Apply brightness, contrast and warmth, which map each channel's values one by one, in one pass."""
    if asked.brightness == asked.contrast == asked.warmth == 0:
        return image
    levels = [_brighten(value, asked.brightness) for value in range(256)]
    middle = _mean_luma(image, levels)
    factor = math.pow(_STRONGEST_CONTRAST, asked.contrast)
    levels = [middle + (level - middle) * factor for level in levels]
    red, blue = (_warm(levels, warmth) for warmth in (asked.warmth, -asked.warmth))
    return image.point([_to_byte(level) for level in (*red, *levels, *blue)])


def _brighten(value: int, amount: float) -> float:
    """Return *value* (0 to 255) brightened: a gamma for the middle tones, and a lift so that black moves too."""
    level = 255 * math.pow(value / 255, math.pow(_BRIGHTEST_GAMMA, -amount))
    return level + _BLACK_LIFT * amount * (255 - level if amount > 0 else level)


def _mean_luma(image: Image.Image, levels: list[float]) -> float:
    """Return the mean luma that *image* has once its values are mapped to *levels*."""
    counts = np.array(image.histogram(), dtype=np.float64).reshape(3, 256)
    means = counts @ np.array(levels) / (image.width * image.height)
    return sum(weight * float(mean) for weight, mean in zip(_LUMA, means, strict=True))


def _warm(levels: list[float], warmth: float) -> list[float]:
    """Return the levels of red at *warmth*, of blue at its opposite."""
    gain = 1 + warmth * (_WARM_GAIN if warmth > 0 else _WARM_LOSS)
    return [level * gain + _WARM_SHIFT * warmth for level in levels]


def _colour(image: Image.Image, saturation: float) -> Image.Image:
    """Move each pixel away from its grey, or towards it."""
    if saturation == 0:
        return image
    factor = 1 + saturation * (_STRONGEST_COLOUR - 1 if saturation > 0 else 1)
    return Image.blend(image.convert("L").convert("RGB"), image, factor)


def _sharpen(image: Image.Image, sharpness: float) -> Image.Image:
    if sharpness == 0:
        return image
    if sharpness < 0:
        # Blended, since the filter of a small radius would leave the pixels as they are.
        return Image.blend(image, image.filter(ImageFilter.GaussianBlur(_BLUR_RADIUS)), -sharpness)
    percent = max(1, round(sharpness * _SHARPEN_PERCENT))
    return image.filter(ImageFilter.UnsharpMask(_SHARPEN_RADIUS, percent, threshold=0))


def _to_byte(level: float) -> int:
    return min(255, max(0, round(level)))


def _whole(name: str, value: float) -> int:
    _require(name, value, lambda side: side >= 1 and side == int(side), "1, 2, 3 …")
    return int(value)


def _require(name: str, value: float, fits: Callable[[float], bool], form: str) -> None:
    if not (math.isfinite(value) and fits(value)):
        raise _refused(
            name, f"参数 {name} 的值 {value:g} 无效，应为 {form}。", f"{name} cannot be {value:g}; it must be {form}."
        )


def _refused(name: str, zh: str, en: str) -> ReflowError:
    return ReflowError(Code.INVALID_INPUT_FORMAT, Text(zh, en), field=f"parameters.{name}")
