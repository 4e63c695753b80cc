"""Renderer of text overlays: the backing that a text needs to be readable, then the text itself."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from engines.typesetting.characters import filter_drawable
from engines.typesetting.contrast import (
    MAX_UNREST,
    Floats,
    choose_color,
    choose_tint,
    measure_readability,
    measure_unrest,
)
from engines.typesetting.layout import (
    ASCENT,
    DESCENT,
    Margin,
    PlacedLine,
    SizeRange,
    TextLayout,
    fit_text,
    place_lines,
    truncate_text,
)
from engines.typesetting.typeface import Typeface
from engines.typesetting.values import (
    LEGIBLE_PIXELS,
    MIN_CONTRAST,
    BackingMode,
    OverlayError,
    Rectangle,
    TextOverlay,
    Weight,
    number_overlay,
)
from services.common.contract.note import Backing, DrawnText
from services.common.images.arrays import Pixels
from services.common.images.color_codes import Color, format_color
from services.common.text.language import Text

# Fractions of the size.
BACKING_MARGIN = Margin(0.45, 0.3)
RADIUS = 0.3
BLUR = 0.3
# The text must also be readable this far around the glyphs.
HALO = 0.08
# Factor of supersampling for smooth corners.
SUPERSAMPLING = 4


@dataclass(frozen=True, slots=True)
class _LaidOutText:
    """A text with its layout in a box; coordinates of *lines* and *mask* are relative to the box."""

    layout: TextLayout
    lines: tuple[PlacedLine, ...]
    mask: Pixels

    def choose_color(self, region: Pixels, overlay: TextOverlay) -> Color:
        """Return the requested color, else the most readable one on the background of the lines."""
        return overlay.requested_color or choose_color(self._crop_background(region))

    def is_readable(self, region: Pixels, overlay: TextOverlay) -> bool:
        """Return whether the text is readable on *region* without a backing: contrast is enough, the ground quiet."""
        color = self.choose_color(region, overlay)
        backgrounds = (self._crop_background(region), region[self.mask > 0])
        if measure_unrest(backgrounds[0]) > MAX_UNREST:
            return False
        return all(measure_readability(color, background) >= MIN_CONTRAST for background in backgrounds)

    def _crop_background(self, region: Pixels) -> Pixels:
        """Return the pixels under and closely around the lines; (n, 3)."""
        halo = math.ceil(HALO * self.layout.size)
        parts = list[Pixels]()
        for line in self.lines:
            left, top, right, bottom = line.bounds
            part = region[max(0, top - halo) : bottom + halo, max(0, left - halo) : right + halo]
            parts.append(part.reshape(-1, 3))
        return np.concatenate(parts)


def draw_overlays(
    pixels: Pixels, overlays: Sequence[TextOverlay], typefaces: Mapping[Weight, Typeface]
) -> tuple[Pixels, tuple[DrawnText, ...]]:
    """Return a copy of *pixels* with *overlays* drawn in order, and how each was drawn.

    The same input gives the same bytes.

    Raises:
        OverlayError: a text does not fit its box; its field starts with "overlays[N].".

    """
    image, drawn = pixels.copy(), list[DrawnText]()
    for number, overlay in enumerate(overlays):
        with number_overlay(number):
            drawn.append(_draw(image, overlay, typefaces[overlay.weight]))
    return image, tuple(drawn)


def _draw(pixels: Pixels, overlay: TextOverlay, typeface: Typeface) -> DrawnText:
    """Draw *overlay* into *pixels*, within its box."""
    drawable = filter_drawable(overlay.text, typeface)
    box = overlay.box.within(pixels.shape[1], pixels.shape[0])
    region = pixels[box[1] : box[3], box[0] : box[2]]
    mode = overlay.backing
    text = _lay_out(pixels, overlay, drawable.text, typeface, box, mode)
    if mode is BackingMode.AUTO:
        mode = BackingMode.NONE if text.is_readable(region, overlay) else BackingMode.PLATE
        if mode is BackingMode.PLATE:
            text = _lay_out(pixels, overlay, drawable.text, typeface, box, mode)
    color = text.choose_color(region, overlay)
    if mode is not BackingMode.NONE:
        _draw_backing(pixels, mode, color, text, box)
    contrast = measure_readability(color, region[text.mask > 0])
    image = Image.fromarray(region)
    image.paste(color, (0, 0), Image.fromarray(text.mask))
    region[:] = np.asarray(image)
    return DrawnText(
        size=text.layout.size,
        lines=tuple(line.text for line in text.layout.lines),
        color=format_color(color),
        backing=Backing(mode.value),
        contrast=contrast,
        left_out=drawable.left_out,
        cut=text.layout.truncated,
    )


def _lay_out(
    pixels: Pixels, overlay: TextOverlay, text: str, typeface: Typeface, box: Rectangle, mode: BackingMode
) -> _LaidOutText:
    """Return *text* at the largest size that fits *box*. Raises OverlayError if none does."""
    shorter = min(pixels.shape[:2])
    min_size = max(LEGIBLE_PIXELS, math.ceil(overlay.min_size * shorter))
    sizes = SizeRange(min_size, max(min_size, math.floor(overlay.max_size * shorter)))
    room = (box[2] - box[0], box[3] - box[1])
    margin = Margin() if mode in (BackingMode.AUTO, BackingMode.NONE) else BACKING_MARGIN
    layout = fit_text(text, typeface, room, sizes, margin)
    if layout is None and overlay.shorten:
        layout = truncate_text(text, typeface, room, min_size, margin)
    if layout is None:
        raise _no_room_error(len(text), room, min_size)
    inner = (0, 0, *room)
    lines = place_lines(layout, inner, overlay.align, overlay.anchor, margin)
    return _LaidOutText(layout, tuple(lines), _rasterize(lines, inner, typeface.load(layout.size)))


def _rasterize(lines: Sequence[PlacedLine], box: Rectangle, font: ImageFont.FreeTypeFont) -> Pixels:
    """Return the coverage of each pixel of *box* by glyphs, 0 to 255; (height, width)."""
    mask = Image.new("L", (box[2], box[3]), 0)
    pen = ImageDraw.Draw(mask)
    for line in lines:
        pen.text((line.x, line.y), line.line.text, fill=255, font=font, anchor="ls")
    return np.asarray(mask)


def _draw_backing(pixels: Pixels, mode: BackingMode, color: Color, text: _LaidOutText, box: Rectangle) -> None:
    """Draw a plate or scrim under the lines, within *box*."""
    size = text.layout.size
    block = _bound_lines(text, box)
    left, top, right, bottom = block
    image = Image.fromarray(pixels[top:bottom, left:right])
    if mode is BackingMode.PLATE:
        mask = _round_mask(image.width, image.height, round(RADIUS * size))
        # Blurred, since details under a plate would disturb reading.
        image = Image.composite(image.filter(ImageFilter.GaussianBlur(BLUR * size)), image, mask)
    tint = choose_tint(color, np.asarray(image))
    if mode is BackingMode.SCRIM:
        mask = _fade_mask(block, box, (pixels.shape[1], pixels.shape[0]))
        left, top, right, bottom = box
        image = Image.fromarray(pixels[top:bottom, left:right])
    image.paste(tint.color, (0, 0), mask.point([round(level * tint.opacity / 255) for level in range(256)]))
    pixels[top:bottom, left:right] = np.asarray(image)


def _bound_lines(text: _LaidOutText, box: Rectangle) -> Rectangle:
    """Return the rectangle of the lines with their margin, in the image."""
    size = text.layout.size
    bounds = np.array([line.bounds for line in text.lines])
    horizontal = math.ceil(BACKING_MARGIN.horizontal * size)
    vertical = math.ceil(BACKING_MARGIN.vertical * size)
    # From square to square of the ideographs, so that the height of a plate does not depend on the glyphs.
    top = min(int(bounds[:, 1].min()), text.lines[0].y - math.ceil(ASCENT * size))
    bottom = max(int(bounds[:, 3].max()), text.lines[-1].y + math.ceil(DESCENT * size))
    return (
        max(box[0], box[0] + int(bounds[:, 0].min()) - horizontal),
        max(box[1], box[1] + top - vertical),
        min(box[2], box[0] + int(bounds[:, 2].max()) + horizontal),
        min(box[3], box[1] + bottom + vertical),
    )


def _round_mask(width: int, height: int, radius: int) -> Image.Image:
    """Return a mask of a rectangle with round corners."""
    mask = Image.new("L", (width, height), 255)
    radius = min(radius, width // 2, height // 2)
    large = Image.new("L", (2 * radius * SUPERSAMPLING, 2 * radius * SUPERSAMPLING), 0)
    ImageDraw.Draw(large).ellipse((0, 0, large.width - 1, large.height - 1), fill=255)
    disc = large.reduce(SUPERSAMPLING) if radius else large
    for right, bottom in ((0, 0), (0, 1), (1, 0), (1, 1)):
        corner = disc.crop((right * radius, bottom * radius, (right + 1) * radius, (bottom + 1) * radius))
        mask.paste(corner, (right * (width - radius), bottom * (height - radius)))
    return mask


def _fade_mask(block: Rectangle, box: Rectangle, size: tuple[int, int]) -> Image.Image:
    """Return a mask of *block* that fades out towards the edges of *box* inside the image."""
    horizontal = _slope(box[0], box[2], block[0], block[2], size[0])
    vertical = _slope(box[1], box[3], block[1], block[3], size[1])
    return Image.fromarray(np.asarray(vertical[:, None] * horizontal[None, :] * 255 + 0.5, dtype=np.uint8))


def _slope(start: int, end: int, first: int, last: int, side: int) -> Floats:
    """Return 1 from *first* to *last*, falling smoothly to 0 at *start* and *end*, except at an edge of the image."""
    positions = np.arange(start, end, dtype=np.float32) + 0.5
    before = np.ones_like(positions) if start == 0 else np.clip((positions - start) / max(1, first - start), 0, 1)
    after = np.ones_like(positions) if end == side else np.clip((end - positions) / max(1, end - last), 0, 1)
    lower = np.minimum(before, after)
    return np.asarray(lower * lower * (3 - 2 * lower))


def _no_room_error(length: int, room: tuple[int, int], min_size: int) -> OverlayError:
    size = f"{max(0, room[0])}×{max(0, room[1])}"
    zh = (
        f"{length} 个字符放不进 {size} 像素的框：最小字号 {min_size} 像素也放不下。请缩短文字、放大框，或减小最小字号。"
    )
    en = (
        f"{length} characters do not fit a box of {size} pixels, not even at the minimum size of {min_size} pixels. "
        "Shorten the text, enlarge the box, or allow a smaller size."
    )
    return OverlayError("text", Text(zh, en))
