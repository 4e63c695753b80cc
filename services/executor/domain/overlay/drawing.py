"""Draw texts on a picture: what each needs to be read, then the text itself."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from services.common.errors import ReflowError
from services.common.pictures.arrays import Pixels
from services.executor.domain.overlay.contrast import (
    Floats,
    best_colour,
    readability,
    shade_for,
)
from services.executor.domain.overlay.typeface import Typeface
from services.executor.domain.overlay.typesetting import (
    ASCENT,
    DESCENT,
    Margin,
    Placed,
    Setting,
    Sizes,
    largest,
    place,
    shortened,
)
from services.executor.domain.overlay.values import (
    LEGIBLE_PIXELS,
    READABLE,
    Backing,
    Colour,
    Drawn,
    Rectangle,
    TextOverlay,
    Weight,
    of_overlay,
    refused,
    spell_colour,
)
from services.executor.domain.overlay.writing import drawable

# Parts of the size.
BACKED_MARGIN = Margin(0.45, 0.3)
RADIUS = 0.3
FROST = 0.3
# How far around the letters the picture must be one they can be read on.
HALO = 0.08
# Corners are drawn this many times larger, then made smaller: smooth edges.
SMOOTH = 4


@dataclass(frozen=True, slots=True)
class _Laid:
    """A text laid out in its box; *lines* and *letters* are of the box, not of the picture."""

    setting: Setting
    lines: tuple[Placed, ...]
    letters: Pixels

    def colour_on(self, region: Pixels, overlay: TextOverlay) -> Colour:
        """Return the colour asked for, else the one that reads best on what lies around the lines."""
        return overlay.asked_colour or best_colour(self._beneath(region))

    def readable_on(self, region: Pixels, overlay: TextOverlay) -> bool:
        """Whether the text can be read on *region* as it is: beneath the letters and around them."""
        colour = self.colour_on(region, overlay)
        grounds = (self._beneath(region), region[self.letters > 0])
        return all(readability(colour, ground) >= READABLE for ground in grounds)

    def _beneath(self, region: Pixels) -> Pixels:
        """Return the pixels under and close around the lines; (n, 3)."""
        halo = math.ceil(HALO * self.setting.size)
        parts = list[Pixels]()
        for line in self.lines:
            left, top, right, bottom = line.area
            part = region[max(0, top - halo) : bottom + halo, max(0, left - halo) : right + halo]
            parts.append(part.reshape(-1, 3))
        return np.concatenate(parts)


def draw_overlays(
    pixels: Pixels, overlays: Sequence[TextOverlay], typefaces: Mapping[Weight, Typeface]
) -> tuple[Pixels, tuple[Drawn, ...]]:
    """Return *pixels* with *overlays* drawn one after another, and how each was; the same input gives the same bytes.

    Raises:
        ReflowError: `INVALID_INPUT_FORMAT`, its field beginning with "overlays[N].", when a text does not fit its box.

    """
    picture, drawn = pixels.copy(), list[Drawn]()
    for number, overlay in enumerate(overlays):
        with of_overlay(number):
            drawn.append(_draw(picture, overlay, typefaces[overlay.weight]))
    return picture, tuple(drawn)


def _draw(picture: Pixels, overlay: TextOverlay, typeface: Typeface) -> Drawn:
    """Draw *overlay* into *picture*, within its box."""
    written = drawable(overlay.text, typeface)
    box = overlay.box.within(picture.shape[1], picture.shape[0])
    region = picture[box[1] : box[3], box[0] : box[2]]
    backing = overlay.backing
    laid = _laid_out(picture, overlay, written.text, typeface, box, backing)
    if backing is Backing.AUTO:
        backing = Backing.NONE if laid.readable_on(region, overlay) else Backing.PLATE
        laid = laid if backing is Backing.NONE else _laid_out(picture, overlay, written.text, typeface, box, backing)
    colour = laid.colour_on(region, overlay)
    if backing is not Backing.NONE:
        _back(picture, backing, colour, laid, box)
    reached = readability(colour, region[laid.letters > 0])
    image = Image.fromarray(region)
    image.paste(colour, (0, 0), Image.fromarray(laid.letters))
    region[:] = np.asarray(image)
    lines = tuple(line.text for line in laid.setting.lines)
    told = spell_colour(colour)
    return Drawn(laid.setting.size, lines, told, backing, reached, written.left_out, laid.setting.cut)


def _laid_out(
    picture: Pixels, overlay: TextOverlay, text: str, typeface: Typeface, box: Rectangle, backing: Backing
) -> _Laid:
    """Return *text* set as large as *box* allows. Raises INVALID_INPUT_FORMAT."""
    shorter = min(picture.shape[:2])
    least = max(LEGIBLE_PIXELS, math.ceil(overlay.least_size * shorter))
    sizes = Sizes(least, max(least, math.floor(overlay.most_size * shorter)))
    room = (box[2] - box[0], box[3] - box[1])
    margin = Margin() if backing in (Backing.AUTO, Backing.NONE) else BACKED_MARGIN
    setting = largest(text, typeface, room, sizes, margin)
    if setting is None and overlay.shorten:
        setting = shortened(text, typeface, room, least, margin)
    if setting is None:
        raise _no_room(len(text), room, least)
    inner = (0, 0, *room)
    lines = place(setting, inner, overlay.align, overlay.anchor, margin)
    return _Laid(setting, tuple(lines), _letters(lines, inner, typeface.at(setting.size)))


def _letters(lines: Sequence[Placed], box: Rectangle, font: ImageFont.FreeTypeFont) -> Pixels:
    """Return how much of each pixel of *box* the letters cover, 0 to 255; (height, width)."""
    mask = Image.new("L", (box[2], box[3]), 0)
    pen = ImageDraw.Draw(mask)
    for line in lines:
        pen.text((line.x, line.y), line.line.text, fill=255, font=font, anchor="ls")
    return np.asarray(mask)


def _back(picture: Pixels, backing: Backing, colour: Colour, laid: _Laid, box: Rectangle) -> None:
    """Lay a plate or scrim under the lines, within *box*."""
    size = laid.setting.size
    block = _around(laid, box)
    left, top, right, bottom = block
    image = Image.fromarray(picture[top:bottom, left:right])
    if backing is Backing.PLATE:
        mask = _rounded(image.width, image.height, round(RADIUS * size))
        # Out of focus: what is busy beneath a plate must not disturb reading.
        image = Image.composite(image.filter(ImageFilter.GaussianBlur(FROST * size)), image, mask)
    shade = shade_for(colour, np.asarray(image))
    if backing is Backing.SCRIM:
        mask = _fading(block, box, (picture.shape[1], picture.shape[0]))
        left, top, right, bottom = box
        image = Image.fromarray(picture[top:bottom, left:right])
    image.paste(shade.colour, (0, 0), mask.point([round(level * shade.opacity / 255) for level in range(256)]))
    picture[top:bottom, left:right] = np.asarray(image)


def _around(laid: _Laid, box: Rectangle) -> Rectangle:
    """Return the rectangle of the lines with their margin, on the picture."""
    size = laid.setting.size
    areas = np.array([line.area for line in laid.lines])
    across, down = math.ceil(BACKED_MARGIN.across * size), math.ceil(BACKED_MARGIN.down * size)
    # From square to square, so that a plate does not jump with the letters that a text happens to have.
    top = min(int(areas[:, 1].min()), laid.lines[0].y - math.ceil(ASCENT * size))
    bottom = max(int(areas[:, 3].max()), laid.lines[-1].y + math.ceil(DESCENT * size))
    return (
        max(box[0], box[0] + int(areas[:, 0].min()) - across),
        max(box[1], box[1] + top - down),
        min(box[2], box[0] + int(areas[:, 2].max()) + across),
        min(box[3], box[1] + bottom + down),
    )


def _rounded(width: int, height: int, radius: int) -> Image.Image:
    """Return a mask of a rectangle with round corners."""
    mask = Image.new("L", (width, height), 255)
    radius = min(radius, width // 2, height // 2)
    large = Image.new("L", (2 * radius * SMOOTH, 2 * radius * SMOOTH), 0)
    ImageDraw.Draw(large).ellipse((0, 0, large.width - 1, large.height - 1), fill=255)
    disc = large.reduce(SMOOTH) if radius else large
    for right, bottom in ((0, 0), (0, 1), (1, 0), (1, 1)):
        corner = disc.crop((right * radius, bottom * radius, (right + 1) * radius, (bottom + 1) * radius))
        mask.paste(corner, (right * (width - radius), bottom * (height - radius)))
    return mask


def _fading(block: Rectangle, box: Rectangle, size: tuple[int, int]) -> Image.Image:
    """Return a mask full over *block*, less and less towards the edges of *box* that are not the picture's own."""
    across = _slope(box[0], box[2], block[0], block[2], size[0])
    down = _slope(box[1], box[3], block[1], block[3], size[1])
    return Image.fromarray(np.asarray(down[:, None] * across[None, :] * 255 + 0.5, dtype=np.uint8))


def _slope(start: int, end: int, first: int, last: int, side: int) -> Floats:
    """Return 1 from *first* to *last*, falling smoothly to 0 at *start* and *end*, unless the picture ends there."""
    places = np.arange(start, end, dtype=np.float32) + 0.5
    before = np.ones_like(places) if start == 0 else np.clip((places - start) / max(1, first - start), 0, 1)
    after = np.ones_like(places) if end == side else np.clip((end - places) / max(1, end - last), 0, 1)
    lower = np.minimum(before, after)
    return np.asarray(lower * lower * (3 - 2 * lower))


def _no_room(length: int, room: tuple[int, int], least: int) -> ReflowError:
    size = f"{max(0, room[0])}×{max(0, room[1])}"
    return refused(
        "text",
        f"{length} 个字符放不进 {size} 像素的框：最小字号 {least} 像素也放不下。请缩短文字、放大框，或减小最小字号。",
        f"{length} characters do not fit a box of {size} pixels, not even at the least size of {least} pixels. "
        "Shorten the text, enlarge the box, or allow a smaller size.",
    )
