"""A font: which characters it has, and how large a line of them is."""

import io
import math
import struct
from collections.abc import Iterator

from PIL import Image, ImageDraw, ImageFont

from services.executor.domain.overlay.values import Rectangle


class Typeface:
    """The font in a TrueType file, *data*."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._points = frozenset(_points(data))
        self._fonts: dict[int, ImageFont.FreeTypeFont] = {}

    def has(self, character: str) -> bool:
        """Whether the font can draw *character*."""
        return ord(character) in self._points

    def advance(self, text: str, size: int) -> float:
        """Return how far *text* goes at *size* pixels. There is no kerning: parts of a text add up."""
        return self.at(size).getlength(text)

    def reach(self, text: str, size: int) -> Rectangle:
        """Return what *text* takes from the start of its baseline, its advance included; pixels, downwards."""
        left, top, right, bottom = self.at(size).getbbox(text, anchor="ls")
        return math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)

    def bearings(self, character: str, size: int) -> tuple[int, int]:
        """Return how much of *character* is empty before and after what it blackens; 0 where it reaches beyond."""
        canvas = Image.new("L", (4 * size, 3 * size))
        ImageDraw.Draw(canvas).text((size, 2 * size), character, fill=255, font=self.at(size), anchor="ls")
        left, _, right, _ = canvas.getbbox() or (size, 0, size, 0)
        return max(0, left - size), max(0, math.floor(self.advance(character, size)) - (right - size))

    def at(self, size: int) -> ImageFont.FreeTypeFont:
        """Return the font at *size* pixels."""
        if size not in self._fonts:
            # The plain layout: the other one depends on libraries that are not everywhere.
            layout = ImageFont.Layout.BASIC
            self._fonts = {size: ImageFont.truetype(io.BytesIO(self._data), size, layout_engine=layout)}
        return self._fonts[size]


def _points(data: bytes) -> Iterator[int]:
    """Yield the code points of a font (OpenType, cmap format 4): those whose glyph is not the one for "missing"."""
    cmap = _table(data, b"cmap")
    (count,) = struct.unpack_from(">2xH", data, cmap)
    offsets = [struct.unpack_from(">4xI", data, cmap + 4 + 8 * number)[0] for number in range(count)]
    for offset in offsets:
        if struct.unpack_from(">H", data, cmap + offset)[0] == 4:
            yield from _segments(data, cmap + offset)


def _segments(data: bytes, start: int) -> Iterator[int]:
    (doubled,) = struct.unpack_from(">H", data, start + 6)
    count = doubled // 2

    def column(number: int, skipped: int = 0) -> tuple[int, ...]:
        return struct.unpack_from(f">{count}H", data, start + 14 + number * doubled + skipped)

    ends, starts, deltas, ranges = column(0), column(1, 2), column(2, 2), column(3, 2)
    for segment, (first, last) in enumerate(zip(starts, ends, strict=True)):
        for point in range(first, last + 1):
            glyph = point
            if ranges[segment]:
                # As the format says: an offset in bytes from where it stands itself.
                there = start + 16 + 3 * doubled + 2 * segment + ranges[segment] + 2 * (point - first)
                (glyph,) = struct.unpack_from(">H", data, there)
                if glyph == 0:
                    continue
            if (glyph + deltas[segment]) % 65_536:
                yield point


def _table(data: bytes, tag: bytes) -> int:
    """Return where the table of *tag* begins."""
    (count,) = struct.unpack_from(">4xH", data)
    for number in range(count):
        name, offset = struct.unpack_from(">4s4xI", data, 12 + 16 * number)
        if name == tag:
            return int(offset)
    raise ValueError(f"the font has no table {tag.decode()}")
